import Messages

extension Formats {
    /// A daily metric with its unit: “41 ms”, “58/min”, “1 h 20 min”.
    /// - Parameter value: in the metric's canonical unit.
    public func amount(_ value: Double, of metric: DailyMetric) -> String {
        switch metric.unit.style {
        case .duration: duration(seconds: value)
        case .milliseconds: quantity(value, "ms", digits: metric.digits)
        case .perMinute: number(value / metric.unit.per, digits: metric.digits) + catalogue("unit.perMinute")
        case .number: number(value / metric.unit.per, digits: metric.digits)
        }
    }

    /// The mood of a journal in words.
    /// - Parameter mood: −1 … 1.
    public func mood(_ mood: Double) -> String {
        catalogue("unit.mood." + (mood > 0.2 ? "good" : mood < -0.2 ? "low" : "even"))
    }

    /// “a”, “a and b”, “a, b and c”.
    public func list(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return catalogue(
            "today.list.two",
            ["first": items.dropLast().joined(separator: catalogue("today.list.separator")), "last": last])
    }
}
