import Localization
import Messages

extension Reader {
    /// Short name of a signal, as on a chip or a row.
    public func name(of signal: Signal) -> String { words("signal.\(signal.entry?.key ?? "")") }

    /// A signal's name within a sentence: “night heart rate”, “HRV”; German nouns stay as they are.
    public func nameInSentence(of signal: Signal) -> String {
        let name = name(of: signal)
        let isAbbreviation = name.dropFirst().first?.isUppercase ?? false
        return settings.language != .english || isAbbreviation ? name : name.prefix(1).lowercased() + name.dropFirst()
    }

    /// A signal's value with its unit: “41 ms”, “58/min”, “6 of 7”, “1 h 20 min”, “good”.
    public func amount(_ value: Double, of signal: Signal) -> String {
        guard let entry = signal.entry, value.isFinite else { return "" }
        switch entry.source {
        case .metric(let metric, _): return amount(value, of: metric)
        case .slider: return words("unit.ofSeven", ["value": formats.number(value)])
        case .journal: return formats.mood(value)
        }
    }

    /// A daily metric with its unit.
    public func amount(_ value: Double, of metric: DailyMetric) -> String { formats.amount(value, of: metric) }

    /// “a”, “a and b”, “a, b and c”.
    public func list(_ names: [String]) -> String { formats.list(names) }

    /// “07:40” by the person's clock.
    public func time(minute: Int) -> String { formats.time(minute: minute) }
}
