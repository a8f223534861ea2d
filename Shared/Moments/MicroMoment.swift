import Messages

/// A small act of a few minutes, with where its idea comes from (COA-1).
public struct MicroMoment: Message, Equatable, Identifiable {
    /// Made of the episode and the recommendation, so that the same content has the same id in every import.
    public var id: String
    /// The act itself, as one imperative phrase.
    public var title: String
    /// One sentence about it; empty where the library gives none.
    public var short: String
    public var detail: String
    /// What exactly to do; empty where the library gives none.
    public var activity: String
    public var tags: [String]
    /// Seconds; absent where the library's free text names no duration.
    public var estimatedSeconds: Int32?
    /// As the library writes it: `easy`, `medium`, …; empty where it does not.
    public var difficulty: String
    public var category: String
    public var topic: Topic
    /// `http` or `https`; absent where the library gives none that can be followed.
    public var sourceURL: String?
    /// How long it rests after somebody did something with it, in seconds.
    public var cooldownSeconds: Int64
    public var badge: EvidenceBadge
    /// Asks the body for effort (COA-11).
    public var isExerting: Bool

    enum CodingKeys: Int, CodingKey {
        case id = 1, title, short, detail, activity, tags, estimatedSeconds, difficulty, category, topic, sourceURL, cooldownSeconds, badge, isExerting
    }

    /// What a card says below its title: what to do, then why; the detail where the library gives neither.
    public var body: String {
        let texts = [activity, short].filter { !$0.isEmpty }
        return texts.isEmpty ? detail : texts.joined(separator: " ")
    }

    /// What retrieval compares with a question.
    public var searchText: String { ([title, short, activity] + tags + [category]).filter { !$0.isEmpty }.joined(separator: ". ") }
}
