import Bus
import CoreMetrics
import Foundation
import LocalTime
import Logging
import Messages
import Storage
import SystemKit
import Wire

/// The scoring service: stores inputs, replays them into scores, and serves the scores.
///
/// All state is in the database. `ScoreCalculator` derives the scores from the inputs alone, so any number of workers
/// reach the same state in any order of events.
struct ScoringService: Sendable {
    /// Largest number of days in a `ScoreHistory`.
    static let historyLimit = 400

    let store: Store
    let log: Logger
    /// The wall clock. It decides which days events report as open, never a score.
    let clock: @Sendable () -> Milliseconds
    /// Counts recalculations after which no score had changed.
    let unchanged: Counter?

    init(
        store: Store, log: Logger, unchanged: Counter? = nil,
        clock: @escaping @Sendable () -> Milliseconds = WallClock.milliseconds
    ) {
        (self.store, self.log, self.unchanged, self.clock) = (store, log, unchanged, clock)
    }

    // MARK: Inputs

    /// Stores a day's metrics.
    /// - Throws: `ServiceError(.invalid)` for an implausible day.
    func apply(_ event: DailyMetricsChanged, _ transaction: Transaction) throws {
        try check(event.metrics.day)
        // Drops fields that scoring does not use. Sleep stays: it shows whether a sleep debt belongs to this day's
        // night.
        var metrics = event.metrics
        (metrics.rmssd, metrics.zone, metrics.sleepZone, metrics.sleepNeed) = (nil, nil, nil, nil)
        try InputRows(user: event.user, transaction: transaction)
            .put(.metrics, InputRows.id(of: metrics.day), revision: event.revision, metrics, touching: metrics.day)
    }

    /// Stores a journal entry's analysis.
    /// - Throws: `ServiceError(.invalid)` for an implausible day.
    func apply(_ event: JournalEntryChanged, _ transaction: Transaction) throws {
        try check(event.day)
        let sentiment = JournalSentiment(
            entry: event.entry, day: event.day, sentiment: event.sentiment, crisis: event.level >= .crisis,
            edited: event.edited)
        try InputRows(user: event.user, transaction: transaction)
            .put(
                .journal, event.entry, revision: event.revision,
                JournalMark(sentiment: sentiment, deleted: event.deleted), touching: event.day)
    }

    /// Stores or withdraws a crisis verdict that did not come from the journal.
    func apply(_ event: CrisisChanged, _ transaction: Transaction) throws {
        let inputs = InputRows(user: event.user, transaction: transaction)
        try inputs
            .put(
                .crisis, event.id, revision: event.revision, CrisisMark(at: event.at, withdrawn: event.withdrawn),
                touching: inputs.calendar().day(millisecond: event.at))
    }

    /// Stores the profile.
    func apply(_ event: ProfileChanged, _ transaction: Transaction) throws {
        try InputRows(user: event.user, transaction: transaction).put(event.profile)
    }

    /// Deletes a producer's inputs; the producer then sends all of them again.
    func resetProducer(_ producer: ServiceName, _ user: UserID, _ transaction: Transaction) throws {
        let kinds: [ServiceName: InputRows.Kind] = [
            .ingestion: .metrics, .sentiment: .journal, .coaching: .crisis, .api: .profile,
        ]
        if let kind = kinds[producer] { try InputRows(user: user, transaction: transaction).forget(kind) }
    }

    /// Stores a person's flags for a day.
    /// - Throws: `ServiceError(.invalid)` for an unknown flag or a day that has not begun in any time zone.
    func setContext(_ request: SetDayContext, id: RequestID) async throws -> DayContext {
        try check(request.day)
        try check(request.flags)
        guard LocalCalendar.earliest.hasBegun(request.day, at: clock()) else {
            throw ServiceError(.invalid, "That day has not begun; choose today or an earlier day.")
        }
        let context = DayContext(day: request.day, flags: ContextFlag.all.filter(request.flags.contains))
        return try await store.command(id, user: request.user) { transaction in
            let inputs = InputRows(user: request.user, transaction: transaction)
            guard try inputs.ownContext(of: context.day) != context.flags else { return context }
            try inputs.setContext(context)
            try recalculate(request.user, from: context.day, through: context.day, transaction)
            return context
        }
    }

    /// The person's mask, or the initial one.
    func mask(_ request: ContextMaskQuery) async throws -> ContextMask {
        try await store.read { transaction in
            let inputs = InputRows(user: request.user, transaction: transaction)
            // A person without any rows has no data key either.
            return try inputs.isEmpty() ? .initial : inputs.mask()
        }
    }

