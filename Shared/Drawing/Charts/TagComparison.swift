/// Values of days with and without a tag, as two rows of dots, each with its median and an interval.
///
/// Classes for the style sheet: `chart`, `chart-grid`, `chart-label`, `chart-dot`, `tag-interval`, `tag-median`.
public struct TagComparison: Sendable {
    /// With fewer days in a group nothing is compared.
    public static let fewest = 10

    /// One of the two groups.
    public struct Group: Sendable {
        /// Name of the row.
        public let name: String
        let values: [Double]
        /// Median of the values.
        public let median: Double
        /// Interval of the median that holds 95 % (binomial order statistics).
        public let interval: ClosedRange<Double>

        /// Nil with fewer than `fewest` finite values.
        public init?(_ name: String, _ values: [Double]) {
            let sorted = values.filter { abs($0) <= ChartValue.largest }.sorted()
            guard sorted.count >= TagComparison.fewest, let median = Statistics.quantile(0.5, of: sorted) else {
                return nil
            }
            (self.name, self.values, self.median) = (name, sorted, median)
            interval = Statistics.medianInterval(of: sorted)
        }
    }

    let groups: [Group]
    let title: String
    let description: String
    let id: String
    let axis: @Sendable (Double) -> String
    let size: ChartSize

    /// - Parameters:
    ///   - title: the finding.
    ///   - id: prefix of the ids of title and description, unique in the page.
    ///   - axis: text of a value on the axis.
    public init(
        with: Group, without: Group, size: ChartSize, title: String, description: String, id: String,
        axis: @escaping @Sendable (Double) -> String
    ) {
        (groups, self.size, self.title, self.description) = ([with, without], size, title, description)
        (self.id, self.axis) = (id, axis)
    }

    /// The drawing; its height is half of a chart's.
    public var svg: SVGElement {
        let (height, left, right) = (size.height * 0.6, 8.0, size.width - 8)
        let all = groups.flatMap(\.values)
        let (low, high) = (all.min() ?? 0, all.max() ?? 1)
        let free = (high - low) * ChartDomain.margin
        let x = Scale(ChartDomain.withTicks((low - free)...(high + free)), from: left, to: right)
        var svg = SVGElement(
            "svg",
            [
                "class": "chart", "viewBox": "0 0 \(coordinate(size.width)) \(coordinate(height))", "role": "img",
                "aria-labelledby": "\(id)-title \(id)-description",
            ],
            [
                SVGElement("title", ["id": "\(id)-title"], text: title),
                SVGElement("desc", ["id": "\(id)-description"], text: description),
            ])
        for tick in x.ticks {
            let place = coordinate(x(tick))
            svg.append(
                SVGElement(
                    "line",
                    ["class": "chart-grid", "x1": place, "y1": "0", "x2": place, "y2": coordinate(height - 20)]))
            svg.append(
                SVGElement(
                    "text",
                    ["class": "chart-label", "x": place, "y": coordinate(height - 4), "text-anchor": "middle"],
                    text: axis(tick)))
        }
        let row = (height - 24) / Double(groups.count)
        for (index, group) in groups.enumerated() {
            for element in draw(group, top: row * Double(index), height: row, x) { svg.append(element) }
        }
        return svg
    }

    private func draw(_ group: Group, top: Double, height: Double, _ x: Scale) -> [SVGElement] {
        let middle = top + 16 + (height - 16) / 2
        var elements = [
            SVGElement("text", ["class": "chart-label", "x": "8", "y": coordinate(top + 13)], text: group.name),
            SVGElement(
                "rect",
                [
                    "class": "tag-interval", "x": coordinate(x(group.interval.lowerBound)),
                    "y": coordinate(middle - 8),
                    "width": coordinate(max(1, x(group.interval.upperBound) - x(group.interval.lowerBound))),
                    "height": "16",
                ]),
        ]
        // Values one after the other take turns above and below the middle, so that equal ones are seen.
        elements += group.values.enumerated().map { index, value in
            let offset = Double([0, -5, 5, -2.5, 2.5][index % 5])
            return SVGElement(
                "circle",
                [
                    "class": "chart-dot", "cx": coordinate(x(value)), "cy": coordinate(middle + offset),
                    "r": coordinate(TimeChart.dot),
                ])
        }
        elements.append(
            SVGElement(
                "line",
                [
                    "class": "tag-median", "x1": coordinate(x(group.median)), "y1": coordinate(middle - 10),
                    "x2": coordinate(x(group.median)), "y2": coordinate(middle + 10),
                ]))
        return elements
    }
}
