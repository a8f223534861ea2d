import Bus
import Foundation
import Hummingbird
import Messages
import Pages

/// The pages about past days.
struct ScorePages: FeaturePages {
    let pager: Pager
    let bus: any Requesting

    func add(to router: Router<EdgeContext>) {
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
                row: request.uri.queryParameters["row"].map(String.init), for: visit.reader)
            return show(screen, in: .lookBack, visit, request)
        }
        page("readings", on: router) { visit, request, _ in try await readings(visit, request) }
        page("known", on: router) { visit, request, _ in
            let record = try await bus.request(TrackRecordQuery(user: visit.user, today: visit.today))
            return show(KnownScreen(record, for: visit.reader), in: .lookBack, visit, request)
        }
        action("contexts/{id}/end", on: router) { visit, request, context in
            let form = try await request.form()
            let last = form["through"].flatMap { Day($0) } ?? visit.today
            _ = try await bus.request(
                EndLastingContext(user: visit.user, context: try context.entity("id"), through: last),
                id: requestID(form, visit))
            return seeOther(SitePath.own(form["next"]) ?? "/breakdown?day=\(last)", toast: "saved")
        }
        action("days/{day}/context", on: router) { visit, request, context in
            let day = try context.day()
            let form = try await request.form()
            let id = requestID(form, visit)
            _ = try await bus.request(SetDayContext(user: visit.user, day: day, flags: try form.flags()), id: id)
            try await start(try form.flags("lasting"), from: day, id, visit)
            if let chosen = form.tags { try await keep(chosen, on: day, id, visit) }
            return seeOther(SitePath.own(form["next"]) ?? "/breakdown?day=\(day)", toast: "saved")
        }
        action("context-mask", on: router) { visit, request, _ in
            let form = try await request.form()
            _ = try await bus.request(
                SetContextMask(user: visit.user, flags: try form.flags()), id: requestID(form, visit))
            return seeOther("/breakdown", toast: "saved")
        }
    }

    /// Readings of a metric, answers to a slider, or the journal of a day.
    private func readings(_ visit: Visit, _ request: Request) async throws -> Response {
        // The form of a trend sends what was typed.
        var asked: Day? = visit.today
        if let text = request.uri.queryParameters["day"] {
            let typed = String(text).replacing("+", with: " ").removingPercentEncoding ?? ""
            asked = visit.reader.formats.day(typed: typed)
        }
        guard let day = asked else {
            let refused = fieldFaults([FieldError(field: "day", code: .dayOutOfRange)], visit)
            throw Problem.invalid(refused["day"] ?? "")
        }
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
