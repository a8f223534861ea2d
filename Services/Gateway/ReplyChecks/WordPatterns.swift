import Language

/// Phrases of a word list, matched against folded words with contractions expanded ("you'll" is "you will").
///
/// `a|b` is one of these words, `diagnos*` a word that begins so, `*pril` a word that ends so, `..2` up to two words of
/// any kind. A phrase does not cross the end of a sentence.
struct WordPatterns: Sendable {
    private enum Element: Sendable {
        case words(exact: Set<String>, beginnings: [String], endings: [String])
        case gap(Int)
    }

    private let phrases: [[Element]]

    init(_ entries: [WordListEntry]) {
        phrases = entries.map { entry in
            entry.text.split(separator: " ").map { part in
                if part.hasPrefix(".."), let size = Int(part.dropFirst(2)) { return .gap(size) }
                let words = part.split(separator: "|").map(String.init)
                return .words(
                    exact: Set(words.filter { !$0.contains("*") }),
                    beginnings: words.filter { $0.hasSuffix("*") }.map { String($0.dropLast()) },
                    endings: words.filter { $0.hasPrefix("*") }.map { String($0.dropFirst()) })
            }
        }
    }

    /// True if a phrase occurs.
    /// - Parameter given: stems; a phrase does not count if all its words have one of these.
    func match(_ words: [Word], unless given: Set<String> = []) -> Bool {
        words.indices.contains { start in
            phrases.contains { phrase in matches(phrase[...], words, start, words[start].sentence, given, false) }
        }
    }

    private func matches(
        _ phrase: ArraySlice<Element>, _ words: [Word], _ index: Int, _ sentence: Int, _ given: Set<String>,
        _ isNew: Bool
    ) -> Bool {
        guard let first = phrase.first else { return isNew }
        switch first {
        case .gap(let size):
            return (0...size).contains {
                matches(phrase.dropFirst(), words, index + $0, sentence, given, isNew)
            }
        case .words(let exact, let beginnings, let endings):
            guard index < words.count, words[index].sentence == sentence else { return false }
            let word = words[index].text
            guard
                exact.contains(word) || beginnings.contains(where: word.hasPrefix)
                    || endings.contains(where: { word.hasSuffix($0) && word.count >= $0.count + 3 })
            else { return false }
            return matches(
                phrase.dropFirst(), words, index + 1, sentence, given, isNew || !given.contains(Stem.of(word)))
        }
    }
}
