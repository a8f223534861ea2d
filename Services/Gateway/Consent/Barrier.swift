/// The rules by which a withdrawal of consent is a barrier (GAT-2), as values: what the rows and the kernel say comes in, what may be done comes out.
///
/// The gateway decides by these, by `CallStep` and by `Withdrawal`, and by nothing else; `BarrierTests` runs the same values through every interleaving of calls,
/// withdrawals, erasures, crashes, pauses and restarts of several gateways.
///
/// What they rest on: consent is checked in the transaction that writes the open receipt; a receipt is closed only when its sockets are closed, or when the
/// kernel no longer holds its writer's lock, which it gives up after the writer's sockets (`Holder`); a kernel timer kills a writer that is still there after
/// its call's deadline (`KernelTimer`), so that no receipt stays open for ever. No clock is compared and no silence counts as death. A grant is written only
/// behind the record that its sender saw, so that one that was held up cannot follow a withdrawal.
///
/// Assumed: all gateways of one database run on one machine, because the lock is that machine's. A pause of the whole machine is none for the barrier: whoever
/// withdraws is paused with it. On several machines nobody could see the other's lock; there a receipt would have to stay open for its deadline and the longest
/// pause a machine may take, and no such bound is claimed here: several machines on one database of the gateway are not supported.
enum Barrier {
    /// What is known of the process that wrote an open receipt.
    enum Holder: Hashable {
        /// This process; whether the call is among those it makes.
        case itself(isCalling: Bool)
        /// Another one; whether the kernel still holds its lock.
        case other(isLocked: Bool)
    }

    /// Whether the call of an open receipt may still be in flight.
    static func mayBeInFlight(_ holder: Holder) -> Bool {
        switch holder {
        case .itself(let isCalling): isCalling
        case .other(let isLocked): isLocked
        }
    }

    /// Whether a call may begin. Asked in the transaction that writes its receipt.
    static func admits(isGranted: Bool) -> Bool { isGranted }

    /// Whether a grant may be written. Asked in the transaction that writes it. Ids are random: a version would count up again in a restored database.
    /// - Parameters:
    ///   - seen: id of the record that the sender saw as the latest; nil for none.
    ///   - latest: id of the latest record; nil before the first.
    static func allowsGrant<ID: Equatable>(following seen: ID?, latest: ID?) -> Bool { seen == latest }

    /// Whether a withdrawal is acknowledged, by the state of the same snapshot that showed whether a call is in flight: not where consent was given anew.
    static func acknowledges(isGranted: Bool, isAnyInFlight: Bool) -> Bool { !isGranted && !isAnyInFlight }

    /// Whether a person may be erased, and their receipts with them. Asked in the transaction that erases.
    static func allowsErasing(openReceipts: Int) -> Bool { openReceipts == 0 }
}
