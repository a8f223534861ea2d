extension SimulatedPhone {
    /// SplitMix64 (Steele, Lea and Flood 2014) and draws that use exact arithmetic only.
    struct Dice {
        private var state: UInt64

        init(seed: UInt64, stream: UInt64) {
            state = seed &* 0xD1B5_4A32_D192_ED03 &+ stream &* 0x8CB9_2BA7_2F3D_8DD7
            _ = next()
        }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }

        /// In 0..<1.
        mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

        mutating func chance(_ share: Double) -> Bool { unit() < share }

        mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

        mutating func whole(_ range: ClosedRange<Int>) -> Int {
            range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
        }

        /// Mean 0, standard deviation 1, within ±6: the sum of twelve uniform numbers.
        mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }

        /// Mean 1; von Neumann's method, which only compares.
        mutating func exponential() -> Double {
            var rejected = 0.0
            while true {
                let first = unit()
                var last = first
                var length = 1
                while true {
                    let next = unit()
                    if next >= last { break }
                    last = next
                    length += 1
                }
                if length % 2 == 1 { return rejected + first }
                rejected += 1
            }
        }

        /// A draw from a distribution of which `points` are equally spaced quantiles, from 0 to 1.
        mutating func quantile(_ points: [Double]) -> Double {
            let place = unit() * Double(points.count - 1)
            let below = Int(place)
            return points[below] + (points[below + 1] - points[below]) * (place - Double(below))
        }

        /// An index, as often as its weight says.
        mutating func weighted(_ weights: [Double]) -> Int {
            var rest = unit() * weights.reduce(0, +)
            for (index, weight) in weights.enumerated() {
                rest -= weight
                if rest < 0 { return index }
            }
            return weights.count - 1
        }

        mutating func pick<Item>(_ items: [Item]) -> Item { items[whole(0...items.count - 1)] }

        mutating func shuffled<Item>(_ items: [Item]) -> [Item] {
            var items = items
            for index in items.indices.dropFirst() { items.swapAt(index, whole(0...index)) }
            return items
        }

        /// A time span in milliseconds between two numbers of `unit`.
        mutating func span(_ low: Double, _ high: Double, of unit: Int64) -> Int64 {
            Int64(between(low, high) * Double(unit))
        }
    }
}
