import Foundation
import Localization
import Messages
import Testing

@testable import Moments

/// Parts of words that the libraries do not use (COM-5): a text with one of them names an illness as something it works
/// on, a remedy, an amount of one, or promises an effect.
enum Claims {
    static let english = [
        "cure", "heal ", "treat", "therap", "diagnos", "guarantee", "dose", " mg", "prescri", "promise", "supplement",
        "melatonin", "stop taking", "start taking",
    ]
    /// Conditions and measures that a suggestion does not mention. An explanation may say what it is not about.
    static let conditions = [
        "disease", "disorder", "symptom", "depress", "medicat", "patient", "prevent", "clinical", "blood pressure",
        "insulin", "glucose", "immune",
    ]
    static let german = [
        "heilt", "heilung", "behandl", "therap", "diagnos", "garanti", "dosis", "verschreib", "versprech",
        "nahrungsergänz", "melatonin", " mg",
    ]
}

@Suite struct ExplanationTests {
    private let explanations = Explanations.shipped

    @Test("COA-1 at least 120 explanations ship, every entry of the file is used, some for every topic")
    func complete() throws {
        let result = try LibraryParser.explanations(LibraryFiles.explanations, prefix: Moments.shippedPrefix)
        #expect(result.skipped.isEmpty)
        #expect(result.explanations == explanations && explanations.count >= 120)
        let topics = Set(explanations.flatMap(\.topics))
        for (topic, name) in Topic.names where topic != .none {
            #expect(topics.contains(topic), "no explanation for \(name)")
        }
        // The files hold either kind only: a suggestion in this file would not be offered.
        #expect(try LibraryParser.parse(LibraryFiles.explanations, prefix: "own.").moments.isEmpty)
    }

    @Test("COA-1 ids and headings are unique, texts short, in both languages and different between them")
    func texts() {
        #expect(Set(explanations.map(\.id)).count == explanations.count)
        for texts in [explanations.map(\.english), explanations.map(\.german)] {
            #expect(Set(texts.map { $0.title.lowercased() }).count == texts.count)
        }
        for explanation in explanations {
            #expect(explanation.id.hasPrefix(Moments.shippedPrefix), "\(explanation.id)")
            #expect(explanation.tags.count >= 2, "\(explanation.id)")
            #expect(explanation.english.what != explanation.german.what, "\(explanation.id)")
            for texts in [explanation.english, explanation.german] {
                #expect((3...60).contains(texts.title.count), "\(texts.title)")
                #expect(!texts.title.contains { ".!".contains($0) }, "\(texts.title)")
                for text in [texts.what, texts.moves, texts.limits, texts.tryThis] {
                    #expect((30...200).contains(text.count), "\(explanation.id): \(text)")
                    #expect(text.last == ".", "\(explanation.id): \(text)")
                }
            }
        }
    }

    @Test("COA-2 every explanation cites title, year, identifier and address of a known publisher")
    func sources() {
        for explanation in explanations {
            let source = explanation.source
            #expect(SourceKind.names.contains { $0.value == source.kind }, "\(explanation.id)")
            #expect(source.title.count >= 10 && !source.identifier.isEmpty, "\(explanation.id)")
            #expect((1990...2026).contains(source.year ?? 0), "\(explanation.id)")
            #expect(explanation.sourceURL.hasPrefix("https://"), "\(explanation.id)")
            #expect(explanation.badge.rawValue >= EvidenceBadge.medium.rawValue, "\(explanation.sourceURL)")
        }
        let pages = explanations.filter { $0.source.kind == .page }.count
        #expect(pages * 10 <= explanations.count)
    }

