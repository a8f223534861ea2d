@testable import Gateway

/// Several gateways, one database and one kernel, as a value (GAT-2). What the gateways decide, they decide by the
/// production values `CallStep`, `Withdrawal` and `WithdrawalBarrier`; what surrounds them (rows, locks, timers,
/// sockets, death, backups) is modelled here. Each step is what really happens at once: one transaction, one system
/// call, one beginning or end of a transmission.
///
/// Consent records are numbered in the order in which they are made, across restores: the number stands for the random
/// id. A grant on its way is `follows`, what its sender named, and `seen`, what existed when it was sent; it may commit
/// at any later moment, and again. It waits at no particular gateway: until its transaction nothing of it is read or
/// written, and a gateway that dies with it only makes it later.
struct BarrierWorld {
    /// How much may happen; everything within it is tried.
    struct Budget: Hashable {
        var gateways = 2
        var calls = 1
        var withdrawals = 1
        var queries = 0
        var grants = 0
        var erasures = 0
        var crashes = 0
        /// A withdrawal that arrives again under its request id.
        var repeats = 0
        /// Transactions that fail at their commit.
        var failures = 0
        /// A backup and its restore.
        var restores = 0
        /// All processes die in one instant.
        var powerCuts = 0
        /// False where the person was never asked before.
        var beginsGranted = true
    }

    /// The latest consent record in the database; id 0 is none.
    struct Record: Equatable {
        var id: UInt8 = 0
        var isGranted = false
        /// Of a grant: the newest record that existed when it was sent.
        var seen: UInt8 = 0
        /// Counts the records of this database; read by `comparesVersions` only.
        var version: UInt8 = 0
    }

    struct Grant: Equatable {
        var follows: UInt8
        var seen: UInt8
        var version: UInt8 = 0
        /// `comparesBefore`: it was found to follow the latest record when it arrived.
        var hasPassed = false
    }

    struct Backup {
        var record: Record
        /// Receipts open at that instant, by call.
        var open: UInt8
        var reply: UInt8
    }

    struct Call {
        let gateway: Int
        var step = CallStep.arm
        /// `Record.seen` of the grant it was admitted under.
        var seen: UInt8 = 0
        /// What `checksConsentBefore` saw: 0 for none, else `seen` + 1.
        var early: UInt8 = 0
        /// Bytes may be on the wire.
        var isSending = false
        var isArmed = false
        var isLate = false
        /// Its process lives.
        var isKnown = true
        /// The kernel holds the lock of its process; one that dies gives up sockets and lock one by one.
        var isLocked = true
        /// Its open receipt is in the database.
        var isOpen = false
        /// `closesBeforeHangingUp`: the answer has been read.
        var hasAnswer = false
    }

    struct Work {
        var withdrawal: Withdrawal
        /// The record it wrote, or that it asks about.
        var record: UInt8 = 0
        /// Open receipts as the first half of a look saw them, by call; nil between looks.
        var seen: UInt8?
        /// Consent as the same half saw it.
        var sawGrant = false
        var isQuery = false
        var isRepeat = false
    }

    /// A process. One that died is replaced at once by one with another name: to be down is to do nothing for a while,
    /// which every process may.
    struct Gateway {
        var isStopped = false
        var work: Work?
    }

    let variation: Variation
    var left: Budget
    var gateways: [Gateway]
    var calls: [Call] = []
    var grants: [Grant] = []
    /// The number of the newest record.
    var newest: UInt8
    var record: Record
    /// The record that the stored reply of the last withdrawal request names; 0 where none is stored.
    var reply: UInt8 = 0
    var hasWithdrawn = false
    var backup: Backup?
    /// The database was restored, and no gateway has dealt with it yet.
    var isRestored = false
    /// `notesRestoreFirst`: the restore is noted as dealt with, its withdrawal not yet written.
    var owesWithdrawal = false
    /// A record whose commit failed after it was written: it comes back where all processes die before the next commit
    /// (SQLite reads its log anew then). `acknowledgesBeforeDisk`: the record that a power cut brings back.
    var ghost: Record?
    var isErased = false
    /// The newest withdrawal that was acknowledged.
    var acknowledged: UInt8 = 0
    var isErasureAcknowledged = false

    init(_ variation: Variation, _ budget: Budget) {
        (self.variation, left) = (variation, budget)
        gateways = Array(repeating: Gateway(), count: budget.gateways)
        newest = budget.beginsGranted ? 1 : 0
        record = Record(id: newest, isGranted: budget.beginsGranted)
    }

    // MARK: What must hold

    /// nil where all is well.
    var violation: String? {
        for call in calls where call.isSending {
            if call.seen < acknowledged {
                return
                    "a call is in flight under a grant whose sender had not seen withdrawal \(acknowledged), which was acknowledged"
            }
            if isErasureAcknowledged { return "a call of an erased person is in flight" }
            if !call.isOpen { return "a call is in flight without an open receipt" }
        }
        if record.isGranted, !isRestored, record.seen < acknowledged {
            return
                "consent stands by a grant whose sender had not seen withdrawal \(acknowledged), which was acknowledged"
        }
        return nil
    }

    /// Whoever asks is told that a withdrawal is pending.
    var isPending: Bool { !record.isGranted && calls.contains { $0.isOpen && $0.isLocked } }
}
