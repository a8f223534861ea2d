/// Loads the trained head that tells kinds of questions to the coach apart; see `Training/MODEL.md`.
public enum KindHead {
    /// Names of its classes, in the order of its probabilities.
    public static let classes = [
        "status", "compare", "cause", "explain", "howTo", "plan", "meta", "courtesy", "feelings", "offTopic", "medical",
        "doses",
    ]

    /// The head, or nil if it was not trained on this embedder's readings.
    public static func load(embedder: String) -> DenseHead? {
        DenseHead(shipped: KindWeights.json, embedder: embedder, classes: classes)
    }
}
