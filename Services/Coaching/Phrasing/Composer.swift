import Localization
import Messages
import Moments

/// Composes the coach's replies locally (COA-6, COA-10): at most two sentences about current data, without medical
/// claims. The words come from the catalogue; titles of the library stay as they are.
enum Composer {
    struct Reply: Equatable {
        var text: String
        var nextAction: String?
    }

    /// - Parameters:
    ///   - today: the person's local date; signals of an earlier day are mentioned with their date.
    ///   - completed: title of a moment completed within the last days.
    static func reply(
        topic: Topic, signals: SignalState?, today: Day, moment: MicroMoment?, completed: String?,
        words: Catalogue = .shipped(.english)
    ) -> Reply {
        let ground = grounding(topic, signals, today, words) ?? words("coaching.reply.noData")
        let recent = completed.map { words("coaching.reply.completed", ["title": phrase($0)]) } ?? ""
        return Reply(
            text: "\(ground)\(recent)." + suggestion(moment, "fits", words),
            nextAction: moment.map { $0.texts(inGerman: words.language == .german).action })
    }

    /// The reply after a cautious verdict: it acknowledges, suggests something gentle, and does not analyse.
    static func supportive(_ moment: MicroMoment?, words: Catalogue = .shipped(.english)) -> Reply {
        Reply(
            text: words("coaching.reply.supportive") + suggestion(moment, "gentle", words),
            nextAction: moment.map { $0.texts(inGerman: words.language == .german).action })
    }

    // MARK: Sentences

    private static func suggestion(_ moment: MicroMoment?, _ opening: String, _ words: Catalogue) -> String {
        guard let moment else { return "" }
        let values = [
            "title": phrase(moment.texts(inGerman: words.language == .german).title),
            "duration": duration(moment.estimatedSeconds, words),
        ]
        return " " + words("coaching.reply.\(opening)", values)
    }

    private static func duration(_ seconds: Int32?, _ words: Catalogue) -> String {
        guard let seconds, seconds > 0, seconds <= 7200 else { return "" }
        return words("coaching.reply.minutes", count: (Int(seconds) + 59) / 60)
    }

    /// A title for use inside a sentence, without sentence-ending punctuation.
    private static func phrase(_ title: String) -> String {
        let parts = title.split { ".!?\n".contains($0) }.map { $0.trimmingPrefix { $0 == " " } }
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// A clause about the topic's signals, or else about the strongest signal; nil without signals.
    private static func grounding(_ topic: Topic, _ signals: SignalState?, _ today: Day, _ words: Catalogue)
        -> String?
    {
        guard let signals else { return nil }
        let level = signals.strongest(about: topic) ?? signals.strongest
        let tense = signals.isCurrent(on: today) ? "now" : "past"
        let said =
            level.flatMap { clause(of: $0, tense, words) }
            ?? signals.score.map { words("coaching.\(tense).score", ["level": "\(Int($0.rounded()))"]) }
        guard tense == "past" else { return said }
        return said.map { words("coaching.reply.dated", ["date": date(signals.day, words), "clause": $0]) }
    }

    /// Formats a day for use inside a sentence, such as 3 March 2026.
    static func date(_ day: Day, _ words: Catalogue = .shipped(.english)) -> String {
        let (year, month, number) = day.components
        return words(
            "coaching.reply.date",
            ["day": "\(number)", "month": words("date.months.long.\(month)"), "year": "\(year)"])
    }

    /// A clause without a full stop; nil for a signal without an entry in this release.
    private static func clause(of level: SignalLevel, _ tense: String, _ words: Catalogue) -> String? {
        level.signal.entry.map { words("coaching.\(tense).\($0.key)", ["level": judged(level.z, $0, words)]) }
    }

    private static func judged(_ z: Double, _ entry: SignalEntry, _ words: Catalogue) -> String {
        switch entry.source {
        case .metric: words("coaching.level.\(compared(z))")
        case .slider(let slider): words("coaching.rated.\(slider.rawValue).\(rated(z))")
        case .journal: words("coaching.mood.\(z > 0.2 ? "lighter" : z < -0.2 ? "heavier" : "even")")
        }
    }

    private static func compared(_ z: Double) -> String {
        switch abs(z) {
        case ..<0.5: "usual"
        case ..<1.5: z > 0 ? "above" : "below"
        default: z > 0 ? "wellAbove" : "wellBelow"
        }
    }

    /// z-scores of sliders are (v − 4)/3 for a value v from 1 to 7.
    private static func rated(_ z: Double) -> String { z >= 0.5 ? "high" : z <= -0.5 ? "low" : "middle" }
}
