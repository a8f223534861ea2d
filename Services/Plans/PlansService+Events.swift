import Messages
import Storage

/// What other services tell.
extension PlansService {
    func apply(_ event: BodyProfileChanged, _ transaction: Transaction) throws {
        let planner = Planner(user: event.user, transaction: transaction, now: now())
        try planner.keep(event.body)
        try planner.endWhereCareSpeaks()
    }

    /// Time zones and country; a move may bring the weekly computation forward.
    func apply(_ event: ProfileChanged, _ transaction: Transaction) throws {
        try ProfileRows(user: event.user, transaction: transaction).put(event.profile)
        try Planner(user: event.user, transaction: transaction, now: now()).reschedule()
    }

    func apply(_ event: BodyMassRecorded, _ transaction: Transaction) throws {
        try MonthRows(user: event.user, transaction: transaction).put(event)
        try Planner(user: event.user, transaction: transaction, now: now()).endWhereCareSpeaks()
    }

    func apply(_ event: IntakeRecorded, _ transaction: Transaction) throws {
        try MonthRows(user: event.user, transaction: transaction).put(event)
    }

    /// Runs after a batch of events: says of which days the reading of body mass waits.
    func finishBatch(of user: UserID, _ transaction: Transaction) throws {
        try Planner(user: user, transaction: transaction, now: now()).emitUncounted()
    }

    /// A verdict with the reason disordered eating puts numbers away until the person asks for them (PLN-10). An entry
    /// that is safe again, or gone, brings none back.
    func apply(_ event: JournalEntryChanged, _ transaction: Transaction) throws {
        let planner = Planner(user: event.user, transaction: transaction, now: now())
        let rows = StateRows(user: event.user, transaction: transaction)
        var state = try rows.state()
        let known = state.verdicts.firstIndex { $0.entry == event.entry }
        guard event.reason == .disorderedEating, event.level >= .caution, !event.deleted else {
            guard let known, event.revision > state.verdicts[known].revision ?? 0 else { return }
            state.verdicts.remove(at: known)
            return try rows.write(state)
        }
        var verdict = KeptVerdict(entry: event.entry, revision: event.revision, answered: false)
        if let known {
            let old = state.verdicts.remove(at: known)
            if let revision = old.revision, event.revision <= revision { return }
            // Sent again after a restore: the person may have answered it.
            if old.revision == nil { verdict.answered = old.answered }
        }
        state.verdicts = Array((state.verdicts + [verdict]).suffix(KeptState.maximumVerdicts))
        guard !verdict.answered, !state.hiddenForCare else { return try rows.write(state) }
        state.hiddenForCare = true
        try rows.write(state)
        var situation = try planner.situation()
        try planner.emit(&situation)
    }

    /// Discards what a producer sent about a person; it sends it again.
    func resetProducer(_ producer: ServiceName, _ user: UserID, _ transaction: Transaction) throws {
        switch producer {
        case .api:
            try BodyRows(user: user, transaction: transaction).forgetRevision()
            try ProfileRows(user: user, transaction: transaction).forgetRevision()
        case .ingestion: try MonthRows(user: user, transaction: transaction).forget()
        case .sentiment:
            let rows = StateRows(user: user, transaction: transaction)
            var state = try rows.state()
            guard !state.verdicts.isEmpty else { return }
            for index in state.verdicts.indices { state.verdicts[index].revision = nil }
            try rows.write(state)
        default: break
        }
    }

    /// The state of a person for a consumer that asks anew; none before the first event.
    func updates(of user: UserID, _ transaction: Transaction) throws -> [PlanUpdated] {
        let planner = Planner(user: user, transaction: transaction, now: now())
        let situation = try planner.situation()
        return situation.state.revision == 0 ? [] : [planner.updated(situation)]
    }

    /// The weekly computation (PLN-7).
    func weekly(_ work: DueWork, _ transaction: Transaction) throws -> Milliseconds? {
        try Planner(user: work.user, transaction: transaction, now: now()).computeWeekly(due: work.due, id: .random())
    }
}
