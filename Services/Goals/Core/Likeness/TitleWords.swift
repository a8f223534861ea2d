import Localization

/// The words of a title, without those that carry no meaning of their own.
struct TitleWords: Equatable, Sendable {
    /// A word in its plain form, with its places in the vocabulary.
    private struct Word: Equatable {
        /// As in the title; a phrase with spaces.
        var text: String
        var plain: String
        var places: [TitleVocabulary.Place]
        /// Whether it has a meaning of its own.
        var isContent: Bool
        /// Whether it says what is wanted, and not only how.
        var isCore: Bool

        /// - Parameter word: the one that says the same as a phrase.
        init(_ text: String, word: String, _ vocabulary: TitleVocabulary) {
            self.text = text
            plain = vocabulary.plain(word)
            places = vocabulary.places(plain)
            isContent = !TitleVocabulary.empty.contains(word)
            isCore = isContent && !vocabulary.light.contains(word) && !vocabulary.light.contains(plain)
        }
    }

    /// Without articles and the like.
    private let words: [Word]
    private var content: [Word] { words.filter(\.isContent) }
    private let language: Localization.Language
    private var vocabulary: TitleVocabulary { .of(language) }
    /// For each contrast that occurs, the members that occur.
    private let contrasts: [Int: Set<Int>]
    private let themes: Set<Int>
    private let isLess: Bool
    private let isMore: Bool

    init(_ words: [String], language: Localization.Language) {
        let vocabulary = TitleVocabulary.of(language)
        let found = Self.joined(words, vocabulary.phrases)
        self.language = language
        self.words = found.filter { !vocabulary.function.contains($0.word) }.map {
            Word($0.text, word: $0.word, vocabulary)
        }
        contrasts = Self.contrasts(found.map { vocabulary.places(vocabulary.plain($0.word)) })
        themes = Set(found.flatMap { vocabulary.themes(vocabulary.plain($0.word)) })
        isLess = found.contains { vocabulary.isLess($0.word) }
        isMore = found.contains { vocabulary.isMore($0.word) }
    }

    /// The words, with phrases such as “every day” or “give up” as one word.
    private static func joined(
        _ words: [String], _ phrases: [(phrase: [String], word: String)]
    ) -> [(text: String, word: String)] {
        var (joined, index) = ([(text: String, word: String)](), 0)
        while index < words.count {
            if let found = phrases.first(where: { words[index...].starts(with: $0.phrase) }) {
                joined.append((found.phrase.joined(separator: " "), found.word))
                index += found.phrase.count
            } else {
                joined.append((words[index], words[index]))
                index += 1
            }
        }
        return joined
    }

    /// Words of several members, such as “language”, count only where no word of one member occurs.
    private static func contrasts(_ places: [[TitleVocabulary.Place]]) -> [Int: Set<Int>] {
        let named = places.flatMap { word in
            Dictionary(grouping: word, by: \.group).map { (group: $0.key, members: Set($0.value.map(\.member))) }
        }
        return Dictionary(grouping: named, by: \.group).mapValues { words in
            let exact = words.filter { $0.members.count == 1 }
            return (exact.isEmpty ? words : exact).reduce(into: []) { $0.formUnion($1.members) }
        }
    }

    private func areLike(_ one: Word, _ other: Word) -> Bool {
        vocabulary.areForms(one.plain, other.plain) || one.places.contains { other.places.contains($0) }
    }

    /// Whether the titles name different members of one contrast, or one is about less of what the other names, or the
    /// other about more of something.
    func contradicts(_ other: TitleWords) -> Bool {
        if isLess != other.isLess, isMore || other.isMore || sharesWords(with: other) { return true }
        return contrasts.contains { group, members in
            other.contrasts[group].map { members.isDisjoint(with: $0) } ?? false
        }
    }

    /// How the words of two titles differ, without order, forms of words, synonyms and light words. A light word or a
    /// number that both have counts as shared.
    enum Difference {
        /// “House cleaning”, “clean the house”.
        case none
        /// One title has words that the other lacks: “yoga”, “yoga class”.
        case narrower
        /// The first word differs: “open a bakery”, “visit a bakery”.
        case verb
        /// One other word differs: “clean the car”, “clean the oven”; “learn origami”, “learn calligraphy”.
        case object
        /// Some words are shared, several differ.
        case several
        /// Nothing is shared but a part of life: “get fit”, “join a gym”.
        case theme
        /// Nothing is shared.
        case all
        /// Nothing is shared, and only one title is about less of something: “be on time”, “stop being late”.
        case opposed
    }

    func difference(from other: TitleWords, sharesNumbers: Bool) -> Difference {
        let (one, two) = (words.filter(\.isCore), other.words.filter(\.isCore))
        let own = one.indices.filter { index in !two.contains { areLike($0, one[index]) } }
        let foreign = two.indices.filter { index in !one.contains { areLike($0, two[index]) } }
        if own.isEmpty, foreign.isEmpty, !one.isEmpty, !two.isEmpty { return .none }
        guard sharesNumbers || sharesWords(with: other) else {
            if !themes.isDisjoint(with: other.themes) { return .theme }
            return isLess == other.isLess ? .all : .opposed
        }
        switch (own.count, foreign.count) {
        case (0, _), (_, 0): return .narrower
        case (1, 1): return own[0] == 0 && foreign[0] == 0 && one.count > 1 && two.count > 1 ? .verb : .object
        default: return .several
        }
    }

    private func sharesWords(with other: TitleWords) -> Bool {
        words.contains { word in other.words.contains { areLike(word, $0) } }
    }

    /// The words of this title that the other has too, each once, in order.
    func shared(with other: TitleWords) -> [String] {
        var shared: [String] = []
        let theirs = other.content
        for word in content where !shared.contains(word.text) && theirs.contains(where: { areLike(word, $0) }) {
            shared.append(word.text)
        }
        return shared
    }
}
