import Messages

/// Maps instants to calendar dates (COM-1) by the person's time zones over time. All days are computed here.
///
/// Days partition time, whatever the clock changes and journeys. A day begins when the wall clock first shows its date
/// or a later one, and ends where the next begins. After a westward journey over midnight the clock shows an ended date
/// again; those instants belong to the day that had already begun.
public struct LocalCalendar: Sendable {
    /// Seconds since 1970, ascending.
    private let periods: [(since: Int64, zone: LocalZone)]
    /// Whether any period names a known zone.
    public let hasHistory: Bool

    /// - Parameters:
    ///   - periods: the profile's. The first also covers all time before it; periods with unknown zone names are
    ///     dropped.
    ///   - offset: seconds east of UTC, used only if no period remains.
    public init(_ periods: [ZonePeriod], otherwise offset: Int32 = 0) {
        let known = periods.compactMap { period in
            LocalZone(name: period.zone).map { (since: period.since.floorDivided(by: 1000), zone: $0) }
        }
        hasHistory = !known.isEmpty
        self.periods = known.isEmpty ? [(Int64.min, LocalZone(offset: offset))] : known.sorted { $0.since < $1.since }
    }

    /// The zone in effect at an instant, in seconds since 1970. O(number of periods).
    public func zone(second: Int64) -> LocalZone { (periods.last { $0.since <= second } ?? periods[0]).zone }

    /// The day of an instant, in seconds since 1970.
    public func day(second: Int64) -> Day {
        let local = second.clipped + zone(second: second).offset(at: second.clipped)
        var day = Day(number: Int32(local.floorDivided(by: 86_400)))
        while start(of: day.advanced(by: 1)) <= second.clipped { day = day.advanced(by: 1) }
        return day
    }

    /// The day of an instant, in milliseconds since 1970.
    public func day(millisecond: Milliseconds) -> Day { day(second: millisecond.floorDivided(by: 1000)) }

    /// The calendar of UTC, for callers of a release that does not send the person's own date.
    public static let utc = LocalCalendar([])

    /// The calendar of the place where each date begins first, 14 hours ahead of UTC (Line Islands, Kiribati): for
    /// services that may not know yet where a person is. A date that has not begun here has begun nowhere.
    public static let earliest = LocalCalendar([], otherwise: 14 * 3600)

    /// True where a day has begun at an instant: the one rule by which a check-in or a flag for a future day is
    /// refused.
    public func hasBegun(_ day: Day, at instant: Milliseconds) -> Bool { day <= self.day(millisecond: instant) }

    /// The hour on the wall clock, 0 … 23, at an instant in milliseconds since 1970.
    public func hour(millisecond: Milliseconds) -> Int32 {
        let second = millisecond.floorDivided(by: 1000).clipped
        let local = second + zone(second: second).offset(at: second)
        return Int32((local - local.floorDivided(by: 86_400) * 86_400) / 3600)
    }

    /// The first instant of a day, in seconds since 1970.
    public func start(of day: Day) -> Int64 { first(local: Int64(day.number) * 86_400) }

    /// The first instant of a day whose wall clock shows this time or a later one, in seconds since 1970; the day's end
    /// if there is none.
    /// - Parameter time: wall clock time in seconds after midnight: 8 × 3600 is eight o'clock on days of 23 and 25
    ///   hours too.
    public func instant(of day: Day, at time: Int64) -> Int64 {
        min(max(first(local: Int64(day.number) * 86_400 + time), start(of: day)), start(of: day.advanced(by: 1)))
    }

    /// The first instant at which a zone in effect shows this second of local time or a later one.
    private func first(local: Int64) -> Int64 {
        for (index, period) in periods.enumerated() {
            let start =
                index == 0 ? period.zone.instant(local: local) : max(period.zone.instant(local: local), period.since)
            if index + 1 == periods.count || start < periods[index + 1].since { return start }
        }
        return local
    }
}

extension Int64 {
    /// The value limited to some 30,000 years around 1970, so that later computations cannot overflow.
    fileprivate var clipped: Int64 { Swift.min(Swift.max(self, -1_000_000_000_000), 1_000_000_000_000) }
}
