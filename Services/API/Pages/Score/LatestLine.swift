import Drawing
import Messages
import Statistics

/// The latest value of a metric or kind with its day, an arrow from the usual, and a line of the days before it.
struct LatestLine: Sendable {
    let name: String
    /// The name as it is shown.
    let shownName: String
    /// The amount and its day; empty without one.
    let value: String
    let address: String
    /// The last days as markup; nil for fewer than two.
    let spark: String?
    /// Up, down or level; nil where nothing is compared.
    let arrow: String?
    /// The arrow in words.
    let place: String?
    /// The explanation of a metric, a kind or the score.
    var explained: Glossary.Link?

    /// Days of the line.
    private static let days = 14
    /// Fewest values that a usual is taken from, as on the page of a trend.
    private static let minimumForUsual = 14

    /// A line without a value.
    init(_ name: String, address: String) {
        self.name = name
        shownName = LongWords.breakable(name)
        self.address = address
        value = ""
        (spark, arrow, place) = (nil, nil, nil)
    }

    /// - Parameters:
    ///   - amount: the latest value with its unit.
    ///   - values: oldest first; empty for kinds that have no amount.
    ///   - isCompared: whether there is an arrow.
    ///   - usual: the score's comparison; from `values` without it.
    init(
        _ name: String, _ amount: String, _ day: Day, address: String, values: [ChartValue], isCompared: Bool = true,
        usual: (median: Double, spread: Double)? = nil, for reader: Reader
    ) {
        self.name = name
        shownName = LongWords.breakable(name)
        self.address = address
        value = "\(amount) · \(reader.dayNameInSentence(day))"
        let last = Int(day.number)
        spark = Sparkline(days: (last + 1 - Self.days)...last, values: values).figure?.markup
        let measured = values.filter { $0.quality != .imputed }.map(\.value)
        let own = measured.count < Self.minimumForUsual ? nil : Statistics.usual(measured)
        guard isCompared, let latest = values.last?.value,
            let usual = usual ?? own.map({ (median: $0.median, spread: $0.spread) })
        else {
            (arrow, place) = (nil, nil)
            return
        }
        let difference = latest - usual.median
        let key = abs(difference) <= usual.spread ? "usual" : difference > 0 ? "above" : "below"
        arrow = ["usual": "→", "above": "↑", "below": "↓"][key]
        place = reader.words("breakdown.place.\(key)")
    }

    /// The latest value of a daily metric; nil without one.
    /// - Parameter days: oldest first.
    init?(_ metric: DailyMetric, in days: [DailyMetrics], _ breakdown: ScoreBreakdown?, for reader: Reader) {
        let subject = TrendSubject.metric(metric.key)
        let values = TrendFacts.values(of: subject, days)
        guard let last = values.last else { return nil }
        self.init(
            reader.words("signal.\(metric.key)"), reader.amount(last.value * metric.unit.per, of: metric),
            Day(number: Int32(last.day)), address: "/trends?metric=\(metric.key)", values: values,
            usual: breakdown.flatMap { TrendFacts.usual(subject, $0) }, for: reader)
    }
}
