/// Made-up daily values in which nothing changes but by chance.
public struct StationaryDays: Sendable {
    private var random: SplitMix

    /// The same seed gives the same values.
    public init(seed: UInt64) { random = SplitMix(seed: seed) }

    /// Values with mean 0 and variance 1, and the correlation φ of neighbouring days (an autoregression of order one).
    public mutating func values(_ count: Int, persistence: Double) -> [Double] {
        var value = random.standardNormal()
        let step = (1 - persistence * persistence).squareRoot()
        return (0..<count).map { _ in
            value = persistence * value + step * random.standardNormal()
            return value
        }
    }

    /// Places of days without a value: a share of single days, and up to three gaps of weeks.
    public mutating func gaps(_ count: Int, share: Double) -> Set<Int> {
        var missing = Set((0..<count).filter { _ in Double.random(in: 0..<1, using: &random) < share })
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let start = Int.random(in: 0..<count, using: &random)
            missing.formUnion(start..<start + Int.random(in: 3...40, using: &random))
        }
        return missing
    }

    /// Places of `groups` stretches of `length` days.
    public mutating func stretches(_ groups: Int, of length: Int, in count: Int) -> Set<Int> {
        (0..<groups).reduce(into: []) { places, _ in
            let start = Int.random(in: 0...(count - length), using: &random)
            places.formUnion(start..<start + length)
        }
    }
}
