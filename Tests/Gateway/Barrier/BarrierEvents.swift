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
        /// Of a host.
        case lose(Int, BarrierWorld.Network), rejoin(Int), dieWhole(Int), fence(Int), lift(Int), sweep(Int)
        /// A gateway ends in order.
        case signOff(Int)
        /// Of hosts whose machine died.
        case fenceDead

        /// Whether the event happens without user action, however long a stopped process stays stopped or a server
        /// stays silent.
        func isProgress(in world: BarrierWorld) -> Bool {
            switch self {
            case .step, .work(_, hasTime: false), .deadline, .kill, .closeSocket, .unlock, .dealWithRestore, .sweep:
                true
            // An operator acts at last.
            case .fenceDead: true
            // A server may never reply; the call's own timeout then ends it.
            case .hangUp(let call): world.calls[call].isLate
            case .begin, .withdraw, .again, .erase, .query, .work, .failStep, .failWork, .failGrant, .sendGrant,
                .arrive, .commitGrant, .crash, .stop, .go,
                .backUp, .restore, .powerCut, .lose, .rejoin, .dieWhole, .fence, .lift, .signOff:
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
                if !gateways[call.gateway].isStopped, reachesDatabase(call.gateway) || !needsDatabase(call) {
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
        if hosts.count > 1 { addHostEvents(&events) }
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
        if left.signOffs > 0, reachesDatabase(index) { events.append(.signOff(index)) }
        guard reachesDatabase(index) else {
            // What it read before still counts.
            if let work = gateway.work, !needsDatabase(work) { events.append(.work(index, hasTime: false)) }
            return
        }
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

    private func addHostEvents(_ events: inout [Event]) {
        for (index, host) in hosts.enumerated() {
            let own = calls.filter { self.host(of: $0.gateway) == index && !$0.isOrphan }
            if host.network == .whole, variation != .neverSweeps, own.contains(where: isOver) {
                events.append(.sweep(index))
            }
            if left.cuts > 0, host.network == .whole {
                events += [.lose(index, .withoutDatabase), .lose(index, .none)]
            }
            // The operator's word: a fenced host stays cut off until its gateways have ended.
            let haveEnded = !own.contains { $0.isKnown || $0.isSending || $0.isLocked }
            if host.network != .whole, !host.isFenced || haveEnded || variation == .fencedHostComesBack {
                events.append(.rejoin(index))
            }
            if left.hostDeaths > 0 { events.append(.dieWhole(index)) }
            if left.fences > 0, !host.isFenced, host.isListed,
                host.network == .none || variation == .fencesTheReachable && host.network == .withoutDatabase
            {
                events.append(.fence(index))
            }
            if host.isFenced, host.isListed, host.network == .whole { events.append(.lift(index)) }
        }
        if left.fences > 0, calls.contains(where: { $0.isOpen && $0.isOrphan }) { events.append(.fenceDead) }
    }

    private func reachesDatabase(_ gateway: Int) -> Bool { hosts[host(of: gateway)].network == .whole }

    private func needsDatabase(_ call: Call) -> Bool { call.step == .admit || call.step == .close }

    /// Without the database, a look whose rows were read before can still ask the kernel, and its result be told.
    private func needsDatabase(_ work: Work) -> Bool {
        switch work.withdrawal.step {
        case .record, .erase: true
        case .look: work.seen == nil
        case .cancel, .acknowledged, .pending: false
        }
    }

    private func allows(_ grant: Grant) -> Bool {
        switch variation {
        case .grantFollowsAnything, .comparesBefore: true
        case .comparesVersions: WithdrawalBarrier.allowsGrant(following: grant.version, latest: record.version)
        default: WithdrawalBarrier.allowsGrant(following: grant.follows, latest: record.id)
        }
    }

    func admits(_ call: Call) -> Bool {
        !isErased
            && (variation == .checksConsentBefore
                ? call.early > 0
                : WithdrawalBarrier.admits(
                    isGranted: record.isGranted,
                    isFenced: variation != .fenceCountsForLater && hosts[host(of: call.gateway)].isFenced))
    }
}
