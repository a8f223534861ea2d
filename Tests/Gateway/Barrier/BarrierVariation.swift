@testable import Gateway

extension BarrierWorld {
    /// The production rules, or the rules with one plausible mistake.
    enum Variation: CaseIterable {
        case asBuilt
        /// A receipt past its deadline counts as over.
        case trustsTime
        /// A stopped process counts as dead.
        case silenceIsDeath
        /// Consent is checked when the call begins, not in the receipt's transaction.
        case checksConsentBefore
        /// The receipt is closed when the reply has arrived, the socket afterwards.
        case closesBeforeHangingUp
        /// The process registers its call only when it sends.
        case registersLate
        /// Open receipts are read first, consent later.
        case looksInTwoReads
        /// The erasing transaction does not repeat the look.
        case erasesUnchecked
        /// A person is erased at once, without a preceding withdrawal.
        case erasesAtOnce
        /// No kernel timer.
        case hasNoTimer
        /// The kernel timer is disarmed as soon as the socket is closed.
        case disarmsEarly
        /// A receipt that could not be closed is left to the next look.
        case leavesReceiptOpen
        /// A grant does not compare its predecessor.
        case grantFollowsAnything
        /// A grant compares its predecessor when it arrives, not in its transaction.
        case comparesBefore
        /// A grant names its predecessor's version, which repeats after a restore.
        case comparesVersions
        /// A withdrawal by a person without consent writes nothing.
        case withdrawsNothingTwice
        /// A repeated withdrawal is acknowledged from its stored reply, without another look.
        case repeatAnswersFromStore
        /// A withdrawal continues as if its record were written although the commit failed.
        case ignoresFailedWithdrawal
        /// A call continues as if its receipt were written although the commit failed.
        case ignoresFailedReceipt
        /// Commits are acknowledged before they are on disk.
        case acknowledgesBeforeDisk
        /// A restore keeps the consents of the backup.
        case restoreKeepsConsent
        /// A restore withdraws consents that are granted, and leaves withdrawn ones unchanged.
        case restoreSparesTheWithdrawn
        /// A restore writes no record for people who have none.
        case restoreSparesTheUnasked
        /// A restore is recorded as processed in one transaction, and consents are withdrawn in the next.
        case notesRestoreFirst
        /// Requests are answered before the restore is processed.
        case answersBeforeRestore
        /// Database files are replaced while gateways run.
        case restoresUnderCalls
        /// A dying process releases its lock before its sockets are closed.
        case givesLockUpFirst
        /// A lock that cannot be seen on this host counts as free.
        case judgesForeignLocks
        /// A host that the database does not hear of counts as dead.
        case silentHostIsDead
        /// The operator fences a host that still reaches the cloud.
        case fencesTheReachable
        /// A fenced host comes back while its gateways still make their calls.
        case fencedHostComesBack
        /// Receipts of a fenced host count as over whenever they were opened, and it may call.
        case fenceCountsForLater
        /// Receipts of ended processes of the own host are looked for only when somebody asks there.
        case neverSweeps

        /// A gateway that ends in order takes its host off the list although a receipt of the host is open.
        case leavesListUnderCalls
        /// A call does not put its host back on the list.
        case admitsUnlisted

        /// Delays withdrawals without end instead of violating them.
        var onlyDelays: Bool { [.hasNoTimer, .disarmsEarly, .leavesReceiptOpen, .neverSweeps].contains(self) }

        /// The budget within which the exploration finds it.
        var budget: Budget {
            switch self {
            case .grantFollowsAnything, .comparesBefore: Budget(gateways: 1, calls: 0, grants: 1)
            case .comparesVersions: Budget(gateways: 1, calls: 0, withdrawals: 2, grants: 1, restores: 1)
            case .withdrawsNothingTwice: Budget(gateways: 1, calls: 0, grants: 1, beginsGranted: false)
            case .repeatAnswersFromStore: Budget(calls: 1, repeats: 1)
            case .ignoresFailedWithdrawal, .ignoresFailedReceipt: Budget(gateways: 1, failures: 1)
            case .acknowledgesBeforeDisk: Budget(gateways: 1, calls: 0, powerCuts: 1)
            case .restoreKeepsConsent, .notesRestoreFirst: Budget(gateways: 1, calls: 0, restores: 1)
            case .answersBeforeRestore, .restoresUnderCalls: Budget(gateways: 1, restores: 1)
            case .restoreSparesTheWithdrawn: Budget(gateways: 1, calls: 0, withdrawals: 2, grants: 2, restores: 1)
            case .restoreSparesTheUnasked: Budget(gateways: 1, calls: 0, grants: 1, restores: 1, beginsGranted: false)
            case .givesLockUpFirst: Budget(crashes: 1)
            case .judgesForeignLocks: Budget(hosts: 2)
            case .silentHostIsDead: Budget(hosts: 2, cuts: 1)
            case .fencesTheReachable, .fencedHostComesBack, .fenceCountsForLater: Budget(hosts: 2, cuts: 1, fences: 1)
            case .leavesListUnderCalls, .admitsUnlisted: Budget(hosts: 2, signOffs: 1)
            default: Budget(queries: 1, grants: 1, erasures: 1)
            }
        }
    }
}
