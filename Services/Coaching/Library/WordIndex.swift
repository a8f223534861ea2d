import Foundation
import Language
import Questions

/// Finds the entry that shares most words with a text. Words count by their stems, rare ones more than common ones.
struct WordIndex<Item: Sendable>: Sendable {
    /// The share of a text's weight that an entry must hold.
    private static var enough: Double { 0.35 }

    private let items: [(item: Item, head: Set<String>, body: Set<String>)]
    private let weights: [String: Double]

    /// - Parameter entries: each with its headings and its texts; a word of a heading counts fully, one of a text half.
    init(_ entries: [(item: Item, headings: [String], texts: [String])]) {
        items = entries.map { entry in
            let (head, body) = (Self.stems(of: entry.headings), Self.stems(of: entry.texts))
            return (entry.item, head, body)
        }
        var counts: [String: Int] = [:]
        for item in items { for stem in item.head.union(item.body) { counts[stem, default: 0] += 1 } }
        let count = Double(items.count)
        weights = counts.mapValues { log(1 + count / Double($0)) }
    }

    /// The entry with most of the text's words; nil if none holds enough of them or none in its heading.
    func best(for words: [String]) -> Item? {
        scored(words).filter(\.isNamed).max { $0.share < $1.share }.flatMap {
            $0.share >= Self.enough ? $0.item : nil
        }
    }

    /// The share of a text's weight that each entry holds, and whether a word is in its heading.
    private func scored(_ words: [String]) -> [(item: Item, share: Double, isNamed: Bool)] {
        let stems = Self.stems(of: [words.joined(separator: " ")])
        // A word that no entry knows weighs as the rarest.
        let rarest = log(1 + Double(items.count))
        let all = stems.reduce(0) { $0 + (weights[$1] ?? rarest) }
        guard all > 0 else { return [] }
        return items.map { item in
            let head = stems.intersection(item.head)
            let body = stems.intersection(item.body).subtracting(head)
            let sum = head.reduce(0) { $0 + (weights[$1] ?? 0) } + 0.5 * body.reduce(0) { $0 + (weights[$1] ?? 0) }
            return (item.item, sum / all, !head.isEmpty)
        }
    }

    /// The first letters of words that carry meaning.
    private static func stems(of texts: [String]) -> Set<String> {
        Set(
            texts.flatMap { FoldedText($0).words }
                .filter { $0.count > 3 && !LanguageGuess.isFunctionWord($0) && !idle.contains($0) }
                .map { String($0.prefix(5)) })
    }

    /// Words of questions that tell nothing of what is asked.
    private static var idle: Set<String> {
        [
            "wirklich", "eigentlich", "uberhaupt", "macht", "machen", "bringt", "hilft", "helfen", "stimmt", "heisst",
            "bedeutet", "genau", "bitte", "gibt", "geht", "kann", "soll", "warum", "wieso", "etwas", "immer", "viel",
            "sagt", "normal", "denn", "gerade",
        ]
    }
}

extension WordIndex where Item: Identifiable, Item.ID == String {
    /// The share of a text's words that each entry holds, by its id; entries without any are left out.
    func shares(of words: [String]) -> [String: Double] {
        Dictionary(scored(words).filter { $0.share > 0 }.map { ($0.item.id, $0.share) }) { first, _ in first }
    }
}
