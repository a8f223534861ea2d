import Foundation
import Messages
import Storage

/// One person's chat requests in a transaction: each is answered once, however often it is sent (the bus never repeats a chat, but an HTTP client does).
struct ChatRows {
    enum Claim {
        /// Nobody has answered it.
        case first
        case answered(ChatReply)
        /// Somebody is answering it since then.
        case underway(since: Milliseconds)
    }

    /// How long a reply answers retries.
    static let lifetime: Milliseconds = 24 * 3_600_000

    let user: UserID
    let transaction: Transaction

    func reply(to id: RequestID) throws -> ChatReply? {
        try transaction.value(Data.self, "SELECT reply FROM chats WHERE user = ? AND id = ? AND reply IS NOT NULL", [user, id]).map { try open($0, id) }
    }

    func claim(_ id: RequestID, at now: Milliseconds) throws -> Claim {
        try transaction.check(user)
        // A little at a time, so that no message pays for a day of others.
        try transaction.execute(
            "DELETE FROM chats WHERE rowid IN (SELECT rowid FROM chats WHERE user = ? AND at <= ? LIMIT 64)", [user, now - Self.lifetime])
        guard let row = try transaction.row("SELECT at, reply FROM chats WHERE user = ? AND id = ?", [user, id]) else {
            try transaction.execute("INSERT INTO chats (user, id, at) VALUES (?, ?, ?)", [user, id, now])
            return .first
        }
        return try (row["reply"] as Data?).map { .answered(try open($0, id)) } ?? .underway(since: row["at"])
    }

    /// Keeps a reply.
    /// - Returns: the one that counts, the first.
    func keep(_ reply: ChatReply, to id: RequestID, at now: Milliseconds) throws -> ChatReply {
        if let first = try self.reply(to: id) { return first }
        try transaction.execute(
            "INSERT INTO chats (user, id, at, reply) VALUES (?, ?, ?, ?) ON CONFLICT (user, id) DO UPDATE SET reply = excluded.reply",
            [user, id, now, try transaction.seal(reply, user: user, table: "chats", row: "\(id)")])
        return reply
    }

    /// Gives a claim back that came to nothing.
    func release(_ id: RequestID) throws { try transaction.execute("DELETE FROM chats WHERE user = ? AND id = ? AND reply IS NULL", [user, id]) }

    private func open(_ sealed: Data, _ id: RequestID) throws -> ChatReply {
        try transaction.open(ChatReply.self, sealed, user: user, table: "chats", row: "\(id)")
    }
}
