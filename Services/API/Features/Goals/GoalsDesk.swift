import Actions
import Bus
import CrisisCards
import Foundation
import HTTPTypes
import Hummingbird
import LocalTime
import Messages

/// Shared by the routes of the goals service: commands with their crisis card, and pages of lists.
struct GoalsDesk: Sendable {
    let profiles: Profiles
    let bus: any Requesting
    let now: @Sendable () -> Milliseconds

    /// Saves texts, with the crisis card in the language of the request.
    func save<Command: WrittenCommand>(_ command: Command, id: Messages.RequestID, _ request: Request) async throws
        -> Command.Reply
    {
        try await save(command, id: id, inGerman: request.prefersGerman)
    }

    /// As above, with the language of the card.
    func save<Command: WrittenCommand>(_ command: Command, id: Messages.RequestID, inGerman: Bool) async throws
        -> Command.Reply
    {
        let country = try await profiles.profile(command.user).country
        return try await actions(country: country, inGerman: inGerman).save(command, id: id)
    }

    /// Adds the entry of a request's body.
    func add<Content: Decodable, Command: WrittenCommand>(
        _ request: Request, _ context: EdgeContext, _ command: (UserID, Content, String) async throws -> Command
    ) async throws -> Response {
        let user = try context.user()
        let (content, id) = try await request.command(Content.self, for: user)
        return try Response.json(
            try await save(try await command(user, content, try await country(user)), id: id, request), status: .created
        )
    }

    /// Replaces the entry in the path by that of a request's body.
    func replace<Edit: VersionedEdit, Command: WrittenCommand>(
        _ request: Request, _ context: EdgeContext,
        _ command: (UserID, Edit, EditedVersion, String) async throws -> Command
    ) async throws -> Response {
        let user = try context.user()
        let (edit, id) = try await request.command(Edit.self, for: user)
        let edited = EditedVersion(id: try context.entity("id"), version: edit.version)
        return try Response.json(
            try await save(try await command(user, edit, edited, try await country(user)), id: id, request))
    }

    /// Deletes the entry in the path.
    func delete<Command: UserRequest>(
        _ request: Request, _ context: EdgeContext, _ command: (UserID, EntityID, UInt64?) throws -> Command
    ) async throws -> Response {
        let user = try context.user()
        let command = try command(user, try context.entity("id"), try request.version())
        _ = try await bus.request(command, id: request.requestID(for: user))
        return Response(status: .noContent)
    }

    func actions(country: String, inGerman: Bool) -> GoalActions {
        GoalActions(bus: bus, fallback: CrisisFallback(bus: bus, country: country, inGerman: inGerman))
    }

    /// The person's present.
    func present(_ user: UserID) async throws -> (asOf: AsOf, profile: Profile) {
        let (profile, at) = (try await profiles.profile(user), now())
        return (AsOf(at: at, today: profile.localTime(at: at).day), profile)
    }

    /// The review of a week with the scores of its last ten weeks. Without scoring it comes without scores.
    func review(_ user: UserID, week: Day) async throws -> ReviewQuery.Reply {
        let asOf = try await present(user).asOf
        let last = min(week.monday.advanced(by: 6), asOf.today)
        let history = ScoreHistory(
            user: user, from: last.advanced(by: 1 - ReviewQuery.days), through: last, today: asOf.today)
        let scores = (try? await bus.request(history, budget: .seconds(2)))?.scores ?? []
        return try await bus.request(
            ReviewQuery(
                user: user, week: week, asOf: asOf,
                scores: scores.compactMap { report in report.score.map { DayScore(day: report.day, score: $0) } }))
    }

    /// The local day of an instant.
    func day(of instant: Milliseconds, _ user: UserID) async throws -> Day {
        try await profiles.profile(user).localTime(at: instant).day
    }

    func country(_ user: UserID) async throws -> String { try await profiles.profile(user).country }
}

/// A changed entry, with the version that was edited.
protocol VersionedEdit: Decodable {
    var version: UInt64 { get }
}
