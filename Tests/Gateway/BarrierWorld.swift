@testable import Gateway

/// Several gateways, one database and one kernel, as a value (GAT-2). What the gateways decide, they decide by the production values `CallStep`, `Withdrawal` and
/// `Barrier`; what surrounds them (rows, locks, timers, sockets, death) is modelled here. Each step is what really happens at once: one transaction, one
/// system call, one beginning or end of a transmission.
struct BarrierWorld {
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
        /// A person is erased as before: at once.
        case erasesAtOnce
        /// No kernel timer.
        case hasNoTimer
        /// The kernel is called off as soon as the socket is closed.
        case disarmsEarly
    }

    /// How much may happen; everything within it is tried.
    struct Budget {
        var gateways = 2
        var calls = 2
        var withdrawals = 1
        var queries = 0
        var grants = 1
        var erasures = 0
        var crashes = 1
    }

    struct Call {
        let gateway: Int
        var step = CallStep.arm
        /// Version of the consent it was admitted under.
        var version: UInt8 = 0
        /// What `checksConsentBefore` saw.
        var early: UInt8 = 0
        /// Bytes may be on the wire.
        var isSending = false
        var isArmed = false
        var isLate = false
        /// Its process knows it; false once the process is dead.
        var isKnown = true
        /// Its open receipt is in the database.
        var isOpen = false
        /// `closesBeforeHangingUp`: the answer has been read.
        var hasAnswer = false
    }

    struct Work {
        var withdrawal: Withdrawal
        /// Of the withdrawal it wrote, or of the one it asks about.
        var version: UInt8 = 0
        /// Open receipts as the first half of a look saw them, by call; nil between looks.
        var seen: UInt8?
        var isQuery = false
    }

    /// A process. One that died is replaced at once by one with another name: to be down is to do nothing for a while, which every process may.
    struct Gateway {
        var isStopped = false
        var work: Work?
    }

    let variation: Variation
    var left: Budget
    var gateways: [Gateway]
    var calls: [Call] = []
    var version: UInt8 = 1
    var isGranted = true
    var isErased = false
    /// The newest withdrawal that was acknowledged.
    var acknowledged: UInt8 = 0
    var isErasureAcknowledged = false

    init(_ variation: Variation, _ budget: Budget) {
        (self.variation, left) = (variation, budget)
        gateways = Array(repeating: Gateway(), count: budget.gateways)
    }

    // MARK: What must hold

    /// nil where all is well.
    var violation: String? {
        for call in calls where call.isSending {
            if call.version < acknowledged { return "a call under consent \(call.version) is in flight although withdrawal \(acknowledged) was acknowledged" }
            if isErasureAcknowledged { return "a call of an erased person is in flight" }
            if !call.isOpen { return "a call is in flight without an open receipt" }
        }
        return nil
    }

    /// Whoever asks is told that a withdrawal is pending.
    var isPending: Bool { !isGranted && calls.contains { $0.isOpen && $0.isKnown } }

    // MARK: What can happen

    enum Event: Hashable {
        case begin(Int), step(Int), hangUp(Int), withdraw(Int), erase(Int), query(Int), grant, work(Int, isPatient: Bool)
        case deadline(Int), kill(Int), crash(Int), stop(Int), go(Int)

        /// Happens by itself, whatever people do and however long a stopped process stays stopped or a server is silent.
        func isProgress(in world: BarrierWorld) -> Bool {
            switch self {
            case .step, .work(_, isPatient: false), .deadline, .kill: true
            // A server may never answer; then the call's own timeout ends it.
            case .hangUp(let call): world.calls[call].isLate
            case .begin, .withdraw, .erase, .query, .grant, .work, .crash, .stop, .go: false
            }
        }
    }

    var events: [Event] {
        var events: [Event] = []
        for (index, gateway) in gateways.enumerated() {
            let isCalling = calls.contains { $0.gateway == index && $0.isKnown }
            if gateway.isStopped {
                events.append(.go(index))
            } else {
                // One without a call that stops only does nothing for a while.
                if isCalling { events.append(.stop(index)) }
                if left.calls > 0 { events.append(.begin(index)) }
                if let work = gateway.work {
                    events.append(.work(index, isPatient: false))
                    if work.withdrawal.step == .look, work.seen != nil, !work.isQuery { events.append(.work(index, isPatient: true)) }
                } else {
                    if left.withdrawals > 0, !isErased { events.append(.withdraw(index)) }
                    if left.erasures > 0 { events.append(.erase(index)) }
                    if left.queries > 0, !isErased { events.append(.query(index)) }
                }
            }
            if left.crashes > 0, isCalling || gateway.work != nil { events.append(.crash(index)) }
            if calls.contains(where: { $0.gateway == index && $0.isArmed && $0.isLate }) { events.append(.kill(index)) }
        }
        for (index, call) in calls.enumerated() where call.isKnown {
            if !gateways[call.gateway].isStopped { events.append(call.isSending && !call.hasAnswer ? .hangUp(index) : .step(index)) }
            if call.isArmed, !call.isLate { events.append(.deadline(index)) }
        }
        if left.grants > 0, !isGranted, !isErased { events.append(.grant) }
        return events
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
            calls.append(Call(gateway: gateway, early: isGranted ? version : 0))
        case .step(let call): stepCall(call)
        case .hangUp(let call):
            if variation == .closesBeforeHangingUp { calls[call].hasAnswer = true } else { calls[call].isSending = false }
            if variation == .disarmsEarly { calls[call].isArmed = false }
            calls[call].step = calls[call].step.next(isDone: true)
        case .withdraw(let gateway):
            left.withdrawals -= 1
            gateways[gateway].work = Work(withdrawal: Withdrawal(.consent))
        case .erase(let gateway):
            left.erasures -= 1
            gateways[gateway].work = Work(withdrawal: Withdrawal(.person))
        case .query(let gateway):
            left.queries -= 1
            // Asking is a withdrawal that begins with the look.
            var withdrawal = Withdrawal(.consent)
            withdrawal.recorded()
            withdrawal.cancelled()
            gateways[gateway].work = Work(withdrawal: withdrawal, isQuery: true)
        case .grant:
            left.grants -= 1
            (version, isGranted) = (version + 1, true)
        case .work(let gateway, let isPatient): stepWork(gateway, isPatient)
        case .deadline(let call): calls[call].isLate = true
        case .kill(let gateway), .crash(let gateway):
            if case .crash = event { left.crashes -= 1 }
            gateways[gateway] = Gateway()
            // The kernel closes the sockets, drops what they held, and forgets timers and locks.
            for index in calls.indices where calls[index].gateway == gateway {
                (calls[index].isKnown, calls[index].isSending, calls[index].isArmed) = (false, false, false)
            }
        case .stop(let gateway): gateways[gateway].isStopped = true
        case .go(let gateway): gateways[gateway].isStopped = false
        }
    }

    /// Worlds that differ only in what is over are one: what is left of a call is at most its open receipt, and then that its holder is dead.
    private mutating func tidy() {
        for index in calls.indices where !calls[index].isKnown && !calls[index].isSending {
            calls[index] = Call(gateway: 0, step: .ended, isKnown: false, isOpen: calls[index].isOpen)
        }
    }

    private mutating func stepCall(_ index: Int) {
        var isDone = true
        switch calls[index].step {
        case .arm: calls[index].isArmed = variation != .hasNoTimer
        case .admit:
            let isAllowed = variation == .checksConsentBefore ? calls[index].early > 0 : Barrier.admits(isGranted: isGranted)
            isDone = isAllowed && !isErased
            if isDone {
                calls[index].isOpen = true
                calls[index].version = variation == .checksConsentBefore ? calls[index].early : version
            }
        case .exchange:
            // The other half is `hangUp`; a cancelled call goes there at once.
            calls[index].isSending = true
            return
        case .disarm: calls[index].isArmed = false
        case .close: calls[index].isOpen = false
        case .leave:
            calls[index].isKnown = false
            calls[index].isSending = false
            calls[index].isArmed = false
        case .ended: break
        }
        calls[index].step = calls[index].step.next(isDone: isDone)
    }

    private mutating func stepWork(_ index: Int, _ isPatient: Bool) {
        guard var work = gateways[index].work else { return }
        switch work.withdrawal.step {
        case .record:
            if !isErased { (version, isGranted) = (version + 1, false) }
            work.version = version
            work.withdrawal.recorded()
            if variation == .erasesAtOnce, work.withdrawal.purpose == .person {
                work.withdrawal.cancelled()
                work.withdrawal.looked(isAnyInFlight: false, isPatient: false)
            }
        // Ending one's own calls early changes when they end, and every such moment is tried anyway.
        case .cancel: work.withdrawal.cancelled()
        case .look: look(index, &work, isPatient)
        case .erase:
            let isDone = variation == .erasesUnchecked || variation == .erasesAtOnce || Barrier.allowsErasing(openReceipts: calls.count { $0.isOpen })
            if isDone {
                isErased = true
                isGranted = false
                for call in calls.indices { calls[call].isOpen = false }
            }
            work.withdrawal.erased(isDone: isDone)
        case .acknowledged:
            if work.withdrawal.purpose == .person { isErasureAcknowledged = true } else { acknowledged = max(acknowledged, work.version) }
            gateways[index].work = nil
            return
        case .pending:
            gateways[index].work = nil
            return
        }
        gateways[index].work = work
    }

    /// Two halves: reading the rows, then asking the kernel about their writers.
    private mutating func look(_ index: Int, _ work: inout Work, _ isPatient: Bool) {
        guard let seen = work.seen else {
            work.seen = calls.indices.reduce(0) { $0 | (calls[$1].isOpen ? 1 << UInt8($1) : 0) }
            if work.isQuery { work.version = isGranted ? 0 : version }
            return
        }
        if work.isQuery, variation == .looksInTwoReads { work.version = isGranted ? 0 : version }
        var isAnyInFlight = false
        for call in calls.indices where seen & (1 << UInt8(call)) != 0 {
            if mayBeInFlight(calls[call], askedBy: index) { isAnyInFlight = true } else { calls[call].isOpen = false }
        }
        work.seen = nil
        work.withdrawal.looked(isAnyInFlight: isAnyInFlight, isPatient: isPatient)
    }

    private func mayBeInFlight(_ call: Call, askedBy asker: Int) -> Bool {
        if variation == .trustsTime, call.isLate { return false }
        if variation == .silenceIsDeath, gateways[call.gateway].isStopped { return false }
        // A receipt of an earlier life of this gateway has a holder that nobody is any more: it counts as another's, and its lock is gone.
        if call.isKnown, call.gateway == asker {
            return Barrier.mayBeInFlight(.itself(isCalling: variation == .registersLate ? call.isSending : true))
        }
        return Barrier.mayBeInFlight(.other(isLocked: call.isKnown))
    }
}

