import Fixtures
import Foundation
import Messages
import Storage

@testable import API

/// The API database of a running stack, for changes that no route offers: elapsed time, another replica, or somebody
/// who can write the file but has no key.
struct APIFile {
    private let path: String
    private let masterKey: String
    private let file: DatabaseFile

    init(_ stack: Stack) throws {
        path = stack.directory + "/db/api.sqlite"
        masterKey = stack.directory + "/master.key"
        file = try DatabaseFile(path)
    }

    /// Writes without a key.
    func execute(_ sql: String) throws { try file.execute(sql) }

    func blobs(_ sql: String) throws -> [Data] { try file.rows(sql).map { try $0[0] } }

    func count(_ sql: String) throws -> Int { try file.rows(sql).first.map { try $0[0] } ?? 0 }

    /// Writes as another replica.
    func write(_ body: @escaping @Sendable (Transaction) throws -> Void) async throws {
        let store = try Store(
            path: path, service: .api, key: try MasterKey.loadOrCreate(path: masterKey),
            migrations: API.Schema.migrations)
        try await store.write(body)
        try store.close()
    }

    /// Lets the confirmation of passwords expire.
    func passQuarterHour() async throws {
        try await write { transaction in
            for row in try transaction.rows("SELECT id, confirmed FROM tokens WHERE confirmed IS NOT NULL") {
                let confirmed: Milliseconds = try row["confirmed"]
                try transaction.update(
                    .tokens, ["confirmed": confirmed - 900_001], of: [:], where: "id = ?", [try row["id"] as EntityID])
            }
        }
    }
}
