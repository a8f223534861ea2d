import Foundation
import Messages
import Storage

/// One person's chat requests in a transaction. Each is answered once: the bus never repeats a chat, but an HTTP client
/// may.
struct ChatRows {
    enum Claim {
        /// No reply and no claim exists yet.
        case first
        /// The stored reply.
        case answered(ChatReply)
        /// Another caller claimed the request at `since`.
        case underway(since: Milliseconds)
    }

    /// How long a stored reply serves retries, in milliseconds.
    static let lifetime: Milliseconds = 24 * 3_600_000

    /// Least length of a sealed reply, bytes: a crisis card is longer than other replies.
    private static let minimumBytes = 4_096

    let user: UserID
    let transaction: Transaction

    func reply(to id: RequestID) throws -> ChatReply? {
        try transaction.value(
            Data.self, "SELECT reply FROM chats WHERE user = ? AND id = ? AND reply IS NOT NULL", [user, id]
        ).map { try open($0, id) }
    }

    func claim(_ id: RequestID, at now: Milliseconds) throws -> Claim {
        try transaction.check(user)
        // Deletes at most 64 expired rows, so that no single message pays for a whole day's.
        try transaction.execute(
            """
            DELETE FROM chats WHERE user = ?1 AND id IN (
                SELECT id FROM chats WHERE user = ?1 AND at <= ?2 LIMIT 64)
            """, [user, now - Self.lifetime])
        guard let row = try transaction.row("SELECT at, reply FROM chats WHERE user = ? AND id = ?", [user, id]) else {
            try transaction.execute("INSERT INTO chats (user, id, at) VALUES (?, ?, ?)", [user, id, now])
            return .first
        }
        return try (row["reply"] as Data?).map { .answered(try open($0, id)) } ?? .underway(since: row["at"])
    }

    /// Stores a reply unless one exists.
    /// - Returns: the first stored reply.
    func keep(_ reply: ChatReply, to id: RequestID, at now: Milliseconds) throws -> ChatReply {
        if let first = try self.reply(to: id) { return first }
        try transaction.execute(
            "INSERT INTO chats (user, id, at, reply) VALUES (?, ?, ?, ?) ON CONFLICT (user, id) DO UPDATE SET reply = excluded.reply",
            [
                user, id, now,
                try transaction.seal(reply, user: user, table: "chats", row: "\(id)", minimum: Self.minimumBytes),
            ])
        return reply
    }

    /// Releases a claim without a reply.
    func release(_ id: RequestID) throws {
        try transaction.execute("DELETE FROM chats WHERE user = ? AND id = ? AND reply IS NULL", [user, id])
    }

    private func open(_ sealed: Data, _ id: RequestID) throws -> ChatReply {
        try transaction.open(ChatReply.self, sealed, user: user, table: "chats", row: "\(id)")
    }
}
