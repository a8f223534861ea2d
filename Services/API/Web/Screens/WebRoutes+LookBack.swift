import Hummingbird
import Messages
import Pages

/// The pages about past days.
extension WebRoutes {
    func addLookBack(to router: Router<EdgeContext>) {
        page("breakdown", on: router) { visit, request, _ in
            let day = try request.query("day") { Day($0) }
            async let mask = part(ContextMaskQuery(user: visit.user))
            let breakdown = try await bus.request(BreakdownQuery(user: visit.user, day: day, today: visit.today))
            let shown = breakdown.report.day
            async let tags = tags(shown...shown, visit)
            let contexts = await contexts(shown...shown, visit)
            let screen = BreakdownScreen(
                breakdown, mask: await mask?.flags, lasting: contexts?.lasting ?? [],
                tags: await tags.map { TagFields(chosen: $0.days.first?.tags ?? [], known: $0.known) },
                for: visit.reader)
            return html(screen, visit.frame(.lookBack, request), for: visit.reader)
        }
        page("readings", on: router) { visit, request, _ in try await readings(visit, request) }
        page("known", on: router) { visit, request, _ in
            let record = try await bus.request(TrackRecordQuery(user: visit.user, today: visit.today))
            return html(KnownScreen(record, for: visit.reader), visit.frame(.lookBack, request), for: visit.reader)
        }
        action("contexts/{id}/end", on: router) { visit, request, context in
            let form = try await request.form()
            let last = form["through"].flatMap { Day($0) } ?? visit.today
            _ = try await bus.request(
                EndLastingContext(user: visit.user, context: try context.entity("id"), through: last),
                id: requestID(form, visit))
            return seeOther(Self.ownPath(form["next"]) ?? "/breakdown?day=\(last)", toast: "saved")
        }
        action("days/{day}/context", on: router) { visit, request, context in
            guard let day = context.parameters.get("day").flatMap({ Day($0) }) else {
                throw Problem(status: .badRequest, code: "invalid", detail: "A day is written as yyyy-mm-dd.")
            }
            let form = try await request.form()
            let id = requestID(form, visit)
            _ = try await bus.request(SetDayContext(user: visit.user, day: day, flags: try flags(form)), id: id)
            try await start(try flags(form, "lasting"), from: day, id, visit)
            if let chosen = tags(form) { try await keep(chosen, on: day, id, visit) }
            return seeOther(Self.ownPath(form["next"]) ?? "/breakdown?day=\(day)", toast: "saved")
        }
        action("context-mask", on: router) { visit, request, _ in
            let form = try await request.form()
            _ = try await bus.request(
                SetContextMask(user: visit.user, flags: try flags(form)), id: requestID(form, visit))
            return seeOther("/breakdown", toast: "saved")
        }
    }

    /// The flags of a range of at most 400 days; nil if scoring does not answer.
    func contexts(_ days: ClosedRange<Day>, _ visit: Visit) async -> DayContextsQuery.Reply? {
        await part(
            DayContextsQuery(user: visit.user, from: days.lowerBound, through: days.upperBound, today: visit.today))
    }

    /// The own tags of a range; nil if scoring does not answer.
    func tags(_ days: ClosedRange<Day>, _ visit: Visit) async -> DayTagsQuery.Reply? {
        await part(DayTagsQuery(user: visit.user, from: days.lowerBound, through: days.upperBound))
    }

    /// The own tags that a form chooses and adds; nil for a form that does not know them, such as one shown offline.
    func tags(_ form: FormBody) -> [String]? {
        form["tags"].map { _ in form.all("tag") + TagFields.typed(form["newTag"] ?? "") }
    }

    /// Replaces the own tags of a day.
    /// - Throws: `Problem` with a crisis card for a tag that is a sign of danger; `ServiceError`.
    func keep(_ tags: [String], on day: Day, _ id: Messages.RequestID, _ visit: Visit) async throws {
        let routes = TagRoutes(profiles: profiles, bus: bus, now: now)
        _ = try await routes.keep(tags, on: day, of: visit.user, id: derived(id, "tags"), fallback(visit))
    }

    /// Begins circumstances that go on.
    func start(_ flags: [ContextFlag], from day: Day, _ id: Messages.RequestID, _ visit: Visit) async throws {
        for flag in flags {
            _ = try await bus.request(
                StartLastingContext(user: visit.user, flag: flag, from: day), id: derived(id, "lasting \(flag)"))
        }
    }

    /// Readings of a metric, answers to a slider, or the journal of a day.
    private func readings(_ visit: Visit, _ request: Request) async throws -> Response {
        let day = try request.query("day") { Day($0) } ?? visit.today
        let key = request.uri.queryParameters["metric"].map(String.init) ?? ""
        let (reader, frame) = (visit.reader, visit.frame(.lookBack, request))
        if let metric = SignalTable.metric(key) {
            let cursor = request.uri.queryParameters["after"].map(String.init)
            let reply = try await bus.request(
                ReadingsQuery(user: visit.user, day: day, metric: key, cursor: cursor))
            let screen = ReadingsScreen(
                reply, of: metric, on: day, moment: visit.date, time: { reader.time(minute: visit.minute(of: $0)) },
                for: reader)
            return html(screen, frame, for: reader)
        }
        if let slider = CheckInSlider(rawValue: key) {
            let given = try await bus.request(CheckInsQuery(user: visit.user, from: day, through: day)).checkIns
            let answers = given.sorted { $0.at < $1.at }.map {
                TodayFacts.TimedCheckIn($0, minute: visit.minute(of: $0.at))
            }
            let last = answers.last.map { "\($0.checkIn.id)" } ?? ""
            let screen = ReadingsScreen(
                answers, of: slider, on: day, key: "\(visit.tag).\(day) \(slider.rawValue) \(last)", for: reader)
            return html(screen, frame, for: reader)
        }
        guard key == "sentiment" else {
            throw Problem(status: .notFound, code: "notFound", detail: "There is no such value of a day.")
        }
        var query = JournalQuery(user: visit.user, limit: 100)
        (query.from, query.through) = (day, day)
        let entries = try await bus.request(query).entries.map { (entry: $0, minute: visit.minute(of: $0.at)) }
        return html(ReadingsScreen(entries, on: day, for: reader), frame, for: reader)
    }
}
