import Crypto
import CryptoExtras
import Foundation

/// A password as it is kept: scrypt (RFC 7914) with N = 2^15, r = 8, p = 1 (OWASP's recommendation with 32 MiB), 16 random bytes of salt.
struct Password {
    /// salt ‖ derived key, 48 bytes.
    let stored: Data

    init(stored: Data) { self.stored = stored }

    init(new password: String) throws {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        stored = salt + (try Self.derive(password, salt: salt))
    }

    /// Compares in constant time.
    func matches(_ password: String) throws -> Bool {
        let key = SymmetricKey(size: .bits128)
        let given = try Self.derive(password, salt: stored.prefix(16))
        let mac = HMAC<SHA256>.authenticationCode(for: stored.suffix(32), using: key)
        return HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: given, using: key)
    }

    private static func derive(_ password: String, salt: Data) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(password.precomposedStringWithCompatibilityMapping.utf8), salt: salt, outputByteCount: 32, rounds: 1 << 15, blockSize: 8,
            parallelism: 1)
        return key.withUnsafeBytes { Data($0) }
    }
}
