import Language
import Localization
import Messages

/// Reads the kind of a message, its subjects and its periods by rules, in English and German. The kinds are recognised
/// before the topic (COA-8); a message that no rule knows is left to the trained gate.
public struct QuestionReader: Sendable {
    /// The person's current date.
    public let today: Day

    public init(today: Day) { self.today = today }

    /// - Parameters:
    ///   - message: one message of a person.
    ///   - language: of the message.
    ///   - previous: the question before it in the conversation, for “and last month?” and “why?”.
    ///   - known: the kind, where it is not left to the rules.
    /// - Returns: nil if no rule knows the kind.
    public func read(
        _ message: String, in language: Language, after previous: Question? = nil, as known: Question.Kind? = nil
    ) -> Question? {
        let phrases = QuestionPhrases.of(language)
        var whole = phrases.spelling.mended(FoldedText(message))
        if language == .english { whole = whole.inEnglish }
        let text = Wrappers.stripped(whole)
        let reader = PeriodReader(today: today, words: .shipped(language))
        var periods = reader.periods(in: text)
        // “Lately, say the last two weeks” names one period; of two that overlap the usual one says least.
        if periods.count == 2, periods[0].days.overlaps(periods[1].days), !text.has(phrases.than),
            periods.allSatisfy({ $0.weekdays == nil }) || periods.contains(reader.usual)
        {
            periods = [periods[1] == reader.usual ? periods[0] : periods[1]]
        }
        var (subjects, measure) = (Subject.named(in: text), Measure.named(in: text))
        // “Deep sleep” is a measure of its own; next to another subject a measure is a circumstance.
        if measure == .stages { subjects = [] }
        // “How many kilometres have I walked?” asks for a distance, not for steps.
        if measure == .distance, text.has(anyOf: Measure.lengths), subjects == [.metric("steps")],
            !text.has(anyOf: ["step", "steps", "schritt", "schritte", "schritten"])
        {
            subjects = []
        }
        if subjects.contains(where: { $0 != .score }) { measure = nil }
        if measure != nil { subjects = [] }
        if known == nil, let formed = readForm(text, phrases, reader) { return formed }
        if known == nil, let next = follow(text, phrases, periods, subjects, previous, reader) { return next }
        let isAsked = message.contains("?")
        guard
            let kind = known ?? kind(of: text, whole, phrases, periods, subjects, measure, isAsked)
                ?? withoutFillers(text, phrases).flatMap({
                    self.kind(of: $0, whole, phrases, periods, subjects, measure, isAsked)
                })
        else { return nil }
        var question = Question(kind, subjects, period: periods.first, language: language)
        // “How did I sleep?” asks for one night.
        if kind == .status, periods.isEmpty, subjects.first == .metric("sleep"), text.has(anyOf: phrases.lastNight) {
            question.period = reader.periods(in: FoldedText("last night")).first
        }
        // “Was it the stress that pushed my score down?” asks about the score.
        if kind == .cause, subjects.contains(.score) { question.subjects = [.score] }
        // “How do I fix that?”, “what does that mean?” are about the subject of the question before.
        if subjects.isEmpty, [.howTo, .explain, .cause].contains(kind), text.words.count <= 8,
            text.has(anyOf: ["that", "it", "this", "das", "es", "da"])
        {
            question.subjects = previous?.subjects ?? []
            if kind == .explain, text.has(anyOf: phrases.cause), !question.subjects.isEmpty { question.kind = .cause }
        }
        question.asksNorm = kind == .explain && text.has(anyOf: phrases.amongPeople)
        question.asksEffect = kind == .compare && asksEffect(text, phrases)
        if [.status, .compare, .cause].contains(kind) { question.measure = measure }
        switch kind {
        case .compare: (question.period, question.other) = compared(periods, text, phrases, reader)
        case .meta: question.meta = phrases.meta(in: text) ?? (known == nil ? nil : phrases.likelyMeta(in: text))
        case .feelings: question.feeling = FeelingWords.feeling(of: text)
        case .plan:
            question.wantsOther = text.has(anyOf: phrases.other)
            question.wantsShorter = text.has(anyOf: phrases.shorter)
        default: break
        }
        return question
    }

    // MARK: Kinds

