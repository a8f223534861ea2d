/// Loads the trained topic gate, which separates on-topic messages from off-topic ones, medical questions and prompt
/// injections; see `Training/MODEL.md`.
public enum GateHead {
    /// Names of its classes, in the order of its probabilities.
    public static let classes = ["onTopic", "offTopic", "medical", "injection"]

    /// The gate, or nil if it was not trained on this embedder's readings.
    public static func load(embedder: String) -> DenseHead? {
        guard let head = try? DenseHead(json: GateWeights.json), head.embedder == embedder, head.classes == classes
        else { return nil }
        return head
    }
}
