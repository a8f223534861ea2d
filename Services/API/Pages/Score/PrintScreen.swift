import Drawing
import Localization
import Messages
import Statistics

/// A summary for a doctor of the measurements of chosen weeks: a table and charts, printed on two sheets.
public struct PrintScreen: Screen {
    public static let template = "print"
    /// Lengths to choose, in weeks.
    public static let weeks = [4, 8, 13, 26]
    /// Most kinds beyond the daily metrics: with these, two lines a row, the table fits on a page.
    public static let maximumKinds = 8
    /// Most charts: two in a line, three lines on a page.
    static let maximumCharts = 6
    /// Last days to choose, a week apart.
    private static let ends = 27

    public let title: String
    let lengths: [Choice]
    let lasts: [Choice]
    let period: String
    let rows: [Row]
    let charts: [Chart]
    let hasRows: Bool
    let hasCharts: Bool
    /// How many kinds were left out; nil for none.
    let more: String?
    let made: String

    /// A metric or kind.
    struct Row: Sendable {
        let name: String
        let coverage: String
        let middle: String
        /// Empty with too few days.
        let usual: String
        let lowest: String
        let highest: String
    }

    /// A metric day by day.
    struct Chart: Sendable {
        let name: String
        let figure: String
    }

    /// - Parameters:
    ///   - days: the chosen weeks, which have ended.
    ///   - metrics: their daily metrics, oldest first.
    ///   - kinds: the days of other kinds; those without an amount are left out.
    ///   - omitted: number of kinds that were left out.
    public init(
        _ days: ClosedRange<Day>, metrics: [DailyMetrics], kinds: [KindDaysQuery.Reply], omitted: Int,
        for reader: Reader
    ) {
        let (words, formats) = (reader.words, reader.formats)
        title = words("print.title")
        func weeks(_ count: Int) -> String { words("print.weeks", count: count, formats.number(Double(count))) }
        var counts = Self.weeks
        if days.count % 7 == 0, !counts.contains(days.count / 7) { counts = (counts + [days.count / 7]).sorted() }
        lengths = counts.map { Choice(value: "\($0)", text: weeks($0), isSelected: $0 * 7 == days.count) }
        var ends = (0..<Self.ends).map { reader.today.advanced(by: -1 - $0 * 7) }
        if !ends.contains(days.upperBound) { ends = (ends + [days.upperBound]).sorted(by: >) }
        lasts = ends.map {
            Choice(value: "\($0)", text: formats.dateWithYear($0), isSelected: $0 == days.upperBound)
        }
        let dates = formats.range(formats.dateWithYear(days.lowerBound), formats.dateWithYear(days.upperBound))
        period = "\(dates) · " + words("kind.days", count: days.count, formats.number(Double(days.count)))
        let measured = SignalTable.metrics.compactMap { metric -> (metric: DailyMetric, values: [ChartValue])? in
            let values = TrendFacts.values(of: .metric(metric.key), metrics.filter { days.contains($0.day) })
            return values.contains { $0.quality != .imputed } ? (metric, values) : nil
        }
        rows =
            measured.map { Self.row($0.metric, $0.values, days, reader) }
            + kinds.compactMap { Self.row($0, days, reader) }
        charts =
            measured.filter { $0.values.count > 1 }
            .sorted { ($0.metric.letter ?? .max) < ($1.metric.letter ?? .max) }.prefix(Self.maximumCharts)
            .compactMap { Self.chart($0.metric, $0.values, days, reader) }
        (hasRows, hasCharts) = (!rows.isEmpty, !charts.isEmpty)
        more = omitted > 0 ? words("print.more", count: omitted, formats.number(Double(omitted))) : nil
        made = words("print.made", ["date": formats.dateWithYear(reader.today)])
    }

    /// Groups of kinds that are printed, the first one first; none of them is intimate.
    private static let groups = ["heart", "blood", "breath", "temperature", "body"]

