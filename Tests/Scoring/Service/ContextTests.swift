import Bus
import Foundation
import Messages
import Testing

@testable import Scoring

@Suite struct ContextTests {
    private func set(_ world: ServiceWorld, _ offset: Int, _ flags: [ContextFlag]) async throws -> DayContext {
        try await world.service.setContext(
            SetDayContext(user: world.user, day: day(offset), flags: flags), id: .random())
    }

    @Test(
        "SCO-7 a flag that does not mask is shown with the day's score and changes no number; the latest value applies")
    func beside() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<40).map { world.reduced(metrics($0, hrv: Double(48 + $0 % 5))) })
        let (states, updates) = (try await world.states(), try await world.updates())
        let plain = try await world.breakdown(30)
        #expect(plain.context.isEmpty)
        #expect(plain.contextNotes.isEmpty)
        #expect(
            try await set(world, 30, [.travel, .alcohol, .travel])
                == DayContext(day: day(30), flags: [.alcohol, .travel]))
        let noted = try await world.breakdown(30)
        #expect(noted.context == [.alcohol, .travel])
        #expect(noted.contextNotes.count == 2)
        #expect(noted.masked.isEmpty)
        #expect(noted.report == plain.report)
        #expect(noted.contributions == plain.contributions)
        #expect(noted.trends == plain.trends)
        #expect(try await world.breakdown(29).context.isEmpty)
        _ = try await set(world, 30, [.medication])
        #expect(try await world.breakdown(30).context == [.medication])
        _ = try await set(world, 30, [])
        #expect(try await world.breakdown(30) == plain)
        #expect(try await world.states() == states)
        #expect(try await world.updates() == updates)
    }

    @Test("SCO-7 the flags of the latest day are published with its score, once")
    func told() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<40).map { world.reduced(metrics($0, hrv: Double(48 + $0 % 5))) })
        let before = try #require(try await world.told().last)
        #expect(before.context.isEmpty)
        _ = try await set(world, 39, [.travel])
        _ = try await set(world, 39, [.travel])
        let updates = try await world.told()
        let after = try #require(updates.last)
        #expect(after.context == [.travel])
        #expect(after.revision > before.revision)
        #expect(after.revisedFrom == day(39))
        #expect(after.report == before.report)
        #expect(after.signals == before.signals)
        #expect(updates.count { $0.context == [.travel] } == 1)
    }

    @Test(
        "SCO-7 a day of illness leaves nothing to baselines and learning: later days are as without it; the switch lets it count, and a mask for travel masks travel"
    )
    func masks() async throws {
        let world = try ServiceWorld()
        let inputs = person(17, days: 40)
        let without = inputs.filter { $0.day != day(20) }
        try await world.enter(inputs)
        let plain = try await world.states()
        #expect(
            try await world.service.mask(ContextMaskQuery(user: world.user)) == .initial
                && ContextMask.initial.flags == [.illness])
        _ = try await set(world, 20, [.illness, .travel])
        let masked = try await world.states()
        #expect(
            masked == ScoreCalculator.states(inputs + [.context(DayContext(day: day(20), flags: [.illness, .travel]))]))
        #expect(masked.prefix(20) == plain.prefix(20) && masked[20].final.score != nil)
        for (later, reference) in zip(masked.dropFirst(21), ScoreCalculator.states(without).dropFirst(20)) {
            #expect(later.contributions == reference.contributions)
            #expect(later.bias == reference.bias)
            #expect(later.deviation == reference.deviation)
        }
        #expect(masked.last != plain.last)
        let breakdown = try await world.breakdown(20)
        #expect(breakdown.masked == [.illness])
        #expect(breakdown.contextNotes.last == Explanation.masked)
        func setMask(_ flags: [ContextFlag]) async throws -> ContextMask {
            try await world.service.setMask(SetContextMask(user: world.user, flags: flags), id: .random())
        }
        #expect(try await setMask([]).flags.isEmpty)
        #expect(try await world.states() == plain)
        #expect(try await world.breakdown(20).masked.isEmpty)
        #expect(try await setMask([.travel, .alcohol]).flags == [.alcohol, .travel])
        #expect(try await world.states() == masked)
        #expect(try await world.breakdown(20).masked == [.travel])
        await #expect(throws: ServiceError.self) { try await setMask([ContextFlag(rawValue: 77)]) }
    }

    @Test("SCO-7 a day without any data can carry flags, and its replay is undisturbed")
    func empty() async throws {
        let world = try ServiceWorld()
        _ = try await set(world, 35, [.alcohol])
        let breakdown = try await world.breakdown(35)
        #expect(breakdown.report.status == .noData)
        #expect(breakdown.report.reason != nil)
        #expect(breakdown.context == [.alcohol])
        try await world.deliver([world.reduced(metrics(35, hrv: 50))])
        #expect(try await world.states().map(\.day) == [day(35)])
    }

    @Test("SCO-7 unknown flags and days that have not begun are refused")
    func refused() async throws {
        let world = try ServiceWorld()
        for (offset, flag) in [
            (30, ContextFlag(rawValue: 77)), (42, .illness), (60_000, .illness), (-60_000, .illness),
        ] {
            await #expect(throws: ServiceError.self) { try await set(world, offset, [flag]) }
        }
    }

    @Test("OWN-1 OWN-2 the flags are in the export and go with the person")
    func own() async throws {
        let world = try ServiceWorld()
        _ = try await set(world, 30, [.illness])
        let text = try await world.exported()["scoring/inputs.jsonl"] ?? ""
        #expect(text.contains(#""kind":"context""#))
        #expect(text.contains("illness"))
        #expect(try await world.store.erase(world.user) > 0)
        await #expect(throws: ServiceError.self) { try await set(world, 30, [.illness]) }
    }

    @Test("SCO-7 the breakdown carries both trends; a withheld day carries none")
    func trends() async throws {
        let world = try ServiceWorld()
        try await world.deliver((0..<40).map { world.reduced(metrics($0, hrv: Double(48 + $0 % 5))) })
        #expect(try await world.breakdown(39).trends.map(\.days) == [7, 28])
        #expect(try await world.breakdown(39).trends.allSatisfy { $0.mean != nil })
        try await world.deliver(
            [
                CrisisChanged(
                    user: world.user, id: entity(1), revision: 1, at: Milliseconds(day(39).number) * 86_400_000,
                    withdrawn: false)
            ], from: .coaching)
        let withheld = try await world.breakdown(39)
        #expect(withheld.report.status == .withheld)
        #expect(withheld.trends.isEmpty)
        #expect(withheld.gaps.isEmpty)
        #expect(try await world.breakdown(38).trends.count == 2)
    }
}
