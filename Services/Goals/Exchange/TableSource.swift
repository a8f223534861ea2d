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

    /// Passes on pages of rows.
    /// - Parameter take: returns false to stop.
    func read(page: Int, _ take: ([SourceRow]) async throws -> Bool) async throws {
        var (rows, reader, entries, position): ([SourceRow], TableReader, JSONEntries, Int64) = (
            [], TableReader(limit: JSONEntries.longest), JSONEntries(known: Set(Self.sections.keys)), 0
        )
        func pass(_ isLast: Bool) async throws -> Bool {
            var start = 0
            while rows.count - start >= page || isLast && start < rows.count {
                let end = min(rows.count, start + page)
                guard try await take(Array(rows[start..<end])) else { return false }
                start = end
            }
            rows.removeFirst(start)
            return true
        }
        while let part = try await part(from: position) {
            position = part.end
            if kind == .graph {
                do {
                    try entries.read(part.bytes) { rows.append(Self.row($0)) }
                } catch is JSONEntries.Malformed {
                    rows.append(SourceRow(line: Int64(max(1, entries.number)), content: .unreadable))
                    _ = try await pass(true)
                    return
                }
            } else {
                reader.read(part.bytes) { rows.append(Self.row($0)) }
            }
            guard try await pass(false) else { return }
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
        var (reader, position, cells): (TableReader, Int64, [String]) = (TableReader(limit: JSONEntries.longest), 0, [])
        var numbers: [Int] = []
        func note(_ record: TableReader.Record) {
            for place in numbers where place < record.fields.count {
                let cell = record.fields[place]
                if cell.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }) {
                    cells.append(cell)
                }
            }
        }
        while let part = try await part(from: position) {
            position = part.end
            var records: [TableReader.Record] = []
            reader.read(part.bytes) { records.append($0) }
            if numbers.isEmpty { numbers = sheet.numbers.compactMap(reader.place) }
            for record in records { note(record) }
        }
        var last: [TableReader.Record] = []
        reader.finish { last.append($0) }
        if numbers.isEmpty { numbers = sheet.numbers.compactMap(reader.place) }
        for record in last { note(record) }
        header.mark = DecimalMark.recognised(in: cells, reader.delimiter ?? .comma) ?? .point
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
