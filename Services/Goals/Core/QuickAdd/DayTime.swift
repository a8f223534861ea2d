/// A time of a day on the wall clock: a moment, or a part of the day in which the moment lies.
public struct DayTime: Hashable, Sendable {
    /// Minutes after midnight, 0 … 1440.
    public var start: Int
    /// Minutes after midnight; equal to `start` for a moment.
    public var end: Int

    public init(start: Int, end: Int) { (self.start, self.end) = (start, end) }

    static let morning = DayTime(start: 5 * 60, end: 12 * 60)
    static let noon = DayTime(start: 11 * 60, end: 14 * 60)
    static let afternoon = DayTime(start: 12 * 60, end: 18 * 60)
    static let evening = DayTime(start: 17 * 60, end: 24 * 60)
    /// “Last night” begins on the evening before.
    static let lateEvening = DayTime(start: 18 * 60, end: 24 * 60)

    /// Whether the times of a twelve-hour clock are those after noon.
    var isAfterNoon: Bool { start >= 12 * 60 }

    /// The part of today that has passed at an hour; the whole part if it has not begun.
    func until(hour: Int) -> DayTime {
        start < end && hour * 60 >= start ? DayTime(start: start, end: min(end, (hour + 1) * 60)) : self
    }
}
