/// Which embedder a process uses.
public enum Embedders {
    /// The sentence model where it is installed; else the hashing embedder, which needs nothing, after `report` was told why in one sentence.
    public static func best(folder: String, spare: String? = nil, report: (String) -> Void) -> any SentenceEmbedder {
        do {
            return try MiniLMEmbedder(folder: folder, spare: spare)
        } catch {
            report("No sentence model: \(error). Sentences are compared by their words only, and the coach decides more loosely what is on topic.")
            return HashingEmbedder()
        }
    }
}
