import Foundation
import Messages
import Storage

/// A job's place in the order of processing.
struct ImportPlace: Sendable {
    var created: Milliseconds
    var user: UserID
    var job: EntityID
    /// True if the import is to be undone.
    var isUndo = false

    fileprivate static func arguments(_ last: ImportPlace?) -> Arguments {
        let created = last?.created ?? .min
        return [created, created, last?.job.columnValue ?? .bytes(Data())]
    }
}

extension ImportPlace {
    fileprivate init(open row: Row) throws {
        let phase: Int32 = try row["phase"]
        try self.init(
            created: row["created"], user: row["user"], job: row["job"],
            isUndo: phase == ImportStatus.Phase.undoing.rawValue)
    }
}

/// The work of all people in a transaction, in its order of processing.
struct ImportQueueRows {
    let transaction: Transaction

    private static let isOpen = "phase IN (?, ?, ?, ?)"
    private static let open: Arguments = [
        ImportStatus.Phase.queued.rawValue, ImportStatus.Phase.reading.rawValue,
        ImportStatus.Phase.reducing.rawValue, ImportStatus.Phase.undoing.rawValue,
    ]

    /// The youngest of the jobs that wait for a worker or lost theirs; nil if there is none.
    func lastOpenImport() throws -> ImportPlace? {
        try transaction.row(
            """
            SELECT user, job, created, phase FROM imports WHERE \(Self.isOpen) AND \(transaction.isInteger("created"))
            ORDER BY created DESC, job DESC LIMIT 1
            """, Self.open
        ).map(ImportPlace.init(open:))
    }

    /// Jobs that wait for a worker or lost theirs, oldest first, after a place in that order and up to another; at most
    /// 100.
    func openImports(after last: ImportPlace?, through end: ImportPlace) throws -> [ImportPlace] {
        let rows = try transaction.rows(
            """
            SELECT user, job, created, phase FROM imports
            WHERE \(Self.isOpen) AND (created > ? OR (created = ? AND job > ?)) AND (created < ? OR (created = ? AND job <= ?))
            ORDER BY created, job LIMIT 100
            """, Self.open + ImportPlace.arguments(last) + ImportPlace.arguments(end))
        return try transaction.readEach(rows, in: "imports", ImportPlace.init(open:))
    }

    /// Incomplete uploads begun before an instant, oldest first, after a place in that order; at most 100.
    func openUploads(before: Milliseconds, after last: ImportPlace?) throws -> [ImportPlace] {
        let rows = try transaction.rows(
            """
            SELECT user, job, created FROM imports WHERE phase = ? AND created < ? AND (created > ? OR (created = ? AND job > ?)) ORDER BY created, job LIMIT 100
            """, [ImportStatus.Phase.uploading.rawValue, before] + ImportPlace.arguments(last))
        return try transaction.readEach(rows, in: "imports") {
            try ImportPlace(created: $0["created"], user: $0["user"], job: $0["job"])
        }
    }

    /// Users with changed days, except those whose running import will recompute and count them; ordered by id, after
    /// an id; at most 100.
    func waitingUsers(after last: UserID?) throws -> [UserID] {
        let rows = try transaction.rows(
            """
            SELECT DISTINCT user FROM dirty WHERE user > ? AND user NOT IN (SELECT user FROM imports WHERE phase IN (?, ?, ?)) ORDER BY user LIMIT 100
            """,
            [
                last?.columnValue ?? .bytes(Data()), ImportStatus.Phase.reading.rawValue,
                ImportStatus.Phase.reducing.rawValue, ImportStatus.Phase.undoing.rawValue,
            ])
        return try transaction.readEach(rows, in: "dirty") { try $0["user"] }
    }
}
