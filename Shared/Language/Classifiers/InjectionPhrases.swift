/// Phrases of prompt injections in English and German: to ignore earlier instructions, to take another role, to reveal
/// hidden text.
///
/// `injections.txt` has the phrases and says how they are written.
struct InjectionPhrases: Sendable {
    static let shared = InjectionPhrases(WordList.injections.sections)

    private enum Element: Sendable {
        case words(Set<String>)
        case gap(Int)
        case start
    }

    private let phrases: [[Element]]
    /// Phrases indexed by the first word that can match, so that a text is read once.
    private let byWord: [String: [Int]]

    private init(_ sections: [WordListSection]) {
        var lists: [String: Set<String>] = [:]
        for section in sections where section.name.hasPrefix("@") {
            lists[section.name] = Set(section.entries.map(\.text))
        }
        var phrases: [[Element]] = []
        for section in sections where !section.name.hasPrefix("@") && section.name != "openings" {
            for entry in section.entries {
                phrases.append(entry.text.split(separator: " ").map { Self.element($0, lists) })
            }
        }
        var byWord: [String: [Int]] = [:]
        for (number, phrase) in phrases.enumerated() {
            for case .words(let words) in phrase.prefix(2) {
                for word in words { byWord[word, default: []].append(number) }
                break
            }
        }
        self.phrases = phrases
        self.byWord = byWord
    }

    private static func element(_ part: Substring, _ lists: [String: Set<String>]) -> Element {
        if part == "^" { return .start }
        if part.hasPrefix(".."), let size = Int(part.dropFirst(2)) { return .gap(size) }
        var words: Set<String> = []
        for word in part.split(separator: "|") {
            if word.hasPrefix("@") {
                words.formUnion(lists[String(word)] ?? [])
            } else {
                words.insert(String(word))
            }
        }
        return .words(words)
    }

    func match(_ words: [Word]) -> Bool {
        var starts = [Bool](repeating: true, count: words.count)
        for index in words.indices.dropFirst() where words[index].clause == words[index - 1].clause {
            starts[index] = Self.openings.contains(words[index - 1].text)
        }
        return words.indices.contains { index in
            byWord[words[index].text]?.contains { matches(phrases[$0][...], words, starts, index) } ?? false
        }
    }

    private func matches(_ phrase: ArraySlice<Element>, _ words: [Word], _ starts: [Bool], _ index: Int) -> Bool {
        guard let first = phrase.first else { return true }
        let rest = phrase.dropFirst()
        switch first {
        case .start: return index < words.count && starts[index] && matches(rest, words, starts, index)
        case .words(let wanted):
            return index < words.count && wanted.contains(words[index].text) && matches(rest, words, starts, index + 1)
        case .gap(let size): return (0...size).contains { matches(rest, words, starts, index + $0) }
        }
    }

    private static let openings = WordList.injections.words("openings")
}
