import Moments

/// Exact nearest-neighbour search over unit vectors in memory (COA-3).
///
/// The vectors are the rows of one contiguous matrix. The squared L2 distance is |a|² + |b|² − 2·a·b, so of unit vectors
/// the largest dot product is the nearest: dot products in 16 lanes select the candidates, and the distance of those few
/// is computed in double precision. Lanes are summed in a fixed order, so equal rows have bit-identical products.
struct VectorSearch<Item: Identifiable & Sendable>: Sendable where Item.ID == String {
    struct Entry: Sendable {
        var item: Item
        var vector: [Float]
    }

    struct Match: Sendable {
        var item: Item
        /// 1/(1 + L2 distance), 0 … 1.
        var similarity: Double
    }

    typealias Lanes = SIMD16<Float>

    /// Sorted by id, so that of two equally near rows the earlier one comes first.
    let items: [Item]
    /// Elements of a vector; 0 for an empty matrix.
    let dimensions: Int
    private let rows: [Lanes]
    /// `Lanes` per row; the last one is padded with zeros.
    private let width: Int

    /// - Parameter entries: those whose vector is all zeros, not finite, or of another length than the first usable
    ///   one are left out. Vectors are scaled to length 1.
    init(_ entries: [Entry]) {
        var usable = entries.compactMap { entry in
            Self.unit(entry.vector).map { Entry(item: entry.item, vector: $0) }
        }
        let dimensions = usable.first?.vector.count ?? 0
        usable = usable.filter { $0.vector.count == dimensions }.sorted { $0.item.id < $1.item.id }
        items = usable.map(\.item)
        rows = usable.flatMap { Self.lanes($0.vector) }
        (self.dimensions, width) = (dimensions, (dimensions + Lanes.scalarCount - 1) / Lanes.scalarCount)
    }

    /// The items with their rows.
    var entries: [Entry] {
        items.indices.map { row in
            let lanes = rows[row * width..<(row + 1) * width]
            let padded = lanes.flatMap { lane in (0..<Lanes.scalarCount).map { lane[$0] } }
            return Entry(item: items[row], vector: Array(padded.prefix(dimensions)))
        }
    }

    /// Size of the matrix in bytes.
    var bytes: Int { rows.count * MemoryLayout<Lanes>.stride }

    /// The items nearest to any of the vectors, most similar first; ties by id. O(vectors × items × dimensions), and
    /// no sort of all items.
    func nearest(_ vectors: [[Float]], limit: Int) -> [Match] {
        let queries = vectors.filter { $0.count == dimensions }.compactMap(Self.unit).map(Self.lanes)
        guard limit > 0, !queries.isEmpty else { return [] }
        let matches = largest(queries, limit).map { row in
            Match(item: items[row], similarity: 1 / (1 + (queries.map { squared(row, $0) }.min() ?? 0).squareRoot()))
        }
        return matches.sorted { ($1.similarity, $0.item.id) < ($0.similarity, $1.item.id) }
    }

    /// The rows with the largest product with any of the queries; of equal ones the earlier.
    private func largest(_ queries: [[Lanes]], _ limit: Int) -> [Int] {
        var best: [(row: Int, dot: Float)] = []
        best.reserveCapacity(limit + 1)
        rows.withUnsafeBufferPointer { rows in
            for row in items.indices {
                var dot = -Float.infinity
                for query in queries { dot = max(dot, Self.dot(rows, row * width, query)) }
                if best.count == limit, dot <= best[limit - 1].dot { continue }
                let place = best.lastIndex { $0.dot >= dot }.map { $0 + 1 } ?? 0
                best.insert((row, dot), at: place)
                if best.count > limit { best.removeLast() }
            }
        }
        return best.map(\.row)
    }

    /// The nearest of several matrices together, most similar first; ties by id.
    static func nearest(_ vectors: [[Float]], in searches: [Self], limit: Int) -> [Match] {
        let matches = searches.flatMap { $0.nearest(vectors, limit: limit) }
        return Array(
            matches.sorted { ($1.similarity, $0.item.id) < ($0.similarity, $1.item.id) }.prefix(max(0, limit)))
    }

    /// Squared L2 distance in double precision.
    private func squared(_ row: Int, _ query: [Lanes]) -> Double {
        var (own, other, dot) = (0.0, 0.0, 0.0)
        for (lane, theirs) in query.enumerated() {
            let ours = rows[row * width + lane]
            for place in 0..<Lanes.scalarCount {
                let (left, right) = (Double(ours[place]), Double(theirs[place]))
                own += left * left
                other += right * right
                dot += left * right
            }
        }
        return max(0, own + other - 2 * dot)
    }

    private static func dot(_ rows: UnsafeBufferPointer<Lanes>, _ start: Int, _ query: [Lanes]) -> Float {
        var sum = Lanes.zero
        for lane in query.indices { sum += rows[start + lane] * query[lane] }
        return total(sum)
    }

    /// The sum of the lanes, by halves.
    private static func total(_ lanes: Lanes) -> Float {
        let eight = lanes.lowHalf + lanes.highHalf
        let four = eight.lowHalf + eight.highHalf
        let two = four.lowHalf + four.highHalf
        return two.x + two.y
    }

    private static func lanes(_ vector: [Float]) -> [Lanes] {
        stride(from: 0, to: vector.count, by: Lanes.scalarCount).map { start in
            var lanes = Lanes.zero
            for offset in 0..<min(Lanes.scalarCount, vector.count - start) { lanes[offset] = vector[start + offset] }
            return lanes
        }
    }

    /// The vector scaled to length 1; nil if it is all zeros or not finite.
    static func unit(_ vector: [Float]) -> [Float]? {
        let length = vector.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
        guard length.isFinite, length > 0 else { return nil }
        return abs(length - 1) < 1e-6 ? vector : vector.map { Float(Double($0) / length) }
    }
}

extension VectorSearch.Match: Equatable where Item: Equatable {}

/// The search over moments.
typealias Retrieval = VectorSearch<MicroMoment>