    /// Stores the flags that mask and recomputes the affected scores.
    /// - Throws: `ServiceError(.invalid)` for an unknown flag.
    func setMask(_ request: SetContextMask, id: RequestID) async throws -> ContextMask {
        try check(request.flags)
        let mask = ContextMask(ContextFlag.all.filter(request.flags.contains))
        return try await store.command(id, user: request.user) { transaction in
            try InputRows(user: request.user, transaction: transaction).setMask(mask)
            try recalculate(request.user, transaction)
            return mask
        }
    }

    /// Recomputes a person's scores after a change of context. Emits an event also if only the context of the latest
    /// day changed, because the event names it.
    /// - Parameter last: last day of the change; nil for none.
    func recalculate(_ user: UserID, from first: Day, through last: Day?, _ transaction: Transaction) throws {
        let latest = try ScoreRows(user: user, transaction: transaction).latest()?.state.day
        let isLatest = latest.map { $0 >= first && $0 <= last ?? $0 } ?? false
        if let earliest = try recompute(user, transaction) ?? (isLatest ? first : nil) {
            try tell(user, from: earliest, transaction)
        }
    }

    func check(_ flags: [ContextFlag]) throws {
        guard flags.allSatisfy({ ContextFlag.all.contains($0) }) else {
            throw ServiceError(
                .invalid, "A day's context is some of \(ContextFlag.names.map(\.name).joined(separator: ", ")).")
        }
    }

    func check(_ day: Day) throws {
        guard DayInputs.plausible.contains(day) else {
            throw ServiceError(.invalid, "Dates from 1900 to 2199 can be scored.")
        }
    }

    // MARK: Scores

    /// Recomputes a person's scores and emits one event if any changed. Called at the end of a transaction that stored
    /// inputs.
    func recalculate(_ user: UserID, _ transaction: Transaction) throws {
        if let earliest = try recompute(user, transaction) {
            try tell(user, from: earliest, transaction)
        } else {
            unchanged?.increment()
        }
    }

    /// Replays the days from the first marked one on. Earlier days cannot change, because a score depends only on its
    /// own day and earlier ones.
    /// - Returns: the earliest day that changed; nil if none did.
    private func recompute(_ user: UserID, _ transaction: Transaction) throws -> Day? {
        let inputs = InputRows(user: user, transaction: transaction)
        guard let touched = try inputs.takeEarliestChange() else { return nil }
        let checkpoints = CheckpointRows(user: user, transaction: transaction)
        var checkpoint = try checkpoints.last(before: touched)
        var states: [DayState] = []
        for day in try inputs.days(after: checkpoint.day) {
            try checkpoints.keep(checkpoint, before: day.day)
            let state = checkpoint.advance(over: day)
            if day.day >= touched { states.append(state) }
        }
        return try ScoreRows(user: user, transaction: transaction).update(states, from: touched)
    }

    /// Emits the state of a person's latest day under a new revision.
    private func tell(_ user: UserID, from earliest: Day, _ transaction: Transaction) throws {
        // At least the current time: scores recomputed after a lost database must be newer than those emitted before.
        try ScoreRows(user: user, transaction: transaction).raiseRevision(to: clock())
        try transaction.emit(try updated(user, from: earliest, transaction))
    }

    /// The event last emitted about a person's scores; empty if they have none.
    func standing(of user: UserID, _ transaction: Transaction) throws -> [ScoreUpdated] {
        guard let latest = try ScoreRows(user: user, transaction: transaction).latest() else { return [] }
        return [try updated(user, from: latest.state.day, transaction)]
    }

    private func updated(_ user: UserID, from earliest: Day, _ transaction: Transaction) throws -> ScoreUpdated {
        let scores = ScoreRows(user: user, transaction: transaction)
        let inputs = InputRows(user: user, transaction: transaction)
        let today = try inputs.calendar().day(millisecond: clock())
        let latest = try scores.latest()
        return ScoreUpdated(
            user: user, revision: UInt64(try scores.revision()), report: report(latest, on: today, today: today),
            signals: latest?.state.signals(today: today) ?? [], revisedFrom: earliest,
            context: try inputs.context(of: latest?.state.day ?? today))
    }

    private func report(_ stored: ScoreRows.Stored?, on day: Day, today: Day) -> ScoreReport {
        guard let stored else { return ScoreReport(day: day, status: .noData, reason: DayState.noDataReason) }
        return stored.state.report(today: today, revision: stored.revision)
    }

    /// The score of a day, or of the latest one.
    /// - Throws: `ServiceError(.invalid)` for an implausible day.
    func score(_ request: ScoreQuery) async throws -> ScoreReport {
        let stored = try await stored(request)
        var report = report(stored, on: request.day ?? request.today, today: request.today)
        await remember([report], of: request.user)
        if request.day == nil { report.note = Explanation.age(of: report.day, today: request.today) }
        return report
    }

