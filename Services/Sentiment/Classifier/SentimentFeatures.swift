import Language

/// Lexical features that the trained sentiment head uses with the embedding: valences under negation, degree and
/// contrast, and features of the writing style.
struct SentimentFeatures: Sendable {
    /// Valences of words and emoticons, about −4 … 4.
    let valences: [String: Double]

    static let names = ["total", "positive", "negative", "share", "turned", "last", "first", "strongest", "silent"]
    static let writingNames = [
        "negated", "degree", "contrast", "exclamation", "question", "shouting", "length", "laughing", "ellipsis",
    ]

    private struct Token {
        var text: String
        var isShouted: Bool
        var endsSentence: Bool
    }

    /// Values of about −1 … 1, in the order of `names`.
    func of(_ text: String) -> [Float] {
        let tokens = Self.tokens(of: text) { valences[$0] != nil }
        var values: [(place: Int, valence: Double, sentence: Int)] = []
        let turn = tokens.lastIndex { SentimentLexicon.contrasts.contains($0.text) }
        var sentence = 0
        for place in tokens.indices {
            if place > 0, tokens[place - 1].endsSentence { sentence += 1 }
            if let valence = valence(at: place, in: tokens) { values.append((place, valence, sentence)) }
        }
        guard !values.isEmpty else { return [0, 0, 0, 0, 0, 0, 0, 0, 1] }
        func squashed(_ sum: Double) -> Float { Float(sum / (sum * sum + 15).squareRoot()) }
        let weighed = values.map { value in
            guard let turn, turn > 0, turn < tokens.count - 1 else { return value.valence }
            return value.valence * (value.place < turn ? 0.5 : 1.5)
        }
        let all = values.map(\.valence)
        let after = values.filter { $0.place > turn ?? Int.max }.map(\.valence)
        return [
            squashed(weighed.reduce(0, +)), squashed(weighed.filter { $0 > 0 }.reduce(0, +)),
            squashed(weighed.filter { $0 < 0 }.reduce(0, +)),
            Float(all.count) / Float(max(1, tokens.count)), squashed(after.reduce(0, +)),
            squashed(values.filter { $0.sentence == sentence }.map(\.valence).reduce(0, +)), squashed(all.first ?? 0),
            squashed(all.max { abs($0) < abs($1) } ?? 0), 0,
        ]
    }

    /// Features of the writing style, independent of word meaning, in the order of `writingNames`.
    static func writing(of text: String) -> [Float] {
        let tokens = tokens(of: text) { _ in false }
        let words = Float(max(1, tokens.count))
        func any(_ holds: (Token) -> Bool) -> Float { tokens.contains(where: holds) ? 1 : 0 }
        return [
            any { SentimentLexicon.negations.contains($0.text) || $0.text.hasSuffix("n't") },
            any { SentimentLexicon.degrees[$0.text] != nil },
            any { SentimentLexicon.contrasts.contains($0.text) },
            Float(min(3, text.utf8.count { $0 == UInt8(ascii: "!") })) / 3,
            text.utf8.contains(UInt8(ascii: "?")) ? 1 : 0, Float(tokens.count(where: \.isShouted)) / words,
            min(1, words.squareRoot() / 10), any { laughs.contains($0.text) },
            text.contains("...") || text.contains("…") ? 1 : 0,
        ]
    }

    private static let laughs: Set<String> = ["lol", "lmao", "haha", "hahaha", "hehe", "rofl", "xd", "😂", "🤣"]

    private func valence(at place: Int, in tokens: [Token]) -> Double? {
        guard var valence = valences[tokens[place].text] else { return nil }
        if SentimentLexicon.degrees[tokens[place].text] != nil, place + 1 < tokens.count,
            valences[tokens[place + 1].text] != nil
        {
            return nil
        }
        if tokens[place].isShouted { valence *= 1.25 }
        for distance in 1...3 {
            let before = place - distance
            guard before >= 0, !tokens[before].endsSentence else { break }
            let word = tokens[before].text
            if let degree = SentimentLexicon.degrees[word] { valence *= 1 + (degree - 1) / Double(distance) }
            if SentimentLexicon.negations.contains(word) || word.hasSuffix("n't") || word == "cannot" {
                let next = tokens[before + 1].text
                if next != "only", next != "just", next != "doubt" { valence *= -0.74 }
            }
        }
        return valence
    }

    /// Whitespace-separated pieces without the surrounding punctuation, unless `isKnown` accepts the piece as it is
    /// (":)").
    private static func tokens(of text: String, isKnown: (String) -> Bool) -> [Token] {
        text.split(whereSeparator: \.isWhitespace).compactMap { piece in
            let raw = Folding.fold(String(piece))
            if isKnown(raw) { return Token(text: raw, isShouted: isShouted(piece), endsSentence: false) }
            let scalars = raw.unicodeScalars
            guard let start = scalars.firstIndex(where: isWordPart), let end = scalars.lastIndex(where: isWordPart)
            else { return nil }
            let mark = scalars[end...].dropFirst().first
            return Token(
                text: String(scalars[start...end]), isShouted: isShouted(piece),
                endsSentence: mark == "." || mark == "!" || mark == "?")
        }
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isLetter || scalar.isDigit || scalar.value > 0x2600
    }

    private static func isShouted(_ piece: Substring) -> Bool {
        piece.unicodeScalars.count(where: \.isLetter) > 1
            && piece.unicodeScalars.allSatisfy { !$0.isLetter || $0.isUpper }
    }
}
