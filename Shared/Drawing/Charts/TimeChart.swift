/// A chart of one value per day. What lies behind it is in its table; a gap stays a gap.
///
/// Classes for the style sheet: `chart` (the drawing), `chart-grid`, `chart-label`, `chart-band` and `chart-usual` (the
/// usual values), `chart-score-band`, `chart-line`, `chart-bar` (with `chart-bar-doubtful`), `chart-dot`,
/// `chart-imputed` (hollow), `chart-doubtful` (diamond), `chart-clipped` (triangle), `chart-quartiles`,
/// `chart-last-year`, `chart-device`, `chart-mark` and `chart-mark-line`.
///
/// The attribute `data-readings` is for a crosshair: `day|x|y|text` of each point, separated by semicolons.
public struct TimeChart: Sendable {
    /// Up to so many days each value has a dot.
    static let dotted = 92
    /// Beyond so many days the line is the weekly median.
    static let daily = 366
    static let dot = 2.5
    /// Fewest days of a week that have a median.
    static let fewestOfWeek = 3

    /// What the chart shows.
    public var kind: ChartKind
    /// Days since 1970-01-01, first to last.
    public var days: ClosedRange<Int>
    /// Oldest first, one per day: the last one given. Values outside `days` are left out.
    public var values: [ChartValue]
    /// The values that the usual band is taken from, usually more than are shown; empty for none. Values that are no
    /// numbers are left out.
    public var history: [Double]
    /// Values of a year before, already moved onto `days`.
    public var lastYear: [ChartValue] = []
    /// Days from which another device measured.
    public var devices: [ChartMark] = []
    /// Circumstances below the axis.
    public var marks: [ChartMark] = []
    /// Labels of the horizontal axis.
    public var labels: [ChartMark]
    /// Size in CSS pixels.
    public var size: ChartSize
    /// The finding, as text.
    public var title: String
    /// The range and what is missing, as text.
    public var description: String
    /// Prefix of the ids of title and description, unique in the page.
    public var id: String
    /// Text of a value on the vertical axis.
    public var axis: @Sendable (Double) -> String
    /// Text of a day's value, for the line above the chart.
    public var reading: @Sendable (ChartValue) -> String

    public init(
        _ kind: ChartKind, days: ClosedRange<Int>, values: [ChartValue], history: [Double], labels: [ChartMark],
        size: ChartSize, title: String, description: String, id: String,
        axis: @escaping @Sendable (Double) -> String, reading: @escaping @Sendable (ChartValue) -> String
    ) {
        (self.kind, self.days, self.labels) = (kind, days, labels)
        self.history = history
        self.values = Dictionary(values.map { ($0.day, $0) }) { $1 }.values.filter { days.contains($0.day) }
            .sorted { $0.day < $1.day }
        (self.size, self.title, self.description, self.id) = (size, title, description, id)
        (self.axis, self.reading) = (axis, reading)
    }

    /// The drawing; nil without values.
    public var svg: SVGElement? {
        let usual = kind == .score ? nil : Statistics.usual(history.filter { abs($0) <= ChartValue.largest })
        guard !values.isEmpty, let domain = ChartDomain.of(kind, values + lastYear, usual: usual?.band) else {
            return nil
        }
        let frame = Frame(size: size, days: days, domain: domain, hasMarks: !marks.isEmpty, axis: axis)
        var svg = SVGElement(
            "svg",
            [
                "class": "chart", "viewBox": "0 0 \(coordinate(size.width)) \(coordinate(size.height))", "role": "img",
                "aria-labelledby": "\(id)-title \(id)-description", "data-readings": readings(frame),
            ],
            [
                SVGElement("title", ["id": "\(id)-title"], text: title),
                SVGElement("desc", ["id": "\(id)-description"], text: description),
            ])
        for element in background(frame, usual) + past(frame) + data(frame) + foreground(frame) { svg.append(element) }
        return svg
    }

