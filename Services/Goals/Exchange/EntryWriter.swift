import Messages
import Storage

/// Writes entries of an import, and takes them back. The sums of goals are not emitted with each action but once, at the
/// end of the import. After the last entry of a transaction call `finish`.
struct EntryWriter {
    let user: UserID
    let transaction: Transaction
    let now: Milliseconds
    /// Goals whose sums changed.
    private(set) var affected: Set<EntityID> = []

    private var abstractions: AbstractionRows { AbstractionRows(user: user, transaction: transaction) }
    private var actions: ActionRows { ActionRows(user: user, transaction: transaction, sums: sums) }
    private let sums = GoalDayRows.Collected()

    init(user: UserID, transaction: Transaction, now: Milliseconds) {
        (self.user, self.transaction, self.now) = (user, transaction, now)
    }

    /// Adds an entry, or replaces the stored one.
    /// - Parameter logged: when a new entry was first recorded.
    /// - Returns: its version.
    /// - Throws: `ServiceError`: `conflict` or `notFound` if `stored` is outdated, also nil for an entry that exists.
    mutating func write(_ id: EntityID, _ draft: Draft, over stored: StoredEntry?, logged: Milliseconds) throws
        -> UInt64
    {
        let edited = stored.map { EditedVersion(id: id, version: $0.facts.version) }
        guard try stored != nil || !has(draft.kind, id) else {
            throw ServiceError(.conflict, "This was added elsewhere meanwhile; load it again and repeat your change.")
        }
        if draft.kind != .action { try finish() }
        switch draft {
        case .value(let value):
            _ = try ValueCoordinator(user: user, in: transaction).save(
                SaveValue(user: user, edited: edited, content: value), id: id, now: logged)
        case .measure(let measure):
            _ = try MeasureCoordinator(user: user, in: transaction).save(
                SaveMeasure(user: user, edited: edited, content: measure), id: id, now: logged)
        case .goal(var goal):
            // A term that takes a goal counts no version of the goal, so `stored` may lack it.
            if stored != nil { goal.terms = try TermRows(user: user, transaction: transaction).terms(of: id) }
            _ = try GoalCoordinator(user: user, in: transaction).save(
                SaveGoal(user: user, edited: edited, content: goal), id: id, now: logged)
        case .term(let term, let reflection): try write(id, term, reflection, stored, logged: logged)
        case .action(let action, let day):
            try write(id, action, day, stored, logged: logged)
            return (stored?.facts.version ?? 0) + 1
        }
        return try abstractions.version(id) ?? 1
    }

    /// False for an action, whose id the database refuses if it exists.
    private func has(_ kind: EntryKind, _ id: EntityID) throws -> Bool {
        switch kind {
        case .value: try ValueRows(user: user, transaction: transaction).has(id)
        case .measure: try MeasureRows(user: user, transaction: transaction).facts(id) != nil
        case .goal: try GoalRows(user: user, transaction: transaction).has(id)
        case .term: try TermRows(user: user, transaction: transaction).has(id)
        case .action: false
        }
    }

    /// Writes the sums of the actions' days.
    func finish() throws { try actions.writeSums() }

    private func write(
        _ id: EntityID, _ term: TermContent, _ reflection: String?, _ stored: StoredEntry?, logged: Milliseconds
    ) throws {
        let terms = TermCoordinator(user: user, in: transaction)
        var (content, isClosed) = (term, false)
        if case .term(let stored)? = stored { isClosed = stored.content.status == .completed }
        let closes = term.status == .completed && !isClosed
        if closes { content.status = .active }
        _ = try terms.save(
            SaveTerm(
                user: user, edited: stored.map { EditedVersion(id: id, version: $0.facts.version) }, content: content),
            id: id, now: logged)
        guard closes, let reflection else { return }
        let version = try abstractions.version(id) ?? 1
        _ = try terms.close(
            CloseTerm(user: user, edited: EditedVersion(id: id, version: version), reflection: reflection), now: now)
    }

