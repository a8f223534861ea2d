/// Order statistics of finite values.
enum Statistics {
    /// The quantile at a share 0 … 1 of sorted values, interpolated linearly (type 7 of Hyndman and Fan, 1996); nil
    /// without values.
    static func quantile(_ share: Double, of sorted: [Double]) -> Double? {
        guard let last = sorted.last else { return nil }
        let place = share * Double(sorted.count - 1)
        let index = Int(place)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
    }

    static func median(_ values: [Double]) -> Double? { quantile(0.5, of: values.sorted()) }

    /// The usual of a person: the median and 1.4826 times the median absolute deviation on each side, which is one
    /// standard deviation for normally distributed values; nil without values.
    static func usual(_ values: [Double]) -> (median: Double, band: ClosedRange<Double>)? {
        guard let median = median(values), let deviation = Self.median(values.map { abs($0 - median) }) else {
            return nil
        }
        return (median, (median - 1.4826 * deviation)...(median + 1.4826 * deviation))
    }
}
