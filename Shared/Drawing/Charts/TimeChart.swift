import Statistics

/// A chart of one value per day, with the table behind it. A gap stays a gap.
///
/// Classes for the style sheet: `chart-figure` (figure), `chart-reading` (the line of values), `chart` with
/// `chart-narrow` or `chart-wide` (the drawings), `chart-grid`, `chart-label` (with `chart-name` over the data),
/// `chart-band` and `chart-usual` (the usual values), `chart-score-band` (also the corridor), `chart-line`, `chart-bar` (with
/// `chart-bar-doubtful`), `chart-dot`, `chart-imputed` (hollow), `chart-doubtful` (diamond), `chart-clipped`
/// (triangle), `chart-pair`, `chart-quartiles`, `chart-last-year`, `chart-device`, `chart-mark`, `chart-mark-line` and
/// `chart-entry` (days with a journal entry). The crosshair adds `chart-cross` and `chart-cross-dot`.
///
/// Attributes of a drawing for the crosshair: `data-readings` has `x|y|text` of each day or week, separated by
/// semicolons, without `y` in a gap; `data-week` is the number of points of a week; `data-line` is the id of the line
/// of values; `data-span` has the upper and the lower end of the crosshair.
public struct TimeChart: Sendable {
    /// Up to so many days each value has a dot.
    static let dotted = 92
    /// Radius of a dot.
    static let dot = 2.5

    /// From so many days on, the line is the weekly median.
    public var weeklyFrom = 367
    /// Kind of the chart.
    public var kind: ChartKind
    /// Days since 1970-01-01, first to last.
    public var days: ClosedRange<Int>
    /// Oldest first, one per day: the last one given. Values outside `days` are left out.
    public var values: [ChartValue]
    /// The values that the usual band is taken from, usually more than are shown; empty for none. Values that are no
    /// numbers are left out.
    public var history: [Double]
    /// The usual value and its spread on each side, if they are not to be taken from `history`.
    public var baseline: (median: Double, spread: Double)?
    /// Values of the same weeks of the year before, by `onSameWeeks`.
    public var lastYear: [ChartValue] = []
    /// The range in which the value of a day was expected, as its `band`; also of days without a value.
    public var corridor: [ChartValue] = []
    /// Days from which another device measured.
    public var devices: [ChartMark] = []
    /// Circumstances below the axis.
    public var marks: [ChartMark] = []
    /// Days with a journal entry: dots below the axis.
    public var entries: Set<Int> = []
    /// The finding, as text.
    public var title: String
    /// Prefix of all ids, unique in the page.
    public var id: String
    /// Words and dates.
    public var words: DrawingWords
    /// A value without its unit, for the axis: “58”.
    public var axis: @Sendable (Double) -> String
    /// A value with its unit: “58/min”.
    public var quantity: @Sendable (Double) -> String

    public init(
        _ kind: ChartKind, days: ClosedRange<Int>, values: [ChartValue], history: [Double], title: String, id: String,
        words: DrawingWords, axis: @escaping @Sendable (Double) -> String,
        quantity: @escaping @Sendable (Double) -> String
    ) {
        (self.kind, self.days, self.history) = (kind, days, history)
        self.values = Dictionary(values.map { ($0.day, $0) }) { $1 }.values.filter { days.contains($0.day) }
            .sorted { $0.day < $1.day }
        (self.title, self.id, self.words) = (title, id, words)
        (self.axis, self.quantity) = (axis, quantity)
    }

    /// Values of the year before on the days of this year with the same place in the week: 52 weeks later.
    public static func onSameWeeks(_ values: [ChartValue]) -> [ChartValue] {
        values.compactMap { ChartValue(day: $0.day + 364, value: $0.value, quality: $0.quality, band: $0.band) }
    }

    /// The usual values; nil for the score, which has a band of its own, and without history.
    var usual: (median: Double, band: ClosedRange<Double>)? {
        if kind != .score, let baseline, baseline.median.isFinite,
            (0...ChartValue.maximumMagnitude).contains(baseline.spread)
        {
            return (baseline.median, (baseline.median - baseline.spread)...(baseline.median + baseline.spread))
        }
        guard kind != .score else { return nil }
        return Statistics.usual(history.filter { abs($0) <= ChartValue.maximumMagnitude }).map { ($0.median, $0.band) }
    }

    /// The line of values and both drawings, of which the style sheet shows the one that fits; nil without values.
    public var figure: DrawingElement? {
        let (usual, slots) = (usual, slots)
        guard let narrow = svg(.narrow), let wide = svg(.wide),
            let last = slots.last(where: { $0.value != nil })
        else { return nil }
        return DrawingElement(
            "figure", ["class": "chart-figure"],
            [
                DrawingElement(
                    "p", ["class": "chart-reading", "id": "\(id)-reading", "aria-live": "polite"],
                    text: reading(of: last, usual)),
                narrow, wide,
            ])
    }

    /// One drawing; nil without values.
    public func svg(_ size: ChartSize) -> DrawingElement? {
        let (usual, slots) = (usual, slots)
        let shown =
            slots.flatMap { [$0.value, $0.lastYear] }.compactMap { $0 } + corridor.filter { days.contains($0.day) }
        guard !values.isEmpty, let domain = ChartDomain.of(kind, shown, usual: usual?.band) else { return nil }
        let frame = ChartFrame(
            size: size, days: days, domain: domain, hasMarks: marks.contains { days.contains($0.day) },
            hasDevices: devices.contains { days.contains($0.day) }, hasBars: kind == .total && !isWeekly, axis: axis)
        let name = "\(id)-\(size)"
        var svg = DrawingElement(
            "svg",
            [
                "class": "chart chart-\(size)",
                "viewBox": "0 0 \(coordinate(size.width)) \(coordinate(size.height))", "role": "img",
                "aria-labelledby": "\(name)-title \(name)-description",
                "data-readings": readings(slots, frame, usual), "data-week": isWeekly ? "1" : "7",
                "data-line": "\(id)-reading",
                "data-span": "\(coordinate(frame.top)) \(coordinate(frame.bottom))",
            ],
            [
                DrawingElement("title", ["id": "\(name)-title"], text: title),
                DrawingElement("desc", ["id": "\(name)-description"], text: summary),
            ])
        let parts =
            background(frame, size, usual) + expected(frame) + past(slots, frame) + data(slots, frame)
            + foreground(frame, slots)
        for element in parts { svg.append(element) }
        return svg
    }

    /// Place and text of each day or week, for the crosshair.
    private func readings(
        _ slots: [ChartSlot], _ frame: ChartFrame, _ usual: (median: Double, band: ClosedRange<Double>)?
    ) -> String {
        slots.map { slot in
            var text = String.UnicodeScalarView()
            for scalar in reading(of: slot, usual).unicodeScalars {
                text.append(scalar == ";" || scalar == "|" ? " " : scalar)
            }
            let y = slot.value.map { coordinate(frame.clipped($0.value)) } ?? ""
            return "\(coordinate(frame.x(Double(slot.day))))|\(y)|\(String(text))"
        }.joined(separator: ";")
    }
}