    /// The places of the chart's parts.
    struct Frame {
        let x: Scale
        let y: Scale
        let left: Double, right: Double, top: Double, bottom: Double
        /// Baseline of the circumstances' letters, if there are any.
        let markLine: Double

        /// Widest digit of a label.
        private static let digit = 7.0

        init(
            size: ChartSize, days: ClosedRange<Int>, domain: ClosedRange<Double>, hasMarks: Bool,
            axis: (Double) -> String
        ) {
            (right, top, bottom) = (size.width - 8, 8, size.height - (hasMarks ? 40 : 24))
            markLine = size.height - 22
            y = Scale(domain, from: bottom, to: top)
            left = 12 + Self.digit * Double(max(4, y.ticks.map { axis($0).count }.max() ?? 0))
            x = Scale(Double(days.lowerBound)...Double(days.upperBound), from: left + 4, to: right - 4)
        }

        /// Height of a value, kept inside the frame.
        func clipped(_ value: Double) -> Double { max(top, min(bottom, y(value))) }
        func contains(_ value: Double) -> Bool { y.domain.contains(value) }
    }

    // MARK: Parts

    private func background(_ frame: Frame, _ usual: (median: Double, band: ClosedRange<Double>)?) -> [SVGElement] {
        var elements: [SVGElement] = []
        if let usual {
            let (top, bottom) = (frame.clipped(usual.band.upperBound), frame.clipped(usual.band.lowerBound))
            elements.append(
                SVGElement(
                    "rect",
                    [
                        "class": "chart-band", "x": coordinate(frame.left), "y": coordinate(top),
                        "width": coordinate(frame.right - frame.left), "height": coordinate(max(1, bottom - top)),
                    ]))
        }
        for tick in frame.y.ticks {
            let y = coordinate(frame.y(tick))
            elements.append(Self.line("chart-grid", coordinate(frame.left), y, coordinate(frame.right), y))
            elements.append(
                SVGElement(
                    "text",
                    [
                        "class": "chart-label", "x": coordinate(frame.left - 6), "y": coordinate(frame.y(tick) + 4),
                        "text-anchor": "end",
                    ], text: axis(tick)))
        }
        if let usual, frame.contains(usual.median) {
            let y = coordinate(frame.y(usual.median))
            elements.append(Self.line("chart-usual", coordinate(frame.left), y, coordinate(frame.right), y))
        }
        for label in labels where days.contains(label.day) {
            let x = frame.x(Double(label.day))
            // A label at an end stays inside the drawing.
            let anchor = x < frame.left + 24 ? "start" : x > frame.right - 24 ? "end" : "middle"
            elements.append(
                SVGElement(
                    "text",
                    [
                        "class": "chart-label", "x": coordinate(x), "y": coordinate(size.height - 6),
                        "text-anchor": anchor,
                    ], text: label.label))
        }
        return elements
    }

    private func past(_ frame: Frame) -> [SVGElement] {
        let shown = lastYear.filter { days.contains($0.day) && $0.quality != .imputed }.sorted { $0.day < $1.day }
        return Self.runs(shown).map { Self.path("chart-last-year", Self.points($0, frame)) }
    }

    private func data(_ frame: Frame) -> [SVGElement] {
        if days.count > Self.daily { return weeks(frame) }
        if kind == .total { return bars(frame) }
        let connected = Self.runs(values.filter { $0.quality != .imputed })
        var elements: [SVGElement] = []
        if kind == .score {
            for run in connected { elements += Self.band(run, frame) }
        }
        elements += connected.filter { $0.count > 1 }.map { Self.path("chart-line", Self.points($0, frame)) }
        for value in values {
            let isAlone = connected.contains { $0.count == 1 && $0[0].day == value.day }
            if let shape = shape(of: value, frame, isAlone: isAlone) { elements.append(shape) }
        }
        return elements
    }

