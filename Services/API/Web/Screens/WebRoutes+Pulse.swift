import CrisisCards
import Hummingbird
import LocalTime
import Localization
import Messages
import Pages

/// Writing an entry with the three questions.
extension WebRoutes {
    func addPulse(to router: Router<EdgeContext>) {
        page("pulse", on: router) { visit, request, _ in
            let key = "\(visit.tag).\(EntityID.random())"
            async let spoken = voice(visit)
            async let own = tags(visit.today...visit.today, visit)
            let contexts = await contexts(visit.today...visit.today, visit)
            return html(
                PulseScreen(
                    flags: contexts?.days.first?.flags ?? [], lasting: contexts?.lasting ?? [],
                    tags: await own.map { TagFields(chosen: $0.days.first?.tags ?? [], known: $0.known) }, key: key,
                    voice: await spoken, for: visit.reader), visit.frame(nil, request),
                for: visit.reader)
        }
        action("pulse", on: router) { visit, request, _ in try await savePulse(visit, request) }
    }

    /// The answer to a slider of a form; nil if it was left alone.
    /// - Throws: `Problem`, 400, for anything but 1 … 7.
    func answer(_ slider: CheckInSlider, _ form: FormBody) throws -> Int32? {
        guard let text = form[slider.rawValue] else { return nil }
        guard let value = Int32(text), (1...7).contains(value) else {
            throw Problem(status: .badRequest, code: "invalid", detail: "An answer is a number from 1 to 7.")
        }
        return value
    }

    /// The circumstances that a form names.
    /// - Throws: `Problem`, 400, for one that does not exist.
    func flags(_ form: FormBody, _ field: String = "flag") throws -> [ContextFlag] {
        try form.all(field).map { name in
            guard let flag = ContextFlag(name: name) else {
                throw Problem(status: .badRequest, code: "invalid", detail: "This circumstance does not exist.")
            }
            return flag
        }
    }

    /// Saves answers, circumstances and text, each once even if the form is sent again. The text is saved last: if it
    /// leads to a crisis card, everything else is already saved.
    private func savePulse(_ visit: Visit, _ request: Request) async throws -> Response {
        let form = try await request.form()
        try requireWriter(form, visit)
        let (id, user) = (requestID(form, visit), visit.user)
        let at = try written(form, visit)
        let day = visit.profile.calendar.day(millisecond: at)
        let answers = try CheckInSlider.allCases.map { ($0, try answer($0, form)) }
        let (flags, starting) = (try flags(form), try flags(form, "lasting"))
        let (text, tags) = (form["text"], tags(form))
        // The dialog leads back to the page that it was opened over.
        let next = Self.ownPath(form["next"]) ?? "/"
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
            return html(screen, visit.frame(nil, request), for: visit.reader, status: problem.status)
        }
        guard
            text != nil || answers.contains(where: { $0.1 != nil }) || !flags.isEmpty || !starting.isEmpty
                || tags?.isEmpty == false
        else {
            return await shown(
                Problem(status: .badRequest, code: "invalid", detail: "The form is empty."),
                visit.reader.words("pulse.nothing"))
        }
        do {
            if answers.contains(where: { $0.1 != nil }) {
                let given = Dictionary(uniqueKeysWithValues: answers)
                let checkIn = SubmitCheckIn(
                    user: user, day: day, at: at, stress: given[.stress] ?? nil,
                    energy: given[.energy] ?? nil, sleepQuality: given[.sleepQuality] ?? nil)
                _ = try await bus.request(checkIn, id: derived(id, "check-in"))
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
            let saved = try await journal.keep(entry, text, id: derived(id, "entry"), fallback(visit))
            guard let card = saved.support ?? saved.analysis?.verdict.card else {
                if let refused { throw refused }
                return seeOther(next, toast: "journal")
            }
            return seeOther(link(to: card, of: saved), toast: "journal")
        } catch let error as ServiceError {
            return await shown(Problem(error))
        } catch let problem as Problem {
            guard let card = problem.crisis else { return await shown(problem) }
            return html(
                SafetyScreen(card, plan: nil, planNote: visit.reader.sentence(problem), for: visit.reader),
                visit.frame(nil, request),
                for: visit.reader, status: problem.status)
        }
    }

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

    /// Replaces the services if they cannot read a text of a person in danger.
    func fallback(_ visit: Visit) -> CrisisFallback {
        CrisisFallback(
            bus: bus, country: visit.profile.country, inGerman: visit.reader.settings.language == .german)
    }
}
