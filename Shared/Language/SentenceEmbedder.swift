/// Turns sentences into vectors whose cosine says how alike they are (SEN-4).
public protocol SentenceEmbedder: Sendable {
    /// Stored beside what it made: vectors of different embedders do not compare.
    var name: String { get }
    var dimensions: Int { get }
    /// One vector per text, of length 1 (of length 0 where the embedder finds nothing in a text). Work that takes milliseconds happens on a thread of its own.
    func embed(_ texts: [String]) async throws -> [[Float]]
}

extension SentenceEmbedder {
    public func embed(_ text: String) async throws -> [Float] { try await embed([text]).first ?? [] }
}
