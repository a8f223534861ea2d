import Fixtures
import Foundation
import Testing

@testable import Language

/// The rules of `docs/word-lists.md`.
@Suite struct WordListTests {
    private static let folder = Repository.root.appendingPathComponent("Shared/Language/Lists")

    /// The texts of all Swift files of libraries and services.
    private static func sources() throws -> [String] {
        try ["Services", "Shared"].flatMap { folder -> [String] in
            let root = Repository.root.appendingPathComponent(folder)
            return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }.map
            {
                try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)
            }
        }
    }

    private static func fault(_ text: String) -> WordListError? {
        do {
            _ = try WordListSection.read(Array(text.utf8), of: "some.txt")
            return nil
        } catch {
            return error
        }
    }

    @Test("Every file of Lists is a list, compiled in as it is")
    func files() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(names.sorted() == WordList.allCases.map(\.fileName).sorted())
        for list in WordList.allCases {
            let file = try Data(contentsOf: Self.folder.appendingPathComponent(list.fileName))
            #expect(Data(list.bytes) == file, "\(list.fileName) is not what was compiled in")
        }
    }

    @Test("A list is normalised, and its lines have no white space at their ends", arguments: WordList.allCases)
    func lines(_ list: WordList) throws {
        let text = try #require(String(validating: list.bytes, as: UTF8.self), "\(list.fileName) is not UTF-8")
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(list.fileName) ends with one line feed")
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let place = "\(list.fileName):\(index + 1)"
            let composed = String(line).precomposedStringWithCanonicalMapping
            #expect(Array(line.unicodeScalars) == Array(composed.unicodeScalars), "\(place) is not in NFC")
            #expect(line.first?.isWhitespace != true && line.last?.isWhitespace != true, "\(place) has white space")
            let isPlain = line.unicodeScalars.allSatisfy { $0 == " " || $0 == "\t" || !$0.properties.isWhitespace }
            #expect(isPlain && !line.contains("  "), "\(place) has other white space than single spaces")
        }
    }

    @Test("The entries of a section are folded, sorted by their bytes and different", arguments: WordList.allCases)
    func entries(_ list: WordList) throws {
        let sections = try WordListSection.read(list.bytes, of: list.fileName)
        #expect(Set(sections.map(\.name)).count == sections.count, "\(list.fileName) repeats a heading")
        for section in sections {
            #expect(!section.entries.isEmpty, "\(list.fileName) has nothing in [\(section.name)]")
            for entry in section.entries {
                #expect(Folding.fold(entry.text) == entry.text, "\(list.fileName):\(entry.line) is not folded")
            }
            for (one, next) in zip(section.entries, section.entries.dropFirst()) {
                #expect(one.text != next.text, "\(list.fileName):\(next.line) is there twice: \(next.text)")
                #expect(
                    !next.text.utf8.lexicographicallyPrecedes(one.text.utf8),
                    "\(list.fileName):\(next.line) is not in order: \(next.text)")
            }
        }
    }

    @Test("A section that is asked for exists, and one that exists is asked for")
    func uses() throws {
        let texts = try Self.sources()
        let lists = Dictionary(uniqueKeysWithValues: WordList.allCases.map { ("\($0)", $0) })
        let use = #/WordList\.(\w+)\.(?:words|phrases|numbers|values|entries)\((?:"([^"]*)")?\)/#
        var count = 0
        let users = texts.filter { $0.contains("WordList.") }
        for match in users.flatMap({ $0.matches(of: use) }) {
            let list = try #require(lists[String(match.1)])
            let name = match.2.map { String($0) } ?? ""
            #expect(list.sections.contains { $0.name == name }, "\(list.fileName) has no section [\(name)]")
            count += 1
        }
        #expect(count >= 10)
        // What is between two quotation marks, and what is not.
        let parts = Set(
            texts.flatMap { $0.utf8.split(separator: UInt8(ascii: "\"")).map { String(decoding: $0, as: UTF8.self) } })
        for list in WordList.allCases where !users.contains(where: { $0.contains("WordList.\(list).sections") }) {
            for section in list.sections {
                // Sections of one kind are read by the beginning of their names: "theme ".
                let first = section.name.prefix { $0 != " " }
                let isNamed =
                    section.name.isEmpty || parts.contains(section.name) || parts.contains("\(first) ")
                #expect(isNamed, "Nothing reads [\(section.name)] of \(list.fileName)")
            }
        }
    }

    @Test("Valences are between -3 and 3, and none is 0")
    func valences() {
        for valences in [
            WordList.valencesEnglish.numbers(), WordList.valencesGerman.numbers(), WordList.sentiment.numbers("emoji"),
            WordList.sentiment.numbers("emoticons"),
        ] {
            #expect(valences.values.allSatisfy { (0.1...3).contains(abs($0)) })
        }
        #expect(WordList.sentiment.numbers("degrees").values.allSatisfy { (0.1...2).contains($0) })
    }

    @Test("Headings, comments, values and empty lines are read, of one section or of all")
    func reading() throws {
        let text = "# A comment.\n\nbad\t-1.6\n\n[more words]\n# Another one.\na phrase\nword\tother word\n"
        let sections = try WordListSection.read(Array(text.utf8), of: "some.txt")
        #expect(
            sections == [
                WordListSection(name: "", entries: [WordListEntry(line: 3, text: "bad", value: "-1.6")]),
                WordListSection(
                    name: "more words",
                    entries: [
                        WordListEntry(line: 7, text: "a phrase", value: nil),
                        WordListEntry(line: 8, text: "word", value: "other word"),
                    ]),
            ])
        for section in sections {
            #expect(try WordListSection.read(Array(text.utf8), of: "some.txt", only: section.name) == [section])
        }
        #expect(try WordListSection.read(Array(text.utf8), of: "some.txt", only: "words").isEmpty)
    }

    @Test("Sections that are read together are those that are read one by one", arguments: WordList.allCases)
    func together(_ list: WordList) {
        let sections = WordListSections(list)
        for section in list.sections {
            #expect(sections.phrases(section.name) == list.phrases(section.name), "[\(section.name)]")
            #expect(sections.words(section.name) == list.words(section.name), "[\(section.name)]")
        }
    }

    @Test("A fault names file and line")
    func faults() throws {
        #expect(Self.fault("good\n[heading\n") == WordListError(file: "some.txt", line: 2, fault: .heading))
        #expect(Self.fault("[]\n") == WordListError(file: "some.txt", line: 1, fault: .heading))
        #expect(Self.fault("good\t1\t2\n") == WordListError(file: "some.txt", line: 1, fault: .fields))
        #expect(Self.fault("# x\ngood\t\n") == WordListError(file: "some.txt", line: 2, fault: .fields))
        #expect(throws: WordListError(file: "some.txt", line: 1, fault: .encoding)) {
            try WordListSection.read([0x61, 0xFF], of: "some.txt")
        }
        let fault = try #require(Self.fault("good\n[heading\n"))
        #expect("\(fault)" == "some.txt:2: A heading is [name], alone in its line.")
    }
}
