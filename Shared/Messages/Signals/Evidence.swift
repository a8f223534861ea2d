import Wire

/// Strength of the evidence for a micro-moment (COA-2).
public struct EvidenceBadge: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Weak evidence.
    public static let weak = EvidenceBadge(rawValue: 1)
    /// Medium evidence.
    public static let medium = EvidenceBadge(rawValue: 2)
    /// Strong evidence.
    public static let strong = EvidenceBadge(rawValue: 3)
    public static let names: [(value: EvidenceBadge, name: String)] = [
        (weak, "weak"), (medium, "medium"), (strong, "strong"),
    ]
}

/// Names an explanation of the shipped library with its source.
public struct ExplanationLink: Message, Equatable {
    /// The explanation's id, as in `/explanations/{id}`.
    public var id: String
    /// Its heading, in the reply's language.
    public var title: String
    /// The publication that it rests on, in its own words.
    public var sourceTitle: String
    /// Year of the publication.
    public var sourceYear: Int32
    public init(id: String, title: String, sourceTitle: String, sourceYear: Int32) {
        (self.id, self.title, self.sourceTitle, self.sourceYear) = (id, title, sourceTitle, sourceYear)
    }
    enum CodingKeys: Int, CodingKey { case id = 1, title, sourceTitle, sourceYear }
}
