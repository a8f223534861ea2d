import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing
import Wire

@testable import Plans
@testable import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// Processes of plans that are killed during the weekly work of many people, and while their events are delivered.
@Suite(.serialized, .timeLimit(.minutes(5)), .tags(.processes)) struct WeeklyKillTests {
    private static let handover = "plans-week"
    private static let users = (1...60).map { UserID(high: 3, low: $0) }
    private static let week = 7 * World.day
    /// Wednesday after the first Sunday.
    private static let wednesday = World.now + week

    private func world() async throws -> World {
        let world = try World()
        for user in Self.users {
            try await world.body(of: user)
            try await world.generate(of: user)
        }
        return world
    }

    /// Reads the words that a test has for its process.
    fileprivate static var words: [String] {
        get throws { try Handover.words(handover).map(String.init) }
    }

    @Test(
        "PLN-7 Of several processes one is killed in the middle of the week's work: each person has one plan a week, and one event for each",
        arguments: [1, 30, 59])
    func killed(after done: Int) async throws {
        let world = try await world()
        let handover = try Handover("\(done) \(world.directory)", to: Self.handover)
        defer { handover.end() }
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let words = try WeeklyKillTests.words
            try await WeeklyKillTests.workUntilKilled(directory: words[1], done: Int(words[0]) ?? 0)
        }
        let other = try World.store(in: world.directory)
        for _ in 1...3 {
            world.wait(Self.week)
            // The claims of the dead process are free when their lease ends.
            for _ in 1...2 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for worker in [world.worker(), world.worker(other)] {
                        group.addTask { while try await worker.round() > 0 {} }
                    }
                    try await group.waitForAll()
                }
                world.wait(DueWork.Limits.lease)
            }
        }
        for user in Self.users {
            let state = try await State(world.store, user)
            #expect(state.plans.map(\.plan.occasion) == [.weekly, .weekly, .weekly, .first])
            let weeks = state.plans.map { ($0.plan.weekStart.number + 3) / 7 }
            #expect(Set(weeks).count == weeks.count, "one plan for each ISO week")
            #expect(state.events.keys.sorted() == [1, 2, 3, 4])
            #expect(state.events.values.map(\.revision).sorted() == [1, 2, 3, 4])
            #expect(Set(state.events.values.compactMap(\.plan?.id)) == Set(state.plans.map(\.plan.id)))
        }
    }

    fileprivate static func workUntilKilled(directory: String, done: Int) async throws {
        let service = PlansService(store: try World.store(in: directory), now: { wednesday })
        let count = Mutex(0)
        let worker = World.worker(service) { outcome, _ in
            guard outcome == .done else { return }
            let isLast = count.withLock { count in
                count += 1
                return count == done
            }
            if isLast { kill(getpid(), SIGKILL) }
        }
        while try await worker.round() > 0 {}
    }

    // MARK: Events

    /// What the coach keeps of each event; a second effect of one breaks the constraint.
    private static let heard = [
        Migration(
            1, "heard",
            "CREATE TABLE heard (user BLOB NOT NULL, revision INTEGER NOT NULL, plan BLOB NOT NULL, PRIMARY KEY (user, revision))"
        )
    ]

    /// A database for each service that hears of plans.
    private static func consumers(in directory: String) throws -> [ServiceName: Store] {
        let key = try MasterKey.loadOrCreate(path: directory + "/master.key")
        return try Dictionary(
            uniqueKeysWithValues: [ServiceName.coaching, .goals].map { service in
                let path = "\(directory)/\(service.rawValue).sqlite"
                return (service, try Store(path: path, service: service, key: key, migrations: heard))
            })
    }

    fileprivate static func deliver(
        _ batch: DeliverEvents, to consumers: [ServiceName: Store]
    ) async throws -> DeliverReceipt {
        try await #require(consumers[batch.consumer]).receive(batch) { event, user, transaction in
            let update = try WireDecoder().decode(PlanUpdated.self, from: event.payload)
            try transaction.execute(
                "INSERT INTO heard (user, revision, plan) VALUES (?, ?, ?)",
                [user, Int64(clamping: update.revision), update.plan?.id ?? EntityID(high: 0, low: 0)])
        }
    }

    @Test(
        "PLN-7 A process killed while it delivers PlanUpdated: another one goes on, and each event has its effect once, in order",
        arguments: [1, 3])
    func relayKilled(after deliveries: Int) async throws {
        let world = try await world()
        // An equal result would add none.
        for user in Self.users {
            try await world.body(of: user, revision: 2) { $0.weightKilograms = 82 }
            try await world.generate(force: true, of: user)
        }
        world.go(to: Self.wednesday)
        while try await world.worker().round() > 0 {}
        let consumers = try Self.consumers(in: world.directory)
        let coach = try #require(consumers[.coaching])
        let handover = try Handover("\(deliveries) \(world.directory)", to: Self.handover)
        defer { handover.end() }
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let words = try WeeklyKillTests.words
            try await WeeklyKillTests.relayUntilKilled(directory: words[1], deliveries: Int(words[0]) ?? 0)
        }
        #expect(try await coach.read { try $0.value(Int.self, "SELECT count(*) FROM heard") } ?? 0 > 0)
        #expect(try await world.store.parkedLanes().pending > 0, "the dead process had not noted the last delivery")
        let relay = Task {
            await Relay(store: world.store).run(deliver: { _, batch in
                try await WeeklyKillTests.deliver(batch, to: consumers)
            })
        }
        try await eventually("all events are delivered", within: .seconds(120)) {
            try await world.store.parkedLanes().pending > 0 ? nil : ()
        }
        relay.cancel()
        await relay.value
        #expect(try await world.store.parkedLanes().lanes.isEmpty)
        for user in Self.users {
            let rows = try await coach.read { transaction in
                try transaction.rows("SELECT revision, plan FROM heard WHERE user = ? ORDER BY rowid", [user]).map {
                    (try $0["revision"] as Int, try $0["plan"] as EntityID)
                }
            }
            #expect(rows.map(\.0) == [1, 2, 3])
            let plans = try await State(world.store, user).plans.map(\.plan.id)
            #expect(rows.map(\.1) == plans.reversed())
        }
    }

    fileprivate static func relayUntilKilled(directory: String, deliveries: Int) async throws {
        let (producer, consumers) = (try World.store(in: directory), try consumers(in: directory))
        let count = Mutex(0)
        // Several batches.
        await Relay(store: producer, rules: RelayCore.Rules(lanesPerBatch: 16)).run(deliver: { _, batch in
            let receipt = try await deliver(batch, to: consumers)
            guard batch.consumer == .coaching else { return receipt }
            let isLast = count.withLock { count in
                count += 1
                return count == deliveries
            }
            // The coach has committed, and this process has not noted it.
            if isLast { kill(getpid(), SIGKILL) }
            return receipt
        })
    }
}
