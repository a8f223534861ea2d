import Crypto
import Foundation
import Storage
import Synchronization

/// Random keys of this installation, made on first use and shared by every replica of the API. They are secrets of the store and not derived from the master key:
/// a derived pepper would make every password wrong once that key is replaced.
final class InstallationKeys: Sendable {
    enum Name: String, Sendable {
        /// Turns the stored nonce into the set-up code.
        case setUp = "set-up"
        /// Mixed into every stored password; the number is kept beside each hash.
        case pepper = "pepper/1"
        /// Hides which names and addresses sign-ins were tried with.
        case throttle
    }

    private let store: Store
    /// A key never changes once it is made.
    private let known = Mutex<[Name: SymmetricKey]>([:])

    init(store: Store) { self.store = store }

    func callAsFunction(_ name: Name) async throws -> SymmetricKey {
        if let key = known.withLock({ $0[name] }) { return key }
        let key = try await store.secret(name.rawValue)
        known.withLock { $0[name] = key }
        return key
    }
}

/// Compares secrets without telling by the time it takes where they differ: both are put through HMAC under a fresh key.
func isSame(_ one: some DataProtocol, _ other: some DataProtocol) -> Bool {
    let key = SymmetricKey(size: .bits256)
    return HMAC<SHA256>.isValidAuthenticationCode(HMAC<SHA256>.authenticationCode(for: one, using: key), authenticating: other, using: key)
}
