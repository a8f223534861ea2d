import Foundation
import Messages
import Storage

/// Adds a person's weekly reviews to the service's export, behind its other files (OWN-2).
struct ReviewExport: Sendable {
    /// Reviews of one page: at most 1.2 MB of text.
    static let batch = 100
    private static let name = "reviews"

    let store: Store
    /// The pages before.
    let others: @Sendable (UserID, String?) async throws -> ExportUser.Reply

    func page(_ user: UserID, _ cursor: String?) async throws -> ExportUser.Reply {
        guard let cursor, cursor.hasPrefix(Self.name) else {
            var reply = try await others(user, cursor)
            reply.next = reply.next ?? Self.name
            return reply
        }
        let parts = cursor.split(separator: "/", omittingEmptySubsequences: false)
        let after = parts.count == 2 ? Day(parts[1]) : nil
        guard parts[0] == Self.name, parts.count == 1 || after != nil else {
            throw ServiceError(.invalid, "The export's cursor is not one that was given out; start without one.")
        }
        let entries = try await store.read {
            try ReviewRows(user: user, transaction: $0).page(after: after, limit: Self.batch + 1)
        }
        let page = entries.prefix(Self.batch)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var content = Array((after == nil ? "[" : "").utf8)
        for (index, entry) in page.enumerated() {
            content += Array((after == nil && index == 0 ? "\n" : ",\n").utf8)
            content += try encoder.encode(entry)
        }
        let isLast = entries.count <= Self.batch
        if isLast { content += Array("\n]\n".utf8) }
        return ExportUser.Reply(
            files: [ExportFile(name: "goals/\(Self.name).json", content: content)],
            next: isLast ? nil : page.last.map { "\(Self.name)/\($0.week)" })
    }
}
