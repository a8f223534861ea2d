@testable import Gateway

extension BarrierWorld {
    enum Event: Hashable {
        case begin(Int), step(Int), hangUp(Int), withdraw(Int), again(Int), erase(Int), query(Int), work(
            Int, hasTime: Bool)
        /// The same with a failed commit.
        case failStep(Int), failWork(Int), failGrant(Int)
        case sendGrant, arrive(Int), commitGrant(Int)
        case deadline(Int), kill(Int), crash(Int), stop(Int), go(Int)
        /// Kernel actions for a dead process.
        case closeSocket(Int), unlock(Int)
        case backUp, restore, dealWithRestore, powerCut(bringsBack: Bool)

        /// Whether the event happens without user action, however long a stopped process stays stopped or a server
        /// stays silent.
        func isProgress(in world: BarrierWorld) -> Bool {
            switch self {
            case .step, .work(_, hasTime: false), .deadline, .kill, .closeSocket, .unlock, .dealWithRestore: true
            // A server may never reply; the call's own timeout then ends it.
            case .hangUp(let call): world.calls[call].isLate
            case .begin, .withdraw, .again, .erase, .query, .work, .failStep, .failWork, .failGrant, .sendGrant,
                .arrive, .commitGrant, .crash, .stop, .go,
                .backUp, .restore, .powerCut:
                false
            }
        }
    }

    var events: [Event] {
        if isRestored, variation != .answersBeforeRestore { return [.dealWithRestore] }
        var events: [Event] = []
        for index in gateways.indices { addEvents(of: index, &events) }
        for (index, call) in calls.enumerated() {
            if call.isKnown {
                if !gateways[call.gateway].isStopped {
                    events.append(call.isSending && !call.hasAnswer ? .hangUp(index) : .step(index))
                    if left.failures > 0, call.step == .close || call.step == .admit && admits(call) {
                        events.append(.failStep(index))
                    }
                }
                if call.isArmed, !call.isLate { events.append(.deadline(index)) }
            } else if call.isLocked {
                if call.isSending { events.append(.closeSocket(index)) }
                if !call.isSending || variation == .givesLockUpFirst { events.append(.unlock(index)) }
            } else if call.isSending {
                events.append(.closeSocket(index))
            }
        }
        if !isErased {
            if left.grants > 0 { events.append(.sendGrant) }
            for index in grants.indices {
                if variation == .comparesBefore, !grants[index].hasPassed {
                    if WithdrawalBarrier.allowsGrant(following: grants[index].follows, latest: record.id) {
                        events.append(.arrive(index))
                    }
                } else if allows(grants[index]) {
                    events.append(.commitGrant(index))
                    if left.failures > 0 { events.append(.failGrant(index)) }
                }
            }
            if left.restores > 0 {
                if backup == nil {
                    events.append(.backUp)
                } else if variation == .restoresUnderCalls || !calls.contains(where: { $0.isKnown || $0.isLocked }) {
                    events.append(.restore)
                }
            }
        }
        if isRestored || owesWithdrawal { events.append(.dealWithRestore) }
        if left.powerCuts > 0 {
            events.append(.powerCut(bringsBack: false))
            if ghost != nil { events.append(.powerCut(bringsBack: true)) }
        }
        return events
    }

    private func addEvents(of index: Int, _ events: inout [Event]) {
        let gateway = gateways[index]
        let isCalling = calls.contains { $0.gateway == index && $0.isKnown }
        if left.crashes > 0, isCalling || gateway.work != nil { events.append(.crash(index)) }
        if calls.contains(where: { $0.gateway == index && $0.isArmed && $0.isLate }) { events.append(.kill(index)) }
        guard !gateway.isStopped else {
            events.append(.go(index))
            return
        }
        // Stopping a gateway without a call only delays it.
        if isCalling { events.append(.stop(index)) }
        if left.calls > 0 { events.append(.begin(index)) }
        if let work = gateway.work {
            events.append(.work(index, hasTime: false))
            if work.withdrawal.step == .look, work.seen != nil, !work.isQuery {
                events.append(.work(index, hasTime: true))
            }
            if left.failures > 0, [.record, .erase].contains(work.withdrawal.step) || work.seen ?? 0 != 0 {
                events.append(.failWork(index))
            }
        } else {
            if left.withdrawals > 0, !isErased { events.append(.withdraw(index)) }
            if left.repeats > 0, hasWithdrawn, !isErased { events.append(.again(index)) }
            if left.erasures > 0 { events.append(.erase(index)) }
            if left.queries > 0, !isErased { events.append(.query(index)) }
        }
    }

