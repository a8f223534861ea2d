import Crypto
import Foundation

/// HMAC-SHA-256 under a key of one user, service and purpose. Without the key a hash neither tells its content nor lets
/// anyone test a guess.
public struct KeyedHash: Sendable {
    private let key: SymmetricKey

    init(_ key: SymmetricKey) { self.key = key }

    /// The 32 bytes of the hash.
    public func hash(_ bytes: some DataProtocol) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }

    /// The 32 bytes of the hash of a text's UTF-8, as written: without normalisation.
    public func hash(_ text: String) -> Data { hash(Array(text.utf8)) }
}