    /// As `ActionCoordinator`, whose checks the plan has done.
    private mutating func write(
        _ id: EntityID, _ action: ActionContent, _ day: Day, _ stored: StoredEntry?, logged: Milliseconds
    ) throws {
        let goals = Set(action.contributions.map(\.goal))
        let texts = StoredTexts(action)
        if case .action(let stored)? = stored {
            try abstractions.replace(id, texts, version: stored.facts.version, now: now)
            try actions.replace(id, action, day: day)
            affected.formUnion(stored.content.contributions.map(\.goal))
        } else {
            try abstractions.add(id, texts, now: logged)
            try actions.add(id, action, day: day)
        }
        affected.formUnion(goals)
        try transaction.emit(
            ActionCompleted(
                user: user, action: id, revision: (stored?.facts.version ?? 0) + 1, day: day, at: action.start,
                duration: action.duration ?? 0, goals: goals.sorted()), id: id)
    }

    /// Takes a change back, unless the person changed the entry meanwhile.
    mutating func undo(_ change: TableRows.Change) throws {
        guard try abstractions.version(change.entry) == change.version else { return }
        guard let before = change.before else { return try delete(change.kind, change.entry) }
        let entries = StoredEntries(user: user, transaction: transaction)
        guard let stored = try entries.entries(change.kind, [change.entry])[change.entry] else { return }
        if case .term(let old) = before, case .term(let new) = stored { try reopen(old, new) }
        let present = try entries.entries(change.kind, [change.entry])[change.entry]
        do {
            _ = try write(change.entry, try possible(before.draft), over: present, logged: now)
        } catch let error as ServiceError where error.code == .invalid {
            // Taking the change back needs an entry that was deleted meanwhile; the imported state stays.
            return
        }
    }

    /// Without references to what was deleted meanwhile.
    private func possible(_ draft: Draft) throws -> Draft {
        let measures = MeasureRows(user: user, transaction: transaction)
        let goals = GoalRows(user: user, transaction: transaction)
        switch draft {
        case .value, .measure: return draft
        case .goal(var goal):
            let values = ValueRows(user: user, transaction: transaction)
            goal.targets = try goal.targets.filter { try measures.facts($0.measure) != nil }
            goal.relevance = try goal.relevance.filter { try values.has($0.value) }
            return .goal(goal)
        case .term(var term, let reflection):
            term.goals = try term.goals.filter(goals.has)
            return .term(term, reflection: reflection)
        case .action(var action, let day):
            action.measurements = try action.measurements.filter { try measures.facts($0.measure) != nil }
            action.contributions = try action.contributions.filter {
                try goals.has($0.goal) && measures.facts($0.measure) != nil
            }
            return .action(action, day)
        }
    }

    /// Opens a term that the import closed.
    private func reopen(_ old: Term, _ new: Term) throws {
        guard new.content.status == .completed, old.content.status != .completed else { return }
        let id = new.facts.id
        try TermRows(user: user, transaction: transaction).setStatus(old.content.status ?? .planned, of: id)
        guard var texts = try abstractions.texts(of: id) else { return }
        texts.reflection = nil
        try abstractions.replace(id, texts, version: new.facts.version, now: now)
    }

    private mutating func delete(_ kind: EntryKind, _ id: EntityID) throws {
        if kind != .action { try finish() }
        switch kind {
        case .value: try ValueCoordinator(user: user, in: transaction).delete(DeleteValue(user: user, value: id))
        case .goal: try GoalCoordinator(user: user, in: transaction).delete(DeleteGoal(user: user, goal: id))
        case .term: try TermCoordinator(user: user, in: transaction).delete(DeleteTerm(user: user, term: id))
        case .measure:
            guard try !MeasureRows(user: user, transaction: transaction).isUsed(id) else { return }
            try abstractions.delete(id, version: nil)
        case .action:
            guard let stored = try actions.graphs([id]).first else { return }
            affected.formUnion(stored.content.contributions.map(\.goal))
            try actions.removeContributions(id)
            try abstractions.delete(id, version: nil)
            try transaction.emit(
                ActionCompleted(
                    user: user, action: id, revision: stored.facts.version + 1, day: stored.day,
                    at: stored.content.start, duration: stored.content.duration ?? 0,
                    goals: stored.content.contributions.map(\.goal).sorted(), deleted: true), id: id)
        }
    }
}
