/// Detects prompt injections in text that people write or paste. Such a text is not sent to a language model; the next
/// step of the cascade processes it, which follows no instructions.
public struct InjectionDetector: Sendable {
    /// Minimum probability. A false alarm costs a second opinion and no reply. See `Training/MODEL.md`.
    static let threshold = 0.4

    private let embedder: (any SentenceEmbedder)?
    private let place = GateHead.classes.firstIndex(of: "injection") ?? 0

    /// - Parameter embedder: the sentence model; without it the phrases decide alone.
    public init(embedder: (any SentenceEmbedder)? = nil) {
        self.embedder = embedder
    }

    /// Whether any window of the text is an injection. All windows count, because the injection may be at the end of a
    /// long text.
    public func detects(_ text: String) async -> Bool {
        if Self.hasPhrase(text) { return true }
        guard let embedder, let head = GateHead.load(embedder: embedder.name),
            let readings = try? await embedder.read(Passages.windows(of: text))
        else {
            return false
        }
        return readings.contains { !$0.isEmpty && (head.probabilities($0.features)?[place] ?? 0) >= Self.threshold }
    }

    /// Whether the text has an explicit injection phrase. O(length of the text).
    public static func hasPhrase(_ text: String) -> Bool { InjectionPhrases.shared.match(WordReader.words(in: text)) }
}
