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
        let (score, provider, isFinal) = await sentiment(text, redacted: redacted)
        return (JournalAnalysis(verdict: verdict, sentiment: score, provider: provider, redacted: redacted), isFinal)
    }

    /// The first step of the cascade that has an answer, and its name (SEN-3).
    private func sentiment(_ text: String, redacted: String) async -> (score: Double?, provider: String, isFinal: Bool) {
        if let score = await model?.score(redacted) { return (score, LocalSentiment.provider, true) }
        var isFinal = true
        if let head {
            do {
                if let score = head.score(text, try await embedder.read(redacted)) { return (score, SentimentHead.provider, true) }
            } catch {
                isFinal = false
            }
        }
        if let score = lexicon.score(text) { return (score, LexiconSentiment.provider, isFinal) }
        return (nil, "", isFinal)
    }
}
