import Localization
import Messages

/// A question for the person's goals (GOL-8): “what are my goals?”, “how far am I with running?”, “was bleibt diese
/// Woche noch?”. It holds the words that may name a goal, and no other text of the message.
public struct GoalQuestion: Equatable, Sendable {
    /// The kinds of questions about goals.
    public enum Kind: Equatable, Sendable {
        /// Which goals there are.
        case list
        /// How far they are reached.
        case progress
        /// The amounts and steps that remain for this week.
        case week
    }

    /// The kind of question.
    public var kind: Kind
    /// Folded words that may name a goal or its measure, and numbers with the word after them.
    var names: [String] = []
    /// Quantities of the measure that the message asks for.
    var quantities: [MeasureKind] = []
    /// Whether the message speaks of goals.
    public var saysGoal: Bool
    /// Whether it is about goals although it does not say so: “am I on track?”
    public var impliesGoals = false

    // MARK: Reading

    /// Reads a message by rules.
    /// - Parameter message: one message of a person.
    /// - Returns: nil for a statement, a feeling, a wish for advice, and a message that can name no goal.
    public static func read(_ message: String) -> GoalQuestion? {
        let text = Wrappers.stripped(FoldedText(message))
        guard (1...18).contains(text.words.count), !text.has(anyOf: advice + feelings),
            message.contains("?") || text.begins(withAnyOf: asking) || text.has(anyOf: goals) && text.words.count <= 3
        else { return nil }
        let compound = text.words.contains { $0.hasSuffix("ziel") || $0.hasSuffix("ziele") }
        let saysGoal = (text.has(anyOf: goals) || compound) && (text.has(anyOf: own) || text.words.count <= 2)
        // The rules read “how am I doing” as a question about the score.
        guard saysGoal || !Subject.named(in: text).contains(where: { $0 != .score }) else { return nil }
        let asksWeek = text.has(anyOf: weeks) && text.has(anyOf: rests)
        if asksWeek, saysGoal || text.begins(withAnyOf: whats) {
            return GoalQuestion(kind: .week, saysGoal: saysGoal, impliesGoals: true)
        }
        let asksCourse = text.begins(withAnyOf: heads) && text.has(anyOf: courses)
        let asksProgress = asksCourse || text.has(anyOf: progress)
        let asksAmount = text.has(anyOf: amounts) && text.has(anyOf: done + rests)
        guard saysGoal || asksProgress && text.has(anyOf: own + rests) || asksAmount else { return nil }
        let numbers = zip(text.words, text.words.dropFirst()).filter { $0.0.allSatisfy(\.isNumber) }
        return GoalQuestion(
            kind: (asksProgress || asksAmount) && !text.has(anyOf: numbersOfGoals) ? .progress : .list,
            names: text.words.map(withoutGoal).filter { !common.contains($0) && !$0.allSatisfy(\.isNumber) }
                + numbers.map { "\($0.0) \($0.1)" },
            quantities: asksAmount && text.has(anyOf: done) ? Measure.named(in: text)?.quantities ?? [] : [],
            saysGoal: saysGoal, impliesGoals: asksCourse && text.words.count <= 6)
    }

    /// “laufziel” names “lauf”.
    private static func withoutGoal(_ word: String) -> String {
        for end in ["ziele", "ziels", "ziel"] where word.hasSuffix(end) && word.count > end.count {
            return String(word.dropLast(end.count))
        }
        return word
    }
}

// MARK: - Naming

extension GoalQuestion {
    /// Spellings of units. A unit of time alone names no goal.
    private static let units: [String: [String]] = [
        "km": ["kilometre", "kilometres", "kilometer", "kilometers", "kilometern"], "mi": ["mile", "miles", "meilen"],
        "m": ["metre", "metres", "meter", "meters"], "min": ["minute", "minutes", "minuten"],
        "h": ["hour", "hours", "stunde", "stunden"], "kg": ["kilo", "kilos", "kilogram", "kilograms", "kilogramm"],
        "lb": ["pound", "pounds", "pfund"], "l": ["litre", "litres", "liter", "liters", "litern"],
        "kcal": ["calories", "kalorien"],
    ]

    /// The goals that the message names; empty if it names none.
    func named(of goals: [Goal], _ measures: [EntityID: MeasureContent]) -> [Goal] {
        let scored = goals.map { ($0, score($0, measures)) }
        let best = scored.map(\.1).max() ?? 0
        if best > 0 { return scored.filter { $0.1 == best }.map(\.0) }
        let counted = goals.filter { goal in
            goal.content.targets.contains { target in
                measures[target.measure].map { quantities.contains($0.kind) } ?? false
            }
        }
        return counted.count == 1 ? counted : []
    }

    private func score(_ goal: Goal, _ measures: [EntityID: MeasureContent]) -> Int {
        let title = Set(FoldedText(goal.content.title).words.filter { !Self.common.contains($0) }.map(Self.stem))
        var measured: Set<String> = []
        for target in goal.content.targets {
            guard let measure = measures[target.measure] else { continue }
            let unit = measure.unit.lowercased()
            let spellings = [unit] + (Self.units[unit] ?? [])
            if measure.kind == .count || measure.kind == .distance { measured.formUnion(spellings.map(Self.stem)) }
            if measure.kind == .count { measured.formUnion(FoldedText(measure.title ?? "").words.map(Self.stem)) }
            guard target.value == target.value.rounded(), abs(target.value) < 1e9 else { continue }
            measured.formUnion(spellings.map { "\(Int(target.value)) \($0)" })
        }
        return Set(names).reduce(0) { sum, name in
            let stem = Self.stem(name)
            return sum + (title.contains(stem) ? 4 : measured.contains(stem) || measured.contains(name) ? 1 : 0)
        }
    }

    /// “run” for “running”, “read” for “reading”, “les” for “lesen”, “buch” for “Bücher”.
    private static func stem(_ word: String) -> String {
        guard !word.contains(where: \.isNumber) else { return word }
        for end in ["ing", "ion", "en", "er", "es", "s", "e", "n"]
        where word.hasSuffix(end) && word.count >= end.count + 3 {
            let stem = word.dropLast(end.count)
            let isDoubled = end == "ing" && stem.count > 3 && stem.last == stem.dropLast().last
            return String(isDoubled ? stem.dropLast() : stem)
        }
        return word
    }
}

extension Measure {
    /// Quantities of goals that count it.
    fileprivate var quantities: [MeasureKind] {
        switch self {
        case .distance: [.distance]
        case .weight: [.bodyMass]
        case .calories: [.energy]
        case .water: [.volume]
        case .vo2max, .pressure, .sugar, .oxygen, .skin, .temperature, .stages, .floors, .fat, .muscle, .bodyMassIndex,
            .food, .screen, .workouts:
            []
        }
    }
}
