import Foundation
import Messages

/// Progress of a goal whose measure is a level, such as the weight of a body, against its time (GOL-4): the latest value
/// counts, never a sum, and the target may lie below the start. A pure function of the values and the date, in any order
/// of the values.
///
/// The way leads from the first value to the target. A share of it, and what is expected by a day, are those of `Pace`
/// for the part of the way that is done. A target that is the start means to stay there.
public struct LevelPace: Equatable, Sendable {
    /// The last value up to the first day of the goal, otherwise the first one after it, in the unit of the aim; nil
    /// without values.
    public let start: Double?
    /// The latest value up to today; nil without values.
    public let latest: Double?
    /// The value that is expected by the end of yesterday; nil without values and without a target date.
    public let expected: Double?
    /// Share of the way that is done, 0 … 1; of a target that is the start 1 while the latest value is near it.
    public let share: Double
    /// The state in one word; nil before the first value.
    public let state: Pace.State?
    /// The day on which the target was first reached and not left again; nil if it is not done.
    public let reached: Day?
    /// nil once done, before there are enough values, and where the values do not lead to the target.
    public let projection: Projection?
    /// Change of the trend a week, negative where the values fall; nil before there are enough values.
    public let perWeek: Double?
    /// Change a week that would reach the target on its date; nil once done, after the date, without a date, without
    /// values, and for a target that is the start.
    public let neededPerWeek: Double?
    /// As `Pace.daysLeft`.
    public let daysLeft: Int?

    /// Distance from the target, as a share of it, within which a level that is to stay is kept: from day to day water
    /// moves the weight of a body by about that much.
    private static let near = 0.02
    /// Distances below it, in canonical units, are none: scales show a tenth of it at best.
    private static let minimumDistance = 0.01

    /// - Parameters:
    ///   - values: one for each day; of several of a day the last one counts. Values of another kind are left out.
    ///   - aim: `target` is the level to reach.
    public init?(of values: [DatedAmount], towards aim: Aim, on today: Day) {
        let (unit, target) = (aim.unit, aim.unit.canonical(aim.target))
        guard target.isFinite else { return nil }
        let sorted = Self.sorted(values.filter { $0.unit.kind == unit.kind && $0.day <= today })
        guard let last = sorted.last, let first = sorted.last(where: { $0.day <= aim.start }) ?? sorted.first else {
            let course = Course(aim, target: 0, today: today)
            (start, latest, expected, share, state, reached) = (nil, nil, nil, 0, nil, nil)
            (projection, perWeek, neededPerWeek, daysLeft) = (nil, nil, nil, course.daysLeft)
            return
        }
        (start, latest) = (unit.value(ofCanonical: first.value), unit.value(ofCanonical: last.value))
        let distance = abs(target - first.value)
        let course = Course(aim, target: distance, today: today)
        daysLeft = course.daysLeft
        let since = sorted.filter { $0.day >= first.day }
        let trend = LevelTrend(since)
        perWeek = trend.map { unit.value(ofCanonical: $0.slope * 7) }
        guard distance >= Self.minimumDistance else {
            let isNear = abs(last.value - target) <= Self.near * abs(target)
            (expected, share) = (aim.target, isNear ? 1 : 0)
            state = isNear ? (course.isOver ? .done : .onTrack) : .behind
            (reached, projection, neededPerWeek) = (nil, nil, nil)
            return
        }
        let direction: Double = target > first.value ? 1 : -1
        let done = (last.value - first.value) * direction
        expected = course.expected.map { unit.value(ofCanonical: first.value + direction * $0) }
        share = min(1, max(0, done / distance))
        let state = course.state(of: done)
        self.state = state
        let isDone = state == .done
        var reached: Day?
        for (day, value) in since {
            reached = (value - first.value) * direction >= course.enough ? reached ?? day : nil
        }
        self.reached = isDone ? reached : nil
        neededPerWeek = course.daysLeft.flatMap { left in
            isDone || left == 0
                ? nil
                : unit.value(
                    ofCanonical: (target - last.value) / Double(min(left, course.length ?? left)) * 7)
        }
        projection = isDone || today < aim.start ? nil : trend?.projection(to: target, direction, today: today)
    }
}

