import Foundation
import GRDB
import Messages

extension Store {
    /// How long the reply of a command answers its retries.
    static let replyLifetime: Milliseconds = 24 * 60 * 60 * 1000

    /// A command whose retries get the first answer: the reply is sealed and kept for 24 hours in the transaction of its effect; another call with the same
    /// id returns it without running `body`. A `body` that throws leaves nothing, so a retry runs it again.
    /// - Throws: `BusError(.erased)`; `BusError(.conflict)` where the id was used for a command with another kind of reply.
    @discardableResult
    public func command<R: Message>(_ id: RequestID, user: UserID, _ body: @escaping @Sendable (Transaction) throws -> R) async throws -> R {
        try await write { try $0.command(id, user: user, body) }
    }
}

extension Transaction {
    func command<R: Message>(_ id: RequestID, user: UserID, _ body: (Transaction) throws -> R) throws -> R {
        try check(user)
        let kind = "\(R.self)"
        let now = scope.vault.now()
        // A little at a time, so that no command pays for a day of others.
        try execute(
            "DELETE FROM storage_replies WHERE rowid IN (SELECT rowid FROM storage_replies WHERE at <= ? LIMIT 64)", [now - Store.replyLifetime])
        if let stored = try row("SELECT kind, sealed FROM storage_replies WHERE user = ? AND request = ?", [user, id]) {
            guard stored["kind"] == kind else { throw BusError(.conflict, "This request id was used for another command; send the request under a new one.") }
            return try open(R.self, stored["sealed"], user: user, table: "storage_replies", row: "\(id)")
        }
        let reply = try body(self)
        let sealed = try seal(reply, user: user, table: "storage_replies", row: "\(id)")
        try execute("INSERT INTO storage_replies (user, request, kind, at, sealed) VALUES (?, ?, ?, ?, ?)", [user, id, kind, now, sealed])
        return reply
    }
}
