import Bus
import Foundation
import Language
import Logging
import Messages
import ServiceKit
import Storage
import SystemKit

/// The sentiment service: stores journal entries and analyses them (SEN-1, SEN-2).
struct SentimentService: Sendable {
    private let journal: Journal
    private let bus: any Requesting
    private let log: Logger
    private let analyst: JournalAnalyst
    private let shares = FairShares()
    private let now: @Sendable () -> Milliseconds

    init(
        store: Store, bus: any Requesting, log: Logger, embedder: any SentenceEmbedder = HashingEmbedder(),
        folder: String = "",
        model: LocalSentiment? = nil, now: @escaping @Sendable () -> Milliseconds = WallClock.milliseconds
    ) {
        journal = Journal(store: store)
        (self.bus, self.log, self.now) = (bus, log, now)
        analyst = JournalAnalyst(embedder: embedder, folder: folder, model: model)
    }

    // MARK: Requests

    /// Stores the entry, then analyses it if safety replies in time (SAF-6); otherwise the background does.
    /// - Throws: `ServiceError`: `invalid` for an empty or too long text, `notFound` for the retry of an entry that has
    ///   been deleted since.
    func submit(_ request: SubmitJournal, id: RequestID) async throws -> JournalEntry {
        try Self.check(request.text, country: request.country)
        return try await analyzeIfDue(
            Journal.Due(user: request.user, id: try await journal.keep(request, id: id, now: now())))
    }

    /// Replaces an entry's text and analyses it as a new one.
    /// - Throws: `ServiceError`: `invalid` as in `submit`; `notFound`; `conflict` if the text changed meanwhile.
    func edit(_ request: EditJournalEntry, id: RequestID) async throws -> JournalEntry {
        try Self.check(request.text, country: request.country)
        try await journal.edit(request, id: id, now: now())
        return try await analyzeIfDue(Journal.Due(user: request.user, id: request.entry))
    }

    /// The stored entry; analyses it first if it is due and safety replies in time.
    private func analyzeIfDue(_ entry: Journal.Due) async throws -> JournalEntry {
        guard let submitted = try await journal.submitted(entry) else {
            throw ServiceError(.notFound, "This journal entry was deleted after it was sent.")
        }
        // Further entries of one person wait for the background, so that others' come first.
        guard let waiting = submitted.waiting, shares.begin(entry.user) else { return submitted.entry }
        defer { shares.end(entry.user) }
        let isBacklog = try await journal.hasBacklog(entry.user, now: now())
        await attempt(entry, effort: isBacklog ? .brief : .prompt) { waiting }
        return try await journal.entry(entry.id, of: entry.user)
    }

    /// Stores the person's word about an entry's mood.
    /// - Throws: `ServiceError`: `invalid` for a value outside −1 … 1; `notFound`.
    func setMood(_ request: SetJournalMood, id: RequestID) async throws -> JournalEntry {
        guard request.mood.value.map((-1...1).contains) ?? true else {
            throw ServiceError(.invalid, "A mood is a number from -1 to 1, or absent.")
        }
        try await journal.setMood(request, id: id)
        return try await journal.entry(request.entry, of: request.user)
    }

    func entry(_ query: JournalEntryQuery) async throws -> JournalEntry {
        try await journal.entry(query.entry, of: query.user)
    }

    func months(_ query: JournalMonthsQuery) async throws -> JournalMonthsQuery.Reply {
        JournalMonthsQuery.Reply(months: try await journal.months(of: query.user))
    }

    /// - Throws: `ServiceError(.invalid)` for a reversed range or one of more than 400 days.
    func days(_ query: JournalDaysQuery) async throws -> JournalDaysQuery.Reply {
        guard query.from <= query.through, query.from.distance(to: query.through) < 400 else {
            throw ServiceError(.invalid, "A range runs from an earlier to a later day and holds at most 400 days.")
        }
        return JournalDaysQuery.Reply(days: try await journal.days(of: query.user, query.from...query.through))
    }

