import Foundation

/// The instants of the weekly computation (PLN-7): for each ISO week the first instant at or after Sunday 02:00 on the
/// person's wall clock, plus a delay that is the same every week and differs between people.
///
/// A week is computed once, whatever happens to clocks: callers store the last week done and compare weeks, not
/// instants. A person who flies west after the computation sees Sunday 02:00 again in the same week; nothing is due.
/// After downtime of several weeks only the latest one is due.
public enum WeeklyInstant {
    /// Wall clock time in seconds after midnight.
    static let time = 2 * 3600
    /// Delays are shorter than this, in seconds.
    public static let spread = 1800

    /// A delay in seconds, 0 ..< 1800, from a hash of the person's identifier: FNV-1a with 64 bits (Fowler, Noll, Vo),
    /// which is the same on every machine and in every run.
    public static func delay(of identifier: some Sequence<UInt8>) -> TimeInterval {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in identifier { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        // Folds the better mixed upper half into the lower one.
        return TimeInterval((hash ^ hash >> 32) % UInt64(spread))
    }

    /// The first instant at which the wall clock of a zone shows Sunday 02:00 of this week or a later time. Where the
    /// clock jumps over 02:00, the instant of the jump; where it shows 02:00 twice, the first.
    public static func instant(of week: ISOWeek, in zone: TimeZone) -> Date {
        let local = week.sunday * 86_400 + time
        // No zone is more than a day from UTC, and none changes twice within two days.
        let (before, after) = (offset(zone, local - 86_400), offset(zone, local + 86_400))
        var (early, late) = (local - max(before, after), local - min(before, after))
        if early + offset(zone, early) < local {
            // The clock jumps over it between the two, or reaches it only at the second.
            while late - early > 1 {
                let middle = early + (late - early) / 2
                if middle + offset(zone, middle) >= local { late = middle } else { early = middle }
            }
            early = late
        }
        return Date(timeIntervalSince1970: TimeInterval(early))
    }

    /// The week that is due and not done at an instant: the latest whose instant, with the delay, has come; nil if it is
    /// done.
    /// - Parameters:
    ///   - done: the last week computed; nil if none was.
    ///   - delay: of `delay(of:)`, in seconds.
    public static func due(at now: Date, in zone: TimeZone, done: ISOWeek?, delay: TimeInterval) -> ISOWeek? {
        var week = thisWeek(now, zone).advanced(by: 1)
        while instant(of: week, in: zone) + delay > now { week = week.advanced(by: -1) }
        if let done, week <= done { return nil }
        return week
    }

    /// The first instant after `now` at which a week that is not done becomes due.
    public static func next(after now: Date, in zone: TimeZone, done: ISOWeek?, delay: TimeInterval) -> Date {
        var week = thisWeek(now, zone).advanced(by: -1)
        if let done { week = max(week, done.advanced(by: 1)) }
        while true {
            let instant = instant(of: week, in: zone) + delay
            if instant > now { return instant }
            week = week.advanced(by: 1)
        }
    }

    /// The week of the date on the wall clock.
    private static func thisWeek(_ now: Date, _ zone: TimeZone) -> ISOWeek {
        let local = now.timeIntervalSince1970 + TimeInterval(zone.secondsFromGMT(for: now))
        return ISOWeek(day: Int((local / 86_400).rounded(.down)))
    }

    private static func offset(_ zone: TimeZone, _ second: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second)))
    }
}