    /// “Was wäre jetzt gut?” without the words in between; nil if there are none.
    private func withoutFillers(_ text: FoldedText, _ phrases: QuestionPhrases) -> FoldedText? {
        let words = text.words.filter { !phrases.fillers.contains($0) }
        return words.count == text.words.count || words.isEmpty ? nil : FoldedText(words.joined(separator: " "))
    }

    /// A problem, and the question what to do about it.
    private func tellsProblem(_ text: FoldedText, _ phrases: QuestionPhrases) -> Bool {
        text.words.count >= 7 && !text.has(anyOf: ["minutes", "minuten", "minute"])
            && phrases.ending.contains { text.text.hasSuffix(" \($0) ") }
    }

    private func kind(
        of text: FoldedText, _ whole: FoldedText, _ phrases: QuestionPhrases, _ periods: [Period],
        _ subjects: [Subject], _ measure: Measure?, _ isAsked: Bool
    ) -> Question.Kind? {
        if isDose(text, phrases) { return .doses }
        let isOwn = text.has(anyOf: phrases.own)
        if text.has(anyOf: phrases.medical) || asksIllness(text, phrases, periods, subjects) { return .medical }
        if subjects.allSatisfy({ $0 == .journal || $0 == .score }), periods.isEmpty, phrases.meta(in: text) != nil {
            return .meta
        }
        if phrases.courtesy.contains(where: { [text.text, whole.text].contains(" \($0) ") }) { return .courtesy }
        let isCause =
            (text.has(anyOf: phrases.cause) || text.begins(withAnyOf: phrases.what) && text.has(anyOf: phrases.causing))
            && !text.has(anyOf: phrases.unknown)
        if !isCause, !isAsked || text.words.count <= 5, FeelingWords.isTold(in: text, own: phrases.own),
            !text.has(anyOf: phrases.howTo + phrases.plan + phrases.other + phrases.shorter)
        {
            return .feelings
        }
        let names = !subjects.isEmpty || measure != nil
        // “Why is sleep important?” asks what sleep is for; “why is my sleep bad?” for a reason.
        if isCause, text.has(anyOf: phrases.matters) { return .explain }
        if isCause, isOwn || text.has(anyOf: phrases.today) || !periods.isEmpty { return .cause }
        if asksEffect(text, phrases) { return .compare }
        if names, text.has(anyOf: phrases.made) || asksMeaning(text, phrases) { return .explain }
        if !isOwn || text.has(anyOf: phrases.imagined), asksInGeneral(text, phrases) { return .explain }
        let isComparison = text.has(phrases.than) && text.has(anyOf: phrases.comparatives)
        let isCompared = isComparison || text.has(anyOf: phrases.compare)
        // Two periods are compared: “sleep quality this week against last week”.
        if periods.count == 2, names || isCompared { return .compare }
        if names, isCompared, isOwn || !periods.isEmpty { return .compare }
        // “Am I doing better than in spring?” is about the days as a whole.
        if !names, isComparison, isOwn, !periods.isEmpty { return .compare }
        // “Any tips for today?” names nothing to improve.
        if subjects.isEmpty, !periods.isEmpty, text.has(anyOf: phrases.plan) { return .plan }
        if asksHabit(text, phrases, periods) { return .status }
        if text.has(anyOf: phrases.howTo) || asksChange(text, phrases) || tellsProblem(text, phrases) { return .howTo }
        if text.has(anyOf: phrases.plan) || text.has(anyOf: phrases.other) || text.has(anyOf: phrases.shorter) {
            return .plan
        }
        let asksState = text.has(anyOf: phrases.status)
        if asksState, names, isOwn || !periods.isEmpty { return .status }
        // “How did I do last month?” is about the days as a whole.
        if asksState, isOwn, !periods.isEmpty, isGeneral(text, phrases, periods) { return .status }
        // A period and a subject of one's own ask for numbers, however they are put.
        let begins = text.begins(withAnyOf: phrases.mine + Subject.words.map(\.phrase)) || measure != nil
        if names, !periods.isEmpty, isOwn || begins, text.words.count <= 16 { return .status }
        if isCause || text.has(anyOf: phrases.explain) { return .explain }
        // “My steps last week”, “sleep yesterday”.
        if names, text.words.count <= 6, begins, isOwn || !periods.isEmpty { return .status }
        // “RMSSD?”, “steps”: the name of a subject alone asks for its value.
        if periods.isEmpty, Subject.words.contains(where: { text.text == " \($0.phrase) " }) { return .status }
        return nil
    }

