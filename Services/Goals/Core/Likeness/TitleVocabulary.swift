import Language
import Localization

/// The vocabulary of titles in one language: what words mean the same, exclude each other, belong to one theme or carry
/// no meaning of their own: `titles.en.txt`, `titles.de.txt`. All words are folded.
struct TitleVocabulary: Sendable {
    /// A word's place in one of the groups: words of one group and member are synonyms, words of one group and other
    /// members exclude each other.
    struct Place: Hashable, Sendable {
        var group: Int
        var member: Int
    }

    /// Words that titles about different things have in common.
    let function: Set<String>
    /// Words around a thing that is wanted, such as “learn to …” and “regularly”: of two titles with the same of these,
    /// only the other words tell whether they are one thing.
    let light: Set<String>
    /// Phrases that one word says as well; the longer ones first.
    let phrases: [(phrase: [String], word: String)]

    private let forms: any WordForms
    private let less: Set<String>
    private let lessVerbs: Set<String>
    private let more: Set<String>
    private let moreVerbs: Set<String>
    private let places: Index<Place>
    private let themes: Index<Int>

    /// Words without a meaning of their own, in English and German.
    static let empty = WordList.titlesEnglish.words("empty").union(WordList.titlesGerman.words("empty"))

    static let english = TitleVocabulary(.titlesEnglish, EnglishForms())
    static let german = TitleVocabulary(.titlesGerman, GermanForms())

    static func of(_ language: Localization.Language) -> TitleVocabulary {
        switch language {
        case .english: english
        case .german: german
        }
    }

    private init(_ list: WordList, _ forms: any WordForms) {
        self.forms = forms
        function = list.words("function")
        light = list.words("light")
        less = list.words("less")
        lessVerbs = Set(list.words("less verbs").map(forms.plain))
        more = list.words("more")
        moreVerbs = Set(list.words("more verbs").map(forms.plain))
        phrases = list.entries("phrases").compactMap { entry in
            entry.value.map { (entry.text.split(separator: " ").map(String.init), $0) }
        }.sorted { $0.0.count > $1.0.count }
        var (places, themed) = (Index<Place>(forms), Index<Int>(forms))
        for (group, entry) in list.entries("groups").enumerated() {
            let parts = entry.text.split(separator: ":")
            let whole = parts.count == 2 ? parts[0].split(separator: "/") : []
            for (member, words) in parts[parts.count - 1].split(separator: " ").enumerated() {
                for word in words.split(separator: "/") + whole {
                    places.add(String(word), Place(group: group, member: member))
                }
            }
        }
        for (theme, section) in list.sections.filter({ $0.name.hasPrefix("theme ") }).enumerated() {
            for entry in section.entries { themed.add(entry.text, theme) }
        }
        self.places = places
        self.themes = themed
    }

    /// The places of a word, also of one that is a form of a listed word.
    func places(_ word: String) -> [Place] { places[word] }

    /// The themes of a word, also of one that is a form of a listed word.
    func themes(_ word: String) -> [Int] { themes[word] }

    /// Whether a word says that a title is about less of something: `no`, `quit`, `reducing`.
    func isLess(_ word: String) -> Bool {
        less.contains(word) || forms.isWithout(word) || isForm(word, of: lessVerbs)
    }

    /// Whether a word says that a title is about more of something: `more`, `started`.
    func isMore(_ word: String) -> Bool { more.contains(word) || isForm(word, of: moreVerbs) }

    private func isForm(_ word: String, of verbs: Set<String>) -> Bool {
        let plain = forms.plain(word)
        return verbs.contains(plain) || verbs.contains { forms.areForms(plain, $0) }
    }

    /// See `WordForms`.
    func plain(_ word: String) -> String { forms.plain(word) }

    /// Whether two words in their plain form are forms of one, or one is a compound with the other.
    func areForms(_ one: String, _ other: String) -> Bool { forms.areForms(one, other) || forms.isCompound(one, other) }

    /// What is listed for words, found by any form of them.
    private struct Index<Entry: Sendable>: Sendable {
        private let forms: any WordForms
        private var known: [String: [Entry]] = [:]
        /// The listed words by their first bytes, longer words first, in a fixed order.
        private var heads: [String: [String]] = [:]

        init(_ forms: any WordForms) { self.forms = forms }

        mutating func add(_ listed: String, _ entry: Entry) {
            let word = forms.plain(listed)
            known[word, default: []].append(entry)
            guard known[word]?.count == 1, let head = Self.head(word) else { return }
            let place = heads[head]?.firstIndex { ($0.count, word) < (word.count, $0) }
            heads[head, default: []].insert(word, at: place ?? heads[head]?.count ?? 0)
        }

        subscript(word: String) -> [Entry] {
            if let entries = known[word] { return entries }
            guard let head = Self.head(word) else { return [] }
            return heads[head]?.first { forms.areForms(word, $0) }.flatMap { known[$0] } ?? []
        }

        /// Bytes that two forms of a word have in common at least.
        private static func head(_ word: String) -> String? {
            word.utf8.count >= 3 ? String(decoding: word.utf8.prefix(3), as: UTF8.self) : nil
        }
    }
}
