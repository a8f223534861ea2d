/// The trained step of the sentiment cascade (SEN-3): two dense layers over a text's wording and lexical features; see `Training/MODEL.md`.
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

    /// A text of any length. Of a long one the mean of two: its windows' scores weighted by their words, which says how most of it feels, and its score as a
    /// whole, in which its strongest and its last words weigh more. A window in another language says nothing.
    /// - Parameter windows: `Passages.windows` of the text, or of its redacted form, with their readings.
    public func score(_ text: String, _ windows: [(text: String, reading: SentenceReading)]) -> Double? {
        let weighed = windows.map { (text: $0.text, reading: $0.reading, words: Double($0.text.split(whereSeparator: \.isWhitespace).count)) }
        guard let whole = score(text, SentenceReading.mean(of: weighed.map { ($0.reading, $0.words) })) else { return nil }
        let scores = weighed.compactMap { window in score(window.text, window.reading).map { (score: $0, words: window.words) } }
        let words = scores.reduce(0) { $0 + $1.words }
        guard windows.count > 1, words > 0 else { return whole }
        return (whole + scores.reduce(0) { $0 + $1.words * $1.score } / words) / 2
    }

    /// −1 … 1: how much likelier the text is pleasant than unpleasant. nil for a text without words, or not in English: the lexicon knows German.
    /// - Parameter reading: of `text`.
    public func score(_ text: String, _ reading: SentenceReading) -> Double? {
        guard LanguageGuess.of(text) == .english, !reading.isEmpty else { return nil }
        let features = reading.wording + own.of(text) + SentimentFeatures.writing(of: text) + (vader?.of(text) ?? [])
        return head.probabilities(features).map { $0[2] - $0[0] }
    }
}
