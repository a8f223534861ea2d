import GoalsCore
import LocalTime
import Localization
import Messages
import Storage

/// Actions from one sentence (quick add).
extension GoalsService {
    /// Longest sentence in Unicode scalars.
    static let maximumSentence = 1_000

    /// Reads a sentence as an action and saves nothing.
    /// - Throws: errors as of `ReadAction`.
    func read(_ query: ReadAction, id: RequestID) async throws -> ReadAction.Reply {
        var checks = FieldChecks()
        checks.text("sentence", query.sentence, Self.maximumSentence)
        if Optional(query.sentence).nonblank == nil { checks.add("sentence", .textNeeded) }
        checks.day("asOf.today", query.asOf.today)
        try checks.finish()
        try Self.check(country: query.country)
        let moment = try QuickMoment(timeZone: query.timeZone, now: query.asOf)
        let verdict = try await judge.judge(
            query.sentence, of: query.user, country: query.country, id: id, at: query.asOf.at)
        let told = verdict.level == .safe ? nil : verdict
        guard verdict.level < .crisis else { return ReadAction.Reply(action: nil, day: nil, verdict: told) }
        var reply = try await store.read { try Self.read(query, moment, $0) }
        reply.verdict = told
        return reply
    }

    /// The action of a sentence that safety has judged, in a constant number of statements.
    static func read(
        _ query: ReadAction, _ moment: QuickMoment, _ transaction: Transaction
    ) throws -> ReadAction.Reply {
        let language = Language(asked: query.language)
        let reader = QuickAddReader(
            language: language, today: query.asOf.today, hour: Int(moment.calendar.hour(millisecond: query.asOf.at)))
        let read = reader.read(query.sentence)
        let rows = MeasureRows(user: query.user, transaction: transaction)
        let measures = try rows.page(nil, limit: 1_000, after: nil).filter {
            $0.facts.level.map { $0 < .crisis } ?? false
        }
        let choice = MeasureChoice(
            query.sentence, among: measures, inGoals: try rows.ofActiveGoals(), language: language)
        var (duration, measurements, unmeasured): (Int64, [MeasuredValue], [ReadAmount]) = (0, [], [])
        for amount in read.amounts {
            if amount.kind == .duration {
                duration = Int64(max(0, min(amount.value, Double(QuickMoment.maximumSeconds))).rounded())
            }
            if let value = choice.value(of: amount), !measurements.contains(where: { $0.measure == value.measure }) {
                measurements.append(value)
            } else {
                unmeasured.append(ReadAmount(kind: MeasureKind(amount.kind), value: amount.value))
            }
        }
        let title = read.title.unicodeScalars
        let action = ActionContent(
            title: String(String.UnicodeScalarView(title.prefix(FieldChecks.MaximumScalars.title))),
            // A text that is too long for a title is a note; its beginning names it.
            freeformNotes: title.count > FieldChecks.MaximumScalars.title ? query.sentence : nil,
            start: moment.start(of: read, duration: duration), duration: duration > 0 ? duration : nil,
            measurements: measurements)
        var reply = ReadAction.Reply(action: action, day: read.day, unmeasured: unmeasured)
        guard try !CrisisRows(user: query.user, transaction: transaction).isInEffect(at: query.asOf.at) else {
            return reply
        }
        reply.proposals = try MatchingGoals(
            user: query.user, on: query.asOf.today, language: language, transaction
        ).proposals(title: action.title, on: read.day, measurements)
        return reply
    }
}
