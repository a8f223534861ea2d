/// Place of a score among the person's own days. Words, colour and drawing follow it, never the number.
public struct Standing: Equatable, Sendable {
    /// How a day compares with the person's usual days; raw values are the steps of the ground colour.
    public enum Step: Int, CaseIterable, Sendable {
        case wellAbove = 1
        case above, usual, below, wellBelow

        /// Places that belong to this step, in half widths of the usual range, which four of five days lie in.
        var range: ClosedRange<Double> {
            switch self {
            case .wellAbove: 1.5 ... .infinity
            case .above: 1...1.5
            case .usual: -1...1
            case .below: -1.5 ... -1
            case .wellBelow: -.infinity ... -1.5
            }
        }

        init(place: Double) {
            self =
                place > 1.5
                ? .wellAbove : place > 1 ? .above : place >= -1 ? .usual : place >= -1.5 ? .below : .wellBelow
        }
    }

    /// How far the place of an open day must pass the border between “a little” and “well” before its step changes. The
    /// borders of the usual are exact: the range is shown with the number.
    static let hysteresis = 0.1

    /// Share of the compared days at or below this score, 0 … 1; 0.5 without a comparison.
    public let share: Double
    /// nil without a comparison; then no comparing word is said.
    public let step: Step?

    /// - Parameters:
    ///   - place: distance from the usual in half widths of the usual range; nil without a comparison.
    ///   - share: of the compared days below, 0 … 1.
    ///   - shown: places that an open day had when it was shown before, oldest first; outside the range a step stays
    ///     until its border is passed by a tenth of the half width.
    public init(place: Double?, share: Double?, after shown: [Double] = []) {
        guard let place, let share else {
            (self.share, step) = (0.5, nil)
            return
        }
        self.share = share
        step = (shown + [place]).reduce(Step?.none) { step, place in
            let exact = Step(place: place)
            guard let step, step != .usual, exact != .usual, place < step.range.upperBound + Self.hysteresis,
                place > step.range.lowerBound - Self.hysteresis
            else { return exact }
            return step
        }
    }

    /// A day that is compared with nothing.
    public static let uncompared = Standing(place: nil, share: nil)
}
