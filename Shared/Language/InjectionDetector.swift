/// Finds attempts to steer a language model in what people write, or paste. No model gets such a text; the next step of the cascade reads it, which cannot be talked to.
public struct InjectionDetector: Sendable {
    /// From this probability on; a false alarm costs a second opinion, not an answer. See `Training/MODEL.md`.
    static let threshold = 0.4

    private let embedder: (any SentenceEmbedder)?
    private let head: DenseHead?
    private let place = GateHead.classes.firstIndex(of: "injection") ?? 0

    /// - Parameter embedder: without the sentence model the phrases decide alone.
    public init(embedder: (any SentenceEmbedder)? = nil) {
        self.embedder = embedder
        head = embedder.flatMap { GateHead.load(embedder: $0.name) }
    }

    /// True where any window of the text is one: what steers may stand at the end of a long one.
    public func detects(_ text: String) async -> Bool {
        if Self.hasPhrase(text) { return true }
        guard let embedder, let head, let readings = try? await embedder.read(Passages.windows(of: text)) else { return false }
        return readings.contains { !$0.isEmpty && (head.probabilities($0.features)?[place] ?? 0) >= Self.threshold }
    }

    /// By explicit phrases alone.
    public static func hasPhrase(_ text: String) -> Bool { InjectionPhrases.shared.match(WordReader.words(in: text)) }
}
