import Foundation
import Testing

@testable import Localization

@Suite struct CatalogueTests {
    private func catalogue(_ language: Language, _ json: String) throws -> Catalogue {
        try Catalogue(language, json: Data(json.utf8))
    }

    @Test("WEB: the shipped catalogues have the same keys, placeholders and plural forms")
    func complete() {
        let english = Catalogue.shipped(.english)
        #expect(english.keys.count > 40)
        for language in Language.allCases {
            #expect(Catalogue.shipped(language).differences(from: english).isEmpty)
        }
    }

    @Test("WEB: every file of the catalogues is part of the program, as it is", arguments: Language.allCases)
    func files(language: Language) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Shared/Localization/Catalogues").standardizedFileURL
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".\(language.rawValue).json") }
            .map { try Data(contentsOf: folder.appendingPathComponent($0)) }
        #expect(try Catalogue(language, files: files).entries == Catalogue.shipped(language).entries)
    }

    @Test("WEB: no object of a catalogue has a key twice; the second phrase would take the place of the first")
    func twice() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Shared/Localization/Catalogues").standardizedFileURL
        func keys(_ value: Any) -> Int {
            (value as? [String: Any])?.reduce(0) { $0 + 1 + keys($1.value) } ?? 0
        }
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where file.hasSuffix(".json") {
            let data = try Data(contentsOf: folder.appendingPathComponent(file))
            let written = String(decoding: data, as: UTF8.self).matches(of: /"[^"]*"\s*:/).count
            #expect(keys(try JSONSerialization.jsonObject(with: data)) == written, "\(file)")
        }
    }

    @Test("WEB: no phrase is empty, and each plural has all forms of its language with the same placeholders")
    func forms() {
        for language in Language.allCases {
            let used = Set((0...100).map { language.plural($0) })
            for (key, entry) in Catalogue.shipped(language).entries {
                for template in entry.templates {
                    let text = template.filled([:])
                    #expect(text.contains { !$0.isWhitespace }, "\(language): \(key)")
                    // Quotation marks are those of the language: “…” and „…“.
                    #expect(!text.contains("\""), "\(language): \(key)")
                    if language == .german { #expect(!text.contains("”"), "\(key)") }
                    // Nothing shouts, not even praise.
                    #expect(!text.contains("!") && !text.contains("¡"), "\(language): \(key)")
                }
                guard case .plural(let forms) = entry else { continue }
                #expect(Set(forms.keys) == used, "\(language): \(key)")
                let names = forms.mapValues { $0.placeholders.subtracting(["count"]) }
                #expect(Set(names.values).count == 1, "\(language): \(key)")
                #expect(forms[.other]?.placeholders.contains("count") == true, "\(language): \(key)")
            }
        }
    }

    @Test("The language of a request is German for every German tag, else English")
    func asked() {
        for tag in ["de", "de-AT", "DE"] { #expect(Catalogue.asked(tag).language == .german) }
        for tag in ["en", "fr", "", nil] { #expect(Catalogue.asked(tag).language == .english) }
    }

    @Test("A missing key, another placeholder and a missing plural form are differences")
    func differences() throws {
        let english = try catalogue(
            .english,
            #"{"a": "{x}", "b": {"one": "{count} day", "other": "{count} days"}, "c": "c", "d": "d", "e": "e"}"#)
        let german = try catalogue(
            .german, #"{"a": "{y}", "b": {"other": "{count} Tage"}, "c": "c", "d": {"d": "d"}, "f": "f"}"#)
        #expect(german.differences(from: english) == ["a", "b", "d", "d.d", "e", "f"])
        #expect(english.differences(from: english).isEmpty)
    }

    @Test("Placeholders are filled, and plural forms follow the count")
    func phrases() throws {
        let words = try catalogue(
            .german,
            #"{"since": "seit {date}", "nights": {"one": "eine Nacht", "other": "{count} Nächte seit {date}"}}"#)
        #expect(words("since", ["date": "Mai"]) == "seit Mai")
        #expect(words("nights", count: 1) == "eine Nacht")
        #expect(words("nights", count: 0, nil, ["date": "Mai"]) == "0 Nächte seit Mai")
        #expect(words("nights", count: 1690, "1.690", ["date": "Mai"]) == "1.690 Nächte seit Mai")
        #expect(words("since") == "seit {date}")
        #expect(words("unknown.key") == "unknown.key")
    }

    @Test(
        "A malformed catalogue is refused with the key of its first mistake",
        arguments: [
            (#"["no object"]"#, ""), ("{", ""), (#"{"a": {"b": "open {brace"}}"#, "a.b"), (#"{"a": "shut}"}"#, "a"),
            (#"{"a": "{}"}"#, "a"), (#"{"a": "{no spaces}"}"#, "a"), (#"{"a": 1}"#, "a"),
            (#"{"a": {"other": "x", "many": "y"}}"#, "a.many"),
        ])
    func malformed(json: String, key: String) throws {
        let error = #expect(throws: Catalogue.Malformed.self) { try catalogue(.english, json) }
        #expect(error?.key == key)
    }

    @Test(
        "The language is the best of those that the browser asks for",
        arguments: [
            ("de", Language.german), ("de-AT,de;q=0.9,en;q=0.8", .german), ("fr, en;q=0.5, de;q=0.7", .german),
            ("en-GB", .english), ("DE", .german), ("de;q=0, en;q=0.1", .english), ("en;q=1, de;q=1", .english),
        ])
    func preferred(header: String, language: Language) { #expect(Language.preferred(header) == language) }

    @Test("A browser that asks for none of ours gets none", arguments: ["", "fr", "*", ";;q=,,", "x-de", "deu"])
    func none(header: String) { #expect(Language.preferred(header) == nil) }

    @Test("OWN-3 a sentence of a service is found by itself, with what its placeholders stand for")
    func said() throws {
        let german = Catalogue.shipped(.german)
        #expect(german.said("This password is wrong.") == "Dieses Passwort ist falsch.")
        #expect(german.said("There are 50 device tokens: revoke one first.")?.contains("50") == true)
        for sentence in ["", "This password is wrong", "There are  device tokens: revoke one first.", "Nothing."] {
            #expect(german.said(sentence) == nil, "\(sentence)")
        }
        let template = try PhraseTemplate("{a} of {b}.")
        #expect(template.values(in: "1 of 2.") == ["a": "1", "b": "2"])
        #expect(template.values(in: "1 of 2") == nil && template.values(in: " of 2.") == nil)
        #expect(try PhraseTemplate("to {a}").values(in: "to me") == ["a": "me"])
        #expect(try PhraseTemplate("to {a}").values(in: "to ") == nil)
        // Each English sentence finds its own translation, none another's.
        for (key, entry) in Catalogue.shipped(.english).entries where key.hasPrefix("problem.said.") {
            let names = Set(entry.templates.flatMap(\.placeholders))
            let values = Dictionary(uniqueKeysWithValues: names.map { ($0, "7") })
            #expect(german.said(Catalogue.shipped(.english)(key, values)) == german(key, values), "\(key)")
        }
    }
}