    /// The place of a kind in the list; nil for one that is not printed.
    public static func place(of info: KindInfo) -> Int? {
        guard info.shape == "quantity" || info.shape == "pair" else { return nil }
        return groups.firstIndex(of: info.group)
    }

    // MARK: Rows

    /// Fewest days that a usual range is said from, as on the page of a trend.
    private static let minimumForUsual = 14

    private static func coverage(_ count: Int, _ days: ClosedRange<Day>, _ reader: Reader) -> String {
        reader.words(
            "print.coverage",
            [
                "days": reader.formats.number(Double(count)), "all": reader.formats.number(Double(days.count)),
            ])
    }

    private static func extreme(_ amount: String, _ day: Day, _ reader: Reader) -> String {
        reader.words("print.extreme", ["value": amount, "date": reader.formats.dateWithYear(day)])
    }

    private static func row(
        _ metric: DailyMetric, _ values: [ChartValue], _ days: ClosedRange<Day>, _ reader: Reader
    ) -> Row {
        let measured = values.filter { $0.quality != .imputed }
        func amount(_ value: Double) -> String { reader.amount(value * metric.unit.per, of: metric) }
        func extreme(_ value: ChartValue?) -> String {
            value.map { Self.extreme(amount($0.value), Day(number: Int32($0.day)), reader) } ?? ""
        }
        let usual = Statistics.usual(measured.map(\.value))
        let band = measured.count < minimumForUsual ? nil : usual?.band
        return Row(
            name: LongWords.breakable(reader.words("signal.\(metric.key)")),
            coverage: coverage(measured.count, days, reader),
            middle: usual.map { amount($0.median) } ?? "",
            usual: band.map { reader.formats.range(amount($0.lowerBound), amount($0.upperBound)) } ?? "",
            lowest: extreme(measured.min { $0.value < $1.value }),
            highest: extreme(measured.max { $0.value < $1.value }))
    }

    private static func row(_ kind: KindDaysQuery.Reply, _ days: ClosedRange<Day>, _ reader: Reader) -> Row? {
        let (info, shown) = (kind.info, kind.days.filter { days.contains($0.day) })
        guard place(of: info) != nil, let usual = Statistics.usual(shown.map(\.value)) else { return nil }
        let second = info.shape == "pair" ? Statistics.usual(shown.compactMap(\.second)) : nil
        func amount(_ value: Double, _ second: Double?) -> String { reader.amount(value, second, of: info) }
        func extreme(_ day: KindDay?) -> String {
            day.map { Self.extreme(amount($0.value, $0.second), $0.day, reader) } ?? ""
        }
        let low = amount(usual.band.lowerBound, second?.band.lowerBound)
        let high = amount(usual.band.upperBound, second?.band.upperBound)
        return Row(
            name: LongWords.breakable(reader.name(ofKind: info.kind)), coverage: coverage(shown.count, days, reader),
            middle: amount(usual.median, second?.median),
            usual: shown.count < minimumForUsual ? "" : reader.formats.range(low, high),
            lowest: extreme(shown.min { $0.value < $1.value }), highest: extreme(shown.max { $0.value < $1.value }))
    }

    // MARK: Charts

    private static func chart(
        _ metric: DailyMetric, _ values: [ChartValue], _ days: ClosedRange<Day>, _ reader: Reader
    ) -> Chart? {
        let subject = TrendSubject.metric(metric.key)
        let name = reader.words("signal.\(metric.key)")
        let measured = values.filter { $0.quality != .imputed }.map(\.value)
        let facts = TrendFacts(subject, .quarter, days: days, values: values, comparesYear: false)
        let chart = TrendScreen.chart(
            facts, Int(days.lowerBound.number)...Int(days.upperBound.number), values,
            measured.count < minimumForUsual ? [] : measured, name, id: "print-\(metric.key)", reader)
        return chart.figure.map { Chart(name: name, figure: $0.markup) }
    }
}
