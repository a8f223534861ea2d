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
    func user(of identity: Data) throws -> UserID? {
        try transaction.value(UserID.self, "SELECT user FROM identities WHERE identity = ?", [identity])
    }

    func isLinked(_ user: UserID) throws -> Bool {
        try transaction.row("SELECT 1 FROM identities WHERE user = ?", [user]) != nil
    }

    /// - Returns: false if the identity or the account is linked already.
    func link(_ identity: Data, to user: UserID, at created: Milliseconds) throws -> Bool {
        try transaction.execute(
            "INSERT INTO identities (identity, user, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [identity, user, created]) == 1
    }

    /// Suspends the device tokens of a linked account, or ends their suspension. An account without a link has none.
    func setSuspended(_ isSuspended: Bool, _ user: UserID) throws {
        try transaction.execute("UPDATE identities SET suspended = ? WHERE user = ?", [isSuspended ? 1 : 0, user])
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
