import Messages

/// The day to which a person's night hours belong: what is said after midnight is about the day before.
public enum WakingDay {
    /// The local hour at which it begins.
    public static let begins: Int32 = 4

    /// The waking day at a local hour, 0 … 23, of a calendar day.
    public static func day(hour: Int32, today: Day) -> Day { hour < begins ? today.advanced(by: -1) : today }
}
