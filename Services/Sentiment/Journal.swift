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
            try EntryRows(user: request.user, transaction: transaction).add(
                entry, JournalText(text: request.text, country: request.country), day: request.day, at: request.at,
                due: now + Self.grace)
            return StoredSubmission(entry: entry)
        }.entry
    }

    /// Records an analysis and emits it. An entry whose analysis is final, or that was deleted meanwhile, stays
    /// unchanged.
    /// - Parameter isFinal: false if the embedding failed: the entry stays due, and further analyses without the
    ///   embedding are not emitted.
    func record(_ analysis: JournalAnalysis, isFinal: Bool, of entry: Due, now: Milliseconds) async throws {
        try await store.write { transaction in
            let rows = EntryRows(user: entry.user, transaction: transaction)
            guard let stored = try rows.due(entry.id) else { return }
            if isFinal || !stored.isAnalyzed {
                let revision = stored.revision + 1
                try rows.setAnalysis(analysis, of: entry.id, revision: revision)
                try transaction.emit(
                    JournalEntryChanged(
                        user: entry.user, entry: entry.id, revision: UInt64(revision), day: stored.day, at: stored.at,
                        sentiment: analysis.sentiment, level: analysis.verdict.level, reason: analysis.verdict.reason),
                    id: entry.id)
            }
            guard !isFinal else { return }
            let attempts = stored.isAnalyzed ? stored.attempts + 1 : 1
            let pause = min(Self.maximumEmbeddingBackoff, 1000 << min(attempts, 16))
            try rows.setDue(
                attempts < Self.maximumEmbeddingRetries ? now + Milliseconds(pause) : nil, of: entry.id,
                attempts: attempts)
        }
    }

    /// Reschedules an entry after a failed attempt with exponential backoff: 2, 4, 8, … seconds, at most a minute.
    func reschedule(_ entry: Due, now: Milliseconds) async throws {
        try await store.write {
            try EntryRows(user: entry.user, transaction: $0).postpone(entry.id, now: now, longest: Self.maximumBackoff)
        }
    }

    /// Deletes an entry and, if its analysis was emitted, emits the deletion.
    /// - Throws: `ServiceError(.notFound)` for an unknown or deleted entry.
    func delete(_ request: DeleteJournalEntry, id requestID: RequestID) async throws -> Empty {
        try await store.command(requestID, user: request.user) { transaction in
            let rows = EntryRows(user: request.user, transaction: transaction)
            guard let stored = try rows.delete(request.entry) else {
                throw ServiceError(.notFound, "There is no such journal entry; it may have been deleted already.")
            }
            if stored.isAnalyzed {
                try transaction.emit(
                    JournalEntryChanged(
                        user: request.user, entry: request.entry, revision: UInt64(stored.revision) + 1,
                        day: stored.day, at: stored.at, sentiment: nil, level: .safe, deleted: true),
                    id: request.entry)
            }
            return Empty()
        }
    }

    // MARK: Reading

    /// At most `limit` due entries, the earliest due first.
    func due(now: Milliseconds, limit: Int = 16) async throws -> [Due] {
        try await store.read { try EntryRows.due(now: now, limit: limit, $0) }
    }

    /// The text of an entry that is due for a first or a better analysis; nil if it is no longer due.
    func waiting(_ entry: Due) async throws -> JournalText? {
        try await store.read { try EntryRows(user: entry.user, transaction: $0).dueText(entry.id) }
    }

    /// An entry as its submission finds it.
    struct Submitted: Sendable {
        var entry: JournalEntry
        /// The opened text if the entry is due for an analysis.
        let waiting: JournalText?
    }

    /// A stored entry with its opened text, so that its submission analyses and returns it without opening it again;
    /// nil if it was deleted.
    func submitted(_ entry: Due) async throws -> Submitted? {
        try await store.read { try EntryRows(user: entry.user, transaction: $0).submitted(entry.id) }
    }

    /// The analysis of an entry, nil before the first one.
    /// - Throws: `ServiceError(.notFound)` for a deleted entry.
    func analysis(of entry: Due) async throws -> JournalAnalysis? {
        try await store.read { try EntryRows(user: entry.user, transaction: $0).analysis(of: entry.id) }
    }

    /// Entries strictly before (`at`, `id`), newest first.
    func entries(of user: UserID, before at: Milliseconds, id: EntityID?, limit: Int) async throws -> [JournalEntry] {
        try await store.read { try EntryRows(user: user, transaction: $0).entries(before: at, id: id, limit: limit) }
    }
}
