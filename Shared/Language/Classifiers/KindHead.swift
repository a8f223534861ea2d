/// Loads the trained head that tells kinds of questions to the coach apart; see `Training/MODEL.md`.
public enum KindHead {
    /// Names of its classes, in the order of its probabilities.
    public static let classes = [
        "status", "compare", "cause", "explain", "howTo", "plan", "meta", "courtesy", "feelings", "offTopic", "medical",
        "doses",
    ]

    /// The head, or nil if it was not trained on this embedder's readings.
    public static func load(embedder: String) -> DenseHead? {
        guard let head = try? DenseHead(json: KindWeights.json), head.embedder == embedder, head.classes == classes
        else { return nil }
        return head
    }
}
