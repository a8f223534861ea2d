import Bus
import Logging
import Messages
import Storage
import SystemKit

/// The goals service: values, measures, goals, terms, actions and weekly reviews.
struct GoalsService: Sendable {
    let store: Store
    let judge: TextJudge
    let log: Logger
    let embeddings: EmbeddingSource
    let now: @Sendable () -> Milliseconds

    init(
        store: Store, bus: any Requesting, log: Logger,
        now: @escaping @Sendable () -> Milliseconds = WallClock.milliseconds
    ) {
        (self.store, self.log, self.now) = (store, log, now)
        judge = TextJudge(store: store, bus: bus, log: log)
        embeddings = EmbeddingSource(bus: bus, log: log)
    }

    // MARK: Writing

    /// Saves a goal and has its texts judged.
    /// - Throws: errors as of `SaveGoal`.
    func save(_ request: SaveGoal, id: RequestID) async throws -> SaveGoal.Reply {
        // The form of a change is complete only in the transaction: it may not name hidden amounts.
        if request.edited == nil { try GoalValidator.form(request.content) }
        let texts = GoalCoordinator.texts(request.content)
        let (saved, verdict) = try await save(id, of: request.user, request.country, texts: texts) {
            transaction, new, now in
            let request = try Self.completed(request, transaction)
            return try GoalCoordinator(user: request.user, in: transaction).save(request, id: new, now: now)
        }
        let goals = try await goals(GoalsQuery(user: request.user, goal: saved)).goals
        return SaveGoal.Reply(goal: goals[0], verdict: verdict)
    }

    func delete(_ request: DeleteGoal, id: RequestID) async throws -> Empty {
        let now = self.now()
        return try await store.command(id, user: request.user) { transaction in
            try GoalCoordinator(user: request.user, in: transaction).delete(request, at: now)
            return Empty()
        }
    }

    /// Saves a term and has its texts judged.
    /// - Throws: errors as of `SaveTerm`.
    func save(_ request: SaveTerm, id: RequestID) async throws -> SavedTerm {
        let (saved, verdict) = try await save(id, of: request.user, request.country) { transaction, new, now in
            try TermCoordinator(user: request.user, in: transaction).save(request, id: new, now: now)
        }
        return try await savedTerm(saved, of: request.user, verdict)
    }

    /// Completes a term and has its reflection judged.
    /// - Throws: errors as of `CloseTerm`.
    func close(_ request: CloseTerm, id: RequestID) async throws -> SavedTerm {
        let (saved, verdict) = try await save(id, of: request.user, request.country) { transaction, _, now in
            try TermCoordinator(user: request.user, in: transaction).close(request, now: now)
        }
        return try await savedTerm(saved, of: request.user, verdict)
    }

    private func savedTerm(_ id: EntityID, of user: UserID, _ verdict: Verdict?) async throws -> SavedTerm {
        let terms = try await terms(TermsQuery(user: user, term: id)).terms
        return SavedTerm(term: terms[0], verdict: verdict)
    }

    func delete(_ request: DeleteTerm, id: RequestID) async throws -> Empty {
        let now = self.now()
        return try await store.command(id, user: request.user) { transaction in
            try TermCoordinator(user: request.user, in: transaction).delete(request, at: now)
            return Empty()
        }
    }

    /// Saves an action and has its texts judged.
    /// - Throws: errors as of `SaveAction`.
    func save(_ request: SaveAction, id: RequestID) async throws -> SaveAction.Reply {
        if request.edited == nil { try ActionValidator.form(request.content, day: request.day) }
        let texts = StoredTexts(request.content).all
        let (saved, verdict) = try await save(id, of: request.user, request.country, texts: texts) {
            transaction, new, now in
            let request = try Self.completed(request, transaction)
            return try ActionCoordinator(user: request.user, in: transaction).save(request, id: new, now: now)
        }
        let actions = try await actions(ActionsQuery(user: request.user, action: saved)).actions
        return SaveAction.Reply(action: actions[0], verdict: verdict)
    }

