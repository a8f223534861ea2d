import Foundation
import Messages

extension Store {
    /// How long the stored reply of a command answers its retries, in milliseconds.
    static let replyLifetime: Milliseconds = 24 * 60 * 60 * 1000

    /// Runs a command once per id: its sealed reply is stored for 24 hours in the transaction of its effect. A retry
    /// with the same id returns that reply without running `body`. If `body` throws, nothing is stored, so a retry runs
    /// it again.
    /// - Throws: `ServiceError(.erased)`; `ServiceError(.conflict)` if the id was used for a command with another type
    ///   of reply.
    @discardableResult
    public func command<R: Message>(
        _ id: RequestID, user: UserID, _ body: @escaping @Sendable (Transaction) throws -> R
    ) async throws -> R {
        try await write(for: user) { try $0.command(id, user: user, body) }
    }
}

extension Transaction {
    func command<R: Message>(_ id: RequestID, user: UserID, _ body: (Transaction) throws -> R) throws -> R {
        try check(user)
        let kind = "\(R.self)"
        let now = scope.dataKeys.now()
        // Deletes a few expired replies per command, so that no single command pays for a whole day. On PostgreSQL those
        // of this person: a search by time would conflict with every other command; `PostgresEngine` deletes the rest.
        if case .sqlite = session {
            try execute(
                "DELETE FROM storage_replies WHERE rowid IN (SELECT rowid FROM storage_replies WHERE at <= ? LIMIT 64)",
                [now - Store.replyLifetime])
        } else {
            try execute(
                "DELETE FROM storage_replies WHERE user = ? AND at <= ?", [user, now - Store.replyLifetime])
        }
        if let stored = try row("SELECT kind, sealed FROM storage_replies WHERE user = ? AND request = ?", [user, id]) {
            guard try [kind, dataKey(user).hide(kind, of: id)].contains(stored["kind"]) else {
                throw ServiceError(
                    .conflict, "This request id was used for another command; send the request under a new one.")
            }
            // The standbys may lack a commit whose answer was lost; its command is acknowledged here.
            session.requireDurable()
            return try open(R.self, stored["sealed"], user: user, table: "storage_replies", row: "\(id)")
        }
        let reply = try body(self)
        let sealed = try seal(reply, user: user, table: "storage_replies", row: "\(id)")
        try execute(
            "INSERT INTO storage_replies (user, request, kind, at, sealed) VALUES (?, ?, ?, ?, ?)",
            [user, id, try hidesContent() ? dataKey(user).hide(kind, of: id) : kind, now, sealed])
        return reply
    }
}
