/// The decision rules that make a withdrawal of consent a barrier (GAT-2), as pure values: database rows and lock
/// states in, permissions out.
///
/// The gateway decides by these rules, `CallStep` and `Withdrawal` alone. `WithdrawalBarrierTests` runs the same values through
/// every interleaving of calls, withdrawals, erasures, crashes, pauses and restarts of several gateways.
///
/// The safety argument:
/// - Consent is checked in the transaction that writes the open receipt.
/// - A receipt is closed only after its sockets are closed, or after the kernel has released its writer's lock, which
///   happens after it has closed the writer's sockets (`ProcessLease`).
/// - A kernel timer kills a writer that still runs after its call's deadline (`KernelTimer`), so no receipt stays open
///   forever.
/// - No clocks are compared, and silence never counts as death.
/// - A grant is written only on top of the record that its sender saw, so a delayed grant cannot follow a later
///   withdrawal.
///
/// Assumption: all gateways of one database run on one machine, because the lock is local to it. A pause of the whole
/// machine does not break the barrier, because it also pauses the process that withdraws. Several machines on one
/// gateway database are not supported: a gateway could not see another machine's lock, so a receipt would have to stay
/// open for its deadline plus the longest possible pause of a machine, and no such bound is claimed here.
enum WithdrawalBarrier {
    /// The process that wrote an open receipt.
    enum Writer: Hashable {
        /// This process; `isCalling` is true if the call is one of its calls in flight.
        case itself(isCalling: Bool)
        /// Another process; `isLocked` is true if the kernel still holds its lock.
        case other(isLocked: Bool)
    }

    /// True if the call of an open receipt may still be in flight.
    static func mayBeInFlight(_ holder: Writer) -> Bool {
        switch holder {
        case .itself(let isCalling): isCalling
        case .other(let isLocked): isLocked
        }
    }

    /// True if a call may begin. Evaluated in the transaction that writes its receipt.
    static func admits(isGranted: Bool) -> Bool { isGranted }

    /// True if a grant may be written. Evaluated in the transaction that writes it. Record ids are random, because
    /// version numbers would repeat in a restored database.
    /// - Parameters:
    ///   - seen: id of the record that the sender saw as the latest; nil for none.
    ///   - latest: id of the latest record; nil before the first.
    static func allowsGrant<ID: Equatable>(following seen: ID?, latest: ID?) -> Bool { seen == latest }

    /// True if a withdrawal is complete. Both values come from one snapshot. False if consent was granted again.
    static func acknowledges(isGranted: Bool, isAnyInFlight: Bool) -> Bool { !isGranted && !isAnyInFlight }

    /// True if a person and their receipts may be erased. Evaluated in the transaction that erases.
    static func allowsErasing(openReceipts: Int) -> Bool { openReceipts == 0 }
}
