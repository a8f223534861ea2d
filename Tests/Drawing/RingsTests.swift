import Foundation
import Testing

@testable import Drawing

@Suite struct RingsTests {
    /// A generator with a seed (SplitMix64), so that a failure can be repeated.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return bits ^ (bits >> 31)
        }
    }

    /// Corners of the inputs, then random ones.
    private static func inputs() -> [(deviations: RingShape.Deviations, share: Double, edge: Double)] {
        var generator = Generator(state: 17)
        let corners = (0..<1024).map { bits in (0..<10).map { bits >> $0 & 1 == 0 ? -1.0 : 1.0 } }
        let random = (0..<2_000).map { _ in
            (0..<10).map { _ in Bool.random(using: &generator) ? Double.random(in: -1...1, using: &generator) : 0 }
        }
        return (corners + random).map { deviations in
            (
                deviations, [0, 0.5, 1, Double.random(in: 0...1, using: &generator)].randomElement(using: &generator)!,
                [0, 3, 12, 25].randomElement(using: &generator)!
            )
        }
    }

    /// The line as a polygon, eight points per Bézier.
    private static func polygon(_ curve: Curve) -> [Point] {
        curve.segments.flatMap { segment in (0..<8).map { segment.point(at: Double($0) / 8) } }
    }

    /// Number of pairs of edges that cross, neighbours excepted.
    static func crossings(_ polygon: [Point]) -> Int {
        func side(_ a: Point, _ b: Point, _ c: Point) -> Double {
            (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        }
        let count = polygon.count
        var crossings = 0
        for one in 0..<count {
            let (a, b) = (polygon[one], polygon[(one + 1) % count])
            for other in (one + 2)..<max(one + 2, one == 0 ? count - 1 : count) {
                let (c, d) = (polygon[other], polygon[(other + 1) % count])
                // Edges whose boxes are apart cannot cross.
                guard max(a.x, b.x) >= min(c.x, d.x), max(c.x, d.x) >= min(a.x, b.x) else { continue }
                if side(a, b, c) * side(a, b, d) < 0, side(c, d, a) * side(c, d, b) < 0 { crossings += 1 }
            }
        }
        return crossings
    }

    @Test("LOOK: for all inputs today stays inside the drawing with its edge")
    func insideTheBox() {
        var largest = 0.0
        for input in Self.inputs() {
            let shape = RingShape(today: input.deviations, share: input.share, edge: input.edge)
            for point in Self.polygon(shape.curve) {
                largest = max(largest, abs(point.x - 160) + input.edge / 2, abs(point.y - 160) + input.edge / 2)
            }
        }
        #expect(largest <= 160.001)
        // The formula alone would leave the drawing: the best of days with the softest edge.
        #expect(largest > 159)
        let best = RingShape(today: Array(repeating: 1, count: 10), share: 1, edge: 25)
        #expect(best.radii.max()! < 108 * 1.12 * 1.24)
    }

    @Test("LOOK: for all inputs neither today nor an earlier day crosses itself")
    func simple() {
        for (index, input) in Self.inputs().enumerated() where index % 5 == 0 {
            let shape = RingShape(today: input.deviations, share: input.share, edge: input.edge)
            #expect(Self.crossings(Self.polygon(shape.curve)) == 0)
            let earlier = RingShape(
                earlier: input.deviations.reversed(), days: index % 6 + 1, today: input.deviations, share: input.share)
            #expect(Self.crossings(Self.polygon(earlier.curve)) == 0)
        }
    }

    @Test("The count of crossings finds them")
    func crossings() {
        let eight = [Point(x: 0, y: 0), Point(x: 10, y: 10), Point(x: 10, y: 0), Point(x: 0, y: 10)]
        #expect(Self.crossings(eight) == 1)
        #expect(Self.crossings([eight[0], eight[2], eight[1], eight[3]]) == 0)
        let wild = RingShape(radii: (0..<RingShape.count).map { $0 % 2 == 0 ? 4 : 150 })
        #expect(Self.crossings(Self.polygon(wild.curve)) > 0)
    }

    @Test("LOOK: radii follow the formula")
    func formula() {
        let still = RingShape(today: Array(repeating: 0, count: 10), share: 0.5, edge: 0)
        #expect(still.radii.allSatisfy { abs($0 - 108) < 1e-9 })
        var deviations = Array(repeating: 0.0, count: 10)
        deviations[0] = 1
        let lifted = RingShape(today: deviations, share: 1, edge: 0)
        // HRV is at the top, which is the thirtieth of forty points; its neighbours are 36° away.
        #expect(abs(lifted.radii[30] - 108 * 1.12 * 1.15) < 1e-9)
        #expect(abs(lifted.radii[34] - 108 * 1.12 * (1 + 0.15 * exp(6 * (cos(36 * .pi / 180) - 1)))) < 1e-9)
        let yesterday = RingShape(
            earlier: deviations, days: 1, today: Array(repeating: 0, count: 10), share: 0.5)
        #expect(abs(yesterday.radii[30] - 0.87 * 108 * 1.075) < 1e-9)
        #expect(RingSignal.helpful(z: 7, weight: -0.1) == -1 && RingSignal.helpful(z: -1.5, weight: -0.1) == 0.5)
        #expect(RingSignal.helpful(value: 0.5, weight: 0) == 0)
    }

    @Test(
        "SCO-9 the step is the usual one within the range alone; an open day outside it keeps its step until a tenth past the border"
    )
    func standing() {
        func step(_ place: Double, after shown: [Double] = []) -> Standing.Step? {
            Standing(place: place, share: 0.5, after: shown).step
        }
        #expect([1.51, 1.5, 1.01].map { step($0) } == [.wellAbove, .above, .above])
        #expect([1, 0, -1].map { step($0) } == [.usual, .usual, .usual])
        #expect([-1.01, -1.5, -1.51].map { step($0) } == [.below, .below, .wellBelow])
        // The range is shown as numbers, which the words must not contradict.
        #expect(step(1.01, after: [0.5]) == .above && step(1, after: [1.2]) == .usual)
        #expect(step(-1.01, after: [0.5]) == .below && step(-0.98, after: [-1.2]) == .usual)
        #expect(step(1.59, after: [1.2]) == .above && step(1.61, after: [1.2]) == .wellAbove)
        #expect(step(-1.41, after: [-2]) == .wellBelow && step(-1.39, after: [-2]) == .below)
        // It moves on from what was shown, not from its first place.
        #expect(step(1.55, after: [1.2, 1.55, 1.45]) == .above && step(1.45, after: [1.2, 1.7]) == .wellAbove)
        #expect(step(2, after: [-2]) == .wellAbove)
        #expect(Standing(place: nil, share: nil).step == nil && Standing.uncompared.share == 0.5)
    }

    @Test("LOOK: the line is open around a missing signal and dashed around a doubtful one")
    func pieces() {
        var day = Dictionary(uniqueKeysWithValues: RingSignal.allCases.map { ($0, RingValue.known(0)) })
        func paths(_ day: Rings.Day) -> [String] {
            Rings(.waiting(day), title: "", description: "").svg.markup.split(separator: "<").filter {
                $0.contains("ring-today")
            }.map(String.init)
        }
        #expect(paths(day).count == 1 && paths(day)[0].contains("Z"))
        day[.hrv] = .missing
        #expect(paths(day).count == 1 && !paths(day)[0].contains("Z"))
        #expect(paths(day)[0].filter { $0 == "C" }.count == 36)
        day[.steps] = .doubtful(0)
        #expect(paths(day).filter { $0.contains("ring-doubtful") }.map { $0.filter { $0 == "C" }.count } == [4])
        day[.journal] = .missing
        #expect(paths(day).reduce(0) { $0 + $1.filter { $0 == "C" }.count } == 32)
        #expect(paths([:]).isEmpty)
    }

    @Test("Yesterday's line has the same commands as today's, so that one settles into the other")
    func settling() {
        let day = Dictionary(uniqueKeysWithValues: RingSignal.allCases.map { ($0, RingValue.known(0.4)) })
        let standing = Standing(1, among: Array(repeating: 1, count: 20))
        let drawing = Rings(
            .day(
                .init(
                    today: day.merging([.stress: .missing]) { $1 }, standing: standing,
                    earlier: [[.hrv: .known(-1)], nil],
                    yesterday: .uncompared, band: 20, number: "47")), title: "<a>", description: "\"b\" & c")
        let markup = drawing.svg.markup
        var settling = 0
        for match in markup.matches(of: /\sd="([^"]*)"(?:\sstroke-width="[^"]*")?\sdata-from="([^"]*)"/) {
            let (to, from) = (match.output.1, match.output.2)
            #expect(to.filter(\.isLetter) == from.filter(\.isLetter) && to != from)
            settling += 1
        }
        // The soft edge, the fill and the one piece of the line.
        #expect(settling == 3)
        #expect(markup.contains(">&lt;a&gt;<"))
        #expect(markup.contains(">&quot;b&quot; &amp; c<"))
    }
}
