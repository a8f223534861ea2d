import Foundation
import Messages

/// One prediction of a composite beside what came, and beside what others would have said with the same knowledge.
struct WorthRow {
    var person: Int
    var day: Day
    /// The first composite of the three days after.
    var label: Double
    var predictions: [String: Double]
    /// True where the label lies in the 80 % band.
    var isCovered: Bool
    /// True where the band follows the person's own misses: they had answered 20 times.
    var isCalibrated: Bool
}

/// Mean absolute errors of a cohort, and what of their differences is more than chance.
struct WorthJudge {
    static let resamples = 2_000

    let rows: [WorthRow]
    private let byPerson: [[WorthRow]]

    init(_ rows: [WorthRow]) {
        self.rows = rows
        byPerson = Dictionary(grouping: rows, by: \.person).sorted { $0.key < $1.key }.map(\.value)
    }

    var people: Int { byPerson.count }
    var coverage: Double { Double(rows.count(where: \.isCovered)) / Double(rows.count) }
    /// Of the rows with a calibrated band: how many, and the share that it holds.
    var calibrated: (count: Int, coverage: Double) {
        let count = rows.count(where: \.isCalibrated)
        return (count, Double(rows.count { $0.isCalibrated && $0.isCovered }) / Double(max(1, count)))
    }

    /// nil where somebody has no prediction by this method.
    func error(_ method: String) -> Double? {
        let errors = rows.compactMap { row in row.predictions[method].map { abs(row.label - $0) } }
        return errors.count == rows.count ? errors.reduce(0, +) / Double(errors.count) : nil
    }

    /// 95 % interval of `method`'s error less `other`'s: percentiles over people drawn with replacement, each with all
    /// their days (Efron 1979).
    func difference(_ method: String, _ other: String) -> (low: Double, middle: Double, high: Double)? {
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
        var random = SeededGenerator(2_026)
        let means = (0..<Self.resamples).map { _ in
            var (count, sum) = (0.0, 0.0)
            for _ in sums.indices {
                let drawn = sums[Int.random(in: sums.indices, using: &random)]
                count += drawn.count
                sum += drawn.sum
            }
            return sum / count
        }
        return (Table.percentile(means, 0.025), mine - theirs, Table.percentile(means, 0.975))
    }
}
