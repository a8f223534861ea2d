import Foundation

/// A message as the rules read it: lower case, without accents and punctuation, words separated by single spaces.
public struct FoldedText: Sendable {
    /// Begins and ends with a space, so that a phrase is found as whole words.
    public let text: String
    /// Its words, in order.
    public let words: [String]

    public init(_ message: some StringProtocol) {
        let folded = message.lowercased().replacing("’", with: "'").replacing("ß", with: "ss")
            .folding(options: .diacriticInsensitive, locale: nil)
        words = folded.split { !($0.isLetter || $0.isNumber || $0 == "'") }
            .map { $0.trimmingCharacters(in: .init(charactersIn: "'")) }.filter { !$0.isEmpty }
            .flatMap { Self.spoken[$0] ?? [$0] }
        text = " " + words.joined(separator: " ") + " "
    }

    /// Short forms as people type them, and the words that the rules know them by.
    private static let spoken: [String: [String]] = [
        "whats": ["what's"], "hows": ["how's"], "wheres": ["where's"], "whos": ["who's"], "thats": ["that's"],
        "ive": ["i've"], "dont": ["don't"], "cant": ["can't"], "doesnt": ["doesn't"], "u": ["you"],
        "ur": ["your"], "thx": ["thanks"], "pls": ["please"], "rn": ["right", "now"], "realy": ["really"],
        "wanna": ["want", "to"], "gehts": ["geht's"], "siehts": ["sieht", "es"], "wars": ["war", "es"],
        "warens": ["waren", "es"], "lags": ["lag", "es"], "liegts": ["liegt", "es"], "nen": ["einen"], "ne": ["eine"],
        "nix": ["nichts"], "grad": ["gerade"], "heut": ["heute"], "gehn": ["gehen"], "gegn": ["gegen"],
        "sowas": ["so", "was"], "fuhl": ["fuhle"],
    ]

    /// Whether it contains the phrase as whole words. A phrase that ends in `*` matches the beginnings of words.
    public func has(_ phrase: String) -> Bool { position(of: phrase) != nil }

    func has(anyOf phrases: [String]) -> Bool { phrases.contains(where: has) }

    func begins(withAnyOf phrases: [String]) -> Bool {
        phrases.contains { position(of: $0) == 0 }
    }

    /// Characters before the phrase; nil if it is absent.
    func position(of phrase: String) -> Int? {
        let needle = phrase.hasSuffix("*") ? " " + phrase.dropLast() : " \(phrase) "
        return text.range(of: needle).map { text.distance(from: text.startIndex, to: $0.lowerBound) }
    }
}
