import Messages

/// Explains a score in sentences (SCO-7): the effect of each part, the missing data, and the meaning of the person's
/// own flags.
enum Explanation {
    /// Upper bounds, in logits, of "hardly", "a little" and plain effects: half a point, two and five points in the
    /// middle of the scale.
    private static let steps = (hardly: 0.02, little: 0.08, plain: 0.2)

    static func text(_ part: Contribution) -> String? {
        guard let value = part.value, let z = part.z, let entry = part.signal.entry else { return nil }
        let effect =
            switch abs(part.contribution) {
            case ..<steps.hardly: "it hardly moves the score"
            case ..<steps.little:
                part.contribution > 0 ? "it raises the score a little" : "it lowers the score a little"
            case ..<steps.plain: part.contribution > 0 ? "it raises the score" : "it lowers the score"
            default: part.contribution > 0 ? "it raises the score a lot" : "it lowers the score a lot"
            }
        var text = "\(entry.title) \(amount(value, of: entry))"
        if let baseline = part.baseline {
            // As the pages say it: within the spread that a z-score is divided by.
            let place = abs(z) <= 1 ? "about your usual" : z > 0 ? "above your usual" : "below your usual"
            text += ", \(place) \(amount(baseline.median, of: entry))"
        }
        if part.imputed {
            text += ", estimated because it was not measured"
        } else if part.lowConfidence {
            text += ", from few measurements"
        }
        return text + "; \(effect)."
    }

    /// Sentences about missing signals and about signals without a baseline.
    static func gaps(_ parts: [Contribution]) -> [String] {
        var sentences: [String] = []
        let absent = parts.filter { $0.value == nil }.compactMap(\.signal.entry?.name)
        if !absent.isEmpty {
            sentences.append(
                "Nothing arrived for \(list(absent)); each counts as usual, and the range of the score is wider for it."
            )
        }
        let unusual = parts.filter { $0.value != nil && $0.z == nil }.compactMap(\.signal.entry?.name)
        if !unusual.isEmpty {
            sentences.append(
                "There is no usual range yet for \(list(unusual)); it takes \(BaselineHistory.minimum) days of values from one device."
            )
        }
        return sentences
    }

    /// States that an earlier day is shown instead of today; nil if the day is today.
    static func age(of day: Day, today: Day) -> String? {
        day < today ? "Nothing has arrived for today yet; this is \(day), the latest day with data." : nil
    }

    static func note(_ flag: ContextFlag) -> String? {
        switch flag {
        case .illness:
            "You noted illness: it often raises heart rates and breathing and lowers heart rate variability, so a low score may say no more than that."
        case .alcohol:
            "You noted alcohol: the night after it often shows a higher heart rate, lower variability and lighter sleep."
        case .cycle:
            "You noted your cycle: heart rates and variability move with its phases, which can mask other changes."
        case .travel: "You noted travel: time zones and short nights move sleep, steps and heart rates for some days."
        case .medication:
            "You noted medication: some of it changes heart rates and variability directly and can mask what the score would show."
        case .injury: "You noted an injury: pain and rest move sleep, steps and heart rates for a while."
        default: nil
        }
    }

    /// Shown for a day with a flag that excludes it from baselines and learning.
    static let masked =
        "This day counts neither for your usual range nor for what the score learns from you; you can change that for each kind of note."

    private static func amount(_ value: Double, of entry: SignalEntry) -> String {
        switch entry.source {
        case .metric(let metric, _):
            if metric.unit.style == .duration { return duration(seconds: value) }
            let number = decimal(value / metric.unit.per, metric.digits)
            return metric.unit.phrase.isEmpty ? number : "\(number) \(metric.unit.phrase)"
        case .slider: return "\(decimal(value, 0)) of 7"
        case .journal: return value > 0.2 ? "pleasant" : value < -0.2 ? "unpleasant" : "neutral"
        }
    }

    /// “1 h 18 min”, “40 min”; rounded to whole minutes, of any sign. Values are within ± 10⁹ (`SensorMetric.value`).
    private static func duration(seconds: Double) -> String {
        let minutes = Int((abs(seconds) / 60).rounded())
        let parts = [
            minutes >= 60 ? "\(minutes / 60) h" : nil, minutes % 60 > 0 || minutes == 0 ? "\(minutes % 60) min" : nil,
        ]
        return (seconds < 0 && minutes > 0 ? "-" : "") + parts.compactMap(\.self).joined(separator: " ")
    }

    /// Formats a number with `digits` decimals, 0 or 1. Values are within ± 10⁹ (`SensorMetric.value`).
    static func decimal(_ value: Double, _ digits: Int) -> String {
        guard digits > 0 else { return "\(Int(value.rounded()))" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    /// Joins names: “a”, “a and b”, “a, b and c”.
    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }
}
