/// An embedder without a model. It hashes words, word pairs and the three- and four-letter pieces of words onto signed
/// vector elements (feature hashing, Weinberger et al. 2009). It reflects shared words and spellings, not meaning.
/// Deterministic on every machine.
public struct HashingEmbedder: SentenceEmbedder {
    /// Name stored with its vectors.
    public let name = "hashing-1"
    /// Number of vector elements.
    public let dimensions = 384
    public init() {}

    /// The readings of the texts; `wording` is empty. O(length of the texts).
    public func read(_ texts: [String]) -> [SentenceReading] { embed(texts).map { SentenceReading(meaning: $0) } }
    /// The vectors of the texts, of length 1, or 0 for a text without words.
    public func embed(_ texts: [String]) -> [[Float]] { texts.map(embed) }

    private func embed(_ text: String) -> [Float] {
        var vector = [Float](repeating: 0, count: dimensions)
        var previous = ""
        for word in Contractions.expand(WordReader.words(in: text)) {
            // Function words carry little information about a sentence.
            let weight: Float = LanguageGuess.isFunctionWord(word.text) ? 0.2 : 1
            add(word.text, 1.0 * weight, to: &vector)
            if !previous.isEmpty { add(previous + " " + word.text, 0.5, to: &vector) }
            let letters = Array("<\(word.text)>".utf8)
            if letters.count > 4 {
                let share = 0.6 * weight / Float(letters.count).squareRoot()
                for size in 3...4 {
                    for start in 0...letters.count - size { add(letters[start..<start + size], share, to: &vector) }
                }
            }
            previous = word.text
        }
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? vector.map { $0 / length } : vector
    }

    private func add(_ feature: String, _ weight: Float, to vector: inout [Float]) {
        add(feature.utf8, weight, to: &vector)
    }

    private func add(_ feature: some Sequence<UInt8>, _ weight: Float, to vector: inout [Float]) {
        // FNV-1a, 64 bit, with the finaliser of MurmurHash3, which makes the low bits usable.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in feature { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 33
        vector[Int(hash % UInt64(dimensions))] += hash >> 63 == 0 ? weight : -weight
    }
}
