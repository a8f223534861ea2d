import Bus
import HTTPTypes
import Hummingbird
import Messages
import Pages

/// The weekly review and the overview of the running term.
extension GoalPages {
    func addReview(to router: Router<EdgeContext>) {
        page("review", on: router) { visit, request, _ in
            let asked = try request.query("week") { Day($0) } ?? visit.today
            return try await review(Self.week(asked, visit), visit, request)
        }
        action("review", on: router) { visit, request, _ in try await saveReview(visit, request) }
        action("review/delete", on: router) { visit, request, _ in
            let form = try await form(request, of: visit)
            let week = Self.week(form["week"].flatMap { Day($0) } ?? visit.today, visit)
            let command = DeleteReview(
                user: visit.user, week: week, version: form.version)
            do {
                _ = try await bus.request(command, id: derived(requestID(form, visit), "delete \(week)"))
                return seeOther("/review?week=\(week)", toast: "deleted")
            } catch let error as ServiceError where error.code == .conflict {
                let problem = visit.reader.words("actionpages.changedBeforeDeletion")
                return try await review(week, visit, request, problems: ["form": problem], status: .conflict)
            }
        }
    }

    /// First day with a review, 1900-01-01.
    private static let firstDay = Day(number: -25_567)

    /// Monday of a day's week, at the latest of this week.
    private static func week(_ day: Day, _ visit: Visit) -> Day {
        min(max(day, firstDay.advanced(by: 7)), visit.today).monday
    }

    /// - Parameters:
    ///   - form: the typed answers that could not be saved.
    ///   - key: of the form that was sent.
    private func review(
        _ week: Day, _ visit: Visit, _ request: Request, form: ReviewScreen.Form? = nil, key: String? = nil,
        problems: [String: String] = [:], status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let asOf = visit.asOf
        async let overview = part(
            GoalsOverview(user: visit.user, asOf: asOf, countsStreak: visit.profile.display?.countsStreak))
        async let before = part(ReviewQuery(user: visit.user, week: week.advanced(by: -7), asOf: asOf))
        // Today's score may be covered until the day's check-in; the correlation ends with yesterday anyway.
        let through = min(week.advanced(by: 6), visit.today.advanced(by: -1))
        let history = await part(
            ScoreHistory(
                user: visit.user, from: through.advanced(by: 1 - ReviewQuery.days), through: through,
                today: visit.today))
        let scores = (history?.scores ?? []).compactMap { report in
            report.score.map { DayScore(day: report.day, score: $0) }
        }
        let reply = try await bus.request(ReviewQuery(user: visit.user, week: week, asOf: asOf, scores: scores))
        let screen = ReviewScreen(
            reply, before: (await before)?.review, overview: await overview, form: form,
            key: key ?? freshKey(visit), problems: problems, for: visit.reader)
        return show(screen, in: .ahead, visit, request, status: status)
    }

    private func saveReview(_ visit: Visit, _ request: Request) async throws -> Response {
        let fields = try await form(request, of: visit)
        let week = Self.week(fields["week"].flatMap { Day($0) } ?? visit.today, visit)
        let content = ReviewContent(
            wentWell: fields["wentWell"], gotInTheWay: fields["gotInTheWay"], nextWeek: fields["nextWeek"])
        let command = SaveReview(
            user: visit.user, week: week, version: fields.version, content: content,
            country: visit.profile.country)
        do {
            let reply = try await desk.save(
                command, id: requestID(fields, visit), inGerman: visit.isGerman)
            return afterSaving("/review?week=\(week)", reply.verdict)
        } catch let error as ServiceError {
            // Saved again, the typed answers replace the version that was stored meanwhile.
            let known: Set = ["wentWell", "gotInTheWay", "nextWeek"]
            let problems = sentences(of: error, visit) { known.contains($0) ? $0 : nil }
            return try await review(
                week, visit, request, form: ReviewScreen.Form(content), key: fields["key"], problems: problems,
                status: Problem(error).status)
        }
    }
}
