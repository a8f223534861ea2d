import Foundation

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

    /// The interval between two order statistics that holds the median with a probability of at least 95 %, without any
    /// assumption about the distribution (binomial; Hahn and Meeker, 1991). The whole range for fewer than six values.
    /// - Precondition: not empty.
    static func medianInterval(of sorted: [Double]) -> ClosedRange<Double> {
        let count = sorted.count
        // Probability that at most `rank` of the values lie below the median.
        var (term, below, rank) = (pow(0.5, Double(count)), 0.0, 0)
        while rank < count / 2, below + term <= 0.025 {
            below += term
            term *= Double(count - rank) / Double(rank + 1)
            rank += 1
        }
        let low = max(0, rank - 1)
        return sorted[low]...sorted[count - 1 - low]
    }
}
