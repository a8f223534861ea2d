/// Turns sentences into vectors whose cosine says how alike they are (SEN-4), and reads them for trained heads.
public protocol SentenceEmbedder: Sendable {
    /// Stored beside what it made: vectors of different embedders do not compare.
    var name: String { get }
    var dimensions: Int { get }
    /// One reading per text. Work that takes milliseconds happens on a thread of its own.
    func read(_ texts: [String]) async throws -> [SentenceReading]
}

/// What an embedder makes of a text.
public struct SentenceReading: Sendable, Equatable {
    /// The embedding, of length 1 (of length 0 where the embedder finds nothing in the text): for comparing texts.
    public var meaning: [Float]
    /// How it is said, which an embedding made for comparing forgets: negation, person, mood. For trained heads. Of length 1; empty where the embedder has none.
    public var wording: [Float]

    public init(meaning: [Float], wording: [Float] = []) {
        (self.meaning, self.wording) = (meaning, wording)
    }

    /// Both, for a trained head.
    public var features: [Float] { meaning + wording }

    /// The embedder found nothing in the text.
    public var isEmpty: Bool { meaning.allSatisfy { $0 == 0 } }

    /// Of a text that was read in parts: their weighted mean, of length 1 again; empty parts count nothing.
    public static func mean(of parts: [(reading: SentenceReading, weight: Double)]) -> SentenceReading {
        let parts = parts.filter { !$0.reading.isEmpty }
        guard parts.count > 1 else { return parts.first?.reading ?? SentenceReading(meaning: []) }
        return SentenceReading(meaning: mean(parts.map { ($0.reading.meaning, $0.weight) }), wording: mean(parts.map { ($0.reading.wording, $0.weight) }))
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
    public func read(_ text: String) async throws -> SentenceReading { try await read([text]).first ?? SentenceReading(meaning: []) }
    public func embed(_ texts: [String]) async throws -> [[Float]] { try await read(texts).map(\.meaning) }
    public func embed(_ text: String) async throws -> [Float] { try await embed([text]).first ?? [] }
}
