import Messages
import Storage

/// Turns a person's staged records into actions (GOL-6). The actions are a function of the rules and of the latest state
/// of each record, so a record that comes twice, late or after a restart changes nothing more.
struct HealthCoordinator {
    let user: UserID
    let transaction: Transaction
    let now: Milliseconds

    private var staged: StagedRows { StagedRows(user: user, transaction: transaction) }
    private var links: HealthActionRows { HealthActionRows(user: user, transaction: transaction) }
    private var actions: ActionRows { ActionRows(user: user, transaction: transaction) }
    private var writer: ActionCoordinator { ActionCoordinator(user: user, in: transaction) }
    private var abstractions: AbstractionRows { AbstractionRows(user: user, transaction: transaction) }

    // MARK: Staging

    func stage(_ totals: DayTotals) throws {
        for state in HealthState.states(of: totals) { try staged.put(state, now: now) }
    }

    func stage(_ intake: IntakeRecorded) throws {
        for state in HealthState.states(of: intake) { try staged.put(state, now: now) }
    }

    func stage(_ mass: BodyMassRecorded) throws { try staged.put(HealthState(mass), now: now) }

    func stage(_ workout: WorkoutRecorded) throws { try staged.put(HealthState(workout), now: now) }

    // MARK: Reading

    /// Reads pending records under the present rules.
    /// - Returns: how many were read; `limit` if more may be left.
    @discardableResult
    func readPending(limit: Int) throws -> Int {
        let pending = try staged.pending(now: now, limit: limit)
        guard !pending.isEmpty else { return 0 }
        let rules = try HealthRuleRows(user: user, transaction: transaction).facts()
        let uncounted = try NumbersRows(user: user, transaction: transaction).uncountedDays()
        for var state in pending {
            // A weight that waits for a second one, or was refuted, gives no action.
            if state.kind == .bodyMass, uncounted.contains(state.day) { state.content = nil }
            try read(state, rules)
        }
        return pending.count
    }

    private func read(_ state: HealthState, _ rules: [RuleFacts]) throws {
        var reading = RecordReading(state, rules)
        let levels = Dictionary(uniqueKeysWithValues: rules.map { ($0.id, $0.level) })
        let stored = Dictionary(uniqueKeysWithValues: try links.links(of: state.id).map { ($0.rule, $0) })
        for rule in Set(stored.keys).union(reading.actions.keys).sorted() where !reading.failed.contains(rule) {
            var link =
                stored[rule]
                ?? HealthActionRows.Link(
                    rule: rule, record: state.id, action: .random(), revision: 0, version: 0, isDismissed: false)
            do {
                try follow(reading.actions[rule], &link, level: levels[rule] ?? nil)
            } catch let error as ServiceError where error.code == .invalid {
                // Found before anything was written; the action stays as it is.
                reading.fail(rule, error.fields.map(Self.named))
                continue
            }
            link.revision = state.revision
            try links.put(link, state)
        }
        try staged.set(reading, state.id)
    }

    /// Makes an action follow its record.
    private func follow(_ after: DerivedAction?, _ link: inout HealthActionRows.Link, level: Verdict.Level?) throws {
        guard !link.isDismissed, link.derived != after else { return }
        let query = ActionsQuery(user: user, action: link.action)
        guard let action = try actions.page(query, limit: 1).first else {
            if link.derived == nil, let after {
                try add(after, as: link.action, level)
                (link.version, link.derived) = (1, after)
            } else {
                // The record gave an action, and the person deleted it.
                link.isDismissed = true
            }
            return
        }
        let isOwn = action.facts.version == link.version
        if after == nil, isOwn {
            try writer.delete(DeleteAction(user: user, action: link.action))
        } else {
            let version = try merge(action, link.derived, after, level)
            link.version = isOwn ? version : 0
        }
        link.derived = after
    }

    private func add(_ derived: DerivedAction, as id: EntityID, _ level: Verdict.Level?) throws {
        _ = try writer.save(
            SaveAction(user: user, content: derived.content, day: derived.day), id: id, now: now)
        if let level { try abstractions.adopt(level, id, now: now) }
    }

    /// - Returns: the action's version.
    private func merge(
        _ action: Action, _ before: DerivedAction?, _ after: DerivedAction?, _ level: Verdict.Level?
    ) throws -> UInt64 {
        let (id, version) = (action.facts.id, action.facts.version)
        let (content, day) = DerivedAction.merged(action.content, action.day, before: before, after: after)
        guard content != action.content || day != action.day else { return version }
        _ = try writer.save(
            SaveAction(user: user, edited: EditedVersion(id: id, version: version), content: content, day: day),
            id: id, now: now)
        // Texts that did not change keep their judgement; a title from the rule has the rule's.
        let isOfRule =
            content.title == after?.title && content.detailedDescription == nil && content.freeformNotes == nil
        let isUnchanged = StoredTexts(content) == StoredTexts(action.content)
        if let level = isUnchanged ? action.facts.level : isOfRule ? level : nil {
            try abstractions.adopt(level, id, now: now)
        }
        return version + 1
    }

    /// An error of the action in words of the record.
    private static func named(_ error: FieldError) -> FieldError {
        var error = error
        if error.field.hasPrefix("contributions") {
            error.field = "goal"
        } else if error.field.hasSuffix(".measure") {
            error.field = "measure"
        } else if error.field.hasPrefix("measurements") || error.field == "duration" {
            error.field = "amount"
        } else if error.field == "start" {
            error.field = "day"
        }
        return error
    }

    // MARK: Deleted rules

    /// Deletes actions of deleted rules, except those that the person edited.
    /// - Returns: how many were looked at; `limit` if more may be left.
    @discardableResult
    func removeGone(limit: Int) throws -> Int {
        let gone = try links.gone(limit: limit)
        for link in gone {
            if link.derived != nil, try abstractions.version(link.action) == link.version {
                try writer.delete(DeleteAction(user: user, action: link.action))
            }
            try links.remove(link)
        }
        return gone.count
    }
}
