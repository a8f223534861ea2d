import Foundation
import GRDB
import Messages
import Storage

/// All journal entries, sealed (SEN-6). An entry is stored before any other step; its analysis follows as soon as
/// possible (SEN-2).
struct Journal: Sendable {
    /// Milliseconds after which the background analyses an entry that its own submission did not.
    static let grace: Milliseconds = 3_000
    /// Longest pause between two attempts, in milliseconds.
    static let maximumBackoff: Milliseconds = 60_000
    /// Largest number of retries of a failed embedding, with pauses of at most `maximumEmbeddingBackoff`: about half a
    /// day. Until then the entry has the lexicon's sentiment.
    static let maximumEmbeddingRetries = 20
    /// Longest pause between two such retries, in milliseconds.
    static let maximumEmbeddingBackoff: Milliseconds = 3_600_000

    let store: Store

    /// An entry that is due for analysis.
    struct Due: Sendable, Equatable {
        var user: UserID
        var id: EntityID
    }

    // MARK: Writing

    /// Stores a new entry. Its id is derived from the request's id, so a retry finds the stored entry.
    func keep(_ request: SubmitJournal, id requestID: RequestID, now: Milliseconds) async throws -> EntityID {
        let entry = EntityID(high: requestID.high, low: requestID.low)
        return try await store.command(requestID, user: request.user) { transaction in
            let body = try transaction.seal(
                JournalText(text: request.text, country: request.country), user: request.user, table: "entries.body",
                row: "\(entry)")
            try transaction.execute(
                "INSERT INTO entries (user, id, day, at, revision, body, attempts, due) VALUES (?, ?, ?, ?, 1, ?, 0, ?)",
                [request.user, entry, request.day, request.at, body, now + Self.grace])
            return StoredSubmission(entry: entry)
        }.entry
    }

    /// Records an analysis and emits it. An entry whose analysis is final, or that was deleted meanwhile, stays
    /// unchanged.
    /// - Parameter isFinal: false if the embedding failed: the entry stays due, and further analyses without the
    ///   embedding are not emitted.
    func record(_ analysis: JournalAnalysis, isFinal: Bool, of entry: Due, now: Milliseconds) async throws {
        let (user, id) = (entry.user, entry.id)
        try await store.write { transaction in
            let found = try transaction.row(
                "SELECT day, at, revision, attempts, analysis IS NOT NULL AS analyzed FROM entries WHERE user = ? AND id = ? AND due IS NOT NULL",
                [user, id])
            guard let row = found else { return }
            let isAnalyzed: Bool = row["analyzed"]
            if isFinal || !isAnalyzed {
                let revision = (row["revision"] as Int64) + 1
                let sealed = try transaction.seal(analysis, user: user, table: "entries.analysis", row: "\(id)")
                let vector = try transaction.seal(
                    StoredEmbedding(), user: user, table: "entries.embedding", row: "\(id)")
                try transaction.execute(
                    "UPDATE entries SET analysis = ?, embedding = ?, revision = ?, due = NULL WHERE user = ? AND id = ?",
                    [sealed, vector, revision, user, id])
                try transaction.emit(
                    JournalEntryChanged(
                        user: user, entry: id, revision: UInt64(revision), day: row["day"], at: row["at"],
                        sentiment: analysis.sentiment,
                        level: analysis.verdict.level, reason: analysis.verdict.reason), id: id)
            }
            guard !isFinal else { return }
            let attempts = isAnalyzed ? (row["attempts"] as Int) + 1 : 1
            let pause = min(Self.maximumEmbeddingBackoff, 1000 << min(attempts, 16))
            try transaction.execute(
                "UPDATE entries SET attempts = ?, due = ? WHERE user = ? AND id = ?",
                [attempts, attempts < Self.maximumEmbeddingRetries ? now + Milliseconds(pause) : nil, user, id])
        }
    }

    /// Reschedules an entry after a failed attempt with exponential backoff: 2, 4, 8, … seconds, at most a minute.
    func reschedule(_ entry: Due, now: Milliseconds) async throws {
        try await store.write { transaction in
            try transaction.execute(
                """
                UPDATE entries SET attempts = attempts + 1, due = ? + min(?, 1000 << min(attempts + 1, 16))
                WHERE user = ? AND id = ? AND due IS NOT NULL
                """, [now, Self.maximumBackoff, entry.user, entry.id])
        }
    }

