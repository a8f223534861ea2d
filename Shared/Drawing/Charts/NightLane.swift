/// The spans of one sleep stage over the time of a night.
///
/// Classes for the style sheet: `night-lane` (the drawing), `night-axis`, and `night-span` with `night-` and the stage.
public struct NightLane: Sendable {
    private static let (width, height) = (320.0, 12.0)
    /// Narrowest span that is seen, in units of the drawing.
    private static let narrowest = 1.0

    /// Shares of the night, each within 0 … 1.
    let spans: [ClosedRange<Double>]
    let stage: String

    /// - Parameters:
    ///   - spans: shares of the night; what is outside of it is cut off.
    ///   - stage: part of the class, a word of letters.
    public init(_ spans: [ClosedRange<Double>], stage: String) {
        self.spans = spans.map { $0.clamped(to: 0...1) }
        self.stage = stage
    }

    /// The drawing, 320 × 12 units, without words: the row with it has the stage's name and time.
    public var svg: DrawingElement {
        var svg = DrawingElement(
            "svg",
            [
                "class": "night-lane", "viewBox": "0 0 \(coordinate(Self.width)) \(coordinate(Self.height))",
                "preserveAspectRatio": "none", "aria-hidden": "true",
            ])
        let middle = coordinate(Self.height / 2)
        svg.append(
            DrawingElement(
                "line", ["class": "night-axis", "x1": "0", "y1": middle, "x2": coordinate(Self.width), "y2": middle]))
        for span in spans {
            let length = max(Self.narrowest, (span.upperBound - span.lowerBound) * Self.width)
            svg.append(
                DrawingElement(
                    "rect",
                    [
                        "class": "night-span night-\(stage)",
                        "x": coordinate(min(span.lowerBound * Self.width, Self.width - length)), "y": "1",
                        "width": coordinate(length), "height": coordinate(Self.height - 2),
                    ]))
        }
        return svg
    }
}
