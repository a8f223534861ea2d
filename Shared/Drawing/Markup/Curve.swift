import Foundation

/// A point of a drawing, in its own units; y grows downwards.
struct Point: Equatable, Sendable {
    var x: Double
    var y: Double
}

/// A smooth line through points: Catmull–Rom, written as cubic Béziers.
struct Curve: Sendable {
    /// One cubic Bézier; it begins where the one before ends.
    struct Segment: Sendable {
        var start: Point
        var first: Point
        var second: Point
        var end: Point

        /// The point at a share of the way, 0 … 1 (de Casteljau).
        func point(at share: Double) -> Point {
            func between(_ a: Point, _ b: Point) -> Point {
                Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
            }
            let (a, b, c) = (between(start, first), between(first, second), between(second, end))
            return between(between(a, b), between(b, c))
        }
    }

    let segments: [Segment]

    init(segments: [Segment]) { self.segments = segments }

    /// The closed line through points, one segment from each to the next.
    init(closed points: [Point]) {
        let count = points.count
        segments = points.indices.map { index in
            let before = points[(index + count - 1) % count]
            let (start, end) = (points[index], points[(index + 1) % count])
            let after = points[(index + 2) % count]
            return Segment(
                start: start,
                first: Point(x: start.x + (end.x - before.x) / 6, y: start.y + (end.y - before.y) / 6),
                second: Point(x: end.x - (after.x - start.x) / 6, y: end.y - (after.y - start.y) / 6), end: end)
        }
    }

    /// The whole line as path data.
    var path: String { Self.path(segments[...]) + "Z" }

    /// A part of the line as path data.
    func path(_ range: Range<Int>) -> String { Self.path(segments[range]) }

    private static func path(_ segments: ArraySlice<Segment>) -> String {
        guard let first = segments.first else { return "" }
        return segments.reduce(into: "M" + pair(first.start)) { path, segment in
            path += "C" + [segment.first, segment.second, segment.end].map(pair).joined(separator: " ")
        }
    }

    private static func pair(_ point: Point) -> String { coordinate(point.x) + " " + coordinate(point.y) }
}