    @Test("COA-2 docs/sources.md lists every source with what was seen of it")
    func documented() throws {
        let document = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/sources.md")
        let rows = try String(contentsOf: document, encoding: .utf8).split(separator: "\n").filter {
            $0.hasPrefix("| [")
        }
        for row in rows { #expect(row.split(separator: "“").count == 2 && row.contains("”"), "\(row)") }
        let cited =
            explanations.map { ($0.id, $0.source) }
            + Moments.shipped.moments.compactMap { moment in moment.citation.map { (moment.id, $0) } }
            .filter { !$0.1.title.isEmpty }
        for (id, source) in cited {
            let year = String(source.year ?? 0)
            #expect(rows.contains { $0.contains("| \(source.title) | \(year) |") }, "\(id): \(source.title)")
        }
    }

    @Test("COM-5 no explanation names a remedy, an amount of one, a finding or a promise")
    func noMedicalClaims() {
        for explanation in explanations {
            for (texts, claims) in [(explanation.english, Claims.english), (explanation.german, Claims.german)] {
                let text = [texts.title, texts.what, texts.moves, texts.limits, texts.tryThis]
                    .joined(separator: " ").lowercased()
                for claim in claims { #expect(!text.contains(claim), "“\(claim)” in \(explanation.id)") }
            }
        }
    }

    @Test("COA-11 explanations about illness, weight, pregnancy or effort say so as cautions")
    func care() throws {
        for (id, caution) in [
            ("fasting", Caution.eating), ("fasting", .pregnancy), ("bmi", .eating), ("weight-days", .eating),
            ("illness", .seeDoctor), ("blood-pressure", .seeDoctor), ("strength", .exertion), ("sauna", .pregnancy),
            ("cold-water", .cold), ("drowsy", .sleepy), ("cycle-temperature", .pregnancy), ("hydration", .fluids),
        ] {
            let explanation = try #require(explanations.first { $0.id == Moments.shippedPrefix + id })
            #expect(explanation.cautions.contains(caution), "\(id)")
        }
    }

    @Test("WEB cautions, audiences and kinds of sources have words in every language")
    func words() {
        let keys =
            Caution.names.map { "library.caution.\($0.name)" } + Audience.names.map { "library.audience.\($0.name)" }
            + SourceKind.names.map { "library.source.\($0.name)" }
        for language in Localization.Language.allCases {
            for key in keys { #expect(Catalogue.shipped(language).keys.contains(key), "\(language): \(key)") }
        }
    }
}

@Suite struct ExplanationParserTests {
    /// An entry with one field replaced or removed.
    private func parse(_ field: String? = nil, _ value: Any? = nil) throws -> LibraryParser.ExplanationResult {
        var entry: [String: Any] = [
            "id": "a", "topics": ["sleep"], "tags": ["nap"], "title": "T", "what": "W", "moves": "M", "limits": "L",
            "tryThis": "Y", "cautions": ["sleepy"],
            "source": ["kind": "review", "title": "S", "year": 2020, "id": "PMID 1", "url": "https://www.nih.gov/x"],
            "de": ["title": "T", "what": "W", "moves": "M", "limits": "L", "tryThis": "Y"],
        ]
        if let field { entry[field] = value }
        let json = try JSONSerialization.data(withJSONObject: [["explanations": [entry]]])
        return try LibraryParser.explanations(json, prefix: "own.")
    }

    @Test("COA-1 a complete entry is read")
    func whole() throws {
        let result = try parse()
        let explanation = try #require(result.explanations.first)
        #expect(result.skipped.isEmpty && explanation.id == "own.a" && explanation.topics == [.sleep])
        #expect(explanation.cautions == [.sleepy] && explanation.badge == .strong)
        #expect(explanation.searchText.contains("nap"))
    }

    @Test(
        "COA-1 an entry without a text, a language, a topic or a whole source is left out",
        arguments: ["id", "title", "what", "moves", "limits", "tryThis", "topics", "cautions", "source", "de"])
    func missing(field: String) throws {
        let result = try parse(field, nil)
        #expect(result.explanations.isEmpty && result.skipped == ["malformed": 1])
    }

    @Test("COA-1 COA-2 an empty text, an unknown name or an incomplete source makes an entry incomplete")
    func incomplete() throws {
        for (field, value) in [
            ("what", " "), ("topics", ["nothing"]), ("topics", []), ("cautions", ["unknown"]),
            ("source", ["kind": "review", "title": "S", "year": 2020, "id": "PMID 1"]),
            ("source", ["kind": "review", "title": "S", "id": "PMID 1", "url": "https://www.nih.gov/x"]),
            ("source", ["kind": "rumour", "title": "S", "year": 2020, "id": "1", "url": "https://www.nih.gov/x"]),
            ("de", ["title": "T", "what": "", "moves": "M", "limits": "L", "tryThis": "Y"]),
        ] as [(String, Any)] {
            let result = try parse(field, value)
            #expect(result.explanations.isEmpty && result.skipped == ["incomplete": 1], "\(field): \(value)")
        }
        let paid =
            ["kind": "review", "title": "S", "year": 2020, "id": "1", "url": "https://amzn.to/1"] as [String: Any]
        #expect(try parse("source", paid).skipped == ["advertising": 1])
    }

    @Test("COA-1 something else than a library is refused")
    func notALibrary() {
        for json in ["", "{}", "[1"] {
            #expect(throws: LibraryParser.Failure.notALibrary) {
                try LibraryParser.explanations(Array(json.utf8), prefix: "own.")
            }
        }
    }
}
