/// The state machine that withdraws a consent or prepares a person's erasure (GAT-2, OWN-1). Its order of steps is the
/// only one.
struct Withdrawal: Hashable {
    enum Purpose: UInt8, Hashable {
        case consent
        /// Erases everything about the person, including the receipts.
        case person
    }

    enum Step: UInt8, Hashable, CaseIterable {
        /// Record the withdrawal: no receipt is opened afterwards.
        case record
        /// Cancel this process's calls.
        case cancel
        /// Read the open receipts first, then check which of their writers live.
        case look
        /// Erase, unless a receipt was opened in the meantime.
        case erase
        /// No call is in flight and none will start.
        case acknowledged
        /// A call may still be in flight. Repeating the request completes the withdrawal.
        case pending
    }

    let purpose: Purpose
    private(set) var step = Step.record

    init(_ purpose: Purpose) { self.purpose = purpose }

    mutating func recorded() { if step == .record { step = .cancel } }
    mutating func cancelled() { if step == .cancel { step = .look } }

    /// - Parameter isPatient: true if the timeout allows another look.
    mutating func looked(isAnyInFlight: Bool, hasTime: Bool) {
        guard step == .look else { return }
        if isAnyInFlight {
            step = hasTime ? .look : .pending
        } else {
            step = purpose == .consent ? .acknowledged : .erase
        }
    }

    /// - Parameter isDone: false if the transaction found an open receipt.
    mutating func erased(isDone: Bool) { if step == .erase { step = isDone ? .acknowledged : .pending } }
}
