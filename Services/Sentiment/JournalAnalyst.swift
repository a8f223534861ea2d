import Language
import Messages

/// What can be said of a text once safety has spoken: redaction, sentiment, embedding, in this order (SEN-2).
struct JournalAnalyst: Sendable {
    let redactor = Redactor()
    let sentiment = LexiconSentiment()
    let embedder: any SentenceEmbedder

    /// - Returns: the analysis, and the embedding of the redacted text; empty where the embedder failed or found no word.
    func analyze(_ text: String, verdict: Verdict) async -> (analysis: JournalAnalysis, embedding: [Float]) {
        let redacted = redactor.redact(text).text
        let score = sentiment.score(text)
        let vector = (try? await embedder.embed(redacted)) ?? []
        let analysis = JournalAnalysis(
            verdict: verdict, sentiment: score, provider: score == nil ? "" : LexiconSentiment.provider, redacted: redacted)
        return (analysis, vector.contains { $0 != 0 } ? vector : [])
    }
}
