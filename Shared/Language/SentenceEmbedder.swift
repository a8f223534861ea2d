/// Turns sentences into vectors whose cosine says how alike they are (SEN-4).
public protocol SentenceEmbedder: Sendable {
    /// Stored beside what it made: vectors of different embedders do not compare.
    var name: String { get }
    var dimensions: Int { get }
    /// One vector per text, of length 1 (of length 0 where a text holds no word).
    func embed(_ texts: [String]) throws -> [[Float]]
}
