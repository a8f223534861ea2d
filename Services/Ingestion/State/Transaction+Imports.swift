import Foundation
import GRDB
import HealthFormats
import Messages
import Storage

/// An import job.
struct ImportJob: Sendable {
    var user: UserID
    var job: EntityID
    /// ms since 1970; used as the current time by the import, so that a restart decides the same.
    var created: Milliseconds
    var status: ImportStatus
}

extension Transaction {
    /// The job; for a folded post (`foldPosts`) the row it was added to, under the post's own id.
    func importJob(_ user: UserID, _ job: EntityID) throws -> ImportJob? {
        if let own = try storedImport(user, job) { return own }
        let target = try value(EntityID.self, "SELECT target FROM folded WHERE user = ? AND job = ?", [user, job])
        guard let target, var found = try storedImport(user, target) else { return nil }
        (found.job, found.status.job) = (job, job)
        return found
    }

    private func storedImport(_ user: UserID, _ job: EntityID) throws -> ImportJob? {
        try row("SELECT job, user, created, sealed FROM imports WHERE job = ? AND user = ?", [job, user]).map { row in
            ImportJob(
                user: user, job: job, created: row["created"],
                status: try open(ImportStatus.self, row["sealed"], user: user, table: "imports", row: "\(job)"))
        }
    }

    func createImport(_ status: ImportStatus, _ user: UserID, at created: Milliseconds) throws {
        try execute(
            "INSERT INTO imports (job, user, created, phase, sealed) VALUES (?, ?, ?, ?, ?)",
            [
                status.job, user, created, status.phase.rawValue,
                try seal(status, user: user, table: "imports", row: "\(status.job)"),
            ])
    }

    func setImport(_ status: ImportStatus, _ user: UserID) throws {
        try execute(
            "UPDATE imports SET phase = ?, sealed = ? WHERE job = ? AND user = ?",
            [
                status.phase.rawValue, try seal(status, user: user, table: "imports", row: "\(status.job)"), status.job,
                user,
            ])
    }

    func removeImport(_ user: UserID, _ job: EntityID) throws {
        try execute("DELETE FROM imports WHERE job = ? AND user = ?", [job, user])
        try execute("DELETE FROM folded WHERE job = ? AND user = ?", [job, user])
    }

    /// Newest first.
    func imports(_ user: UserID, limit: Int, offset: Int = 0) throws -> [ImportStatus] {
        try rows(
            "SELECT job, sealed FROM imports WHERE user = ? ORDER BY created DESC, job LIMIT ? OFFSET ?",
            [user, limit, offset]
        ).map { row in
            let job: EntityID = row["job"]
            return try open(ImportStatus.self, row["sealed"], user: user, table: "imports", row: "\(job)")
        }
    }

    /// Jobs that wait for a worker or lost theirs, oldest first, after a place in that order; at most 100.
    func openImports(after last: ImportPlace?) throws -> [ImportPlace] {
        try rows(
            """
            SELECT user, job, created FROM imports WHERE phase IN (?, ?, ?) AND (created > ? OR (created = ? AND job > ?)) ORDER BY created, job LIMIT 100
            """,
            [
                ImportStatus.Phase.queued.rawValue, ImportStatus.Phase.reading.rawValue,
                ImportStatus.Phase.reducing.rawValue,
            ]
                + ImportPlace.arguments(last)
        ).map { ImportPlace(created: $0["created"], user: $0["user"], job: $0["job"]) }
    }

    /// Incomplete uploads begun before an instant, oldest first, after a place in that order; at most 100.
    func openUploads(before: Milliseconds, after last: ImportPlace?) throws -> [ImportPlace] {
        try rows(
            """
            SELECT user, job, created FROM imports WHERE phase = ? AND created < ? AND (created > ? OR (created = ? AND job > ?)) ORDER BY created, job LIMIT 100
            """, [ImportStatus.Phase.uploading.rawValue, before] + ImportPlace.arguments(last)
        ).map { ImportPlace(created: $0["created"], user: $0["user"], job: $0["job"]) }
    }

    /// Nil for an unknown job.
    func importPhase(_ user: UserID, _ job: EntityID) throws -> ImportStatus.Phase? {
        try value(Int32.self, "SELECT phase FROM imports WHERE job = ? AND user = ?", [job, user]).map(
            ImportStatus.Phase.init(rawValue:))
    }

    /// Deletes an upload unless it has become an import.
    /// - Returns: false if it has.
    func removeUpload(_ user: UserID, _ job: EntityID) throws -> Bool {
        try execute(
            "DELETE FROM imports WHERE job = ? AND user = ? AND phase = ?",
            [job, user, ImportStatus.Phase.uploading.rawValue]) > 0
    }

    /// Users with changed days, except those whose running import will recompute and count them; ordered by id, after
    /// an id; at most 100.
    func waitingUsers(after last: UserID?) throws -> [UserID] {
        try rows(
            """
            SELECT DISTINCT user FROM dirty WHERE user > ? AND user NOT IN (SELECT user FROM imports WHERE phase IN (?, ?)) ORDER BY user LIMIT 100
            """,
            [
                last?.databaseValue ?? Data().databaseValue, ImportStatus.Phase.reading.rawValue,
                ImportStatus.Phase.reducing.rawValue,
            ]
        ).map { $0["user"] }
    }
}

/// A job's place in the order of processing.
struct ImportPlace: Sendable {
    var created: Milliseconds
    var user: UserID
    var job: EntityID

    fileprivate static func arguments(_ last: ImportPlace?) -> StatementArguments {
        let created = last?.created ?? .min
        return [created, created, last?.job.databaseValue ?? Data().databaseValue]
    }
}
