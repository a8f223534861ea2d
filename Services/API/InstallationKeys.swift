import Crypto
import Foundation
import Messages
import Storage
import Synchronization

/// Random keys of this installation, 32 bytes each, made on first use and shared by every replica of the API.
///
/// They are not derived from the master key, because they must outlive its rotation: a derived pepper would make every password wrong. Instead each is sealed with
/// the data key of `owner`, an identifier that no account has. That data key is wrapped by the master key like any other and wrapped anew with the others.
final class InstallationKeys: Sendable {
    enum Name: String, Sendable {
        /// Turns the stored nonce into the set-up code.
        case setUp = "set-up"
        /// Mixed into every stored password; the number is kept beside each hash.
        case pepper = "pepper/1"
        /// Hides which names and addresses sign-ins were tried with.
        case throttle
    }

    static let owner = UserID(high: 0, low: 0)

    private let store: Store
    /// A key never changes once it is made.
    private let known = Mutex<[Name: SymmetricKey]>([:])

    init(store: Store) { self.store = store }

    func callAsFunction(_ name: Name) async throws -> SymmetricKey {
        if let key = known.withLock({ $0[name] }) { return key }
        let bytes = try await store.write { transaction -> Data in
            if let sealed = try transaction.value(Data.self, "SELECT sealed FROM installation_keys WHERE name = ?", [name.rawValue]) {
                return try transaction.openBytes(sealed, user: Self.owner, table: "installation_keys", row: name.rawValue)
            }
            let fresh = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
            let sealed = try transaction.sealBytes(fresh, user: Self.owner, table: "installation_keys", row: name.rawValue)
            try transaction.execute("INSERT INTO installation_keys (name, sealed) VALUES (?, ?)", [name.rawValue, sealed])
            return fresh
        }
        let key = SymmetricKey(data: bytes)
        known.withLock { $0[name] = key }
        return key
    }
}

/// Compares secrets without telling by the time it takes where they differ: both are put through HMAC under a fresh key.
func isSame(_ one: some DataProtocol, _ other: some DataProtocol) -> Bool {
    let key = SymmetricKey(size: .bits256)
    return HMAC<SHA256>.isValidAuthenticationCode(HMAC<SHA256>.authenticationCode(for: one, using: key), authenticating: other, using: key)
}