    /// Whether nothing but the day or week is asked about: the words left are those of the question and the period.
    private func isGeneral(_ text: FoldedText, _ phrases: QuestionPhrases, _ periods: [Period]) -> Bool {
        text.words.count <= 9 && text.words.allSatisfy(phrases.general.contains)
    }

    /// “What does RMSSD mean?”, “was bedeutet die HRV”, “what my HRV means”.
    private func asksMeaning(_ text: FoldedText, _ phrases: QuestionPhrases) -> Bool {
        text.has(anyOf: phrases.what) && text.has(anyOf: phrases.means)
    }

    /// “Does coffee affect sleep?”, “macht Sport müde?”: about everybody, not about the person.
    private func asksInGeneral(_ text: FoldedText, _ phrases: QuestionPhrases) -> Bool {
        text.begins(withAnyOf: phrases.generalHeads)
            && (text.has(anyOf: phrases.effects) || text.has(anyOf: phrases.imagined))
    }

    /// “How do I sleep on Tuesdays?” asks for numbers, “how do I sleep better?” for advice.
    private func asksHabit(_ text: FoldedText, _ phrases: QuestionPhrases, _ periods: [Period]) -> Bool {
        !periods.isEmpty && text.begins(withAnyOf: phrases.habits) && !text.has(anyOf: phrases.change)
    }

    /// “How to get more steps in”, “wie senkt man den Ruhepuls”, “drinking more, how?”: advice to change something.
    private func asksChange(_ text: FoldedText, _ phrases: QuestionPhrases) -> Bool {
        // “Eating less sugar, where do I start?” names what to begin with.
        if text.has(anyOf: phrases.places), text.has(anyOf: phrases.starting), text.words.count > 7 { return true }
        return (text.has(phrases.how) || text.begins(withAnyOf: phrases.wishes)) && text.has(anyOf: phrases.change)
            && !text.has(phrases.than) && !text.has(anyOf: phrases.past)
    }

    /// “Do I have …?” asks for a diagnosis unless it is about data, time or a comparison.
    private func asksIllness(
        _ text: FoldedText, _ phrases: QuestionPhrases, _ periods: [Period], _ subjects: [Subject]
    ) -> Bool {
        text.has(anyOf: phrases.illness) && subjects.isEmpty && periods.isEmpty && !text.has(anyOf: phrases.harmless)
    }

    /// “Does breathing help me?”, “do your suggestions work for me?”
    private func asksEffect(_ text: FoldedText, _ phrases: QuestionPhrases) -> Bool {
        text.begins(withAnyOf: phrases.effectHeads) && text.has(anyOf: phrases.effect)
    }

    /// An amount that is asked for or named, of something that is taken.
    func isDose(_ text: FoldedText, _ phrases: QuestionPhrases) -> Bool {
        let units: Set = ["mg", "mcg", "ug", "iu", "ie", "milligram", "milligrams", "milligramm", "mikrogramm"]
        let tokens = Token.all(in: Array(text.text.unicodeScalars))
        let hasUnit = zip(tokens, tokens.dropFirst()).contains { $0.kind == .number && units.contains($1.text) }
        if hasUnit { return true }
        guard text.has(anyOf: phrases.substances) else { return false }
        return text.has(anyOf: phrases.amounts)
    }

