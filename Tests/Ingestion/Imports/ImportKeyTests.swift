import Fixtures
import Messages
import TestTraits
import Testing

@testable import Ingestion
@testable import Storage

/// The migration from a table with one row for each id of an import (11) to one with a row for each person and id (12).
@Suite(.tags(.processes)) struct ImportKeyTests {
    private static let phases = ImportStatus.Phase.names.map(\.value)

    @Test("ING-1: the upgrade to imports by person keeps every import in every phase")
    func upgraded() async throws { try await upgrade(onServer: false) }

    @Test("ING-1: the upgrade to imports by person on PostgreSQL", .needs(.postgres))
    func upgradedOnServer() async throws { try await upgrade(onServer: true) }

    private func upgrade(onServer: Bool) async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        var address = DatabaseAddress.file(scratch.file("ingestion.sqlite"))
        if onServer {
            let cluster = try await PostgresCluster.running
            address = .server(
                try #require(PostgresAddress(try await cluster.makeDatabase(), service: "ingestion", connections: 2)))
        }
        let key = try MasterKey.loadOrCreate(path: scratch.file("master.key"))
        func store(_ migrations: Int) throws -> Store {
            try Store(
                at: address, service: .ingestion, key: key, migrations: Array(Schema.migrations.prefix(migrations)))
        }

        let users = [UserID.random(), UserID.random()]
        let old = try store(11)
        var statuses: [UserID: [ImportStatus]] = [:]
        for user in users {
            for phase in Self.phases + Self.phases {
                statuses[user, default: []].append(
                    ImportStatus(job: .random(), fileName: "\(phase.rawValue).xml", phase: phase))
            }
        }
        let written = statuses
        try await old.write { transaction in
            for (user, statuses) in written {
                for (number, status) in statuses.enumerated() {
                    try ImportRows(user: user, transaction: transaction).create(status, at: Int64(number / 2))
                }
            }
        }
        let before = try await old.read(rows)
        #expect(before.count == 4 * Self.phases.count)
        let taken = try #require(statuses[users[0]]?.first)
        #expect(await isRefused(taken, of: users[1], by: old), "a key of the id alone")

        let new = try store(12)
        #expect(try await new.read(rows) == before)
        for user in users {
            let found = try await new.read { try ImportRows(user: user, transaction: $0).page(limit: 100).imports }
            #expect(found.count == 2 * Self.phases.count)
            for status in written[user, default: []] {
                let job = try await new.read { try ImportRows(user: user, transaction: $0).job(status.job) }
                #expect(job?.status == status)
            }
        }
        let open: [ImportStatus.Phase] = [.queued, .reading, .reducing, .undoing]
        let places = try await new.read { transaction in
            let queue = ImportQueueRows(transaction: transaction)
            let last = try #require(try queue.lastOpenImport())
            return try queue.openImports(after: nil, through: last)
        }
        #expect(places.count == 4 * open.count)
        #expect(try await new.read(indexes) == ["imports_of_user", "imports_open"])

        #expect(await isRefused(taken, of: users[0], by: new))
        #expect(await !isRefused(taken, of: users[1], by: new), "another person's import may have the same id")
        // The release before still works on the migrated database.
        let late = ImportStatus(job: .random(), fileName: "late.xml", phase: .queued)
        #expect(await !isRefused(late, of: users[0], by: old))
        #expect(try await new.read { try ImportRows(user: users[0], transaction: $0).job(late.job) }?.status == late)
        try old.close()
        try new.close()
        #expect(try await store(12).read(rows).count == before.count + 2)
    }

    /// Every import, column by column.
    private let rows: @Sendable (Transaction) throws -> [[ColumnValue]] = { transaction in
        let columns = ["user", "job", "created", "phase", "sealed"]
        return try transaction.rows("SELECT user, job, created, phase, sealed FROM imports ORDER BY user, job").map {
            row in
            try columns.map { try row[$0] }
        }
    }

    /// Names of the indexes other than that of the key.
    private let indexes: @Sendable (Transaction) throws -> [String] = { transaction in
        try transaction.rows(
            transaction.sql(
                "SELECT name FROM pragma_index_list('imports') WHERE origin = 'c' ORDER BY name",
                postgres: """
                    SELECT indexname::text AS name FROM pg_indexes
                    WHERE schemaname = current_schema() AND tablename = 'imports' AND indexname <> 'imports_pkey'
                    ORDER BY name
                    """)
        ).map { try $0["name"] }
    }

    private func isRefused(_ status: ImportStatus, of user: UserID, by store: Store) async -> Bool {
        do {
            try await store.write { try ImportRows(user: user, transaction: $0).create(status, at: 1) }
            return false
        } catch {
            #expect((error as? StorageError)?.code == .constraint)
            return true
        }
    }
}
