import Actions
import Bus
import CrisisCards
import Foundation
import Hummingbird
import LocalTime
import Messages

/// Routes for check-ins, and for circumstances of days: flags, and which of them exclude a day from baselines and
/// learning (SCO-7).
struct DayEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let now: @Sendable () -> Milliseconds
    private static let sliders = Operation.Body.json(
        Sliders.self,
        limits: [
            "stress": ["minimum": 1, "maximum": 7], "energy": ["minimum": 1, "maximum": 7],
            "sleepQuality": ["minimum": 1, "maximum": 7],
        ])

    struct ContextFlags: Decodable { let flags: [ContextFlag] }
    struct Beginning: Decodable {
        let flag: ContextFlag
        /// The current day if absent.
        let from: Day?
    }

    struct Ending: Decodable { let through: Day }
    struct Sliders: Decodable {
        let stress: Int32?
        let energy: Int32?
        let sleepQuality: Int32?
        /// The current day if absent; only valid for a new check-in.
        let day: Day?
    }

    func declare(in endpoints: inout Endpoints) {
        declareContext(in: &endpoints)
        declareCheckIns(in: &endpoints)
    }

    private func declareContext(in endpoints: inout Endpoints) {
        endpoints.add(
            "PUT /v1/days/{day}/context", .session, .scores, "Replaces the flags of a day.",
            request: .json(DayEndpoints.ContextFlags.self), responses: [200: .json(DayContext.self)], takesKey: true
        ) { request, context in
            let user = try context.user()
            let day = try context.day()
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
            request: .json(DayEndpoints.ContextFlags.self),
            responses: [200: .json(ContextMask.self)], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(ContextFlags.self, for: user)
            return try Response.json(try await bus.request(SetContextMask(user: user, flags: body.flags), id: id))
        }
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
            request: .json(DayEndpoints.Beginning.self), responses: [201: .json(LastingContext.self)], takesKey: true
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
            request: .json(DayEndpoints.Ending.self), responses: [200: .json(LastingContext.self)], takesKey: true
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

    private func declareCheckIns(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/check-ins", .session, .scores, "Adds a check-in: one to three sliders.", request: Self.sliders,
            responses: [201: .json(CheckIn.self)], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Sliders.self, for: user)
            let at = now()
            let calendar = try await profiles.profile(user).calendar
            let checkIn = try await DayActions(bus: bus).checkIn(
                user, day: body.day, at: at, in: calendar, stress: body.stress, energy: body.energy,
                sleepQuality: body.sleepQuality, id: id)
            return try Response.json(checkIn, status: .created)
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

/// Routes for tags in a person's own words. They are shown and compared and go nowhere else; a new one is read for
/// safety before it is kept (SAF-1).
struct TagEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let now: @Sendable () -> Milliseconds

    struct Tags: Decodable { let tags: [String] }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/tags", .session, .scores, "The own tags of the days of a range, and all that the person has.",
            query: Operation.Parameter.range, responses: [200: .json(DayTagsQuery.Reply.self)], isCompressed: true
        ) { request, context in
            let user = try context.user()
            let days = try request.days(today: try await profiles.profile(user).localTime(at: now()).day)
            return try Response.json(
                try await bus.request(DayTagsQuery(user: user, from: days.lowerBound, through: days.upperBound)))
        }
        endpoints.add(
            "PUT /v1/days/{day}/tags", .session, .scores, "Replaces the own tags of a day.",
            request: .json(TagEndpoints.Tags.self), responses: [200: .json(DayTags.self)], takesKey: true
        ) { request, context in
            let user = try context.user()
            let day = try context.day()
            let (body, id) = try await request.command(Tags.self, for: user)
            let country = try await profiles.profile(user).country
            let fallback = CrisisFallback(bus: bus, country: country, inGerman: request.prefersGerman)
            return try Response.json(
                try await DayActions(bus: bus).replaceTags(body.tags, on: day, of: user, id: id, fallback))
        }
    }
}