    /// Deletes an entry and, if its analysis was emitted, emits the deletion.
    /// - Throws: `ServiceError(.notFound)` for an unknown or deleted entry.
    func delete(_ request: DeleteJournalEntry, id requestID: RequestID) async throws -> Empty {
        try await store.command(requestID, user: request.user) { transaction in
            let found = try transaction.row(
                "SELECT day, at, revision, analysis IS NOT NULL AS analyzed FROM entries WHERE user = ? AND id = ?",
                [request.user, request.entry])
            guard let row = found else {
                throw ServiceError(.notFound, "There is no such journal entry; it may have been deleted already.")
            }
            try transaction.execute("DELETE FROM entries WHERE user = ? AND id = ?", [request.user, request.entry])
            if row["analyzed"] {
                try transaction.emit(
                    JournalEntryChanged(
                        user: request.user, entry: request.entry, revision: UInt64(row["revision"] as Int64) + 1,
                        day: row["day"], at: row["at"],
                        sentiment: nil, level: .safe, deleted: true), id: request.entry)
            }
            return Empty()
        }
    }

    // MARK: Reading

    /// At most `limit` due entries, the earliest due first.
    func due(now: Milliseconds, limit: Int = 16) async throws -> [Due] {
        try await store.read { transaction in
            try transaction.rows("SELECT user, id FROM entries WHERE due <= ? ORDER BY due LIMIT ?", [now, limit]).map {
                Due(user: $0["user"], id: $0["id"])
            }
        }
    }

    /// The text of an entry that is due for a first or a better analysis; nil if it is no longer due.
    func waiting(_ entry: Due) async throws -> JournalText? {
        try await store.read { transaction in
            let sealed = try transaction.value(
                Data.self, "SELECT body FROM entries WHERE user = ? AND id = ? AND due IS NOT NULL",
                [entry.user, entry.id])
            return try sealed.map {
                try transaction.open(JournalText.self, $0, user: entry.user, table: "entries.body", row: "\(entry.id)")
            }
        }
    }

    func entry(_ id: EntityID, of user: UserID) async throws -> JournalEntry? {
        try await store.read { transaction in
            try transaction.row(
                "SELECT id, day, at, body, analysis FROM entries WHERE user = ? AND id = ?", [user, id]
            ).map {
                try Self.entry($0, of: user, transaction)
            }
        }
    }

    /// Entries strictly before (`at`, `id`), newest first.
    func entries(of user: UserID, before at: Milliseconds, id: EntityID?, limit: Int) async throws -> [JournalEntry] {
        try await store.read { transaction in
            try transaction.rows(
                "SELECT id, day, at, body, analysis FROM entries WHERE user = ? AND (at < ? OR (at = ? AND id < ?)) ORDER BY at DESC, id DESC LIMIT ?",
                [user, at, at, id ?? EntityID(high: 0, low: 0), limit]
            ).map { try Self.entry($0, of: user, transaction) }
        }
    }

    /// The events last emitted about the person's analysed entries, for re-emission.
    static func analyzed(_ user: UserID, since: Day?, _ transaction: Transaction) throws -> [JournalEntryChanged] {
        try transaction.rows(
            "SELECT id, day, at, revision, analysis FROM entries WHERE user = ? AND day >= ? AND analysis IS NOT NULL ORDER BY at, id",
            [user, since ?? Day(number: .min)]
        ).map { row in
            let id: EntityID = row["id"]
            let analysis = try transaction.open(
                JournalAnalysis.self, row["analysis"], user: user, table: "entries.analysis", row: "\(id)")
            return JournalEntryChanged(
                user: user, entry: id, revision: UInt64(row["revision"] as Int64), day: row["day"], at: row["at"],
                sentiment: analysis.sentiment,
                level: analysis.verdict.level, reason: analysis.verdict.reason)
        }
    }

    private static func entry(_ row: Row, of user: UserID, _ transaction: Transaction) throws -> JournalEntry {
        let id: EntityID = row["id"]
        let text = try transaction.open(JournalText.self, row["body"], user: user, table: "entries.body", row: "\(id)")
            .text
        let analysis = try (row["analysis"] as Data?).map {
            try transaction.open(JournalAnalysis.self, $0, user: user, table: "entries.analysis", row: "\(id)")
        }
        return JournalEntry(id: id, day: row["day"], at: row["at"], text: text, analysis: analysis)
    }
}
