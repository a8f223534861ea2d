import Foundation
import Messages

/// From instants to a person's local dates (COM-1).
struct LocalCalendar {
    private let periods: [(since: Milliseconds, zone: TimeZone)]

    /// Oldest first; the first period holds for everything before it too. Unknown zones and an empty list mean UTC.
    init(_ periods: [ZonePeriod]) {
        self.periods = periods.map { ($0.since, TimeZone(identifier: $0.zone) ?? .gmt) }
    }

    func day(of instant: Milliseconds) -> Day {
        let zone = periods.last { $0.since <= instant }?.zone ?? periods.first?.zone ?? .gmt
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant) / 1000))
        let days = (Double(instant) / 1000 + Double(offset)) / 86_400
        return Day(number: Int32(days.rounded(.down).clipped(1e9)))
    }
}
