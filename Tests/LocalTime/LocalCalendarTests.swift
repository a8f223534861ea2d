import LocalTime
import Messages
import Testing

/// COM-1: one computation of a day for ingestion, scoring and the edge.
@Suite struct LocalCalendarTests {
    /// s since 1970.
    private func utc(_ date: String, _ hour: Int64, _ minute: Int64 = 0) throws -> Int64 {
        Int64(try #require(Day(date)).number) * 86_400 + hour * 3600 + minute * 60
    }

    private func period(_ zone: String, since: Int64 = 0) -> ZonePeriod { ZonePeriod(since: since * 1000, zone: zone) }

    @Test(
        "COM-1 Days of 23 and 25 hours begin and end at midnight, and eight o'clock is eight o'clock",
        arguments: [("2024-03-31", 23, 7), ("2024-10-27", 25, 9), ("2024-06-01", 24, 8)])
    func daylightSaving(text: String, hours: Int64, eight: Int64) throws {
        let calendar = LocalCalendar([period("Europe/Berlin")])
        let day = try #require(Day(text))
        let (start, end) = (calendar.start(of: day), calendar.start(of: day.advanced(by: 1)))
        #expect(end - start == hours * 3600)
        #expect(
            calendar.day(second: start) == day && calendar.day(second: end - 1) == day
                && calendar.day(second: start - 1) == day.advanced(by: -1))
        #expect(calendar.instant(of: day, at: 8 * 3600) - start == eight * 3600)
        #expect(end - calendar.instant(of: day, at: 22 * 3600) == 2 * 3600)
        #expect(calendar.hour(millisecond: calendar.instant(of: day, at: 8 * 3600) * 1000) == 8)
    }

