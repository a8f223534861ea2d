/// Place of a score among the person's own last scores. Words, colour and drawing follow it, never the number.
public struct Standing: Equatable, Sendable {
    /// How a day compares with the person's usual days; raw values are the steps of the ground colour.
    public enum Step: Int, CaseIterable, Sendable {
        case wellAbove = 1
        case above, usual, below, wellBelow

        /// Shares that belong to this step.
        var range: ClosedRange<Double> {
            switch self {
            case .wellAbove: 0.90...1
            case .above: 0.75...0.90
            case .usual: 0.25...0.75
            case .below: 0.10...0.25
            case .wellBelow: 0...0.10
            }
        }

        init(share: Double) {
            self =
                share > 0.90
                ? .wellAbove
                : share > 0.75
                    ? .above
                    : share >= 0.25
                        ? .usual
                        : share >= 0.10
                            ? .below
                            : .wellBelow
        }
    }

    /// Days that are compared with.
    public static let window = 90
    /// With fewer scored days nothing is compared.
    public static let fewest = 14
    /// How far the share of an open day must pass a border before its step changes; less a rounding error.
    static let hysteresis = 0.03 - 1e-9

    /// Share of the last scored days at or below this score, 0 … 1; 0.5 if there are too few.
    public let share: Double
    /// nil if there are too few scored days; then no comparing word is said.
    public let step: Step?

    /// - Parameters:
    ///   - score: of the day.
    ///   - scores: of the days before and of the day itself, oldest first; the last 90 count.
    ///   - shown: the step shown before, for a day that is still open; it stays until its border is passed by 0.03.
    public init(_ score: Double, among scores: [Double], shown: Step? = nil) {
        let last = scores.suffix(Self.window)
        guard last.count >= Self.fewest else {
            (share, step) = (0.5, nil)
            return
        }
        let share = Double(last.count { $0 <= score }) / Double(last.count)
        self.share = share
        let next = Step(share: share)
        if let shown, shown != next, share < shown.range.upperBound + Self.hysteresis,
            share > shown.range.lowerBound - Self.hysteresis
        {
            step = shown
        } else {
            step = next
        }
    }

    /// An open day, whose step follows those that it was shown with before.
    /// - Parameters:
    ///   - scores: of the days before and of the day itself, oldest first.
    ///   - shown: scores that the day had when it was shown before, oldest first.
    public init(_ score: Double, among scores: [Double], after shown: [Double]) {
        let before = scores.dropLast()
        let step = shown.reduce(Step?.none) { step, earlier in
            Standing(earlier, among: before + [earlier], shown: step).step
        }
        self.init(score, among: scores, shown: step)
    }

    /// A day that is compared with nothing.
    public static let uncompared = Standing(0, among: [])
}
