@testable import Gateway

extension BarrierWorld {
    /// The rules as they are, or with one mistake that somebody could make.
    enum Variation: CaseIterable {
        case asBuilt
        /// A receipt past its deadline counts as over.
        case trustsTime
        /// A stopped process counts as dead.
        case silenceIsDeath
        /// Consent is checked when the call begins, not in the receipt's transaction.
        case checksConsentBefore
        /// The receipt is closed when the answer is there, the socket afterwards.
        case closesBeforeHangingUp
        /// The process notes its call only when it sends.
        case registersLate
        /// Open receipts are read first, consent later.
        case looksInTwoReads
        /// The erasing transaction does not look again.
        case erasesUnchecked
        /// A person is erased at once, without a withdrawal before.
        case erasesAtOnce
        /// No kernel timer.
        case hasNoTimer
        /// The kernel is called off as soon as the socket is closed.
        case disarmsEarly
        /// A receipt that could not be closed is left to whoever looks next.
        case leavesReceiptOpen
        /// A grant does not compare its predecessor.
        case grantFollowsAnything
        /// A grant compares its predecessor when it arrives, not in its transaction.
        case comparesBefore
        /// A grant names the version of its predecessor, which counts up again after a restore.
        case comparesVersions
        /// A withdrawal by somebody who has not consented writes nothing.
        case withdrawsNothingTwice
        /// A repeated withdrawal is acknowledged by its stored reply, without another look.
        case repeatAnswersFromStore
        /// A withdrawal goes on as if its record were there although the commit failed.
        case ignoresFailedWithdrawal
        /// A call goes on as if its receipt were there although the commit failed.
        case ignoresFailedReceipt
        /// Commits are acknowledged before they are on disk.
        case acknowledgesBeforeDisk
        /// A restore keeps the consents of the backup.
        case restoreKeepsConsent
        /// A restore withdraws consents that allow something, and leaves those who had withdrawn as they were.
        case restoreSparesTheWithdrawn
        /// A restore leaves those without a record without one.
        case restoreSparesTheUnasked
        /// A restore is noted as dealt with in one transaction, consents are withdrawn in the next.
        case notesRestoreFirst
        /// Requests are answered before the restore is dealt with.
        case answersBeforeRestore
        /// Files are exchanged while gateways run.
        case restoresUnderCalls
        /// A dying process gives up its lock before its sockets are closed.
        case givesLockUpFirst

        /// Delays withdrawals for ever instead of breaking them.
        var onlyDelays: Bool { [.hasNoTimer, .disarmsEarly, .leavesReceiptOpen].contains(self) }

        /// Where the exploration finds it.
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
            default: Budget(queries: 1, grants: 1, erasures: 1)
            }
        }
    }
}
