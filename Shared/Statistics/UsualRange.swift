/// The range that holds four of five values of a series: an 80 % prediction interval of its next value.
package struct UsualRange: Equatable, Sendable {
    /// Fewest values whose smallest and largest enclose the next one with a probability of 80 %.
    package static let minimumValues = 9
    /// Fewest values of any range.
    package static let minimumByDeviation = 4
    /// 90th percentiles of Student's t with 3 … 7 degrees of freedom.
    private static let student = [1.638, 1.533, 1.476, 1.440, 1.415]

    package var low: Double
    package var median: Double
    package var high: Double

    /// From nine values on between two order statistics, which holds for any distribution (Vovk, Gammerman, Shafer
    /// 2005); from four on by Student's t, which assumes a normal one; nil with fewer.
    package init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard sorted.count >= Self.minimumByDeviation, let median = Statistics.median(ascending: sorted) else {
            return nil
        }
        self.median = median
        let count = sorted.count
        if count >= Self.minimumValues {
            let rank = (count + 1) / 10
            (low, high) = (sorted[rank - 1], sorted[count - rank])
        } else {
            let mean = sorted.reduce(0, +) / Double(count)
            let variance = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)
            let margin =
                Self.student[count - Self.minimumByDeviation] * (variance * (1 + 1 / Double(count))).squareRoot()
            (low, high) = (min(mean - margin, median), max(mean + margin, median))
        }
    }

    package func contains(_ value: Double) -> Bool { low <= value && value <= high }
}
