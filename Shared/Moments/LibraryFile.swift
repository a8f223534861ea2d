/// An episode of a library file: suggestions, explanations, or both.
struct Episode: Decodable {
    var episodeNumber, episodeTitle: Lenient
    var recommendations: [Lossy<Entry>]
    var explanations: [Lossy<ExplanationEntry>]
    enum CodingKeys: CodingKey { case episodeNumber, episodeTitle, recommendations, explanations }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        episodeNumber = values.lenient(.episodeNumber)
        episodeTitle = values.lenient(.episodeTitle)
        recommendations = try values.decodeIfPresent([Lossy<Entry>].self, forKey: .recommendations) ?? []
        explanations = try values.decodeIfPresent([Lossy<ExplanationEntry>].self, forKey: .explanations) ?? []
    }
}

/// A suggestion as the file has it.
struct Entry: Decodable {
    var recommendation, shortDescription, detailedDescription, microActivity, researchLink, difficultyLevel,
        timeToComplete, cooldownSec, category, subcategory, hours: Lenient
    var tags, forWhom, cautions, fits: [Lenient]
    var only: Bool
    var source: Lossy<SourceEntry>
    var de: Lossy<GermanEntry>
    enum CodingKeys: CodingKey {
        case recommendation, shortDescription, detailedDescription, microActivity, researchLink, difficultyLevel,
            timeToComplete, cooldownSec, category, subcategory, tags, forWhom, cautions, hours, fits, only,
            source, de
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        recommendation = values.lenient(.recommendation)
        shortDescription = values.lenient(.shortDescription)
        detailedDescription = values.lenient(.detailedDescription)
        microActivity = values.lenient(.microActivity)
        researchLink = values.lenient(.researchLink)
        difficultyLevel = values.lenient(.difficultyLevel)
        timeToComplete = values.lenient(.timeToComplete)
        cooldownSec = values.lenient(.cooldownSec)
        category = values.lenient(.category)
        subcategory = values.lenient(.subcategory)
        hours = values.lenient(.hours)
        tags = (try? values.decode([Lenient].self, forKey: .tags)) ?? [values.lenient(.tags)]
        forWhom = (try? values.decode([Lenient].self, forKey: .forWhom)) ?? []
        cautions = (try? values.decode([Lenient].self, forKey: .cautions)) ?? []
        fits = (try? values.decode([Lenient].self, forKey: .fits)) ?? []
        only = (try? values.decode(Bool.self, forKey: .only)) ?? false
        source = (try? values.decode(Lossy.self, forKey: .source)) ?? Lossy()
        de = (try? values.decode(Lossy.self, forKey: .de)) ?? Lossy()
    }
}

/// A source as the file has it.
struct SourceEntry: Decodable {
    var kind: String
    var title: String?
    var year: Int32?
    var id: String?
    var url: String?

    /// - Parameter clean: turns a text into one line of at most so many characters.
    func citation(_ clean: (Lenient, Int) -> String) -> Citation? {
        SourceKind(name: kind).map {
            Citation(
                kind: $0, title: clean(Lenient(text: title), 400), year: year,
                identifier: clean(Lenient(text: id), 300))
        }
    }
}

/// The German texts of a suggestion as the file has them.
struct GermanEntry: Decodable {
    var recommendation: String
    var shortDescription, microActivity, detailedDescription: String?

    var texts: MomentTexts {
        MomentTexts(
            title: LibraryParser.clean(Lenient(text: recommendation), 200),
            short: LibraryParser.clean(Lenient(text: shortDescription), 300),
            detail: LibraryParser.clean(Lenient(text: detailedDescription), 2000),
            activity: LibraryParser.clean(Lenient(text: microActivity), 600))
    }
}

/// An explanation as the file has it.
struct ExplanationEntry: Decodable {
    var id: String
    var topics, tags, cautions: [String]
    var title, what, moves, limits, tryThis: String
    var source: SourceEntry
    var de: German

    /// The German texts.
    struct German: Decodable { var title, what, moves, limits, tryThis: String }
}

extension KeyedDecodingContainer {
    func lenient(_ key: Key) -> Lenient { (try? decode(Lenient.self, forKey: key)) ?? Lenient() }
}

/// A string, or a number as a string; any other value decodes as nil.
struct Lenient: Decodable {
    var text: String?
    init(text: String? = nil) { self.text = text }
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        text =
            (try? value.decode(String.self)) ?? (try? value.decode(Int64.self)).map { "\($0)" }
            ?? (try? value.decode(Double.self)).map { "\($0)" }
    }
}

/// An array element that decodes as nil if its shape is wrong, so that the other elements are still read.
struct Lossy<Value: Decodable>: Decodable {
    var value: Value?
    init() {}
    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}
