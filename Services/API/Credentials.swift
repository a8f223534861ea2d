import Crypto
import Foundation
import GRDB
import Messages
import Storage

/// What an account's people carry: browser sessions and device tokens, the rows of `tokens`. Only a secret's digest is kept.
struct Credentials: Sendable {
    let store: Store
    /// Milliseconds since 1970.
    let now: @Sendable () -> Milliseconds

    static let sessionLifetime: Milliseconds = 30 * 86_400_000

    struct Token: Sendable {
        enum Kind: String { case session, device }
        let id: EntityID
        let user: UserID
        let kind: Kind
        let label: String
        let created: Milliseconds
        let expires: Milliseconds?
    }

    /// A new random token; the secret is shown once and only its digest kept.
    func issue(_ kind: Token.Kind, to user: UserID, label: String) async throws -> (id: EntityID, secret: String) {
        guard (1...64).contains(label.count) else { throw BusError(.invalid, "A label has 1 to 64 characters.") }
        let secret = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.map { String(format: "%02x", $0) }.joined()
        let id = EntityID.random()
        let created = now()
        try await store.write { transaction in
            guard try !transaction.isErased(user) else { throw BusError(.erased, "This account has been erased.") }
            try transaction.db.execute(sql: "DELETE FROM tokens WHERE expires < ?", arguments: [created])
            try transaction.db.execute(
                sql: "INSERT INTO tokens (digest, id, user, kind, label, created, expires) VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [Self.digest(secret), id, user, kind.rawValue, label, created, kind == .session ? created + Self.sessionLifetime : nil])
        }
        return (id, secret)
    }

    /// Whose token this is; nil where unknown or expired.
    func authenticate(_ secret: String) async throws -> (user: UserID, kind: Token.Kind)? {
        let moment = now()
        return try await store.read { transaction in
            try Row.fetchOne(
                transaction.db, sql: "SELECT user, kind FROM tokens WHERE digest = ? AND (expires IS NULL OR expires > ?)",
                arguments: [Self.digest(secret), moment]
            ).flatMap { row in Token.Kind(rawValue: row["kind"]).map { (row["user"], $0) } }
        }
    }

    func tokens(of user: UserID, kind: Token.Kind) async throws -> [Token] {
        try await store.read { transaction in
            try Row.fetchAll(
                transaction.db, sql: "SELECT id, label, created, expires FROM tokens WHERE user = ? AND kind = ? ORDER BY created",
                arguments: [user, kind.rawValue]
            ).map { Token(id: $0["id"], user: user, kind: kind, label: $0["label"], created: $0["created"], expires: $0["expires"]) }
        }
    }

    func revoke(_ id: EntityID, of user: UserID) async throws {
        try await store.write { try $0.db.execute(sql: "DELETE FROM tokens WHERE id = ? AND user = ?", arguments: [id, user]) }
    }

    func revoke(secret: String) async throws {
        try await store.write { try $0.db.execute(sql: "DELETE FROM tokens WHERE digest = ?", arguments: [Self.digest(secret)]) }
    }

    private static func digest(_ secret: String) -> Data { Data(SHA256.hash(data: Data(secret.utf8))) }
}
