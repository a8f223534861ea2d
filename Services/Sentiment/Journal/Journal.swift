import Messages
import Storage

/// All journal entries, sealed (SEN-6). An entry is stored before any other step; its analysis follows as soon as
/// possible (SEN-2).
struct Journal: Sendable {
    /// Milliseconds after which the background analyses an entry that its own submission did not.
    static let grace: Milliseconds = 3_000
    /// Longest pause between two attempts, in milliseconds.
    static let maximumBackoff: Milliseconds = 60_000
    /// Attempts after which an entry that safety never judged counts as not read. Those while safety is down raise the
    /// count to at most `maximumOutageAttempts`, so that an outage of any length judges nothing.
    static let maximumAttempts = 12
    static let maximumOutageAttempts = 6
    /// Attempts from which on a reading in full counts as what fails: at least three of them had an answer of safety's
    /// that was an error. A text is then read briefly, and that verdict is final.
    static let attemptsBeforeBrief = maximumOutageAttempts + 3
    /// Due entries of one person from which on they are read briefly.
    static let backlog = 8
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

    /// Stores a new entry. Its id is the request's id, so a retry finds the stored entry: a browser may send again
    /// what it held for weeks, when the stored reply is gone.
    func keep(_ request: SubmitJournal, id requestID: RequestID, now: Milliseconds) async throws -> EntityID {
        let entry = EntityID(high: requestID.high, low: requestID.low)
        return try await store.command(requestID, user: request.user) { transaction in
            let rows = EntryRows(user: request.user, transaction: transaction)
            guard try !rows.has(entry) else { return StoredSubmission(entry: entry) }
            try rows.add(
                entry, JournalText(text: request.text, country: request.country), day: request.day, at: request.at,
                due: now + Self.grace)
            try Self.tell(request.user, entry, revision: 1, transaction)
            return StoredSubmission(entry: entry)
        }.entry
    }

    /// Records an analysis and emits it. An entry whose analysis is final, or that was changed or deleted meanwhile,
    /// stays unchanged.
    /// - Parameters:
    ///   - isFinal: false if the embedding failed or safety read a part only: the entry stays due.
    ///   - isImproved: whether the verdict is graver than the stored one or on more of the text. Further analyses that
    ///     are neither final nor improved are not emitted.
    ///   - read: the entry's revision when its text was read.
    ///   - pause: milliseconds after the last due entry of the person until the next analysis; nil to double the pause.
    func record(
        _ analysis: JournalAnalysis, isFinal: Bool, isImproved: Bool, of entry: Due, read: Int64,
        pause: Milliseconds? = nil,
        now: Milliseconds
    ) async throws {
        try await store.write { transaction in
            let rows = EntryRows(user: entry.user, transaction: transaction)
            guard let stored = try rows.due(entry.id), stored.revision == read else { return }
            if isFinal || isImproved || !stored.isAnalyzed {
                try rows.setAnalysis(analysis, of: entry.id, revision: stored.revision + 1)
                try Self.emit(entry.id, rows)
            }
            guard !isFinal else { return }
            if let pause {
                let last = max(now, try rows.lastDue() ?? now)
                return try rows.setDue(last + pause, of: entry.id, attempts: stored.attempts)
            }
            let attempts = stored.isAnalyzed ? stored.attempts + 1 : 1
            let pause = min(Self.maximumEmbeddingBackoff, 1000 << min(attempts, 16))
            try rows.setDue(
                attempts < Self.maximumEmbeddingRetries ? now + Milliseconds(pause) : nil, of: entry.id,
                attempts: attempts)
        }
    }

    /// Reschedules an entry after a failed attempt with exponential backoff: 2, 4, 8, … seconds, at most a minute.
    /// - Parameter isCounted: false while safety is down, which says nothing about the text.
    func reschedule(_ entry: Due, isCounted: Bool, now: Milliseconds) async throws {
        try await store.write {
            try EntryRows(user: entry.user, transaction: $0).postpone(
                entry.id, now: now, maximumPause: Self.maximumBackoff,
                maximumCount: isCounted ? Int(Int32.max) : Self.maximumOutageAttempts)
        }
    }

    /// Whether a person has so many due entries that reading each in full would take too much of everybody's time.
    func hasBacklog(_ user: UserID, now: Milliseconds) async throws -> Bool {
        try await store.read {
            try EntryRows(user: user, transaction: $0).hasDue(atLeast: Self.backlog, until: now + Self.grace)
        }
    }

