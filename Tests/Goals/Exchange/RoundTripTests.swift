import Fixtures
import Foundation
import Messages
import Testing

@testable import Goals

@Suite struct RoundTripTests {
    private static let kinds: [TableKind] = [.values, .goals, .terms, .actions]

    @Test(
        "GOL-5: export and import are the identity: into the same account nothing changes, into another all is the same"
    )
    func tables() async throws {
        for seed in 1...6 as ClosedRange<UInt64> {
            let world = try World()
            var person = RandomPerson(random: SplitMix(seed: seed))
            try await person.fill(world)
            var files: [TableKind: [UInt8]] = [:]
            for kind in Self.kinds { files[kind] = try await world.exported(kind) }
            let before = try await world.state()
            for kind in Self.kinds {
                let status = try await world.importing(try #require(files[kind]), kind)
                #expect(status.phase == .done, "\(kind) \(status.report.badRows)")
                #expect(status.report.unchanged == status.report.rows, "\(kind)")
                #expect(status.report.rows > 0, "\(kind)")
            }
            let after = try await world.state()
            #expect(
                (after.goals, after.terms, after.actions, after.values) == (
                    before.goals, before.terms, before.actions, before.values
                ))
            for kind in Self.kinds {
                let status = try await world.importing(try #require(files[kind]), kind, of: World.ben)
                #expect(status.phase == .done, "\(status.report.badRows)")
                #expect(status.report.added == status.report.rows, "\(status.report.badRows)")
            }
            for kind in Self.kinds {
                #expect(try await world.exported(kind, of: World.ben) == files[kind], "\(kind) of seed \(seed)")
            }
        }
    }

    @Test("GOL-5: things with one name or none are named by their id, and found again")
    func sameNames() async throws {
        let world = try World()
        var person = RandomPerson(random: SplitMix(seed: 9), isPortable: false)
        try await person.fill(world)
        for kind in Self.kinds {
            let status = try await world.importing(try await world.exported(kind), kind)
            #expect(status.phase == .done, "\(status.report.badRows)")
            #expect(status.report.unchanged == status.report.rows, "\(status.report.badRows)")
        }
    }

    @Test("GOL-5: the whole graph goes through JSON and comes back, also in pieces of one byte")
    func graph() async throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            let world = try World()
            var person = RandomPerson(random: SplitMix(seed: seed), isPortable: seed != 2)
            try await person.fill(world, actions: 700)
            let file = try await world.exported(.graph)
            #expect(try JSONSerialization.jsonObject(with: Data(file)) is [String: Any])
            let same = try await world.importing(file, .graph)
            #expect(same.phase == .done, "\(same.report.badRows)")
            #expect(same.report.unchanged == same.report.rows, "\(same.report.badRows)")
            let other = try await world.importing(file, .graph, of: World.ben)
            #expect(other.phase == .done, "\(other.report.badRows)")
            #expect(other.report.added == other.report.rows, "\(other.report.badRows)")
            let (ada, ben) = (try await world.state(), try await world.state(of: World.ben))
            func drafts(_ state: State) -> [Draft] {
                state.goals.map { StoredEntry.goal($0).draft } + state.terms.map { StoredEntry.term($0).draft }
                    + state.actions.map { StoredEntry.action($0).draft }
                    + state.values.map { StoredEntry.value($0).draft }
                    + state.measures.map { StoredEntry.measure($0).draft }
            }
            #expect(drafts(ada) == drafts(ben))
            #expect(ada.goals.map(\.progress) == ben.goals.map(\.progress))
            #expect(ada.goals.map(\.content.terms) == ben.goals.map(\.content.terms))
            #expect(ada.actions.map(\.facts.logTime) == ben.actions.map(\.facts.logTime))

            var (whole, bytewise): ([JSONEntries.Entry], [JSONEntries.Entry]) = ([], [])
            var reader = JSONEntries()
            try reader.read(file) { whole.append($0) }
            try reader.finish()
            var slow = JSONEntries()
            for byte in file { try slow.read([byte]) { bytewise.append($0) } }
            try slow.finish()
            #expect(whole == bytewise)
            #expect(Int64(whole.count) == same.report.rows)
        }
    }

    @Test("GOL-5: an empty account has tables with headers alone, and they import")
    func empty() async throws {
        let world = try World()
        _ = try await world.value(of: World.ben)
        #expect(try await world.text(.values) == "id,title,description,notes,level,priority,domain,guidance\r\n")
        for kind in Self.kinds + [.graph] {
            let status = try await world.importing(try await world.exported(kind), kind)
            #expect(status.phase == .done)
            #expect(status.report == TableReport())
        }
    }

    @Test("GOL-5: times keep their milliseconds; the day of a time is the one that it shows")
    func instants() {
        var random = SplitMix(seed: 4)
        for _ in 0..<2_000 {
            let instant = Int64.random(in: -2_000_000_000_000...4_000_000_000_000, using: &random)
            #expect(Instant.parse(Instant.text(instant))?.instant == instant)
        }
        let shown = Instant.parse("2026-03-01T00:30+02:00")
        #expect(shown?.day == Day("2026-03-01"))
        #expect(shown.map { Instant.text($0.instant) } == "2026-02-28T22:30:00Z")
        for text in [
            "", "2026-03-01", "2026-02-30T10:00Z", "2026-03-01T24:00Z", "2026-03-01T10:00", "2026-03-01T10:00:00.Z",
        ] {
            #expect(Instant.parse(text) == nil, "\(text)")
        }
    }
}
