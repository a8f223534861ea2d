import Foundation
import Messages
import Storage

/// The uploads and imports of a person.
struct TableRows {
    /// Uploads of a person, at most.
    static let maximumImports = 4
    /// Milliseconds after the last step until an upload is removed.
    static let kept: Milliseconds = 86_400_000

    let user: UserID
    let transaction: Transaction

    /// An upload, and the import of it.
    struct Upload: Sendable {
        var size: Int64
        /// Nil until the import begins.
        var kind: TableKind?
        var phase: TableImportPhase?
        /// Rows that were consumed.
        var position: Int64
        var report: TableReport

        /// True while rows are written or taken back.
        var isRunning: Bool { phase == .writing || phase == .undoing }

        func status(_ table: EntityID) -> TableImportStatus? {
            guard let kind, let phase else { return nil }
            return TableImportStatus(table: table, kind: kind, phase: phase, written: position, report: report)
        }
    }

    // MARK: Uploads

    /// Nil for an unknown upload.
    func upload(_ id: EntityID) throws -> Upload? {
        try transaction.row(
            "SELECT size, kind, phase, position, sealed FROM table_imports WHERE user = ? AND id = ?", [user, id]
        ).map { row in
            let (kind, phase): (Int32?, Int32?) = (try row["kind"], try row["phase"])
            let sealed: Data? = try row["sealed"]
            return Upload(
                size: try row["size"], kind: kind.map(TableKind.init(rawValue:)),
                phase: phase.map(TableImportPhase.init(rawValue:)), position: try row["position"],
                report: try sealed.map {
                    try transaction.open(TableReport.self, $0, user: user, table: "table_imports", row: "\(id)")
                } ?? TableReport())
        }
    }

    /// Stores a part. A new upload replaces the oldest that is not being written, if there are too many.
    /// - Returns: bytes stored.
    /// - Throws: `ServiceError`: `conflict` for a gap, `busy` if every upload is being written.
    func append(_ part: UploadTable, now: Milliseconds) throws -> Int64 {
        let end = part.offset + Int64(part.bytes.count)
        guard let known = try upload(part.table) else {
            guard part.offset == 0 else { throw Self.gap(0) }
            try makeRoom()
            try transaction.execute(
                "INSERT INTO table_imports (user, id, size, touched) VALUES (?, ?, ?, ?)", [user, part.table, end, now])
            try insert(part)
            return end
        }
        // A part that is stored already, also of a table whose import has begun.
        guard end > known.size else { return known.size }
        guard known.phase == nil else {
            throw ServiceError(.conflict, "This table is complete; upload another one under another id.")
        }
        guard part.offset == known.size else { throw Self.gap(known.size) }
        try transaction.execute(
            "UPDATE table_imports SET size = ?, touched = ? WHERE user = ? AND id = ?", [end, now, user, part.table])
        try insert(part)
        return end
    }

    private static func gap(_ size: Int64) -> ServiceError {
        ServiceError(.conflict, "The upload has \(size) bytes; go on from there.")
    }

    private func insert(_ part: UploadTable) throws {
        let sealed = try transaction.sealBytes(
            part.bytes, user: user, table: "table_parts", row: "\(part.table)/\(part.offset)")
        try transaction.execute(
            "INSERT INTO table_parts (user, id, start, sealed) VALUES (?, ?, ?, ?)",
            [user, part.table, part.offset, sealed])
    }

    private func makeRoom() throws {
        let uploads = try transaction.rows(
            "SELECT id, phase FROM table_imports WHERE user = ? ORDER BY touched, id", [user])
        guard uploads.count >= Self.maximumImports else { return }
        for upload in uploads {
            let phase = (try upload["phase"] as Int32?).map(TableImportPhase.init(rawValue:))
            guard phase != .writing, phase != .undoing else { continue }
            let id: EntityID = try upload["id"]
            try transaction.execute("DELETE FROM table_imports WHERE user = ? AND id = ?", [user, id])
            return
        }
        throw ServiceError(
            .busy, "\(Self.maximumImports) tables are being imported; wait for one of them.", retryAfter: 10_000)
    }

    /// The next part from a position on; nil at the end.
    func part(of id: EntityID, from start: Int64) throws -> (bytes: [UInt8], end: Int64)? {
        try transaction.row(
            "SELECT start, sealed FROM table_parts WHERE user = ? AND id = ? AND start >= ? ORDER BY start LIMIT 1",
            [user, id, start]
        ).map { row in
            let start: Int64 = try row["start"]
            let bytes = try transaction.openBytes(
                row["sealed"], user: user, table: "table_parts", row: "\(id)/\(start)")
            return ([UInt8](bytes), start + Int64(bytes.count))
        }
    }

    // MARK: Imports

