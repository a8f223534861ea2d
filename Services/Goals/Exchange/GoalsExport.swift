import Foundation
import Messages
import Storage

/// Everything that the service keeps of a person, as JSON files in pages of about 1 MiB (OWN-2).
struct GoalsExport: Sendable {
    /// The files, in their order.
    enum File: String, CaseIterable {
        case values, measures, terms, goals, actions
        case healthRules = "health-rules"
        case healthRecords = "health-records"
        case dismissedProposals = "dismissed-proposals"
    }

    /// Where a page begins: `goals`, or `goals/<place>/<id>` behind an entry.
    struct Place: Equatable {
        var file = File.values
        var after: ListCursor?

        /// - Throws: `ServiceError(.invalid)` for a cursor that no page returned.
        init(_ cursor: String?) throws {
            guard let cursor else { return }
            let parts = cursor.split(separator: "/")
            guard let file = parts.first.flatMap({ File(rawValue: String($0)) }), [1, 3].contains(parts.count) else {
                throw Self.unknown
            }
            self.file = file
            guard parts.count == 3 else { return }
            guard let place = Int64(parts[1]), let id = EntityID(parts[2]) else { throw Self.unknown }
            after = ListCursor(place: place, id: id)
        }

        private static let unknown = ServiceError(
            .invalid, "The export's cursor is not one that was given out; start without one.")
    }

    /// Entries of one read.
    static let batch = 200
    /// Bytes after which a page ends.
    static let enough = 1 << 20

    let store: Store

    func page(_ user: UserID, _ cursor: String?) async throws -> ExportUser.Reply {
        let place = try Place(cursor)
        let entries = try await store.read { try Self.entries(place, user, $0) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var content = Array((place.after == nil ? "[" : "").utf8)
        var written = 0
        for entry in entries.prefix(Self.batch) where written == 0 || content.count < Self.enough {
            content += Array((place.after == nil && written == 0 ? "\n" : ",\n").utf8)
            content += try encoder.encode(entry)
            written += 1
        }
        let isLast = written == entries.count
        if isLast { content += Array("\n]\n".utf8) }
        let next: String?
        if isLast {
            let files = File.allCases
            next = files.firstIndex(of: place.file).flatMap { files.dropFirst($0 + 1).first?.rawValue }
        } else {
            let last = entries[written - 1].cursor
            next = "\(place.file.rawValue)/\(last.place)/\(last.id)"
        }
        return ExportUser.Reply(
            files: [ExportFile(name: "goals/\(place.file.rawValue).json", content: content)], next: next)
    }

    private static func entries(_ place: Place, _ user: UserID, _ transaction: Transaction) throws -> [any Listed] {
        let limit = batch + 1
        switch place.file {
        case .values:
            return try ValueRows(user: user, transaction: transaction).page(nil, limit: limit, after: place.after)
        case .measures:
            return try MeasureRows(user: user, transaction: transaction).page(nil, limit: limit, after: place.after)
        case .terms:
            return try TermRows(user: user, transaction: transaction).page(
                TermsQuery(user: user, after: place.after), limit: limit)
        case .goals:
            return try GoalGraphRows(user: user, transaction: transaction).page(
                GoalsQuery(user: user, after: place.after), limit: limit)
        case .actions:
            return try ActionRows(user: user, transaction: transaction).page(
                ActionsQuery(user: user, after: place.after), limit: limit)
        case .healthRules:
            return place.after == nil ? try HealthRuleRows(user: user, transaction: transaction).list() : []
        case .healthRecords:
            return try StagedRows(user: user, transaction: transaction).all(after: place.after, limit: limit)
        case .dismissedProposals:
            return try DismissedRows(user: user, transaction: transaction).page(after: place.after, limit: limit)
        }
    }
}
