import Crypto
import Foundation
import Storage
import Synchronization

/// Random keys of this installation, created on first use and shared by all replicas of the API. They are secrets in
/// the store and not derived from the master key: with a derived pepper, replacing the master key would invalidate
/// every password.
final class InstallationKeys: Sendable {
    enum Name: String, Sendable {
        /// Derives the set-up code from the stored nonce.
        case setUp = "set-up"
        /// Applied to every stored password; each hash stores the pepper's number.
        case pepper = "pepper/1"
        /// Hides the names and addresses of sign-in attempts.
        case throttle
        /// Hides the identities of the identity provider.
        case identity
        /// Seals the cookie of a sign-in that is on its way to the provider.
        case attempt = "openid-attempt"
    }

    private let store: Store
    /// A key never changes once created.
    private let known = Mutex<[Name: SymmetricKey]>([:])

    init(store: Store) { self.store = store }

    func callAsFunction(_ name: Name) async throws -> SymmetricKey {
        if let key = known.withLock({ $0[name] }) { return key }
        let key = try await store.secret(name.rawValue)
        known.withLock { $0[name] = key }
        return key
    }
}

/// Compares secrets in constant time, by their HMACs under a random key.
func isSame(_ one: some DataProtocol, _ other: some DataProtocol) -> Bool {
    let key = SymmetricKey(size: .bits256)
    return HMAC<SHA256>.isValidAuthenticationCode(
        HMAC<SHA256>.authenticationCode(for: one, using: key), authenticating: other, using: key)
}
