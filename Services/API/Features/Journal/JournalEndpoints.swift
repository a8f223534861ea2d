import Actions
import Bus
import CrisisCards
import Foundation
import HTTPTypes
import Hummingbird
import LocalTime
import Messages

/// Routes for the journal: entries by month, search, edit, deletion with undo, and the mood of an entry.
struct JournalEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let now: @Sendable () -> Milliseconds

    struct EntryText: Codable, Sendable { let text: String }

    /// A new text, and the revision of the entry that the person saw.
    struct EntryEdit: Codable, Sendable {
        let text: String
        let revision: UInt64
    }

    /// The person's own reading of an entry's mood.
    struct EntryMood: Codable, Sendable {
        /// −1 … 1; absent to count the machine's reading again.
        let value: Double?
        /// True if the entry counts for no score; false if absent.
        let keptOut: Bool?
    }

    func declare(in endpoints: inout Endpoints) {
        declareReading(in: &endpoints)
        declareWriting(in: &endpoints)
        declareChanges(in: &endpoints)
    }

    private func declareReading(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/journal", .session, .journal, "Journal entries, newest first.",
            query: [
                .text("month", "Only entries of this month, `yyyy-mm`."),
                .number("before", .min ... .max, "Only entries before this time, ms since 1970."),
                .id("beforeID", "With `before`: of the entries at that time those before this one."),
                .number("limit", 1...100, "Most entries, 20 by default."),
            ], responses: [200: .json([JournalEntry].self)], isCompressed: true
        ) { request, context in
            let month = try request.query("month", Self.month)
            let position = try Self.position(request)
            let limit = try request.query("limit") { Int32($0) } ?? 20
            let reply = try await bus.request(
                JournalQuery(
                    user: try context.user(), before: position.before, limit: limit, beforeID: position.id,
                    from: month?.lowerBound, through: month?.upperBound))
            return try Self.page(reply.entries, next: reply.next, of: request).naming(reply.damaged)
        }
        endpoints.add(
            "GET /v1/journal/days", .session, .journal, "Days of a range that have entries, with their number.",
            query: [.day("from", "First day."), .day("through", "Last day; at most 400 days.")],
            responses: [200: .json([JournalDay].self)]
        ) { request, context in
            let (from, through) = (
                try request.query("from") { Day($0) }, try request.query("through") { Day($0) }
            )
            guard let from, let through else {
                throw Problem.invalid("Name the days: from and through.")
            }
            return try Response.json(
                try await bus.request(JournalDaysQuery(user: try context.user(), from: from, through: through)).days)
        }
        endpoints.add(
            "GET /v1/journal/months", .session, .journal, "Months that have entries, with their number.",
            responses: [200: .json([JournalMonth].self)]
        ) { _, context in
            try Response.json(try await bus.request(JournalMonthsQuery(user: try context.user())).months)
        }
        endpoints.add(
            "GET /v1/journal/search", .session, .journal, "Entries that contain words, newest first.",
            query: [
                .text("q", "Words, at most 200 characters."),
                .number("before", .min ... .max, "Only entries before this time, ms since 1970."),
                .id("beforeID", "With `before`: of the entries at that time those before this one."),
                .number("limit", 1...100, "Most entries, 20 by default."),
            ], responses: [200: .json([JournalEntry].self)]
        ) { request, context in
            let user = try context.user()
            guard let words = try request.query("q", Self.decoded) else {
                throw Problem.invalid("The parameter q is missing.")
            }
            let position = try Self.position(request)
            let after = position.before.map {
                JournalCursor(at: $0, id: position.id ?? EntityID(high: 0, low: 0))
            }
            let limit = try request.query("limit") { Int32($0) } ?? 20
            let reply = try await bus.request(SearchJournal(user: user, words: words, limit: limit, after: after))
            return try Self.page(reply.entries, next: reply.next, of: request).naming(reply.damaged)
        }
        endpoints.add(
            "GET /v1/journal/{id}", .session, .journal, "One journal entry.", responses: [200: .json(JournalEntry.self)]
        ) { _, context in
            try Response.json(
                try await bus.request(
                    JournalEntryQuery(user: try context.user(), entry: try context.entity("id"))))
        }
    }

    private func declareWriting(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/journal", .session, .journal, "Adds a journal entry of at most 10,000 characters.",
            request: .json(JournalEndpoints.EntryText.self, limits: ["text": ["pattern": "\\S"]]),
            responses: [201: .json(JournalEntry.self)],
            errors: [
                503: "The journal is down; `crisis` holds a card where the text needs one.",
                504: "The journal did not answer in time; `crisis` holds a card where the text needs one.",
            ], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(EntryText.self, for: user)
            let at = now()
            let profile = try await profiles.profile(user)
            let submission = SubmitJournal(
                user: user, day: profile.localTime(at: at).day, at: at, text: body.text, country: profile.country)
            let fallback = CrisisFallback(bus: bus, country: profile.country, inGerman: request.prefersGerman)
            let entry = try await JournalActions(bus: bus, fallback: fallback).add(submission, id: id)
            return try Response.json(entry, status: .created)
        }
        endpoints.add(
            "PUT /v1/journal/{id}", .session, .journal, "Replaces an entry's text; it is read again.",
            request: .json(JournalEndpoints.EntryEdit.self, limits: ["text": ["pattern": "\\S"]]),
            responses: [200: .json(JournalEntry.self)],
            errors: [
                409: "`revision` is not the stored one.",
                503: "The journal is down; `crisis` holds a card where the text needs one.",
                504: "The journal did not answer in time; `crisis` holds a card where the text needs one.",
            ], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(EntryEdit.self, for: user)
            let profile = try await profiles.profile(user)
            let edit = EditJournalEntry(
                user: user, entry: try context.entity("id"), text: body.text, revision: body.revision,
                country: profile.country)
            let fallback = CrisisFallback(bus: bus, country: profile.country, inGerman: request.prefersGerman)
            return try Response.json(try await JournalActions(bus: bus, fallback: fallback).edit(edit, id: id))
        }
    }

    private func declareChanges(in endpoints: inout Endpoints) {
        endpoints.add(
            "DELETE /v1/journal/{id}", .session, .journal, "Deletes a journal entry.", responses: [204: nil],
            takesKey: true
        ) { request, context in
            let user = try context.user()
            _ = try await bus.request(
                DeleteJournalEntry(user: user, entry: try context.entity("id")), id: request.requestID(for: user))
            return Response(status: .noContent)
        }
        endpoints.add(
            "POST /v1/journal/{id}/restore", .session, .journal, "Takes back a deletion of the last ten minutes.",
            responses: [200: .json(JournalEntry.self)], takesKey: true
        ) { request, context in
            let user = try context.user()
            return try Response.json(
                try await bus.request(
                    RestoreJournalEntry(user: user, entry: try context.entity("id")), id: request.requestID(for: user)))
        }
        endpoints.add(
            "PUT /v1/journal/{id}/mood", .session, .journal, "The person's own reading of an entry's mood.",
            request: .json(JournalEndpoints.EntryMood.self), responses: [200: .json(JournalEntry.self)], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(EntryMood.self, for: user)
            let mood = JournalMood(value: body.value, keptOut: body.keptOut ?? false)
            return try Response.json(
                try await bus.request(SetJournalMood(user: user, entry: try context.entity("id"), mood: mood), id: id))
        }
    }

    // MARK: Pages

    /// The days of a month written `yyyy-mm`; nil for any other text.
    static func month(_ text: String) -> ClosedRange<Day>? {
        guard let first = Day("\(text)-01") else { return nil }
        let (year, month, _) = first.components
        let next = month == 12 ? Day(year: year + 1, month: 1, day: 1) : Day(year: year, month: month + 1, day: 1)
        return next.map { first...$0.advanced(by: -1) }
    }

    /// The position of `before` and `beforeID`.
    private static func position(_ request: Request) throws -> (before: Milliseconds?, id: EntityID?) {
        let id = try request.query("beforeID") { EntityID($0) }
        let before = try request.query("before") { Milliseconds($0) }
        guard id == nil || before != nil else {
            throw Problem.invalid("beforeID belongs to before; send both or neither.")
        }
        return (before, id)
    }

    static func decoded(_ text: String) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }

    private static func page(_ entries: [JournalEntry], next: JournalCursor?, of request: Request) throws -> Response {
        try Response.page(
            entries, next: next.map { [("before", "\($0.at)"), ("beforeID", "\($0.id)")] }, of: request)
    }
}

/// A bus on which each journal entry begins the wait for the person's next score.
struct AwaitedScores: Requesting {
    let bus: any Requesting
    let waits: WaitTimes

    func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: Messages.RequestID, budget: Duration?)
        async throws
        -> R.Reply
    {
        guard request is SubmitJournal || request is EditJournalEntry, let user = request.person else {
            return try await bus.request(request, to: service, id: id, budget: budget)
        }
        let wait = waits.begin(.journalToNextScore, user)
        do {
            return try await bus.request(request, to: service, id: id, budget: budget)
        } catch {
            waits.cancel(wait)
            throw error
        }
    }
}
