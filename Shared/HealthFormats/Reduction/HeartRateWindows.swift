import SystemKit

/// Mean heart rates of a day's windows without steps, on a five-minute grid from the start of the search interval.
struct HeartRateWindows {
    private let instants: [Int64]
    /// Prefix sums: the sum of the values before each index.
    private let sums: [Double]
    private let busy: Intervals
    private static let grid: Int64 = 300

    /// A window without steps.
    struct Window: Equatable {
        /// s since 1970.
        package var range: Range<Int64>
        /// Mean heart rate, 1/min.
        var mean: Double
        /// Number of heart rates.
        package var samples: Int
    }

    /// - Parameters:
    ///   - heartRates: sorted.
    ///   - steps: samples; those of 0 steps are ignored.
    ///   - excluding: further time that no window may contain.
    package init(_ heartRates: some Sequence<Sample>, steps: some Sequence<Sample>, excluding: Intervals = Intervals())
    {
        let rates = Array(heartRates)
        instants = rates.map(\.start)
        sums = rates.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1.value) }
        busy = Intervals(steps.filter { $0.value > 0 }.map { $0.start..<max($0.end, $0.start + 1) }).union(excluding)
    }

    /// The window with the lowest mean, of equal ones the earliest, then the shortest; nil if none qualifies.
    /// - Parameters:
    ///   - lengths: s, ascending.
    ///   - minimum: number of heart rates a window must contain.
    ///   - holds: a further condition on the window.
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