    /// The score of a day, or of the latest one, with its reasons and trends.
    /// - Throws: `ServiceError(.invalid)` for an implausible day.
    func breakdown(_ request: BreakdownQuery) async throws -> ScoreBreakdown {
        try check(request.today)
        if let day = request.day { try check(day) }
        var breakdown = try await store.read { transaction in
            let rows = ScoreRows(user: request.user, transaction: transaction, isOutward: request.isOutward)
            let stored = if let day = request.day { try rows.state(of: day) } else { try rows.latest() }
            let day = stored?.state.day ?? request.day ?? request.today
            var breakdown = (stored?.state ?? .empty(day)).breakdown(
                today: request.today, revision: stored?.revision ?? 0)
            let inputs = InputRows(user: request.user, transaction: transaction)
            breakdown.context = try inputs.context(of: day)
            if !breakdown.context.isEmpty {
                breakdown.masked = try inputs.mask().flags.filter(breakdown.context.contains)
            }
            breakdown.contextNotes =
                breakdown.context.compactMap(Explanation.note) + (breakdown.masked.isEmpty ? [] : [Explanation.masked])
            // A withheld day shows no comparison.
            guard breakdown.report.status != .withheld else { return breakdown }
            let states = try rows.states(from: day.advanced(by: -Int(Trend.reach)), through: day)
            let scores = states.compactMap { stored in
                stored.state.report(today: request.today, revision: stored.revision).score.map {
                    (stored.state.day, $0)
                }
            }
            breakdown.trends = Trend.trends(endingOn: day, Dictionary(uniqueKeysWithValues: scores))
            return breakdown
        }
        await remember([breakdown.report], of: request.user)
        if request.day == nil {
            breakdown.report.note = Explanation.age(of: breakdown.report.day, today: request.today)
        }
        return breakdown
    }

    /// Every day of the range that has begun; days without a score give their reason.
    /// - Throws: `ServiceError(.invalid)` for an implausible day or a range that is empty or longer than 400 days.
    func history(_ request: ScoreHistory) async throws -> ScoreHistory.Reply {
        try check(request.from)
        try check(request.through)
        try check(request.today)
        guard request.from <= request.through, request.from.distance(to: request.through) < Self.historyLimit else {
            throw ServiceError(.invalid, "A history spans 1 to \(Self.historyLimit) days; ask for a shorter one.")
        }
        let last = min(request.through, request.today)
        guard request.from <= last else { return ScoreHistory.Reply(scores: []) }
        let (stored, known) = try await store.read { transaction in
            let rows = ScoreRows(user: request.user, transaction: transaction, isOutward: request.isOutward)
            let states = try rows.states(from: request.from, through: last).map { ($0.state.day, $0) }
            let from = request.from.advanced(by: -Comparing.reach)
            return (
                Dictionary(uniqueKeysWithValues: states),
                request.compares == true ? try rows.dayScores(from: from, through: last) : []
            )
        }
        var reports = (request.from...last).map { report(stored[$0], on: $0, today: request.today) }
        if request.compares == true {
            let comparing = Comparing(known)
            let days = Dictionary(uniqueKeysWithValues: known.map { ($0.day, $0) })
            for index in reports.indices where reports[index].score != nil {
                reports[index].comparison = days[reports[index].day].flatMap {
                    comparing.comparison(of: $0, today: request.today)
                }
            }
        }
        await remember(reports, of: request.user)
        return ScoreHistory.Reply(scores: reports)
    }

    private func stored(_ request: ScoreQuery) async throws -> ScoreRows.Stored? {
        try check(request.today)
        if let day = request.day { try check(day) }
        return try await store.read { transaction in
            let rows = ScoreRows(user: request.user, transaction: transaction, isOutward: request.isOutward)
            return if let day = request.day { try rows.state(of: day) } else { try rows.latest() }
        }
    }

    /// Records scores as shown. A failure, such as a full disk, is logged and does not fail the request.
    func remember(_ reports: [ScoreReport], of user: UserID) async {
        do {
            let unseen = try await store.read { try ShownRows(user: user, transaction: $0).unseen(reports) }
            guard !unseen.isEmpty else { return }
            let now = clock()
            try await store.write { try ShownRows(user: user, transaction: $0).remember(unseen, at: now) }
        } catch {
            log.warning(
                "a score was shown and could not be remembered", metadata: ["error": "\(ServiceError.logText(error))"])
        }
    }
}
