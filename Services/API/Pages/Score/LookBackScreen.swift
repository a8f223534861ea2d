import Drawing
import Messages

/// The links to the pages about past days.
public struct LookBackScreen: Screen {
    public static let template = "look-back"
    public let title: String
    let trends: [LatestLine]
    let entries: String

    /// - Parameters:
    ///   - scores: of the last days, oldest first, without a covered one.
    ///   - metrics: of the last days, oldest first.
    ///   - breakdown: of the latest day, whose comparisons the arrows follow; nil for none.
    ///   - entries: number of journal entries of the last days, as a phrase.
    public init(
        scores: [ScoreReport], metrics: [DailyMetrics], breakdown: ScoreBreakdown?, entries: String, for reader: Reader
    ) {
        title = reader.words("nav.lookBack")
        let score = reader.words("trends.score")
        let address = "/trends?metric=\(TrendSubject.score.key)"
        let values = TrendFacts.values(scores)
        // How a score compares is said on Today, from days with the same kinds of input.
        let first = values.last.map { last in
            LatestLine(
                score, reader.formats.number(last.value), Day(number: Int32(last.day)), address: address,
                values: values, isCompared: false, for: reader)
        }
        var lines = [first ?? LatestLine(score, address: address)]
        lines[0].explained = reader.explained(TrendSubject.score.key)
        for metric in SignalTable.metrics {
            var line =
                LatestLine(metric, in: metrics, breakdown, for: reader)
                ?? LatestLine(reader.words("signal.\(metric.key)"), address: "/trends?metric=\(metric.key)")
            line.explained = reader.explained(metric.key)
            lines.append(line)
        }
        trends = lines
        self.entries = entries
    }
}
