import Crypto
import Foundation
import Messages
import Storage

/// The code that authorises the first account. It is the fragment (after `#`) of the set-up link.
///
/// While there is no account, the database holds a random nonce; the code is its HMAC under a key of this installation.
/// All replicas therefore derive the same code, and a copy of the database without the master key does not reveal it.
/// Creating an account deletes the nonce in the same transaction, and erasing the last account creates a new one, so a
/// code works only once.
struct SetUpCode: Sendable {
    let store: Store
    let keys: InstallationKeys

    /// 160 bits, 32 characters in Base32.
    static let byteCount = 20
    static let needed =
        "Open the link that Pulsum printed when it started, or run “pulsum setup-link”: the first account needs its code."

    /// The valid code; nil if an account exists.
    func current() async throws -> String? {
        let stored = try await store.read { transaction in
            (nonce: try Self.nonce(transaction), isEmpty: try Self.isEmpty(transaction))
        }
        var nonce = stored.nonce
        // A change is needed only at the first start or for a database older than set-up codes.
        if stored.isEmpty == (stored.nonce == nil) {
            nonce = try await store.write { transaction in
                if try Self.isEmpty(transaction) { try Self.prepare(transaction) } else { try Self.use(transaction) }
                return try Self.nonce(transaction)
            }
        }
        guard let nonce else { return nil }
        return Self.code(nonce, try await keys(.setUp))
    }

    /// True if this code may create the first account in the transaction's state.
    static func isValid(_ code: String, key: SymmetricKey, _ transaction: Transaction) throws -> Bool {
        guard try isEmpty(transaction), let nonce = try nonce(transaction) else { return false }
        return isSame(
            Data(code.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().utf8),
            Data(Self.code(nonce, key).utf8))
    }

    /// Runs in the transaction that creates an account: invalidates the code.
    static func use(_ transaction: Transaction) throws { try transaction.execute("DELETE FROM set_up") }

    /// Runs in the transaction that erases `user`: creates a new nonce if no other account is left.
    static func prepare(without user: UserID? = nil, _ transaction: Transaction) throws {
        guard try isEmpty(without: user, transaction) else { return }
        let nonce = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        try transaction.execute("INSERT INTO set_up (one, nonce) VALUES (1, ?) ON CONFLICT DO NOTHING", [nonce])
    }

    private static func isEmpty(without user: UserID? = nil, _ transaction: Transaction) throws -> Bool {
        try transaction.value(Int.self, "SELECT count(*) FROM accounts WHERE user IS NOT ?", [user]) == 0
    }

    private static func nonce(_ transaction: Transaction) throws -> Data? {
        try transaction.value(Data.self, "SELECT nonce FROM set_up")
    }

    private static func code(_ nonce: Data, _ key: SymmetricKey) -> String {
        Base32.encode(HMAC<SHA256>.authenticationCode(for: nonce, using: key).prefix(byteCount)).lowercased()
    }
}
