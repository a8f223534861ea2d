/// The drawing of a day and the six days before it: closed lines, like the rings of a tree, by the formula of the
/// design system. A bulge past the dotted circle of the usual lifts, a dent weighs.
///
/// Classes for the style sheet: `rings` (the drawing), `ring-edge` (soft edge), `ring-fill`, `ring-earlier`,
/// `ring-usual`, `ring-today` with `ring-doubtful` where the line is dashed, `ring-number`.
///
/// Attributes for the script: `data-day` of a drawing that settles, once for each day; its paths with `data-from` begin
/// with yesterday's line, which has the same commands as today's.
public struct Rings: Sendable {
    /// A day's signals, by `RingSignal`; signals that are not named are open, as missing ones are.
    public typealias Day = [RingSignal: RingValue]

    /// The states of a day that have a drawing.
    public enum Content: Sendable {
        /// Nothing has arrived yet: the circle of the usual alone.
        case noData
        /// Day 1 … 7 of the warm-up; each closes another seventh of the circle.
        case warmingUp(day: Int)
        /// Today has no score yet: open arcs where a signal is known.
        case waiting(Day)
        /// The data ended with this day: its outline only.
        case ended(Day, Standing)
        /// A scored day.
        case day(ScoredDay)
    }

    /// A scored day and the days before it.
    public struct ScoredDay: Sendable {
        /// The day's signals.
        public var today: Day
        /// Place of the score among earlier ones.
        public var standing: Standing
        /// Yesterday first, at most six; nil for a day without score.
        public var earlier: [Day?]
        /// Yesterday's own line, from which the drawing settles; nil if it does not.
        public var yesterday: Standing?
        /// Width of the score's band in points of the score: a less certain day has a softer edge.
        public var band: Double
        /// The score as text; nil while it is covered.
        public var number: String?
        /// The day, days since 1970-01-01: the drawing settles once for it; nil if it does not.
        public var day: Int?

        public init(
            today: Day, standing: Standing, earlier: [Day?], yesterday: Standing? = nil, band: Double, number: String?,
            day: Int? = nil
        ) {
            (self.today, self.standing, self.earlier) = (today, standing, earlier)
            (self.yesterday, self.band, self.number, self.day) = (yesterday, band, number, day)
        }
    }

    /// The day's state and values.
    public let content: Content
    /// Name of the drawing.
    public let title: String
    /// The same in words: the step, what lifts, what weighs, what is missing.
    public let description: String
    /// Prefix of the ids of title and description, unique in the page.
    public let id: String

    public init(_ content: Content, title: String, description: String, id: String = "rings") {
        (self.content, self.title, self.description, self.id) = (content, title, description, id)
    }

    /// The drawing, 320 × 320 units.
    public var svg: DrawingElement {
        let side = coordinate(RingShape.side)
        var svg = DrawingElement(
            "svg",
            [
                "class": "rings", "viewBox": "0 0 \(side) \(side)", "role": "img",
                "aria-labelledby": "\(id)-title \(id)-description",
            ],
            [
                DrawingElement("title", ["id": "\(id)-title"], text: title),
                DrawingElement("desc", ["id": "\(id)-description"], text: description),
            ])
        if case .day(let scored) = content, let day = scored.day { svg.set("data-day", "\(day)") }
        for element in elements { svg.append(element) }
        return svg
    }

    private var elements: [DrawingElement] {
        switch content {
        case .noData: [Self.usual]
        case .warmingUp(let day): [Self.usual] + Self.closing(day)
        case .waiting(let day):
            [Self.usual] + Self.outline(RingShape(today: Self.deviations(day), share: 0.5, edge: 0), day, from: nil)
        case .ended(let day, let standing):
            [Self.usual]
                + Self.outline(RingShape(today: Self.deviations(day), share: standing.share, edge: 0), day, from: nil)
        case .day(let day): Self.elements(day)
        }
    }

