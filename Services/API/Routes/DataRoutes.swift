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

    private static let sliders = Operation.Body.json(
        Sliders.self,
        limits: [
            "stress": ["minimum": 1, "maximum": 7], "energy": ["minimum": 1, "maximum": 7],
            "sleepQuality": ["minimum": 1, "maximum": 7],
        ])

    func declare(in endpoints: inout Endpoints) {
        declareImports(in: &endpoints)
        declareSources(in: &endpoints)
        declareScores(in: &endpoints)
        declareContext(in: &endpoints)
        declareLastingContexts(in: &endpoints)
        declareReadings(in: &endpoints)
        declareCheckIns(in: &endpoints)
    }

    private func declareImports(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/imports", .ingest, .data, "Uploads a file and starts its import.",
            query: [
                .text("name", "The file's name."),
                .flag("replace", "`true` removes what this full export lacks; needs a session."),
            ], request: .file("application/octet-stream"), responses: [202: .json(ImportStatus.self)],
            errors: [
                400: "Empty or truncated, or not a file that Pulsum reads.",
                409: "The upload is complete, or another part is expected.",
            ], takesKey: true
        ) { request, context in
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
        endpoints.add(
            "GET /v1/imports", .session, .data, "The imports, newest first, at most 50.",
            responses: [200: .json([ImportStatus].self)]
        ) { _, context in
            try Response.json(try await bus.request(ImportList(user: try context.user())).imports)
        }
        endpoints.add(
            "GET /v1/imports/{job}", .ingest, .data, "One import.", responses: [200: .json(ImportStatus.self)]
        ) { _, context in
            try Response.json(
                try await bus.request(ImportQuery(user: try context.user(), job: try context.entity("job"))))
        }
        endpoints.add(
            "GET /v1/metrics", .read, .data, "The daily metrics of a range, oldest first.",
            query: Operation.Parameter.range,
            responses: [200: .json([DailyMetrics].self)], isCompressed: true
        ) { request, context in
            let range = try await range(request, try context.user())
            return try Response.json(
                try await bus.request(MetricsQuery(user: try context.user(), from: range.from, through: range.through))
                    .days)
        }
    }

    /// Routes for the measuring sources and their order of trust (ING-6).
    private func declareSources(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/sources", .read, .data, "The measuring sources, the most trusted first.",
            query: [.day("day", "The day of the steps; the latest with steps by default.")],
            responses: [200: .json(SourcesQuery.Reply.self)]
        ) { request, context in
            let day = try request.query("day") { Day($0) }
            return try Response.json(try await bus.request(SourcesQuery(user: try context.user(), day: day)))
        }
        endpoints.add(
            "PUT /v1/sources", .session, .data, "Sets the order of trust.",
            request: .json(DataRoutes.SourceOrder.self, limits: ["order": ["maxItems": 100]]),
            responses: [200: .json(Profile.self)], errors: [409: "The profile changed meanwhile."], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(SourceOrder.self, for: user)
            var profile = try await profiles.profile(user)
            profile.sourceOrder = body.order
            return try Response.json(try await profiles.set(id, profile))
        }
    }

    private func declareScores(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/score", .read, .scores, "The score of a day.",
            query: [.day("day", "The latest day with data by default.")], responses: [200: .json(ScoreReport.self)],
            isCompressed: true
        ) { request, context in
            let user = try context.user()
            let day = try request.query("day") { Day($0) }
            let reader = request.reader(try await profiles.profile(user), at: now())
            let report = try await bus.request(ScoreQuery(user: user, day: day, today: reader.today))
            return try Response.json(reader.spoken(report))
        }
        endpoints.add(
            "GET /v1/score/breakdown", .read, .scores, "A score with all its inputs.",
            query: [.day("day", "The latest day with data by default.")],
            responses: [200: .json(ScoreBreakdown.self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            let day = try request.query("day") { Day($0) }
            let reader = request.reader(try await profiles.profile(user), at: now())
            let breakdown = try await bus.request(BreakdownQuery(user: user, day: day, today: reader.today))
            return try Response.json(reader.spoken(breakdown))
        }
        endpoints.add(
            "GET /v1/score/record", .read, .scores,
            "How the scores of a year compare with the answers that followed them.",
            responses: [200: .json(TrackRecordQuery.Reply.self)], isCompressed: true
        ) { _, context in
            let user = try context.user()
            return try Response.json(
                try await bus.request(TrackRecordQuery(user: user, today: try await today(user))))
        }
        endpoints.add(
            "GET /v1/score/history", .read, .scores, "The scores of a range, oldest first.",
            query: Operation.Parameter.range,
            responses: [200: .json([ScoreReport].self)], isCompressed: true
        ) { request, context in
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
    private func declareContext(in endpoints: inout Endpoints) {
        endpoints.add(
            "PUT /v1/days/{day}/context", .session, .scores, "Replaces the flags of a day.",
            request: .json(DataRoutes.ContextFlags.self), responses: [200: .json(DayContext.self)], takesKey: true
        ) { request, context in
            let user = try context.user()
            guard let day = context.parameters.get("day").flatMap({ Day($0) }) else {
                throw Problem(status: .badRequest, code: "invalid", detail: "A day is written as yyyy-mm-dd.")
            }
            let (body, id) = try await request.command(ContextFlags.self, for: user)
            return try Response.json(
                try await bus.request(SetDayContext(user: user, day: day, flags: body.flags), id: id))
        }
        endpoints.add(
            "GET /v1/context-mask", .session, .scores, "The flags whose days do not enter baselines and learning.",
            responses: [200: .json(ContextMask.self)]
        ) { _, context in
            try Response.json(try await bus.request(ContextMaskQuery(user: try context.user())))
        }
        endpoints.add(
            "PUT /v1/context-mask", .session, .scores, "Replaces the mask.",
            request: .json(DataRoutes.ContextFlags.self),
            responses: [200: .json(ContextMask.self)], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ContextFlags.self, for: user)
            return try Response.json(try await bus.request(SetContextMask(user: user, flags: body.flags), id: id))
        }
    }

    /// Routes for circumstances that go on, and for the flags of a range of days.
    private func declareLastingContexts(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/contexts", .session, .scores,
            "The flags of the days of a range, and the circumstances that go on.",
            query: Operation.Parameter.range, responses: [200: .json(DayContextsQuery.Reply.self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            let range = try await range(request, user)
            return try Response.json(
                try await bus.request(
                    DayContextsQuery(user: user, from: range.from, through: range.through, today: range.today)))
        }
        endpoints.add(
            "POST /v1/contexts", .session, .scores, "Begins a circumstance that goes on until it is ended.",
            request: .json(DataRoutes.Beginning.self), responses: [201: .json(LastingContext.self)], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Beginning.self, for: user)
            let from = if let day = body.from { day } else { try await today(user) }
            return try Response.json(
                try await bus.request(StartLastingContext(user: user, flag: body.flag, from: from), id: id),
                status: .created)
        }
        endpoints.add(
            "PUT /v1/contexts/{id}", .session, .scores, "Ends a circumstance with its last day.",
            request: .json(DataRoutes.Ending.self), responses: [200: .json(LastingContext.self)], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Ending.self, for: user)
            let end = EndLastingContext(user: user, context: try context.entity("id"), through: body.through)
            return try Response.json(try await bus.request(end, id: id))
        }
        endpoints.add(
            "DELETE /v1/contexts/{id}", .session, .scores, "Removes a circumstance with all its days.",
            responses: [204: nil],
            takesKey: true
        ) { request, context in
            let user = try context.user()
            _ = try await bus.request(
                EndLastingContext(user: user, context: try context.entity("id"), through: nil),
                id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }

    private func declareReadings(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/days/{day}/readings", .read, .data, "The readings behind a day's metric, oldest first.",
            query: [
                .names("metric", SignalTable.metrics.map(\.key), "Required."),
                .number("limit", 1...Int64(ReadingsQuery.most), "At most so many, 100 by default."),
                .text("after", "`next` of the page before."),
            ], responses: [200: .json(ReadingsQuery.Reply.self)]
        ) { request, context in
            guard let day = context.parameters.get("day").flatMap({ Day($0) }) else {
                throw Problem(status: .badRequest, code: "invalid", detail: "A day is written as yyyy-mm-dd.")
            }
            let parameters = request.uri.queryParameters
            let limit = try request.query("limit") { Int32($0) }
            let query = ReadingsQuery(
                user: try context.user(), day: day, metric: parameters["metric"].map(String.init) ?? "",
                cursor: parameters["after"].map(String.init), limit: limit)
            let reply = try await bus.request(query)
            return try Response.page(reply, next: reply.next.map { [("after", $0)] }, of: request)
        }
    }

    private func declareCheckIns(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/check-ins", .session, .scores, "Adds a check-in: one to three sliders.", request: Self.sliders,
            responses: [201: .json(CheckIn.self)], takesKey: true
        ) { request, context in
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
        endpoints.add(
            "GET /v1/check-ins", .session, .scores, "The check-ins of a range, the latest day first, at most 1,000.",
            query: Operation.Parameter.range, responses: [200: .json([CheckIn].self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            let range = try await range(request, user)
            return try Response.json(
                try await bus.request(CheckInsQuery(user: user, from: range.from, through: range.through)).checkIns)
        }
        endpoints.add(
            "PUT /v1/check-ins/{id}", .session, .scores,
            "Replaces the sliders of a check-in; an absent one is taken back.",
            request: Self.sliders, responses: [200: .json(CheckIn.self)], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Sliders.self, for: user)
            let correction = CorrectCheckIn(
                user: user, checkIn: try context.entity("id"), stress: body.stress, energy: body.energy,
                sleepQuality: body.sleepQuality)
            return try Response.json(try await bus.request(correction, id: id))
        }
        endpoints.add(
            "DELETE /v1/check-ins/{id}", .session, .scores, "Deletes a check-in.", responses: [204: nil], takesKey: true
        ) { request, context in
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
