import Language
import Messages

/// A feeling that a person tells of themself, read by words.
public struct Feeling: Equatable, Sendable {
    /// Whether it is an easy or a hard one.
    public enum Valence: String, CaseIterable, Codable, Sendable {
        case good, hard
        /// Good and hard words together.
        case mixed
        /// Somebody died.
        case loss
    }

    /// Whether the words are good, hard, mixed or unclear.
    public var valence: Valence
    /// The topic of suggestions that suits it; `none` if the words do not tell.
    public var topic: Topic
}

/// Words and phrases of feelings, folded as `FoldedText` folds, in English and German.
enum FeelingWords {
    /// The feeling of a message; nil if it has no such word. A negated word counts for the opposite: “not tired”.
    static func feeling(of text: FoldedText) -> Feeling? {
        if tellsLoss(text) { return Feeling(valence: .loss, topic: .mood) }
        if EverydayWords.isReport(text) { return nil }
        var (rest, topics, good, hard) = (text.text, [Topic](), 0, 0)
        for entry in byLength {
            while let range = rest.range(of: " \(entry.phrase) ") {
                let before = rest[..<range.lowerBound].split(separator: " ").suffix(3)
                let isNegated = before.contains { negations.contains(String($0)) || $0.hasSuffix("n't") }
                if (entry.topic == nil) != isNegated {
                    good += 1
                } else {
                    hard += 1
                    topics.append(entry.topic ?? .mood)
                }
                rest.replaceSubrange(range, with: " _ ")
            }
        }
        guard good + hard > 0 else { return nil }
        let valence: Feeling.Valence = good > 0 && hard > 0 ? .mixed : good > 0 ? .good : .hard
        return Feeling(valence: valence, topic: topics.first ?? .mood)
    }

    /// Whether the message tells of a death.
    static func tellsLoss(_ text: FoldedText) -> Bool { text.has(anyOf: losses) && !text.has(anyOf: emptyDevices) }

    /// Whether the message tells a feeling and asks nothing.
    static func isTold(in text: FoldedText, own: [String]) -> Bool {
        guard !text.words.isEmpty, text.words.count <= 30 else { return false }
        if tellsLoss(text), text.has(anyOf: own) { return true }
        // “I want to feel calm” is a wish, and “is being sad normal” a question.
        guard !text.begins(withAnyOf: asking), !text.has(anyOf: wishes) || text.has(anyOf: crying) else { return false }
        if text.has(anyOf: felt) { return true }
        guard feeling(of: text) != nil else { return false }
        if text.has(anyOf: frames) || text.words.count <= 3 { return true }
        var words = text.words[...]
        while let first = words.first, openers.contains(first) { words = words.dropFirst() }
        let rest = FoldedText(words.joined(separator: " "))
        return rest.begins(withAnyOf: byLength.map(\.phrase))
    }

    // MARK: Words

    private static let negations = WordList.messages.words("negations")
    /// “My watch died.”
    private static let emptyDevices = WordList.messages.phrases("empty devices")
    private static let losses = WordList.messages.phrases("losses")
    /// A wish that is none.
    private static let crying = WordList.messages.phrases("crying")
    private static let asking = WordList.messages.phrases("asking")
    private static let wishes = WordList.messages.phrases("wishes")
    /// Says by itself that a feeling follows.
    private static let felt = WordList.messages.phrases("felt")
    /// The person speaks of how it is or was.
    private static let frames = WordList.messages.phrases("frames")
    private static let openers = WordList.messages.words("openers")

    /// Longest first, so that “not my day” is not read as “day”.
    private static let byLength = entries.sorted { $0.phrase.count > $1.phrase.count }

    /// Phrases with the topic that suits the feeling; nil for a good one.
    private static let entries: [(phrase: String, topic: Topic?)] = lists.flatMap { list in
        list.phrases.map { ($0, list.topic) }
    }

    private static let lists: [(topic: Topic?, phrases: [String])] = [
        (.energy, WordList.messages.phrases("feelings energy")),
        (.stress, WordList.messages.phrases("feelings stress")),
        (.sleep, WordList.messages.phrases("feelings sleep")),
        (.mood, WordList.messages.phrases("feelings mood")),
        (nil, WordList.messages.phrases("feelings good")),
    ]
}