    func set(_ id: EntityID, _ upload: Upload, now: Milliseconds) throws {
        let sealed = try transaction.seal(upload.report, user: user, table: "table_imports", row: "\(id)")
        try transaction.execute(
            """
            UPDATE table_imports SET kind = ?, phase = ?, position = ?, touched = ?, sealed = ?
            WHERE user = ? AND id = ?
            """,
            [upload.kind?.rawValue, upload.phase?.rawValue, upload.position, now, sealed, user, id])
    }

    /// Counts consumed rows without sealing the report anew.
    func advance(_ id: EntityID, to position: Int64, now: Milliseconds) throws {
        try transaction.execute(
            "UPDATE table_imports SET position = ?, touched = ? WHERE user = ? AND id = ?", [position, now, user, id])
    }

    /// Removes what only a running import needs.
    func clean(_ id: EntityID) throws {
        for table in ["table_parts", "table_changes", "table_goals"] {
            try transaction.execute("DELETE FROM \(table) WHERE user = ? AND id = ?", [user, id])
        }
    }

    // MARK: Changes

    /// An entry that an import wrote.
    struct Change {
        var place: Int64
        var kind: EntryKind
        var entry: EntityID
        var version: UInt64
        /// Before the change; nil for a new entry.
        var before: StoredEntry?
    }

    func add(_ change: Change, of id: EntityID) throws {
        let sealed = try change.before.map { before in
            try seal(before.message, "\(id)/\(change.place)")
        }
        try transaction.execute(
            """
            INSERT INTO table_changes (user, id, place, kind, entry, version, sealed) VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [user, id, change.place, change.kind.rawValue, change.entry, Int64(clamping: change.version), sealed])
    }

    private func seal(_ message: some Message, _ row: String) throws -> Data {
        try transaction.seal(message, user: user, table: "table_changes", row: row)
    }

    /// The last changes, the last first; at most `limit`.
    func changes(of id: EntityID, limit: Int) throws -> [Change] {
        try transaction.rows(
            """
            SELECT place, kind, entry, version, sealed FROM table_changes WHERE user = ? AND id = ?
            ORDER BY place DESC LIMIT ?
            """, [user, id, limit]
        ).map { row in
            let (place, number): (Int64, Int32) = (try row["place"], try row["kind"])
            guard let kind = EntryKind(rawValue: number) else {
                throw ServiceError(.failed, "A change of an import has an unknown kind.")
            }
            let sealed: Data? = try row["sealed"]
            return Change(
                place: place, kind: kind, entry: try row["entry"], version: (try row["version"] as StoredCounter).value,
                before: try sealed.map { sealed in
                    try StoredEntry(kind) {
                        try open($0, sealed, "\(id)/\(place)")
                    }
                })
        }
    }

    private func open<M: Message>(_ type: M.Type, _ sealed: Data, _ row: String) throws -> any Message {
        try transaction.open(type, sealed, user: user, table: "table_changes", row: row)
    }

    func remove(_ change: Change, of id: EntityID) throws {
        try transaction.execute(
            "DELETE FROM table_changes WHERE user = ? AND id = ? AND place = ?", [user, id, change.place])
    }

    func note(goals: Set<EntityID>, of id: EntityID) throws {
        for goal in goals.sorted() {
            try transaction.execute(
                "INSERT OR IGNORE INTO table_goals (user, id, goal) VALUES (?, ?, ?)", [user, id, goal])
        }
    }

    /// Goals whose sums the import changed.
    func goals(of id: EntityID) throws -> [EntityID] {
        try transaction.rows("SELECT goal FROM table_goals WHERE user = ? AND id = ? ORDER BY goal", [user, id])
            .map { try $0["goal"] }
    }

    // MARK: All people

    /// Imports that are being written or taken back and rest since `before`; at most `limit`.
    static func resting(before: Milliseconds, limit: Int, _ transaction: Transaction) throws -> [(
        user: UserID, table: EntityID
    )] {
        let rows = try transaction.rows(
            """
            SELECT user, id FROM table_imports WHERE touched < ? AND phase IN
                (\(TableImportPhase.writing.rawValue), \(TableImportPhase.undoing.rawValue)) ORDER BY touched LIMIT ?
            """, [before, limit])
        return try transaction.readEach(rows, in: "table_imports") { (try $0["user"], try $0["id"]) }
    }

    private static let expired = """
        touched < ? AND (phase IS NULL OR phase NOT IN
            (\(TableImportPhase.writing.rawValue), \(TableImportPhase.undoing.rawValue)))
        """

    static func hasExpired(now: Milliseconds, _ transaction: Transaction) throws -> Bool {
        try transaction.row("SELECT 1 FROM table_imports WHERE \(expired) LIMIT 1", [now - kept]) != nil
    }

    /// Removes uploads that were left alone for a day.
    static func removeExpired(now: Milliseconds, _ transaction: Transaction) throws {
        try transaction.execute("DELETE FROM table_imports WHERE \(expired)", [now - kept])
    }
}
