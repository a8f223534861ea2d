/// A line of the last days without axes; the value next to it says the same in words. A gap stays a gap.
///
/// Classes for the style sheet: `sparkline` (drawing), `chart-line`, `chart-dot`.
public struct Sparkline: Sendable {
    private static let size = (width: 72.0, height: 24.0, margin: 3.0)

    /// Days since 1970-01-01, first to last.
    let days: ClosedRange<Int>
    let values: [ChartValue]

    /// - Parameter values: oldest first, one a day; those outside `days` are left out.
    public init(days: ClosedRange<Int>, values: [ChartValue]) {
        self.days = days
        self.values = values.filter { days.contains($0.day) }
    }

    /// The drawing; nil for fewer than two values.
    public var figure: DrawingElement? {
        guard values.count > 1, let low = values.map(\.value).min(), let high = values.map(\.value).max() else {
            return nil
        }
        let (width, height, margin) = Self.size
        let x = Scale(
            Double(days.lowerBound)...Double(max(days.upperBound, days.lowerBound + 1)), from: margin,
            to: width - margin)
        let y = Scale(low < high ? low...high : (low - 1)...(high + 1), from: height - margin, to: margin)
        var runs: [[ChartValue]] = []
        for value in values {
            if let last = runs.last?.last, value.day - last.day <= 1 {
                runs[runs.count - 1].append(value)
            } else {
                runs.append([value])
            }
        }
        let shapes = runs.map { run in
            run.count == 1
                ? DrawingElement.circle("chart-dot", x(Double(run[0].day)), y(run[0].value), 1.5)
                : DrawingElement(
                    "path",
                    [
                        "class": "chart-line",
                        "d": "M"
                            + run.map { coordinate(x(Double($0.day))) + " " + coordinate(y($0.value)) }.joined(
                                separator: "L"),
                    ])
        }
        return DrawingElement(
            "svg",
            [
                "class": "sparkline", "viewBox": "0 0 \(coordinate(width)) \(coordinate(height))",
                "aria-hidden": "true",
            ], shapes)
    }
}
