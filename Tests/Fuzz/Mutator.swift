/// Makes inputs from seeds by small changes; deterministic for a seed.
struct Mutator {
    private var state: UInt64
    private let seeds: [[UInt8]]
    /// Bytes at which parsers branch: format markers, range limits, continuation bits.
    private static let turns: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, 0xFE] + Array("<>&\"'{}[]:,=\\/-+.0e9 \n".utf8)

    init(seed: UInt64, seeds: [[UInt8]]) { (state, self.seeds) = (seed, seeds) }

    /// splitmix64 (Steele, Lea, Flood 2014).
    private mutating func number(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(max(1, limit)))
    }

    mutating func next() -> [UInt8] {
        var bytes = seeds[number(below: seeds.count)]
        let target = bytes.removeFirst()
        for _ in 0...number(below: 6) { change(&bytes) }
        return [target] + bytes.prefix(4_096)
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let at = number(below: bytes.count + 1)
        switch number(below: 8) {
        case 0 where at < bytes.count: bytes[at] ^= 1 << number(below: 8)
        case 1 where at < bytes.count: bytes[at] = Self.turns[number(below: Self.turns.count)]
        case 2: bytes.insert(Self.turns[number(below: Self.turns.count)], at: at)
        case 3: bytes.removeSubrange(at..<min(bytes.count, at + 1 + number(below: 16)))
        case 4: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 1 + number(below: 64))], at: at)
        case 5: bytes.removeSubrange(at...)
        case 6:
            let other = seeds[number(below: seeds.count)]
            let from = number(below: other.count)
            bytes.insert(contentsOf: other[from..<min(other.count, from + 1 + number(below: 64))], at: at)
        default:
            bytes.insert(
                contentsOf: (0...number(below: 12)).map { _ in UInt8(truncatingIfNeeded: number(below: 256)) }, at: at)
        }
        if bytes.count > 8_192 { bytes.removeSubrange(8_192...) }
    }
}
