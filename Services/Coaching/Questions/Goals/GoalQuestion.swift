import Localization
import Messages

/// A question for the person's goals (GOL-8): “what are my goals?”, “how far am I with running?”, “was bleibt diese
/// Woche noch?”. It holds the words that may name a goal, and no other text of the message.
public struct GoalQuestion: Equatable, Sendable {
    /// What is asked.
    public enum Kind: Equatable, Sendable {
        /// Which goals there are.
        case list
        /// How far they are reached.
        case progress
        /// What is left this week.
        case week
    }

    /// What the message asks.
    public var kind: Kind
    /// Folded words that may name a goal or its measure.
    var names: [String]
    /// Quantities of the measure that the message asks for.
    var quantities: [MeasureKind]
    /// Whether the message speaks of goals.
    public var saysGoal: Bool
    /// Whether it is about goals although it does not say so: “am I on track?”
    public var impliesGoals: Bool

    // MARK: Reading

    /// Reads a message by rules.
    /// - Parameter message: one message of a person.
    /// - Returns: nil if it asks for no goal.
    public static func read(_ message: String) -> GoalQuestion? {
        let text = Wrappers.stripped(FoldedText(message))
        guard (1...18).contains(text.words.count), !text.has(anyOf: advice), !text.begins(withAnyOf: wishes) else {
            return nil
        }
        let saysGoal = text.has(anyOf: goals)
        // “How am I doing” is about the score to the rules.
        let namesSubject = Subject.named(in: text).contains { $0 != .score }
        if text.has(anyOf: weeks), text.has(anyOf: rests), saysGoal || !namesSubject {
            return GoalQuestion(kind: .week, names: [], quantities: [], saysGoal: saysGoal, impliesGoals: true)
        }
        if text.has(anyOf: lists) || alone.contains(text.text.trimmed) {
            return GoalQuestion(kind: .list, names: [], quantities: [], saysGoal: true, impliesGoals: true)
        }
        let measure = Measure.named(in: text)
        // “How far is the moon?” is about nobody's goal.
        guard saysGoal || !namesSubject && text.has(anyOf: own + rests),
            text.has(anyOf: progress) || measure != nil && text.has(anyOf: amounts)
        else { return nil }
        return GoalQuestion(
            kind: .progress, names: text.words.filter { !common.contains($0) },
            quantities: measure?.quantities ?? [], saysGoal: saysGoal, impliesGoals: text.has(anyOf: courses))
    }

    private static let goals = ["goal", "goals", "ziel", "ziele", "zielen", "ziels"]

    /// Asks what to do or why, and not how far something is.
    private static let advice = [
        "should", "why", "advice", "tip", "tips", "help", "helps", "how can i", "how do i", "how to",
        "which goals could",
        "soll", "sollte", "warum", "wieso", "weshalb", "rat", "tipp", "tipps", "hilf", "hilft", "wie kann ich",
        "wie schaffe ich", "wie erreiche ich", "wie setze ich", "calorie goal", "protein goal", "water goal",
        "kalorienziel", "eiweissziel", "proteinziel",
    ]
    private static let wishes = [
        "i want", "i would like", "set", "add", "create", "ich will", "ich mochte", "setze", "lege",
    ]

    private static let lists = [
        "what are my goals", "what are the goals", "what's my goal", "what is my goal", "which goals do i have",
        "what goals do i have", "which goals have i", "what goals have i", "which are my goals", "list my goals",
        "list of my goals", "show my goals", "show me my goals", "do i have goals", "do i have any goals",
        "do you know my goals", "know my goals", "know about my goals", "see my goals", "my current goals",
        "my active goals", "welche ziele habe ich", "welche ziele hab ich", "was sind meine ziele",
        "welches sind meine ziele", "was ist mein ziel", "wie lauten meine ziele", "nenne meine ziele",
        "nenn mir meine ziele", "zeig meine ziele", "zeige mir meine ziele", "habe ich ziele", "hab ich ziele",
        "kennst du meine ziele", "meine aktuellen ziele", "meine aktiven ziele",
    ]
    private static let alone: Set = ["goals", "my goals", "ziele", "meine ziele"]

    private static let progress = [
        "going", "coming along", "get on", "getting on", "how far", "how close", "how near", "progress", "on track",
        "on course",
        "on schedule", "behind", "ahead", "am i doing", "where am i", "how much is left", "is left", "are left",
        "have left", "left to", "still missing", "to go", "status of my goal", "reached my goal", "reach my goal",
        "reached my goals", "done with my goal", "lauft", "laufen meine", "wie weit", "wie nah", "wie steht",
        "wie stehen",
        "wo stehe", "fortschritt", "fortschritte", "auf kurs", "im plan", "im ruckstand", "komme ich voran",
        "voran", "fehlt noch", "fehlen noch", "fehlt mir", "fehlen mir", "noch fehlen", "noch fehlt", "noch ubrig",
        "ziel erreicht", "ziele erreicht", "how is my goal", "how are my goals", "how's my goal", "wie geht es mit",
    ]
    private static let own = ["i", "i'm", "i've", "my", "ich", "mein", "meine", "meinem", "meinen", "mir"]
    /// About goals without the word.
    private static let courses = ["on track", "on course", "on schedule", "auf kurs"]
    /// Begin a question for an amount.
    private static let amounts = [
        "how many", "how much", "how far", "wie viele", "wie viel", "wieviel", "wieviele", "wie weit",
    ]

