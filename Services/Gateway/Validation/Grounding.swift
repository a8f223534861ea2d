import Language
import Messages

/// The share of a reply that was given by its prompt (COA-9).
///
/// The share is of content words: words of more than two letters without those that any coaching text has ("today",
/// "gentle", "could"). A word is given if its stem is in the prompt or in the vocabulary of its topic. 0.5 lets a reply
/// say half of its content in words of its own, which good phrasings need (synonyms and verbs; measured by
/// `deploy/bench replies`), and refuses a reply about something else, such as advice on meals after a prompt about sleep.
/// It does not judge what is said: that is what the other reply checks do.
enum Grounding {
    /// Minimum share of the whole, 0 … 1.
    static let minimum = 0.5
    /// Minimum share of each part, so that an action about something else does not ride on a grounded reply.
    static let minimumOfPart = 0.25

    static func reason(_ parts: [String], _ context: ReplyContext) -> ReplyFault? {
        let isEach = parts.allSatisfy { Count($0, context).share >= minimumOfPart }
        return isEach && share(parts, context) >= minimum ? nil : .grounding
    }

    /// The share of reply and action together. 1 with at most one word of its own: it says nothing that could be about
    /// something else.
    static func share(_ parts: [String], _ context: ReplyContext) -> Double {
        parts.map { Count($0, context) }.reduce(into: Count()) { total, part in
            total.given += part.given
            total.others += part.others
        }.share
    }

    /// Content words of a text.
    private struct Count {
        /// Words that the prompt or its topic gave.
        var given = 0
        var others = 0
        var share: Double { others <= 1 ? 1 : Double(given) / Double(given + others) }

        init() {}

        init(_ text: String, _ context: ReplyContext) {
            let vocabulary = vocabularies[context.prompt.topic] ?? []
            for word in WordReader.words(in: text) where word.isAlphabetic && word.text.count > 2 {
                let stem = Stem.of(word.text)
                guard !LanguageGuess.isFunctionWord(word.text) else { continue }
                // "Half an hour" of the suggestion is given; elsewhere such words say nothing.
                if empty.contains(stem) {
                    given += context.suggested.contains(stem) ? 1 : 0
                } else if context.given.contains(stem) || vocabulary.contains(stem) {
                    given += 1
                } else if !neutral.contains(stem), !LanguageGuess.isFrequentEnglish(word.text) {
                    others += 1
                }
            }
        }
    }

    /// Words common in any text; they neither ground a reply nor count against it.
    private static let empty = stems(WordList.grounding.entries("empty"))

    /// Words common in any coaching text; they ground a reply where the prompt has them, and never count against it.
    private static let neutral = stems(WordList.grounding.entries("neutral"))

    private static let vocabularies: [Topic: Set<String>] = [
        .none: stems(WordList.grounding.entries("any topic")),
        .sleep: stems(WordList.grounding.entries("sleep")),
        .stress: stems(WordList.grounding.entries("stress")),
        .energy: stems(WordList.grounding.entries("energy")),
        .hrv: stems(WordList.grounding.entries("hrv")),
        .mood: stems(WordList.grounding.entries("mood")),
        .movement: stems(WordList.grounding.entries("movement")),
        .mindfulness: stems(WordList.grounding.entries("mindfulness")),
        .nutrition: stems(WordList.grounding.entries("nutrition")),
        .goals: stems(WordList.grounding.entries("goals")),
    ]

    private static func stems(_ entries: [WordListEntry]) -> Set<String> {
        ReplyContext.stems(entries.map(\.text).joined(separator: " "))
    }
}
