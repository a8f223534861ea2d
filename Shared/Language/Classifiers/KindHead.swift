/// Loads the trained head that tells kinds of questions to the coach apart; see `Training/MODEL.md`.
public enum KindHead {
    /// Names of its classes, in the order of its probabilities.
    public static let classes = [
        "status", "compare", "cause", "explain", "howTo", "plan", "meta", "courtesy", "feelings", "offTopic", "medical",
        "doses",
    ]

    private static let shipped = try? DenseHead(json: KindWeights.json)

    /// The head, read when it is first needed, or nil if it was not trained on this embedder's readings.
    public static func load(embedder: String) -> DenseHead? {
        shipped?.fitting(embedder: embedder, classes: classes)
    }
}
