import Language

/// The last step of the sentiment cascade (SEN-3): word valences with negation, degree and contrast.
struct LexiconSentiment: Sendable {
    /// Name of this step in `JournalAnalysis.provider`.
    static let provider = "lexicon"
    private let lexicon = SentimentLexicon.shared
    init() {}

    /// −1 … 1; nil if no word of the lexicon occurs, because missing evidence is not neutral sentiment (COM-3).
    ///
    /// Each sentence is weighted by the square root of its number of sentiment words. A clause after "but" counts more
    /// than the clause before it. O(length of the text).
    func score(_ text: String) -> Double? {
        let words = Contractions.expand(WordReader.words(in: text))
        var (sum, weight) = (0.0, 0.0)
        var start = 0
        while start < words.count {
            var end = start
            while end < words.count, words[end].sentence == words[start].sentence { end += 1 }
            if let sentence = total(of: words[start..<end]) {
                sum += sentence.valence
                weight += Double(sentence.matches).squareRoot()
            }
            start = end
        }
        guard weight > 0 else { return nil }
        let mean = sum / weight
        return mean / (mean * mean + 4).squareRoot()
    }

    /// The valence of one sentence and its number of sentiment words.
    private func total(of words: ArraySlice<Word>) -> (valence: Double, matches: Int)? {
        // "though" at the end of a sentence is no contrast.
        let turn = words.indices.last {
            SentimentLexicon.contrasts.contains(words[$0].text) && $0 > words.startIndex && $0 < words.endIndex - 1
        }
        var (sum, matches) = (0.0, 0)
        for index in words.indices {
            guard var valence = valence(at: index, in: words) else { continue }
            matches += 1
            if let turn { valence *= index < turn ? 0.5 : 1.4 }
            sum += valence
        }
        return matches == 0 ? nil : (sum / Double(matches).squareRoot(), matches)
    }

    private func valence(at index: Int, in words: ArraySlice<Word>) -> Double? {
        guard var valence = lexicon.valences[words[index].text] else { return nil }
        // "terribly happy", "pretty good": before another sentiment word these only set its degree.
        if SentimentLexicon.degrees[words[index].text] != nil, index + 1 < words.endIndex,
            lexicon.valences[words[index + 1].text] != nil
        {
            return nil
        }
        // "like" is more often a comparison or a hedge than a verb, so it counts only after a person ("I like", "we
        // liked").
        if words[index].text == "like", !isVerb(at: index, in: words) { return nil }
        var negated = false
        for distance in 1...4 {
            let before = index - distance
            guard before >= words.startIndex, words[before].clause == words[index].clause else { break }
            let word = words[before].text
            if let degree = SentimentLexicon.degrees[word], distance <= 2 {
                valence *= 1 + (degree - 1) / Double(distance)
            }
            if SentimentLexicon.negations.contains(word) {
                // "not only good" and "no doubt good" are not negated.
                let next = words[before + 1].text
                if next != "only" && next != "just" && next != "doubt" { negated.toggle() }
            }
        }
        if words[index].isShouted { valence *= 1.2 }
        // Negation is asymmetric: "not good" is bad but not awful, and "not bad" is only half good.
        return negated ? valence * (valence > 0 ? -0.7 : -0.45) : valence
    }

    private func isVerb(at index: Int, in words: ArraySlice<Word>) -> Bool {
        guard index > words.startIndex else { return false }
        return ["i", "we", "you", "they", "really", "not", "would", "also"].contains(words[index - 1].text)
    }
}
