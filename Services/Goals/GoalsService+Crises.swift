import Messages
import Storage

/// Crisis verdicts of other services (SAF-4).
extension GoalsService {
    /// A verdict of the coach, or its withdrawal; also one that the person withdrew of the journal or of a text here.
    func apply(_ event: CrisisChanged, _ transaction: Transaction) throws {
        try CrisisRows(user: event.user, transaction: transaction).put(
            event.id, .coach, revision: event.revision, at: event.at, withdrawn: event.withdrawn)
    }

    /// A verdict on a journal entry.
    func apply(_ event: JournalEntryChanged, _ transaction: Transaction) throws {
        let rows = CrisisRows(user: event.user, transaction: transaction)
        guard !event.deleted else {
            return try rows.remove(event.entry, .journal, before: event.revision)
        }
        try rows.put(
            event.entry, .journal, revision: event.revision, at: event.edited ?? event.at, level: event.level)
    }

    /// Seals what earlier releases read in the clear.
    static func hideContent(_ transaction: Transaction) throws {
        try CrisisRows.hide(transaction)
        try AbstractionRows.hideLevels(transaction)
        try AmountRows(transaction: transaction).hide()
        try GoalDayRows.hide(transaction)
    }

    /// Deletes what a producer sent; the producer then sends it again.
    func resetProducer(_ producer: ServiceName, _ user: UserID, _ transaction: Transaction) throws {
        let sources: [ServiceName: CrisisRows.Source] = [.coaching: .coach, .sentiment: .journal]
        if let source = sources[producer] { try CrisisRows(user: user, transaction: transaction).forget(source) }
        if producer == .plans { try NumbersRows(user: user, transaction: transaction).forgetRevision() }
    }
}
