import Messages
import Synchronization

/// Generates identifiers (requests, spans): unique and evenly distributed, not secret. The system generator costs a
/// system call per eight bytes. This calls it once per process, then steps through splitmix64 (Steele, Lea, Flood
/// 2014), a bijection, so that no number repeats.
struct Randomness: RandomNumberGenerator {
    private static let position = Atomic<UInt64>(.random(in: .min ... .max))
    private static let key = UInt64.random(in: .min ... .max)

    mutating func next() -> UInt64 {
        var z = Self.position.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31) ^ Self.key
    }
}

extension RequestID {
    /// A new request identifier.
    public static func fresh() -> RequestID {
        var randomness = Randomness()
        return .random(using: &randomness)
    }
}
