import Foundation
import Hummingbird
import Messages
import Pages

/// The journal: months, search, edits, moods, deletion with undo.
extension WebRoutes {
    private static let perPage: Int32 = 30

    func addJournal(to router: Router<EdgeContext>) {
        page("journal", on: router) { visit, request, _ in try await journal(visit, request) }
        page("journal/{id}", on: router) { visit, request, context in
            let entry = try await bus.request(
                JournalEntryQuery(user: visit.user, entry: try context.entity("id")))
            let screen = EntryScreen(
                entry, minute: visit.minute(of: entry.at), voice: await voice(visit), for: visit.reader)
            return html(screen, visit.frame(.lookBack, request), for: visit.reader)
        }
        action("journal/{id}/edit", on: router) { visit, request, context in
            let (form, entry) = (try await request.form(), try context.entity("id"))
            let text = form["text"] ?? ""
            let edit = EditJournalEntry(
                user: visit.user, entry: entry, text: text, revision: form["revision"].flatMap { UInt64($0) } ?? 0,
                country: visit.profile.country)
            do {
                let saved = try await journal.keep(edit, text, id: requestID(form, visit), fallback(visit))
                guard let card = saved.support ?? saved.analysis?.verdict.card else {
                    return seeOther("/journal/\(entry)", toast: "saved")
                }
                return seeOther(link(to: card, of: saved), toast: "saved")
            } catch let error as ServiceError {
                guard let stored = await part(JournalEntryQuery(user: visit.user, entry: entry)) else { throw error }
                let screen = EntryScreen(
                    stored, minute: visit.minute(of: stored.at), text: text, problem: visit.reader.sentence(error),
                    voice: await voice(visit), for: visit.reader)
                return html(
                    screen, visit.frame(.lookBack, request), for: visit.reader, status: Problem(error).status)
            }
        }
        action("journal/{id}/mood", on: router) { visit, request, context in
            let (form, entry) = (try await request.form(), try context.entity("id"))
            let mood = JournalMood(value: form["mood"].flatMap { Double($0) }, keptOut: form["keptOut"] != nil)
            _ = try await bus.request(
                SetJournalMood(user: visit.user, entry: entry, mood: mood), id: requestID(form, visit))
            return seeOther("/journal/\(entry)", toast: "saved")
        }
        action("journal/{id}/delete", on: router) { visit, _, context in
            let entry = try context.entity("id")
            _ = try await bus.request(DeleteJournalEntry(user: visit.user, entry: entry), id: .random())
            return seeOther("/journal?item=\(entry)", toast: "deleted")
        }
        action("journal/{id}/restore", on: router) { visit, _, context in
            let entry = try context.entity("id")
            _ = try await bus.request(RestoreJournalEntry(user: visit.user, entry: entry), id: .random())
            return seeOther("/journal/\(entry)", toast: "saved")
        }
    }

    private func journal(_ visit: Visit, _ request: Request) async throws -> Response {
        let words = try request.query("q") { $0.replacing("+", with: " ").removingPercentEncoding } ?? ""
        let month = try request.query("month", JournalRoutes.month)
        let before = try request.query("before") { Milliseconds($0) }
        let id = try request.query("beforeID") { EntityID($0) }
        async let months = part(JournalMonthsQuery(user: visit.user))
        let found: (entries: [JournalEntry], next: JournalCursor?, damaged: DamagedRows?)
        if words.isEmpty {
            let reply = try await bus.request(
                JournalQuery(
                    user: visit.user, before: before, limit: Self.perPage, beforeID: id, from: month?.lowerBound,
                    through: month?.upperBound))
            found = (reply.entries, reply.next, reply.damaged)
        } else {
            let after = before.map { JournalCursor(at: $0, id: id ?? EntityID(high: 0, low: 0)) }
            let reply = try await bus.request(
                SearchJournal(user: visit.user, words: words, limit: Self.perPage, after: after))
            found = (reply.entries, reply.next, reply.damaged)
        }
        let monthText = request.uri.queryParameters["month"].map(String.init) ?? ""
        let older = found.next.map { next in
            "/journal?" + (words.isEmpty ? "" : "q=\(Self.escaped(words))&")
                + (monthText.isEmpty ? "" : "month=\(monthText)&") + "before=\(next.at)&beforeID=\(next.id)"
        }
        let screen = JournalScreen(
            found.entries.map { (entry: $0, minute: visit.minute(of: $0.at)) }, words: words,
            months: (await months)?.months ?? [], month: monthText, older: older, damaged: found.damaged,
            for: visit.reader)
        var frame = visit.frame(.lookBack, request)
        if let item = request.uri.queryParameters["item"].flatMap({ EntityID(String($0)) }), frame.toast != nil {
            frame.undo = PageFrame.Undo(action: "/journal/\(item)/restore", key: "\(item)")
        }
        return html(screen, frame, for: visit.reader)
    }
}
