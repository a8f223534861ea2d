import Moments

/// Exact nearest-neighbour search over vectors in memory (COA-3).
struct Retrieval: Sendable {
    struct Entry: Sendable {
        var moment: MicroMoment
        var vector: [Float]
    }

    struct Match: Sendable, Equatable {
        var moment: MicroMoment
        /// 1/(1 + L2 distance), 0 … 1.
        var similarity: Double
    }

    private let entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }

    func adding(_ more: [Entry]) -> Retrieval { Retrieval(entries + more) }

    /// The entries nearest to any of the vectors, most similar first; ties by id. O(vectors × entries × dimensions).
    func nearest(_ vectors: [[Float]], limit: Int) -> [Match] {
        let matches = entries.compactMap { entry in
            vectors.compactMap { Self.similarity(entry.vector, $0) }.max().map {
                Match(moment: entry.moment, similarity: $0)
            }
        }
        return Array(
            matches.sorted { ($1.similarity, $0.moment.id) < ($0.similarity, $1.moment.id) }.prefix(max(0, limit)))
    }

    /// 1/(1 + L2 distance); nil if the vectors are not comparable.
    static func similarity(_ left: [Float], _ right: [Float]) -> Double? { distance(left, right).map { 1 / (1 + $0) } }

    /// nil if the vectors are not comparable: different lengths, or one is all zeros.
    private static func distance(_ left: [Float], _ right: [Float]) -> Double? {
        guard left.count == right.count, left.contains(where: { $0 != 0 }), right.contains(where: { $0 != 0 }) else {
            return nil
        }
        var sum: Float = 0
        for index in left.indices {
            let difference = left[index] - right[index]
            sum += difference * difference
        }
        return sum.isFinite ? Double(sum).squareRoot() : nil
    }
}
