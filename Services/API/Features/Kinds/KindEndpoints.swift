import Actions
import Bus
import Hummingbird
import Messages

/// Routes for kinds of health data beyond the daily metrics. None is open to device tokens.
struct KindEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let credentials: Credentials
    let record: SecurityRecord
    let now: @Sendable () -> Milliseconds

    private var kinds: KindActions { KindActions(bus: bus) }

    struct GroupAnswer: Decodable {
        /// Whether data of the group is kept and shown.
        let keep: Bool
    }

    struct RemovedReadings: Codable {
        /// Readings that were deleted.
        let removed: Int64
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/kinds", .session, .data,
            "The kinds beyond the daily metrics of which there are readings, with their last days.",
            responses: [200: .json([KindSummary].self)], isCompressed: true
        ) { _, context in try Response.json(try await kinds.all(of: try context.user())) }
        endpoints.add(
            "GET /v1/kinds/{kind}", .session, .data, "The days of a kind, oldest first.",
            query: Operation.Parameter.range, responses: [200: .json(KindDaysQuery.Reply.self)],
            errors: [404: "There is no such kind, or it is not shown."], isCompressed: true
        ) { request, context in
            let user = try context.user()
            let range = try request.days(today: try await profiles.profile(user).localTime(at: now()).day)
            return try Response.json(try await kinds.days(of: Self.kind(context), range, of: user))
        }
        endpoints.add(
            "GET /v1/kinds/{kind}/readings", .session, .data, "The readings of a kind, newest first.",
            query: [
                .number("limit", 1...Int64(KindReadingsQuery.maximum), "At most so many, 100 by default."),
                .text("after", "`next` of the page before."),
            ], responses: [200: .json(KindReadingsQuery.Reply.self)],
            errors: [404: "There is no such kind, or it is not shown."]
        ) { request, context in
            let reply = try await kinds.readings(
                of: Self.kind(context), after: request.uri.queryParameters["after"].map(String.init),
                limit: try request.query("limit") { Int32($0) } ?? 100, of: try context.user())
            return try Response.page(reply, next: reply.next.map { [("after", $0)] }, of: request)
        }
        endpoints.add(
            "GET /v1/inventory", .session, .data,
            "How many samples of each kind are stored of each day of a range, and how many devices say that they have.",
            query: [
                .day("from", "First day; by default 30 days before `through`."),
                .day("through", "Last day, today by default; at most \(InventoryQuery.maximumDays) days."),
            ], responses: [200: .json([DayInventory].self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            let today = try await profiles.profile(user).localTime(at: now()).day
            let range = try request.days(today: today, usually: InventoryQuery.maximumDays)
            return try Response.json(try await kinds.inventory(range, of: user))
        }
        endpoints.add(
            "DELETE /v1/kinds/{kind}", .recent, .data,
            "Deletes what there is of a kind. What a source sends again comes again.",
            responses: [200: .json(KindEndpoints.RemovedReadings.self)],
            errors: [404: "There is no such kind, or it is not shown."]
        ) { _, context in
            try Response.json(
                RemovedReadings(removed: try await kinds.remove(Self.kind(context), of: try context.user())))
        }
        endpoints.add(
            "PUT /v1/kinds/groups/{group}", .session, .data,
            "Answers whether data of a group of intimate kinds is kept and shown. A no deletes what is there, at once or within minutes; after a yes it needs a recent password.",
            request: .json(KindEndpoints.GroupAnswer.self), responses: [200: .json(IntimateGroup.self)],
            errors: [400: "There is no such group.", 403: "A no after a yes needs a recent password."]
        ) { request, context in
            let answer = try await request.json(GroupAnswer.self)
            let group = context.parameters.get("group") ?? ""
            let session = try context.person()
            if !answer.keep, try await kinds.isKept(group, of: session.user), !credentials.isConfirmed(session) {
                throw Problem.confirmationNeeded(session)
            }
            let stored = try await kinds.answer(group, isKept: answer.keep, of: session.user)
            await record.note(.groupAnswered, of: session.user, from: "\(context.clientAddress)")
            return try Response.json(stored)
        }
    }

    private static func kind(_ context: EdgeContext) -> String { context.parameters.get("kind") ?? "" }
}