extension LevelPace {
    /// Canonical values in the order of days, those of one day in the order in which they came.
    private static func sorted(_ values: [DatedAmount]) -> [(day: Day, value: Double)] {
        let canonical = values.enumerated().map { place, one in
            (day: one.day, place: place, value: one.unit.canonical(one.amount))
        }
        return canonical.filter(\.value.isFinite).sorted { ($0.day, $0.place) < ($1.day, $1.place) }
            .map { ($0.day, $0.value) }
    }
}

/// The straight line through the values of a level (least squares), with the uncertainty of its continuation.
///
/// The interval of the day on which the line reaches a target holds every day u, counted from the mean of the days, for
/// which the target lies within z standard errors of the line: (D − b·u)² ≤ z²·s²·(1/n + u²/S), with D the target less
/// the mean, b the slope, s² the residual variance and S the squares of the days. Its ends are the roots of a quadratic
/// (Fieller, Journal of the Royal Statistical Society B 16:175, 1954), as those of `Projection`. Neighbouring days are
/// alike, so s² is enlarged by (1 + r)/(1 − r), with r the correlation of neighbouring residuals (Bartlett, Journal of
/// the Royal Statistical Society 98:536, 1935), to which the bias of its estimate, about (2 + 4r)/n, is added (Kendall,
/// Biometrika 41:403, 1954).
struct LevelTrend {
    /// Fewest values, and fewest days from the first to the last, that tell a trend from water.
    private static let (minimumValues, minimumDays) = (5, 10)

    /// Canonical units a day.
    let slope: Double
    private let mean: (day: Double, value: Double)
    private let number: Double
    private let squares: Double
    private let variance: Double

    /// nil for too few values.
    init?(_ values: [(day: Day, value: Double)]) {
        guard values.count >= Self.minimumValues, let first = values.first?.day, let last = values.last?.day,
            first.distance(to: last) >= Self.minimumDays
        else { return nil }
        let count = Double(values.count)
        let meanDay = values.reduce(0) { $0 + Double($1.day.number) } / count
        let meanValue = values.reduce(0) { $0 + $1.value } / count
        var (squares, products) = (0.0, 0.0)
        for (day, value) in values {
            let distance = Double(day.number) - meanDay
            squares += distance * distance
            products += distance * (value - meanValue)
        }
        let slope = products / squares
        let residuals = values.map { $0.value - meanValue - slope * (Double($0.day.number) - meanDay) }
        let sum = residuals.reduce(0) { $0 + $1 * $1 }
        let neighbours = zip(residuals, residuals.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
        let likeness = sum > 0 ? min(0.9, max(0, (neighbours / sum * count + 2) / (count - 4))) : 0
        (self.slope, self.squares, number) = (slope, squares, count)
        mean = (meanDay, meanValue)
        variance = sum / (count - 2) * (1 + likeness) / (1 - likeness)
    }

    /// The day on which the line reaches a target; nil where it does not lead there.
    /// - Parameter direction: 1 for a target above, −1 for one below.
    func projection(to target: Double, _ direction: Double, today: Day) -> Projection? {
        let (rate, distance) = (slope * direction, (target - mean.value) * direction)
        guard rate > 0 else { return nil }
        let noise = Projection.quantile * Projection.quantile * variance
        let quadratic = rate * rate - noise / squares
        let constant = distance * distance - noise / number
        let root = max(0, rate * rate * distance * distance - quadratic * constant).squareRoot()
        // Both ends are written without cancellation.
        let larger = rate * distance + (distance < 0 ? -root : root)
        let ahead = Double(today.number) - mean.day
        let (one, other) = (larger / quadratic - ahead, (larger == 0 ? 0 : constant / larger) - ahead)
        let finish = distance / rate - ahead
        // Where the slope is not known to lead anywhere, the interval has no end.
        let isBounded = quadratic > 0
        return Projection(
            rate: rate, finish: finish, earliest: min(isBounded ? min(one, other) : other, finish),
            latest: isBounded ? max(one, other) : nil, today: today)
    }
}
