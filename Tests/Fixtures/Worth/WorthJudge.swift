import Foundation
import Messages

/// One prediction of a composite with what came, and with what others would have said with the same knowledge.
public struct WorthRow: Sendable {
    public var person: Int
    public var day: Day
    /// The first composite of the three days after.
    public var label: Double
    /// By method.
    public var predictions: [String: Double]
    /// True where the label lies in the 80 % band.
    public var isCovered: Bool
    /// True where the band follows the person's own misses: they had answered 20 times.
    public var isCalibrated: Bool

    public init(
        person: Int, day: Day, label: Double, predictions: [String: Double], isCovered: Bool, isCalibrated: Bool
    ) {
        (self.person, self.day, self.label, self.predictions) = (person, day, label, predictions)
        (self.isCovered, self.isCalibrated) = (isCovered, isCalibrated)
    }
}

/// Mean absolute errors of a cohort, and what of their differences is more than chance.
public struct WorthJudge: Sendable {
    private static let resamples = 2_000

    public let rows: [WorthRow]
    private let byPerson: [[WorthRow]]

    public init(_ rows: [WorthRow]) {
        self.rows = rows
        byPerson = Dictionary(grouping: rows, by: \.person).sorted { $0.key < $1.key }.map(\.value)
    }

    /// Number of people with a row.
    public var people: Int { byPerson.count }
    /// The share of labels in the band.
    public var coverage: Double { Double(rows.count(where: \.isCovered)) / Double(rows.count) }
    /// Of the rows with a calibrated band: how many, and the share that it holds.
    public var calibrated: (count: Int, coverage: Double) {
        let count = rows.count(where: \.isCalibrated)
        return (count, Double(rows.count { $0.isCalibrated && $0.isCovered }) / Double(max(1, count)))
    }

    /// nil where a person has no prediction by this method.
    public func error(_ method: String) -> Double? {
        let errors = rows.compactMap { row in row.predictions[method].map { abs(row.label - $0) } }
        return errors.count == rows.count ? errors.reduce(0, +) / Double(errors.count) : nil
    }

    /// 95 % interval of `method`'s error less `other`'s: percentiles over people drawn with replacement, each with all
    /// their days (Efron 1979).
    public func difference(_ method: String, _ other: String) -> (low: Double, middle: Double, high: Double)? {
        guard let mine = error(method), let theirs = error(other), people > 1 else { return nil }
        let sums = byPerson.map { rows in
            (
                count: Double(rows.count),
                sum: rows.reduce(0.0) { sum, row in
                    sum + abs(row.label - (row.predictions[method] ?? 0))
                        - abs(row.label - (row.predictions[other] ?? 0))
                }
            )
        }
        var random = SplitMix(seed: 2_026)
        let means = (0..<Self.resamples).map { _ in
            var (count, sum) = (0.0, 0.0)
            for _ in sums.indices {
                let drawn = sums[Int.random(in: sums.indices, using: &random)]
                count += drawn.count
                sum += drawn.sum
            }
            return sum / count
        }.sorted()
        func quantile(_ share: Double) -> Double { means[Int(Double(means.count) * share)] }
        return (quantile(0.025), mine - theirs, quantile(0.975))
    }
}
