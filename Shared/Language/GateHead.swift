/// The trained head that tells a coach's matters from others, from questions for a doctor, and from attempts to steer a language model; see `Training/MODEL.md`.
public enum GateHead {
    public static let classes = ["onTopic", "offTopic", "medical", "injection"]

    /// nil where it was not trained on this embedder's readings.
    public static func load(embedder: String) -> DenseHead? {
        guard let head = try? DenseHead(json: GateWeights.json), head.embedder == embedder, head.classes == classes else { return nil }
        return head
    }
}
