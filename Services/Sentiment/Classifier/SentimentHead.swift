import Language

/// The trained step of the sentiment cascade (SEN-3): two dense layers over a text's wording and lexical features;
/// see `Training/MODEL.md`.
struct SentimentHead: Sendable {
    /// Name of this step in `JournalAnalysis.provider`.
    static let provider = "head"

    private let head: DenseHead
    private let own = SentimentFeatures(valences: ValenceList.own)
    private let vader: SentimentFeatures?

    /// - Parameters:
    ///   - embedder: name of the embedder that makes the readings.
    ///   - folder: folder of VADER's valences, if they are installed; they improve the result slightly.
    /// - Returns: nil if the head was not trained on this embedder's readings.
    init?(embedder: String, folder: String) {
        vader = ValenceList.vader(folder: folder).map(SentimentFeatures.init)
        let json = vader == nil ? SentimentWeights.json : SentimentVaderWeights.json
        guard let head = try? DenseHead(json: json), head.embedder == embedder else { return nil }
        self.head = head
    }

    /// The sentiment of a text of any length. For a long text it is the mean of two scores: the windows' scores
    /// weighted by their number of words, which reflects most of the text, and the score of the whole text, in which
    /// its strongest and last words weigh more. Windows in another language are skipped.
    /// - Parameter windows: `Passages.windows` of the text, or of its redacted form, with their readings.
    /// - Returns: the sentiment, and the probability of the most probable class (pleasant, neutral, unpleasant) of the
    ///   whole text.
    func result(_ text: String, _ windows: [(text: String, reading: SentenceReading)])
        -> (score: Double, confidence: Double)?
    {
        let weighed = windows.map {
            (text: $0.text, reading: $0.reading, words: Double($0.text.split(whereSeparator: \.isWhitespace).count))
        }
        guard let classes = probabilities(text, SentenceReading.mean(of: weighed.map { ($0.reading, $0.words) }))
        else { return nil }
        let (whole, confidence) = (classes[2] - classes[0], classes.max() ?? 0)
        let scores = weighed.compactMap { window in
            score(window.text, window.reading).map { (score: $0, words: window.words) }
        }
        let words = scores.reduce(0) { $0 + $1.words }
        guard windows.count > 1, words > 0 else { return (whole, confidence) }
        return ((whole + scores.reduce(0) { $0 + $1.words * $1.score } / words) / 2, confidence)
    }

    /// The sentiment of `result`.
    func score(_ text: String, _ windows: [(text: String, reading: SentenceReading)]) -> Double? {
        result(text, windows)?.score
    }

    /// −1 … 1: the probability of pleasant minus that of unpleasant. nil for a text without words or not in English;
    /// the lexicon covers German.
    /// - Parameter reading: the reading of `text`.
    func score(_ text: String, _ reading: SentenceReading) -> Double? {
        probabilities(text, reading).map { $0[2] - $0[0] }
    }

    /// The probabilities of unpleasant, neutral and pleasant; nil as of `score`.
    private func probabilities(_ text: String, _ reading: SentenceReading) -> [Double]? {
        guard LanguageGuess.of(text) == .english, !reading.isEmpty else { return nil }
        let features = reading.wording + own.of(text) + SentimentFeatures.writing(of: text) + (vader?.of(text) ?? [])
        return head.probabilities(features)
    }
}
