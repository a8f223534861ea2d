/// Mends slips of the finger in the words that the rules look for: a letter left out, doubled, or in the wrong place,
/// and umlauts written as two letters. A letter that is another one is left alone: “sheep” is no “sleep”.
struct Spelling: Sendable {
    private let known: Set<String>
    /// The words that are mended to, by their first letter.
    private let byFirst: [Character: [String]]

    /// - Parameter phrases: the words of these are mended to.
    init(_ phrases: some Sequence<String>) {
        let words = phrases.flatMap { $0.split(separator: " ") }.filter { !$0.hasSuffix("*") }.map(String.init)
        known = Set(words)
        let long = known.filter { $0.count >= 5 && $0.allSatisfy(\.isLetter) }
        byFirst = Dictionary(grouping: long.sorted()) { $0.first ?? " " }
    }

    /// Whether the rules read the word.
    func knows(_ word: String) -> Bool { known.contains(word) }

    func mended(_ text: FoldedText) -> FoldedText {
        let words = text.words.map(mended)
        return words == text.words ? text : FoldedText(words.joined(separator: " "))
    }

    private func mended(_ word: String) -> String {
        guard word.count >= 4, !known.contains(word), !Self.real.contains(word), word.allSatisfy(\.isLetter) else {
            return word
        }
        for (pair, letter) in [("ae", "a"), ("oe", "o"), ("ue", "u")] where word.contains(pair) {
            let folded = word.replacing(pair, with: letter)
            if known.contains(folded) { return folded }
        }
        let near = (byFirst[word.first ?? " "] ?? []).filter { Self.isSlip(Array(word), of: Array($0)) }
        return near.count == 1 ? near[0] : word
    }

    /// Whether a word is another with a letter left out, doubled or two neighbours swapped; in long words two letters
    /// may be left out.
    static func isSlip(_ word: [Character], of right: [Character]) -> Bool {
        switch right.count - word.count {
        case 0:
            let differing = word.indices.filter { word[$0] != right[$0] }
            return differing.count == 2 && differing[1] == differing[0] + 1 && word[differing[0]] == right[differing[1]]
                && word[differing[1]] == right[differing[0]]
        case 1:
            let place = right.indices.first { $0 == word.count || right[$0] != word[$0] } ?? 0
            let isDoubled = place > 0 && right[place] == right[place - 1]
            return word[place...] == right[(place + 1)...] && (isDoubled || right.count >= 6)
        case 2 where right.count >= 9:
            var rest = word[...]
            for letter in right where rest.first == letter { rest = rest.dropFirst() }
            return rest.isEmpty && word.last == right.last
        case -1:
            let place = word.indices.first { $0 == right.count || word[$0] != right[$0] } ?? 0
            return place > 0 && word[place] == word[place - 1] && word[(place + 1)...] == right[place...]
        default: return false
        }
    }

    /// Words of their own that look like slips of others.
    private static let real: Set = [
        "wochentag", "waking", "slipped", "waling", "night", "nigh", "retest", "boring",
    ]
}