    private func allows(_ grant: Grant) -> Bool {
        switch variation {
        case .grantFollowsAnything, .comparesBefore: true
        case .comparesVersions: WithdrawalBarrier.allowsGrant(following: grant.version, latest: record.version)
        default: WithdrawalBarrier.allowsGrant(following: grant.follows, latest: record.id)
        }
    }

    private func admits(_ call: Call) -> Bool {
        !isErased
            && (variation == .checksConsentBefore
                ? call.early > 0 : WithdrawalBarrier.admits(isGranted: record.isGranted))
    }

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
        case .powerCut(let bringsBack):
            left.powerCuts -= 1
            if bringsBack, let ghost { record = ghost }
            ghost = nil
            endAll()
        }
    }

    // MARK: The database

    private var openReceipts: UInt8 { calls.indices.reduce(0) { $0 | (calls[$1].isOpen ? 1 << UInt8($1) : 0) } }

    private func next(isGranted: Bool, seen: UInt8) -> Record {
        Record(
            id: newest + 1, isGranted: isGranted, seen: isGranted ? seen : 0,
            version: variation == .comparesVersions ? record.version + 1 : 0)
    }

    private mutating func write(isGranted: Bool, seen: UInt8 = 0) {
        let next = next(isGranted: isGranted, seen: seen)
        ghost = variation == .acknowledgesBeforeDisk ? record : nil
        (newest, record) = (next.id, next)
    }

    /// A failed commit: no row changed, but its pages are in the log.
    private mutating func fail(isGranted: Bool, seen: UInt8 = 0) {
        left.failures -= 1
        let next = next(isGranted: isGranted, seen: seen)
        (newest, ghost) = (next.id, next)
    }

    /// Any later commit replaces a failed one.
    private mutating func committed() { if variation != .acknowledgesBeforeDisk { ghost = nil } }

    private mutating func restore() {
        guard let backup else { return }
        left.restores -= 1
        (record, reply, isRestored, ghost) = (backup.record, backup.reply, true, nil)
        if variation != .restoresUnderCalls { endAll() }
        for call in calls.indices { calls[call].isOpen = backup.open & (1 << UInt8(call)) != 0 }
    }

    private mutating func dealWithRestore() {
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

    // MARK: Death

    /// The kernel cancels the process's timers at once, and closes its files one by one.
    private mutating func die(_ gateway: Int) {
        gateways[gateway] = Gateway()
        for index in calls.indices where calls[index].gateway == gateway && calls[index].isKnown {
            (calls[index].isKnown, calls[index].isArmed) = (false, false)
        }
    }

    private mutating func endAll() {
        gateways = Array(repeating: Gateway(), count: gateways.count)
        for index in calls.indices {
            (calls[index].isKnown, calls[index].isArmed, calls[index].isSending, calls[index].isLocked) = (
                false, false, false, false
            )
        }
    }

    // MARK: Calls

    private mutating func stepCall(_ index: Int) {
        var isDone = true
        switch calls[index].step {
        case .arm: calls[index].isArmed = variation != .hasNoTimer
        case .admit:
            isDone = admits(calls[index])
            if isDone {
                committed()
                calls[index].isOpen = true
                calls[index].seen = variation == .checksConsentBefore ? calls[index].early - 1 : record.seen
            }
        case .exchange:
            // The other half is `hangUp`; a cancelled call proceeds there at once.
            calls[index].isSending = true
            return
        case .disarm: calls[index].isArmed = false
        case .close:
            committed()
            calls[index].isOpen = false
        case .leave:
            (calls[index].isKnown, calls[index].isLocked, calls[index].isSending, calls[index].isArmed) = (
                false, false, false, false
            )
        case .ended: break
        }
        calls[index].step = calls[index].step.next(isDone: isDone)
    }

    // MARK: Withdrawals

    private mutating func stepWork(_ index: Int, _ hasTime: Bool) {
        guard var work = gateways[index].work else { return }
        switch work.withdrawal.step {
        case .record: recordWithdrawal(&work)
        // Cancelling its own calls only changes when they end, and every such time is explored anyway.
        case .cancel: work.withdrawal.cancelled()
        case .look: look(index, &work, hasTime)
        case .erase:
            let isDone =
                variation == .erasesUnchecked || variation == .erasesAtOnce
                || WithdrawalBarrier.allowsErasing(openReceipts: openReceipts.nonzeroBitCount)
            if isDone {
                committed()
                (isErased, record) = (true, Record())
                for call in calls.indices { calls[call].isOpen = false }
            }
            work.withdrawal.erased(isDone: isDone)
        case .acknowledged:
            if work.withdrawal.purpose == .person {
                isErasureAcknowledged = true
            } else if !work.sawGrant || variation == .ignoresFailedWithdrawal {
                acknowledged = max(acknowledged, work.record)
            }
            gateways[index].work = nil
            return
        case .pending:
            gateways[index].work = nil
            return
        }
        gateways[index].work = work
    }

    private mutating func recordWithdrawal(_ work: inout Work) {
        let isStored = work.isRepeat && reply != 0
        if isStored {
            work.record = reply
        } else if !isErased {
            if variation == .withdrawsNothingTwice, !record.isGranted { newest += 1 } else { write(isGranted: false) }
            work.record = newest
            if work.withdrawal.purpose == .consent { reply = newest }
        }
        work.withdrawal.recorded()
        if variation == .repeatAnswersFromStore && isStored
            || variation == .erasesAtOnce && work.withdrawal.purpose == .person
        {
            work.withdrawal.cancelled()
            work.withdrawal.looked(isAnyInFlight: false, hasTime: false)
        }
    }

    private mutating func failWork(_ index: Int) {
        guard var work = gateways[index].work else { return }
        switch work.withdrawal.step {
        case .record:
            fail(isGranted: false)
            // The person receives an error.
            guard variation == .ignoresFailedWithdrawal else {
                gateways[index].work = nil
                return
            }
            work.record = newest
            work.withdrawal.recorded()
        case .erase:
            left.failures -= 1
            work.withdrawal.erased(isDone: false)
        default:
            left.failures -= 1
            look(index, &work, false, closes: false)
        }
        gateways[index].work = work
    }

    /// Two halves: read the rows, then query the kernel for their writers.
    private mutating func look(_ index: Int, _ work: inout Work, _ hasTime: Bool, closes: Bool = true) {
        guard let seen = work.seen else {
            work.seen = openReceipts
            readConsent(&work)
            return
        }
        if variation == .looksInTwoReads { readConsent(&work) }
        var isAnyInFlight = false
        for call in calls.indices where seen & (1 << UInt8(call)) != 0 {
            if mayBeInFlight(calls[call], askedBy: index) {
                isAnyInFlight = true
            } else if closes, calls[call].isOpen {
                committed()
                calls[call].isOpen = false
            }
        }
        work.seen = nil
        work.withdrawal.looked(isAnyInFlight: isAnyInFlight, hasTime: hasTime)
    }

    /// The reply reports consent as this read saw it.
    private func readConsent(_ work: inout Work) {
        work.sawGrant = !WithdrawalBarrier.acknowledges(isGranted: record.isGranted, isAnyInFlight: false)
        work.record = max(work.record, record.id)
    }

    private func mayBeInFlight(_ call: Call, askedBy asker: Int) -> Bool {
        if variation == .trustsTime, call.isLate { return false }
        if variation == .silenceIsDeath, gateways[call.gateway].isStopped { return false }
        // Its holder of an earlier life no longer exists, so such a receipt counts as another gateway's.
        if call.isKnown, call.gateway == asker {
            return WithdrawalBarrier.mayBeInFlight(
                .itself(isCalling: variation == .registersLate ? call.isSending : true))
        }
        return WithdrawalBarrier.mayBeInFlight(.other(isLocked: call.isLocked))
    }
}
