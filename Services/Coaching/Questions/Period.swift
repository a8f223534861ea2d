import Localization
import Messages

/// Days that a question is about.
public struct Period: Equatable, Sendable {
    /// First and last day.
    public var days: ClosedRange<Day>
    /// How sentences name it, such as “last week”, in the question's language.
    public var label: String
    /// Only these days of the week, 1 (Sunday) … 7 (Saturday); nil for all.
    public var weekdays: Set<Int>?

    public init(_ days: ClosedRange<Day>, _ label: String, weekdays: Set<Int>? = nil) {
        (self.days, self.label, self.weekdays) = (days, label, weekdays)
    }

    /// Whether it is a single day or night.
    public var isOneDay: Bool { days.lowerBound == days.upperBound }

    /// Whether the day is in the period and one of its weekdays.
    public func contains(_ day: Day) -> Bool { days.contains(day) && weekdays?.contains(day.weekday) ?? true }

    /// Number of its days.
    public var count: Int {
        weekdays == nil
            ? days.lowerBound.distance(to: days.upperBound) + 1
            : (days.lowerBound...days.upperBound).count { contains($0) }
    }
}

extension Day {
    /// 1 (Sunday) … 7 (Saturday); 1970-01-01 was a Thursday.
    public var weekday: Int { ((Int(number) + 4) % 7 + 7) % 7 + 1 }
}
