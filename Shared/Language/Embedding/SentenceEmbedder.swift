/// Turns sentences into vectors whose cosine measures their similarity (SEN-4), and into features for trained heads.
public protocol SentenceEmbedder: Sendable {
    /// Stored with the vectors: vectors of different embedders are not comparable.
    var name: String { get }
    /// Number of elements of `SentenceReading.meaning`.
    var dimensions: Int { get }
    /// One reading per text, in order. Implementations run work of milliseconds on a thread of their own.
    /// - Throws: the embedder's error.
    func read(_ texts: [String]) async throws -> [SentenceReading]
    /// The readings of as many of the texts as the limits allow, the first ones first; nil for a text that was not
    /// read. Ends early when the task is cancelled.
    /// - Throws: the embedder's error; `CancellationError`.
    func read(_ texts: [String], within limits: ReadingLimits) async throws -> [SentenceReading?]
}

/// Bounds of one call to an embedder.
public struct ReadingLimits: Sendable, Equatable {
    /// Largest number of tokens of all texts. A text that does not fit any more is left out as a whole.
    public var maximumTokens: Int
    /// Longest time of the inference, without the time in the queue. The first batch always runs.
    public var maximumTime: Duration

    public init(maximumTokens: Int, maximumTime: Duration) {
        self.maximumTokens = maximumTokens
        self.maximumTime = maximumTime
    }

    /// What is left of the limits after the time since `start`. With little time left, the first batch is small.
    public func remaining(since start: ContinuousClock.Instant) -> ReadingLimits {
        var limits = self
        limits.maximumTime = max(.zero, maximumTime - (.now - start))
        if limits.maximumTime < Self.littleTime { limits.maximumTokens = min(maximumTokens, Self.fewTokens) }
        return limits
    }

    private static let littleTime = Duration.milliseconds(60)
    private static let fewTokens = 128
}

/// An embedder's output for a text.
public struct SentenceReading: Sendable, Equatable {
    /// The embedding, of length 1, or 0 if the embedder found nothing in the text; for comparing texts.
    public var meaning: [Float]
    /// Features of phrasing, such as negation, person and mood, which an embedding made for comparison loses; for
    /// trained heads. Of length 1; empty if the embedder has none.
    public var wording: [Float]

    public init(meaning: [Float], wording: [Float] = []) {
        (self.meaning, self.wording) = (meaning, wording)
    }

    /// Meaning followed by wording, the input of a trained head.
    public var features: [Float] { meaning + wording }

    /// Whether the embedder found nothing in the text.
    public var isEmpty: Bool { meaning.allSatisfy { $0 == 0 } }

    /// The weighted mean of a text's parts, scaled to length 1. Empty parts are ignored.
    public static func mean(of parts: [(reading: SentenceReading, weight: Double)]) -> SentenceReading {
        let parts = parts.filter { !$0.reading.isEmpty }
        guard parts.count > 1 else { return parts.first?.reading ?? SentenceReading(meaning: []) }
        return SentenceReading(
            meaning: mean(parts.map { ($0.reading.meaning, $0.weight) }),
            wording: mean(parts.map { ($0.reading.wording, $0.weight) }))
    }

    private static func mean(_ vectors: [([Float], Double)]) -> [Float] {
        var sum = [Float](repeating: 0, count: vectors.map(\.0.count).min() ?? 0)
        for (vector, weight) in vectors {
            for index in sum.indices { sum[index] += Float(weight) * vector[index] }
        }
        let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? sum.map { $0 / length } : sum
    }
}

extension SentenceEmbedder {
    /// Reads everything: for embedders that take no time.
    public func read(_ texts: [String], within limits: ReadingLimits) async throws -> [SentenceReading?] {
        try await read(texts)
    }
    /// The reading of one text.
    /// - Throws: the embedder's error.
    public func read(_ text: String) async throws -> SentenceReading {
        try await read([text]).first ?? SentenceReading(meaning: [])
    }
    /// The embeddings of the texts, in order.
    /// - Throws: the embedder's error.
    public func embed(_ texts: [String]) async throws -> [[Float]] { try await read(texts).map(\.meaning) }
    /// The embedding of one text.
    /// - Throws: the embedder's error.
    public func embed(_ text: String) async throws -> [Float] { try await embed([text]).first ?? [] }
}
