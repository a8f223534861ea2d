import Crypto
import Foundation
import Messages

/// Identifies a master key in archives, databases and messages without revealing it (HKDF-SHA-256 of the key, RFC
/// 5869).
public struct MasterKeyID: Hashable, Sendable, CustomStringConvertible {
    static let length = 8
    let bytes: [UInt8]

    init(of key: SymmetricKey) {
        bytes = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, info: Data("pulsum/master-key-id".utf8), outputByteCount: Self.length
        ).withUnsafeBytes {
            Array($0)
        }
    }

    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = Array(bytes)
    }

    /// 16 hexadecimal digits.
    public var description: String { bytes.hexadecimal }
}
