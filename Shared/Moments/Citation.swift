import Messages
import Wire

/// The kind of publication that a library entry rests on.
public struct SourceKind: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// Recommendations or a consensus statement of an expert body.
    public static let guideline = SourceKind(rawValue: 1)
    /// A review, with or without a meta-analysis.
    public static let review = SourceKind(rawValue: 2)
    /// An experiment with comparison groups or conditions.
    public static let trial = SourceKind(rawValue: 3)
    /// An observation without an intervention, or a test of a method.
    public static let study = SourceKind(rawValue: 4)
    /// An institution's page for the public.
    public static let page = SourceKind(rawValue: 5)
    public static let names: [(value: SourceKind, name: String)] = [
        (guideline, "guideline"), (review, "review"), (trial, "trial"), (study, "study"), (page, "page"),
    ]
}

/// A source as a library entry cites it. `docs/sources.md` lists where title, year and identifier were seen.
public struct Citation: Message, Equatable {
    /// The kind of publication.
    public var kind: SourceKind
    /// Title of the publication; empty if the library states none.
    public var title: String
    /// Year of publication; nil if the library states none.
    public var year: Int32?
    /// PMID, DOI, ISBN or web address; empty if the library states none.
    public var identifier: String

    public init(kind: SourceKind, title: String, year: Int32?, identifier: String) {
        (self.kind, self.title, self.year, self.identifier) = (kind, title, year, identifier)
    }

    enum CodingKeys: Int, CodingKey { case kind = 1, title, year, identifier }
}
