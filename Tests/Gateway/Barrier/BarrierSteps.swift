@testable import Gateway

/// The steps of calls and withdrawals.
extension BarrierWorld {
    // MARK: Calls

    mutating func stepCall(_ index: Int) {
        var isDone = true
        switch calls[index].step {
        case .arm: calls[index].isArmed = variation != .hasNoTimer
        case .admit:
            isDone = admits(calls[index])
            if isDone {
                committed()
                calls[index].isOpen = true
                if variation != .admitsUnlisted { hosts[host(of: calls[index].gateway)].isListed = true }
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

    mutating func stepWork(_ index: Int, _ hasTime: Bool) {
        guard var work = gateways[index].work else { return }
        switch work.withdrawal.step {
        case .record: recordWithdrawal(&work)
        // Cancelling its own calls only changes when they end, and every such time is explored anyway.
        case .cancel: work.withdrawal.cancelled()
        case .look: look(index, &work, hasTime, closes: hosts[host(of: index)].network == .whole)
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

    mutating func failWork(_ index: Int) {
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
    private mutating func look(_ index: Int, _ work: inout Work, _ hasTime: Bool, closes: Bool) {
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
        if call.isOrphan || host(of: call.gateway) != host(of: asker) {
            if variation == .silentHostIsDead, hosts[host(of: call.gateway)].network != .whole { return false }
            if variation == .fenceCountsForLater, hosts[host(of: call.gateway)].isFenced { return false }
            return variation != .judgesForeignLocks && WithdrawalBarrier.mayBeInFlight(.elsewhere)
        }
        // Its holder of an earlier life no longer exists, so such a receipt counts as another gateway's.
        if call.isKnown, call.gateway == asker {
            return WithdrawalBarrier.mayBeInFlight(
                .itself(isCalling: variation == .registersLate ? call.isSending : true))
        }
        return WithdrawalBarrier.mayBeInFlight(.other(isLocked: call.isLocked))
    }
}