    private static func elements(_ day: ScoredDay) -> [DrawingElement] {
        let (today, share) = (deviations(day.today), day.standing.share)
        let edge = max(0, day.band.isFinite ? min(day.band, 100) : 0) / 4
        let shape = RingShape(today: today, share: share, edge: edge)
        let from = day.yesterday.flatMap { standing in
            (day.earlier.first ?? nil).map { RingShape(today: deviations($0), share: standing.share, edge: edge) }
        }
        var fill = DrawingElement("path", ["class": "ring-fill", "d": shape.curve.path])
        if let from { fill.set("data-from", from.curve.path) }
        var softEdge = DrawingElement(
            "path", ["class": "ring-edge", "d": shape.curve.path, "stroke-width": coordinate(edge)])
        if let from { softEdge.set("data-from", from.curve.path) }
        var elements = [softEdge, fill]
        for (index, earlier) in day.earlier.prefix(RingShape.earlier.count).enumerated() {
            guard let earlier else { continue }
            let line = RingShape(earlier: deviations(earlier), days: index + 1, today: today, share: share)
            elements.append(
                DrawingElement(
                    "path", ["class": "ring-earlier", "d": line.curve.path, "opacity": "0.\(45 - 5 * index)"]))
        }
        elements.append(usual)
        elements += outline(shape, day.today, from: from)
        if let number = day.number {
            let (x, y) = (coordinate(RingShape.side / 2), coordinate(RingShape.side / 2 + 12))
            elements.append(DrawingElement("text", ["class": "ring-number", "x": x, "y": y], text: number))
        }
        return elements
    }

    private static func deviations(_ day: Day) -> RingShape.Deviations {
        RingSignal.allCases.map { day[$0]?.deviation ?? 0 }
    }

    private static var usual: DrawingElement {
        let centre = coordinate(RingShape.side / 2)
        return DrawingElement(
            "circle", ["class": "ring-usual", "cx": centre, "cy": centre, "r": coordinate(RingShape.usual)])
    }

    /// The arc of the days that have passed, clockwise from the top.
    private static func closing(_ day: Int) -> [DrawingElement] {
        let passed = max(0, min(7, day))
        guard passed > 0 else { return [] }
        let circle = RingShape(radii: Array(repeating: RingShape.usual, count: RingShape.count)).curve
        let (top, count) = (RingShape.count * 3 / 4, (RingShape.count * passed + 3) / 7)
        let segments = (0..<min(count, RingShape.count)).map { circle.segments[(top + $0) % RingShape.count] }
        return [
            DrawingElement("path", ["class": "ring-today", "d": Curve(segments: segments).path(0..<segments.count)])
        ]
    }

    /// The day's line in pieces: open where a signal is missing, dashed where it is doubtful.
    private static func outline(_ shape: RingShape, _ day: Day, from: RingShape?) -> [DrawingElement] {
        // Each signal has the four segments around its angle; the pieces begin at the first border of two kinds.
        let per = RingShape.count / RingSignal.allCases.count
        let kinds = RingSignal.allCases.map { Kind(day[$0]) }
        let border = kinds.indices.first { kinds[$0] != kinds[($0 + kinds.count - 1) % kinds.count] } ?? 0
        var pieces: [(kind: Kind, start: Int, count: Int)] = []
        for offset in kinds.indices {
            let kind = kinds[(border + offset) % kinds.count]
            if pieces.last?.kind == kind {
                pieces[pieces.count - 1].count += per
            } else {
                pieces.append((kind, (border + offset) * per, per))
            }
        }
        let isClosed = pieces.count == 1
        return pieces.compactMap { piece in
            guard piece.kind != .open else { return nil }
            // The first signal is at the top, its segments begin 18° before.
            let start = RingShape.count * 3 / 4 - per / 2 + piece.start
            func data(_ shape: RingShape) -> String {
                let segments = (0..<piece.count).map { shape.curve.segments[(start + $0) % RingShape.count] }
                return Curve(segments: segments).path(0..<piece.count) + (isClosed ? "Z" : "")
            }
            var path = DrawingElement(
                "path",
                ["class": piece.kind == .dashed ? "ring-today ring-doubtful" : "ring-today", "d": data(shape)])
            if let from { path.set("data-from", data(from)) }
            return path
        }
    }

    private enum Kind {
        case solid, dashed, open

        init(_ value: RingValue?) {
            self =
                switch value {
                case .known: .solid
                case .doubtful: .dashed
                case .missing, nil: .open
                }
        }
    }
}
