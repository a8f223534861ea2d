/// Statistics that a few wild values do not move.
enum Robust {
    /// The middle of ascending values, the mean of the two middle ones for an even count; 0 for none.
    static func median(ascending values: [Double]) -> Double {
        guard !values.isEmpty else { return 0 }
        let middle = values.count / 2
        return values.count.isMultiple(of: 2) ? (values[middle - 1] + values[middle]) / 2 : values[middle]
    }

    /// Median absolute deviation from `center`, unscaled. Multiply by 1.4826 to estimate a normal standard deviation.
    static func medianAbsoluteDeviation(_ values: [Double], from center: Double) -> Double {
        median(ascending: values.map { abs($0 - center) }.sorted())
    }
}

extension Double {
    /// This value within −`limit` … `limit`.
    func clipped(_ limit: Double) -> Double { Swift.min(Swift.max(self, -limit), limit) }
}
