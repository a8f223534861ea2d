import Bus
import CrisisCards
import Foundation
import HTTPTypes
import Hummingbird
import LocalTime
import Messages

/// Routes for the journal: entries by month, search, edit, deletion with undo, and the mood of an entry.
struct JournalRoutes {
    let profiles: Profiles
    let bus: any Requesting
    let waits: WaitTimes
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

    func add(to group: RouterGroup<EdgeContext>) {
        addReading(to: group)
        addWriting(to: group)
        addChanges(to: group)
    }

    private func addReading(to group: RouterGroup<EdgeContext>) {
        group.get("journal") { request, context in
            let month = try request.query("month", Self.month)
            let position = try Self.position(request)
            let limit = try request.query("limit") { Int32($0) } ?? 20
            let reply = try await bus.request(
                JournalQuery(
                    user: try context.user(), before: position.before, limit: limit, beforeID: position.id,
                    from: month?.lowerBound, through: month?.upperBound))
            return try Self.page(reply.entries, next: reply.next, of: request)
        }
        group.get("journal/days") { request, context in
            let (from, through) = (
                try request.query("from") { Day($0) }, try request.query("through") { Day($0) }
            )
            guard let from, let through else {
                throw Problem(status: .badRequest, code: "invalid", detail: "Name the days: from and through.")
            }
            return try Response.json(
                try await bus.request(JournalDaysQuery(user: try context.user(), from: from, through: through)).days)
        }
        group.get("journal/months") { _, context in
            try Response.json(try await bus.request(JournalMonthsQuery(user: try context.user())).months)
        }
        group.get("journal/search") { request, context in
            let user = try context.user()
            guard let words = try request.query("q", Self.decoded) else {
                throw Problem(status: .badRequest, code: "invalid", detail: "The parameter q is missing.")
            }
            let position = try Self.position(request)
            let after = position.before.map {
                JournalCursor(at: $0, id: position.id ?? EntityID(high: 0, low: 0))
            }
            let limit = try request.query("limit") { Int32($0) } ?? 20
            let reply = try await bus.request(SearchJournal(user: user, words: words, limit: limit, after: after))
            return try Self.page(reply.entries, next: reply.next, of: request)
        }
        group.get("journal/{id}") { _, context in
            try Response.json(
                try await bus.request(
                    JournalEntryQuery(user: try context.user(), entry: try context.entity("id"))))
        }
    }

    private func addWriting(to group: RouterGroup<EdgeContext>) {
        group.post("journal") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(EntryText.self, for: user)
            let at = now()
            let profile = try await profiles.profile(user)
            let submission = SubmitJournal(
                user: user, day: profile.localTime(at: at).day, at: at, text: body.text, country: profile.country)
            let fallback = CrisisFallback(bus: bus, country: profile.country, inGerman: request.prefersGerman)
            let entry = try await keep(submission, body.text, id: id, fallback)
            return try Response.json(entry, status: .created)
        }
        group.put("journal/{id}") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(EntryEdit.self, for: user)
            let profile = try await profiles.profile(user)
            let edit = EditJournalEntry(
                user: user, entry: try context.entity("id"), text: body.text, revision: body.revision,
                country: profile.country)
            let fallback = CrisisFallback(bus: bus, country: profile.country, inGerman: request.prefersGerman)
            return try Response.json(try await keep(edit, body.text, id: id, fallback))
        }
    }

    private func addChanges(to group: RouterGroup<EdgeContext>) {
        group.delete("journal/{id}") { request, context in
            let user = try context.user()
            _ = try await bus.request(
                DeleteJournalEntry(user: user, entry: try context.entity("id")), id: request.requestID(for: user))
            return Response(status: .noContent)
        }
        group.post("journal/{id}/restore") { request, context in
            let user = try context.user()
            return try Response.json(
                try await bus.request(
                    RestoreJournalEntry(user: user, entry: try context.entity("id")), id: request.requestID(for: user)))
        }
        group.put("journal/{id}/mood") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(EntryMood.self, for: user)
            let mood = JournalMood(value: body.value, keptOut: body.keptOut ?? false)
            return try Response.json(
                try await bus.request(SetJournalMood(user: user, entry: try context.entity("id"), mood: mood), id: id))
        }
    }

    /// Sends a text to the journal. If the journal is unavailable, or did not classify the text in time, a person in
    /// danger still gets the crisis card (SAF-4).
    func keep<R: UserRequest>(
        _ request: R, _ text: String, id: Messages.RequestID, _ fallback: CrisisFallback
    ) async throws -> JournalEntry where R.Reply == JournalEntry {
        let wait = waits.begin(.journalToNextScore, request.user)
        do {
            var entry = try await bus.request(request, id: id)
            if entry.analysis == nil { entry.support = await fallback.card(for: text)?.card }
            return entry
        } catch {
            waits.cancel(wait)
            guard let error = error as? ServiceError, CrisisFallback.mayBeUnread(error) else { throw error }
            var problem = Problem(error)
            problem.crisis = await fallback.card(for: text)?.card
            throw problem
        }
    }

    // MARK: Pages

    private static let link = HTTPField.Name("Link")!

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
            throw Problem(
                status: .badRequest, code: "invalid", detail: "beforeID belongs to before; send both or neither.")
        }
        return (before, id)
    }

    static func decoded(_ text: String) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }

    /// The entries, with the address of the next page in a `Link` header (RFC 8288).
    private static func page(
        _ entries: [JournalEntry], next: JournalCursor?, of request: Request
    ) throws -> Response {
        var response = try Response.json(entries)
        if let next {
            let kept = (request.uri.query ?? "").split(separator: "&").filter {
                !$0.hasPrefix("before=") && !$0.hasPrefix("beforeID=")
            }
            let query = (kept + ["before=\(next.at)", "beforeID=\(next.id)"]).joined(separator: "&")
            response.headers[Self.link] = "<\(request.uri.path)?\(query)>; rel=\"next\""
        }
        return response
    }
}
