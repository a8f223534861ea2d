import Bus
import CrisisCards
import Foundation
import HTTPTypes
import Hummingbird
import LocalTime
import Messages

/// Routes for imports, metrics, scores, context, check-ins and journal.
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
        addCheckIns(to: group)
        addJournal(to: group)
    }

    private func addImports(to group: RouterGroup<EdgeContext>) {
        group.post("imports") { request, context in
            let name = try request.query("name") { $0.removingPercentEncoding } ?? "export"
            let replace = try request.query("replace") { Bool($0) } ?? false
            // A device may only add data; replacing it needs a session.
            if replace { _ = try context.person() }
            let known = try context.known()
            let status = try await Upload(bus: bus, credentials: credentials).run(
                request, known, fileName: name, replace: replace
            ) { waits.begin(.importToScore, known.user) }
            return try Response.json(status, status: .accepted)
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
            struct Body: Decodable { let order: [String] }
            let user = try context.user()
            let (body, id) = try await request.command(Body.self, for: user)
            var profile = try await profiles.profile(user)
            profile.sourceOrder = body.order
            return try Response.json(try await profiles.set(id, profile))
        }
    }

    private func addScores(to group: RouterGroup<EdgeContext>) {
        group.get("score") { request, context in
            let user = try context.user()
            let day = try request.query("day") { Day($0) }
            return try Response.json(
                try await bus.request(ScoreQuery(user: user, day: day, today: try await today(user))))
        }
        group.get("score/breakdown") { request, context in
            let user = try context.user()
            let day = try request.query("day") { Day($0) }
            return try Response.json(
                try await bus.request(BreakdownQuery(user: user, day: day, today: try await today(user))))
        }
        group.get("score/history") { request, context in
            let user = try context.user()
            let range = try await range(request, user)
            return try Response.json(
                try await bus.request(
                    ScoreHistory(user: user, from: range.from, through: range.through, today: range.today)
                ).scores)
        }
    }

    /// Routes for a day's context flags and for the mask: the flags that exclude a day from baselines and learning
    /// (SCO-7).
    private func addContext(to group: RouterGroup<EdgeContext>) {
        struct Body: Decodable { let flags: [ContextFlag] }
        group.put("days/{day}/context") { request, context in
            let user = try context.user()
            guard let day = context.parameters.get("day").flatMap({ Day($0) }) else {
                throw Problem(status: .badRequest, code: "invalid", detail: "A day is written as yyyy-mm-dd.")
            }
            let (body, id) = try await request.command(Body.self, for: user)
            return try Response.json(
                try await bus.request(SetDayContext(user: user, day: day, flags: body.flags), id: id))
        }
        group.get("context-mask") { _, context in
            try Response.json(try await bus.request(ContextMaskQuery(user: try context.user())))
        }
        group.put("context-mask") { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(Body.self, for: user)
            return try Response.json(try await bus.request(SetContextMask(user: user, flags: body.flags), id: id))
        }
    }

    private func addCheckIns(to group: RouterGroup<EdgeContext>) {
        struct Sliders: Decodable {
            let stress: Int32?
            let energy: Int32?
            let sleepQuality: Int32?
            /// The current day if absent; only valid for a new check-in.
            let day: Day?
        }
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

    private func addJournal(to group: RouterGroup<EdgeContext>) {
        group.post("journal") { request, context in
            struct Body: Decodable { let text: String }
            let user = try context.user()
            let (body, id) = try await request.command(Body.self, for: user)
            let at = now()
            let profile = try await profiles.profile(user)
            let entry = SubmitJournal(
                user: user, day: profile.localTime(at: at).day, at: at, text: body.text, country: profile.country)
            let fallback = CrisisFallback(bus: bus, country: profile.country, inGerman: request.prefersGerman)
            waits.begin(.journalToScore, user)
            do {
                return try Response.json(try await keep(entry, id: id, fallback), status: .created)
            } catch {
                waits.cancel(.journalToScore, user)
                throw error
            }
        }
        group.get("journal") { request, context in
            let before = try request.query("before") { Milliseconds($0) }
            let limit = try request.query("limit") { Int32($0) } ?? 20
            return try Response.json(
                try await bus.request(JournalQuery(user: try context.user(), before: before, limit: limit)).entries)
        }
        group.delete("journal/{id}") { request, context in
            let user = try context.user()
            _ = try await bus.request(
                DeleteJournalEntry(user: user, entry: try context.entity("id")), id: request.requestID(for: user))
            return Response(status: .noContent)
        }
    }

    /// Submits an entry. If the journal is unavailable, or did not classify the text in time, a person in danger still
    /// gets the crisis card (SAF-4).
    private func keep(_ submission: SubmitJournal, id: Messages.RequestID, _ fallback: CrisisFallback) async throws
        -> JournalEntry
    {
        do {
            var entry = try await bus.request(submission, id: id)
            if entry.analysis == nil { entry.support = await fallback.card(for: submission.text)?.card }
            return entry
        } catch let error as ServiceError where CrisisFallback.mayBeUnread(error) {
            var problem = Problem(error)
            problem.crisis = await fallback.card(for: submission.text)?.card
            throw problem
        }
    }

    private func today(_ user: UserID) async throws -> Day { try await profiles.profile(user).localTime(at: now()).day }

    /// Parses `from` and `through`; the default is the last 28 days.
    /// - Throws: `Problem`, 400, for a reversed range or one of more than 400 days.
    private func range(_ request: Request, _ user: UserID) async throws -> (from: Day, through: Day, today: Day) {
        let today = try await today(user)
        let through = try request.query("through") { Day($0) } ?? today
        let from = try request.query("from") { Day($0) } ?? through.advanced(by: -27)
        guard from <= through, from.distance(to: through) < 400 else {
            throw Problem(
                status: .badRequest, code: "invalid",
                detail: "A range runs from an earlier to a later day and holds at most 400 days.")
        }
        return (from, through, today)
    }
}
