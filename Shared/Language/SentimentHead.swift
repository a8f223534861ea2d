/// The trained step of the sentiment cascade (SEN-3): two dense layers over a text's wording and lexical features; see `Tests/Training/MODEL.md`.
public struct SentimentHead: Sendable {
    /// As it stands in `JournalAnalysis.provider`.
    public static let provider = "head"

    private let head: DenseHead
    private let own = SentimentFeatures(valences: ValenceList.own)
    private let vader: SentimentFeatures?

    /// - Parameters:
    ///   - embedder: the name of the embedder whose readings it will be given.
    ///   - folder: where VADER's valences are if they are installed; with them it is a little better.
    /// - Returns: nil for readings that it was not trained on.
    public init?(embedder: String, folder: String) {
        vader = ValenceList.vader(folder: folder).map(SentimentFeatures.init)
        let json = vader == nil ? SentimentWeights.json : SentimentVaderWeights.json
        guard let head = try? DenseHead(json: json), head.embedder == embedder else { return nil }
        self.head = head
    }

    /// A text of any length: the scores of its windows, weighted by their words. A window in another language says nothing.
    /// - Parameter windows: `Passages.windows` of the text, or of its redacted form, with their readings.
    public func score(_ text: String, _ windows: [(text: String, reading: SentenceReading)]) -> Double? {
        if windows.count == 1, let only = windows.first { return score(text, only.reading) }
        guard LanguageGuess.of(text) == .english else { return nil }
        var (sum, weight) = (0.0, 0.0)
        for window in windows {
            guard let score = score(window.text, window.reading) else { continue }
            let words = Double(window.text.split(whereSeparator: \.isWhitespace).count)
            sum += words * score
            weight += words
        }
        return weight > 0 ? sum / weight : nil
    }

    /// −1 … 1: how much likelier the text is pleasant than unpleasant. nil for a text without words, or not in English: the lexicon knows German.
    /// - Parameter reading: of `text`.
    public func score(_ text: String, _ reading: SentenceReading) -> Double? {
        guard LanguageGuess.of(text) == .english, !reading.isEmpty else { return nil }
        let features = reading.wording + own.of(text) + SentimentFeatures.writing(of: text) + (vader?.of(text) ?? [])
        return head.probabilities(features).map { $0[2] - $0[0] }
    }
}
