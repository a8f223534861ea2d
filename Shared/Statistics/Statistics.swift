import Foundation

/// Order statistics of finite values, the same wherever a median, a quantile or a usual band is shown or stored.
package enum Statistics {
    /// Times the median absolute deviation this estimates the standard deviation of normally distributed values.
    package static let normal = 1.4826

    // MARK: Median

    /// The middle value, or the mean of the two middle ones; nil without values.
    package static func median(_ values: [Double]) -> Double? { median(ascending: values.sorted()) }

    /// Median of ascending values; nil without values. O(1).
    package static func median(ascending values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let middle = values.count / 2
        return values.count.isMultiple(of: 2) ? (values[middle - 1] + values[middle]) / 2 : values[middle]
    }

    /// The interval between two order statistics that holds the median with a probability of at least 95 %, without any
    /// assumption about the distribution (binomial; Hahn and Meeker, 1991). The whole range for fewer than six values.
    /// - Parameter daysPerValue: how many of the values say as much as one independent value.
    /// - Precondition: not empty.
    package static func medianInterval(of sorted: [Double], daysPerValue: Double = 1) -> ClosedRange<Double> {
        let count = max(1, Int((Double(sorted.count) / max(daysPerValue, 1)).rounded()))
        // Probability that at most `rank` of the values lie below the median.
        var (term, below, rank) = (pow(0.5, Double(count)), 0.0, 0)
        while rank < count / 2, below + term <= 0.025 {
            below += term
            term *= Double(count - rank) / Double(rank + 1)
            rank += 1
        }
        let low = max(0, rank - 1) * sorted.count / count
        return sorted[low]...sorted[sorted.count - 1 - low]
    }

    // MARK: Spread

    /// Median absolute deviation of ascending values from their `median`, unscaled; 0 if empty. O(n): walking outward
    /// from the median visits the deviations in ascending order.
    package static func medianAbsoluteDeviation(ascending values: [Double], from median: Double) -> Double {
        guard !values.isEmpty else { return 0 }
        var above = values.firstIndex { $0 >= median } ?? values.count
        var below = above - 1
        var (last, beforeLast) = (0.0, 0.0)
        for _ in 0...(values.count / 2) {
            beforeLast = last
            let down = below >= 0 ? median - values[below] : .infinity
            let up = above < values.count ? values[above] - median : .infinity
            if down < up {
                last = down
                below -= 1
            } else {
                last = up
                above += 1
            }
        }
        return values.count.isMultiple(of: 2) ? (beforeLast + last) / 2 : last
    }

    /// The usual of a person.
    package struct Usual: Equatable, Sendable {
        /// Middle of the band.
        package let median: Double
        /// One robust standard deviation: `normal` times the median absolute deviation.
        package let spread: Double
        /// Holds the middle two thirds of usual days.
        package var band: ClosedRange<Double> { (median - spread)...(median + spread) }
    }

    /// The median and its spread; nil without values.
    package static func usual(_ values: [Double]) -> Usual? {
        let sorted = values.sorted()
        return median(ascending: sorted).map {
            Usual(median: $0, spread: normal * medianAbsoluteDeviation(ascending: sorted, from: $0))
        }
    }

    // MARK: Quantiles

    /// The quantile at a share 0 … 1 of sorted values, interpolated linearly (type 7 of Hyndman & Fan 1996, The
    /// American Statistician 50:361); nil without values.
    package static func quantile(_ share: Double, of sorted: [Double]) -> Double? {
        guard let last = sorted.last else { return nil }
        let place = share * Double(sorted.count - 1)
        let index = Int(place)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
    }

    /// The smallest value for which the values up to it carry at least this share of the weight. If all weights are 0,
    /// all values count equally. Nil without values.
    package static func weightedQuantile(
        _ values: [(value: Double, weight: Double)], _ probability: Double
    ) -> Double? {
        let sorted = values.sorted { $0.value < $1.value }
        let total = sorted.reduce(0) { $0 + $1.weight }
        guard total > 0 else {
            return sorted.isEmpty ? nil : weightedQuantile(values.map { ($0.value, 1) }, probability)
        }
        var sum = 0.0
        for (value, weight) in sorted {
            sum += weight
            if sum >= probability * total { return value }
        }
        return sorted.last?.value
    }
}
