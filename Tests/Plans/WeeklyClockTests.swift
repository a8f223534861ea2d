import Foundation
import Messages
import Testing

@testable import Plans

/// The weekly computation when clocks change, a person travels, or nothing ran for weeks.
@Suite struct WeeklyClockTests {
    private static let hour: Milliseconds = 3_600_000
    private static let week = 7 * World.day
    /// Delays between people are shorter.
    private static let spread: Milliseconds = 1_800_000

    private func instant(_ text: String) throws -> Milliseconds {
        Milliseconds(try Date(text, strategy: .iso8601).timeIntervalSince1970) * 1000
    }

    /// The occasions of a person's plans, the latest first.
    private func occasions(_ world: World) async throws -> [PlanOccasion] {
        try await world.history().map(\.plan.occasion)
    }

    @Test(
        "PLN-7 Where the clock jumps over Sunday 02:00 the plan comes with the jump; where it shows 02:00 twice, once",
        arguments: [
            // Berlin: at 02:00 the clock is set to 03:00; at 03:00 it is set to 02:00.
            ("2027-03-28T01:00:00Z", -1), ("2027-10-31T00:00:00Z", 1),
        ] as [(String, Milliseconds)])
    func clockChange(sunday text: String, longer hours: Milliseconds) async throws {
        let sunday = try instant(text)
        let world = try World()
        world.go(to: sunday - 3 * World.day)
        try await world.zone("Europe/Berlin")
        try await world.body()
        try await world.generate()
        let due = try #require(try await world.due())
        #expect((sunday..<sunday + Self.spread).contains(due))
        world.go(to: due - 1)
        #expect(try await world.worker().round() == 0)
        world.go(to: due)
        #expect(try await world.worker().round() == 1)
        for _ in 0..<12 {
            world.wait(Self.hour / 4)
            #expect(try await world.worker().round() == 0)
        }
        #expect(try await occasions(world) == [.weekly, .first])
        #expect(try await world.due() == due + Self.week + hours * Self.hour)
    }

    @Test("PLN-7 A flight over the date line that leaves out the whole Sunday misses no week, and back repeats none")
    func dateLine() async throws {
        let world = try World()
        try await world.zone("Pacific/Pago_Pago")
        try await world.body()
        try await world.generate()
        // Saturday 23:00 in Pago Pago is Monday 00:00 on Kiritimati.
        world.go(to: try instant("2026-11-29T10:00:00Z"))
        #expect(try await world.worker().round() == 0)
        try await world.zone("Pacific/Kiritimati", revision: 2)
        #expect(try await world.worker().round() == 1)
        #expect(try await world.current().plan?.weekStart == Day(year: 2026, month: 11, day: 30))
        world.wait(Self.hour)
        try await world.zone("Pacific/Pago_Pago", revision: 3)
        let next = try instant("2026-12-06T13:00:00Z")
        let due = try #require(try await world.due())
        #expect((next..<next + Self.spread).contains(due))
        // The Sunday of the week that is done comes once more.
        for _ in 0..<36 {
            world.wait(Self.hour)
            #expect(try await world.worker().round() == 0)
        }
        #expect(try await occasions(world) == [.weekly, .first])
    }

    @Test("PLN-7 After weeks of downtime there is one plan, of the newest week, also where the clock changed meanwhile")
    func downtime() async throws {
        let world = try World()
        world.go(to: try instant("2026-10-14T12:00:00Z"))
        try await world.zone("Europe/Berlin")
        try await world.body()
        try await world.generate()
        world.go(to: try instant("2026-12-02T12:00:00Z"))
        #expect(try await world.worker().round() == 1)
        #expect(try await world.worker().round() == 0)
        let history = try await world.history()
        #expect(history.map(\.plan.occasion) == [.weekly, .first])
        #expect(history[0].plan.weekStart == Day(year: 2026, month: 12, day: 2))
        #expect(history[1].plan.status == .completed)
        #expect(try await world.told()?.revision == 2)
        let next = try instant("2026-12-06T01:00:00Z")
        let due = try #require(try await world.due())
        #expect((next..<next + Self.spread).contains(due))
    }

    @Test("PLN-7 Downtime that ends just before a person's instant brings the week before, and this week in its time")
    func justBefore() async throws {
        let world = try World()
        try await world.zone("Europe/Berlin")
        try await world.body()
        try await world.generate()
        let due = try #require(try await world.due())
        world.go(to: due + 3 * Self.week - 1)
        #expect(try await world.worker().round() == 1)
        #expect(try await world.due() == due + 3 * Self.week)
        world.wait(1)
        #expect(try await world.worker().round() == 1)
        #expect(try await world.worker().round() == 0)
        #expect(try await occasions(world) == [.weekly, .weekly, .first])
    }

    @Test("PLN-7 A plan that is asked for after downtime, before the schedule has run, is that of the week")
    func askedFirst() async throws {
        let world = try World()
        try await world.zone("Europe/Berlin")
        try await world.body()
        try await world.generate()
        let due = try #require(try await world.due())
        world.go(to: due + 3 * Self.week + Self.hour)
        #expect(try await world.generate().recomputed)
        #expect(try await world.worker().round() == 0)
        #expect(try await occasions(world) == [.first, .first])
        #expect(try await world.due() == due + 4 * Self.week)
    }

    @Test("PLN-7 A clock that is set back repeats no week, also where the person then moves or asks")
    func setBack() async throws {
        let world = try World()
        try await world.zone("Europe/Berlin")
        try await world.body()
        try await world.generate()
        let due = try #require(try await world.due())
        world.go(to: due)
        #expect(try await world.worker().round() == 1)
        world.wait(-2 * World.day)
        #expect(try await world.worker().round() == 0)
        try await world.zone("Europe/Lisbon", revision: 2)
        #expect(try await world.generate().recomputed == false)
        world.go(to: due + Self.hour)
        #expect(try await world.worker().round() == 0)
        #expect(try await occasions(world) == [.weekly, .first])
        // Lisbon is an hour behind Berlin.
        #expect(try await world.due() == due + Self.week + Self.hour)
    }
}
