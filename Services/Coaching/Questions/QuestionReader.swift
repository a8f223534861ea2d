import Localization
import Messages

/// Reads the kind of a message, its subjects and its periods by rules, in English and German. The kinds are recognised
/// before the topic (COA-8); a message that no rule knows is left to the trained gate.
public struct QuestionReader: Sendable {
    /// The person's current date.
    public let today: Day
    /// 1 (Sunday) … 7 (Saturday).
    public let firstWeekday: Int

    public init(today: Day, firstWeekday: Int) { (self.today, self.firstWeekday) = (today, firstWeekday) }

    /// - Parameters:
    ///   - message: one message of a person.
    ///   - language: of the message.
    ///   - previous: the question before it in the conversation, for “and last month?” and “why?”.
    /// - Returns: nil if no rule knows the kind.
    public func read(_ message: String, in language: Language, after previous: Question? = nil) -> Question? {
        let text = FoldedText(message)
        let phrases = QuestionPhrases.of(language)
        let reader = PeriodReader(today: today, firstWeekday: firstWeekday, words: .shipped(language))
        let periods = reader.periods(in: text)
        let subjects = Subject.named(in: text)
        if let next = follow(text, phrases, periods, subjects, previous) { return next }
        guard let kind = kind(of: text, phrases, periods, subjects) else { return nil }
        var question = Question(kind, subjects, period: periods.first, language: language)
        question.asksEffect = kind == .compare && asksEffect(text, phrases)
        switch kind {
        case .compare: (question.period, question.other) = compared(periods, reader)
        case .meta: question.meta = phrases.meta.first { text.has(anyOf: $0.phrases) }?.meta
        case .plan:
            question.wantsOther = text.has(anyOf: phrases.other)
            question.wantsShorter = text.has(anyOf: phrases.shorter)
        default: break
        }
        return question
    }

    // MARK: Kinds

    private func kind(of text: FoldedText, _ phrases: QuestionPhrases, _ periods: [Period], _ subjects: [Subject])
        -> Question.Kind?
    {
        if isDose(text, phrases) { return .doses }
        if text.has(anyOf: phrases.medical) { return .medical }
        if phrases.meta.contains(where: { text.has(anyOf: $0.phrases) }) { return .meta }
        if phrases.courtesy.contains(where: { text.text == " \($0) " }) { return .courtesy }
        let isOwn = text.has(anyOf: phrases.own)
        let isCause = text.has(anyOf: phrases.cause)
        // “Why is sleep important?” asks what sleep is for; “why is my sleep bad?” for a reason.
        if isCause, isOwn || text.has(anyOf: phrases.today) || !periods.isEmpty { return .cause }
        if asksEffect(text, phrases) { return .compare }
        if !subjects.isEmpty, text.has(anyOf: phrases.made) { return .explain }
        let isComparison = text.has(phrases.than) && text.has(anyOf: phrases.comparatives)
        if !subjects.isEmpty, isComparison || text.has(anyOf: phrases.compare), isOwn || !periods.isEmpty {
            return .compare
        }
        // “Any tips for today?” names nothing to improve.
        if subjects.isEmpty, !periods.isEmpty, text.has(anyOf: phrases.plan) { return .plan }
        if text.has(anyOf: phrases.howTo) { return .howTo }
        if text.has(anyOf: phrases.plan) || text.has(anyOf: phrases.other) || text.has(anyOf: phrases.shorter) {
            return .plan
        }
        let asksState = text.has(anyOf: phrases.status)
        if asksState, !subjects.isEmpty, isOwn || !periods.isEmpty { return .status }
        // “How did I do last month?” is about the days as a whole.
        if asksState, isOwn, !periods.isEmpty, text.words.count <= 7 { return .status }
        if isCause || text.has(anyOf: phrases.explain) { return .explain }
        if text.has(anyOf: phrases.feelings) { return .feelings }
        // “My steps last week”, “sleep yesterday”.
        if !subjects.isEmpty, text.words.count <= 6,
            text.begins(withAnyOf: phrases.mine + Subject.words.map(\.phrase)), isOwn || !periods.isEmpty
        {
            return .status
        }
        return nil
    }

