import Foundation

/// How far the values of a stationary daily series scatter, and how long a deviation lasts: neighbouring days are
/// alike, so that n days say less of the level than n independent values.
package struct PersistentNoise: Equatable, Sendable {
    /// Variance of one day's value around the level.
    package let variance: Double
    /// Correlation φ of neighbouring days, 0 … 0.95: the upper end of its standard error, since a series in which it is
    /// taken for too small shows shifts where none are.
    package let persistence: Double

    /// Fewest values that both are estimated from.
    package static let minimumValues = 30
    private static let maximumPersistence = 0.95
    /// Lags at which days count as unrelated; a level that shifts once changes few pairs of such a distance.
    private static let farLags = 25...45
    /// Each of these lags gives an estimate of φ. Rounding to whole numbers lowers that of the first one most.
    private static let nearLags = 1...3
    /// Fewest pairs of days that a lag counts with.
    private static let minimumPairs = 20
    /// Values beyond this many robust standard deviations count as so far.
    private static let maximumDeviations = 4.0

    /// Nil for fewer than `minimumValues` values, or if most are equal.
    ///
    /// The estimate rests on half the mean squared difference of values k days apart (the variogram; Cressie, Statistics
    /// for Spatial Data, 1993), which needs no mean: shifts of the level and gaps change it little.
    /// - Parameter values: by day number; days without a value are absent.
    package init?(_ values: [Int: Double]) {
        guard values.count >= Self.minimumValues, let usual = Statistics.usual(Array(values.values)), usual.spread > 0
        else { return nil }
        let reach = Self.maximumDeviations * usual.spread
        guard let first = values.keys.min(), let last = values.keys.max() else { return nil }
        // By day; absent days are no number.
        var line = [Double](repeating: .nan, count: last - first + 1)
        for (day, value) in values {
            line[day - first] = min(max(value, usual.median - reach), usual.median + reach)
        }
        func variogram(_ lag: Int) -> Double? {
            var (sum, count) = (0.0, 0)
            for index in 0..<max(line.count - lag, 0) {
                let difference = line[index + lag] - line[index]
                guard !difference.isNaN else { continue }
                sum += difference * difference
                count += 1
            }
            return count < Self.minimumPairs ? nil : sum / Double(2 * count)
        }
        let far = Self.farLags.compactMap(variogram)
        guard !far.isEmpty else { return nil }
        let variance = far.reduce(0, +) / Double(far.count)
        guard variance > 0 else { return nil }
        self.variance = variance
        let correlations = Self.nearLags.map { lag in
            variogram(lag).map { pow(max(1 - $0 / variance, 0), 1 / Double(lag)) } ?? 0
        }
        let found = correlations.max() ?? 0
        let error = (max(1 - found * found, 0) / Double(values.count)).squareRoot()
        persistence = min(found + error, Self.maximumPersistence)
    }

    /// - Parameters:
    ///   - variance: of one day's value around the level.
    ///   - persistence: correlation of neighbouring days, 0 … 0.95.
    package init(variance: Double, persistence: Double) {
        (self.variance, self.persistence) = (variance, min(max(persistence, 0), Self.maximumPersistence))
    }

    /// How many days of a long stretch say as much of the level as one independent value.
    package var daysPerValue: Double { (1 + persistence) / (1 - persistence) }

    /// How many of these days say as much of the level as one independent value: days far apart do not repeat each other.
    /// - Parameter days: day numbers, ascending.
    package func daysPerValue(_ days: [Int]) -> Double {
        guard !days.isEmpty else { return 1 }
        // The correlation of each day with all days before it, φ^distance.
        var (before, sum) = (0.0, 0.0)
        for (last, day) in zip(days, days.dropFirst()) {
            before = pow(persistence, Double(day - last)) * (before + 1)
            sum += before
        }
        return 1 + 2 * sum / Double(days.count)
    }

    /// The largest difference between the medians of two groups of days that chance explains in 19 of 20 cases.
    /// - Parameters:
    ///   - days: day numbers, ascending, not empty.
    ///   - other: of the other group.
    package func chance(_ days: [Int], _ other: [Int]) -> Double {
        let errors = [days, other].map { group in
            // The median of three and more values is less certain than their mean, by √(π/2).
            daysPerValue(group) / Double(max(group.count, 1)) * (group.count > 2 ? .pi / 2 : 1)
        }
        return 1.96 * (variance * errors.reduce(0, +)).squareRoot()
    }

    /// Standard error of the difference between the means of two stretches with so many values.
    package func standardError(_ count: Int, _ other: Int) -> Double {
        (variance * daysPerValue * (1 / Double(count) + 1 / Double(other))).squareRoot()
    }
}