    /// Replaces an entry's text. Its analysis is void; consumers keep the last one until the next is emitted, so that a
    /// crisis verdict holds until safety has judged the new text.
    /// - Throws: `ServiceError`: `notFound`; `conflict` if the text was changed after the edited revision.
    func edit(_ request: EditJournalEntry, id requestID: RequestID, now: Milliseconds) async throws {
        try await store.command(requestID, user: request.user) { transaction in
            let rows = EntryRows(user: request.user, transaction: transaction)
            guard let stored = try rows.stored(request.entry) else { throw Self.unknown }
            guard (UInt64(stored.written)...UInt64(stored.revision)).contains(request.revision) else {
                throw ServiceError(
                    .conflict, "The entry was changed on another device; load it again and repeat your change.")
            }
            // An entry that was not read in full is read again when it is saved, even unchanged.
            if try rows.text(of: request.entry)?.text != request.text || rows.isReadInPart(request.entry) {
                let revision = stored.revision + 1
                try rows.setText(
                    JournalText(text: request.text, country: request.country), of: request.entry, revision: revision,
                    edited: now, due: now + Self.grace)
                try Self.tell(request.user, request.entry, revision: revision, transaction)
            }
            return StoredSubmission(entry: request.entry)
        }
    }

    /// Stores what the person says about an entry's mood and emits the value that counts.
    /// - Throws: `ServiceError(.notFound)`.
    func setMood(_ request: SetJournalMood, id requestID: RequestID) async throws {
        try await store.command(requestID, user: request.user) { transaction in
            let rows = EntryRows(user: request.user, transaction: transaction)
            guard let stored = try rows.stored(request.entry) else { throw Self.unknown }
            if stored.mood ?? JournalMood() != request.mood {
                try rows.setMood(request.mood, of: request.entry, revision: stored.revision + 1)
                try Self.tell(request.user, request.entry, revision: stored.revision + 1, transaction)
                try Self.emit(request.entry, rows)
            }
            return StoredSubmission(entry: request.entry)
        }
    }

    /// Deletes an entry and, if an analysis of it was ever emitted, emits the deletion. It can be restored for
    /// `DeleteJournalEntry.undo`.
    /// - Throws: `ServiceError(.notFound)` for an unknown or deleted entry.
    func delete(_ request: DeleteJournalEntry, id requestID: RequestID, now: Milliseconds) async throws -> Empty {
        try await store.command(requestID, user: request.user) { transaction in
            let rows = EntryRows(user: request.user, transaction: transaction)
            guard let stored = try rows.stored(request.entry) else { throw Self.unknown }
            let revision = stored.revision + 1
            try rows.delete(request.entry, revision: revision, purge: now + DeleteJournalEntry.undo)
            try Self.tell(request.user, request.entry, revision: revision, transaction)
            // An edited entry may have no analysis although consumers have an earlier one.
            if stored.revision > 1 {
                try transaction.emit(
                    JournalEntryChanged(
                        user: request.user, entry: request.entry, revision: UInt64(revision), day: stored.day,
                        at: stored.at, sentiment: nil, level: .safe, deleted: true, edited: stored.edited),
                    id: request.entry)
            }
            return Empty()
        }
    }

    /// Restores a deleted entry under a new revision and emits it again. An entry that is not deleted stays unchanged.
    /// - Throws: `ServiceError(.notFound)` for an unknown entry, and after `DeleteJournalEntry.undo`.
    func restore(_ request: RestoreJournalEntry, id requestID: RequestID, now: Milliseconds) async throws {
        try await store.command(requestID, user: request.user) { transaction in
            let rows = EntryRows(user: request.user, transaction: transaction)
            guard try rows.stored(request.entry) == nil else { return StoredSubmission(entry: request.entry) }
            guard try rows.restore(request.entry, now: now), let stored = try rows.stored(request.entry) else {
                throw ServiceError(
                    .notFound, "This journal entry cannot be restored; that is possible for ten minutes.")
            }
            let revision = stored.revision + 1
            try rows.setRevision(revision, of: request.entry)
            try Self.tell(request.user, request.entry, revision: revision, transaction)
            try Self.emit(request.entry, rows)
            return StoredSubmission(entry: request.entry)
        }
    }

    /// Purges deleted entries of all people whose time to undo has passed.
    /// - Returns: their number.
    @discardableResult
    func purge(now: Milliseconds) async throws -> Int { try await store.write { try EntryRows.purge(now: now, $0) } }

    private static let unknown = ServiceError(
        .notFound, "There is no such journal entry; it may have been deleted already.")

    private static func tell(
        _ user: UserID, _ entry: EntityID, revision: Int64, _ transaction: Transaction
    ) throws {
        try transaction.emit(JournalSaved(user: user, entry: entry, revision: UInt64(revision)), id: entry)
    }

    /// Emits an entry's current state; nothing before its analysis.
    private static func emit(_ entry: EntityID, _ rows: EntryRows) throws {
        if let event = try rows.changed(entry) { try rows.transaction.emit(event, id: entry) }
    }

    // MARK: Reading

