import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

@Suite(.bothEngines, .tags(.processes)) struct MigrationTests {
    private let second = Migration(2, "colour", "ALTER TABLE notes ADD COLUMN colour TEXT")

    private func copies(_ scratch: Scratch) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.path).filter { $0.contains(".before-") }
    }

    @Test("A new migration copies an existing database first and keeps its rows")
    func upgrades() async throws {
        let scratch = try Scratch()
        let user = UserID.random()
        let old = try scratch.store()
        try await old.write { try $0.put(1, "old", user: user) }
        #expect(try copies(scratch).isEmpty)
        let new = try scratch.store(migrations: notes + [second])
        try await new.write { try $0.execute("UPDATE notes SET colour = 'red'") }
        #expect(try await new.read { try $0.note(1, user: user) } == "old")
        // The previous release continues to work on the same file, also after a restart.
        try await old.write { try $0.put(2, "still", user: user) }
        #expect(try await scratch.store().read { try $0.numbers(user) } == [1, 2])
        guard scratch.isSQLite else { return }
        let copy = try #require(try copies(scratch).first)
        let before = try Store(
            path: scratch.file(copy), service: .scoring, key: MasterKey.loadOrCreate(path: scratch.file("master.key")),
            migrations: notes)
        #expect(try await before.read { try $0.note(1, user: user) } == "old")
        #expect(try await before.read { try $0.rows("SELECT name FROM pragma_table_info('notes')").count } == 3)
    }

    @Test("A failing step leaves the database as it was and says which one it was")
    func failing() async throws {
        let scratch = try Scratch()
        let user = UserID.random()
        try await scratch.store().write { try $0.put(1, "kept", user: user) }
        do {
            _ = try scratch.store(
                migrations: notes + [
                    second, Migration(3, "broken", "CREATE TABLE a (b INTEGER); INSERT INTO missing VALUES (1)"),
                ])
            Issue.record("the broken migration passed")
        } catch let error as StorageError {
            #expect(error.code == .migration)
            #expect(error.message.contains("3 “broken” of scoring"))
        }
        let store = try scratch.store(migrations: notes + [second])
        #expect(try await store.read { try $0.note(1, user: user) } == "kept")
        #expect(
            try await store.read {
                try $0.row(
                    $0.sql(
                        "SELECT 1 FROM sqlite_schema WHERE name = 'a'",
                        postgres: "SELECT 1 FROM (SELECT to_regclass('a') AS a) x WHERE a IS NOT NULL")) == nil
            })
    }

    @Test("A renamed step and numbers with a gap are refused")
    func foreign() async throws {
        let scratch = try Scratch()
        _ = try scratch.store()
        #expect(
            await storageCode { _ = try scratch.store(migrations: [Migration(1, "other", "SELECT 1")]) } == .migration)
        #expect(
            await storageCode {
                _ = try scratch.store(name: "fresh", migrations: [Migration(2, "two", "SELECT 1")])
            } == .migration)
    }

    @Test("Many processes that start at once migrate once")
    func startsTogether() async throws {
        let scratch = try Scratch()
        let stores = try await withThrowingTaskGroup(of: Store.self) { group in
            for _ in 0..<6 { group.addTask { try scratch.store(migrations: notes + [second]) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(stores.map(\.epoch)).count == 1)
        let steps = try await stores[0].read { try $0.value(Int.self, "SELECT count(*) FROM storage_migrations") }
        let own = scratch.isSQLite ? 0 : PostgresMigrator.migrations.count
        #expect(steps == StorageSchema.migrations.count + own + 2)
    }
}
