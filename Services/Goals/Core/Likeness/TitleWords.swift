/// The words of an English title, without those that carry no meaning of their own.
struct TitleWords: Equatable, Sendable {
    /// A word in its present form, with its places in the vocabulary.
    private struct Word: Equatable {
        /// As in the title.
        var text: String
        var present: String
        var places: [TitleVocabulary.Place]
        /// Whether it says little about the thing that is wanted.
        var isLight: Bool

        init(_ text: String) {
            self.text = text
            present = TitleVocabulary.present(text)
            places = TitleVocabulary.places(present)
            isLight = TitleVocabulary.light.contains(present)
        }

        func isLike(_ other: Word) -> Bool {
            TitleVocabulary.isForm(present, other.present)
                || places.contains { place in other.places.contains(place) }
        }
    }

    private let content: [Word]
    /// For each contrast that occurs, the members that occur.
    private let contrasts: [Int: Set<Int>]
    private let isLess: Bool
    private let isMore: Bool

    init(_ words: [String]) {
        let words = Self.joined(words)
        content = words.filter { !TitleVocabulary.empty.contains($0) }.map(Word.init)
        var contrasts: [Int: Set<Int>] = [:]
        for word in words {
            for place in TitleVocabulary.places(TitleVocabulary.present(word)) {
                contrasts[place.group, default: []].insert(place.member)
            }
        }
        self.contrasts = contrasts
        isLess = words.contains { TitleVocabulary.less.contains($0) }
        isMore = words.contains { TitleVocabulary.more.contains($0) }
    }

    /// Replaces phrases such as “every day” or “give up” by one word.
    private static func joined(_ words: [String]) -> [String] {
        var (joined, index) = ([String](), 0)
        while index < words.count {
            let found = TitleVocabulary.phrases.first { words[index...].starts(with: $0.phrase) }
            joined.append(found?.word ?? words[index])
            index += found?.phrase.count ?? 1
        }
        return joined
    }

    /// Whether the titles name different members of one contrast, or one is about less of what the other is about.
    func contradicts(_ other: TitleWords) -> Bool {
        if isLess != other.isLess, isMore || other.isMore || !shared(with: other).isEmpty { return true }
        return contrasts.contains { group, members in
            other.contrasts[group].map { members.isDisjoint(with: $0) } ?? false
        }
    }

    /// How the words of two titles differ, without order, forms of words, synonyms and light words.
    enum Difference {
        /// “House cleaning”, “clean the house”.
        case none
        /// One title has words that the other lacks: “yoga”, “yoga class”.
        case narrower
        /// The first word differs: “open a bakery”, “visit a bakery”.
        case verb
        /// One other word differs: “clean the car”, “clean the oven”.
        case object
        /// Some words are shared, several differ.
        case several
        /// No word is shared.
        case all
        /// No word is shared, and only one title is about less of something: “be on time”, “stop being late”.
        case opposed
    }

    func difference(from other: TitleWords) -> Difference {
        var (one, two) = (content.filter { !$0.isLight }, other.content.filter { !$0.isLight })
        if one.isEmpty || two.isEmpty { (one, two) = (content, other.content) }
        let own = one.indices.filter { index in !two.contains { $0.isLike(one[index]) } }
        let foreign = two.indices.filter { index in !one.contains { $0.isLike(two[index]) } }
        guard own.count < one.count, foreign.count < two.count else {
            return isLess == other.isLess ? .all : .opposed
        }
        switch (own.count, foreign.count) {
        case (0, 0): return .none
        case (0, _), (_, 0): return .narrower
        case (1, 1): return own[0] == 0 && foreign[0] == 0 ? .verb : .object
        default: return .several
        }
    }

    /// The words of this title that the other has too, each once, in order.
    func shared(with other: TitleWords) -> [String] {
        var shared: [String] = []
        for word in content where !shared.contains(word.text) && other.content.contains(where: word.isLike) {
            shared.append(word.text)
        }
        return shared
    }
}
