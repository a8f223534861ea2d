import Bus
import Foundation
import Hummingbird
import LocalTime
import Messages

/// Routes for imports, the metrics and readings that they bring, and the measuring sources with their order of trust
/// (ING-6).
struct SourceEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let credentials: Credentials
    let waits: WaitTimes
    let now: @Sendable () -> Milliseconds

    struct SourceOrder: Decodable { let order: [String] }

    func declare(in endpoints: inout Endpoints) {
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
            "GET /v1/imports/{job}", .ingest, .data, "One import; a device sees its own.",
            responses: [200: .json(ImportStatus.self)]
        ) { _, context in
            let (user, job) = (try context.user(), try context.entity("job"))
            guard context.identity?.sender?.owns(job, of: user) ?? true else { throw Problem.nothingHere }
            return try Response.json(try await bus.request(ImportQuery(user: user, job: job)))
        }
        endpoints.add(
            "GET /v1/metrics", .read, .data, "The daily metrics of a range, oldest first.",
            query: Operation.Parameter.range,
            responses: [200: .json([DailyMetrics].self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            let range = try request.days(today: try await profiles.profile(user).localTime(at: now()).day)
            return try Response.json(
                try await bus.request(MetricsQuery(user: user, from: range.lowerBound, through: range.upperBound))
                    .days)
        }
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
            request: .json(SourceEndpoints.SourceOrder.self, limits: ["order": ["maxItems": 100]]),
            responses: [200: .json(Profile.self)], errors: [409: "The profile changed meanwhile."], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(SourceOrder.self, for: user)
            var profile = try await profiles.profile(user)
            profile.sourceOrder = body.order
            return try Response.json(try await profiles.set(id, profile))
        }
        endpoints.add(
            "GET /v1/days/{day}/readings", .read, .data, "The readings behind a day's metric, oldest first.",
            query: [
                .names("metric", SignalTable.metrics.map(\.key), "Required."),
                .number("limit", 1...Int64(ReadingsQuery.maximumReadings), "At most so many, 100 by default."),
                .text("after", "`next` of the page before."),
            ], responses: [200: .json(ReadingsQuery.Reply.self)]
        ) { request, context in
            let day = try context.day()
            let parameters = request.uri.queryParameters
            let limit = try request.query("limit") { Int32($0) }
            let query = ReadingsQuery(
                user: try context.user(), day: day, metric: parameters["metric"].map(String.init) ?? "",
                cursor: parameters["after"].map(String.init), limit: limit)
            let reply = try await bus.request(query)
            return try Response.page(reply, next: reply.next.map { [("after", $0)] }, of: request)
        }
    }
}

/// The route that undoes an import.
struct UndoEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let record: SecurityRecord
    let now: @Sendable () -> Milliseconds

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/imports/{job}/undo", .session, .data,
            "Removes what an import added; its phase tells how far that is.",
            responses: [202: .json(ImportStatus.self)],
            errors: [409: "It is under way, or cannot be undone; the detail says why."]
        ) { request, context in
            let (user, job) = (try context.user(), try context.entity("job"))
            let status: ImportStatus
            do {
                status = try await bus.request(UndoImport(user: user, job: job))
            } catch let error as ServiceError where error.code == .conflict {
                throw await refusal(error, request, user, job)
            }
            await record.note(.importUndone, of: user, from: "\(context.clientAddress)", label: status.fileName)
            return try Response.json(status, status: .accepted)
        }
    }

    /// The same conflict with the reason that the import's page shows, where there is one.
    private func refusal(_ error: ServiceError, _ request: Request, _ user: UserID, _ job: EntityID) async -> Problem {
        guard let undo = try? await bus.request(ImportQuery(user: user, job: job)).undo, undo != .possible,
            let profile = try? await profiles.profile(user)
        else { return Problem(error) }
        let words = request.reader(profile, at: now()).words
        return Problem(status: .conflict, code: "conflict", detail: words("import.whyNot.\(undo)"))
    }
}
