import Crypto
import CryptoExtras
import Foundation

/// Derives a key from a passphrase: scrypt (RFC 7914) with parameters stored with the locked data.
public struct PassphraseLock: Sendable, Equatable {
    /// Minimum length of a new passphrase in characters.
    public static let minimumCharacters = 12
    /// Bytes of salt.
    static let saltLength = 16

    /// N = 2^`cost`.
    let cost: UInt8
    let blockSize: UInt16
    let parallelism: UInt16
    let salt: [UInt8]

    /// N = 2^17, r = 8, p = 1 need 128 MiB: OWASP's first choice for scrypt (Password Storage Cheat Sheet).
    static func fresh() -> PassphraseLock {
        PassphraseLock(
            cost: ScryptCost.logN(standard: 17), blockSize: 8, parallelism: 1,
            salt: SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) })
    }

    private init(cost: UInt8, blockSize: UInt16, parallelism: UInt16, salt: [UInt8]) {
        (self.cost, self.blockSize, self.parallelism, self.salt) = (cost, blockSize, parallelism, salt)
    }

    /// Parameters read from a file; nil if they are invalid for scrypt or would need more than 1 GiB, because the file
    /// is not trusted.
    init?(reading cost: Int, _ blockSize: Int, _ parallelism: Int, salt: [UInt8]) {
        guard (10...20).contains(cost), (1...8).contains(blockSize), (1...4).contains(parallelism),
            (8...64).contains(salt.count)
        else { return nil }
        self.init(cost: UInt8(cost), blockSize: UInt16(blockSize), parallelism: UInt16(parallelism), salt: salt)
    }

    /// Derives the key; takes about 0.5 s and 128 MiB with the default parameters.
    func key(_ passphrase: String) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Data(passphrase.precomposedStringWithCompatibilityMapping.utf8), salt: Data(salt),
            outputByteCount: 32, rounds: 1 << Int(cost),
            blockSize: Int(blockSize), parallelism: Int(parallelism))
    }
}

extension [UInt8] {
    /// Nil for an odd number of characters or a character that is not a hexadecimal digit.
    init?(hex text: some StringProtocol) {
        guard text.utf8.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var rest = text[...]
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        self = bytes
    }
}
