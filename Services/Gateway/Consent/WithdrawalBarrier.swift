/// The decision rules that make a withdrawal of consent a barrier (GAT-2), as pure values: database rows and lock
/// states in, permissions out.
///
/// The gateway decides by these rules, `CallStep` and `Withdrawal` alone. `WithdrawalBarrierTests` runs the same values
/// through every interleaving of calls, withdrawals, erasures, crashes, pauses and restarts of several gateways, and of
/// hosts that are cut off, die and are fenced.
///
/// The safety argument:
/// - Consent is checked in the transaction that writes the open receipt.
/// - A receipt is closed only after its sockets are closed, or after the kernel has released its writer's lock, which
///   happens after it has closed the writer's sockets (`ProcessLease`).
/// - A kernel timer kills a writer that still runs after its call's deadline (`KernelTimer`), so no receipt stays open
///   forever while its host runs.
/// - No clocks are compared, and silence never counts as death.
/// - A grant is written only on top of the record that its sender saw, so a delayed grant cannot follow a later
///   withdrawal.
/// - The lock is local to a host (`HostIdentity`), so a receipt of another host counts until one of that host's gateways
///   closes it, or an operator declares that host fenced: its machine is off, or cut from the network until its
///   gateways have ended. No bound on pauses is assumed: a machine that is paused holds the withdrawal pending until it
///   runs again.
///
/// The order of transactions. SQLite runs writes one by one. On PostgreSQL all of these are SERIALIZABLE, and these conflicts
/// matter:
/// - An admission reads the consent to which a withdrawal adds, and adds a receipt that the look reads. If an admission
///   that has not seen a withdrawal committed after the look that followed it, there would be a circle (look before
///   admission, admission before withdrawal, withdrawal before look), so the server ends the admission, and nothing was
///   sent. That holds only because the look is SERIALIZABLE too, though it writes nothing: under a plain snapshot this
///   is the anomaly of read-only transactions (Fekete, O’Neil, O’Neil, SIGMOD Record 33, 2004).
/// - The transaction that erases reads the receipts itself.
/// - A fence closes the receipts that an admission adds to, and an admission reads the fences; one of the two runs again.
///   No receipt that was opened later counts as closed, also after the fence is lifted.
/// - An admission reads its host's row and adds a missing one, and an orderly end removes that row after it has read
///   the open receipts; one of the two runs again. So the host of every open receipt is listed, and can be declared
///   fenced. An earlier release did not add the row; every gateway's sign of life does so for it.
/// - Two records that follow the same one would have the same number, and one of them is refused or runs again.
enum WithdrawalBarrier {
    /// The process that wrote an open receipt.
    enum Writer: Hashable {
        /// This process; `isCalling` is true if the call is one of its calls in flight.
        case itself(isCalling: Bool)
        /// Another process of this host; `isLocked` is true if the kernel still holds its lock.
        case other(isLocked: Bool)
        /// A process of another host, whose lock cannot be seen from here.
        case elsewhere
    }

    /// True if the call of an open receipt may still be in flight.
    static func mayBeInFlight(_ holder: Writer) -> Bool {
        switch holder {
        case .itself(let isCalling): isCalling
        case .other(let isLocked): isLocked
        case .elsewhere: true
        }
    }

    /// True if a call may begin. Evaluated in the transaction that writes its receipt.
    /// - Parameter isFenced: an operator declared this host fenced and has not lifted that.
    static func admits(isGranted: Bool, isFenced: Bool) -> Bool { isGranted && !isFenced }

    /// True if a grant may be written. Evaluated in the transaction that writes it. Record ids are random, because
    /// version numbers would repeat in a restored database.
    /// - Parameters:
    ///   - seen: id of the record that the sender saw as the latest; nil for none.
    ///   - latest: id of the latest record; nil before the first.
    static func allowsGrant<ID: Equatable>(following seen: ID?, latest: ID?) -> Bool { seen == latest }

    /// True if a withdrawal is complete. Both values come from one snapshot. False if consent was granted again.
    static func acknowledges(isGranted: Bool, isAnyInFlight: Bool) -> Bool { !isGranted && !isAnyInFlight }

    /// True if a host whose gateway ends in order may leave the list of hosts. Evaluated in the transaction that
    /// removes it. The values are those of the host; a fence can be lifted only from a host that is listed.
    static func mayLeaveList(openReceipts: Int, isFenced: Bool) -> Bool { openReceipts == 0 && !isFenced }

    /// True if a person and their receipts may be erased. Evaluated in the transaction that erases.
    static func allowsErasing(openReceipts: Int) -> Bool { openReceipts == 0 }
}