    /// “Does breathing help me?”, “do your suggestions work for me?”
    private func asksEffect(_ text: FoldedText, _ phrases: QuestionPhrases) -> Bool {
        text.begins(withAnyOf: phrases.effectHeads) && text.has(anyOf: phrases.effect)
    }

    /// An amount that is asked for or named, of something that is taken.
    private func isDose(_ text: FoldedText, _ phrases: QuestionPhrases) -> Bool {
        guard text.has(anyOf: phrases.substances) else { return false }
        let hasUnit = zip(text.words, text.words.dropFirst()).contains {
            Double($0) != nil && ["mg", "g", "mcg", "ml", "iu", "milligram", "milligramm", "gramm"].contains($1)
        }
        return hasUnit || text.has(anyOf: phrases.amounts)
    }

    /// What is compared: the last period named with the first, or the present with the only one named.
    private func compared(_ periods: [Period], _ reader: PeriodReader) -> (Period, Period) {
        switch periods.count {
        case 2: return (periods[0], periods[1])
        case 1 where periods[0].days.upperBound < today || periods[0].weekdays != nil:
            let length = periods[0].count
            let now = reader.last(length <= 8 ? 7 : 30, length <= 8 ? "lastSeven" : "lastThirty")
            return periods[0] == reader.usual ? (reader.last(7, "lastSeven"), periods[0]) : (now, periods[0])
        case 1:
            // A period that reaches until today is compared with as many days before it, at least a week of them.
            let days = periods[0].days
            let length = max(periods[0].count, 7)
            let end = days.lowerBound.advanced(by: -1)
            return (
                periods[0],
                Period(end.advanced(by: 1 - length)...end, reader.words("period.daysBefore", count: length))
            )
        default: return (reader.last(7, "lastSeven"), reader.usual)
        }
    }

    // MARK: What refers to the question before

    private func follow(
        _ text: FoldedText, _ phrases: QuestionPhrases, _ periods: [Period], _ subjects: [Subject],
        _ previous: Question?
    ) -> Question? {
        guard var next = previous, text.words.count <= 7 else { return nil }
        next.language = phrases.language
        (next.wantsOther, next.wantsShorter) = (false, false)
        (next.wantsReason, next.asksEffect) = (false, false)
        if phrases.why.contains(where: { text.text == " \($0) " }) {
            // After a suggestion the reason is that of the suggestion.
            if next.kind.isSuggestion {
                (next.kind, next.wantsReason) = (.cause, true)
                return next
            }
            guard !next.subjects.isEmpty else { return nil }
            next.kind = .cause
            return next
        }
        if text.has(anyOf: phrases.other) || text.has(anyOf: phrases.shorter), subjects.isEmpty {
            next.kind = .plan
            next.wantsOther = true
            next.wantsShorter = text.has(anyOf: phrases.shorter)
            return next
        }
        guard isContinued(text, phrases, periods, subjects) else { return nil }
        if !subjects.isEmpty { next.subjects = subjects }
        // A period asks for numbers, also after a suggestion or an explanation that named some.
        if !periods.isEmpty, ![.status, .compare, .cause].contains(next.kind) {
            guard !next.subjects.isEmpty else { return nil }
            next.kind = .status
        }
        if let period = periods.first {
            if next.kind == .compare { next.other = period } else { next.period = period }
        }
        return next
    }

    /// “And last month?”, “what about my pulse?”, or a period alone: “last month?”
    private func isContinued(
        _ text: FoldedText, _ phrases: QuestionPhrases, _ periods: [Period], _ subjects: [Subject]
    ) -> Bool {
        guard !periods.isEmpty || !subjects.isEmpty else { return false }
        if text.begins(withAnyOf: phrases.also) { return true }
        return subjects.isEmpty && text.words.count <= 4 && !text.has(anyOf: phrases.plan + phrases.status)
    }
}
