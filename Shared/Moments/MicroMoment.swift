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
    /// What the library says about the source; nil if nothing.
    public var citation: Citation?
    /// Whom it is made for; empty if the library does not say.
    public var audience: [Audience]
    /// Reasons for care on any day; empty if there are none or the library does not say.
    public var cautions: [Caution]
    /// The German texts; nil if the library has none.
    public var german: MomentTexts?
    /// When its text fits, if the library says so; see `fits(hour:)`.
    public var hours: DayHours?
    /// The circumstances in which it fits as well as on ordinary days; on a day with others it is not offered.
    public var circumstances: [Circumstance] = []
    /// Whether its text speaks of these circumstances, so that it is offered in one of them alone.
    public var needsCircumstance = false

    enum CodingKeys: Int, CodingKey {
        case id = 1, title, short, detail, activity, tags, estimatedSeconds, difficulty, category, topic, sourceURL,
            cooldownSeconds, badge, isExerting, citation, audience, cautions, german, hours, circumstances,
            needsCircumstance
    }

    /// The texts in German where the library has them, else in the library's own language.
    public func texts(inGerman: Bool) -> MomentTexts {
        if inGerman, let german { return german }
        return MomentTexts(title: title, short: short, detail: detail, activity: activity)
    }

    /// The text that retrieval embeds and compares with a question.
    public var searchText: String {
        ([title, short, activity] + tags + [category]).filter { !$0.isEmpty }.joined(separator: ". ")
    }
}

/// A suggestion's texts in another language than the library's.
public struct MomentTexts: Message, Equatable {
    /// The act as one imperative phrase.
    public var title: String
    /// One sentence about the act; empty if the library has none.
    public var short: String
    /// Longer description; empty if the library has none.
    public var detail: String
    /// Instructions; empty if the library has none.
    public var activity: String

    enum CodingKeys: Int, CodingKey { case title = 1, short, detail, activity }

    /// The text below a card's title: instructions, then the reason; the detail if both are absent.
    public var body: String {
        let texts = [activity, short].filter { !$0.isEmpty }
        return texts.isEmpty ? detail : texts.joined(separator: " ")
    }

    /// What to do: the instructions, or the act itself.
    public var action: String { activity.isEmpty ? title : activity }
}
