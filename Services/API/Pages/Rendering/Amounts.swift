import Localization
import Messages

extension Reader {
    /// Short name of a signal, as on a chip or a row.
    public func name(of signal: Signal) -> String { words("signal.\(signal.entry?.key ?? "")") }

    /// A signal's value with its unit: “41 ms”, “58/min”, “6 of 7”, “1 h 20 min”, “good”.
    public func amount(_ value: Double, of signal: Signal) -> String {
        guard let entry = signal.entry, value.isFinite else { return "" }
        switch entry.source {
        case .metric(let metric, _): return amount(value, of: metric)
        case .slider: return words("unit.ofSeven", ["value": formats.number(value)])
        case .journal: return words("unit.mood." + (value > 0.2 ? "good" : value < -0.2 ? "low" : "even"))
        }
    }

    /// A daily metric with its unit.
    public func amount(_ value: Double, of metric: DailyMetric) -> String {
        let number = formats.number(value / metric.unit.per, digits: metric.digits)
        switch metric.unit.sign {
        case "h": return formats.duration(seconds: value)
        case "ms": return formats.quantity(value, "ms", digits: metric.digits)
        case "/min": return number + words("unit.perMinute")
        default: return number
        }
    }

    /// “a”, “a and b”, “a, b and c”.
    public func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return words(
            "today.list.two",
            ["first": names.dropLast().joined(separator: words("today.list.separator")), "last": last])
    }

    /// “Wed 22 Nov, 07:40” by the person's clock.
    public func time(minute: Int) -> String { formats.time(minute: minute) }
}
