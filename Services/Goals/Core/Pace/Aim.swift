import Language
import Messages

/// The target of a goal in one measure.
public struct Aim: Equatable, Sendable {
    /// In `unit`; the amount for which the goal is done. For a ratio, the mean to keep.
    public var target: Double
    /// Unit of the target and of all values of the reading.
    public var unit: MeasureUnit
    /// First day of the goal.
    public var start: Day
    /// Last day of the goal; nil without one.
    public var targetDate: Day?

    public init(target: Double, unit: MeasureUnit, start: Day, targetDate: Day?) {
        (self.target, self.unit, self.start, self.targetDate) = (target, unit, start, targetDate)
    }
}

/// An amount that counts towards a goal.
public struct DatedAmount: Equatable, Sendable {
    /// The person's local date of the action.
    public var day: Day
    /// In `unit`. Negative amounts are corrections.
    public var amount: Double
    /// Any unit of the aim's kind.
    public var unit: MeasureUnit

    public init(day: Day, amount: Double, unit: MeasureUnit) {
        (self.day, self.amount, self.unit) = (day, amount, unit)
    }
}
