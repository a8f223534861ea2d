import Foundation
import Messages
import Storage

/// One person's journal entries in a transaction, sealed. An entry is due until its analysis is final.
struct EntryRows {
    /// An entry without its content.
    struct Stored {
        var day: Day
        var at: Milliseconds
        var revision: Int64
        var isAnalyzed: Bool
        var attempts: Int
    }

    let user: UserID
    let transaction: Transaction

    // MARK: Writing

    func add(_ id: EntityID, _ text: JournalText, day: Day, at: Milliseconds, due: Milliseconds) throws {
        let body = try transaction.seal(text, user: user, table: "entries.body", row: "\(id)")
        try transaction.execute(
            "INSERT INTO entries (user, id, day, at, revision, body, attempts, due) VALUES (?, ?, ?, ?, 1, ?, 0, ?)",
            [user, id, day, at, body, due])
    }

    /// Stores an analysis; the entry is no longer due.
    func setAnalysis(_ analysis: JournalAnalysis, of id: EntityID, revision: Int64) throws {
        let sealed = try transaction.seal(analysis, user: user, table: "entries.analysis", row: "\(id)")
        let vector = try transaction.seal(StoredEmbedding(), user: user, table: "entries.embedding", row: "\(id)")
        try transaction.execute(
            "UPDATE entries SET analysis = ?, embedding = ?, revision = ?, due = NULL WHERE user = ? AND id = ?",
            [sealed, vector, revision, user, id])
    }

    func setDue(_ due: Milliseconds?, of id: EntityID, attempts: Int) throws {
        try transaction.execute(
            "UPDATE entries SET attempts = ?, due = ? WHERE user = ? AND id = ?", [attempts, due, user, id])
    }

    /// Counts an attempt at a due entry and doubles its pause, from 2 s up to `longest`.
    func postpone(_ id: EntityID, now: Milliseconds, longest: Milliseconds) throws {
        try transaction.execute(
            """
            UPDATE entries SET attempts = attempts + 1, due = ? + min(?, 1000 << min(attempts + 1, 16))
            WHERE user = ? AND id = ? AND due IS NOT NULL
            """, [now, longest, user, id])
    }

    /// - Returns: the deleted entry; nil for an unknown one.
    func delete(_ id: EntityID) throws -> Stored? {
        let stored = try stored(id, where: "true")
        try transaction.execute("DELETE FROM entries WHERE user = ? AND id = ?", [user, id])
        return stored
    }

    // MARK: Reading

    /// At most `limit` due entries of all people, the earliest due first.
    static func due(now: Milliseconds, limit: Int, _ transaction: Transaction) throws -> [Journal.Due] {
        try transaction.rows("SELECT user, id FROM entries WHERE due <= ? ORDER BY due LIMIT ?", [now, limit]).map {
            try Journal.Due(user: $0["user"], id: $0["id"])
        }
    }

    /// Nil for an unknown entry, and for one whose analysis is final.
    func due(_ id: EntityID) throws -> Stored? { try stored(id, where: "due IS NOT NULL") }

    private func stored(_ id: EntityID, where condition: String) throws -> Stored? {
        try transaction.row(
            """
            SELECT day, at, revision, attempts, analysis IS NOT NULL AS analyzed
            FROM entries WHERE user = ? AND id = ? AND \(condition)
            """, [user, id]
        ).map {
            try Stored(
                day: $0["day"], at: $0["at"], revision: $0["revision"], isAnalyzed: $0["analyzed"],
                attempts: $0["attempts"])
        }
    }

    /// The text of a due entry; nil as of `due`.
    func dueText(_ id: EntityID) throws -> JournalText? {
        try transaction.value(
            Data.self, "SELECT body FROM entries WHERE user = ? AND id = ? AND due IS NOT NULL", [user, id]
        ).map { try text($0, of: id) }
    }

    /// An entry, and its opened text if it is due; nil for an unknown one.
    func submitted(_ id: EntityID) throws -> Journal.Submitted? {
        try transaction.row(
            "SELECT id, day, at, body, analysis, due FROM entries WHERE user = ? AND id = ?", [user, id]
        ).map { row in
            let text = try text(row["body"], of: id)
            let isDue = try (row["due"] as Milliseconds?) != nil
            return Journal.Submitted(entry: try entry(row, text.text), waiting: isDue ? text : nil)
        }
    }

    /// The analysis of an entry, nil before the first one.
    /// - Throws: `ServiceError(.notFound)` for an unknown entry.
    func analysis(of id: EntityID) throws -> JournalAnalysis? {
        guard let row = try transaction.row("SELECT analysis FROM entries WHERE user = ? AND id = ?", [user, id]) else {
            throw ServiceError(.notFound, "This journal entry was deleted after it was sent.")
        }
        return try (row["analysis"] as Data?).map { try analysis($0, of: id) }
    }

    /// Entries strictly before (`at`, `id`), newest first.
    func entries(before at: Milliseconds, id: EntityID?, limit: Int) throws -> [JournalEntry] {
        try transaction.rows(
            """
            SELECT id, day, at, body, analysis FROM entries WHERE user = ? AND (at < ? OR (at = ? AND id < ?))
            ORDER BY at DESC, id DESC LIMIT ?
            """, [user, at, at, id ?? EntityID(high: 0, low: 0), limit]
        ).map { row in try entry(row, try text(row["body"], of: try row["id"]).text) }
    }

    /// The events last emitted about the analysed entries, for re-emission.
    func analyzed(since: Day?) throws -> [JournalEntryChanged] {
        try transaction.rows(
            """
            SELECT id, day, at, revision, analysis FROM entries
            WHERE user = ? AND day >= ? AND analysis IS NOT NULL ORDER BY at, id
            """, [user, since ?? Day(number: .min)]
        ).map { row in
            let id: EntityID = try row["id"]
            let analysis = try analysis(row["analysis"], of: id)
            return JournalEntryChanged(
                user: user, entry: id, revision: UInt64(try row["revision"] as Int64), day: try row["day"],
                at: try row["at"], sentiment: analysis.sentiment, level: analysis.verdict.level,
                reason: analysis.verdict.reason)
        }
    }

    private func entry(_ row: Row, _ text: String) throws -> JournalEntry {
        let id: EntityID = try row["id"]
        return JournalEntry(
            id: id, day: try row["day"], at: try row["at"], text: text,
            analysis: try (row["analysis"] as Data?).map { try analysis($0, of: id) })
    }

    private func text(_ sealed: Data, of id: EntityID) throws -> JournalText {
        try transaction.open(JournalText.self, sealed, user: user, table: "entries.body", row: "\(id)")
    }

    private func analysis(_ sealed: Data, of id: EntityID) throws -> JournalAnalysis {
        try transaction.open(JournalAnalysis.self, sealed, user: user, table: "entries.analysis", row: "\(id)")
    }
}
