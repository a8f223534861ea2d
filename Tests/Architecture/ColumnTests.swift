import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import API
@testable import Coaching
@testable import Gateway
@testable import Goals
@testable import Ingestion
@testable import Plans
@testable import Safety
@testable import Scoring
@testable import Sentiment
@testable import Storage

/// Every column of every table is declared with its protection, and docs/columns.md lists them.
@Suite(.tags(.processes)) struct ColumnTests {
    private struct Service {
        let name: ServiceName
        let migrations: [Migration]
        let columns: [TableColumns]
    }

    private static let services = [
        Service(name: .api, migrations: API.Schema.migrations, columns: API.Schema.columns),
        Service(name: .coaching, migrations: Coaching.Schema.migrations, columns: Coaching.Schema.columns),
        Service(name: .gateway, migrations: Gateway.Schema.migrations, columns: Gateway.Schema.columns),
        Service(name: .goals, migrations: Goals.Schema.migrations, columns: Goals.Schema.columns),
        Service(name: .ingestion, migrations: Ingestion.Schema.migrations, columns: Ingestion.Schema.columns),
        Service(name: .plans, migrations: Plans.Schema.migrations, columns: Plans.Schema.columns),
        Service(name: .safety, migrations: Safety.Schema.migrations, columns: Safety.Schema.columns),
        Service(name: .scoring, migrations: Scoring.Schema.migrations, columns: Scoring.Schema.columns),
        Service(name: .sentiment, migrations: Sentiment.Schema.migrations, columns: Sentiment.Schema.columns),
    ]

    private static func compare(
        _ service: Service, at address: DatabaseAddress, _ library: [TableColumns], query: String
    ) async throws {
        let scratch = NSTemporaryDirectory() + "pulsum-columns-\(EntityID.random())"
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        let store = try Store(
            at: address, service: service.name, key: try MasterKey.loadOrCreate(path: scratch + "/master.key"),
            migrations: service.migrations)
        var found: [String: Set<String>] = [:]
        for row in try await store.read({ try $0.rows(query) }) {
            found[try row[0], default: []].insert(try row[1])
        }
        try store.close()
        let listed = service.columns + library
        #expect(Set(listed.map(\.name)).count == listed.count, "a table is listed twice")
        for table in listed {
            let columns = (found.removeValue(forKey: table.name) ?? []).subtracting([StorageSchema.rowNumber])
            #expect(columns == table.all, "\(service.name) \(table.name)")
            #expect(Set(table.key + [table.digest].compactMap(\.self)).isSubset(of: table.granting), "\(table.name)")
            #expect(table.granting.isEmpty == table.key.isEmpty, "\(table.name)")
            // Each column that is not sealed has a reason to be in the clear.
            #expect(
                Set(table.granting).subtracting(table.texts) == Set(table.open.keys).intersection(table.granting),
                "\(table.name)")
        }
        #expect(found.isEmpty, "\(service.name) has tables that are not listed")
    }

    @Test("SEC-15 every column of every service is declared, on SQLite")
    func sqlite() async throws {
        #expect(Set(Self.services.map(\.name)) == Set(Topology.services))
        for service in Self.services {
            let path = NSTemporaryDirectory() + "pulsum-columns-\(EntityID.random())/x.sqlite"
            defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
            try await Self.compare(
                service, at: .file(path), StorageSchema.columns,
                query: """
                    SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
                    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
                    """)
        }
    }

    @Test("SEC-15 every column of every service is declared, on PostgreSQL", .needs(.postgres))
    func postgres() async throws {
        let url = try await PostgresCluster.running.url()
        for service in Self.services {
            let address = try #require(
                PostgresAddress(url, service: service.name.rawValue, installation: "columns", connections: 2))
            try await Self.compare(
                service, at: .server(address), StorageSchema.columns + StorageSchema.serverColumns,
                query: """
                    SELECT c.relname::text, a.attname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
                    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0
                        AND NOT a.attisdropped
                    """)
        }
    }

    @Test("SEC-15 docs/columns.md lists every column")
    func documented() throws {
        var text = """
            # Columns

            How every column of every table is protected, generated by `deploy/generate` from the declarations beside
            the schemas. **Proof**: the column decides who may do what, and the row's `proof` authenticates it
            ([security](security.md)). **Sealed**: encrypted for its person and row. All others are in the clear, with
            the reason. In a database that an earlier release made, what that release reads is sealed by
            [`pulsum rows seal`](operations.md#rows-without-proofs).

            """
        let library = Service(
            name: ServiceName(rawValue: "every service"), migrations: [],
            columns: StorageSchema.columns + StorageSchema.serverColumns)
        for service in Self.services + [library] {
            text += "\n## \(service.name)\n\n| table | proof | sealed | in the clear |\n|---|---|---|---|\n"
            for table in service.columns {
                let open = table.open.sorted { $0.key < $1.key }.map { "`\($0.key)`: \($0.value)" }
                text +=
                    "| `\(table.name)` | \(Self.names(table.granting)) | \(Self.names(table.sealed + table.texts)) | \(open.joined(separator: "; ")) |\n"
            }
        }
        let url = Repository.root.appendingPathComponent("docs/columns.md")
        if ProcessInfo.processInfo.environment["PULSUM_GENERATE"] == "1" { try Data(text.utf8).write(to: url) }
        #expect(
            try String(contentsOf: url, encoding: .utf8) == text, "Run deploy/generate and commit docs/columns.md.")
    }

    private static func names(_ columns: [String]) -> String { columns.map { "`\($0)`" }.joined(separator: ", ") }
}
