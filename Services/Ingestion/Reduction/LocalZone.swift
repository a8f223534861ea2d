import Foundation
import Messages

/// A time zone: an IANA name, or the fixed offset of an export where nothing better is known.
struct LocalZone: Sendable, Equatable {
    private let zone: TimeZone?
    private let fixed: Int64

    /// Nil for a name that the system does not know.
    init?(name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        (self.zone, fixed) = (zone, 0)
    }

    /// - Parameter offset: seconds east of UTC.
    init(offset: Int32) { (zone, fixed) = (nil, Int64(offset)) }

    /// Seconds east of UTC at an instant.
    func offset(at instant: Int64) -> Int64 {
        zone.map { Int64($0.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(instant)))) } ?? fixed
    }

    /// The first instant whose wall clock shows this second (counted from 1970 as if local time were UTC) or a later one.
    func instant(local: Int64) -> Int64 {
        // No zone is more than a day from UTC, and none changes twice within two days.
        let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
        let (early, late) = (local - max(before, after), local - min(before, after))
        if offset(at: early) + early >= local { return early }
        // The wall clock jumps over it between the two, or reaches it only at the second.
        var (low, high) = (early, late)
        while low < high {
            let middle = low + (high - low) / 2
            if offset(at: middle) + middle >= local { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Which calendar date an instant belongs to (COM-1): the person's time zones over time.
struct ZoneRules: Sendable {
    private let periods: [(since: Int64, zone: LocalZone)]

    /// - Parameters:
    ///   - periods: the profile's, oldest first; unknown zone names are left out.
    ///   - exportOffset: of the phone at export, s; used only where no period is left.
    init(_ periods: [ZonePeriod], exportOffset: Int32) {
        let known = periods.compactMap { period in LocalZone(name: period.zone).map { (since: period.since / 1000, zone: $0) } }
        self.periods = known.isEmpty ? [(Int64.min, LocalZone(offset: exportOffset))] : known.sorted { $0.since < $1.since }
    }

    func zone(at instant: Int64) -> LocalZone { (periods.last { $0.since <= instant } ?? periods[0]).zone }

    func day(of instant: Int64) -> Day {
        // Of two equal dates on a westward journey the first begins the day; later instants never belong to an earlier day.
        let local = instant + zone(at: instant).offset(at: instant)
        let day = Day(number: Int32(clamping: local.floorDivided(by: 86_400)))
        return start(of: day.advanced(by: 1)) <= instant ? day.advanced(by: 1) : day
    }

    /// The first instant of a day: where the wall clock first shows it or a later one. Days partition time, whatever the clocks do.
    func start(of day: Day) -> Int64 {
        let local = Int64(day.number) * 86_400
        for (index, period) in periods.enumerated() {
            let start = index == 0 ? period.zone.instant(local: local) : max(period.zone.instant(local: local), period.since)
            if index + 1 == periods.count || start < periods[index + 1].since { return start }
        }
        return local
    }
}

extension Int64 {
    /// Toward minus infinity; `divisor` is positive.
    func floorDivided(by divisor: Int64) -> Int64 { self >= 0 ? self / divisor : (self - divisor + 1) / divisor }
}
