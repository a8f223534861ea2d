import Language
import Messages

/// What can be said of a text once safety has spoken: redaction, then sentiment (SEN-2), for which the text is embedded where no earlier step has an answer.
struct JournalAnalyst: Sendable {
    let redactor = Redactor()
    let lexicon = LexiconSentiment()
    let embedder: any SentenceEmbedder
    /// nil where there is no embedding that it knows.
    let head: SentimentHead?
    /// nil where none is configured.
    let model: LocalSentiment?

    /// - Parameter folder: of the sentence model, where VADER's valences are too.
    init(embedder: any SentenceEmbedder, folder: String = "", model: LocalSentiment? = nil) {
        (self.embedder, self.model) = (embedder, model)
        head = SentimentHead(embedder: embedder.name, folder: folder)
    }

    /// - Returns: the analysis; `isFinal` is false where the embedder failed and a later step of the cascade answered in its place.
    func analyze(_ text: String, verdict: Verdict) async -> (analysis: JournalAnalysis, isFinal: Bool) {
        let redacted = redactor.redact(text).text
        // Both at once: the writer waits for them, and reading a long entry takes a while.
        async let answer = model?.score(redacted)
        let texts = Passages.windows(of: redacted)
        let readings = head == nil ? [] : try? await embedder.read(texts)
        let (score, provider) = sentiment(text, answer: await answer, Array(zip(texts, readings ?? [])).map { (text: $0, reading: $1) })
        let isFinal = readings != nil || provider == LocalSentiment.provider
        return (JournalAnalysis(verdict: verdict, sentiment: score, provider: provider, redacted: redacted), isFinal)
    }

    /// The first step of the cascade that has an answer, and its name (SEN-3).
    /// - Parameter answer: the local model's.
    private func sentiment(
        _ text: String, answer: Double?, _ windows: [(text: String, reading: SentenceReading)]
    ) -> (score: Double?, provider: String) {
        if let answer { return (answer, LocalSentiment.provider) }
        if let score = head?.score(text, windows) { return (score, SentimentHead.provider) }
        if let score = lexicon.score(text) { return (score, LexiconSentiment.provider) }
        return (nil, "")
    }
}
