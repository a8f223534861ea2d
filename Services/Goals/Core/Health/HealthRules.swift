import Language
import Messages

/// The kind of a health record that a rule of the person turns into actions.
public enum HealthKind: UInt8, CaseIterable, Sendable {
    /// Steps of a day; count.
    case steps = 1
    /// Mindful minutes of a day; seconds.
    case mindful = 2
    /// Sleep of a night, on the day it ends; seconds.
    case sleep = 3
    /// Exercise of a day; seconds.
    case exercise = 4
    /// One workout.
    case workout = 5
    /// Energy eaten and drunk on a day; kilocalories.
    case kilocalories = 6
    /// Protein of a day; kilograms.
    case protein = 7
    /// Water of a day; millilitres.
    case water = 8
    /// The weight of a day; kilograms.
    case bodyMass = 9

    /// The quantity of a day's total.
    public var quantity: Quantity {
        switch self {
        case .steps: .count
        case .kilocalories: .energy
        case .protein: .mass
        case .water: .volume
        case .bodyMass: .bodyMass
        case .mindful, .sleep, .exercise, .workout: .duration
        }
    }
}

/// The quantity of a workout that a rule takes.
public enum WorkoutValue: UInt8, CaseIterable, Sendable {
    /// Seconds.
    case duration = 1
    /// Metres; a workout without a distance gives no action.
    case distance = 2
    /// One for each workout.
    case number = 3
}

/// The origin of an action: the same after every restatement, so that the action is updated and not written again.
public enum HealthSource: Hashable, Comparable, Sendable {
    /// The total of one kind on one day.
    case day(Day, HealthKind)
    /// A workout by its identifier.
    case workout(CoreID)

    public static func < (left: HealthSource, right: HealthSource) -> Bool {
        switch (left, right) {
        case (.day(let day, let kind), .day(let other, let otherKind)):
            (day, kind.rawValue) < (other, otherKind.rawValue)
        case (.workout(let id), .workout(let other)): id < other
        case (.day, .workout): true
        case (.workout, .day): false
        }
    }
}

/// The latest state of a day's total or of a workout.
public struct HealthRecord: Equatable, Sendable {
    /// The values of a health record.
    public enum Content: Equatable, Sendable {
        /// A day's total, in the canonical unit of its kind.
        case total(Double)
        /// A workout with its activity, seconds and, if it has a distance, metres.
        case workout(day: Day, activity: String, duration: Double, distance: Double?)
        /// The samples were deleted.
        case deleted
    }

    /// The day or workout that the record describes.
    public var source: HealthSource
    /// Greater for later states of the same source.
    public var revision: Int64
    /// The state.
    public var content: Content

    public init(source: HealthSource, revision: Int64, content: Content) {
        (self.source, self.revision, self.content) = (source, revision, content)
    }
}

/// A rule of the person: records of a kind become actions with a title, a measure and, if named, a goal.
public struct HealthRule: Equatable, Sendable {
    public var id: CoreID
    /// The kind of the records.
    public var kind: HealthKind
    /// Only workouts of this activity; nil for all. Compared without case.
    public var activity: String?
    /// The value of a workout; ignored for totals.
    public var value: WorkoutValue
    /// Smaller values, in canonical units, give no action.
    public var least: Double
    /// Title of the actions.
    public var title: String
    /// Measure of the actions.
    public var measure: CoreID
    /// Unit of that measure; a rule whose unit is of another kind than its value matches nothing.
    public var unit: MeasureUnit
    /// The goal that the actions count towards; nil for none.
    public var goal: CoreID?

    public init(
        id: CoreID, kind: HealthKind, activity: String? = nil, value: WorkoutValue = .duration, least: Double = 0,
        title: String, measure: CoreID, unit: MeasureUnit, goal: CoreID? = nil
    ) {
        (self.id, self.kind, self.activity, self.value, self.least) = (id, kind, activity, value, least)
        (self.title, self.measure, self.unit, self.goal) = (title, measure, unit, goal)
    }
}

/// The identity of an action that a rule made.
public struct HealthActionID: Hashable, Comparable, Sendable {
    /// The rule's identifier.
    public var rule: CoreID
    /// The record's.
    public var source: HealthSource

    public init(rule: CoreID, source: HealthSource) { (self.rule, self.source) = (rule, source) }

    public static func < (left: HealthActionID, right: HealthActionID) -> Bool {
        (left.rule, left.source) < (right.rule, right.source)
    }
}

/// An action that a rule made of a record.
public struct HealthAction: Equatable, Sendable {
    /// The person's local date.
    public var day: Day
    /// The rule's title.
    public var title: String
    /// The measure's identifier.
    public var measure: CoreID
    /// In the unit of the measure; greater than 0.
    public var amount: Double
    /// The goal that it counts towards; nil for none.
    public var goal: CoreID?

    public init(day: Day, title: String, measure: CoreID, amount: Double, goal: CoreID?) {
        (self.day, self.title, self.measure, self.amount, self.goal) = (day, title, measure, amount, goal)
    }
}
