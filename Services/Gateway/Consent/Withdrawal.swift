/// What a process has to do next to withdraw a consent, or to let go of a person (GAT-2, OWN-1). There is no other order.
struct Withdrawal: Hashable {
    enum Purpose: UInt8, Hashable {
        case consent
        /// Everything of the person is erased, the receipts too.
        case person
    }

    enum Step: UInt8, Hashable, CaseIterable {
        /// Write down that consent is withdrawn: no receipt is opened from here on.
        case record
        /// End the calls of this process.
        case cancel
        /// See which receipts are open, then which of their holders live.
        case look
        /// Erase, unless a receipt was opened meanwhile.
        case erase
        /// No call is in flight and none will start.
        case acknowledged
        /// A call may be in flight. Asking again completes it.
        case pending
    }

    let purpose: Purpose
    private(set) var step = Step.record

    init(_ purpose: Purpose) { self.purpose = purpose }

    mutating func recorded() { if step == .record { step = .cancel } }
    mutating func cancelled() { if step == .cancel { step = .look } }

    /// - Parameter isPatient: there is still time to look again.
    mutating func looked(isAnyInFlight: Bool, isPatient: Bool) {
        guard step == .look else { return }
        if isAnyInFlight {
            step = isPatient ? .look : .pending
        } else {
            step = purpose == .consent ? .acknowledged : .erase
        }
    }

    /// - Parameter isDone: false where the transaction found an open receipt.
    mutating func erased(isDone: Bool) { if step == .erase { step = isDone ? .acknowledged : .pending } }
}