    /// At most `limit` due entries: the earliest of each person, then the second ones, and so on.
    func due(now: Milliseconds, limit: Int = 16) async throws -> [Due] {
        try await store.read { try EntryRows.due(now: now, limit: limit, $0) }
    }

    /// The text of an entry that is due for a first or a better analysis; nil if it is no longer due.
    func waiting(_ entry: Due) async throws -> Waiting? {
        try await store.read { try EntryRows(user: entry.user, transaction: $0).dueText(entry.id) }
    }

    /// The opened text of an entry that is due for an analysis.
    struct Waiting: Sendable {
        let text: JournalText
        /// The entry's revision when the text was read.
        let revision: Int64
        /// Failed attempts so far.
        let attempts: Int
        /// Of an earlier analysis.
        let verdict: Verdict?

        /// Whether the reading in full is what fails.
        var isLast: Bool { attempts >= Journal.attemptsBeforeBrief }

        /// The effort of the next attempt: a text that was read in full is never read briefly, and the last attempts
        /// ask for less.
        func effort(_ effort: Classify.Effort) -> Classify.Effort {
            if let verdict, verdict.readInPart != true { return .thorough }
            return isLast ? .brief : effort
        }

        /// Whether a verdict is graver than that of the earlier analysis, or on more of the text.
        func isImproved(by new: Verdict) -> Bool {
            guard let verdict else { return true }
            return new.level > verdict.level || verdict.readInPart == true && new.readInPart != true
        }
    }

    /// An entry as its submission finds it.
    struct Submitted: Sendable {
        var entry: JournalEntry
        /// Present if the entry is due for an analysis.
        let waiting: Waiting?
    }

    /// A stored entry with its opened text, so that its submission analyses and returns it without opening it again;
    /// nil if it was deleted.
    func submitted(_ entry: Due) async throws -> Submitted? {
        try await store.read { try EntryRows(user: entry.user, transaction: $0).submitted(entry.id) }
    }

    /// One entry.
    /// - Throws: `ServiceError(.notFound)` for an unknown or deleted entry.
    func entry(_ id: EntityID, of user: UserID) async throws -> JournalEntry {
        guard let found = try await submitted(Due(user: user, id: id)) else { throw Self.unknown }
        return found.entry
    }

    /// Entries strictly before (`at`, `id`), newest first, of the given days; nil for all.
    func entries(
        of user: UserID, before at: Milliseconds, id: EntityID?, days: ClosedRange<Day>? = nil, limit: Int
    ) async throws -> EntryRows.Page {
        try await store.read {
            try EntryRows(user: user, transaction: $0).page(before: at, id: id, days: days, limit: limit)
        }
    }

    /// Months with entries, the latest first.
    func months(of user: UserID) async throws -> [JournalMonth] {
        let counts = try await store.read { try EntryRows(user: user, transaction: $0).counts() }
        var months: [Int: Int] = [:]
        for count in counts {
            let (year, month, _) = count.day.components
            months[year * 12 + month - 1, default: 0] += count.entries
        }
        return months.sorted { $0.key > $1.key }.map { key, entries in
            JournalMonth(year: Int32(key / 12), month: Int32(key % 12 + 1), entries: Int32(clamping: entries))
        }
    }

    /// Days of a range with entries, oldest first.
    func days(of user: UserID, _ range: ClosedRange<Day>) async throws -> [JournalDay] {
        let counts = try await store.read { try EntryRows(user: user, transaction: $0).counts() }
        return counts.filter { range.contains($0.day) }.sorted { $0.day < $1.day }
            .map { JournalDay(day: $0.day, entries: Int32(clamping: $0.entries)) }
    }

    /// Rows that a search opens in one transaction: at most 4 MB of text.
    static let searchBatch = 100
    /// Longest time of one search request.
    static let searchTime = Duration.milliseconds(500)

    /// Entries that match, newest first, in bounded memory and time.
    /// - Parameter time: begins no further batch after this time.
    func search(
        _ terms: SearchTerms, of user: UserID, after: JournalCursor?, limit: Int, time: Duration = Self.searchTime
    ) async throws -> SearchJournal.Reply {
        let end = ContinuousClock.now + time
        var reply = SearchJournal.Reply(entries: [], next: after)
        repeat {
            let (at, id) = (reply.next?.at ?? .max, reply.next?.id)
            let page = try await store.read {
                try EntryRows(user: user, transaction: $0).page(
                    before: at, id: id, limit: Self.searchBatch, terms.match)
            }
            let room = limit - reply.entries.count
            reply.entries += page.entries.prefix(room)
            reply.next = page.next
            reply.damaged = .joined(reply.damaged, page.damaged)
            if page.entries.count > room {
                reply.next = reply.entries.last.map { JournalCursor(at: $0.at, id: $0.id) }
            }
        } while reply.next != nil && reply.entries.count < limit && ContinuousClock.now < end
        return reply
    }
}
