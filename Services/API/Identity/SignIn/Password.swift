import Crypto
import CryptoExtras
import Foundation
import Messages
import Storage

/// A stored password: scrypt (RFC 7914) of the password, then HMAC-SHA-256 of the result under the pepper, a key of
/// this installation.
///
/// The pepper is applied to scrypt's result and not to the password. The password thus keeps scrypt's protection if the
/// pepper leaks, and another pepper can be added to a hash without the password. A copy of the database without the
/// master key does not allow guessing at all.
///
/// Format: version (1) ‖ log2 N ‖ r ‖ p ‖ pepper number ‖ 16 bytes of salt ‖ 32 bytes of digest. A value of 48 bytes is
/// from the first release: salt ‖ scrypt with N = 2^15, r = 8, p = 1, without a pepper.
struct Password: Sendable {
    /// scrypt's cost. Memory is 128 · N · r bytes; the `p` passes run sequentially.
    struct Parameters: Equatable, Sendable {
        var logN: UInt8
        var r: UInt8
        var p: UInt8

        /// OWASP Password Storage Cheat Sheet: N = 2^15, r = 8, p = 3 is as strong as N = 2^17, r = 8, p = 1 with a
        /// quarter of its memory (32 MiB).
        static let current = Parameters(logN: 15, r: 8, p: 3)
        /// `current`; debug builds may lower N for tests (`ScryptCost`).
        static let ofThisProcess = Parameters(
            logN: ScryptCost.logN(standard: current.logN), r: current.r, p: current.p)
        static let first = Parameters(logN: 15, r: 8, p: 1)
    }

    /// The number of the only pepper so far; 0 means none.
    static let pepperNumber: UInt8 = 1
    private static let version: UInt8 = 1
    private static let headerCount = 5
    private static let saltCount = 16

    let stored: Data
    private let parameters: Parameters
    private let pepper: UInt8
    private let salt: Data
    private let digest: Data

    init(stored: Data) throws {
        self.stored = stored
        let bytes = [UInt8](stored)
        if bytes.count == Self.saltCount + 32 {
            (parameters, pepper) = (.first, 0)
        } else {
            guard bytes.count == Self.headerCount + Self.saltCount + 32, bytes[0] == Self.version,
                (10...20).contains(bytes[1]), (1...32).contains(bytes[2]),
                (1...16).contains(bytes[3]), bytes[4] <= Self.pepperNumber
            else {
                throw ServiceError(
                    .failed, "A stored password is of an unknown format: a newer release of Pulsum wrote it.")
            }
            (parameters, pepper) = (Parameters(logN: bytes[1], r: bytes[2], p: bytes[3]), bytes[4])
        }
        salt = Data(bytes.suffix(Self.saltCount + 32).prefix(Self.saltCount))
        digest = Data(bytes.suffix(32))
    }

    init(new password: String, pepper key: SymmetricKey, _ parameters: Parameters = .current) throws {
        salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        (self.parameters, pepper) = (parameters, Self.pepperNumber)
        digest = Self.pepper(try Self.derive(password, salt: salt, parameters), key)
        stored = Data([Self.version, parameters.logN, parameters.r, parameters.p, Self.pepperNumber]) + salt + digest
    }

    /// True if the hash should be replaced after the next successful check.
    func isOld(_ wanted: Parameters = .current) -> Bool { parameters != wanted || pepper != Self.pepperNumber }

    /// Compares in constant time. A wrong password costs the same with old and current parameters, so that an account
    /// with an old hash cannot be distinguished from a name that does not exist.
    func matches(_ password: String, pepper key: SymmetricKey, _ wanted: Parameters = .current) throws -> Bool {
        let derived = try Self.derive(password, salt: salt, parameters)
        let isMatch = isSame(pepper == 0 ? derived : Self.pepper(derived, key), digest)
        if !isMatch, parameters.logN == wanted.logN, parameters.p < wanted.p {
            var rest = wanted
            rest.p -= parameters.p
            _ = try Self.derive(password, salt: salt, rest)
        }
        return isMatch
    }

    /// Takes as long as the check of a wrong password.
    static func waste(on password: String, _ wanted: Parameters) throws {
        _ = try derive(password, salt: Data(repeating: 0, count: saltCount), wanted)
    }

    private static func pepper(_ derived: Data, _ key: SymmetricKey) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: derived, using: key))
    }

    private static func derive(_ password: String, salt: Data, _ parameters: Parameters) throws -> Data {
        var bytes = Data(password.precomposedStringWithCompatibilityMapping.utf8)
        // The library rejects an empty password; no account has one.
        if bytes.isEmpty { bytes = Data([0]) }
        let key = try KDF.Scrypt.deriveKey(
            from: bytes, salt: salt, outputByteCount: 32, rounds: 1 << Int(parameters.logN),
            blockSize: Int(parameters.r), parallelism: Int(parameters.p))
        return key.withUnsafeBytes { Data($0) }
    }
}
