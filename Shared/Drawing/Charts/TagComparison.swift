import Statistics

/// Values of days with and without a tag, as two rows of dots, each with its median and an interval.
///
/// Classes for the style sheet: `chart-figure`, `chart` with `chart-narrow` or `chart-wide`, `chart-grid`,
/// `chart-label`, `chart-dot`, `tag-interval`, `tag-median`.
public struct TagComparison: Sendable {
    /// With fewer days in a group nothing is compared.
    public static let minimumDays = 10

    /// A group has too few days to be compared: “6 of 10 days yet”.
    public struct TooFewDays: Error, Equatable {
        /// Name of the group.
        public let name: String
        /// Days with a value.
        public let days: Int
        /// Days that are needed.
        public let needed = TagComparison.minimumDays

        /// “6 of 10 days yet”.
        public func text(_ words: DrawingWords) -> String {
            words("tag.tooFew", ["days": "\(days)", "needed": "\(needed)"])
        }
    }

    /// One of the two groups.
    public struct Group: Sendable {
        /// Name of the row.
        public let name: String
        let values: [Double]
        /// Median of the values.
        public let median: Double
        /// Interval of the median that holds 95 % (binomial order statistics).
        public let interval: ClosedRange<Double>

        /// Number of days.
        public var days: Int { values.count }

        /// - Parameter daysPerValue: how many of the values say as much as one independent value.
        /// - Throws: `TooFewDays` with fewer than `minimumDays` finite values.
        public init(_ name: String, _ values: [Double], daysPerValue: Double = 1) throws(TooFewDays) {
            let sorted = values.filter { abs($0) <= ChartValue.maximumMagnitude }.sorted()
            guard sorted.count >= TagComparison.minimumDays, let median = Statistics.quantile(0.5, of: sorted) else {
                throw TooFewDays(name: name, days: sorted.count)
            }
            (self.name, self.values, self.median) = (name, sorted, median)
            interval = Statistics.medianInterval(of: sorted, daysPerValue: daysPerValue)
        }
    }

    let groups: [Group]
    let title: String
    let id: String
    let words: DrawingWords
    let axis: @Sendable (Double) -> String
    let quantity: @Sendable (Double) -> String

    /// - Parameters:
    ///   - title: the finding.
    ///   - id: prefix of all ids, unique in the page.
    ///   - axis: a value without its unit, for the axis.
    ///   - quantity: a value with its unit.
    public init(
        with: Group, without: Group, title: String, id: String, words: DrawingWords,
        axis: @escaping @Sendable (Double) -> String, quantity: @escaping @Sendable (Double) -> String
    ) {
        (groups, self.title, self.id, self.words) = ([with, without], title, id, words)
        (self.axis, self.quantity) = (axis, quantity)
    }

    /// Each group with its number of days and its median.
    public var summary: String {
        groups.map {
            words("tag.group", ["name": $0.name, "days": "\($0.days)", "median": quantity($0.median)])
        }.joined(separator: " ")
    }

    /// A row for each group.
    public var table: ChartTable {
        ChartTable(
            caption: title,
            headings: ["group", "days", "median", "interval"].map { words("tag.headings.\($0)") },
            rows: groups.map { group in
                let (low, high) = (axis(group.interval.lowerBound), axis(group.interval.upperBound))
                return ChartTable.Row(
                    day: nil, value: group.median, comparison: nil,
                    cells: [
                        group.name, "\(group.days)", quantity(group.median),
                        words.phrase("number.range", ["low": low, "high": high]),
                    ])
            })
    }

    /// Both drawings, of which the style sheet shows the one that fits.
    public var figure: DrawingElement {
        DrawingElement("figure", ["class": "chart-figure"], [svg(.narrow), svg(.wide)])
    }

    /// One drawing; its height is 0.6 of a chart's.
    public func svg(_ size: ChartSize) -> DrawingElement {
        let (height, left, right) = (size.height * 0.6, 12.0, size.width - 12)
        let all = groups.flatMap(\.values)
        let (low, high) = (all.min() ?? 0, all.max() ?? 1)
        let free = (high - low) * ChartDomain.margin
        let x = Scale(ChartDomain.withTicks((low - free)...(high + free)), from: left, to: right)
        let name = "\(id)-\(size)"
        var svg = DrawingElement(
            "svg",
            [
                "class": "chart chart-\(size)", "viewBox": "0 0 \(coordinate(size.width)) \(coordinate(height))",
                "role": "img", "aria-labelledby": "\(name)-title \(name)-description",
            ],
            [
                DrawingElement("title", ["id": "\(name)-title"], text: title),
                DrawingElement("desc", ["id": "\(name)-description"], text: summary),
            ])
        for tick in x.ticks {
            let place = x(tick)
            svg.append(.line("chart-grid", coordinate(place), "0", coordinate(place), coordinate(height - 22)))
            let anchor = place < 24 ? "start" : place > size.width - 24 ? "end" : "middle"
            svg.append(.text("chart-label", place, height - 6, anchor: anchor, axis(tick)))
        }
        let row = (height - 26) / Double(groups.count)
        for (index, group) in groups.enumerated() {
            for element in draw(group, top: row * Double(index), height: row, x) { svg.append(element) }
        }
        return svg
    }

    private func draw(_ group: Group, top: Double, height: Double, _ x: Scale) -> [DrawingElement] {
        let middle = top + 17 + (height - 17) / 2
        let interval = DrawingElement(
            "rect",
            [
                "class": "tag-interval", "x": coordinate(x(group.interval.lowerBound)), "y": coordinate(middle - 9),
                "width": coordinate(max(1, x(group.interval.upperBound) - x(group.interval.lowerBound))),
                "height": "18",
            ])
        // Values one after the other take turns above and below the middle, so that equal ones are seen.
        let dots = group.values.enumerated().map { index, value in
            DrawingElement.circle("chart-dot", x(value), middle + [0, -5, 5, -2.5, 2.5][index % 5], TimeChart.dot)
        }
        let median = coordinate(x(group.median))
        return [.text("chart-label chart-name", 8, top + 13, anchor: "start", group.name), interval] + dots
            + [.line("tag-median", median, coordinate(middle - 11), median, coordinate(middle + 11))]
    }
}
