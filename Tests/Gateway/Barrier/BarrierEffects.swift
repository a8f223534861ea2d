@testable import Gateway

/// What an event changes: the database, and processes that die.
extension BarrierWorld {
    func after(_ event: Event) -> BarrierWorld {
        var world = self
        world.apply(event)
        world.tidy()
        return world
    }

    private mutating func apply(_ event: Event) {
        switch event {
        case .begin(let gateway):
            left.calls -= 1
            calls.append(
                Call(
                    gateway: gateway, early: variation == .checksConsentBefore && record.isGranted ? record.seen + 1 : 0
                ))
        case .step(let call): stepCall(call)
        case .failStep(let call):
            left.failures -= 1
            if calls[call].step == .admit, variation == .ignoresFailedReceipt {
                calls[call].seen = record.seen
                calls[call].step = calls[call].step.next(isDone: true)
            } else if calls[call].step == .close, variation == .leavesReceiptOpen {
                calls[call].step = .disarm
            } else {
                calls[call].step = calls[call].step.next(isDone: false)
            }
        case .hangUp(let call):
            if variation == .closesBeforeHangingUp {
                calls[call].hasAnswer = true
            } else {
                calls[call].isSending = false
            }
            if variation == .disarmsEarly { calls[call].isArmed = false }
            calls[call].step = calls[call].step.next(isDone: true)
        case .deadline(let call): calls[call].isLate = true
        case .closeSocket(let call): calls[call].isSending = false
        case .unlock(let call): calls[call].isLocked = false
        case .withdraw(let gateway):
            left.withdrawals -= 1
            hasWithdrawn = true
            gateways[gateway].work = Work(withdrawal: Withdrawal(.consent))
        case .again(let gateway):
            left.repeats -= 1
            gateways[gateway].work = Work(withdrawal: Withdrawal(.consent), isRepeat: true)
        case .erase(let gateway):
            left.erasures -= 1
            gateways[gateway].work = Work(withdrawal: Withdrawal(.person))
        case .query(let gateway):
            left.queries -= 1
            // A query is a withdrawal that starts with the look.
            var withdrawal = Withdrawal(.consent)
            withdrawal.recorded()
            withdrawal.cancelled()
            gateways[gateway].work = Work(withdrawal: withdrawal, isQuery: true)
        case .work(let gateway, let hasTime): stepWork(gateway, hasTime)
        case .failWork(let gateway): failWork(gateway)
        case .sendGrant:
            left.grants -= 1
            grants.append(Grant(follows: record.id, seen: newest, version: record.version))
        case .arrive(let grant): grants[grant].hasPassed = true
        case .commitGrant(let grant):
            write(isGranted: true, seen: grants[grant].seen)
            // A grant that accepts any predecessor would be repeated endlessly.
            if [.grantFollowsAnything, .comparesBefore].contains(variation) { grants.remove(at: grant) }
        case .failGrant(let grant): fail(isGranted: true, seen: grants[grant].seen)
        case .kill(let gateway): die(gateway)
        case .crash(let gateway):
            left.crashes -= 1
            die(gateway)
        case .stop(let gateway): gateways[gateway].isStopped = true
        case .go(let gateway): gateways[gateway].isStopped = false
        case .backUp: backup = Backup(record: record, open: openReceipts, reply: reply)
        case .restore: restore()
        case .dealWithRestore: dealWithRestore()
        case .lose(let host, let network):
            left.cuts -= 1
            hosts[host].network = network
        case .rejoin(let host): hosts[host].network = .whole
        case .dieWhole(let host):
            left.hostDeaths -= 1
            dieWhole(host)
        case .fence(let host):
            left.fences -= 1
            hosts[host].isFenced = true
            close { $1.host(of: $0.gateway) == host && !$0.isOrphan }
        case .fenceDead:
            left.fences -= 1
            close { call, _ in call.isOrphan }
        case .lift(let host): hosts[host].isFenced = false
        case .sweep(let host): close { $1.host(of: $0.gateway) == host && $1.isOver($0) }
        case .signOff(let gateway): signOff(host(of: gateway))
        case .powerCut(let bringsBack):
            left.powerCuts -= 1
            if bringsBack, let ghost { record = ghost }
            ghost = nil
            endAll()
        }
    }