    private static let weeks = ["this week", "for the week", "diese woche", "dieser woche", "fur die woche"]
    private static let rests = [
        "left", "still to do", "remains", "remaining", "still open", "still due", "have to do", "is due", "to be done",
        "bleibt",
        "ubrig", "offen", "steht an", "steht noch an", "noch an", "noch zu tun", "fehlt", "fehlen", "fallig",
    ]

    /// Words that name no goal.
    private static let common: Set = [
        "how", "what", "which", "where", "is", "are", "am", "was", "do", "did", "does", "have", "has", "i", "my", "me",
        "the",
        "a", "an", "of", "with", "on", "to", "for", "in", "at", "going", "far", "close", "goal", "goals", "it", "and",
        "much",
        "many", "left", "still", "so", "track", "progress", "doing", "coming", "along", "now", "up", "go", "by", "from",
        "this",
        "week", "wie", "was", "welche", "ist", "sind", "bin", "habe", "hab", "ich", "mein", "meine", "meinem", "meinen",
        "meiner", "meines", "der", "die", "das", "dem", "den", "des", "ein", "eine", "einem", "einen", "mit", "bei",
        "beim",
        "im", "zu", "zum", "zur", "fur", "weit", "lauft", "laufen", "es", "ziel", "ziele", "zielen", "ziels", "und",
        "viel",
        "viele", "noch", "fehlt", "fehlen", "kurs", "auf", "steht", "um", "von", "woche", "voran", "komme", "schon",
    ]
}

extension GoalQuestion {
    /// Spellings of units that a measure may have.
    private static let units: [String: [String]] = [
        "km": ["kilometre", "kilometres", "kilometer", "kilometers", "kilometern"], "mi": ["mile", "miles", "meilen"],
        "m": ["metre", "metres", "meter", "meters"], "min": ["minute", "minutes", "minuten"],
        "h": ["hour", "hours", "stunde", "stunden"], "kg": ["kilo", "kilos", "kilogram", "kilograms", "kilogramm"],
        "lb": ["pound", "pounds", "pfund"], "l": ["litre", "litres", "liter", "liters", "litern"],
        "kcal": ["calories", "kalorien"],
    ]

    /// The goals that the message names; empty if it names none.
    func named(of goals: [Goal], _ measures: [EntityID: MeasureContent]) -> [Goal] {
        let scored = goals.map { goal -> (goal: Goal, score: Int) in
            let title = Self.words(goal.content.title)
            let known = goal.content.targets.compactMap { measures[$0.measure] }
            let measured = known.flatMap {
                Self.words($0.title ?? "") + [$0.unit.lowercased()] + (Self.units[$0.unit.lowercased()] ?? [])
            }
            let amounts = goal.content.targets.map { $0.value }.filter { $0 == $0.rounded() && abs($0) < 1e9 }
                .map { "\(Int($0))" }
            var score = 0
            for name in Set(names) {
                if title.contains(where: { Self.isLike($0, name) }) {
                    score += 4
                } else if measured.contains(where: { Self.isLike($0, name) }) || amounts.contains(name) {
                    score += 1
                }
            }
            if known.contains(where: { quantities.contains($0.kind) }) { score += 1 }
            return (goal, score)
        }
        let best = scored.map(\.score).max() ?? 0
        return best == 0 ? [] : scored.filter { $0.score == best }.map(\.goal)
    }

    private static func words(_ text: String) -> [String] {
        FoldedText(text).words.filter { !common.contains($0) && ($0.count > 2 || $0.allSatisfy(\.isNumber)) }
    }

    /// “Run” and “running”, “Buch” and “Bücher” folded: one begins with the other, or both share their first five letters.
    private static func isLike(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard min(one.count, other.count) >= 3, !one.contains(where: \.isNumber), !other.contains(where: \.isNumber)
        else {
            return false
        }
        return one.hasPrefix(other) || other.hasPrefix(one)
            || one.count >= 5 && other.count >= 5 && one.prefix(5) == other.prefix(5)
    }
}

extension Measure {
    /// Quantities of goals that count it.
    fileprivate var quantities: [MeasureKind] {
        switch self {
        case .distance: [.distance]
        case .weight: [.bodyMass]
        case .calories, .food: [.energy]
        case .water: [.volume]
        case .workouts: [.duration, .count]
        case .vo2max, .pressure, .sugar, .oxygen, .temperature, .stages, .floors, .fat, .screen: []
        }
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
