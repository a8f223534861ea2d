import Bus
import Foundation
import Language
import Logging
import Messages
import Storage
import SystemKit

/// The sentiment service: stores journal entries and analyses them (SEN-1, SEN-2).
struct SentimentService: Sendable {
    private let journal: Journal
    private let bus: any Requesting
    private let log: Logger
    private let analyst: JournalAnalyst
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
        try Self.check(request)
        let entry = Journal.Due(user: request.user, id: try await journal.keep(request, id: id, now: now()))
        guard var submitted = try await journal.submitted(entry) else {
            throw ServiceError(.notFound, "This journal entry was deleted after it was sent.")
        }
        guard let waiting = submitted.waiting else { return submitted.entry }
        await attempt(entry) { waiting }
        submitted.entry.analysis = try await journal.analysis(of: entry)
        return submitted.entry
    }

    func entries(_ query: JournalQuery) async throws -> JournalQuery.Reply {
        guard (1...100).contains(query.limit) else {
            throw ServiceError(.invalid, "Between 1 and 100 entries come at once; ask for the rest with `before`.")
        }
        return JournalQuery.Reply(
            entries: try await journal.entries(
                of: query.user, before: query.before ?? .max, id: nil, limit: Int(query.limit)))
    }

    func delete(_ request: DeleteJournalEntry, id: RequestID) async throws -> Empty {
        try await journal.delete(request, id: id)
    }

    /// One page of `journal.json`: one array over as many pages as needed, newest entry first (OWN-2).
    func export(_ user: UserID, _ cursor: String?) async throws -> ExportUser.Reply {
        let position = try cursor.map(ExportPosition.init)
        let entries = try await journal.entries(
            of: user, before: position?.at ?? .max, id: position?.id, limit: ExportPosition.pageSize)
        return try JournalExport.page(entries, isFirst: position == nil)
    }

    private static func check(_ request: SubmitJournal) throws {
        guard request.text.contains(where: { !$0.isWhitespace }) else {
            throw ServiceError(.invalid, "The journal entry is empty; write at least a word.")
        }
        // One visible character may have many scalars; safety must read all of them, so its limit counts scalars.
        guard request.text.count <= SubmitJournal.maximumCharacters,
            request.text.unicodeScalars.count <= 2 * SubmitJournal.maximumCharacters
        else {
            throw ServiceError(
                .invalid, "A journal entry has at most \(SubmitJournal.maximumCharacters) characters; split it in two.")
        }
        guard request.country?.utf8.count ?? 0 <= 2 else {
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

    /// Analyses one batch of due entries.
    /// - Returns: number of entries tried.
    @discardableResult
    func analyzeDue() async throws -> Int {
        let due = try await journal.due(now: now())
        for entry in due {
            try Task.checkCancellation()
            await attempt(entry) { try await journal.waiting(entry) }
        }
        return due.count
    }

    /// Tries once and reschedules after a failure. Concurrent attempts on one entry are safe: only the first result is
    /// stored.
    /// - Parameter text: the entry's opened text; nil if it is no longer due.
    private func attempt(_ entry: Journal.Due, _ text: () async throws -> JournalText?) async {
        do {
            if let text = try await text() { try await analyze(entry, text) }
        } catch {
            // Never logs the error's text, because it could quote the entry.
            log.notice(
                "An analysis failed and was rescheduled.",
                metadata: ["entry": "\(entry.id)", "error": "\(ServiceError.logText(error))"])
            try? await journal.reschedule(entry, now: now())
        }
    }

    private func analyze(_ entry: Journal.Due, _ waiting: JournalText) async throws {
        let verdict = try await bus.request(
            Classify(text: waiting.text, country: waiting.country ?? ""), budget: Classify.budget)
        let (analysis, isFinal) = await analyst.analyze(waiting.text, verdict: verdict)
        if !isFinal {
            log.notice(
                "An embedding failed and will be retried; the next provider was used.",
                metadata: ["entry": "\(entry.id)"])
        }
        try await journal.record(analysis, isFinal: isFinal, of: entry, now: now())
    }
}
