import Messages

extension Profile {
    /// The person's calendar, from their time zones over time. Edge, command line and scoring share it, so they agree
    /// on the day even on journeys.
    public var calendar: LocalCalendar { LocalCalendar(timeZones) }

    /// The person's local date and hour (0 … 23) at an instant.
    public func localTime(at instant: Milliseconds) -> (day: Day, hour: Int32) {
        let calendar = calendar
        return (calendar.day(millisecond: instant), calendar.hour(millisecond: instant))
    }

    /// The IANA name of the time zone in effect at an instant; nil if the profile has none.
    public func zone(at instant: Milliseconds) -> String? {
        (timeZones.last { $0.since <= instant } ?? timeZones.first)?.zone
    }
}
