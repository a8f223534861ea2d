import Language
import Messages

/// Progress of a goal in one measure against its time (GOL-4). A pure function of the contributions and the date, in
/// any order of the contributions.
public struct Pace: Equatable, Sendable {
    /// The sum compared with the share of it that is expected after the time that has passed.
    public enum State: UInt8, CaseIterable, Comparable, Sendable {
        /// Less than expected by more than the allowance, or not done by the target date.
        case behind = 1
        /// Within the allowance, not begun, or without a target date.
        case onTrack = 2
        /// More than expected by more than the allowance.
        case ahead = 3
        /// The target is reached.
        case done = 4

        public static func < (left: State, right: State) -> Bool { left.rawValue < right.rawValue }
    }

    /// The target and its unit, in which all values are given.
    public let aim: Aim
    /// Sum of the contributions up to today, also of those dated before the start; for a ratio their mean.
    public let sum: Double
    /// Expected by the end of yesterday: the target's share of the days that have passed. Today still lies ahead, so
    /// nobody is behind in the morning. nil without a target date.
    public let expected: Double?
    /// `sum` over target, 0 … 1.
    public let share: Double
    /// The state in one word.
    public let state: State
    /// The day on which the sum first reached the target and stayed there until today; nil if it is not done.
    public let reached: Day?
    /// nil before the start, once done, for ratios, and if nothing was done since the start.
    public let projection: Projection?
    /// Amount per week since the start; nil before it and for ratios.
    public let perWeek: Double?
    /// Amount per week that would reach the target on its date. nil once done, after the date, without a date and for
    /// ratios.
    public let neededPerWeek: Double?
    /// Days until the target date, with today and that date; 0 after it; nil without one.
    public let daysLeft: Int?
    /// Contributions left out: of another kind, no numbers, or beyond 10¹⁵ canonical units.
    public let ignored: Int

    /// Amounts above are errors of entry, and their squares could exceed the range of numbers.
    private static let maximumAmount = 1e15

    /// nil for a target that is no number or beyond 10¹⁵ canonical units. A target of 0 or less is reached by any sum
    /// that is not below it.
    public init?(of contributions: [DatedAmount], towards aim: Aim, on today: Day) {
        let unit = aim.unit
        let target = unit.canonical(aim.target)
        guard target.isFinite, abs(target) <= Self.maximumAmount else { return nil }
        let amounts = contributions.compactMap { one -> (day: Day, amount: Double)? in
            let amount = one.unit.canonical(one.amount)
            guard one.unit.kind == unit.kind, amount.isFinite, abs(amount) <= Self.maximumAmount else { return nil }
            return (one.day, amount)
        }
        // Sums in one order, so that the order of the contributions changes no digit.
        let counted = amounts.filter { $0.day <= today }.sorted { ($0.day, $0.amount) < ($1.day, $1.amount) }
        let course = Course(aim, target: target, today: today)
        self.aim = aim
        ignored = contributions.count - amounts.count
        daysLeft = course.daysLeft
        if unit.kind == .ratio {
            let mean = counted.isEmpty ? 0 : counted.reduce(0) { $0 + $1.amount } / Double(counted.count)
            sum = unit.value(ofCanonical: mean)
            expected = counted.isEmpty || today < aim.start ? nil : aim.target
            share = Self.share(mean, target)
            state = course.state(ofMean: counted.isEmpty ? nil : mean)
            (reached, projection, perWeek, neededPerWeek) = (nil, nil, nil, nil)
            return
        }
        let total = counted.reduce(0) { $0 + $1.amount }
        sum = unit.value(ofCanonical: total)
        expected = course.expected.map(unit.value)
        share = Self.share(total, target)
        state = course.state(of: total)
        let isDone = state == .done
        reached = isDone ? Self.day(in: counted, reaching: course.enough) : nil
        let remaining = max(0, target - total)
        neededPerWeek = course.daysLeft.flatMap { left in
            isDone || left == 0
                ? nil : unit.value(ofCanonical: remaining / Double(min(left, course.length ?? left)) * 7)
        }
        guard today >= aim.start else {
            (projection, perWeek) = (nil, nil)
            return
        }
        let days = aim.start.distance(to: today) + 1
        let own = Self.byDay(counted.filter { $0.day >= aim.start })
        perWeek = unit.value(ofCanonical: own.reduce(0, +) / Double(days) * 7)
        projection = isDone ? nil : Projection(amounts: own, days: days, remaining: remaining, today: today)
    }

    private static func share(_ value: Double, _ target: Double) -> Double {
        target > 0 ? min(1, max(0, value / target)) : value >= target ? 1 : 0
    }

    private static func byDay(_ counted: [(day: Day, amount: Double)]) -> [Double] {
        var (sums, last) = ([Double](), Day?.none)
        for (day, amount) in counted {
            if day == last { sums[sums.count - 1] += amount } else { sums.append(amount) }
            last = day
        }
        return sums
    }

    private static func day(in counted: [(day: Day, amount: Double)], reaching enough: Double) -> Day? {
        var (sum, reached) = (0.0, Day?.none)
        for (day, amount) in counted {
            sum += amount
            reached = sum >= enough ? reached ?? day : nil
        }
        return reached
    }
}
