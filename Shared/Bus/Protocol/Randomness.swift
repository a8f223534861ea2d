import Messages
import Synchronization

/// Numbers that name things (requests, spans): unique and evenly spread, not secret. The system's generator costs a system call for each eight bytes;
/// this asks it once per process and then walks splitmix64 (Steele, Lea, Flood 2014), a bijection, so that no number comes twice.
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
    /// The identifier of a new request.
    public static func fresh() -> RequestID {
        var randomness = Randomness()
        return .random(using: &randomness)
    }
}