    /// A dot, hollow dot, diamond or triangle; nil if the line alone shows the value.
    private func shape(of value: ChartValue, _ frame: Frame, isAlone: Bool) -> SVGElement? {
        let (x, y) = (frame.x(Double(value.day)), frame.clipped(value.value))
        guard frame.contains(value.value) else {
            // Points to where the value lies.
            let tip = value.value > frame.y.domain.upperBound ? 1.0 : -1.0
            return Self.path(
                "chart-clipped",
                [
                    Point(x: x, y: y), Point(x: x - 4, y: y + 6 * tip), Point(x: x + 4, y: y + 6 * tip),
                    Point(x: x, y: y),
                ])
        }
        switch value.quality {
        case .doubtful:
            let reach = Self.dot + 1
            return Self.path(
                "chart-doubtful",
                [
                    Point(x: x, y: y - reach), Point(x: x + reach, y: y), Point(x: x, y: y + reach),
                    Point(x: x - reach, y: y), Point(x: x, y: y - reach),
                ])
        case .imputed: return Self.circle("chart-imputed", x, y)
        case .measured: return days.count <= Self.dotted || isAlone ? Self.circle("chart-dot", x, y) : nil
        }
    }

    private func bars(_ frame: Frame) -> [SVGElement] {
        let width = max(1, min(16, (frame.right - frame.left) / Double(days.count) * 0.7))
        return values.flatMap { value -> [SVGElement] in
            let (x, y) = (frame.x(Double(value.day)), frame.clipped(value.value))
            let bar = SVGElement(
                "rect",
                [
                    "class": value.quality == .measured ? "chart-bar" : "chart-bar chart-bar-doubtful",
                    "x": coordinate(x - width / 2), "y": coordinate(y), "width": coordinate(width),
                    "height": coordinate(max(0, frame.bottom - y)),
                ])
            let triangle = frame.contains(value.value) ? nil : shape(of: value, frame, isAlone: false)
            return [bar] + (triangle.map { [$0] } ?? [])
        }
    }

    /// Medians of weeks with at least three days, with the quartiles as their band.
    private var weeklyMedians: [ChartValue] {
        let groups = Dictionary(grouping: values.filter { $0.quality != .imputed }) { ($0.day - days.lowerBound) / 7 }
        return groups.keys.sorted().compactMap { week in
            let sorted = groups[week, default: []].map(\.value).sorted()
            guard sorted.count >= Self.fewestOfWeek, let median = Statistics.quantile(0.5, of: sorted),
                let low = Statistics.quantile(0.25, of: sorted), let high = Statistics.quantile(0.75, of: sorted)
            else { return nil }
            let middle = min(days.lowerBound + week * 7 + 3, days.upperBound)
            return ChartValue(day: middle, value: median, band: low...high)
        }
    }

    /// Weekly medians, connected where no week is missing, with a bar from the lower to the upper quartile.
    private func weeks(_ frame: Frame) -> [SVGElement] {
        let medians = weeklyMedians
        let quartiles = medians.compactMap { median in
            median.band.map { band in
                let x = coordinate(frame.x(Double(median.day)))
                return Self.line(
                    "chart-quartiles", x, coordinate(frame.clipped(band.lowerBound)), x,
                    coordinate(frame.clipped(band.upperBound)))
            }
        }
        return quartiles
            + Self.runs(medians, apart: 7).map {
                $0.count > 1
                    ? Self.path("chart-line", Self.points($0, frame))
                    : Self.circle("chart-dot", frame.x(Double($0[0].day)), frame.clipped($0[0].value))
            }
    }

    private func foreground(_ frame: Frame) -> [SVGElement] {
        var elements: [SVGElement] = []
        for device in devices where days.contains(device.day) {
            let x = frame.x(Double(device.day))
            elements.append(
                Self.line(
                    "chart-device", coordinate(x), coordinate(frame.top), coordinate(x), coordinate(frame.bottom)))
            let isRight = x > (frame.left + frame.right) / 2
            elements.append(
                SVGElement(
                    "text",
                    [
                        "class": "chart-label", "x": coordinate(isRight ? x - 4 : x + 4),
                        "y": coordinate(frame.top + 10), "text-anchor": isRight ? "end" : "start",
                    ], text: device.label))
        }
        return elements + circumstances(frame)
    }

