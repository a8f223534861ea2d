import Language
import Messages

/// A goal's time on one day, and the state that an amount has in it.
struct Course {
    private let kind: Quantity
    private let target: Double
    private let hasBegun: Bool
    let isOver: Bool
    /// Days from the start to the target date, with both; nil without a target date.
    let length: Int?
    /// Days until the target date, with today and that date.
    let daysLeft: Int?
    /// Canonical; expected by the end of yesterday.
    let expected: Double?

    /// A week of the term is no delay: in a goal of ten weeks it is a tenth of the target. In a short goal the allowance
    /// is a fifth of its days.
    private static let allowance = (days: 7.0, share: 0.2)
    /// A mean within a twentieth of the target keeps it.
    private static let tolerance = 0.05

    /// - Parameter target: canonical.
    init(_ aim: Aim, target: Double, today: Day) {
        (kind, self.target) = (aim.unit.kind, target)
        hasBegun = today >= aim.start
        guard let date = aim.targetDate else {
            (isOver, length, daysLeft, expected) = (false, nil, nil, nil)
            return
        }
        let length = max(1, aim.start.distance(to: date) + 1)
        let passed = min(max(0, aim.start.distance(to: today)), length)
        isOver = today > date
        self.length = length
        daysLeft = max(0, today.distance(to: date) + 1)
        expected = isOver ? target : hasBegun ? target * Double(passed) / Double(length) : 0
    }

    /// The amount that is the target but for the rounding of sums.
    var enough: Double { target - 1e-9 * abs(target) }

    /// The state of a sum, in canonical units.
    func state(of sum: Double) -> Pace.State {
        if sum >= enough { return .done }
        if isOver { return .behind }
        guard let expected, let length, hasBegun else { return .onTrack }
        let days = min(Self.allowance.days, Self.allowance.share * Double(length))
        // Nobody is behind by a fraction of a thing that is counted in whole ones.
        let allowed = max(target * days / Double(length), kind == .count ? 1 : 0)
        return sum > expected + allowed ? .ahead : sum < expected - allowed ? .behind : .onTrack
    }

    /// The state of a mean of ratios, which is done only when its time is over; nil without values.
    func state(ofMean mean: Double?) -> Pace.State {
        if isOver { return (mean ?? 0) >= enough ? .done : .behind }
        guard let mean, hasBegun else { return .onTrack }
        let allowed = Self.tolerance * abs(target)
        return mean > target + allowed ? .ahead : mean < target - allowed ? .behind : .onTrack
    }
}
