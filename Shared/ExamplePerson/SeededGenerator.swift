/// SplitMix64 (Steele, Lea, Flood 2014): equal seeds give equal sequences on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    /// A generator for one purpose on one day, independent of how much others have drawn.
    init(_ seed: UInt64, _ purpose: UInt64, _ day: Int32) {
        var mixer = SeededGenerator(seed ^ purpose &* 0x9E37_79B9_7F4A_7C15)
        state = mixer.next() ^ UInt64(bitPattern: Int64(day)) &* 0xD134_2543_DE82_EF95
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Uniform in 0 ..< 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Approximately standard normal: the sum of twelve uniform values less six, within ±6.
    mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }
}
