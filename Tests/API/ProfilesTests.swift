import Foundation
import LocalTime
import Messages
import Testing

@testable import API

@Suite struct ProfilesTests {
    @Test("A profile is replaced only over the revision that was read")
    func revisions() async throws {
        let world = try TestStore()
        defer { world.remove() }
        let (accounts, profiles) = (Accounts(store: world.store, cost: .light), Profiles(store: world.store))
        let user = try await accounts.make(zone: "Europe/Berlin")
        var profile = try await profiles.profile(user)
        profile.timeZones.append(ZonePeriod(since: 1_700_000_000_000, zone: "America/New_York"))
        let stored = try await profiles.set(.random(), profile)
        #expect(stored.revision == profile.revision + 1)
        let stale = await #expect(throws: ServiceError.self) { try await profiles.set(.random(), profile) }
        #expect(stale?.code == .conflict)
        var backwards = stored
        backwards.timeZones.reverse()
        let refused = await #expect(throws: ServiceError.self) { try await profiles.set(.random(), backwards) }
        #expect(refused?.code == .invalid)
    }

    @Test(
        "COM-1 the person's day and hour follow the zone, on both sides of a clock change",
        arguments: [
            // 2026-03-28T23:30Z is already Sunday in Berlin; an hour and a half later the clock has jumped to 03:00.
            ("Europe/Berlin", 1_774_740_600_000, "2026-03-29", 0),
            ("Europe/Berlin", 1_774_746_000_000, "2026-03-29", 3),
            ("America/New_York", 1_774_740_600_000, "2026-03-28", 19), ("UTC", -1, "1969-12-31", 23),
        ])
    func localTime(zone: String, at: Milliseconds, day: String, hour: Int) {
        let profile = Profile(
            user: .random(), revision: 1, timeZones: [ZonePeriod(since: 0, zone: zone)], country: "", sourceOrder: [])
        let local = profile.localTime(at: at)
        #expect(local.day.description == day)
        #expect(local.hour == Int32(hour))
    }
}
