extension TimeChart {
    // MARK: Around the data

    func background(
        _ frame: ChartFrame, _ size: ChartSize, _ usual: (median: Double, band: ClosedRange<Double>)?
    ) -> [DrawingElement] {
        var elements: [DrawingElement] = []
        if let usual {
            let (top, bottom) = (frame.clipped(usual.band.upperBound), frame.clipped(usual.band.lowerBound))
            elements.append(
                DrawingElement(
                    "rect",
                    [
                        "class": "chart-band", "x": coordinate(frame.left), "y": coordinate(top),
                        "width": coordinate(frame.right - frame.left), "height": coordinate(max(1, bottom - top)),
                    ]))
        }
        for tick in frame.y.ticks {
            let y = coordinate(frame.y(tick))
            elements.append(.line("chart-grid", coordinate(frame.left), y, coordinate(frame.right), y))
            elements.append(.text("chart-label", frame.left - 6, frame.y(tick) + 4, anchor: "end", axis(tick)))
        }
        if let usual, frame.contains(usual.median) {
            let y = coordinate(frame.y(usual.median))
            elements.append(.line("chart-usual", coordinate(frame.left), y, coordinate(frame.right), y))
        }
        for label in ChartAxis.labels(days, size, words) {
            let x = frame.x(Double(label.day))
            let anchor = frame.anchor(of: label.text, at: x)
            elements.append(.text("chart-label", x, size.height - 6, anchor: anchor, label.text))
        }
        return elements
    }

    func foreground(_ frame: ChartFrame, _ slots: [ChartSlot]) -> [DrawingElement] {
        var elements: [DrawingElement] = []
        for device in devices where days.contains(device.day) {
            let x = frame.x(Double(device.day))
            elements.append(
                .line(
                    "chart-device", coordinate(x), coordinate(frame.top - 20), coordinate(x), coordinate(frame.bottom)))
            let isRight = x > (frame.left + frame.right) / 2
            elements.append(
                .text(
                    "chart-label", isRight ? x - 4 : x + 4, frame.top - 10,
                    anchor: isRight ? "end" : "start", device.label))
        }
        return elements + circumstances(frame) + written(slots, frame)
    }

    /// Dots below the axis at days or weeks with a journal entry, as one path of points with round ends.
    private func written(_ slots: [ChartSlot], _ frame: ChartFrame) -> [DrawingElement] {
        let y = coordinate(frame.bottom + 4)
        let points = slots.filter(\.hasEntry).map { "M\(coordinate(frame.x(Double($0.day)))) \(y)h0" }
        guard !points.isEmpty else { return [] }
        let width = max(2, min(5, (frame.right - frame.left) / Double(slots.count) * 0.7))
        return [
            DrawingElement(
                "path", ["class": "chart-entry", "d": points.joined(), "stroke-width": coordinate(width)])
        ]
    }

    /// The circumstances below the axis: a line over days that follow each other, with the word, or the letter where
    /// the word has no room, or nothing where the letter has none either: the line of values and the table name it.
    private func circumstances(_ frame: ChartFrame) -> [DrawingElement] {
        var runs: [(first: ChartMark, last: Int)] = []
        for mark in marks.filter({ days.contains($0.day) }).sorted(by: { ($0.day, $0.words) < ($1.day, $1.words) }) {
            if let index = runs.lastIndex(where: { $0.first.words == mark.words && $0.last + 1 >= mark.day }) {
                runs[index].last = mark.day
            } else {
                runs.append((mark, mark.day))
            }
        }
        let (letter, space) = (8.0, 4.0)
        var taken = -Double.infinity
        return runs.enumerated().flatMap { index, run in
            let (x, end) = (frame.x(Double(run.first.day)), frame.x(Double(run.last)))
            let y = coordinate(frame.bottom + 4)
            let line = DrawingElement.line("chart-mark-line", coordinate(x - 2), y, coordinate(end + 2), y)
            let next = index + 1 < runs.count ? frame.x(Double(runs[index + 1].first.day)) - space : frame.right
            let start = max(x - 2, taken)
            let width = letter * Double(run.first.words.count)
            if index + 1 == runs.count, start + width > frame.right, end + 2 - width >= taken {
                return [line, .text("chart-mark", end + 2, frame.markLine, anchor: "end", run.first.words)]
            }
            let text = start + width <= next ? run.first.words : run.first.label
            guard start - x < 2 * letter, start + letter <= frame.right else { return [line] }
            taken = start + letter * Double(text.count) + space
            return [line, .text("chart-mark", start, frame.markLine, anchor: "start", text)]
        }
    }

    // MARK: Data

    /// The corridor behind the data.
    func expected(_ frame: ChartFrame) -> [DrawingElement] {
        Self.runs(corridor.filter { days.contains($0.day) }.sorted { $0.day < $1.day }).flatMap {
            Self.band($0, frame)
        }
    }

    /// The same weeks of the year before, never bridged.
    func past(_ slots: [ChartSlot], _ frame: ChartFrame) -> [DrawingElement] {
        let byWeek = days.count > Self.dotted
        // A median is drawn in the middle of its week.
        let shown = slots.filter { isWeekly || !byWeek || CivilDate.place($0.day, first: CivilDate.monday) == 3 }
        return Self.runs(shown.compactMap(\.lastYear), apart: byWeek ? 7 : 1).filter { $0.count > 1 }
            .map { Self.path("chart-last-year", Self.points($0, frame)) }
    }

