/// Loads the trained topic gate, which separates on-topic messages from off-topic ones, medical questions and prompt
/// injections; see `Training/MODEL.md`.
public enum GateHead {
    /// Names of its classes, in the order of its probabilities.
    public static let classes = ["onTopic", "offTopic", "medical", "injection"]

    private static let shipped = try? DenseHead(json: GateWeights.json)

    /// The gate, read when it is first needed, or nil if it was not trained on this embedder's readings.
    public static func load(embedder: String) -> DenseHead? {
        shipped?.fitting(embedder: embedder, classes: classes)
    }
}
