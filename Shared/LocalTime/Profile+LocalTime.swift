import Messages

extension Profile {
    /// The person's calendar, by their time zones over time: edge, command line and scoring read the same day from it, on journeys too.
    public var calendar: LocalCalendar { LocalCalendar(timeZones) }

    /// The person's local date and hour (0 … 23) at an instant.
    public func localTime(at instant: Milliseconds) -> (day: Day, hour: Int32) {
        let calendar = calendar
        return (calendar.day(millisecond: instant), calendar.hour(millisecond: instant))
    }
}
