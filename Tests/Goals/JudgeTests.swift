import Foundation
import Messages
import ServiceKit
import Storage
import Testing

@testable import Goals

/// Texts that safety reads in part, or never judges.
@Suite struct JudgeTests {
    private let text = String(repeating: "A long way. ", count: 160)

    private func value(_ world: World, _ title: String, of user: UserID = World.ada) async throws -> EntityID {
        let content = ValueContent(title: title, detailedDescription: text)
        return try await world.service.save(SaveValue(user: user, content: content), id: .random()).value.facts.id
    }

    private func level(_ world: World, _ id: EntityID) async throws -> Verdict.Level? {
        try await world.store.read { transaction in
            let rows = AbstractionRows(user: World.ada, transaction: transaction)
            let columns = AbstractionRows.columns
            return try transaction.row(
                "SELECT \(columns) FROM abstractions a WHERE a.user = ? AND a.id = ?", [World.ada, id]
            ).flatMap { try rows.read($0).facts.level }
        }
    }

    private func judgeDue(_ world: World, after time: Milliseconds = 60_000) async throws {
        world.time.withLock { $0 += time }
        try await world.service.judge.judgeDue(now: world.time.withLock { $0 })
    }

    @Test("SAF-6 A text that was read in part waits, until the background has had all of it read")
    func thorough() async throws {
        let world = try World()
        world.bus.state.withLock {
            $0.byEffort = [.prompt: Verdict(level: .safe).asReadInPart, .thorough: Verdict(level: .safe)]
        }
        let id = try await value(world, "Health")
        #expect(try await level(world, id) == nil)
        try await judgeDue(world)
        #expect(try await level(world, id) == .safe)
        #expect(world.bus.state.withLock { $0.efforts.last } == .thorough)
    }

    @Test(
        "SAF-6 A text that safety never judges ends as a caution, and is judged again when its person saves it again",
        arguments: [ServiceError.Code.timeout, .interrupted, .failed])
    func attempts(code: ServiceError.Code) async throws {
        let world = try World()
        world.bus.state.withLock { $0.error = ServiceError(code, "No verdict.") }
        let id = try await value(world, "Health")
        for _ in 0..<30 where try await level(world, id) == nil { try await judgeDue(world) }
        #expect(try await level(world, id) == .caution)
        let asked = world.bus.state.withLock { $0.asked.count }
        #expect(asked <= AbstractionRows.maximumAttempts + 1)
        try await judgeDue(world, after: 600_000)
        #expect(world.bus.state.withLock { $0.asked.count } == asked)
        world.bus.state.withLock { $0.error = nil }
        let content = ValueContent(title: "Health", detailedDescription: text)
        _ = try await world.service.save(
            SaveValue(user: World.ada, edited: EditedVersion(id: id, version: 1), content: content), id: .random())
        #expect(try await level(world, id) == .safe)
    }

    @Test(
        "SAF-6 A long outage and one timeout leave a text to be read in full; after three timeouts a brief verdict is final"
    )
    func brief() async throws {
        for (timeouts, effort) in [(1, Classify.Effort.thorough), (3, .brief)] {
            let world = try World()
            world.bus.state.withLock { $0.error = ServiceError(.unavailable, "Nobody answers.") }
            let id = try await value(world, "Health")
            for _ in 0..<10 { try await judgeDue(world) }
            world.bus.state.withLock { $0.error = ServiceError(.timeout, "No verdict.") }
            for _ in 0..<timeouts { try await judgeDue(world) }
            world.bus.state.withLock {
                ($0.error, $0.efforts) = (nil, [])
                $0.byEffort = [.brief: Verdict(level: .safe).asReadInPart, .thorough: Verdict(level: .safe)]
            }
            try await judgeDue(world)
            #expect(world.bus.state.withLock { $0.efforts } == [effort])
            #expect(try await level(world, id) == (effort == .brief ? .caution : .safe))
        }
    }

    @Test("SAF-6 An outage of safety judges nothing, however long it is")
    func outage() async throws {
        let world = try World()
        world.bus.state.withLock { $0.error = ServiceError(.unavailable, "Nobody answers.") }
        let id = try await value(world, "Health")
        for _ in 0..<40 { try await judgeDue(world) }
        world.bus.state.withLock { $0.error = ServiceError(.timeout, "No verdict.") }
        for _ in 0..<4 { try await judgeDue(world) }
        #expect(try await level(world, id) == nil)
    }

    @Test("SAF-6 Many texts of one person come after the first one of another, and are read in full one by one")
    func shares() async throws {
        let world = try World()
        world.bus.state.withLock { $0.error = ServiceError(.unavailable, "Nobody answers.") }
        for number in 0..<30 { _ = try await value(world, "Value \(number)") }
        let other = try await value(world, "Other", of: World.ben)
        world.time.withLock { $0 += 4_000 }
        let now = world.time.withLock { $0 }
        let due = try await world.store.read { try WaitingRows(transaction: $0).due(now: now, limit: 16) }
        #expect(due.prefix(2).contains { $0.user == World.ben && $0.id == other })
        world.bus.state.withLock {
            ($0.error, $0.efforts) = (nil, [])
            $0.byEffort = [.brief: Verdict(level: .safe).asReadInPart]
        }
        while try await world.service.judge.judgeDue(now: now) > 0 {}
        #expect(world.bus.state.withLock { $0.efforts.count { $0 == .brief } } == 31 - AbstractionRows.backlog)
        let waiting = try await world.store.read {
            try $0.rows("SELECT due FROM abstractions WHERE due IS NOT NULL ORDER BY due").map {
                try $0["due"] as Milliseconds
            }
        }
        #expect(waiting.count == 31 - AbstractionRows.backlog)
        #expect(zip(waiting, waiting.dropFirst()).allSatisfy { $1 - $0 >= FairShares.pause(of: text) })
    }
}
