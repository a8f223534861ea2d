import Foundation

/// The places at which the level of a daily series may have changed for months, each with its distance from chance.
package struct LevelShifts: Sendable {
    /// A place, and the difference between the level after it and before.
    package struct Place: Equatable, Sendable {
        /// First day of the new level.
        package let day: Int
        /// Difference of the means, in standard errors of `PersistentNoise`.
        package let standardErrors: Double
        /// Difference of the means, in standard deviations of one day.
        package let deviations: Double
        /// Difference of the means of `localDays` days on each side; largest next to the change.
        package let local: Double
    }

    /// Days of the new level that count: a shift must last to stand out, and may end again.
    private static let after = 60...90
    /// Days of the old level that count: two years hold every season equally often.
    private static let before = 60...730
    /// Fewest values on each side.
    private static let minimumValues = 30
    /// Days between two places.
    private static let step = 3
    /// Days on each side from which the day of the change is found.
    private static let localDays = 60
    /// Smallest difference that is worth telling, in standard deviations of one day.
    package static let minimumDeviations = 0.5

    /// The places in the order of their days.
    package let places: [Place]
    /// Weeks in which a shift was looked for; the chance of a false one grows with their number.
    package let weeks: Double
    /// Standard deviation of one day; 0 without places.
    package let deviation: Double

    /// - Parameters:
    ///   - values: by day number; days without a value are absent.
    ///   - isComparable: whether a shift between the two ranges of days would be the person's, and not of a device.
    package init(_ values: [Int: Double], isComparable: (Range<Int>) -> Bool = { _ in true }) {
        guard let first = values.keys.min(), let last = values.keys.max(), let noise = PersistentNoise(values),
            let usual = Statistics.usual(Array(values.values))
        else {
            (places, weeks, deviation) = ([], 0, 0)
            return
        }
        // Sums up to each day, of values that are clipped as for the noise.
        let reach = 4 * usual.spread
        var (sums, counts) = ([0.0], [0])
        for day in first...last {
            let value = values[day].map { min(max($0, usual.median - reach), usual.median + reach) }
            sums.append((sums.last ?? 0) + (value ?? 0))
            counts.append((counts.last ?? 0) + (value == nil ? 0 : 1))
        }
        func stretch(_ range: Range<Int>) -> (mean: Double, count: Int) {
            let low = max(range.lowerBound, first) - first
            let high = max(min(range.upperBound, last + 1) - first, low)
            let count = counts[high] - counts[low]
            return (count == 0 ? 0 : (sums[high] - sums[low]) / Double(count), count)
        }
        var (found, looks) = ([Place](), 0)
        for day in stride(
            from: first + Self.before.lowerBound, through: last + 1 - Self.after.lowerBound, by: Self.step)
        {
            let old = stretch(day - Self.before.upperBound..<day)
            let new = stretch(day..<day + Self.after.upperBound)
            guard min(old.count, new.count) >= Self.minimumValues,
                isComparable(day - Self.localDays..<day + Self.localDays)
            else { continue }
            looks += 1
            let difference = abs(new.mean - old.mean)
            let near = stretch(day..<day + Self.localDays).mean - stretch(day - Self.localDays..<day).mean
            found.append(
                Place(
                    day: day, standardErrors: difference / noise.standardError(old.count, new.count),
                    deviations: difference / noise.variance.squareRoot(), local: abs(near)))
        }
        places = found
        weeks = Double(looks * Self.step) / 7
        deviation = noise.variance.squareRoot()
    }

    /// Standard errors that chance exceeds in at most one of twenty histories, if so many weeks are looked through in all
    /// series of a person together: the growth of the largest of n normal values, √(2 ln n). The factor was chosen on
    /// simulated histories without any shift; `LetterNoiseTests` measures the share.
    package static func threshold(weeks: Double) -> Double { (2 * log(max(0.75 * weeks, 12))).squareRoot() }

    /// The place that is furthest from chance, moved to the day of the change; nil if none exceeds the threshold.
    package func best(above threshold: Double) -> Place? {
        let clear = places.filter { $0.standardErrors > threshold && $0.deviations >= Self.minimumDeviations }
        guard let best = clear.max(by: { ($0.standardErrors, $1.day) < ($1.standardErrors, $0.day) }) else {
            return nil
        }
        let near = clear.filter { abs($0.day - best.day) <= Self.after.upperBound }
        let moved = near.max { ($0.local, $1.day) < ($1.local, $0.day) } ?? best
        return Place(
            day: moved.day, standardErrors: best.standardErrors, deviations: moved.deviations, local: moved.local)
    }
}
