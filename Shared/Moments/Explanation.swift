import Messages

/// A short explanation of a measure, a habit or a term, with its source and in both languages.
public struct Explanation: Message, Equatable, Identifiable {
    /// The library's prefix and the entry's own id, which stays the same when texts change.
    public var id: String
    /// What it is about, the closest topic first; at least one.
    public var topics: [Topic]
    /// Words by which people ask for it, English and German.
    public var tags: [String]
    /// Reasons for care.
    public var cautions: [Caution]
    /// The source; title, year and identifier are never empty.
    public var source: Citation
    /// The source's address with scheme `http` or `https`.
    public var sourceURL: String
    /// Grade of the source.
    public var badge: EvidenceBadge
    /// The English texts.
    public var english: ExplanationTexts
    /// The German texts.
    public var german: ExplanationTexts

    enum CodingKeys: Int, CodingKey {
        case id = 1, topics, tags, cautions, source, sourceURL, badge, english, german
    }

    /// The text that retrieval embeds and compares with a question: both headings and the words people ask by, so that
    /// German questions share words with it.
    public var searchText: String { ([english.title, german.title, english.what] + tags).joined(separator: ". ") }
}

/// An explanation in one language. Each text is one or two sentences; the title is a heading without a full stop.
public struct ExplanationTexts: Message, Equatable {
    /// The heading.
    public var title: String
    /// Explains what the subject is.
    public var what: String
    /// Explains what changes it.
    public var moves: String
    /// Names common misunderstandings.
    public var limits: String
    /// Suggests what to try.
    public var tryThis: String

    enum CodingKeys: Int, CodingKey { case title = 1, what, moves, limits, tryThis }
}

/// The explanations shipped with Pulsum.
public enum Explanations {
    /// `Library/explanations.json`, compiled in. Tests verify that it parses completely.
    public static let shipped =
        (try? LibraryParser.explanations(LibraryFiles.explanations, prefix: Moments.shippedPrefix))?
        .explanations ?? []
}
