/// Statistics that are robust to outliers.
enum RobustStatistics {
    /// Median of ascending values, the mean of the two middle ones for an even count; 0 if empty. O(1).
    static func median(ascending values: [Double]) -> Double {
        guard !values.isEmpty else { return 0 }
        let middle = values.count / 2
        return values.count.isMultiple(of: 2) ? (values[middle - 1] + values[middle]) / 2 : values[middle]
    }

    /// Median absolute deviation of ascending values from their `median`, unscaled; 0 if empty. Multiply by 1.4826 to
    /// estimate a normal standard deviation. O(n): walking outward from the median visits the deviations in ascending
    /// order.
    static func medianAbsoluteDeviation(ascending values: [Double], from median: Double) -> Double {
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
}

extension Double {
    /// The value clipped to −`limit` … `limit`.
    func clipped(_ limit: Double) -> Double { Swift.min(Swift.max(self, -limit), limit) }
}
