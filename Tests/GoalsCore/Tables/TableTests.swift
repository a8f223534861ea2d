import Fixtures
import Foundation
import Language
import Messages
import Testing

@testable import GoalsCore

@Suite struct TableTests {
    private func rows(_ text: String, _ delimiter: TableDelimiter? = nil) -> [TableRow] {
        rows(Array(text.utf8), delimiter)
    }

    private func rows(_ bytes: [UInt8], _ delimiter: TableDelimiter? = nil, limit: Int = 1 << 20, piece: Int? = nil)
        -> [TableRow]
    {
        var parser = TableParser(delimiter: delimiter, limit: limit)
        var rows: [TableRow] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            parser.read(rest.prefix(piece ?? rest.count)) { rows.append($0) }
            rest = rest.dropFirst(piece ?? rest.count)
        }
        parser.finish { rows.append($0) }
        return rows
    }

    private func good(_ line: Int, _ fields: String...) -> TableRow { TableRow(line: line, fields: fields) }

    @Test("GOL-5: quoted fields, doubled quotes, line ends inside quotes, and every kind of line end")
    func fields() {
        #expect(
            rows("a,b\r\nc,\"d, \"\"e\"\"\nf\"\r\ng,h") == [
                good(1, "a", "b"), good(2, "c", "d, \"e\"\nf"), good(4, "g", "h"),
            ])
        #expect(rows("a,b\nc,d\n") == [good(1, "a", "b"), good(2, "c", "d")])
        #expect(rows("a,b\rc,d\r") == [good(1, "a", "b"), good(2, "c", "d")])
        #expect(rows("a,\n,b") == [good(1, "a", ""), good(2, "", "b")])
        #expect(rows("\r\na\r\n\r\n\"\"\r\nb") == [good(2, "a"), good(4, ""), good(5, "b")])
        #expect(rows("\"a\r\nb\"\r\nc") == [good(1, "a\r\nb"), good(3, "c")])
        #expect(rows("a,5\" nails") == [good(1, "a", "5\" nails")])
        #expect(rows("").isEmpty && rows("\u{FEFF}").isEmpty)
    }

    @Test("GOL-5: a byte order mark is dropped, and the delimiter is that of the first row")
    func dialect() {
        #expect(rows("\u{FEFF}a,b\n1,2") == [good(1, "a", "b"), good(2, "1", "2")])
        #expect(rows("\u{FEFF}\"a\",b") == [good(1, "a", "b")])
        #expect(rows("a;b,c;d\n1,5;2;3") == [good(1, "a", "b,c", "d"), good(2, "1,5", "2", "3")])
        #expect(rows("a\tb\n1\t2") == [good(1, "a", "b"), good(2, "1", "2")])
        #expect(rows("\"a;b;c\",d\n1,2") == [good(1, "a;b;c", "d"), good(2, "1", "2")])
        #expect(rows("a\nb;c") == [good(1, "a"), good(2, "b;c")])
        #expect(rows("a,b", .semicolon) == [good(1, "a,b")])
    }

    @Test("GOL-5: a bad row is reported by its line, and the rows after it are read")
    func faults() {
        #expect(
            rows("a,b\n\"x\"y,2\nc,d\n") == [
                good(1, "a", "b"), TableRow(line: 2, fields: [], fault: .textAfterQuote), good(3, "c", "d"),
            ])
        #expect(rows("a\n\"b\nc") == [good(1, "a"), TableRow(line: 2, fields: [], fault: .unclosedQuote)])
        #expect(
            rows([0x61, 0x0A, 0xFF, 0x0A, 0x62, 0x0A]) == [
                good(1, "a"), TableRow(line: 2, fields: [], fault: .notUnicode), good(3, "b"),
            ])
        #expect(
            rows(Array("a\n123456\nb".utf8), limit: 5) == [
                good(1, "a"), TableRow(line: 2, fields: [], fault: .tooLong), good(3, "b"),
            ])
        // A quote that never ends costs no memory beyond a row, and the next line is read again.
        let open = rows(Array("a\n\"\(String(repeating: "x", count: 100))\nb".utf8), limit: 50)
        #expect(open == [good(1, "a"), TableRow(line: 2, fields: [], fault: .tooLong), good(3, "b")])
    }

    @Test("GOL-5: records by column, with the lines of rows of another width")
    func records() {
        var reader = TableReader()
        var records: [TableReader.Record] = []
        let text = "\u{FEFF} Title ;Amount\r\n'=1+1;1,5\r\nonly one\r\n'tis;2;\r\na;b;c\r\n"
        reader.read(Array(text.utf8)) { records.append($0) }
        reader.finish { records.append($0) }
        #expect(reader.columns == ["title", "amount"] && reader.delimiter == .semicolon)
        #expect(reader.place(of: "amount") == 1 && reader.place(of: "day") == nil)
        #expect(records.map(\.line) == [2, 3, 4, 5])
        #expect(records[0].fields == ["=1+1", "1,5"] && records[2].fields == ["'tis", "2"])
        #expect(records[1].fault == .columns(expected: 2, found: 1))
        #expect(records[3].fault == .columns(expected: 2, found: 3))
        // Without a header that can be read, no row is taken for one.
        var bad = TableReader()
        var faults: [TableFault?] = []
        bad.read(Array("\"a\"b,c\n1,2\n".utf8)) { faults.append($0.fault) }
        bad.finish { faults.append($0.fault) }
        #expect(faults == [.textAfterQuote, .columns(expected: 0, found: 2)])
    }

    @Test("GOL-5: texts that a spreadsheet would execute are escaped and come back")
    func escapes() {
        for text in ["=1+1", "+49 30", "-5", "@me", "\tx", "\rx", "\nx", "'=1", "''@", "＝1"] {
            #expect(SpreadsheetText.escaped(text) == "'" + text)
            #expect(SpreadsheetText.restored("'" + text) == text)
        }
        for text in ["", "a=b", "'tis", "'", "''", "5", "x-1"] {
            #expect(SpreadsheetText.escaped(text) == text && SpreadsheetText.restored(text) == text)
        }
    }

    @Test("GOL-5: decimal commas are recognised, and a number that may be two is not guessed")
    func decimals() {
        #expect(DecimalMark.recognised(in: ["1,5", "2", "1.234,5"], .semicolon) == .comma)
        #expect(DecimalMark.recognised(in: ["1.5", "2", "1,234.5"], .comma) == .point)
        #expect(DecimalMark.recognised(in: ["1,5"], .comma) == .comma)
        #expect(DecimalMark.recognised(in: ["1.5"], .semicolon) == .point)
        #expect(DecimalMark.recognised(in: ["1,234"], .semicolon) == .comma)
        #expect(DecimalMark.recognised(in: ["1,234,567", "12"], .semicolon) == .point)
        #expect(DecimalMark.recognised(in: ["0,500"], .comma) == .comma)
        #expect(DecimalMark.recognised(in: ["1,5", "1.5"], .comma) == nil)
        #expect(DecimalMark.comma.number(" 1.234,5 ") == 1234.5 && DecimalMark.point.number("1,234.5") == 1234.5)
        #expect(DecimalMark.point.number("-1e-05") == -1e-05 && DecimalMark.point.number("+3") == 3)
        for text in ["", "-", "1,23", "1.2.3", "1,2345", "a", "1e", "٣", "1 2", "nan", "inf", "0x1", "1e999", "--1"] {
            #expect(DecimalMark.point.number(text) == nil, "\(text)")
        }
    }

    @Test("GOL-5: every number that is written is read as the same number")
    func numbers() {
        var generator = SplitMix(seed: 5)
        for _ in 0..<5000 {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            #expect(DecimalMark.point.number(TableWriter.decimal(value)) == value)
        }
        #expect(TableWriter.decimal(5) == "5" && TableWriter.decimal(.nan).isEmpty)
    }

    // MARK: Laws

    private static let pieces: [String] = [
        "a", "Ä", "ß", "日本", "🏃🏽‍♀️", "\u{301}", "\u{200B}", "\u{FEFF}", "\"", "\"\"", ",", ";", "\t", "\r", "\n",
        "\r\n", "'", "''", "=", "+", "-", "@", "＝", " ", "5", "\u{0}", "\u{2028}", "\u{85}", "\u{10FFFF}", "‮",
    ]

    private func text(_ generator: inout SplitMix) -> String {
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in
            if Int.random(in: 0..<8, using: &generator) == 0,
                let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator))
            {
                return String(scalar)
            }
            return Self.pieces.randomElement(using: &generator) ?? ""
        }.joined()
    }

    @Test("GOL-5: write, then read, is the identity over random Unicode tables, in pieces of any size")
    func identity() {
        var generator = SplitMix(seed: 6)
        for _ in 0..<1500 {
            let width = Int.random(in: 1...5, using: &generator)
            let table = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                (0..<width).map { _ in text(&generator) }
            }
            var writer = TableWriter()
            for row in table { writer.append(row.map(TableCell.text)) }
            let read = rows(writer.bytes, piece: .random(in: 1...40, using: &generator))
            #expect(read.allSatisfy { $0.fault == nil })
            let restored = read.map { $0.fields.map(SpreadsheetText.restored) }
            #expect(restored.map { $0.map { Array($0.utf8) } } == table.map { $0.map { Array($0.utf8) } })
            // No field that a spreadsheet opens begins with a character that it executes.
            for field in read.flatMap(\.fields) {
                #expect(!["=", "+", "-", "@", "\t", "\r", "\n"].contains(field.unicodeScalars.first))
            }
        }
    }

    @Test("GOL-5: bytes of others never stop the reader, and pieces of any size give the same rows")
    func hostile() {
        var generator = SplitMix(seed: 7)
        let bytes: [UInt8] = [0x22, 0x22, 0x2C, 0x3B, 0x09, 0x0A, 0x0D, 0x61, 0xC3, 0xA4, 0xEF, 0xBB, 0xBF, 0xFF, 0x27]
        for _ in 0..<3000 {
            let file = (0..<Int.random(in: 0...60, using: &generator)).compactMap { _ in
                bytes.randomElement(using: &generator)
            }
            let limit = Int.random(in: 3...80, using: &generator)
            let whole = rows(file, limit: limit)
            #expect(rows(file, limit: limit, piece: .random(in: 1...9, using: &generator)) == whole)
            #expect(whole.map(\.line) == whole.map(\.line).sorted())
        }
    }

    @Test("GOL-5: 100,000 rows are written and read in the memory of one row and its piece")
    func large() {
        var writer = TableWriter()
        var parser = TableReader()
        var (records, faults, largest) = (0, 0, 0)
        func take(_ record: TableReader.Record) {
            records += 1
            if record.fault != nil || record.fields.count != 6 { faults += 1 }
        }
        let clock = ContinuousClock()
        let time = clock.measure {
            writer.append(["day", "title", "amount", "unit", "goal", "notes"].map(TableCell.plain))
            for number in 0..<100_000 {
                writer.append([
                    .plain("2026-03-12"), .text("Ran, “fast” \(number)"), .number(Double(number) / 8), .plain("km"),
                    .text("=Run 500 km"), .text("first line\nsecond \"line\" with more words"),
                ])
                guard writer.bytes.count > 1 << 16 else { continue }
                largest = max(largest, writer.bytes.count)
                parser.read(writer.drain(), take)
            }
            parser.read(writer.drain(), take)
            parser.finish(take)
        }
        #expect(records == 100_000 && faults == 0 && largest < 1 << 17)
        #expect(time < .seconds(10), "\(time)")
    }
}
