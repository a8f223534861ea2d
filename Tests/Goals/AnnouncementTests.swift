import Logging
import Messages
import TestTraits
import Testing

@testable import Goals
@testable import Storage

/// Consumers learn of what an earlier release stored, once.
@Suite(.tags(.processes)) struct AnnouncementTests {
    private func events(_ store: Store) async throws -> [String: Int] {
        try await store.read { transaction in
            try transaction.rows(
                "SELECT user, id, type FROM storage_outbox WHERE consumer = ?", [ServiceName.coaching]
            ).reduce(into: [:]) { counts, row in
                let key = try transaction.dataKey(row["user"])
                let type = MessageType(key.show(try row["type"], of: try row["id"]))
                if type == GoalProgressed.type { counts["goals", default: 0] += 1 }
                if type == ActionCompleted.type { counts["actions", default: 0] += 1 }
            }
        }
    }

    @Test("GOL-8: goals and actions of an earlier release are announced at the first start, and not again")
    func once() async throws {
        let world = try World()
        let key = try MasterKey.loadOrCreate(path: world.directory + "/master.key")
        let path = world.directory + "/earlier.sqlite"
        let old = try Store(
            path: path, service: .goals, key: key, migrations: Schema.migrations)
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let service = GoalsService(store: old, bus: world.bus, log: log, now: { World.now })
        for user in [World.ada, World.ben] {
            let measure = try await service.save(
                SaveMeasure(user: user, content: MeasureContent(title: "Runs", unit: "runs", kind: .count)),
                id: .random()
            ).measure.facts.id
            let content = GoalContent(
                title: "Run", start: World.start, target: World.start.advanced(by: 69),
                targets: [MeasureTarget(measure: measure, value: 10)])
            _ = try await service.save(SaveGoal(user: user, content: content), id: .random())
            _ = try await service.save(
                SaveAction(user: user, content: ActionContent(title: "Ran", start: World.now), day: World.start),
                id: .random())
        }
        // The release before emitted nothing of them, and had no table of whom to announce.
        try await old.write { transaction in
            try transaction.execute("DELETE FROM storage_outbox")
            try transaction.execute("DROP TABLE unannounced")
            try transaction.execute("DELETE FROM storage_migrations WHERE owner = 'goals' AND number = 11")
        }
        try old.close()

        let store = try Store(path: path, service: .goals, key: key, migrations: Schema.migrations)
        #expect(try await events(store) == [:])
        try await Announcements.run(store)
        #expect(try await events(store) == ["goals": 2, "actions": 2])
        try await Announcements.run(store)
        #expect(try await events(store) == ["goals": 2, "actions": 2])
    }
}
