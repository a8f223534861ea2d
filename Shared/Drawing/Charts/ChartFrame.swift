/// The places of a chart's parts.
struct ChartFrame {
    let x: Scale
    let y: Scale
    let left: Double, right: Double, top: Double, bottom: Double
    /// Baseline of the circumstances' words, if there are any.
    let markLine: Double

    /// Width of a label's digit at most.
    private static let digit = 8.0

    init(
        size: ChartSize, days: ClosedRange<Int>, domain: ClosedRange<Double>, hasMarks: Bool, hasDevices: Bool,
        hasBars: Bool, axis: (Double) -> String
    ) {
        // Names of devices are drawn above the data.
        (right, top, bottom) = (size.width - 8, hasDevices ? 24 : 8, size.height - (hasMarks ? 44 : 26))
        markLine = size.height - 26
        y = Scale(domain, from: bottom, to: top)
        left = 12 + Self.digit * Double(max(2, y.ticks.map { axis($0).count }.max() ?? 0))
        // The first and the last bar are drawn inside the frame.
        let inset = hasBars ? max(6, (right - left) / Double(days.count) / 2) : 6
        x = Scale(Double(days.lowerBound)...Double(days.upperBound), from: left + inset, to: right - inset)
    }

    /// Bars are this part of a day's width, at most 16 units.
    func barWidth(_ days: Int) -> Double { max(1, min(16, (right - left) / Double(days) * 0.7)) }

    /// Radius of a dot: smaller where dots of the full size would touch.
    func dot(_ days: Int) -> Double {
        max(1.25, min(TimeChart.dot, (right - left) / Double(days) * 0.42))
    }

    /// Where a text of the axis begins, ends or has its middle, so that it stays inside the drawing.
    func anchor(of text: String, at x: Double) -> String {
        let half = Self.digit / 2 * Double(text.count)
        return x - half < left - 8 ? "start" : x + half > right + 8 ? "end" : "middle"
    }

    /// Height of a value, kept inside the frame.
    func clipped(_ value: Double) -> Double { max(top, min(bottom, y(value))) }
    func contains(_ value: Double) -> Bool { y.domain.contains(value) }
}
