/// Which embedder a process uses.
public enum Embedders {
    /// The sentence model; nil where it is not installed, after `report` was told why.
    public static func model(
        folder: String, spare: String? = nil, precision: MiniLMEmbedder.Precision = .full, report: (ModelError) -> Void
    ) -> (any SentenceEmbedder)? {
        do {
            return try MiniLMEmbedder(folder: folder, spare: spare, precision: precision)
        } catch {
            report(error)
            return nil
        }
    }

    /// The sentence model where it is installed; else the hashing embedder, which needs nothing, after `report` was told why in one sentence.
    public static func best(folder: String, spare: String? = nil, report: (String) -> Void) -> any SentenceEmbedder {
        model(folder: folder, spare: spare) {
            report("No sentence model: \($0). Sentences are compared by their words only, and the coach decides more loosely what is on topic.")
        } ?? HashingEmbedder()
    }
}
