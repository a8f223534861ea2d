import Language
import Localization
import Messages

/// Reads whether a question asks for an extreme, for weekdays, for the last time or the number of times, for what goes
/// together, or whether a value is good (COA-8). The words of the form do not count as words of a period.
struct FormReader {
    /// A form and what else the message says.
    struct Found {
        var form: AnswerForm
        var subjects: [Subject]
        /// The message without the words that would be read as a period.
        var rest: FoldedText
    }

    private let phrases: QuestionPhrases
    private let forms: FormPhrases
    private let amounts: AmountReader

    init(_ language: Language, today: Day) {
        (phrases, forms) = (.of(language), .of(language))
        amounts = AmountReader(language: language, today: today)
    }

    /// Whether the reason of the last suggestion is asked for.
    func asksReason(_ text: FoldedText) -> Bool { text.words.count <= 12 && text.has(anyOf: forms.reason) }

    /// nil if the message asks for something else.
    /// - Parameter text: without phrases of politeness.
    func read(_ text: FoldedText) -> Found? {
        guard text.words.count <= 20, !text.has(anyOf: phrases.cause),
            Measure.named(in: text) == nil || isExercise(text)
        else { return nil }
        let (text, isReversed) = plain(text)
        let subjects = Subject.named(in: text)
        let isOwn = text.has(anyOf: phrases.own)
        if let found = influence(text, subjects, isOwn) { return found }
        guard
            let subject = subjects.first
                ?? (amounts.amount(in: text)?.value ?? 0 >= 1_000 ? .metric("steps") : nil)
        else { return nil }
        if let found = bounded(text, subject) ?? norm(text, subject) { return found }
        guard let isHighest = direction(text, subject), !text.has(anyOf: forms.others) else { return nil }
        let isHigh = isHighest != isReversed
        if asksWeekdays(text) { return Found(form: .weekdays(isHighest: isHigh), subjects: [subject], rest: text) }
        let isShort = text.words.count <= 4 || text.has(anyOf: forms.oneDay)
        let hasPeriod = text.has(anyOf: forms.period)
        guard isOwn || isShort || hasPeriod, !text.has(phrases.than) else { return nil }
        return Found(form: .extreme(isHighest: isHigh), subjects: [subject], rest: text)
    }

    /// The text with the words that the subjects know, and whether one of them stands for the opposite.
    private func plain(_ text: FoldedText) -> (FoldedText, isReversed: Bool) {
        var isReversed = false
        let words = text.words.map { word -> String in
            guard let alias = forms.aliases[word] else { return word }
            isReversed = isReversed || alias.isReversed
            return alias.word
        }
        return (FoldedText(words.joined(separator: " ")), isReversed)
    }

    private func isExercise(_ text: FoldedText) -> Bool { text.has(anyOf: forms.exercise) }

    // MARK: Extremes and weekdays

    /// Whether the highest values are asked for; nil without a superlative next to the subject.
    private func direction(_ text: FoldedText, _ subject: Subject) -> Bool? {
        if isBeside(forms.best, text, subject) { return subject.isBetterHigher }
        if isBeside(forms.worst, text, subject) { return !subject.isBetterHigher }
        if isBeside(forms.high, text, subject) { return true }
        return isBeside(forms.low, text, subject) ? false : nil
    }

    /// Whether one of the words is within four words of one that names the subject or a day.
    private func isBeside(_ superlatives: [String], _ text: FoldedText, _ subject: Subject) -> Bool {
        guard text.has(anyOf: superlatives) else { return false }
        if superlatives.contains(where: { $0.contains(" ") && text.has($0) }) { return true }
        let words = text.words
        let names = Set(
            Subject.words.filter { $0.subject == subject }.flatMap { $0.phrase.split(separator: " ") }
                .map(String.init) + forms.day)
        return words.indices.contains { index in
            superlatives.contains(words[index])
                && words[max(0, index - 4)..<min(words.count, index + 5)].contains(where: names.contains)
        }
    }

