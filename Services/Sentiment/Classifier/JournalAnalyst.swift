import Language
import Messages

/// Analyses a text after its safety verdict: redaction, then sentiment (SEN-2). The text is embedded only if no earlier
/// step of the cascade has a result.
struct JournalAnalyst: Sendable {
    let redactor = Redactor()
    let lexicon = LexiconSentiment()
    let embedder: any SentenceEmbedder
    /// nil if the head was not trained on the embedder's readings.
    let head: SentimentHead?
    /// nil if no local model is configured.
    let model: LocalSentiment?

    /// - Parameter folder: the folder of the sentence model, which also holds VADER's valences.
    init(embedder: any SentenceEmbedder, folder: String = "", model: LocalSentiment? = nil) {
        (self.embedder, self.model) = (embedder, model)
        head = SentimentHead(embedder: embedder.name, folder: folder)
    }

    /// Prose of 10,000 characters has some 2,500 tokens. Windows beyond the limits do not count for the sentiment.
    static let whole = ReadingLimits(maximumTokens: 5_120, maximumTime: .seconds(10))
    static let brief = ReadingLimits(maximumTokens: 256, maximumTime: .milliseconds(100))
    /// Of a longer text the first reading is the lexicon's alone, if it is brief.
    static let maximumBriefCharacters = 600

    /// Analyses one text.
    /// - Returns: the analysis. `isFinal` is false if the embedder failed and a later step of the cascade supplied the
    ///   sentiment.
    /// - Parameter isBrief: whether the text is one of many of one person.
    func analyze(_ text: String, verdict: Verdict, isBrief: Bool = false) async -> (
        analysis: JournalAnalysis, isFinal: Bool
    ) {
        let redacted = redactor.redact(text).text
        // Runs both concurrently: the caller waits for them, and embedding a long entry takes time.
        async let answer = model?.score(redacted)
        let texts = Passages.windows(of: redacted)
        let isSkipped = head == nil || isBrief && text.unicodeScalars.count > Self.maximumBriefCharacters
        let readings =
            isSkipped ? [] : try? await embedder.read(texts, within: isBrief ? Self.brief : Self.whole)
        let (score, confidence, provider) = sentiment(
            text, answer: await answer,
            zip(texts, readings ?? []).compactMap { text, reading in reading.map { (text: text, reading: $0) } })
        let isFinal = readings != nil || provider == LocalSentiment.provider
        return (
            JournalAnalysis(
                verdict: verdict, sentiment: score, provider: provider, redacted: redacted, confidence: confidence),
            isFinal
        )
    }

    /// The sentiment by the first step of the cascade that has a result, and that step's name (SEN-3).
    /// - Parameter answer: the local model's result.
    private func sentiment(
        _ text: String, answer: Double?, _ windows: [(text: String, reading: SentenceReading)]
    ) -> (score: Double?, confidence: Double?, provider: String) {
        if let answer { return (answer, nil, LocalSentiment.provider) }
        if let result = head?.result(text, windows) {
            return (result.score, result.confidence, SentimentHead.provider)
        }
        if let score = lexicon.score(text) { return (score, nil, LexiconSentiment.provider) }
        return (nil, nil, "")
    }
}