    /// - Throws: `ServiceError(.invalid)` for a query without words, with too many, or a wrong limit.
    func search(_ query: SearchJournal) async throws -> SearchJournal.Reply {
        guard (1...100).contains(query.limit) else {
            throw ServiceError(.invalid, "Between 1 and 100 entries come at once; go on from `next` for the rest.")
        }
        return try await journal.search(
            try SearchTerms(query.words), of: query.user, after: query.after, limit: Int(query.limit))
    }

    func entries(_ query: JournalQuery) async throws -> JournalQuery.Reply {
        guard (1...100).contains(query.limit) else {
            throw ServiceError(.invalid, "Between 1 and 100 entries come at once; ask for the rest with `before`.")
        }
        let (from, through) = (query.from ?? Day(number: .min), query.through ?? Day(number: .max))
        guard from <= through else {
            throw ServiceError(.invalid, "A range runs from an earlier to a later day.")
        }
        let page = try await journal.entries(
            of: query.user, before: query.before ?? .max, id: query.beforeID,
            days: query.from == nil && query.through == nil ? nil : from...through, limit: Int(query.limit))
        return JournalQuery.Reply(entries: page.entries, next: page.next, damaged: page.damaged)
    }

    func delete(_ request: DeleteJournalEntry, id: RequestID) async throws -> Empty {
        try await journal.delete(request, id: id, now: now())
    }

    /// - Throws: `ServiceError(.notFound)` for an entry that was purged or never existed.
    func restore(_ request: RestoreJournalEntry, id: RequestID) async throws -> JournalEntry {
        try await journal.restore(request, id: id, now: now())
        return try await journal.entry(request.entry, of: request.user)
    }

    /// Purges deleted entries at the start and then regularly, until cancelled.
    func runPurges(pause: Duration = .seconds(20)) async throws {
        while !Task.isCancelled {
            do {
                try await purge()
            } catch {
                log.notice(
                    "Deleted entries were not purged; the next round tries again.",
                    metadata: ["error": "\(ServiceError.logText(error))"])
            }
            try await Task.sleep(for: pause)
        }
    }

    /// Purges the deleted entries whose time to undo has passed.
    /// - Returns: their number.
    @discardableResult
    func purge() async throws -> Int { try await journal.purge(now: now()) }

    /// One page of `journal.json`: one array over as many pages as needed, newest entry first (OWN-2).
    func export(_ user: UserID, _ cursor: String?) async throws -> ExportUser.Reply {
        let position = try cursor.map(ExportPosition.init)
        var page = try await journal.entries(
            of: user, before: position?.at ?? .max, id: position?.id, limit: ExportPosition.pageSize)
        // A part without an entry would leave two commas.
        while page.entries.isEmpty, let next = page.next {
            page = try await journal.entries(
                of: user, before: next.at, id: next.id, limit: ExportPosition.pageSize)
        }
        return try JournalExport.page(page, isFirst: position == nil)
    }

