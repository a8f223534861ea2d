import Messages

/// A 64-bit identifier of a text (FNV-1a, Fowler, Noll and Vo, with MurmurHash3's finaliser). It identifies content and
/// does not protect against forgery.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// The hash value.
    public let value: UInt64

    public init(_ text: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        value = hash ^ (hash >> 33)
    }

    /// 16 hexadecimal digits.
    public var description: String { value.hexadecimal }
}
