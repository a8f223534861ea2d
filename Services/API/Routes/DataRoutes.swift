import Bus
import Foundation
import HTTPTypes
import Hummingbird
import LocalTime
import Messages
import Pages

/// Routes for imports, metrics, scores, context and check-ins.
struct DataRoutes {
    let profiles: Profiles
    let bus: any Requesting
    let credentials: Credentials
    let waits: WaitTimes
    let now: @Sendable () -> Milliseconds

    func add(to group: RouterGroup<EdgeContext>) {
        addImports(to: group)
        addSources(to: group)
        addScores(to: group)
        addContext(to: group)
        addLastingContexts(to: group)
        addReadings(to: group)
        addCheckIns(to: group)
    }

    private func addImports(to group: RouterGroup<EdgeContext>) {
        group.post("imports") { request, context in
            let name = try request.query("name") { $0.removingPercentEncoding } ?? "export"
            let replace = try request.query("replace") { Bool($0) } ?? false
            // A device may only add data; replacing it needs a session.
            if replace { _ = try context.person() }
            let known = try context.known()
            var wait: WaitTimes.Wait?
            do {
                let status = try await Upload(bus: bus, credentials: credentials).run(
                    request, known, fileName: name, replace: replace
                ) { wait = waits.begin(.importToNextScore, known.user) }
                return try Response.json(status, status: .accepted)
            } catch {
                waits.cancel(wait)
                throw error
            }
        }
        group.get("imports") { _, context in
            try Response.json(try await bus.request(ImportList(user: try context.user())).imports)
        }
        group.get("imports/{job}") { _, context in
            try Response.json(
                try await bus.request(ImportQuery(user: try context.user(), job: try context.entity("job"))))
        }
        group.get("metrics") { request, context in
            let range = try await range(request, try context.user())
            return try Response.json(
                try await bus.request(MetricsQuery(user: try context.user(), from: range.from, through: range.through))
                    .days)
        }
    }

