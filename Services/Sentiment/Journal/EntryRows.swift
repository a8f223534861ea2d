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
        /// The revision that the text was last changed by.
        var written: Int64
        var edited: Milliseconds?
        var isAnalyzed: Bool
        var attempts: Int
        var mood: JournalMood?
    }

    /// Rows of a page.
    struct Page {
        var entries: [JournalEntry]
        /// The last row read; nil after the last row of all.
        var next: JournalCursor?
        /// Rows of the page that could not be opened.
        var damaged: DamagedRows?
    }

    let user: UserID
    let transaction: Transaction

    /// True for an entry, also a deleted one that can still be restored.
    func has(_ id: EntityID) throws -> Bool {
        try transaction.row(
            """
            SELECT 1 FROM entries WHERE user = ?1 AND id = ?2
            UNION ALL SELECT 1 FROM deleted_entries WHERE user = ?1 AND id = ?2
            """, [user, id]) != nil
    }

    // MARK: Writing

    /// More than an analysis takes without its text and with a short card, bytes.
    private static let bytesBesideText = 96

    func add(_ id: EntityID, _ text: JournalText, day: Day, at: Milliseconds, due: Milliseconds) throws {
        let body = try transaction.seal(text, user: user, table: "entries.body", row: "\(id)")
        try transaction.execute(
            "INSERT INTO entries (user, id, day, at, revision, body, attempts, due) VALUES (?, ?, ?, ?, 1, ?, 0, ?)",
            [user, id, day, at, body, due])
    }

    /// Stores an analysis; the entry is no longer due.
    func setAnalysis(_ analysis: JournalAnalysis, of id: EntityID, revision: Int64) throws {
        var (stored, minimum) = (analysis, 0)
        if try transaction.hidesContent() {
            // Where the length follows from the text alone, it tells nothing about the verdict.
            stored.verdict.card = analysis.verdict.card.map { $0.short ?? $0 }
            minimum = analysis.redacted.utf8.count + Self.bytesBesideText
        }
        let sealed = try transaction.seal(
            stored, user: user, table: "entries.analysis", row: "\(id)", minimum: minimum)
        let vector = try transaction.seal(StoredEmbedding(), user: user, table: "entries.embedding", row: "\(id)")
        try transaction.execute(
            "UPDATE entries SET analysis = ?, embedding = ?, revision = ?, due = NULL WHERE user = ? AND id = ?",
            [sealed, vector, revision, user, id])
    }

    func setDue(_ due: Milliseconds?, of id: EntityID, attempts: Int) throws {
        try transaction.execute(
            "UPDATE entries SET attempts = ?, due = ? WHERE user = ? AND id = ?", [attempts, due, user, id])
    }

    /// Counts an attempt at a due entry and doubles its pause, from 2 s up to `maximumPause`.
    /// - Parameter maximumCount: attempts from which on none is counted.
    func postpone(_ id: EntityID, now: Milliseconds, maximumPause: Milliseconds, maximumCount: Int) throws {
        try transaction.execute(
            """
            UPDATE entries SET attempts = CASE WHEN attempts < ? THEN attempts + 1 ELSE attempts END,
                due = ? + min(?, 1000 << CAST(min(attempts + 1, 16) AS INTEGER))
            WHERE user = ? AND id = ? AND due IS NOT NULL
            """, [maximumCount, now, maximumPause, user, id])
    }

    /// Replaces the text; the entry has no analysis until the next one.
    func setText(_ text: JournalText, of id: EntityID, revision: Int64, edited: Milliseconds, due: Milliseconds) throws
    {
        let body = try transaction.seal(text, user: user, table: "entries.body", row: "\(id)")
        try transaction.execute(
            """
            UPDATE entries SET body = ?, analysis = NULL, embedding = NULL, revision = ?, written = ?, edited = ?,
                attempts = 0, due = ?
            WHERE user = ? AND id = ?
            """, [body, revision, revision, edited, due, user, id])
    }

    func setMood(_ mood: JournalMood, of id: EntityID, revision: Int64) throws {
        let sealed = try transaction.seal(mood, user: user, table: "entries.mood", row: "\(id)")
        try transaction.execute(
            "UPDATE entries SET mood = ?, revision = ? WHERE user = ? AND id = ?", [sealed, revision, user, id])
    }

    private static let columns =
        "user, id, day, at, revision, body, analysis, embedding, attempts, due, written, edited, mood"

    /// Moves an entry to the deleted ones, under a new revision.
    /// - Parameter purge: time from which it can no longer be restored.
    func delete(_ id: EntityID, revision: Int64, purge: Milliseconds) throws {
        try transaction.execute("UPDATE entries SET revision = ? WHERE user = ? AND id = ?", [revision, user, id])
        try transaction.execute(
            """
            INSERT INTO deleted_entries (\(Self.columns), purge)
            SELECT \(Self.columns), ? FROM entries WHERE user = ? AND id = ?
            """, [purge, user, id])
        try transaction.execute("DELETE FROM entries WHERE user = ? AND id = ?", [user, id])
    }

    /// Moves a deleted entry back.
    /// - Returns: false for an unknown entry, and for one whose time to undo has passed.
    func restore(_ id: EntityID, now: Milliseconds) throws -> Bool {
        let moved = try transaction.execute(
            """
            INSERT INTO entries (\(Self.columns))
            SELECT \(Self.columns) FROM deleted_entries WHERE user = ? AND id = ? AND purge > ?
            """, [user, id, now])
        guard moved > 0 else { return false }
        try transaction.execute("DELETE FROM deleted_entries WHERE user = ? AND id = ?", [user, id])
        return true
    }

    func setRevision(_ revision: Int64, of id: EntityID) throws {
        try transaction.execute("UPDATE entries SET revision = ? WHERE user = ? AND id = ?", [revision, user, id])
    }

    /// Deletes the deleted entries of all people whose time to undo has passed.
    /// - Returns: their number.
    static func purge(now: Milliseconds, _ transaction: Transaction) throws -> Int {
        Int(try transaction.execute("DELETE FROM deleted_entries WHERE purge <= ?", [now]))
    }

    // MARK: Reading

    /// At most `limit` due entries of all people: the earliest of each person, then the second ones, and so on.
    static func due(now: Milliseconds, limit: Int, _ transaction: Transaction) throws -> [Journal.Due] {
        let rows = try transaction.rows(
            """
            SELECT user, id FROM (
                SELECT user, id, due, row_number() OVER (PARTITION BY user ORDER BY due, id) AS turn
                FROM entries WHERE due <= ?) AS waiting
            ORDER BY turn, due LIMIT ?
            """, [now, limit])
        return try transaction.readEach(rows, in: "entries") { try Journal.Due(user: $0["user"], id: $0["id"]) }
    }

    /// Whether at least this many entries of the person wait for an analysis until then.
    func hasDue(atLeast count: Int, until end: Milliseconds) throws -> Bool {
        try transaction.rows("SELECT 1 FROM entries WHERE user = ? AND due <= ? LIMIT ?", [user, end, count]).count
            >= count
    }

    /// The latest time at which an entry of the person is due.
    func lastDue() throws -> Milliseconds? {
        try transaction.row("SELECT max(due) AS last FROM entries WHERE user = ? AND due IS NOT NULL", [user])?["last"]
    }

    /// Whether safety has read an entry in part only, or never.
    func isReadInPart(_ id: EntityID) throws -> Bool {
        try submitted(id)?.entry.analysis?.verdict.readInPart == true
    }

    /// Nil for an unknown entry, and for one whose analysis is final.
    func due(_ id: EntityID) throws -> Stored? { try stored(id, where: "due IS NOT NULL") }

    /// Nil for an unknown entry.
    func stored(_ id: EntityID) throws -> Stored? { try stored(id, where: "true") }

    private func stored(_ id: EntityID, where condition: String) throws -> Stored? {
        try transaction.row(
            """
            SELECT day, at, revision, written, edited, attempts, mood, analysis IS NOT NULL AS analyzed
            FROM entries WHERE user = ? AND id = ? AND \(condition)
            """, [user, id]
        ).map {
            try Stored(
                day: $0["day"], at: $0["at"], revision: $0["revision"], written: $0["written"], edited: $0["edited"],
                isAnalyzed: $0["analyzed"], attempts: $0["attempts"], mood: mood($0["mood"], of: id))
        }
    }

    /// The text of a due entry; nil as of `due`.
    func dueText(_ id: EntityID) throws -> Journal.Waiting? {
        try transaction.row(
            "SELECT revision, body, attempts, analysis FROM entries WHERE user = ? AND id = ? AND due IS NOT NULL",
            [user, id]
        ).map {
            Journal.Waiting(
                text: try text($0["body"], of: id), revision: try $0["revision"], attempts: try $0["attempts"],
                verdict: try ($0["analysis"] as Data?).map { try analysis($0, of: id).verdict })
        }
    }

    /// The opened text, to compare it with an edit.
    func text(of id: EntityID) throws -> JournalText? {
        try transaction.value(Data.self, "SELECT body FROM entries WHERE user = ? AND id = ?", [user, id]).map {
            try text($0, of: id)
        }
    }

    /// An entry, and its opened text if it is due; nil for an unknown one.
    func submitted(_ id: EntityID) throws -> Journal.Submitted? {
        try transaction.row(
            "SELECT \(Self.read), due, attempts FROM entries WHERE user = ? AND id = ?", [user, id]
        ).map { row in
            let text = try text(row["body"], of: id)
            let isDue = try (row["due"] as Milliseconds?) != nil
            let entry = try entry(row, text.text)
            return Journal.Submitted(
                entry: entry,
                waiting: isDue
                    ? Journal.Waiting(
                        text: text, revision: try row["revision"], attempts: try row["attempts"],
                        verdict: entry.analysis?.verdict) : nil)
        }
    }

    private static let read = "id, day, at, revision, edited, body, analysis, mood"

    /// Entries strictly before (`at`, `id`) on the given days, newest first.
    /// - Parameters:
    ///   - days: nil for all.
    ///   - isFound: whether the text belongs to the page; false skips the entry, whose row counts for `limit`.
    func page(
        before at: Milliseconds, id: EntityID?, days: ClosedRange<Day>? = nil, limit: Int,
        _ isFound: (String) -> Bool = { _ in true }
    ) throws -> Page {
        var (page, skipped) = (Page(entries: [], next: nil, damaged: at == .max ? try withoutPlace() : nil), 0)
        let isOnDays = days == nil ? "" : "AND day BETWEEN ?6 AND ?7"
        // Goes on behind rows whose place is damaged.
        while page.next == nil {
            // One row more tells whether another page follows.
            let rows = try transaction.rows(
                """
                SELECT \(Self.read) FROM entries WHERE user = ?1 AND (at < ?2 OR (at = ?2 AND id < ?3)) \(isOnDays)
                ORDER BY at DESC, id DESC LIMIT ?4 OFFSET ?5
                """,
                [user, at, id ?? EntityID(high: 0, low: 0), limit + 1, skipped]
                    + (days.map { Arguments([$0.lowerBound, $0.upperBound]) } ?? []))
            let opened = try transaction.openEach(rows.prefix(limit), of: user, in: "entries") { row -> JournalEntry? in
                let text = try text(row["body"], of: try row["id"]).text
                return isFound(text) ? try entry(row, text) : nil
            }
            page.entries += opened.values
            page.damaged = .joined(page.damaged, opened.damaged)
            guard rows.count > limit else { break }
            page.next =
                rows.prefix(limit).reversed().lazy.compactMap { try? JournalCursor(at: $0["at"], id: $0["id"]) }
                .first
            skipped += limit
        }
        return page
    }

    /// Entries whose time is no number, and so before none; nil without any.
    private func withoutPlace() throws -> DamagedRows? {
        let rows = try transaction.rows(
            "SELECT id, at FROM entries WHERE user = ? AND at > ? LIMIT ?",
            [user, Milliseconds.max, DamagedRows.maximumNames])
        return try transaction.openEach(rows, of: user, in: "entries") { try $0["at"] as Milliseconds }.damaged
    }

    /// The number of entries of each day.
    func counts() throws -> [(day: Day, entries: Int)] {
        try transaction.rows("SELECT day, count(*) AS entries FROM entries WHERE user = ? GROUP BY day", [user])
            .compactMap { row in
                try transaction.readOne(of: user, in: "entries") { (day: try row["day"], entries: try row["entries"]) }
            }
    }

    /// The events last emitted about the analysed entries, for re-emission.
    func analyzed(since: Day?) throws -> [JournalEntryChanged] {
        try transaction.rows(
            """
            SELECT id, day, at, revision, edited, analysis, mood FROM entries
            WHERE user = ? AND day >= ? AND analysis IS NOT NULL ORDER BY at, id
            """, [user, since ?? Day(number: .min)]
        ).map { row in
            let id: EntityID = try row["id"]
            let analysis = try analysis(row["analysis"], of: id)
            return JournalEntryChanged(
                user: user, entry: id, revision: (try row["revision"] as StoredCounter).value, day: try row["day"],
                at: try row["at"], sentiment: analysis.counted(try mood(row["mood"], of: id)),
                level: analysis.verdict.level, reason: analysis.verdict.reason, edited: try row["edited"])
        }
    }

    /// The event about an entry's current state; nil before its analysis.
    func changed(_ id: EntityID) throws -> JournalEntryChanged? {
        guard let stored = try stored(id), let analysis = try submitted(id)?.entry.analysis else { return nil }
        return JournalEntryChanged(
            user: user, entry: id, revision: UInt64(stored.revision), day: stored.day, at: stored.at,
            sentiment: analysis.counted(stored.mood), level: analysis.verdict.level, reason: analysis.verdict.reason,
            edited: stored.edited)
    }

    private func entry(_ row: Row, _ text: String) throws -> JournalEntry {
        let id: EntityID = try row["id"]
        return JournalEntry(
            id: id, day: try row["day"], at: try row["at"], text: text,
            analysis: try (row["analysis"] as Data?).map { try analysis($0, of: id) },
            revision: (try row["revision"] as StoredCounter).value, edited: try row["edited"],
            mood: try mood(row["mood"], of: id))
    }

    private func mood(_ sealed: Data?, of id: EntityID) throws -> JournalMood? {
        try sealed.map { try transaction.open(JournalMood.self, $0, user: user, table: "entries.mood", row: "\(id)") }
    }

    private func text(_ sealed: Data, of id: EntityID) throws -> JournalText {
        try transaction.open(JournalText.self, sealed, user: user, table: "entries.body", row: "\(id)")
    }

    private func analysis(_ sealed: Data, of id: EntityID) throws -> JournalAnalysis {
        var analysis = try transaction.open(
            JournalAnalysis.self, sealed, user: user, table: "entries.analysis", row: "\(id)")
        analysis.verdict.card = analysis.verdict.card.map(\.whole)
        return analysis
    }
}

extension JournalAnalysis {
    /// The sentiment that counts for the score: the person's value, else the analysis' own; nil if kept out.
    fileprivate func counted(_ mood: JournalMood?) -> Double? {
        mood?.keptOut == true ? nil : mood?.value ?? sentiment
    }
}
