import Language
import Messages

/// What can be said of a text once safety has spoken: redaction, sentiment, embedding, in this order (SEN-2).
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

    /// - Returns: the analysis, and the embedding of the redacted text; empty where the embedder failed or found no word.
    func analyze(_ text: String, verdict: Verdict) async -> (analysis: JournalAnalysis, embedding: [Float]) {
        let redacted = redactor.redact(text).text
        // Both at once: the writer waits for them, and reading a long entry takes a while.
        async let answer = model?.score(redacted)
        let texts = Passages.windows(of: redacted)
        let windows = Array(zip(texts, (try? await embedder.read(texts)) ?? [])).map { (text: $0, reading: $1) }
        let reading = SentenceReading.mean(of: windows.map { ($0.reading, Double($0.text.unicodeScalars.count)) })
        let (score, provider) = sentiment(text, answer: await answer, windows)
        let analysis = JournalAnalysis(verdict: verdict, sentiment: score, provider: provider, redacted: redacted)
        return (analysis, reading.isEmpty ? [] : reading.meaning)
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