    /// Routes for the measuring sources and their order of trust (ING-6).
    private func addSources(to group: RouterGroup<EdgeContext>) {
        group.get("sources") { request, context in
            let day = try request.query("day") { Day($0) }
            return try Response.json(try await bus.request(SourcesQuery(user: try context.user(), day: day)))
        }
        group.put("sources") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(SourceOrder.self, for: user)
            var profile = try await profiles.profile(user)
            profile.sourceOrder = body.order
            return try Response.json(try await profiles.set(id, profile))
        }
    }

    private func addScores(to group: RouterGroup<EdgeContext>) {
        group.get("score") { request, context in
            let user = try context.user()
            let day = try request.query("day") { Day($0) }
            let reader = request.reader(try await profiles.profile(user), at: now())
            let report = try await bus.request(ScoreQuery(user: user, day: day, today: reader.today))
            return try Response.json(reader.spoken(report))
        }
        group.get("score/breakdown") { request, context in
            let user = try context.user()
            let day = try request.query("day") { Day($0) }
            let reader = request.reader(try await profiles.profile(user), at: now())
            let breakdown = try await bus.request(BreakdownQuery(user: user, day: day, today: reader.today))
            return try Response.json(reader.spoken(breakdown))
        }
        group.get("score/record") { _, context in
            let user = try context.user()
            return try Response.json(
                try await bus.request(TrackRecordQuery(user: user, today: try await today(user))))
        }
        group.get("score/history") { request, context in
            let user = try context.user()
            let reader = request.reader(try await profiles.profile(user), at: now())
            let days = try request.days(today: reader.today)
            let history = ScoreHistory(
                user: user, from: days.lowerBound, through: days.upperBound, today: reader.today)
            return try Response.json(try await bus.request(history).scores.map(reader.spoken))
        }
    }

    /// Routes for a day's context flags and for the mask: the flags that exclude a day from baselines and learning
    /// (SCO-7).
    private func addContext(to group: RouterGroup<EdgeContext>) {
        group.put("days/{day}/context") { request, context in
            let user = try context.user()
            guard let day = context.parameters.get("day").flatMap({ Day($0) }) else {
                throw Problem(status: .badRequest, code: "invalid", detail: "A day is written as yyyy-mm-dd.")
            }
            let (body, id) = try await request.command(ContextFlags.self, for: user)
            return try Response.json(
                try await bus.request(SetDayContext(user: user, day: day, flags: body.flags), id: id))
        }
        group.get("context-mask") { _, context in
            try Response.json(try await bus.request(ContextMaskQuery(user: try context.user())))
        }
        group.put("context-mask") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ContextFlags.self, for: user)
            return try Response.json(try await bus.request(SetContextMask(user: user, flags: body.flags), id: id))
        }
    }

    /// Routes for circumstances that go on, and for the flags of a range of days.
    private func addLastingContexts(to group: RouterGroup<EdgeContext>) {
        group.get("contexts") { request, context in
            let user = try context.user()
            let range = try await range(request, user)
            return try Response.json(
                try await bus.request(
                    DayContextsQuery(user: user, from: range.from, through: range.through, today: range.today)))
        }
        group.post("contexts") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Beginning.self, for: user)
            let from = if let day = body.from { day } else { try await today(user) }
            return try Response.json(
                try await bus.request(StartLastingContext(user: user, flag: body.flag, from: from), id: id),
                status: .created)
        }
        group.put("contexts/{id}") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Ending.self, for: user)
            let end = EndLastingContext(user: user, context: try context.entity("id"), through: body.through)
            return try Response.json(try await bus.request(end, id: id))
        }
        group.delete("contexts/{id}") { request, context in
            let user = try context.user()
            _ = try await bus.request(
                EndLastingContext(user: user, context: try context.entity("id"), through: nil),
                id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }

    private func addReadings(to group: RouterGroup<EdgeContext>) {
        group.get("days/{day}/readings") { request, context in
            guard let day = context.parameters.get("day").flatMap({ Day($0) }) else {
                throw Problem(status: .badRequest, code: "invalid", detail: "A day is written as yyyy-mm-dd.")
            }
            let parameters = request.uri.queryParameters
            let limit = try request.query("limit") { Int32($0) }
            let query = ReadingsQuery(
                user: try context.user(), day: day, metric: parameters["metric"].map(String.init) ?? "",
                cursor: parameters["after"].map(String.init), limit: limit)
            let reply = try await bus.request(query)
            var response = try Response.json(reply)
            if let next = reply.next {
                let rest = "metric=\(query.metric)&after=\(next)" + (limit.map { "&limit=\($0)" } ?? "")
                response.headers[HTTPField.Name("Link")!] = "<\(request.uri.path)?\(rest)>; rel=\"next\""
            }
            return response
        }
    }

    private func addCheckIns(to group: RouterGroup<EdgeContext>) {
        group.post("check-ins") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Sliders.self, for: user)
            let at = now()
            let calendar = try await profiles.profile(user).calendar
            if let day = body.day, !calendar.hasBegun(day, at: at) {
                throw Problem(
                    status: .badRequest, code: "invalid",
                    detail: "That day has not begun; check in for today or an earlier day.")
            }
            let checkIn = SubmitCheckIn(
                user: user, day: body.day ?? calendar.day(millisecond: at), at: at, stress: body.stress,
                energy: body.energy, sleepQuality: body.sleepQuality)
            return try Response.json(try await bus.request(checkIn, id: id), status: .created)
        }
        group.get("check-ins") { request, context in
            let user = try context.user()
            let range = try await range(request, user)
            return try Response.json(
                try await bus.request(CheckInsQuery(user: user, from: range.from, through: range.through)).checkIns)
        }
        group.put("check-ins/{id}") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Sliders.self, for: user)
            let correction = CorrectCheckIn(
                user: user, checkIn: try context.entity("id"), stress: body.stress, energy: body.energy,
                sleepQuality: body.sleepQuality)
            return try Response.json(try await bus.request(correction, id: id))
        }
        group.delete("check-ins/{id}") { request, context in
            let user = try context.user()
            _ = try await bus.request(
                DeleteCheckIn(user: user, checkIn: try context.entity("id")), id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }

    private func today(_ user: UserID) async throws -> Day { try await profiles.profile(user).localTime(at: now()).day }

    private func range(_ request: Request, _ user: UserID) async throws -> (from: Day, through: Day, today: Day) {
        let today = try await today(user)
        let days = try request.days(today: today)
        return (days.lowerBound, days.upperBound, today)
    }
}

extension Request {
    /// Parses `from` and `through`, by default the last days.
    /// - Parameter count: number of days by default.
    /// - Throws: `Problem`, 400, for a reversed range or one of more than 400 days.
    func days(today: Day, usually count: Int = 28) throws -> ClosedRange<Day> {
        let through = try query("through") { Day($0) } ?? today
        let from = try query("from") { Day($0) } ?? through.advanced(by: 1 - count)
        guard from <= through, from.distance(to: through) < 400 else {
            throw Problem(
                status: .badRequest, code: "invalid",
                detail: "A range runs from an earlier to a later day and holds at most 400 days.")
        }
        return from...through
    }
}

extension DataRoutes {
    struct SourceOrder: Decodable { let order: [String] }
    struct ContextFlags: Decodable { let flags: [ContextFlag] }
    struct Beginning: Decodable {
        let flag: ContextFlag
        /// The current day if absent.
        let from: Day?
    }

    struct Ending: Decodable { let through: Day }
    struct JournalText: Decodable { let text: String }

    struct Sliders: Decodable {
        let stress: Int32?
        let energy: Int32?
        let sleepQuality: Int32?
        /// The current day if absent; only valid for a new check-in.
        let day: Day?
    }
}
