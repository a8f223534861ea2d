import Localization
import Messages

/// Sentences about a score in the reader's language, for pages and for programs.
///
/// Services send scores with sentences in English; `spoken` replaces these for readers of another language.
extension Reader {
    /// Upper bounds in logits of “hardly”, “a little” and plain effects: half a point, two and five points in the
    /// middle of the scale.
    private static let bounds = (hardly: 0.02, little: 0.08, plain: 0.2)

    /// “It lifts the score a little.”; empty if the part has no value or no baseline.
    func effect(of part: Contribution) -> String? {
        guard part.value != nil, part.z != nil else { return nil }
        let strength =
            switch abs(part.contribution) {
            case ..<Self.bounds.hardly: "hardly"
            case ..<Self.bounds.little: "little"
            case ..<Self.bounds.plain: "plain"
            default: "strong"
            }
        let direction = part.contribution > 0 ? "lifts" : "weighs"
        return words("breakdown.effect." + (strength == "hardly" ? "none" : "\(direction).\(strength)"))
    }

    /// The quality of a part's value in words; nil for a measured one.
    func certainty(of part: Contribution) -> String? {
        if part.imputed { return words("breakdown.imputed") }
        return part.lowConfidence ? words("breakdown.doubtful") : nil
    }

    /// “Last 7 days: 52 on average, 3 higher than before.”
    func sentence(_ trend: ScoreTrend) -> String {
        let days = "\(trend.days)"
        guard let mean = trend.mean else {
            return words("breakdown.trend.none", ["days": days, "scored": "\(trend.scored)"])
        }
        let number = formats.number(mean)
        guard let change = trend.change else { return words("breakdown.trend.first", ["days": days, "mean": number]) }
        let key = abs(change) < 1 ? "same" : change > 0 ? "higher" : "lower"
        return words(
            "breakdown.trend.\(key)", ["days": days, "mean": number, "change": formats.number(abs(change))])
    }

    /// Names the signals without data; empty if there are none, or if the day has no score to explain.
    func absences(_ breakdown: ScoreBreakdown) -> [String] {
        let absent = breakdown.contributions.filter { $0.value == nil }.map { nameInSentence(of: $0.signal) }
        let isSilent = [.noData, .withheld, .damaged].contains(breakdown.report.status)
        return absent.isEmpty || isSilent ? [] : [words("breakdown.missing", ["list": list(absent)])]
    }

    /// Says how the day's circumstances count for its score.
    func notes(_ breakdown: ScoreBreakdown) -> [String] {
        breakdown.context.map { words("breakdown.note.\($0)") }
            + (breakdown.masked.isEmpty ? [] : [words("breakdown.masked")])
    }

    /// The report with its sentences in the reader's language.
    public func spoken(_ report: ScoreReport) -> ScoreReport {
        guard settings.language != .english else { return report }
        var report = report
        if report.reason != nil {
            report.reason =
                switch report.status {
                case .withheld: words("api.score.withheld")
                case .warmingUp: words("api.score.warmingUp")
                case .damaged: words("api.score.damaged")
                default: words("api.score.noData")
                }
        }
        if report.note != nil {
            report.note = words("api.score.age", ["date": formats.dateWithYear(report.day)])
        }
        return report
    }

    /// The breakdown with its sentences in the reader's language.
    public func spoken(_ breakdown: ScoreBreakdown) -> ScoreBreakdown {
        guard settings.language != .english else { return breakdown }
        var spoken = breakdown
        spoken.report = self.spoken(breakdown.report)
        for index in spoken.contributions.indices where spoken.contributions[index].text != nil {
            spoken.contributions[index].text = sentence(spoken.contributions[index])
        }
        for index in spoken.trends.indices { spoken.trends[index].text = sentence(spoken.trends[index]) }
        let unusual = breakdown.contributions.filter { $0.value != nil && $0.z == nil }
            .map { nameInSentence(of: $0.signal) }
        if !breakdown.gaps.isEmpty {
            spoken.gaps =
                absences(breakdown)
                + (unusual.isEmpty ? [] : [words("api.score.unusual", ["list": list(unusual)])])
        }
        if !breakdown.contextNotes.isEmpty { spoken.contextNotes = notes(breakdown) }
        spoken.methodology = words("mandated.methodology")
        return spoken
    }

    /// “Night heart rate: 54/min, above your usual 52/min, from few measurements. It weighs a little.”
    private func sentence(_ part: Contribution) -> String {
        var phrases = [amount(part.value ?? 0, of: part.signal)]
        if let baseline = part.baseline, let place = part.place {
            phrases.append(
                words("api.score.place.\(place.rawValue)", ["usual": amount(baseline.median, of: part.signal)]))
        }
        if let certainty = certainty(of: part) { phrases.append(certainty) }
        return words(
            "api.score.part",
            [
                "name": name(of: part.signal), "phrases": phrases.joined(separator: ", "),
                "effect": effect(of: part) ?? "",
            ])
    }
}
