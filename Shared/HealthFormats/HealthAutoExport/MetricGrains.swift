import LocalTime
import Messages

/// The time that each value of a metric covers, by its local day (ING-2): values of a day begin at the day's first
/// instant, which is 01:00 where summer time begins at midnight. One odd row decides for its own day only.
package struct MetricGrains: Equatable {
    /// The dates of one local day.
    private struct DayDates: Equatable {
        /// s since 1970.
        var first: Int64
        /// Local time of `first`, s since midnight.
        var time: Int64
        /// Longest of a day, an hour and a minute such that each date is the start of one, s; 0 if none fits.
        var grain: Int32
        var areSeveral = false
    }

    /// By days since 1970.
    private var days: [Int32: DayDates] = [:]
    /// Later days, in days since 1970, are errors; bounds the memory.
    package static let maximumDays = 40_000
    private static let hour: Int32 = 3600

    package init() {}

    /// Adds a date.
    /// - Parameters:
    ///   - instant: s since 1970.
    ///   - offset: UTC offset that the date was written with, s.
    ///   - calendar: the person's, for the first instant of its days.
    package mutating func see(_ instant: Int64, offset: Int64, _ calendar: LocalCalendar) {
        let number = Self.day(instant, offset)
        guard (0...Self.maximumDays).contains(Int(number)) else { return }
        let time = instant + offset - Int64(number) * Int64(HealthAutoExportPoints.day)
        let isFirst = time == 0 || calendar.start(of: Day(number: number)) == instant
        let grain =
            isFirst ? HealthAutoExportPoints.day : [Self.hour, 60].first { time % Int64($0) == 0 } ?? 0
        guard var known = days[number] else {
            days[number] = DayDates(first: instant, time: time, grain: grain)
            return
        }
        known.grain = min(known.grain, grain)
        if instant != known.first { known.areSeveral = true }
        days[number] = known
    }

    /// Decides days whose own dates leave it open, after the last date.
    package mutating func settle() {
        for (number, dates) in days where !dates.areSeveral {
            // 01:00, a day of 24 hours after midnight: the clock of the writer's zone had no midnight.
            if dates.grain == Self.hour, dates.time == Int64(Self.hour), let before = days[number - 1],
                before.grain == HealthAutoExportPoints.day, !before.areSeveral,
                dates.first - before.first == Int64(HealthAutoExportPoints.day)
            {
                days[number]?.grain = HealthAutoExportPoints.day
            }
            // The first row of the day in progress in an hourly file.
            if dates.grain == HealthAutoExportPoints.day, days[number + 1] == nil, let before = days[number - 1],
                before.areSeveral
            {
                days[number]?.grain = before.grain
            }
        }
    }

    /// The grain of values of a local day, s; 0 if unknown.
    package func grain(on day: Int32) -> Int32 { days[day]?.grain ?? 0 }

    /// Returns true if the day has one date only.
    func isAlone(on day: Int32) -> Bool { days[day]?.areSeveral == false }

    /// First instants of the days whose values cover the day, s since 1970.
    var daily: Set<Int64> { Set(days.values.filter { $0.grain == HealthAutoExportPoints.day }.map(\.first)) }

    /// The finest grain of the days with several dates, by day.
    var fine: [Int32: Int32] { days.filter { $0.value.areSeveral }.mapValues(\.grain) }

    /// Days since 1970 of the local date.
    static func day(_ instant: Int64, _ offset: Int64) -> Int32 {
        Int32(clamping: (instant + offset).floorDivided(by: Int64(HealthAutoExportPoints.day)))
    }
}