    /// The circumstances below the axis: a line over days that follow each other, with the word, or the letter where
    /// the word has no room.
    private func circumstances(_ frame: Frame) -> [SVGElement] {
        var runs: [(first: ChartMark, last: Int)] = []
        for mark in marks.filter({ days.contains($0.day) }).sorted(by: { $0.day < $1.day }) {
            if let run = runs.last, run.first.words == mark.words, run.last + 1 >= mark.day {
                runs[runs.count - 1].last = mark.day
            } else {
                runs.append((mark, mark.day))
            }
        }
        let letter = 6.5
        return runs.enumerated().flatMap { index, run in
            let (x, end) = (frame.x(Double(run.first.day)), frame.x(Double(run.last)))
            let next = index + 1 < runs.count ? frame.x(Double(runs[index + 1].first.day)) - 4 : frame.right
            let hasRoom = x + letter * Double(run.first.words.count) <= next
            let y = coordinate(frame.bottom + 3)
            return [
                Self.line("chart-mark-line", coordinate(x - 2), y, coordinate(end + 2), y),
                SVGElement(
                    "text", ["class": "chart-mark", "x": coordinate(x - 2), "y": coordinate(frame.markLine)],
                    text: hasRoom ? run.first.words : run.first.label),
            ]
        }
    }

    /// Day, position, height and text of each point, for the crosshair.
    private func readings(_ frame: Frame) -> String {
        (days.count > Self.daily ? weeklyMedians : values).map {
            let text = reading($0).map { $0 == ";" || $0 == "|" ? " " : $0 }
            return [
                "\($0.day)", coordinate(frame.x(Double($0.day))), coordinate(frame.clipped($0.value)), String(text),
            ].joined(separator: "|")
        }.joined(separator: ";")
    }

    // MARK: Shapes

    /// Values of days that follow each other: a missing day is never bridged.
    /// - Parameter apart: days from one value to the next, at most.
    private static func runs(_ values: [ChartValue], apart: Int = 1) -> [[ChartValue]] {
        values.reduce(into: []) { runs, value in
            if let last = runs.last?.last, value.day - last.day <= apart {
                runs[runs.count - 1].append(value)
            } else {
                runs.append([value])
            }
        }
    }

    private static func points(_ values: [ChartValue], _ frame: Frame) -> [Point] {
        values.map { Point(x: frame.x(Double($0.day)), y: frame.clipped($0.value)) }
    }

    private static func band(_ values: [ChartValue], _ frame: Frame) -> [SVGElement] {
        func edge(_ bound: (ClosedRange<Double>) -> Double) -> [Point] {
            values.compactMap { value in
                value.band.map { Point(x: frame.x(Double(value.day)), y: frame.clipped(bound($0))) }
            }
        }
        let outline = edge(\.upperBound) + edge(\.lowerBound).reversed()
        return outline.count < 4 ? [] : [path("chart-score-band", outline + [outline[0]])]
    }

    private static func path(_ kind: String, _ points: [Point]) -> SVGElement {
        let pairs = points.map { coordinate($0.x) + " " + coordinate($0.y) }
        return SVGElement("path", ["class": kind, "d": "M" + pairs.joined(separator: "L")])
    }

    private static func circle(_ kind: String, _ x: Double, _ y: Double) -> SVGElement {
        SVGElement("circle", ["class": kind, "cx": coordinate(x), "cy": coordinate(y), "r": coordinate(dot)])
    }

    private static func line(_ kind: String, _ x1: String, _ y1: String, _ x2: String, _ y2: String) -> SVGElement {
        SVGElement("line", ["class": kind, "x1": x1, "y1": y1, "x2": x2, "y2": y2])
    }
}
