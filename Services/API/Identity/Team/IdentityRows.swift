import Crypto
import Foundation
import Messages
import OpenID
import Storage

/// The links between identities of the provider and accounts, in a transaction. An identity is an issuer and its
/// subject, never an e-mail address or a name; it is stored as a MAC under a key of this installation.
struct IdentityRows {
    let transaction: Transaction

    /// The stored form of an identity.
    static func key(_ identity: Provider.Identity, _ key: SymmetricKey) -> Data {
        // Neither holds a NUL.
        Data(
            HMAC<SHA256>.authenticationCode(
                for: Data("\(identity.issuer)\0\(identity.subject)".utf8), using: key))
    }

    /// The linked account; nil if there is none.
    /// - Throws: `ServiceError(.refused)` for a link whose proof fails: to take it for none would make a new account.
    func user(of identity: Data) throws -> UserID? {
        guard let row = try transaction.row("SELECT * FROM identities WHERE identity = ?", [identity]) else {
            return nil
        }
        guard try transaction.isAuthentic(row, in: .identities, ["identity": identity]) else {
            throw ServiceError(
                .refused, "The link of this account was changed outside Pulsum: ask who runs it to restore a backup.")
        }
        return try row["user"]
    }

    func isLinked(_ user: UserID) throws -> Bool {
        try transaction.rows("SELECT * FROM identities WHERE user = ?", [user]).contains { try isAuthentic($0, user) }
    }

    private func isAuthentic(_ row: Row, _ user: UserID) throws -> Bool {
        try transaction.isAuthentic(row, in: .identities, ["user": user])
    }

    /// - Returns: false if the identity or the account is linked already.
    func link(_ identity: Data, to user: UserID, at created: Milliseconds) throws -> Bool {
        // A row without a valid proof is in the way.
        if try !isLinked(user) { try unlink(user) }
        return try transaction.insert(
            ["identity": identity, "user": user, "created": created, "suspended": 0], into: .identities,
            "ON CONFLICT DO NOTHING") == 1
    }

    /// Suspends the device tokens of a linked account, or ends their suspension. An account without a link has none.
    func setSuspended(_ isSuspended: Bool, _ user: UserID) throws {
        try transaction.update(
            .identities, ["suspended": isSuspended ? 1 : 0], of: ["user": user], where: "user = ?", [user])
    }

    /// Whether the device tokens of a linked account are suspended. A link whose proof fails counts as absent; an account
    /// without a password must have one, so there a suspension was changed, not planted: it stays.
    func isSuspended(_ user: UserID) throws -> Bool {
        try transaction.rows("SELECT * FROM identities WHERE user = ?", [user]).contains { row in
            guard try isAuthentic(row, user) else {
                return try AccountRows(transaction: transaction).password(of: user) == nil
            }
            return try transaction.readOne(of: user, in: "identities") { try row["suspended"] } ?? false
        }
    }

    func unlink(_ user: UserID) throws {
        try transaction.execute("DELETE FROM identities WHERE user = ?", [user])
    }
}

/// The states that came back from the provider, in a transaction: each counts once.
struct OpenIDStateRows {
    let transaction: Transaction

    /// - Parameter until: when it is too old to count, ms since 1970.
    /// - Returns: false if it came back before.
    func use(_ state: String, until: Milliseconds, now: Milliseconds) throws -> Bool {
        try transaction.execute("DELETE FROM openid_states WHERE until < ?", [now])
        return try transaction.execute(
            "INSERT INTO openid_states (state, until) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [Data(SHA256.hash(data: Data(state.utf8))), until]) == 1
    }
}
