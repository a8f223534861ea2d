import Fixtures
import Foundation
import PlansCore
import Testing

@Suite struct WeeklyInstantTests {
    private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    /// The week of a date in UTC.
    private func week(_ text: String) throws -> ISOWeek {
        ISOWeek(day: Int((try date(text).timeIntervalSince1970 / 86_400).rounded(.down)))
    }

    @Test("PLN-7 Weeks are those of ISO 8601, as Foundation counts them")
    func weeks() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        for day in stride(from: -40_000, through: 60_000, by: 3) {
            let parts = calendar.dateComponents(
                [.yearForWeekOfYear, .weekOfYear], from: Date(timeIntervalSince1970: Double(day) * 86_400))
            let week = ISOWeek(day: day)
            guard week.year == parts.yearForWeekOfYear, week.week == parts.weekOfYear else {
                Issue.record("day \(day) is in \(week), not \(parts)")
                return
            }
        }
        #expect(try week("2026-01-01T00:00:00Z").description == "2026-W01")
        #expect(try week("2027-01-03T00:00:00Z").description == "2026-W53")
    }

    @Test("PLN-7 Sunday 02:00 on the wall clock of the zone")
    func instants() throws {
        let week = try week("2026-11-25T12:00:00Z")
        #expect(WeeklyInstant.instant(of: week, in: .gmt) == (try date("2026-11-29T02:00:00Z")))
        #expect(WeeklyInstant.instant(of: week, in: try zone("Europe/Berlin")) == (try date("2026-11-29T01:00:00Z")))
        #expect(WeeklyInstant.instant(of: week, in: try zone("Asia/Kathmandu")) == (try date("2026-11-28T20:15:00Z")))
        #expect(
            WeeklyInstant.instant(of: week, in: try zone("Pacific/Kiritimati")) == (try date("2026-11-28T12:00:00Z")))
    }

    @Test("PLN-7 Where the clock jumps over 02:00, the instant of the jump; where it shows 02:00 twice, the first")
    func clockChanges() throws {
        // New York, 8 March 2026: 02:00 becomes 03:00.
        #expect(
            WeeklyInstant.instant(of: try week("2026-03-05T00:00:00Z"), in: try zone("America/New_York"))
                == (try date("2026-03-08T07:00:00Z")))
        // Berlin, 25 October 2026: 03:00 becomes 02:00 at 01:00Z; 02:00 is shown first at 00:00Z.
        #expect(
            WeeklyInstant.instant(of: try week("2026-10-20T00:00:00Z"), in: try zone("Europe/Berlin"))
                == (try date("2026-10-25T00:00:00Z")))
        // Apia left out 30 December 2011, a Friday; Sunday came a day earlier in UTC.
        #expect(
            WeeklyInstant.instant(of: try week("2011-12-30T00:00:00Z"), in: try zone("Pacific/Apia"))
                == (try date("2011-12-31T12:00:00Z")))
    }

    @Test("PLN-7 In every zone and week it is the first second at or after Sunday 02:00")
    func firstSecond() throws {
        var random = SplitMix(seed: 7)
        let names = TimeZone.knownTimeZoneIdentifiers.sorted()
        #expect(names.count > 300)
        for name in names {
            let zone = try zone(name)
            for _ in 0..<4 {
                let week = ISOWeek(day: Int.random(in: 15_000...25_000, using: &random))
                let instant = WeeklyInstant.instant(of: week, in: zone)
                let wanted = Double(week.sunday * 86_400 + 2 * 3600)
                func local(_ shift: Double) -> Double {
                    let at = instant + shift
                    return at.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: at))
                }
                guard local(0) >= wanted, local(-1) < wanted else {
                    Issue.record("\(name) \(week): \(instant)")
                    return
                }
            }
        }
    }

    @Test("PLN-7 A week is due once, however the clock and the person move")
    func once() throws {
        let (berlin, honolulu, auckland) = (
            try zone("Europe/Berlin"), try zone("Pacific/Honolulu"), try zone("Pacific/Auckland")
        )
        let week = try week("2026-11-25T12:00:00Z")
        let last = week.advanced(by: -1)
        let sunday = try date("2026-11-29T01:00:00Z")
        func due(_ now: Date, _ zone: TimeZone, _ done: ISOWeek?) -> ISOWeek? {
            WeeklyInstant.due(at: now, in: zone, done: done, delay: 0)
        }
        #expect(due(sunday - 1, berlin, last) == nil && due(sunday, berlin, last) == week)
        #expect(due(sunday, berlin, week) == nil)
        // Done in Auckland, then flown to Honolulu: Sunday 02:00 comes again in the same week.
        let east = WeeklyInstant.instant(of: week, in: auckland)
        #expect(due(east, auckland, last) == week)
        #expect(due(WeeklyInstant.instant(of: week, in: honolulu) + 60, honolulu, week) == nil)
        // Flown east over it: due immediately.
        #expect(due(east - 3600, berlin, last) == nil && due(east + 60, auckland, last) == week)
        // Downtime of a month: only the latest week.
        #expect(due(sunday + 30 * 86_400, berlin, last) == week.advanced(by: 4))
        #expect(due(sunday + 30 * 86_400, berlin, nil) == week.advanced(by: 4))
    }

    @Test("PLN-7 The next instant is the first at which the next week becomes due")
    func next() throws {
        var random = SplitMix(seed: 77)
        let names = ["Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Kathmandu", "Australia/Lord_Howe"]
        for name in names {
            let zone = try zone(name)
            for _ in 0..<200 {
                let now = Date(timeIntervalSince1970: Double.random(in: 1.3e9...2e9, using: &random).rounded())
                let delay = Double(Int.random(in: 0..<1800, using: &random))
                let done = WeeklyInstant.due(at: now, in: zone, done: nil, delay: delay)
                let next = WeeklyInstant.next(after: now, in: zone, done: done, delay: delay)
                #expect(next > now && next <= now + 8 * 86_400)
                #expect(WeeklyInstant.due(at: next - 1, in: zone, done: done, delay: delay) == nil)
                #expect(WeeklyInstant.due(at: next, in: zone, done: done, delay: delay) == done?.advanced(by: 1))
            }
        }
    }

    @Test("PLN-7 A hash of the person spreads the computations evenly over half an hour, the same in every run")
    func spread() {
        var counts = [Int](repeating: 0, count: 30)
        for number in 0..<9000 as Range<UInt64> {
            let bytes = withUnsafeBytes(of: number.bigEndian, Array.init)
            let delay = WeeklyInstant.delay(of: bytes)
            #expect(delay >= 0 && delay < 1800 && delay == delay.rounded())
            counts[Int(delay) / 60] += 1
        }
        #expect(counts.min() ?? 0 > 220 && counts.max() ?? 0 < 390)
        // FNV-1a of "a" with 64 bits is af63dc4c8601ec8c.
        let hash: UInt64 = 0xaf63_dc4c_8601_ec8c
        #expect(WeeklyInstant.delay(of: "a".utf8) == Double((hash ^ hash >> 32) % 1800))
    }
}
