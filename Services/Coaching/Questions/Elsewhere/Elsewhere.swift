import Messages

/// Questions that the coach has no answer to, although their words name subjects: an answer about these would miss
/// the question. Only whole forms of a question are read here; every other message is left to the coach's own reading.
public enum Elsewhere: String, CaseIterable, Sendable {
    /// Sleep that does not come now.
    case awakeNow
    /// The numbers of another person.
    case anotherPerson
    /// Weather and results of games.
    case outside
    /// Times and waking of one night.
    case night
    /// An illness or an injury of the person, said and not asked.
    case ill, injured
    /// Whether to train in spite of pain.
    case aching
    /// A journal entry or check-in that is wrong.
    case entry
    /// A goal that is to be changed.
    case goal
    /// Who can read the journal.
    case readers
    /// Values that have not come.
    case missing
    /// How a number is known.
    case origin

    /// The page that has it.
    public var page: CoachPage? {
        switch self {
        case .night: .lookBack
        case .ill, .injured, .aching: .today
        case .entry: .journal
        case .goal: .goals
        case .readers: .privacy
        case .missing, .origin: .sources
        case .awakeNow, .anotherPerson, .outside: nil
        }
    }

    /// - Parameters:
    ///   - message: one message of a person, in either language.
    ///   - hour: of the person's clock; nil if it is not known.
    ///   - kind: as the rules read it; a question about a dose or an illness, and a feeling, stay that.
    /// - Returns: nil if the coach may answer the message itself.
    public static func read(_ message: String, hour: Int32?, as kind: Question.Kind?) -> Elsewhere? {
        let text = FoldedText(message)
        if [.doses, .medical].contains(kind) { return nil }
        let has = { (phrases: [String]) in text.has(anyOf: phrases) }
        let begins = { (phrases: [String]) in text.begins(withAnyOf: phrases) }
        let isAsked = message.contains("?") || begins(ElsewhereWords.asking)
        if !isAsked, let told = illness(text) { return told }
        if isAwakeNow(text, hour: hour) { return .awakeNow }
        guard isAsked else { return begins(ElsewhereWords.changingGoals) ? .goal : nil }
        if has(ElsewhereWords.pains), has(ElsewhereWords.training) { return .aching }
        if begins(ElsewhereWords.outside) { return .outside }
        if begins(ElsewhereWords.readers) { return .readers }
        if begins(ElsewhereWords.people), !has(ElsewhereWords.selves) || has(ElsewhereWords.comparing) {
            return .anotherPerson
        }
        if begins(ElsewhereWords.changingEntries), has(ElsewhereWords.entries) { return .entry }
        if begins(ElsewhereWords.changingGoals) { return .goal }
        if begins(ElsewhereWords.origin) { return .origin }
        if begins(ElsewhereWords.whys), has(ElsewhereWords.missing), !Subject.named(in: text).isEmpty {
            return .missing
        }
        return has(ElsewhereWords.night) ? .night : nil
    }

    /// “I'm down with the flu”: of the person, now, without a denial and without a worry.
    private static func illness(_ text: FoldedText) -> Elsewhere? {
        guard text.words.count <= 16, !text.has(anyOf: ElsewhereWords.notNow) else { return nil }
        if text.has(anyOf: ElsewhereWords.injuries) { return .injured }
        return text.begins(withAnyOf: ElsewhereWords.illnesses) ? .ill : nil
    }

    /// “It's 11 pm and I can't sleep”: not “why couldn't I sleep last night?” and not “I can't sleep because of the pain”.
    private static func isAwakeNow(_ text: FoldedText, hour: Int32?) -> Bool {
        guard text.words.count <= 14, text.has(anyOf: ElsewhereWords.awake), !text.has(anyOf: ElsewhereWords.notTonight)
        else { return false }
        return hour.map { $0 >= 21 || $0 < 6 } ?? false || text.has(anyOf: ElsewhereWords.clock)
    }
}

/// A page of the application that a reply leads to.
public enum CoachPage: String, CaseIterable, Sendable {
    case compare, lookBack, today, journal, goals, privacy, sources
}
