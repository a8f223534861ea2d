import Foundation

/// The closed line of one day around the centre of the drawing.
struct RingShape: Sendable {
    /// Side of the drawing's square.
    static let side = 320.0
    /// Radius of the usual.
    static let usual = 108.0
    /// Width of the line.
    static let stroke = 2.0
    static let count = 40
    /// Radii of the six earlier days, relative to today's, and how far they follow their own deviations.
    static let earlier = [0.87, 0.76, 0.66, 0.57, 0.49, 0.42]

    /// Deviations by signal, as of `RingSignal.allCases`.
    typealias Deviations = [Double]

    /// Distance from the centre at `count` equal angles, clockwise from the right.
    let radii: [Double]

    init(radii: [Double]) { self.radii = radii }

    /// Today's line.
    /// - Parameters:
    ///   - share: of `Standing`.
    ///   - edge: width of the soft edge around the line, which stays inside the drawing as well.
    init(today: Deviations, share: Double, edge: Double) {
        let base = Self.usual * (0.88 + 0.24 * share)
        var amplitude = 0.15
        var shape = Self(angles: { base * (1 + amplitude * Self.bulge(today, $0)) })
        // Not reached by deviations of −1 … 1; keeps the line free of crossings whatever the constants become.
        while !shape.isSimple, amplitude > 0.001 {
            amplitude *= 0.8
            shape = Self(angles: { base * (1 + amplitude * Self.bulge(today, $0)) })
        }
        let scale = min(1, (Self.side / 2 - max(edge, Self.stroke) / 2) / shape.reach)
        self.init(radii: shape.radii.map { $0 * scale })
    }

    /// The line of a day before.
    /// - Parameter days: 1 … 6 days ago.
    init(earlier: Deviations, days: Int, today: Deviations, share: Double) {
        let base = Self.earlier[days - 1] * Self.usual * (0.88 + 0.24 * share)
        let fading = 1 - Double(days) / 7
        self.init(angles: {
            base * (1 + 0.075 * (fading * Self.bulge(today, $0) + Self.bulge(earlier, $0)))
        })
    }

    private init(angles radius: (Double) -> Double) {
        radii = (0..<Self.count).map { radius(Self.angle($0)) }
    }

    static func angle(_ index: Int) -> Double { 2 * .pi * Double(index) / Double(count) }

    /// Sum of the signals' deviations, each spread over its neighbourhood.
    private static func bulge(_ deviations: Deviations, _ angle: Double) -> Double {
        zip(RingSignal.allCases, deviations).reduce(0) { sum, pair in
            sum + pair.1 * exp(6 * (cos(angle - pair.0.angle) - 1))
        }
    }

    var points: [Point] {
        radii.enumerated().map { index, radius in
            Point(
                x: Self.side / 2 + radius * cos(Self.angle(index)), y: Self.side / 2 + radius * sin(Self.angle(index)))
        }
    }

    var curve: Curve { Curve(closed: points) }

    /// Largest distance of the smooth line from the centre along an axis.
    private var reach: Double {
        samples.reduce(0) { max($0, abs($1.x - Self.side / 2), abs($1.y - Self.side / 2)) }
    }

    /// True if the smooth line goes around the centre once, always forward: then it cannot cross itself.
    private var isSimple: Bool {
        let samples = samples
        return samples.indices.allSatisfy { index in
            let (a, b) = (samples[index], samples[(index + 1) % samples.count])
            let half = Self.side / 2
            return (a.x - half) * (b.y - half) - (a.y - half) * (b.x - half) > 0
        }
    }

    /// Points along the smooth line, sixteen per segment.
    private var samples: [Point] {
        curve.segments.flatMap { segment in (0..<16).map { segment.point(at: Double($0) / 16) } }
    }
}
