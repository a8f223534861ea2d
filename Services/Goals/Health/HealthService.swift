import Bus
import Logging
import Messages
import ServiceKit
import Storage
import SystemKit

/// Health to actions (GOL-6): stages what ingestion emits, and reads it under the rules of the person.
struct HealthService: Sendable {
    /// Records read in one transaction: some 50 ms of the database's writer.
    static let page = 200

    let store: Store
    let judge: TextJudge
    let log: Logger
    var now: @Sendable () -> Milliseconds = WallClock.milliseconds

    func register(_ host: ServiceHost) {
        host.handle(SaveHealthRule.self) { request, context in try await save(request, id: context.id) }
        host.handle(DeleteHealthRule.self) { request, context in try await delete(request, id: context.id) }
        host.handle(HealthRulesQuery.self) { query, _ in try await rules(query) }
        host.handle(StagedHealthQuery.self) { query, _ in try await staged(query) }
        host.handle(ReparseStaged.self) { request, context in try await reparse(request, id: context.id) }
        host.consume(DayTotals.self) { event, transaction in
            try coordinator(event.user, transaction).stage(event)
        }
        host.consume(IntakeRecorded.self) { event, transaction in
            try coordinator(event.user, transaction).stage(event)
        }
        host.consume(BodyMassRecorded.self) { event, transaction in
            try coordinator(event.user, transaction).stage(event)
        }
        host.consume(WorkoutRecorded.self) { event, transaction in
            try coordinator(event.user, transaction).stage(event)
        }
        host.finishBatch { user, transaction in
            try coordinator(user, transaction).readPending(limit: Self.page)
        }
        host.resetProducer { producer, user, transaction in
            guard producer == .ingestion else { return }
            try StagedRows(user: user, transaction: transaction).reset(now: now())
        }
        host.background("health records") { try await run() }
    }

    func coordinator(_ user: UserID, _ transaction: Transaction) -> HealthCoordinator {
        HealthCoordinator(user: user, transaction: transaction, now: now())
    }

    // MARK: Rules

    /// Saves a rule, has its texts judged, and reads the first records of its kind.
    /// - Throws: errors as of `SaveHealthRule`.
    func save(_ request: SaveHealthRule, id: RequestID) async throws -> SaveHealthRule.Reply {
        guard request.country?.utf8.count ?? 0 <= 2 else {
            throw ServiceError(.invalid, "country is empty or two letters of ISO 3166, such as US.")
        }
        let (user, now) = (request.user, now())
        let saved = try await store.command(id, user: user) { transaction in
            StoredSave(
                id: try HealthRuleCoordinator(user: user, in: transaction).save(
                    try Self.completed(request, transaction), id: EntityID(high: id.high, low: id.low), now: now))
        }.id
        let verdict = await judge.judge(saved, of: user, country: request.country ?? "", now: now)
        _ = try await step(user)
        let rules = try await rules(HealthRulesQuery(user: user, rule: saved)).rules
        return SaveHealthRule.Reply(rule: rules[0], verdict: verdict)
    }

    /// A change of a rule about food with the stored least value, which it could not name (PLN-10).
    private static func completed(_ request: SaveHealthRule, _ transaction: Transaction) throws -> SaveHealthRule {
        let user = request.user
        guard request.content.kind.isFoodOrWeight, let edited = request.edited?.id,
            let stored = try HealthRuleRows(user: user, transaction: transaction).list(edited).first
        else { return request }
        let hidden: HiddenAmounts =
            request.keepsHidden == true ? try .all(of: user, transaction) : try HiddenAmounts(of: user, transaction)
        var request = request
        request.content = hidden.completed(request.content, over: stored.content)
        return request
    }

    /// Deletes a rule and the first of its actions.
    /// - Throws: errors as of `DeleteHealthRule`.
    func delete(_ request: DeleteHealthRule, id: RequestID) async throws -> Empty {
        let reply = try await store.command(id, user: request.user) { transaction in
            try HealthRuleCoordinator(user: request.user, in: transaction).delete(request)
            return Empty()
        }
        _ = try await step(request.user)
        return reply
    }

    /// - Throws: `ServiceError(.notFound)` for a single rule that does not exist.
    func rules(_ query: HealthRulesQuery) async throws -> HealthRulesQuery.Reply {
        let rules = try await store.read {
            try HealthRuleRows(user: query.user, transaction: $0).list(query.rule)
                .map(HiddenAmounts(of: query.user, $0).shown)
        }
        if query.rule != nil, rules.isEmpty { throw Absence.healthRule }
        return HealthRulesQuery.Reply(rules: rules)
    }

    // MARK: Records

    /// - Throws: `ServiceError(.invalid)` for a wrong limit.
    func staged(_ query: StagedHealthQuery) async throws -> StagedHealthQuery.Reply {
        let limit = try PageLimit.checked(query.limit)
        let (records, counts) = try await store.read { transaction in
            let rows = StagedRows(user: query.user, transaction: transaction)
            let hidden = try HiddenAmounts(of: query.user, transaction)
            return (try rows.page(query, limit: limit + 1).map(hidden.shown), try rows.counts())
        }
        return StagedHealthQuery.Reply(
            records: Array(records.prefix(limit)), counts: counts,
            next: records.count > limit ? records[limit - 1].cursor : nil)
    }

    /// Has failed and unmatched records read again, and reads the first of them.
    func reparse(_ request: ReparseStaged, id: RequestID) async throws -> ReparseStaged.Reply {
        try await store.command(id, user: request.user) { transaction in
            let rows = StagedRows(user: request.user, transaction: transaction)
            let marked = try rows.markPending(kind: request.kind, states: [.failed, .unmatched])
            let read = try coordinator(request.user, transaction).readPending(limit: Self.page)
            return ReparseStaged.Reply(records: Int64(marked), waiting: Int64(max(0, marked - read)))
        }
    }

    // MARK: Background

    /// Reads one page of a person's records, and removes one page of the actions of deleted rules.
    /// - Returns: true if more may be left.
    func step(_ user: UserID) async throws -> Bool {
        try await store.write { transaction in
            let coordinator = coordinator(user, transaction)
            let read = try coordinator.readPending(limit: Self.page)
            let removed = try coordinator.removeGone(limit: Self.page)
            return read == Self.page || removed == Self.page
        }
    }

    /// Does what is due of all people: one page of each, and one page of the purge.
    /// - Returns: false if nothing was due.
    func turn() async throws -> Bool {
        let now = now()
        let people = try await store.read { try StagedRows.people(now: now, limit: 16, $0) }
        for user in people {
            try Task.checkCancellation()
            do {
                _ = try await step(user)
            } catch let error as ServiceError where error.code == .erased {
                continue
            }
        }
        let isPurgeDue = try await store.read { try StagedRows.hasExpired(now: now, $0) }
        guard isPurgeDue else { return !people.isEmpty }
        try await store.write { _ = try StagedRows.purge(now: now, limit: 500, $0) }
        return true
    }

    /// Does what is due until cancelled.
    func run(pause: Duration = .seconds(1)) async throws {
        while !Task.isCancelled {
            var hasMore = false
            do {
                hasMore = try await turn()
            } catch let error where !(error is CancellationError) {
                // Never logs the error's text, because it could quote the person.
                log.error("Health records wait.", metadata: ["error": "\(ServiceError.logText(error))"])
            }
            if !hasMore { try await Task.sleep(for: pause) }
        }
    }
}
