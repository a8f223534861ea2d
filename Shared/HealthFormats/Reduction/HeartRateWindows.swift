import SystemKit

/// Mean heart rates of the restful windows of a day: free of steps, on a grid of five minutes from the day's start.
struct HeartRateWindows {
    private let instants: [Int64]
    /// Sums of the values before each index.
    private let sums: [Double]
    private let busy: Intervals
    private static let grid: Int64 = 300

    struct Window: Equatable {
        package var range: Range<Int64>
        var mean: Double
        package var samples: Int
    }

    /// - Parameters:
    ///   - heartRates: sorted.
    ///   - steps: samples; those without a step do not disturb.
    package init(_ heartRates: some Sequence<Sample>, steps: some Sequence<Sample>, excluding: Intervals = Intervals())
    {
        let rates = Array(heartRates)
        instants = rates.map(\.start)
        sums = rates.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1.value) }
        busy = Intervals(steps.filter { $0.value > 0 }.map { $0.start..<max($0.end, $0.start + 1) }).union(excluding)
    }

    /// The window with the lowest mean; the earliest, then the shortest, of equal ones. Nil where none qualifies.
    /// - Parameters:
    ///   - lengths: s, ascending.
    ///   - minimum: heart rates a window must hold.
    func calmest(
        within day: Range<Int64>, lengths: [Int64], minimum: Int, where holds: (Range<Int64>) -> Bool = { _ in true }
    ) -> Window? {
        var best: Window?
        for start in stride(from: day.lowerBound, to: day.upperBound, by: Int(Self.grid)) {
            let first = index(of: start)
            for length in lengths where start + length <= day.upperBound {
                let range = start..<start + length
                guard busy.overlap(range) == 0 else { break }
                let last = index(of: range.upperBound)
                guard last - first >= minimum else { continue }
                let mean = (sums[last] - sums[first]) / Double(last - first)
                if mean < best?.mean ?? .infinity, holds(range) {
                    best = Window(range: range, mean: mean, samples: last - first)
                }
            }
        }
        return best
    }

    /// Index of the first heart rate at or after an instant.
    private func index(of instant: Int64) -> Int { instants.partitioningIndex { $0 >= instant } }
}