    // MARK: The database

    var openReceipts: UInt8 { calls.indices.reduce(0) { $0 | (calls[$1].isOpen ? 1 << UInt8($1) : 0) } }

    private func next(isGranted: Bool, seen: UInt8) -> Record {
        Record(
            id: newest + 1, isGranted: isGranted, seen: isGranted ? seen : 0,
            version: variation == .comparesVersions ? record.version + 1 : 0)
    }

    mutating func write(isGranted: Bool, seen: UInt8 = 0) {
        let next = next(isGranted: isGranted, seen: seen)
        ghost = variation == .acknowledgesBeforeDisk ? record : nil
        (newest, record) = (next.id, next)
    }

    /// A failed commit: no row changed, but its pages are in the log.
    mutating func fail(isGranted: Bool, seen: UInt8 = 0) {
        left.failures -= 1
        let next = next(isGranted: isGranted, seen: seen)
        (newest, ghost) = (next.id, next)
    }

    /// Any later commit replaces a failed one.
    mutating func committed() { if variation != .acknowledgesBeforeDisk { ghost = nil } }

    mutating func restore() {
        guard let backup else { return }
        left.restores -= 1
        (record, reply, isRestored, ghost) = (backup.record, backup.reply, true, nil)
        if variation != .restoresUnderCalls { endAll() }
        for call in calls.indices { calls[call].isOpen = backup.open & (1 << UInt8(call)) != 0 }
    }

    mutating func dealWithRestore() {
        let withdraws =
            switch variation {
            case .restoreKeepsConsent: false
            case .restoreSparesTheWithdrawn: record.isGranted
            case .restoreSparesTheUnasked: record.id != 0
            case .notesRestoreFirst: owesWithdrawal
            default: true
            }
        owesWithdrawal = variation == .notesRestoreFirst && isRestored
        isRestored = false
        committed()
        // For a person without a record it is the restore's id, which a first grant must name.
        if withdraws { write(isGranted: false) }
    }

    /// Closes receipts in one transaction.
    private mutating func close(_ isChosen: (Call, BarrierWorld) -> Bool) {
        committed()
        let before = self
        for (index, call) in before.calls.enumerated() where call.isOpen && isChosen(call, before) {
            calls[index].isOpen = false
        }
    }

    /// The process may go on for a while, also with calls that it has not begun yet.
    private mutating func signOff(_ host: Int) {
        left.signOffs -= 1
        let open = calls.count { $0.isOpen && !$0.isOrphan && self.host(of: $0.gateway) == host }
        guard
            variation == .leavesListUnderCalls
                || WithdrawalBarrier.mayLeaveList(openReceipts: open, isFenced: hosts[host].isFenced)
        else { return }
        committed()
        hosts[host].isListed = false
    }

    /// The gateways of the call's host find that its process has ended.
    func isOver(_ call: Call) -> Bool {
        call.isOpen && !call.isOrphan && !call.isKnown
            && !WithdrawalBarrier.mayBeInFlight(.other(isLocked: call.isLocked))
    }

    // MARK: Death

    /// The machine starts again as another host, whose gateways cannot prove anything about the earlier one.
    private mutating func dieWhole(_ host: Int) {
        hosts[host] = Host()
        for gateway in gateways.indices where self.host(of: gateway) == host { gateways[gateway] = Gateway() }
        for index in calls.indices where self.host(of: calls[index].gateway) == host && !calls[index].isOrphan {
            calls[index] = Call(
                gateway: calls[index].gateway, step: .ended, isKnown: false, isLocked: false,
                isOpen: calls[index].isOpen, isOrphan: true)
        }
    }

    /// The kernel cancels the process's timers at once, and closes its files one by one.
    mutating func die(_ gateway: Int) {
        gateways[gateway] = Gateway()
        for index in calls.indices where calls[index].gateway == gateway && calls[index].isKnown {
            (calls[index].isKnown, calls[index].isArmed) = (false, false)
        }
    }

    mutating func endAll() {
        gateways = Array(repeating: Gateway(), count: gateways.count)
        for index in calls.indices {
            (calls[index].isKnown, calls[index].isArmed, calls[index].isSending, calls[index].isLocked) = (
                false, false, false, false
            )
        }
    }
}