    func data(_ slots: [ChartSlot], _ frame: ChartFrame) -> [DrawingElement] {
        if isWeekly { return weeks(slots.compactMap(\.value), frame) }
        if kind == .total { return bars(frame) }
        if kind == .pair { return pairs(frame) }
        let connected = Self.runs(values.filter { $0.quality != .imputed })
        let alone = Set(connected.filter { $0.count == 1 }.map { $0[0].day })
        let bands = kind == .score ? connected.flatMap { Self.band($0, frame) } : []
        return bands + connected.filter { $0.count > 1 }.map { Self.path("chart-line", Self.points($0, frame)) }
            + values.compactMap { shape(of: $0, frame, isAlone: alone.contains($0.day)) }
    }

    /// A dot, hollow dot, diamond or triangle; nil if the line alone shows the value.
    private func shape(of value: ChartValue, _ frame: ChartFrame, isAlone: Bool) -> DrawingElement? {
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
            let reach = max(2.25, frame.dot(days.count) * 1.6)
            return Self.path(
                "chart-doubtful",
                [
                    Point(x: x, y: y - reach), Point(x: x + reach, y: y), Point(x: x, y: y + reach),
                    Point(x: x - reach, y: y), Point(x: x, y: y - reach),
                ])
        case .imputed: return .circle("chart-imputed", x, y, max(1.75, frame.dot(days.count)))
        case .measured:
            return days.count <= Self.dotted || isAlone
                ? .circle("chart-dot", x, y, isAlone ? Self.dot : frame.dot(days.count)) : nil
        }
    }

    private func bars(_ frame: ChartFrame) -> [DrawingElement] {
        let width = frame.barWidth(days.count)
        return values.flatMap { value -> [DrawingElement] in
            let (x, y) = (frame.x(Double(value.day)), frame.clipped(value.value))
            let bar = DrawingElement(
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

    /// A bar from the lower to the higher value of each day, with a dot at both.
    private func pairs(_ frame: ChartFrame) -> [DrawingElement] {
        values.flatMap { value -> [DrawingElement] in
            guard let band = value.band else { return [] }
            let (x, dot) = (frame.x(Double(value.day)), frame.dot(days.count))
            let (low, high) = (frame.clipped(band.lowerBound), frame.clipped(band.upperBound))
            return [
                .line("chart-pair", coordinate(x), coordinate(low), coordinate(x), coordinate(high)),
                .circle("chart-dot", x, high, dot), .circle("chart-dot", x, low, dot),
            ]
        }
    }

    /// Weekly medians, connected where no week is missing, with a bar from the lower to the upper quartile.
    private func weeks(_ medians: [ChartValue], _ frame: ChartFrame) -> [DrawingElement] {
        let clipped = medians.filter { !frame.contains($0.value) }.compactMap { shape(of: $0, frame, isAlone: false) }
        // One path: bars that lie close do not darken each other.
        let quartiles = medians.compactMap { median in
            median.band.map { band in
                let (low, high) = (frame.clipped(band.lowerBound), frame.clipped(band.upperBound))
                return "M\(coordinate(frame.x(Double(median.day)))) \(coordinate(low))V\(coordinate(high))"
            }
        }
        let width = min(3, (frame.right - frame.left) / Double(days.count) * 7 * 0.6)
        return [
            DrawingElement(
                "path",
                ["class": "chart-quartiles", "d": quartiles.joined(), "stroke-width": coordinate(max(0.5, width))])
        ]
            + Self.runs(medians, apart: 7).map {
                $0.count > 1
                    ? Self.path("chart-line", Self.points($0, frame))
                    : .circle("chart-dot", frame.x(Double($0[0].day)), frame.clipped($0[0].value), Self.dot)
            } + clipped
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

    private static func points(_ values: [ChartValue], _ frame: ChartFrame) -> [Point] {
        values.map { Point(x: frame.x(Double($0.day)), y: frame.clipped($0.value)) }
    }

    private static func band(_ values: [ChartValue], _ frame: ChartFrame) -> [DrawingElement] {
        func edge(_ bound: (ClosedRange<Double>) -> Double) -> [Point] {
            values.compactMap { value in
                value.band.map { Point(x: frame.x(Double(value.day)), y: frame.clipped(bound($0))) }
            }
        }
        let outline = edge(\.upperBound) + edge(\.lowerBound).reversed()
        return outline.count < 4 ? [] : [path("chart-score-band", outline + [outline[0]])]
    }

    private static func path(_ kind: String, _ points: [Point]) -> DrawingElement {
        let pairs = points.map { coordinate($0.x) + " " + coordinate($0.y) }
        return DrawingElement("path", ["class": kind, "d": "M" + pairs.joined(separator: "L")])
    }
}

extension DrawingElement {
    static func circle(_ kind: String, _ x: Double, _ y: Double, _ radius: Double) -> DrawingElement {
        DrawingElement(
            "circle", ["class": kind, "cx": coordinate(x), "cy": coordinate(y), "r": coordinate(radius)])
    }

    static func line(_ kind: String, _ x1: String, _ y1: String, _ x2: String, _ y2: String) -> DrawingElement {
        DrawingElement("line", ["class": kind, "x1": x1, "y1": y1, "x2": x2, "y2": y2])
    }

    static func text(
        _ kind: String, _ x: Double, _ y: Double, anchor: String, _ text: String
    ) -> DrawingElement {
        DrawingElement(
            "text", ["class": kind, "x": coordinate(x), "y": coordinate(y), "text-anchor": anchor], text: text)
    }
}