    @Test(
        "COM-1 A day has begun where its first midnight has passed; where a person is unknown, once it has begun anywhere"
    )
    func begun() throws {
        let day = try #require(Day("2024-03-02"))
        let berlin = LocalCalendar([period("Europe/Berlin")])
        let midnight = try utc("2024-03-01", 23) * 1000
        #expect(berlin.hasBegun(day, at: midnight) && !berlin.hasBegun(day, at: midnight - 1))
        #expect(
            berlin.hasBegun(day.advanced(by: -400), at: midnight) && !berlin.hasBegun(day.advanced(by: 1), at: midnight)
        )
        // The clocks of Kiritimati are 14 hours ahead of UTC.
        let kiritimati = LocalCalendar([period("Pacific/Kiritimati")])
        let first = try utc("2024-03-01", 10) * 1000
        for calendar in [LocalCalendar.earliest, kiritimati] {
            #expect(calendar.hasBegun(day, at: first) && !calendar.hasBegun(day, at: first - 1))
        }
        // After landing from the east the started date continues, whatever the local clock shows.
        let landing = try utc("2024-03-01", 23, 30)
        let west = LocalCalendar([period("Europe/Berlin"), period("America/Los_Angeles", since: landing)])
        #expect(
            west.hasBegun(day, at: (landing + 60) * 1000)
                && !west.hasBegun(day.advanced(by: 1), at: (landing + 60) * 1000))
    }

    @Test("COM-1 A zone whose clocks change at midnight begins that day at one o'clock")
    func midnightJump() throws {
        // Brazil's clocks jumped from 00:00 to 01:00 on 2018-11-04.
        let calendar = LocalCalendar([period("America/Sao_Paulo")])
        let day = try #require(Day("2018-11-04"))
        #expect(calendar.start(of: day) == (try utc("2018-11-04", 3)))
        #expect(calendar.hour(millisecond: calendar.start(of: day) * 1000) == 1)
        #expect(calendar.start(of: day.advanced(by: 1)) - calendar.start(of: day) == 23 * 3600)
    }

    @Test("COM-1 A westward flight over midnight does not bring a day back that has ended")
    func westward() throws {
        // 23:30 UTC: in Berlin it is already 00:30 on the 2nd; on landing the clock shows 15:30 of the 1st.
        let landing = try utc("2024-03-01", 23, 30)
        let calendar = LocalCalendar([period("Europe/Berlin"), period("America/Los_Angeles", since: landing)])
        let (first, second) = (try #require(Day("2024-03-01")), try #require(Day("2024-03-02")))
        #expect(calendar.day(second: try utc("2024-03-01", 22, 59)) == first)
        #expect(calendar.day(second: try utc("2024-03-01", 23, 15)) == second)
        #expect(calendar.day(second: landing + 60) == second)
        #expect(calendar.day(second: try utc("2024-03-02", 7, 30)) == second)
        #expect(calendar.day(second: try utc("2024-03-03", 8)) == second.advanced(by: 1))
        // The local clock still shows the afternoon of the first.
        #expect(calendar.hour(millisecond: (landing + 60) * 1000) == 15)
        #expect(calendar.start(of: second.advanced(by: 1)) - calendar.start(of: second) == 33 * 3600)
    }

    @Test("COM-1 An eastward flight shortens a day, and crossing the date line can leave one out")
    func eastward() throws {
        let landing = try utc("2024-03-01", 12)
        let calendar = LocalCalendar([period("America/Los_Angeles"), period("Europe/Berlin", since: landing)])
        let day = try #require(Day("2024-03-01"))
        #expect(calendar.start(of: day.advanced(by: 1)) - calendar.start(of: day) == 15 * 3600)
        // Honolulu 2024-03-01 22:00 is Auckland 2024-03-02 21:00; with departure at 23:00 and arrival on the 3rd,
        // almost nothing of the 2nd remains.
        let crossing = try utc("2024-03-02", 11)
        let pacific = LocalCalendar([period("Pacific/Honolulu"), period("Pacific/Auckland", since: crossing)])
        #expect(pacific.day(second: crossing - 1) == Day("2024-03-02"))
        #expect(pacific.day(second: crossing) == Day("2024-03-03"))
        // Samoa itself skipped 2011-12-30.
        let apia = LocalCalendar([period("Pacific/Apia")])
        let skipped = try #require(Day("2011-12-30"))
        #expect(apia.start(of: skipped) == apia.start(of: skipped.advanced(by: 1)))
        #expect(apia.day(second: apia.start(of: skipped)) == skipped.advanced(by: 1))
    }

    @Test("COM-1 Days partition time through journeys and changes of clocks")
    func partition() throws {
        let calendar = LocalCalendar([
            period("Europe/Berlin"), period("America/Los_Angeles", since: try utc("2024-03-01", 12)),
            period("Pacific/Auckland", since: try utc("2024-04-01", 7, 30)),
            period("Pacific/Apia", since: try utc("2024-09-01", 3)),
        ])
        let day = try #require(Day("2024-02-04"))
        var last = calendar.start(of: day)
        for step in 1...430 {
            let next = calendar.start(of: day.advanced(by: step))
            #expect(next >= last)
            if next > last {
                #expect(calendar.day(second: next) >= day.advanced(by: step))
                #expect(calendar.day(second: next - 1) < day.advanced(by: step))
            }
            last = next
        }
    }

    @Test("COM-1 Without a zone the given offset counts, else UTC; the ends of time do not overflow")
    func otherwise() throws {
        let day = try #require(Day("2024-03-05"))
        #expect(LocalCalendar([], otherwise: -18_000).start(of: day) == (try utc("2024-03-05", 5)))
        #expect(LocalCalendar([period("Not/AZone")], otherwise: 3600).start(of: day) == (try utc("2024-03-04", 23)))
        #expect(LocalCalendar([]).day(millisecond: -1) == Day(number: -1))
        #expect(LocalCalendar([]).day(millisecond: .max) > LocalCalendar([]).day(millisecond: .min))
    }

    @Test("COM-1 A profile's date and hour are those of the zone in effect at that instant")
    func profile() throws {
        let landing = try utc("2024-03-01", 12)
        let profile = Profile(
            user: .random(), revision: 1,
            timeZones: [period("Europe/Berlin"), period("Asia/Tokyo", since: landing)], country: "DE", sourceOrder: [])
        let before = profile.localTime(at: (landing - 60) * 1000)
        #expect(before.day == Day("2024-03-01") && before.hour == 12)
        let after = profile.localTime(at: (landing + 4 * 3600) * 1000)
        #expect(after.day == Day("2024-03-02") && after.hour == 1)
    }

    @Test(
        "COM-1 A fixed offset is named as hours and minutes east of UTC",
        arguments: [(7200, "+02:00"), (0, "+00:00"), (-12_600, "-03:30"), (20_700, "+05:45")] as [(Int32, String)])
    func zoneNames(offset: Int32, name: String) throws {
        #expect(LocalZone(offset: offset).name == name)
        #expect(try #require(LocalZone(name: "Europe/Berlin")).name == "Europe/Berlin")
        #expect(LocalZone(name: "Europe/Atlantis") == nil)
    }
}
