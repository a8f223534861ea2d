import Foundation
import GoalsCore
import Messages
import Storage

/// A person's entries as a table, in pages that join to one file (GOL-5).
struct TableExport {
    /// Where a page begins: a kind of entry, or behind one of them.
    struct Place: Equatable {
        var kind: EntryKind
        var after: ListCursor?

        /// - Throws: `ServiceError(.invalid)` for a cursor that no page returned.
        init(_ cursor: String?, of kind: TableKind) throws {
            let kinds = TableExport.kinds(of: kind)
            guard let first = kinds.first else { throw Self.unknown }
            self.kind = first
            guard let cursor else { return }
            let parts = cursor.split(separator: "/")
            guard [1, 3].contains(parts.count), let number = Int32(parts[0]), let kind = EntryKind(rawValue: number),
                kinds.contains(kind)
            else { throw Self.unknown }
            self.kind = kind
            guard parts.count == 3 else { return }
            guard let place = Int64(parts[1]), let id = EntityID(parts[2]) else { throw Self.unknown }
            after = ListCursor(place: place, id: id)
        }

        private static let unknown = ServiceError(
            .invalid, "The cursor is not one that was given out; start without one.")
    }

    /// Entries of one read.
    private static let batch = 500
    /// Bytes after which a page ends.
    private static let enough = 1 << 20

    let user: UserID
    let kind: TableKind
    let transaction: Transaction

    static func kinds(of kind: TableKind) -> [EntryKind] {
        kind == .graph ? [.value, .measure, .goal, .term, .action] : Sheets.of(kind).map { [$0.kind] } ?? []
    }

    private static let sections: [EntryKind: String] = [
        .value: "values", .measure: "measures", .goal: "goals", .term: "terms", .action: "actions",
    ]

    func page(_ place: Place) throws -> ExportTable.Reply {
        let hidden = try HiddenAmounts(of: user, transaction)
        let entries = try entries(place).map { (entry: hidden.shown($0.entry), cursor: $0.cursor) }
        let (some, hasMore) = (entries.prefix(Self.batch), entries.count > Self.batch)
        return kind == .graph
            ? try json(place, some, hasMore)
            : try csv(place, some, hasMore, marksHidden: hidden.isActive && Sheets.hasAmounts(place.kind))
    }

    /// - Parameter marksHidden: adds `Sheets.hidden`.

    private func csv(
        _ place: Place, _ entries: ArraySlice<(entry: StoredEntry, cursor: ListCursor)>, _ hasMore: Bool,
        marksHidden: Bool
    ) throws -> ExportTable.Reply {
        guard let sheet = Sheets.of(kind) else { return ExportTable.Reply(bytes: []) }
        let context = try TableContextRows(user: user, transaction: transaction).context(
            of: EntityID(high: 0, low: 0))
        var writer = TableWriter()
        let columns = sheet.columns + (marksHidden ? [Sheets.hidden] : [])
        if place.after == nil { writer.append(columns.map(TableCell.plain)) } else { _ = writer.drain() }
        var last: ListCursor?
        for (entry, cursor) in entries where writer.bytes.count < Self.enough {
            let mark = marksHidden ? [TableCell.plain(entry.isIncomplete ? "1" : "")] : []
            writer.append(sheet.cells(entry, context) + mark)
            last = cursor
        }
        let isLast = !hasMore && last == entries.last?.cursor
        return ExportTable.Reply(
            bytes: writer.bytes, next: isLast ? nil : last.map { Self.cursor(place.kind, $0) })
    }

    private func json(
        _ place: Place, _ entries: ArraySlice<(entry: StoredEntry, cursor: ListCursor)>, _ hasMore: Bool
    ) throws -> ExportTable.Reply {
        let kinds = Self.kinds(of: kind)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes: [UInt8] = []
        if place.after == nil {
            bytes += Array("\(place.kind == kinds.first ? "{" : ",")\n\"\(Self.sections[place.kind] ?? "")\": [".utf8)
        }
        var last: ListCursor?
        for (entry, cursor) in entries where bytes.count < Self.enough {
            bytes += Array((place.after == nil && last == nil ? "\n" : ",\n").utf8)
            bytes += try encoder.encode(entry.message)
            last = cursor
        }
        guard !hasMore, last == entries.last?.cursor else {
            return ExportTable.Reply(bytes: bytes, next: last.map { Self.cursor(place.kind, $0) })
        }
        bytes += Array("\n]".utf8)
        let next = kinds.firstIndex(of: place.kind).flatMap { kinds.dropFirst($0 + 1).first }
        if next == nil { bytes += Array("\n}\n".utf8) }
        return ExportTable.Reply(bytes: bytes, next: next.map { "\($0.rawValue)" })
    }

    private static func cursor(_ kind: EntryKind, _ cursor: ListCursor) -> String {
        "\(kind.rawValue)/\(cursor.place)/\(cursor.id)"
    }

    private func entries(_ place: Place) throws -> [(entry: StoredEntry, cursor: ListCursor)] {
        let (limit, after) = (Self.batch + 1, place.after)
        func listed<T: Listed>(_ entries: [T], _ wrap: (T) -> StoredEntry) -> [(entry: StoredEntry, cursor: ListCursor)]
        {
            entries.map { (wrap($0), $0.cursor) }
        }
        switch place.kind {
        case .value:
            return listed(
                try ValueRows(user: user, transaction: transaction).page(nil, limit: limit, after: after),
                StoredEntry.value)
        case .measure:
            return listed(
                try MeasureRows(user: user, transaction: transaction).page(nil, limit: limit, after: after),
                StoredEntry.measure)
        case .goal:
            return listed(
                try GoalGraphRows(user: user, transaction: transaction).page(
                    GoalsQuery(user: user, after: after), limit: limit), StoredEntry.goal)
        case .term:
            return listed(
                try TermRows(user: user, transaction: transaction).page(
                    TermsQuery(user: user, after: after), limit: limit), StoredEntry.term)
        case .action:
            return listed(
                try ActionRows(user: user, transaction: transaction).page(
                    ActionsQuery(user: user, after: after), limit: limit), StoredEntry.action)
        }
    }
}
