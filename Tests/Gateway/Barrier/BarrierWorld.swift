@testable import Gateway

/// Model of several gateways, one database and the kernel of each host, as a value (GAT-2). The gateways decide by the
/// production values `CallStep`, `Withdrawal` and `WithdrawalBarrier`; their environment (rows, locks, timers, sockets,
/// process death, networks, backups) is modelled here. Each step is atomic in reality: one transaction, one system
/// call, one beginning or end of a transmission.
///
/// Consent records are numbered in order of creation, across restores; the number stands for the random id. A grant in
/// transit consists of `follows`, the predecessor that its sender named, and `seen`, the newest record when it was
/// sent; it may commit at any later time, and repeatedly. It is not bound to a gateway: nothing of it is read or
/// written before its transaction, and the death of a gateway only delays it.
struct BarrierWorld {
    /// Upper bounds on events; everything within them is explored.
    struct Budget: Hashable {
        var gateways = 2
        var calls = 1
        var withdrawals = 1
        var queries = 0
        var grants = 0
        var erasures = 0
        var crashes = 0
        /// A withdrawal repeated under its request id.
        var repeats = 0
        /// Transactions that fail at their commit.
        var failures = 0
        /// A backup and its restore.
        var restores = 0
        /// All processes die at the same time.
        var powerCuts = 0
        /// Machines, each with its gateways; at most two.
        var hosts = 1
        /// Hosts that lose the database, or the whole network.
        var cuts = 0
        /// Machines that die with everything on them; they start again as other hosts.
        var hostDeaths = 0
        /// Hosts that an operator declares fenced.
        var fences = 0
        /// Orderly ends of gateways, which take their host off the list of hosts.
        var signOffs = 0
        /// False where the person was never asked for consent.
        var beginsGranted = true
    }

    /// The latest consent record in the database; id 0 is none.
    struct Record: Equatable {
        var id: UInt8 = 0
        var isGranted = false
        /// For a grant: the newest record when it was sent.
        var seen: UInt8 = 0
        /// Number of the record within this database; read by `comparesVersions` only.
        var version: UInt8 = 0
    }

    struct Grant: Equatable {
        var follows: UInt8
        var seen: UInt8
        var version: UInt8 = 0
        /// `comparesBefore`: on arrival the grant followed the latest record.
        var hasPassed = false
    }

    struct Backup {
        var record: Record
        /// Receipts open at that time, by call.
        var open: UInt8
        var reply: UInt8
    }

    struct Call {
        let gateway: Int
        var step = CallStep.arm
        /// `Record.seen` of the grant that admitted the call.
        var seen: UInt8 = 0
        /// Grant that `checksConsentBefore` read: 0 for none, else `seen` + 1.
        var early: UInt8 = 0
        /// Bytes may be in transmission.
        var isSending = false
        var isArmed = false
        var isLate = false
        /// Its process is alive.
        var isKnown = true
        /// The kernel holds its process's lock; a dead process loses sockets and lock one by one.
        var isLocked = true
        /// Its open receipt is in the database.
        var isOpen = false
        /// `closesBeforeHangingUp`: the reply has been read.
        var hasAnswer = false
        /// Its machine died: nobody can see any more whether its lock is held.
        var isOrphan = false
    }

    struct Work {
        var withdrawal: Withdrawal
        /// The record that it wrote or asks about.
        var record: UInt8 = 0
        /// Open receipts as read by the first half of a look, by call; nil between looks.
        var seen: UInt8?
        /// Consent as read by the same half.
        var sawGrant = false
        var isQuery = false
        var isRepeat = false
    }

    /// A process. A dead process is replaced at once by one with another name: being down equals doing nothing for a
    /// while, which every process may do.
    struct Gateway {
        var isStopped = false
        var work: Work?
    }

    /// What a host reaches.
    enum Network: UInt8 {
        case whole
        /// The cloud, but not the database.
        case withoutDatabase
        /// Nothing: no byte of it arrives anywhere.
        case none
    }

    struct Host {
        var network = Network.whole
        var isFenced = false
        /// An operator can declare it fenced.
        var isListed = true
    }

    let variation: Variation
    var left: Budget
    var gateways: [Gateway]
    var hosts: [Host]
    var calls: [Call] = []
    var grants: [Grant] = []
    /// The number of the newest record.
    var newest: UInt8
    var record: Record
    /// The record named by the stored reply of the last withdrawal request; 0 where no reply is stored.
    var reply: UInt8 = 0
    var hasWithdrawn = false
    var backup: Backup?
    /// The database was restored, and no gateway has processed the restore yet.
    var isRestored = false
    /// `notesRestoreFirst`: the restore is recorded as processed, but its withdrawal is not yet written.
    var owesWithdrawal = false
    /// A record whose commit failed after it was written: it reappears if all processes die before the next commit,
    /// when SQLite reads its log again. `acknowledgesBeforeDisk`: the record that a power cut restores.
    var ghost: Record?
    var isErased = false
    /// The newest acknowledged withdrawal.
    var acknowledged: UInt8 = 0
    var isErasureAcknowledged = false

    init(_ variation: Variation, _ budget: Budget) {
        (self.variation, left) = (variation, budget)
        gateways = Array(repeating: Gateway(), count: budget.gateways)
        hosts = Array(repeating: Host(), count: budget.hosts)
        newest = budget.beginsGranted ? 1 : 0
        record = Record(id: newest, isGranted: budget.beginsGranted)
    }

    // MARK: What must hold

    /// The violated property; nil where all hold.
    var violation: String? {
        for call in calls where call.isSending && hosts[host(of: call.gateway)].network != .none {
            if call.seen < acknowledged {
                return
                    "a call is in flight under a grant whose sender had not seen withdrawal \(acknowledged), which was acknowledged"
            }
            if isErasureAcknowledged { return "a call of an erased person is in flight" }
            if !call.isOpen { return "a call is in flight without an open receipt" }
        }
        if calls.contains(where: { $0.isOpen && !$0.isOrphan && !hosts[host(of: $0.gateway)].isListed }) {
            return "nobody can declare the host of an open receipt fenced, because it is not listed"
        }
        if record.isGranted, !isRestored, record.seen < acknowledged {
            return
                "consent stands by a grant whose sender had not seen withdrawal \(acknowledged), which was acknowledged"
        }
        return nil
    }

    /// Queries report a pending withdrawal.
    var isPending: Bool { !record.isGranted && calls.contains { $0.isOpen && ($0.isLocked || hosts.count > 1) } }

    /// Gateways take turns in being on the hosts.
    func host(of gateway: Int) -> Int { gateway % hosts.count }
}
