import Foundation
import GoalsCore
import Messages
import Storage

/// One row of a table before it is checked.
struct SourceRow: Sendable {
    enum Content: Sendable {
        /// Cells of a CSV row.
        case cells([String])
        /// An entry of a JSON document.
        case json(EntryKind, [UInt8])
        /// A row that cannot be read.
        case unreadable
        /// In place of all rows: a JSON document with none of the lists that an export has.
        case noLists
    }

    /// Number of its line, or of its entry in its array; from 1.
    var line: Int64
    var content: Content

    /// Bytes of the content.
    var size: Int {
        switch content {
        case .cells(let cells): cells.reduce(0) { $0 + $1.utf8.count + 16 }
        case .json(_, let bytes): bytes.count
        case .unreadable, .noLists: 0
        }
    }
}

/// Reads an uploaded table row by row, in the memory of one part.
struct TableSource: Sendable {
    let store: Store
    let user: UserID
    let table: EntityID
    let kind: TableKind

    /// The columns of a table and its decimal mark.
    struct Header: Sendable {
        var places: [String: Int] = [:]
        var mark = DecimalMark.point
        var unknown: [String] = []
        /// Columns that the table lacks or has twice.
        var errors: [FieldError] = []
    }

    /// Bytes of a page, at most, unless its only row has more.
    private static let maximumPageBytes = 1 << 20
    /// Bytes that are split into rows together: many short rows take up to a hundred times their bytes.
    private static let sliceBytes = 1 << 14

    /// Passes on pages of rows: at most `page` rows, and of long ones fewer.
    /// - Parameter take: returns false to stop.
    func read(page: Int, _ take: ([SourceRow]) async throws -> Bool) async throws {
        var (rows, reader, entries, position): ([SourceRow], TableReader, JSONEntries, Int64) = (
            [], TableReader(limit: JSONEntries.maximumBytes), JSONEntries(known: Set(Self.sections.keys)), 0
        )
        func pass(_ isLast: Bool) async throws -> Bool {
            var (start, end, bytes) = (0, 0, 0)
            while end < rows.count {
                let size = rows[end].size
                if end > start, end - start == page || bytes + size > Self.maximumPageBytes {
                    guard try await take(Array(rows[start..<end])) else { return false }
                    (start, bytes) = (end, 0)
                }
                (end, bytes) = (end + 1, bytes + size)
            }
            if start < rows.count, isLast || rows.count - start == page || bytes >= Self.maximumPageBytes {
                guard try await take(Array(rows[start...])) else { return false }
                start = rows.count
            }
            rows.removeFirst(start)
            return true
        }
        while let part = try await part(from: position) {
            position = part.end
            for start in stride(from: 0, to: part.bytes.count, by: Self.sliceBytes) {
                let slice = part.bytes[start..<min(part.bytes.count, start + Self.sliceBytes)]
                if kind == .graph {
                    do {
                        try entries.read(slice) { rows.append(Self.row($0)) }
                    } catch is JSONEntries.Malformed {
                        rows.append(SourceRow(line: Int64(max(1, entries.number)), content: .unreadable))
                        _ = try await pass(true)
                        return
                    }
                } else {
                    reader.read(slice) { rows.append(Self.row($0)) }
                }
                guard try await pass(false) else { return }
            }
        }
        if kind == .graph {
            if (try? entries.finish()) == nil {
                rows.append(SourceRow(line: Int64(max(1, entries.number)), content: .unreadable))
            } else if !entries.hasKnown {
                rows.append(SourceRow(line: 1, content: .noLists))
            }
        } else {
            reader.finish { rows.append(Self.row($0)) }
        }
        _ = try await pass(true)
    }

    private static func row(_ record: TableReader.Record) -> SourceRow {
        SourceRow(
            line: Int64(record.line), content: record.fault == nil ? .cells(record.fields) : .unreadable)
    }

    private static let sections: [String: EntryKind] = [
        "values": .value, "measures": .measure, "goals": .goal, "terms": .term, "actions": .action,
    ]

    private static func row(_ entry: JSONEntries.Entry) -> SourceRow {
        guard let kind = sections[entry.section], let bytes = entry.bytes else {
            return SourceRow(line: Int64(entry.number), content: .unreadable)
        }
        return SourceRow(line: Int64(entry.number), content: .json(kind, bytes))
    }

    private func part(from position: Int64) async throws -> (bytes: [UInt8], end: Int64)? {
        let (user, table) = (user, table)
        return try await store.read {
            try TableRows(user: user, transaction: $0).part(of: table, from: position)
        }
    }

    /// Reads the header and the decimal mark, which the numbers of the whole table show.
    func header() async throws -> Header {
        guard let sheet = Sheets.of(kind) else { return Header() }
        var header = Header()
        var (reader, position, seen) = (TableReader(limit: JSONEntries.maximumBytes), Int64(0), DecimalMark.Seen())
        var numbers: [Int] = []
        func note(_ record: TableReader.Record) {
            for place in numbers where place < record.fields.count {
                let cell = record.fields[place]
                if cell.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }) { seen.note(cell) }
            }
        }
        while let part = try await part(from: position) {
            try Task.checkCancellation()
            position = part.end
            for start in stride(from: 0, to: part.bytes.count, by: Self.sliceBytes) {
                var records: [TableReader.Record] = []
                reader.read(part.bytes[start..<min(part.bytes.count, start + Self.sliceBytes)]) { records.append($0) }
                if numbers.isEmpty { numbers = sheet.numbers.compactMap(reader.place) }
                for record in records { note(record) }
            }
        }
        var last: [TableReader.Record] = []
        reader.finish { last.append($0) }
        if numbers.isEmpty { numbers = sheet.numbers.compactMap(reader.place) }
        for record in last { note(record) }
        header.mark = seen.mark(reader.delimiter ?? .comma) ?? .point
        let columns = sheet.columns + (Sheets.hasAmounts(sheet.kind) ? [Sheets.hidden] : [])
        for column in columns {
            if let place = reader.place(of: column) {
                header.places[column] = place
            } else if reader.columns.contains(column) {
                header.errors.append(FieldError(field: column, code: .columnNeeded))
            }
        }
        if header.places.isEmpty, header.errors.isEmpty {
            header.errors.append(FieldError(field: sheet.columns[1], code: .columnNeeded))
        }
        header.unknown = Array(reader.columns.filter { !$0.isEmpty && !columns.contains($0) }.prefix(100))
        return header
    }
}
