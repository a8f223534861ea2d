import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

/// Migrations of a schema that others use.
@Suite(.needs(.postgres), .timeLimit(.minutes(2)), .tags(.processes)) struct PostgresMigrationTests {
    private let second = Migration(2, "colour", "ALTER TABLE notes ADD COLUMN colour TEXT")

    /// A store with a note, and a connection whose transaction reads that, as `pg_dump` does.
    private struct World {
        let scratch: Scratch
        let store: Store
        let user = UserID.random()
        let reader: PostgresConnection

        init() async throws {
            let database = try await TestDatabase.onServer
            scratch = try TestDatabase.$current.withValue(database) { try Scratch() }
            store = try scratch.store()
            try await store.write { [user] in try $0.put(1, "kept", user: user) }
            guard case .server(let address) = store.address else { throw Fault() }
            reader = try PostgresConnection(address)
            try reader.command("BEGIN; LOCK TABLE notes IN ACCESS SHARE MODE")
        }
    }

    @Test("A migration gives way while others use its table, so that those behind it go on, and is done after them")
    func givesWay() async throws {
        let world = try await World()
        let (scratch, store, user, clock) = (world.scratch, world.store, world.user, ContinuousClock())
        let migration = Task.detached { [second] in try scratch.store(migrations: notes + [second]) }
        // At most the time for which a migration waits, and some for a busy machine.
        let end = clock.now + .seconds(4)
        var number = 1
        while clock.now < end {
            number += 1
            let begin = clock.now
            try await store.write { [number] in try $0.put(number, user: user) }
            #expect(clock.now - begin < .seconds(8))
        }
        let isMigrated = try await store.read {
            try $0.value(Int.self, "SELECT count(*) FROM storage_migrations WHERE name = 'colour'")
        }
        #expect(isMigrated == 0)
        try world.reader.command("COMMIT")
        let new = try await migration.value
        try await new.write { try $0.execute("UPDATE notes SET colour = 'red'") }
        // The store of the earlier release works on.
        try await store.write { [number] in try $0.put(number + 1, user: user) }
        #expect(try await store.read { try $0.numbers(user) } == Array(1...number + 1))
    }

    @Test("A migration that cannot have its table says who may use it, and changes nothing")
    func givesUp() async throws {
        let world = try await World()
        do {
            _ = try PostgresMigrator.$patience.withValue(.zero) {
                try world.scratch.store(migrations: notes + [second])
            }
            Issue.record("migrated a table that another session reads")
        } catch let error as StorageError {
            #expect(error.code == .migration && error.message.contains("pg_dump"), "\(error)")
        }
        try await world.store.write { [user = world.user] in try $0.put(2, user: user) }
        let steps = try await world.store.read {
            try $0.value(Int.self, "SELECT max(number) FROM storage_migrations WHERE owner = 'scoring'")
        }
        #expect(steps == 1)
    }
}