    private static func check(_ text: String, country: String?) throws {
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw ServiceError(.invalid, "The journal entry is empty; write at least a word.")
        }
        // One visible character may have many scalars; safety must read all of them, so its limit counts scalars.
        guard text.count <= SubmitJournal.maximumCharacters,
            text.unicodeScalars.count <= 2 * SubmitJournal.maximumCharacters
        else {
            throw ServiceError(
                .invalid, "A journal entry has at most \(SubmitJournal.maximumCharacters) characters; split it in two.")
        }
        guard country?.utf8.count ?? 0 <= 2 else {
            throw ServiceError(.invalid, "country is empty or two letters of ISO 3166, such as US.")
        }
    }

    // MARK: Analysis

    /// Analyses due entries until cancelled: those whose submission got no reply from safety or was interrupted.
    func runAnalyses(pause: Duration = .seconds(1)) async throws {
        while !Task.isCancelled {
            if try await analyzeDue() == 0 { try await Task.sleep(for: pause) }
        }
    }

    /// Analyses one batch of due entries, of different people in turn.
    /// - Returns: number of entries tried.
    @discardableResult
    func analyzeDue() async throws -> Int {
        let due = try await journal.due(now: now())
        for entry in due {
            try Task.checkCancellation()
            let isBacklog = try await journal.hasBacklog(entry.user, now: now())
            await attempt(entry, effort: isBacklog ? .brief : .thorough) { try await journal.waiting(entry) }
        }
        return due.count
    }

    /// Safety gave no verdict.
    private struct NoVerdict: Error {
        let error: any Error
        /// Whether the text may be the reason: safety had it, and did not answer or ended.
        var mayBeText: Bool {
            guard let error = error as? ServiceError else { return false }
            return ![.unavailable, .busy, .cancelled].contains(error.code)
        }
    }

    /// Tries once and reschedules after a failure. Concurrent attempts on one entry are safe: only the first result is
    /// stored. After `Journal.maximumAttempts` an entry has the verdict of a text that could not be read; its person can
    /// save it again to have it read again.
    /// - Parameter text: the entry's opened text; nil if it is no longer due.
    private func attempt(
        _ entry: Journal.Due, effort: Classify.Effort, _ text: () async throws -> Journal.Waiting?
    ) async {
        do {
            guard let text = try await text() else { return }
            do {
                try await analyze(entry, text, effort)
            } catch let error as NoVerdict {
                guard error.mayBeText, text.attempts + 1 >= Journal.maximumAttempts else { throw error }
                log.error(
                    "Safety never judged an entry; it counts as not read.", metadata: ["entry": "\(entry.id)"])
                try await record(
                    text.verdict ?? Verdict(level: .safe).asReadInPart, entry, text, .brief, isLast: true)
            }
        } catch {
            let cause = (error as? NoVerdict)?.error ?? error
            // Never logs the error's text, because it could quote the entry.
            log.notice(
                "An analysis failed and was rescheduled.",
                metadata: ["entry": "\(entry.id)", "error": "\(ServiceError.logText(cause))"])
            try? await journal.reschedule(
                entry, isCounted: (error as? NoVerdict)?.mayBeText ?? false, now: now())
        }
    }

    private func analyze(_ entry: Journal.Due, _ waiting: Journal.Waiting, _ effort: Classify.Effort) async throws {
        let text = waiting.text
        let effort = waiting.effort(effort)
        let verdict: Verdict
        do {
            verdict = try await bus.request(
                Classify(text: text.text, country: text.country ?? "", effort: effort),
                budget: effort == .thorough ? Classify.budget(of: text.text) : Classify.budget)
        } catch {
            throw NoVerdict(error: error)
        }
        try await record(verdict, entry, waiting, effort)
    }

    /// - Parameter isLast: whether the verdict is final, although the text was not read in full.
    private func record(
        _ verdict: Verdict, _ entry: Journal.Due, _ waiting: Journal.Waiting, _ effort: Classify.Effort,
        isLast: Bool = false
    ) async throws {
        let text = waiting.text.text
        let (analysis, isEmbedded) = await analyst.analyze(text, verdict: verdict, isBrief: effort == .brief)
        if !isEmbedded {
            log.notice(
                "An embedding failed and will be retried; the next provider was used.",
                metadata: ["entry": "\(entry.id)"])
        }
        // A reading of a part is followed by a thorough one, unless it found a crisis already.
        let isRead =
            isLast || waiting.isLast || verdict.readInPart != true || effort == .thorough || verdict.level >= .crisis
        try await journal.record(
            analysis, isFinal: isEmbedded && isRead, isImproved: waiting.isImproved(by: verdict), of: entry,
            read: waiting.revision,
            pause: effort == .brief && !isRead ? FairShares.pause(of: text) : nil, now: now())
    }
}