extension BarrierWorld {
    /// The world in 128 bits: equal worlds have equal keys and the other way round.
    struct Key: Hashable {
        var high: UInt64 = 0
        var low: UInt64 = 0

        mutating func add(_ value: Int, _ bits: UInt64) {
            high = (high << bits) | (low >> (64 - bits))
            low = (low << bits) | UInt64(value)
        }

        mutating func add(_ values: Bool...) { for value in values { add(value ? 1 : 0, 1) } }
    }

    var key: Key {
        var key = Key()
        for call in calls {
            key.add(call.gateway, 2)
            key.add(Int(call.step.rawValue), 3)
            key.add(Int(call.version), 3)
            if variation == .checksConsentBefore { key.add(Int(call.early), 3) }
            key.add(call.isSending, call.isArmed, call.isLate, call.isKnown, call.isOpen, call.hasAnswer)
        }
        for gateway in gateways {
            key.add(gateway.isStopped, gateway.work != nil)
            guard let work = gateway.work else { continue }
            key.add(Int(work.withdrawal.step.rawValue), 3)
            key.add(work.withdrawal.purpose == .person, work.isQuery, work.seen != nil)
            key.add(Int(work.version), 3)
            key.add(Int(work.seen ?? 0), 3)
        }
        key.add(Int(version), 3)
        key.add(Int(acknowledged), 3)
        key.add(isGranted, isErased, isErasureAcknowledged)
        key.add(left.calls, 2)
        key.add(left.withdrawals, 2)
        key.add(left.queries, 1)
        key.add(left.grants, 2)
        key.add(left.erasures, 2)
        key.add(left.crashes, 2)
        return key
    }
}
