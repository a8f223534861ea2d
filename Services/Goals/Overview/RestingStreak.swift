import Messages

/// Days with an action in a row that forgives single days of rest: two days without one end it. Today is not over, so
/// it ends nothing yet.
struct RestingStreak {
    private(set) var days: Int32 = 0
    private var last: Day

    init(on today: Day) { last = today.advanced(by: 1) }

    /// Counts the next earlier day with an action.
    /// - Returns: false once the streak has ended.
    mutating func count(_ day: Day) -> Bool {
        // Today may have no action, and yesterday may have been the rest.
        let allowed = days == 0 ? 3 : 2
        guard day.distance(to: last) <= allowed else { return false }
        (days, last) = (days + 1, day)
        return true
    }
}
