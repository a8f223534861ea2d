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

    /// Sends a command with texts. If the goals service is unavailable, or safety did not judge the texts in time, a
    /// person in danger still gets the crisis card (SAF-4).
    func save<R: UserRequest>(_ command: R, _ texts: [String], id: Messages.RequestID, _ request: Request) async throws
        -> R.Reply where R.Reply: JudgedReply
    {
        try await save(command, texts, id: id, inGerman: request.prefersGerman)
    }

    /// As above, with the language of the card.
    func save<R: UserRequest>(_ command: R, _ texts: [String], id: Messages.RequestID, inGerman: Bool) async throws
        -> R.Reply where R.Reply: JudgedReply
    {
        let country = try await profiles.profile(command.user).country
        let fallback = CrisisFallback(bus: bus, country: country, inGerman: inGerman)
        let text = texts.joined(separator: "\n")
        var reply = try await fallback.answering(text) { try await bus.request(command, id: id) }
        // The entry counts, also if the navigation does not show the section yet.
        try? await profiles.openAhead(command.user)
        reply.verdict = await fallback.verdict(reply.verdict, level: reply.facts.level, on: text)
        return reply
    }

    /// Sends a question with a text that is only read. If safety does not judge it, a person in danger still gets the
    /// crisis card (SAF-4).
    func ask<R: UserRequest>(_ question: R, _ text: String, country: String, inGerman: Bool) async throws -> R.Reply {
        let fallback = CrisisFallback(bus: bus, country: country, inGerman: inGerman)
        return try await fallback.answering(text) { try await bus.request(question) }
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

    // MARK: Pages

    /// The position of `after`, written `place.id`.
    static func after(_ request: Request) throws -> ListCursor? {
        try request.query("after") { text in
            let parts = text.split(separator: ".")
            guard parts.count == 2, let place = Int64(parts[0]), let id = EntityID(parts[1]) else { return nil }
            return ListCursor(place: place, id: id)
        }
    }

    static func limit(_ request: Request) throws -> Int32? { try request.query("limit") { Int32($0) } }

    static func version(_ request: Request) throws -> UInt64? { try request.query("version") { UInt64($0) } }

    static func page(_ entries: some Encodable, next: ListCursor?, of request: Request) throws -> Response {
        try Response.page(entries, next: next.map { [("after", "\($0.place).\($0.id)")] }, of: request)
    }
}

/// A reply with a judgement of the texts that were saved.
protocol JudgedReply {
    var verdict: Verdict? { get set }
    var facts: RecordFacts { get }
}

extension SaveGoal.Reply: JudgedReply { var facts: RecordFacts { goal.facts } }
extension SavedTerm: JudgedReply { var facts: RecordFacts { term.facts } }
extension SaveAction.Reply: JudgedReply { var facts: RecordFacts { action.facts } }
extension SaveValue.Reply: JudgedReply { var facts: RecordFacts { value.facts } }
extension SaveMeasure.Reply: JudgedReply { var facts: RecordFacts { measure.facts } }
extension SaveReview.Reply: JudgedReply { var facts: RecordFacts { review.facts } }