    /// The two compared periods: the last period named with the first, or the present with the only one named.
    private func compared(
        _ periods: [Period], _ text: FoldedText, _ phrases: QuestionPhrases, _ reader: PeriodReader
    ) -> (Period, Period) {
        // “This week or the week before”, “als letzte”: the period before the one named.
        if periods.count == 1, namesBefore(text, phrases, periods[0]) {
            return (periods[0], reader.previous(to: periods[0]))
        }
        // “I started in April; is it lower than before that?”
        if periods.count == 1, text.has(anyOf: phrases.beforeThat), periods[0].count > 1 {
            let first = periods[0].days.lowerBound
            return (reader.since(first), reader.before(first))
        }
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

    /// “The week before”, or “als letzte” next to a period that reaches until today: “als letztes Jahr” names its own.
    private func namesBefore(_ text: FoldedText, _ phrases: QuestionPhrases, _ period: Period?) -> Bool {
        text.has(anyOf: phrases.before)
            || text.has(anyOf: phrases.last) && period.map { $0.days.upperBound == today } ?? true
    }

    // MARK: What refers to the question before

    private static let judging =
        ["a lot", "good", "bad", "normal", "ok", "okay", "high", "low", "much"].flatMap {
            ["is that \($0)", "is this \($0)"]
        }
        + ["viel", "gut", "schlecht", "normal", "ok", "okay", "hoch", "niedrig", "wenig"].flatMap { ["ist das \($0)"] }

    private func follow(
        _ text: FoldedText, _ phrases: QuestionPhrases, _ periods: [Period], _ subjects: [Subject],
        _ previous: Question?, _ reader: PeriodReader
    ) -> Question? {
        guard var next = previous, text.words.count <= 7 else { return nil }
        next.language = phrases.language
        (next.wantsOther, next.wantsShorter) = (false, false)
        (next.wantsReason, next.asksEffect) = (false, false)
        let form = next.form
        (next.feeling, next.form) = (nil, nil)
        if !subjects.isEmpty { next.measure = nil }
        let hasSubject = !next.subjects.isEmpty || next.measure != nil
        if phrases.why.contains(where: { text.text == " \($0) " }) {
            // After a suggestion the reason is that of the suggestion.
            if next.kind.isSuggestion {
                (next.kind, next.wantsReason) = (.cause, true)
                return next
            }
            guard hasSubject else { return nil }
            next.kind = .cause
            return next
        }
        if text.has(anyOf: phrases.other) || text.has(anyOf: phrases.shorter), subjects.isEmpty {
            if !next.kind.isSuggestion { next.kind = .plan }
            next.wantsOther = true
            next.wantsShorter = text.has(anyOf: phrases.shorter)
            return next
        }
        // “Is that a lot?” asks for the same value with what is usual.
        if Self.judging.contains(where: { text.text == " \($0) " }), hasSubject {
            next.kind = .status
            return next
        }
        // “Is that more than usual?”, “compared to last year?”
        let compares =
            text.has(anyOf: phrases.compare) || text.has(phrases.than) && text.has(anyOf: phrases.comparatives)
        // “And what would be normal?” after “what is HRV?” asks for the explanation of what is normal.
        if next.kind == .explain, subjects.isEmpty, text.has(anyOf: phrases.norm) { return next }
        if subjects.isEmpty, hasSubject, compares {
            let now = next.period ?? reader.last(7, "lastSeven")
            let length = max(now.count, 7)
            let end = now.days.lowerBound.advanced(by: -1)
            (next.kind, next.period) = (.compare, now)
            next.other =
                periods.isEmpty && namesBefore(text, phrases, nil)
                ? reader.previous(to: now)
                : periods.first
                    ?? Period(end.advanced(by: 1 - length)...end, reader.words("period.daysBefore", count: length))
            return next
        }
        // “And the week before that?” goes back by the period of the question before.
        if periods.isEmpty, subjects.isEmpty, namesBefore(text, phrases, nil), let named = next.other ?? next.period,
            [.status, .compare].contains(next.kind)
        {
            if next.kind == .compare {
                next.other = reader.previous(to: named)
            } else {
                next.period = reader.previous(to: named)
            }
            return next
        }
        guard isContinued(text, phrases, periods, subjects) else { return nil }
        // “And last month?” asks again for the lowest value, where that was asked for.
        if let form {
            next.form = form
            next.subjects = form == .influence ? Array(next.subjects.prefix(1) + subjects.prefix(1)) : subjects
            if subjects.isEmpty { next.subjects = previous?.subjects ?? [] }
            if let period = periods.first { next.period = period }
            return next
        }
        if !subjects.isEmpty { next.subjects = subjects }
        // A period asks for numbers, also after a suggestion or an explanation that named some.
        if !periods.isEmpty, ![.status, .compare, .cause].contains(next.kind) {
            guard hasSubject else { return nil }
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
