import Fixtures
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// The scanner of the health export under any chunking and any damage.
@Suite(.tags(.processes)) struct ScannerTests {
    static let record =
        #"<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" startDate="2024-01-02 03:04:05 +0100" endDate="2024-01-02 03:04:05 +0100" value="61"/>"#

    @Test("ING-1 An element may be cut anywhere by the reads")
    func chunkBoundaries() throws {
        let xml = Array(document(String(repeating: Self.record, count: 3)).utf8)
        let whole = try readAll(Drip(xml, size: xml.count))
        #expect(whole.samples[.heartRate]?.count == 3)
        for size in [1, 2, 3, 5, 7, 11, 13, 64, 100] {
            let pieces = try readAll(Drip(xml, size: size))
            #expect(pieces.samples == whole.samples)
        }
    }

    @Test("ING-1 The malformed DTD of iOS 16 and stray control characters are skipped unread")
    func malformedDTD() throws {
        let xml = """
            <?xml version="1.0"?>\u{0b}
            <!DOCTYPE HealthData [
            <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation)*)>
            <!ATTLIST Me HKCharacteristicTypeIdentifier CDATA #REQUIRED
              <!ATTLIST broken > ]> ]
            <HealthData locale="en">\u{0b}\(Self.record)</HealthData>
            """
        #expect(try readAll(xml).count == 1)
    }

    @Test("ING-1 Records inside a correlation stand at the top level too and count once")
    func correlations() throws {
        let xml = document(
            "\(Self.record)<Correlation type=\"x\"><MetadataEntry key=\"a\" value=\"b\"/>\(Self.record)</Correlation>\(Self.record)"
        )
        #expect(try readAll(xml).count == 2)
    }

    @Test("ING-1 Predefined entities and character references are resolved in names")
    func entities() throws {
        let named = Self.record.replacing("\"Watch\"", with: "\"A &amp; B&apos;s &quot;&#87;atch&#x21;&quot;\"")
        #expect(try readAll(document(named)).sources.values.map(\.name) == ["A & B's \"Watch!\""])
    }

    @Test(
        "ING-7 An entity of the file's own is never expanded: the job stops and says where", arguments: [true, false])
    func entityExpansion(inAttribute: Bool) throws {
        let laughs = """
            <?xml version="1.0"?><!DOCTYPE HealthData [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
            """
        let body = inAttribute ? Self.record.replacing("\"Watch\"", with: "\"&c;\"") : Self.record + "&c;"
        let xml = "\(laughs)<HealthData>\(body)</HealthData>"
        let found = try #require(problem(in: xml))
        #expect(found.code == "entity")
        let place = try #require(xml.utf8.firstRange(of: "&c;".utf8)).lowerBound.utf16Offset(in: xml)
        #expect(found.byteOffset == Int64(place))
    }

    @Test("ING-7 Damage in the middle is named by its byte offset, and what came before is kept")
    func malformed() throws {
        let good = document(Self.record + Self.record)
        let place = try #require(good.range(of: "</HealthData>")).lowerBound.utf16Offset(in: good)
        for damage in [
            #"<Record type="x" value=61/>"#, #"<Record type="a<b"/>"#, "</Record>", "<Record type/>", "<!ELEMENT x>",
            "<Record / >", #"<1 a="b"/>"#,
        ] {
            var xml = good
            xml.insert(contentsOf: damage, at: xml.utf8.index(xml.startIndex, offsetBy: place))
            var batch = SampleBatch()
            let reader = HealthExportReader(Drip(Array(xml.utf8), size: 37), now: 1_800_000_000)
            let problem = try #require(throws: ImportProblem.self) {
                while !reader.isFinished { try reader.read(elements: 10, into: &batch) }
            }
            #expect(problem.code == "malformed")
            let offset = try #require(problem.byteOffset)
            #expect(
                Int64(place)...Int64(place + damage.utf8.count) ~= offset, "\(damage) at \(offset), expected \(place)")
            #expect(batch.count == 2)
        }
    }

    @Test("ING-7 A file that ends in the middle is truncated, wherever it is cut")
    func truncated() throws {
        let xml = Array(document(Self.record).utf8)
        let root = try #require(String(decoding: xml, as: UTF8.self).range(of: "<HealthData")).lowerBound.utf16Offset(
            in: String(decoding: xml, as: UTF8.self))
        for end in stride(from: root + 13, to: xml.count - 1, by: 7) {
            #expect(problem(in: Array(xml[..<end]))?.code == "truncated", "cut at \(end)")
        }
        #expect(problem(in: Array(xml[..<(root + 4)]))?.code == "notAHealthExport")
    }

    @Test("ING-7 Elements and prologs without an end are refused instead of held in memory")
    func bounded() {
        let endless = document(
            "<Record type=\"\(String(repeating: "x", count: XMLScanner.maximumElementBytes * 2))\"/>")
        #expect(problem(in: endless)?.code == "tooLarge")
        #expect(
            problem(in: "<?xml?>" + String(repeating: " ", count: XMLScanner.maximumPrologBytes * 2) + "<HealthData/>")?
                .code
                == "notAHealthExport")
        #expect(problem(in: document(String(repeating: "<a>", count: 200)))?.code == "malformed")
    }

    @Test("ING-7 100,000 mutated exports neither crash nor hang")
    func hostile() {
        let xml = Array(
            document(
                Self.record
                    + #"<Record type="HKCategoryTypeIdentifierSleepAnalysis" value="1"><MetadataEntry key="HKTimeZone" value="UTC"/></Record>"#
            )
            .utf8)
        var random = SplitMix(seed: 5)
        for _ in 0..<100_000 {
            let bytes = random.mutated(xml, marks: "<>&\"'/=!")
            var batch = SampleBatch()
            let reader = HealthExportReader(Drip(bytes, size: 97), now: 1_800_000_000, capacity: 4096)
            do { while !reader.isFinished { try reader.read(elements: 100, into: &batch) } } catch {
                #expect(error is ImportProblem)
            }
            #expect(batch.count <= 2)
        }
    }

    @Test("ING-1 Dates are the same as the calendar's, in every offset")
    func dates() {
        var memory = Timestamp.Memory()
        func parse(_ text: String) -> Int64? {
            Array(text.utf8).withUnsafeBufferPointer { Timestamp.parse($0, &memory)?.instant }
        }
        #expect(parse("1970-01-01 00:00:00 +0000") == 0)
        #expect(parse("2024-02-29 12:34:56 +0530") == 1_709_190_296)
        #expect(parse("2000-12-31 23:59:59 -0330") == 978_319_799)
        #expect(parse("1969-12-31 23:00:00 -0100") == 0)
        for wrong in [
            "2023-02-29 00:00:00 +0000", "2024-1-01 00:00:00 +0000", "2024-01-01T00:00:00 +0000",
            "2024-01-01 24:00:00 +0000", "2024-01-01 00:00:00 Z", "",
        ] {
            #expect(parse(wrong) == nil)
        }
    }

    @Test("COM-2 Numbers are read to the last bit")
    func numbers() {
        var random = SplitMix(seed: 9)
        func parse(_ text: String) -> Double? { Array(text.utf8).withUnsafeBufferPointer(DecimalText.parse) }
        for _ in 0..<20_000 {
            let value = Double.random(in: -1e6...1e6, using: &random) * (Bool.random(using: &random) ? 1e-7 : 1)
            #expect(parse("\(value)") == value)
            let short = (value * 100).rounded() / 100
            #expect(parse("\(short)") == short)
        }
        for wrong in ["", "-", ".", "1,5", "nan", "inf", "1e999", "0x10", "12a", "--1"] {
            #expect(parse(wrong) == nil, "\(wrong)")
        }
    }
}
