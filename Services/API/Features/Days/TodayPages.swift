import Actions
import Bus
import Hummingbird
import LocalTime
import Messages
import Pages

struct TodayPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let accounts: Accounts
    let profiles: Profiles
    let example: ExampleDoor
    let sights: NightSights

    /// Age up to which Today shows a letter, ms.
    private static let letterIsNew: Milliseconds = 7 * 86_400_000

    func add(to router: Router<EdgeContext>) {
        page("", on: router) { visit, request, context in
            example.visit(visit.account, visit.profile)
            let shows = request.uri.queryParameters["number"] == "shown"
            var facts = await facts(visit, showsNumber: shows)
            facts.sender = Self.isPhone(request.headers[.userAgent]) ? .here : .elsewhere
            facts.hasExampleDoor = context.hasExampleDoor
            let screen = TodayScreen(facts, for: visit.reader)
            var seen = NightSights.tell(screen.named) ? [visit.today] : []
            if screen.showsNight, let night = facts.night { seen.append(night.metrics.day) }
            await sights.note(seen, of: visit.user, at: visit.at, on: bus)
            var frame = visit.frame(.today, request)
            frame.step = screen.step
            if let item = request.uri.queryParameters["item"].flatMap({ EntityID(String($0)) }), frame.toast != nil {
                frame.undo = PageFrame.Undo(action: "/check-ins/\(item)/delete", key: "\(item)")
            }
            return html(screen, frame, for: visit.reader)
        }
        action("check-ins", on: router) { visit, request, _ in
            let form = try await form(request, of: visit)
            let at = try written(form, request, visit)
            let back = SitePath.own(form["back"])
            if try await correct(form, at, visit) { return seeOther(back ?? "/", toast: "changed") }
            // Its check-in is gone already.
            if form["takeBack"] != nil { return seeOther(back ?? "/", toast: "takenBack") }
            let answers = try Answers(form)
            let saved = try await save(requestID(form, visit), visit) { id in
                try await DayActions(bus: bus).checkIn(
                    visit.user, day: form["day"].flatMap { Day($0) }, at: at, in: visit.profile.calendar,
                    stress: answers.stress, energy: answers.energy, sleepQuality: answers.sleepQuality, id: id)
            }
            return seeOther(back ?? "/?item=\(saved.id)", toast: "saved")
        }
        // Notes own tags of the day, or takes one away. The key of its page changes with each change of the day's tags,
        // so that a tag noted again is another command and a form sent twice is one.
        action("tags", on: router) { visit, request, _ in
            let form = try await form(request, of: visit)
            let at = try written(form, request, visit)
            let isWanted = form["wanted"] != "0"
            let tags = form["tag"].map { [$0] } ?? TagFields.typed(form["newTag"] ?? "")
            if !tags.isEmpty {
                let day = visit.profile.calendar.day(millisecond: at)
                _ = try await DayActions(bus: bus).note(
                    tags, isWanted: isWanted, on: day, at: at, of: visit.user, id: requestID(form, visit),
                    fallback(visit))
            }
            let toast: String? = tags.isEmpty ? nil : (isWanted ? "saved" : "takenBack")
            return seeOther("/#own-tags", toast: toast)
        }
        action("check-ins/{id}/delete", on: router) { visit, request, context in
            let form = try await request.form()
            try await delete(try context.entity("id"), visit)
            return seeOther(SitePath.own(form["back"]) ?? "/", toast: "takenBack")
        }
    }

    /// The answers of a form; nil for a slider that was left alone.
    private struct Answers {
        let stress, energy, sleepQuality: Int32?

        /// - Throws: `Problem`, 400.
        init(_ form: FormBody) throws {
            stress = try form.answer(.stress)
            energy = try form.answer(.energy)
            sleepQuality = try form.answer(.sleepQuality)
        }
    }

    /// Corrects the answer that the form shows, or takes it back. False if the form shows none, or one that is gone.
    private func correct(_ form: FormBody, _ at: Milliseconds, _ visit: Visit) async throws -> Bool {
        guard let shown = form["checkIn"].flatMap({ EntityID($0) }) else { return false }
        let day = form["day"].flatMap { Day($0) } ?? visit.profile.calendar.day(millisecond: at)
        let stored = try await bus.request(CheckInsQuery(user: visit.user, from: day, through: day)).checkIns
        guard let checkIn = stored.first(where: { $0.id == shown }) else { return false }
        let answers = try Answers(form)
        let taken = form["takeBack"]
        func answer(_ slider: CheckInSlider, _ new: Int32?) -> Int32? {
            taken == slider.rawValue ? nil : new ?? checkIn.answer(to: slider)
        }
        var correction = CorrectCheckIn(
            user: visit.user, checkIn: shown, stress: answer(.stress, answers.stress),
            energy: answer(.energy, answers.energy), sleepQuality: answer(.sleepQuality, answers.sleepQuality))
        correction.at = at
        // Answers may alternate, so that equal forms are different commands; the same one sent twice has one effect.
        if correction.stress == nil, correction.energy == nil, correction.sleepQuality == nil {
            // One that waited takes back no newer answer.
            let last = checkIn.corrected?.last ?? .min
            if last <= at || last > visit.at { try await delete(shown, visit) }
        } else {
            _ = try await bus.request(correction, id: .random())
        }
        return true
    }

    /// Deletes a check-in; done as well if it is gone.
    private func delete(_ checkIn: EntityID, _ visit: Visit) async throws {
        do {
            _ = try await bus.request(DeleteCheckIn(user: visit.user, checkIn: checkIn), id: .random())
        } catch let error as ServiceError where error.code == .notFound {}
    }

    /// Stores an answer. The same answer given again after it was taken back is another one, although its form is the
    /// same.
    private func save(
        _ id: Messages.RequestID, _ visit: Visit, _ send: (Messages.RequestID) async throws -> CheckIn
    ) async throws -> CheckIn {
        let saved = try await send(id)
        let stored = await part(CheckInsQuery(user: visit.user, from: saved.day, through: saved.day))?.checkIns
        guard let stored, !stored.contains(where: { $0.id == saved.id }) else { return saved }
        return try await send(derived(id, "again \(visit.at)"))
    }

    /// Health Auto Export runs on iPhone and iPad.
    private static func isPhone(_ userAgent: String?) -> Bool {
        userAgent.map { $0.contains("iPhone") || $0.contains("iPad") } ?? false
    }

    private func facts(_ visit: Visit, showsNumber: Bool) async -> TodayFacts {
        async let recent = part(RecentDays(user: visit.user, today: visit.today))
        let read = try? await profiles.readLetters(visit.user)
        let periods = PeriodLetters(bus: bus, profile: visit.profile, reader: visit.reader)
        // What the letter needs comes with what is shown.
        let week = read.flatMap { periods.unread($0) }
        let (shown, answered) = (visit.today.advanced(by: -7), min(visit.today.monday, visit.today.advanced(by: -1)))
        async let metrics = part(
            MetricsQuery(user: visit.user, from: min(shown, week?.first ?? shown), through: visit.today))
        async let checkIns = part(
            CheckInsQuery(user: visit.user, from: min(answered, week?.first ?? answered), through: visit.today))
        async let cards = part(
            CardsQuery(
                user: visit.user, at: visit.at, country: visit.profile.country, today: visit.today,
                language: visit.language, hour: Int32(visit.reader.minute / 60)))
        async let letters = part(LettersQuery(user: visit.user, limit: 1))
        async let own = tags(visit.today...visit.today, visit)
        async let troubled = try? SourceHabits(accounts: accounts, bus: bus).sources(
            of: visit.user, where: TodayTrouble.concerns)
        async let plan = try? bus.request(CurrentPlan(user: visit.user), budget: .milliseconds(500))
        let keeping = try? await bus.request(KeepingQuery(), to: .safety, budget: .milliseconds(500))
        let given = (await checkIns)?.checkIns.sorted { ($0.day, $0.at) < ($1.day, $1.at) } ?? []
        let measured = (await metrics)?.days ?? []
        let answers = given.filter { $0.day == visit.today }
        // The same for the same answers, so that sending a form twice counts once.
        let key = "\(visit.tag).\(visit.today) \(answers.last.map { "\($0.id)" } ?? "")"
        var facts = TodayFacts(
            recent: await recent, metrics: measured.filter { $0.day >= shown },
            checkIns: answers.map { .init($0, minute: visit.minute(of: $0.at)) },
            cards: await cards,
            cover: visit.cover,
            showsNumber: showsNumber, key: key)
        facts.answeredAt = facts.cards?.today?.answeredAt.map(visit.minute)
        facts.writer = visit.tag
        facts.tags = await own
        for noted in facts.tags?.days.first?.times ?? [] {
            facts.tagMinutes[OwnTag.key(noted.tag)] = visit.minute(of: noted.at)
        }
        facts.earlier = given.filter { (answered..<visit.today).contains($0.day) }
            .map { .init($0, minute: visit.minute(of: $0.at)) }
        facts.night = await night(facts.metrics, visit)
        if case .waiting = DayStatus(facts.recent, facts.metrics, today: visit.today) {
            facts.arrivals = await part(NightArrivals(user: visit.user))?.nights.map { visit.minute(of: $0.at) }
        }
        if case .back = DayStatus(facts.recent, facts.metrics, today: visit.today) {
            // Without an answer of ingestion nobody is taken for a person who was away.
            let arrival = await part(LatestArrival(user: visit.user))
            facts.arrived = arrival.map { $0.at.map { visit.profile.calendar.day(millisecond: $0) } } ?? visit.today
        }
        if let letter = await letters?.letters.first, let read, visit.at - letter.at < Self.letterIsNew,
            letter.at > read.importedAt ?? .min
        {
            facts.letter = .init(address: "/letters/\(letter.id)", isAboutWeek: false)
        } else if let week, await periods.isDue(week, measured, given) {
            facts.letter = .init(address: week.address, isAboutWeek: true)
        }
        let sources = (await troubled)?.map { (label: $0.label, habits: $0.habits) } ?? []
        facts.trouble = TodayTrouble(sources, date: visit.dateInSentence, for: visit.reader)
        facts.hasNewPlan = await plan?.isNews ?? false
        facts.isWithoutModel = keeping?.warnings.contains { $0.kind == "noSentenceModel" } ?? false
        return facts
    }

    /// The latest night, if it ended today or yesterday.
    private func night(_ metrics: [DailyMetrics], _ visit: Visit) async -> TodayFacts.Night? {
        let latest = metrics.last { $0.sleep != nil && $0.day >= visit.today.advanced(by: -1) }
        guard let latest else { return nil }
        let query = ReadingsQuery(
            user: visit.user, day: latest.day, metric: "sleep", limit: ReadingsQuery.maximumReadings)
        let reply = await part(query)
        // With more readings than a reply holds the end is not known.
        let sleep = reply.flatMap { $0.next == nil ? SleepNight($0.readings, total: latest.sleep?.value ?? 0) : nil }
        let zone = latest.sleepZone.flatMap { $0.origin == .sample ? LocalZone(written: $0.name) : nil }
        return TodayFacts.Night(latest, sleep: sleep) { instant in
            zone?.minute(of: instant) ?? visit.minute(of: instant)
        }
    }
}