    func delete(_ request: DeleteAction, id: RequestID) async throws -> Empty {
        let now = self.now()
        return try await store.command(id, user: request.user) { transaction in
            try ActionCoordinator(user: request.user, in: transaction).delete(request, at: now)
            return Empty()
        }
    }

    /// Saves a value and has its texts judged.
    /// - Throws: errors as of `SaveValue`.
    func save(_ request: SaveValue, id: RequestID) async throws -> SaveValue.Reply {
        try ValueValidator.form(request.content)
        let texts = StoredTexts(request.content).all
        let (saved, verdict) = try await save(id, of: request.user, request.country, texts: texts) {
            transaction, new, now in
            try ValueCoordinator(user: request.user, in: transaction).save(request, id: new, now: now)
        }
        let values = try await values(ValuesQuery(user: request.user, value: saved)).values
        return SaveValue.Reply(value: values[0], verdict: verdict)
    }

    func delete(_ request: DeleteValue, id: RequestID) async throws -> Empty {
        let now = self.now()
        return try await store.command(id, user: request.user) { transaction in
            try ValueCoordinator(user: request.user, in: transaction).delete(request, at: now)
            return Empty()
        }
    }

    /// Saves a measure and has its texts judged.
    /// - Throws: errors as of `SaveMeasure`.
    func save(_ request: SaveMeasure, id: RequestID) async throws -> SaveMeasure.Reply {
        try MeasureValidator.form(request.content)
        let texts = StoredTexts(request.content).all
        let (saved, verdict) = try await save(id, of: request.user, request.country, texts: texts) {
            transaction, new, now in
            try MeasureCoordinator(user: request.user, in: transaction).save(request, id: new, now: now)
        }
        let measures = try await measures(MeasuresQuery(user: request.user, measure: saved)).measures
        return SaveMeasure.Reply(measure: measures[0], verdict: verdict)
    }

    func delete(_ request: DeleteMeasure, id: RequestID) async throws -> Empty {
        try await store.command(id, user: request.user) { transaction in
            try MeasureCoordinator(user: request.user, in: transaction).delete(request)
            return Empty()
        }
    }

    /// Runs a coordinator as a command and has safety judge the texts. A new thing's id is the request's id, so that a
    /// retry finds it.
    /// - Parameter texts: all texts that the coordinator stores, in the order in which they are judged, after their form
    ///   was checked; nil if they are known in the transaction only.
    func save(
        _ request: RequestID, of user: UserID, _ country: String?, texts: [String]? = nil,
        _ coordinate: @escaping @Sendable (Transaction, EntityID, Milliseconds) throws -> EntityID
    ) async throws -> (id: EntityID, verdict: Verdict?) {
        try Self.check(country: country)
        let now = self.now()
        var asked: TextJudge.Asked?
        if let texts { asked = await judge.ask(texts, of: user, country: country ?? "") }
        let saved = try await store.command(request, user: user) { [asked] transaction in
            let saved = try coordinate(transaction, EntityID(high: request.high, low: request.low), now)
            if let asked {
                let rows = AbstractionRows(user: user, transaction: transaction)
                try TextJudge.store(asked, about: saved, rows, now: now)
            }
            return StoredSave(id: saved)
        }.id
        if let asked { return (saved, asked.verdict) }
        return (saved, await judge.judge(saved, of: user, country: country ?? "", now: now))
    }

    /// - Throws: `ServiceError(.invalid)`.
    static func check(country: String?) throws {
        guard country?.utf8.count ?? 0 <= 2 else {
            throw ServiceError(.invalid, "country is empty or two letters of ISO 3166, such as US.")
        }
    }
}

/// The stored reply of a save.
struct StoredSave: Message {
    var id: EntityID
    enum CodingKeys: Int, CodingKey { case id = 1 }
}
