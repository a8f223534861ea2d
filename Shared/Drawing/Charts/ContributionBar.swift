/// The bar of one contribution to a score: to the right, solid, if it lifts; to the left, hatched, if it weighs.
///
/// Classes for the style sheet: `contribution` (the drawing), `contribution-axis`, `contribution-lifts`,
/// `contribution-weighs`. A page with such bars has `hatch` once: the pattern `url(#hatch)` of class `hatch-line`.
public struct ContributionBar: Sendable {
    static let (width, height) = (160.0, 16.0)

    /// Signed; positive lifts.
    public let value: Double
    /// Largest absolute contribution of the bars that are compared; above 0.
    public let largest: Double

    /// Nil if a number is not finite or `largest` is not above 0.
    public init?(_ value: Double, largest: Double) {
        guard value.isFinite, largest.isFinite, largest > 0 else { return nil }
        (self.value, self.largest) = (value, largest)
    }

    /// The drawing, 160 × 16 units, without words: its row says the same.
    public var svg: DrawingElement {
        let middle = Self.width / 2
        let length = min(1, abs(value) / largest) * (middle - 2)
        var svg = DrawingElement(
            "svg",
            [
                "class": "contribution", "viewBox": "0 0 \(coordinate(Self.width)) \(coordinate(Self.height))",
                "aria-hidden": "true",
            ])
        if coordinate(length) != "0" {
            svg.append(
                DrawingElement(
                    "rect",
                    [
                        "class": value > 0 ? "contribution-lifts" : "contribution-weighs",
                        "x": coordinate(value > 0 ? middle : middle - length), "y": "3", "width": coordinate(length),
                        "height": coordinate(Self.height - 6),
                    ]))
        }
        svg.append(
            DrawingElement(
                "line",
                [
                    "class": "contribution-axis", "x1": coordinate(middle), "y1": "0", "x2": coordinate(middle),
                    "y2": coordinate(Self.height),
                ]))
        return svg
    }

    /// The hatch of what weighs, at 45°; occurs once in a page.
    public static var hatch: DrawingElement {
        DrawingElement(
            "svg", ["class": "hatch", "width": "0", "height": "0", "aria-hidden": "true"],
            [
                DrawingElement(
                    "defs", [:],
                    [
                        DrawingElement(
                            "pattern",
                            [
                                "id": "hatch", "width": "5", "height": "5", "patternUnits": "userSpaceOnUse",
                                "patternTransform": "rotate(45)",
                            ],
                            [
                                DrawingElement(
                                    "line", ["class": "hatch-line", "x1": "0", "y1": "0", "x2": "0", "y2": "5"])
                            ])
                    ])
            ])
    }
}
