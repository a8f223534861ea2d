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

/// One person's import jobs in a transaction.
struct ImportRows {
    let user: UserID
    let transaction: Transaction

    /// The job; for a folded post (`PostFold`) the row it was added to, under the post's own id.
    func job(_ job: EntityID) throws -> ImportJob? {
        if let own = try stored(job) { return own }
        let target = try transaction.value(
            EntityID.self, "SELECT target FROM folded WHERE user = ? AND job = ?", [user, job])
        guard let target, var found = try stored(target) else { return nil }
        (found.job, found.status.job) = (job, job)
        return found
    }

    private func stored(_ job: EntityID) throws -> ImportJob? {
        try transaction.row("SELECT job, user, created, sealed FROM imports WHERE job = ? AND user = ?", [job, user])
            .map { row in
                ImportJob(
                    user: user, job: job, created: try row["created"],
                    status: try transaction.open(
                        ImportStatus.self, row["sealed"], user: user, table: "imports", row: "\(job)"
                    ).withoutIntimate)
            }
    }

    func create(_ status: ImportStatus, at created: Milliseconds) throws {
        try transaction.execute(
            "INSERT INTO imports (job, user, created, phase, sealed) VALUES (?, ?, ?, ?, ?)",
            [
                status.job, user, created, status.phase.rawValue,
                try transaction.seal(status, user: user, table: "imports", row: "\(status.job)"),
            ])
    }

    /// - Parameter created: the new time of its creation; nil keeps the stored one.
    func set(_ status: ImportStatus, at created: Milliseconds? = nil) throws {
        let sealed = try transaction.seal(status, user: user, table: "imports", row: "\(status.job)")
        try transaction.execute(
            "UPDATE imports SET phase = ?, sealed = ?, created = coalesce(?, created) WHERE job = ? AND user = ?",
            [status.phase.rawValue, sealed, created, status.job, user])
    }

    func remove(_ job: EntityID) throws {
        try transaction.execute("DELETE FROM imports WHERE job = ? AND user = ?", [job, user])
        try transaction.execute("DELETE FROM folded WHERE job = ? AND user = ?", [job, user])
    }

    /// Newest first. Reads on until `limit` are open or the list ends.
    /// - Parameter offset: rows to leave out.
    /// - Returns: `end` is the offset of the next page.
    func page(limit: Int, offset: Int = 0) throws -> (imports: [ImportStatus], end: Int) {
        var (imports, end): ([ImportStatus], Int) = ([], offset)
        while imports.count < limit {
            let wanted = limit - imports.count
            let rows = try transaction.rows(
                "SELECT job, sealed FROM imports WHERE user = ? ORDER BY created DESC, job LIMIT ? OFFSET ?",
                [user, wanted, end])
            imports += try opened(rows)
            end += rows.count
            guard rows.count == wanted else { break }
        }
        return (imports, end)
    }

    private func opened(_ rows: [Row]) throws -> [ImportStatus] {
        try transaction.openEach(rows, of: user, in: "imports", name: { "\(try $0["job"] as EntityID)" }, status).values
    }

    private func status(_ row: Row) throws -> ImportStatus {
        let job: EntityID = try row["job"]
        return try transaction.open(ImportStatus.self, row["sealed"], user: user, table: "imports", row: "\(job)")
            .withoutIntimate
    }

    /// When the newest finished import began; nil without one.
    func latest() throws -> Milliseconds? {
        try transaction.value(
            Milliseconds.self,
            """
            SELECT created FROM imports WHERE user = ? AND phase = ? AND \(transaction.isInteger("created"))
            ORDER BY created DESC LIMIT 1
            """, [user, ImportStatus.Phase.done.rawValue])
    }

    /// Nil for an unknown job.
    func phase(_ job: EntityID) throws -> ImportStatus.Phase? {
        try transaction.value(Int32.self, "SELECT phase FROM imports WHERE job = ? AND user = ?", [job, user]).map(
            ImportStatus.Phase.init(rawValue:))
    }

    /// Deletes an upload unless it has become an import.
    /// - Returns: false if it has.
    func removeUpload(_ job: EntityID) throws -> Bool {
        try transaction.execute(
            "DELETE FROM imports WHERE job = ? AND user = ? AND phase = ?",
            [job, user, ImportStatus.Phase.uploading.rawValue]) > 0
    }

    /// A person's unfinished uploads and imports.
    func unfinished() throws -> [ImportStatus] {
        let phases: [ImportStatus.Phase] = [.uploading, .queued, .reading, .reducing]
        // On PostgreSQL a search by phase would conflict with other people's imports.
        let phase = transaction.sql("phase", postgres: "phase + 0")
        return try opened(
            try transaction.rows(
                "SELECT job, sealed FROM imports WHERE user = ? AND \(phase) IN (?, ?, ?, ?)",
                [user, phases[0].rawValue, phases[1].rawValue, phases[2].rawValue, phases[3].rawValue]))
    }

    /// A person's incomplete uploads, oldest first.
    func uploads() throws -> [ImportPlace] {
        try transaction.rows(
            "SELECT job, created FROM imports WHERE user = ? AND phase = ? ORDER BY created, job",
            [user, ImportStatus.Phase.uploading.rawValue]
        )
        .map { try ImportPlace(created: $0["created"], user: user, job: $0["job"]) }
    }
}

extension ImportStatus {
    /// Without names of intimate kinds, which earlier releases stored.
    var withoutIntimate: ImportStatus {
        var status = self
        status.unknownKinds = unknownKinds.withoutIntimate
        status.unusedReasons = unusedReasons.withoutIntimate
        status.skipped = skipped.filter { IntimateNames.groups(of: $0.place).isEmpty }
        status.taken = taken.withoutIntimate
        if var receipt = companion {
            receipt.received = receipt.received.withoutIntimate
            receipt.unknownFields = receipt.unknownFields.withoutIntimate
            status.companion = receipt
        }
        return status
    }
}
