import Foundation
import Messages
import Statistics

/// Whether days after something was done differ from comparable days after which it was not.
///
/// Bad days are followed by better ones by themselves (regression to the mean), and people reach for suggestions on bad
/// days. Each day with a completion is therefore paired with a day without one that had nearly the same score.
public struct Outcome: Equatable, Sendable {
    /// Fewest pairs that anything is said from.
    public static let minimumPairs = 20
    /// Longest distance between the two days of a pair, in days.
    static let reach = 60

    /// Number of pairs.
    public var pairs: Int
    /// Mean next-day score after a completion less that after the paired days.
    public var difference: Double
    /// Correlation of the completion, 0 or 1, with the next day's score, over the days of all pairs.
    public var correlation: Double
    /// Its 95 % interval; −1 … 1 if the scores do not change.
    public var interval: ClosedRange<Double>

    /// Whether the interval lies on one side of 0.
    public var isClear: Bool { interval.lowerBound > 0 || interval.upperBound < 0 }

    /// Pairs of a day with a completion and its match, in the order of the days.
    /// - Parameter scores: daily scores; a day counts only with its own and the next day's score.
    static func pairs(_ completed: Set<Day>, _ scores: Series) -> [(done: Day, other: Day)] {
        let byDay = Dictionary(scores.values.map { ($0.day, $0.value) }) { $1 }
        func isComplete(_ day: Day) -> Bool { byDay[day] != nil && byDay[day.advanced(by: 1)] != nil }
        // A quarter of the usual spread: closer scores count as the same.
        let ascending = scores.values.map(\.value).sorted()
        let middle = Statistics.median(ascending: ascending) ?? 0
        let spread = Statistics.normal * Statistics.medianAbsoluteDeviation(ascending: ascending, from: middle)
        var free = Set(byDay.keys.filter { isComplete($0) && !completed.contains($0) })
        var pairs: [(done: Day, other: Day)] = []
        for day in completed.filter(isComplete).sorted() {
            let score = byDay[day] ?? 0
            let near = free.filter {
                abs($0.distance(to: day)) <= reach && abs((byDay[$0] ?? 0) - score) <= spread / 4
            }
            func order(_ other: Day) -> (Double, Int, Day) {
                (abs((byDay[other] ?? 0) - score), abs(other.distance(to: day)), other)
            }
            guard let other = near.min(by: { order($0) < order($1) }) else { continue }
            free.remove(other)
            pairs.append((day, other))
        }
        return pairs
    }

    /// nil with fewer than `minimumPairs` pairs.
    public init?(completed: Set<Day>, scores: Series) {
        let byDay = Dictionary(scores.values.map { ($0.day, $0.value) }) { $1 }
        let found = Self.pairs(completed, scores)
        guard found.count >= Self.minimumPairs else { return nil }
        func next(_ day: Day) -> Double { byDay[day.advanced(by: 1)] ?? 0 }
        let (done, other) = (found.map { next($0.done) }, found.map { next($0.other) })
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        pairs = found.count
        difference = mean(done) - mean(other)
        // Point-biserial correlation, in the order of the days.
        let days = found.flatMap { [($0.done, 1.0), ($0.other, 0)] }.sorted { $0.0 < $1.0 }
        let known = Correlation(days.map { ($0.1, next($0.0)) })
        (correlation, interval) = (known?.coefficient ?? 0, known?.interval ?? -1...1)
    }
}
