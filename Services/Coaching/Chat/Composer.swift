import Messages
import Moments

/// Composes the coach's replies locally (COA-6, COA-10): at most two sentences about current data, without medical
/// claims.
enum Composer {
    struct Reply: Equatable {
        var text: String
        var nextAction: String?
    }

    /// - Parameters:
    ///   - today: the person's local date; signals of an earlier day are mentioned with their date.
    ///   - completed: title of a moment completed within the last days.
    static func reply(topic: Topic, signals: SignalState?, today: Day, moment: MicroMoment?, completed: String?)
        -> Reply
    {
        let ground = grounding(topic, signals, today) ?? "I don't have enough of your data yet to compare with"
        let recent = completed.map { ", and you recently finished “\(phrase($0))”" } ?? ""
        return Reply(
            text: "\(ground)\(recent)." + suggestion(moment, "One small thing that fits"),
            nextAction: moment.map(action))
    }

    /// The reply after a cautious verdict: it acknowledges, suggests something gentle, and does not analyse.
    static func supportive(_ moment: MicroMoment?) -> Reply {
        Reply(
            text:
                "That sounds like a lot to carry, and it makes sense to go gently now; talking to somebody you trust can help."
                + suggestion(moment, "If you like, something small"), nextAction: moment.map(action))
    }

    // MARK: Sentences

    private static func suggestion(_ moment: MicroMoment?, _ opening: String) -> String {
        guard let moment else { return "" }
        return " \(opening): “\(phrase(moment.title))”\(duration(moment.estimatedSeconds))."
    }

    private static func action(_ moment: MicroMoment) -> String {
        moment.activity.isEmpty ? moment.title : moment.activity
    }

    private static func duration(_ seconds: Int32?) -> String {
        guard let seconds, seconds > 0, seconds <= 7200 else { return "" }
        let minutes = (Int(seconds) + 59) / 60
        return minutes == 1 ? ", about a minute" : ", about \(minutes) minutes"
    }

    /// A title for use inside a sentence, without sentence-ending punctuation.
    private static func phrase(_ title: String) -> String {
        let parts = title.split { ".!?\n".contains($0) }.map { $0.trimmingPrefix { $0 == " " } }
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// A clause about the topic's signals, or else about the strongest signal; nil without signals.
    private static func grounding(_ topic: Topic, _ signals: SignalState?, _ today: Day) -> String? {
        guard let signals else { return nil }
        let level = signals.strongest(about: topic) ?? signals.strongest
        if signals.isCurrent(on: today) {
            return level.flatMap(words) ?? signals.score.map { "Your latest score is \(Int($0.rounded())) of 100" }
        }
        let past = level.flatMap(pastWords) ?? signals.score.map { "your score was \(Int($0.rounded())) of 100" }
        return past.map { "On \(date(signals.day)), the latest day with data, \($0)" }
    }

    /// Formats a day for use inside a sentence, such as 3 March 2026.
    static func date(_ day: Day) -> String {
        let (year, month, number) = day.components
        return "\(number) \(months[month - 1]) \(year)"
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// A clause about a past day, without a full stop; nil for a signal without an entry in this release.
    private static func pastWords(for level: SignalLevel) -> String? {
        level.signal.entry.map { "\($0.words.past) \(judged(level.z, $0))" }
    }

    /// A capitalised clause without a full stop; nil for a signal without an entry in this release.
    static func words(for level: SignalLevel) -> String? {
        level.signal.entry.map { "\($0.words.now) \(judged(level.z, $0))" }
    }

    private static func judged(_ z: Double, _ entry: SignalEntry) -> String {
        switch entry.source {
        case .metric: compared(z)
        case .slider(_, let low, let high): rated(z, low: low, high: high)
        case .journal: mood(z)
        }
    }

    private static func mood(_ z: Double) -> String {
        z > 0.2 ? "lighter" : z < -0.2 ? "heavier" : "neither light nor heavy"
    }

    private static func compared(_ z: Double) -> String {
        switch abs(z) {
        case ..<0.5: "close to your usual"
        case ..<1.5: "a little \(z > 0 ? "above" : "below") your usual"
        default: "well \(z > 0 ? "above" : "below") your usual"
        }
    }

    /// z-scores of sliders are (v − 4)/3 for a value v from 1 to 7.
    private static func rated(_ z: Double, low: String, high: String) -> String {
        z >= 0.5 ? high : z <= -0.5 ? low : "in the middle"
    }
}
