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
            (
                nonce: try SetUpRows(transaction: transaction).nonce(),
                isEmpty: try AccountRows(transaction: transaction).isEmpty()
            )
        }
        var nonce = stored.nonce
        // A change is needed only at the first start or for a database older than set-up codes.
        if stored.isEmpty == (stored.nonce == nil) {
            nonce = try await store.write { transaction in
                let rows = SetUpRows(transaction: transaction)
                if try AccountRows(transaction: transaction).isEmpty() { try rows.prepare() } else { try rows.use() }
                return try rows.nonce()
            }
        }
        guard let nonce else { return nil }
        return Self.code(nonce, try await keys(.setUp))
    }

    /// True if this code may create the first account. Call while there is no account.
    /// - Parameter nonce: the stored one.
    static func isValid(_ code: String, key: SymmetricKey, _ nonce: Data?) -> Bool {
        guard let nonce else { return false }
        return isSame(
            Data(code.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().utf8),
            Data(Self.code(nonce, key).utf8))
    }

    private static func code(_ nonce: Data, _ key: SymmetricKey) -> String {
        Base32.encode(HMAC<SHA256>.authenticationCode(for: nonce, using: key).prefix(byteCount)).lowercased()
    }
}
