import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import Goals
@testable import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// Days are restated while the process that reads them is killed (GOL-6).
@Suite(.serialized, .timeLimit(.minutes(5)), .tags(.processes)) struct HealthKillTests {
    private static let handover = "health-kill"
    private static let days = 20
    private static let rounds = 12

    /// Every day is restated in each round; every fifth loses its samples in odd ones.
    private static func events(through round: Int) throws -> [StreamEvent] {
        try (1...round).flatMap { round in
            try (0..<days).map { day in
                let steps: Double? = day % 5 == 0 && round % 2 == 1 ? nil : Double(day * 100 + round)
                return try HealthFeed.numbered(
                    HealthFeed.totals(day, revision: UInt64(round), steps: steps), (round - 1) * days + day + 1)
            }
        }
    }

    @Test("GOL-6: days restated under kill -9 give each action once, with the last value")
    func killed() async throws {
        let feed = try HealthFeed()
        let world = feed.world
        let measure = try await world.measure("steps", .count)
        let goal = try await feed.goal(measure, 10_000)
        try await feed.rule(measure: measure, goal: goal)
        let seed = Seed(of: "HealthKillTests")
        var random = seed.generator
        for round in 1...Self.rounds {
            // Kills at the start, in the middle and near the end of the round's work.
            let statement = Int.random(in: 1...900, using: &random)
            let handover = try Handover("\(round) \(statement) \(world.directory)", to: Self.handover)
            defer { handover.end() }
            await #expect(processExitsWith: .signal(SIGKILL)) {
                let words = try Handover.words("health-kill")
                let (round, statement) = (Int(words[0]) ?? 0, Int(words[1]) ?? 0)
                let store = try World.store(in: String(words[2]))
                let service = HealthFeed.service(store, FakeBus()) { World.now }
                try await store.write { transaction in
                    transaction.eachStatement { if $0 == statement { kill(getpid(), SIGKILL) } }
                }
                // The relay got no receipt of earlier rounds and sends everything again.
                try await HealthFeed.receive(try HealthKillTests.events(through: round), service)
                while try await service.turn() {}
                kill(getpid(), SIGKILL)
            }
            let store = try World.store(in: world.directory)
            #expect(try await store.read { try $0.value(String.self, "PRAGMA integrity_check") } == "ok")
            #expect(try await store.read { try $0.rows("PRAGMA foreign_key_check").count } == 0)
            let state = try await State(store, World.ada)
            #expect(Set(state.actions.map(\.day)).count == state.actions.count, "no day has two actions")
            #expect(
                state.goals[0].progress[0].sum == state.actions.reduce(0) { $0 + $1.content.measurements[0].value })
            try store.close()
        }
        let store = try World.store(in: world.directory)
        let service = HealthFeed.service(store, world.bus) { World.now }
        try await HealthFeed.receive(try Self.events(through: Self.rounds), service)
        while try await service.turn() {}
        let state = try await State(store, World.ada)
        let values = Dictionary(
            uniqueKeysWithValues: state.actions.map {
                (World.start.distance(to: $0.day), $0.content.measurements[0].value)
            })
        #expect(
            values
                == Dictionary(uniqueKeysWithValues: (0..<Self.days).map { ($0, Double($0 * 100 + Self.rounds)) }))
        #expect(state.rows["health_actions"] == Self.days && state.goals[0].progress[0].contributions == 20)
    }
}
