import Actions
import Bus
import CrisisCards
import Foundation
import Hummingbird
import LocalTime
import Localization
import Messages
import Pages

/// The journal: months, search, edits, moods, deletion with undo.
struct JournalPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting

    private static let perPage: Int32 = 30

    func add(to router: Router<EdgeContext>) {
        page("journal", on: router) { visit, request, _ in try await journal(visit, request) }
        page("journal/{id}", on: router) { visit, request, context in
            let entry = try await bus.request(
                JournalEntryQuery(user: visit.user, entry: try context.entity("id")))
            let screen = EntryScreen(
                entry, minute: visit.minute(of: entry.at), voice: await voice(visit), for: visit.reader)
            return show(screen, in: .lookBack, visit, request)
        }
        action("journal/{id}/edit", on: router) { visit, request, context in
            let (form, entry) = (try await request.form(), try context.entity("id"))
            let text = form["text"] ?? ""
            let edit = EditJournalEntry(
                user: visit.user, entry: entry, text: text, revision: form["revision"].flatMap { UInt64($0) } ?? 0,
                country: visit.profile.country)
            do {
                let saved = try await JournalActions(bus: bus, fallback: fallback(visit)).edit(
                    edit, id: requestID(form, visit))
                guard let card = saved.support ?? saved.analysis?.verdict.card else {
                    return seeOther("/journal/\(entry)", toast: "saved")
                }
                return seeOther(link(to: card, of: saved), toast: "saved")
            } catch let error as ServiceError {
                guard let stored = await part(JournalEntryQuery(user: visit.user, entry: entry)) else { throw error }
                let screen = EntryScreen(
                    stored, minute: visit.minute(of: stored.at), text: text, problem: visit.reader.sentence(error),
                    voice: await voice(visit), for: visit.reader)
                return show(screen, in: .lookBack, visit, request, status: Problem(error).status)
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
        let month = try request.query("month", JournalEndpoints.month)
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
            "/journal?" + (words.isEmpty ? "" : "q=\(SitePath.escaped(words))&")
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

/// Entries, which several pages show and save.
extension FeaturePages {
    /// Whether an entry can be spoken; nil if the journal does not answer.
    func voice(_ visit: Visit) async -> Voice? {
        await part(TranscriptionQuery(user: visit.user)).map { Voice($0, isClearText: visit.isClearText) }
    }

    /// The page of an entry's card. A verdict on the entry can be taken back there; a text that the journal could not
    /// judge has none.
    func link(to card: CrisisCard, of entry: JournalEntry) -> String {
        let isCrisis = entry.support == nil && entry.analysis?.verdict.level == .crisis
        return CrisisLink(card, denial: isCrisis ? .ofEntry(entry.id) : nil).address
    }
}

/// Writing an entry with the three questions.
struct PulsePages: FeaturePages {
    let pager: Pager
    let bus: any Requesting

    func add(to router: Router<EdgeContext>) {
        page("pulse", on: router) { visit, request, _ in
            let key = freshKey(visit)
            async let spoken = voice(visit)
            async let own = tags(visit.today...visit.today, visit)
            let contexts = await contexts(visit.today...visit.today, visit)
            return show(
                PulseScreen(
                    flags: contexts?.days.first?.flags ?? [], lasting: contexts?.lasting ?? [],
                    tags: await own.map { TagFields(chosen: $0.days.first?.tags ?? [], known: $0.known) }, key: key,
                    voice: await spoken, for: visit.reader), in: nil, visit, request)
        }
        action("pulse", on: router) { visit, request, _ in try await savePulse(visit, request) }
    }

    /// Saves answers, circumstances and text, each once even if the form is sent again. The text is saved last: if it
    /// leads to a crisis card, everything else is already saved.
    private func savePulse(_ visit: Visit, _ request: Request) async throws -> Response {
        let form = try await form(request, of: visit)
        let (id, user) = (requestID(form, visit), visit.user)
        let at = try written(form, request, visit)
        let day = visit.profile.calendar.day(millisecond: at)
        let answers = try CheckInSlider.allCases.map { ($0, try form.answer($0)) }
        let (flags, starting) = (try form.flags(), try form.flags("lasting"))
        let (text, tags) = (form["text"], form.tags)
        // The dialog leads back to the page that it was opened over.
        let next = SitePath.own(form["next"]) ?? "/"
        func shown(_ problem: Problem, _ sentence: String? = nil) async -> Response {
            let screen = PulseScreen(
                text: text ?? "",
                answers: Dictionary(
                    uniqueKeysWithValues: answers.compactMap { entry in entry.1.map { (entry.0, Int($0)) } }),
                flags: flags, starting: starting, lasting: await contexts(day...day, visit)?.lasting ?? [],
                tags: await self.tags(day...day, visit).map {
                    TagFields(chosen: form.all("tag"), known: $0.known, typed: form["newTag"] ?? "")
                },
                problem: sentence ?? visit.reader.sentence(problem), key: form["key"] ?? "",
                voice: await voice(visit), for: visit.reader)
            return show(screen, in: nil, visit, request, status: problem.status)
        }
        guard
            text != nil || answers.contains(where: { $0.1 != nil }) || !flags.isEmpty || !starting.isEmpty
                || tags?.isEmpty == false
        else {
            return await shown(
                Problem.invalid("The form is empty."),
                visit.reader.words("pulse.nothing"))
        }
        do {
            if answers.contains(where: { $0.1 != nil }) {
                let given = Dictionary(uniqueKeysWithValues: answers)
                _ = try await DayActions(bus: bus).checkIn(
                    user, day: day, at: at, in: visit.profile.calendar, stress: given[.stress] ?? nil,
                    energy: given[.energy] ?? nil, sleepQuality: given[.sleepQuality] ?? nil,
                    id: derived(id, "check-in"))
            }
            let noted = await contexts(day...day, visit)
            // The form does not offer lasting circumstances.
            let open = Set(noted?.lasting.map(\.flag) ?? [])
            let before = Set(noted?.days.first?.flags ?? []).subtracting(open)
            // A page that was shown offline does not know the circumstances.
            if form["flags"] != "unknown", before != Set(flags) {
                _ = try await bus.request(
                    SetDayContext(user: user, day: day, flags: flags), id: derived(id, "flags"))
            }
            try await start(starting, from: day, id, visit)
            // A tag that is refused keeps no entry from being saved.
            var refused: (any Error)?
            if let tags {
                do { try await keep(tags, on: day, id, visit) } catch { refused = error }
            }
            guard let text else {
                if let refused { throw refused }
                return seeOther(next, toast: "saved")
            }
            let entry = SubmitJournal(
                user: user, day: day, at: at, text: text, country: visit.profile.country)
            let saved = try await JournalActions(bus: bus, fallback: fallback(visit)).add(
                entry, id: derived(id, "entry"))
            guard let card = saved.support ?? saved.analysis?.verdict.card else {
                if let refused { throw refused }
                return seeOther(next, toast: "journal")
            }
            return seeOther(link(to: card, of: saved), toast: "journal")
        } catch let error as ServiceError {
            return await shown(Problem(error))
        }
    }
}
