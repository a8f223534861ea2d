import Fixtures
import Foundation
import Messages
import Storage

/// Bytes on disk of each table of a stack's SQLite databases, with its indexes.
struct DayDisk {
    struct Table: Hashable {
        let service: String
        let name: String
    }

    /// Tables whose rows are kept for a day or until they are delivered, whatever their number of days.
    private static let passing: Set<String> = [
        "storage_replies", "storage_outbox", "storage_skipped", "folded", "imports", "dirty", "throttle", "nights",
    ]

    var bytes: [Table: Double] = [:]

    /// - Parameter data: the stack's data directory.
    init(_ data: String) throws {
        for service in Topology.entries.map(\.name) {
            let path = "\(data)/db/\(service).sqlite"
            guard FileManager.default.fileExists(atPath: path) else { continue }
            let file = try DatabaseFile(path)
            // An index has pages of its own, under its own name.
            let rows = try file.rows(
                "SELECT s.tbl_name AS name, SUM(d.pgsize) AS bytes FROM dbstat d JOIN sqlite_schema s ON s.name = d.name GROUP BY s.tbl_name"
            )
            for row in rows {
                bytes[Table(service: "\(service)", name: try row["name"])] = try row["bytes"] as Double
            }
        }
    }

    /// Growth by table, most first, without tables whose rows pass.
    static func growth(from before: DayDisk, to after: DayDisk) -> [(table: Table, bytes: Double)] {
        after.bytes.filter { !passing.contains($0.key.name) }.map { table, bytes in
            (table, bytes - (before.bytes[table] ?? 0))
        }.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }
    }
}