    /// “Which day of the week”, “on which days am I”: not “which day had the fewest steps in October?”
    private func asksWeekdays(_ text: FoldedText) -> Bool {
        if text.has(anyOf: forms.weekday) { return true }
        return !forms.isPast(text) && text.has(anyOf: forms.manyDays + forms.oneDay)
    }

    // MARK: The last time, and the number of times

    private func bounded(_ text: FoldedText, _ subject: Subject) -> Found? {
        let isCount = text.has(anyOf: forms.often)
        let asksLast = text.has(anyOf: forms.last)
        // “Wann war mein Puls hoch?” asks for the last time only with a word of it.
        let isOpen = text.has(anyOf: forms.openLast) && !text.has(anyOf: forms.lastWords)
        guard isCount || asksLast && !isOpen, !text.has(anyOf: forms.advice) else { return nil }
        var rest = text
        var bound: ValueBound?
        if let amount = amounts.amount(in: text) {
            let value = AmountReader.value(amount, of: subject)
            bound =
                switch amount.comparison {
                case .below: .below(value)
                case .atMost: .atMost(value)
                case .above: .above(value)
                case .atLeast, nil: .atLeast(value)
                }
            rest = without(amount, text)
        } else if text.has(anyOf: forms.good) {
            bound = .usual(isHigh: subject.isBetterHigher)
        } else if text.has(anyOf: forms.bad) {
            bound = .usual(isHigh: !subject.isBetterHigher)
        } else if text.has(anyOf: forms.above) {
            bound = .usual(isHigh: true)
        } else if text.has(anyOf: forms.below) {
            bound = .usual(isHigh: false)
        }
        guard let bound else { return nil }
        if isCount { return Found(form: .count(bound), subjects: [subject], rest: rest) }
        var plain = rest.text
        for phrase in forms.lastWords where !isPeriod(plain, phrase) {
            plain = plain.replacing(" \(phrase) ", with: " ")
        }
        return Found(form: .last(bound), subjects: [subject], rest: FoldedText(plain))
    }

    /// “The last month” stays a period.
    private func isPeriod(_ text: String, _ phrase: String) -> Bool {
        CalendarWords.days.keys.contains { text.contains(" \(phrase) \($0) ") }
    }

    private func without(_ amount: AmountReader.Amount, _ text: FoldedText) -> FoldedText {
        var words = text.words
        words.removeSubrange(amount.place)
        return FoldedText(words.joined(separator: " "))
    }

    // MARK: Whether a value is good

    private func norm(_ text: FoldedText, _ subject: Subject) -> Found? {
        guard text.begins(withAnyOf: forms.normHeads), text.has(anyOf: forms.norm), !text.has(anyOf: forms.everybody),
            let amount = amounts.amount(in: text), amount.comparison == nil
        else { return nil }
        let value = AmountReader.value(amount, of: subject)
        return Found(form: .norm(value), subjects: [subject], rest: without(amount, text))
    }

    // MARK: What goes together

    private func influence(_ text: FoldedText, _ subjects: [Subject], _ isOwn: Bool) -> Found? {
        guard isOwn, text.begins(withAnyOf: forms.influenceHeads), text.has(anyOf: forms.influence),
            !text.has(anyOf: forms.notInfluence), !subjects.contains(.score)
        else { return nil }
        if subjects.count >= 2 {
            let pair = Array(subjects.prefix(2))
            return Found(
                form: .influence, subjects: text.has(anyOf: forms.reversed) ? pair.reversed() : pair, rest: text)
        }
        guard let subject = subjects.first, isExercise(text) else { return nil }
        return Found(form: .exercise, subjects: [subject], rest: text)
    }

    /// Whether the effect of a medicine or supplement on a number of one's own is asked for.
    func asksSubstance(_ text: FoldedText) -> Bool {
        text.has(anyOf: phrases.own) && text.begins(withAnyOf: forms.influenceHeads) && text.has(anyOf: forms.influence)
            && text.has(anyOf: phrases.substances) && !Subject.named(in: text).isEmpty
    }
}
