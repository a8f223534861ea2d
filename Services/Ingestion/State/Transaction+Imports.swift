import Messages
import Storage

/// A job as its row says.
struct ImportJob: Sendable {
    var user: UserID
    var job: EntityID
    /// Milliseconds since 1970; "now" of everything this import judges, so that a restart judges alike.
    var created: Milliseconds
    var status: ImportStatus
}

extension Transaction {
    func importJob(_ user: UserID, _ job: EntityID) throws -> ImportJob? {
        try row("SELECT job, user, created, sealed FROM imports WHERE job = ? AND user = ?", [job, user]).map { row in
            ImportJob(
                user: user, job: job, created: row["created"], status: try open(ImportStatus.self, row["sealed"], user: user, table: "imports", row: "\(job)"))
        }
    }

    func createImport(_ status: ImportStatus, _ user: UserID, at created: Milliseconds) throws {
        try execute(
            "INSERT INTO imports (job, user, created, phase, sealed) VALUES (?, ?, ?, ?, ?)",
            [status.job, user, created, status.phase.rawValue, try seal(status, user: user, table: "imports", row: "\(status.job)")])
    }

    func setImport(_ status: ImportStatus, _ user: UserID) throws {
        try execute(
            "UPDATE imports SET phase = ?, sealed = ? WHERE job = ? AND user = ?",
            [status.phase.rawValue, try seal(status, user: user, table: "imports", row: "\(status.job)"), status.job, user])
    }

    /// Newest first.
    func imports(_ user: UserID, limit: Int, offset: Int = 0) throws -> [ImportStatus] {
        try rows("SELECT job, sealed FROM imports WHERE user = ? ORDER BY created DESC, job LIMIT ? OFFSET ?", [user, limit, offset]).map { row in
            let job: EntityID = row["job"]
            return try open(ImportStatus.self, row["sealed"], user: user, table: "imports", row: "\(job)")
        }
    }

    /// Jobs that wait for a worker or lost theirs, oldest first.
    func openImports() throws -> [(user: UserID, job: EntityID)] {
        try rows(
            "SELECT user, job FROM imports WHERE phase IN (?, ?, ?) ORDER BY created, job LIMIT 100",
            [ImportStatus.Phase.queued.rawValue, ImportStatus.Phase.reading.rawValue, ImportStatus.Phase.reducing.rawValue]
        ).map { ($0["user"], $0["job"]) }
    }

    /// Uploads that were begun before and never completed.
    func abandonedUploads(before: Milliseconds) throws -> [(user: UserID, job: EntityID)] {
        try rows("SELECT user, job FROM imports WHERE phase = ? AND created < ? LIMIT 100", [ImportStatus.Phase.uploading.rawValue, before])
            .map { ($0["user"], $0["job"]) }
    }

    func removeImport(_ user: UserID, _ job: EntityID) throws { try execute("DELETE FROM imports WHERE job = ? AND user = ?", [job, user]) }

    /// Users with changed days that no import is going to reduce.
    func waitingUsers() throws -> [UserID] {
        try rows("SELECT DISTINCT user FROM dirty LIMIT 100").map { $0["user"] }
    }
}
