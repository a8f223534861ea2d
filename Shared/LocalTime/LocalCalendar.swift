import Messages

/// Which calendar date an instant belongs to (COM-1): the person's time zones over time. The one place where a day is computed.
///
/// Days partition time, whatever the clocks and journeys do: a day begins where the wall clock first shows it or a later one, and ends where the next begins. On a
/// westward journey over midnight the clock shows a date again that has ended; what happens then belongs to the day that had begun.
public struct LocalCalendar: Sendable {
    /// Seconds since 1970, ascending.
    private let periods: [(since: Int64, zone: LocalZone)]
    /// False where no period names a zone that is known.
    public let hasHistory: Bool

    /// - Parameters:
    ///   - periods: the profile's; the first counts for everything before it too; unknown zone names are left out.
    ///   - offset: seconds east of UTC, used only where no period is left.
    public init(_ periods: [ZonePeriod], otherwise offset: Int32 = 0) {
        let known = periods.compactMap { period in LocalZone(name: period.zone).map { (since: period.since.floorDivided(by: 1000), zone: $0) } }
        hasHistory = !known.isEmpty
        self.periods = known.isEmpty ? [(Int64.min, LocalZone(offset: offset))] : known.sorted { $0.since < $1.since }
    }

    /// The zone that holds at an instant, s since 1970.
    public func zone(second: Int64) -> LocalZone { (periods.last { $0.since <= second } ?? periods[0]).zone }

    /// The day of an instant, s since 1970.
    public func day(second: Int64) -> Day {
        let local = second.clipped + zone(second: second).offset(at: second.clipped)
        var day = Day(number: Int32(local.floorDivided(by: 86_400)))
        while start(of: day.advanced(by: 1)) <= second.clipped { day = day.advanced(by: 1) }
        return day
    }

    public func day(millisecond: Milliseconds) -> Day { day(second: millisecond.floorDivided(by: 1000)) }

    /// The calendar of the place where each date begins first, 14 hours ahead of UTC (Line Islands, Kiribati): for
    /// services that may not know yet where a person is. A date that has not begun here has begun nowhere.
    public static let earliest = LocalCalendar([], otherwise: 14 * 3600)

    /// True where a day has begun at an instant: the one rule by which a check-in or a flag for a future day is
    /// refused.
    public func hasBegun(_ day: Day, at instant: Milliseconds) -> Bool { day <= self.day(millisecond: instant) }

    /// The hour that the wall clock shows, 0 … 23.
    public func hour(millisecond: Milliseconds) -> Int32 {
        let second = millisecond.floorDivided(by: 1000).clipped
        let local = second + zone(second: second).offset(at: second)
        return Int32((local - local.floorDivided(by: 86_400) * 86_400) / 3600)
    }

    /// The first instant of a day, s since 1970.
    public func start(of day: Day) -> Int64 { first(local: Int64(day.number) * 86_400) }

    /// The first instant of a day whose wall clock shows this time or a later one, s since 1970; the day's end where it never does.
    /// - Parameter time: s after midnight by the clock on the wall: 8 × 3600 is eight o'clock on days of 23 and 25 hours too.
    public func instant(of day: Day, at time: Int64) -> Int64 {
        min(max(first(local: Int64(day.number) * 86_400 + time), start(of: day)), start(of: day.advanced(by: 1)))
    }

    /// The first instant at which any of the zones, while it holds, shows this second of local time or a later one.
    private func first(local: Int64) -> Int64 {
        for (index, period) in periods.enumerated() {
            let start = index == 0 ? period.zone.instant(local: local) : max(period.zone.instant(local: local), period.since)
            if index + 1 == periods.count || start < periods[index + 1].since { return start }
        }
        return local
    }
}

extension Int64 {
    /// Within some 30,000 years of 1970, so that nothing computed from an instant overflows.
    fileprivate var clipped: Int64 { Swift.min(Swift.max(self, -1_000_000_000_000), 1_000_000_000_000) }
}
