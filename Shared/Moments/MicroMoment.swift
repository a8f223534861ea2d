import Messages

/// A suggestion for a small act of a few minutes, with its source (COA-1).
public struct MicroMoment: Message, Equatable, Identifiable {
    /// Derived from the episode and the recommendation, so that equal content has the same id in every import.
    public var id: String
    /// The act as one imperative phrase.
    public var title: String
    /// One sentence about the act; empty if the library has none.
    public var short: String
    /// Longer description; empty if the library has none.
    public var detail: String
    /// Instructions; empty if the library has none.
    public var activity: String
    /// The library's tags.
    public var tags: [String]
    /// Duration in seconds; nil if the library's text states none.
    public var estimatedSeconds: Int32?
    /// As in the library: `easy`, `medium`, …; empty if absent.
    public var difficulty: String
    /// The library's category; empty if absent.
    public var category: String
    /// The topic derived from category, tags and words.
    public var topic: Topic
    /// Source with scheme `http` or `https`; nil if the library has no valid one.
    public var sourceURL: String?
    /// Cooldown after a response to the card, in seconds.
    public var cooldownSeconds: Int64
    /// Grade of the source.
    public var badge: EvidenceBadge
    /// Whether the act asks for physical effort (COA-11).
    public var isExerting: Bool

    enum CodingKeys: Int, CodingKey {
        case id = 1, title, short, detail, activity, tags, estimatedSeconds, difficulty, category, topic, sourceURL,
            cooldownSeconds, badge, isExerting
    }

    /// The text below a card's title: instructions, then the reason; the detail if both are absent.
    public var body: String {
        let texts = [activity, short].filter { !$0.isEmpty }
        return texts.isEmpty ? detail : texts.joined(separator: " ")
    }

    /// The text that retrieval embeds and compares with a question.
    public var searchText: String {
        ([title, short, activity] + tags + [category]).filter { !$0.isEmpty }.joined(separator: ". ")
    }
}
