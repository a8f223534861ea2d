@testable import Gateway

/// Equivalence of worlds: worlds are equal if they differ only in completed steps, in the names of gateways and calls,
/// or in the numbers but not the order of records. Hosts keep their names.
extension BarrierWorld {
    mutating func tidy() {
        for index in calls.indices where !calls[index].isKnown && !calls[index].isSending && !calls[index].isLocked {
            // All that can remain is its open receipt, its host, and the fact that its holder is dead.
            let call = calls[index]
            calls[index] = Call(
                gateway: call.isOpen && !call.isOrphan ? host(of: call.gateway) : 0, step: .ended, isKnown: false,
                isLocked: false, isOpen: call.isOpen, isOrphan: call.isOpen && call.isOrphan)
        }
        // Drops the grant of a call that is not sending yet, or no longer.
        for index in calls.indices where calls[index].step != .exchange && !calls[index].isSending {
            calls[index].seen = 0
        }
        if left.restores == 0 { backup = nil }
        if left.repeats == 0, !gateways.contains(where: { $0.work?.isRepeat ?? false }) { reply = 0 }
        forgetGrants()
        if !mayMatter(acknowledged) { acknowledged = 0 }
        number()
    }

    /// Random ids do not recur: a grant that follows a record other than the latest is refused permanently, except
    /// after a restore.
    private mutating func forgetGrants() {
        if isErased {
            grants = []
        } else if left.restores == 0, !isRestored,
            ![.grantFollowsAnything, .comparesBefore, .comparesVersions].contains(variation)
        {
            grants.removeAll { $0.follows != record.id }
        }
    }

    /// Whether anything can still happen under a grant older than this withdrawal.
    private func mayMatter(_ withdrawal: UInt8) -> Bool {
        func isOlder(_ record: Record?) -> Bool { record.map { $0.isGranted && $0.seen < withdrawal } ?? false }
        return isOlder(record) || isOlder(ghost) || isOlder(backup?.record) || grants.contains { $0.seen < withdrawal }
            || calls.contains { ($0.step == .exchange || $0.isSending) && $0.seen < withdrawal || $0.early > 0 }
    }

    /// Renumbers the records that are still referenced from 0, in order.
    private mutating func number() {
        var used: UInt32 = 1
        func note(_ number: UInt8) { used |= 1 << UInt32(number) }
        func note(_ record: Record?) {
            guard let record else { return }
            note(record.id)
            note(record.seen)
        }
        note(record)
        note(ghost)
        note(backup?.record)
        for number in [acknowledged, reply, backup?.reply ?? 0] { note(number) }
        for grant in grants {
            note(grant.follows)
            note(grant.seen)
        }
        for call in calls {
            note(call.seen)
            if call.early > 0 { note(call.early - 1) }
        }
        for gateway in gateways { note(gateway.work?.record ?? 0) }
        let all = used
        guard UInt32(newest) + 1 != UInt32(all.nonzeroBitCount) else { return }
        func rank(_ number: UInt8) -> UInt8 { UInt8((all & ((1 << UInt32(number)) - 1)).nonzeroBitCount) }
        func ranked(_ record: Record) -> Record {
            Record(id: rank(record.id), isGranted: record.isGranted, seen: rank(record.seen), version: record.version)
        }
        newest = UInt8(all.nonzeroBitCount - 1)
        record = ranked(record)
        ghost = ghost.map(ranked)
        backup = backup.map { Backup(record: ranked($0.record), open: $0.open, reply: rank($0.reply)) }
        (acknowledged, reply) = (rank(acknowledged), rank(reply))
        for index in grants.indices {
            (grants[index].follows, grants[index].seen) = (rank(grants[index].follows), rank(grants[index].seen))
        }
        for index in calls.indices {
            calls[index].seen = rank(calls[index].seen)
            if calls[index].early > 0 { calls[index].early = rank(calls[index].early - 1) + 1 }
        }
        for index in gateways.indices {
            if let number = gateways[index].work?.record { gateways[index].work?.record = rank(number) }
        }
    }

    /// A world in 256 bits: worlds with equal keys differ at most in names.
    struct Key: Hashable {
        private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

        static func == (left: Key, right: Key) -> Bool { left.words == right.words }

        func hash(into hasher: inout Hasher) {
            hasher.combine(words.0)
            hasher.combine(words.1)
            hasher.combine(words.2)
            hasher.combine(words.3)
        }

        mutating func add(_ value: UInt64, _ bits: UInt64) {
            words.3 = words.3 << bits | words.2 >> (64 - bits)
            words.2 = words.2 << bits | words.1 >> (64 - bits)
            words.1 = words.1 << bits | words.0 >> (64 - bits)
            words.0 = words.0 << bits | value
        }

        mutating func add(_ record: Record?) {
            let record = record ?? Record(id: 15, isGranted: false, seen: 15, version: 7)
            add(
                UInt64(record.id) << 8 | UInt64(record.seen) << 4 | UInt64(record.version) << 1
                    | (record.isGranted ? 1 : 0), 12)
        }
    }

    /// Equal for worlds that differ only in names: sorts gateways by state, then calls.
    var key: Key {
        let states = calls.map(\.packed)
        let gatewayStates = gateways.indices.map { gateway in
            // Sorts by everything except names: the gateway's own state, and those of its calls in any order.
            UInt64(host(of: gateway)) << 60 | gateways[gateway].packed << 32 | UInt64(
                truncatingIfNeeded: calls.indices.reduce(UInt64(0)) { sum, call in
                    calls[call].gateway == gateway && calls[call].step != .ended
                        ? sum &+ states[call] &* 0x9E37_79B9 : sum
                }) & 0xFFFF_FFFF
        }
        let gatewayOrder = gateways.indices.sorted { gatewayStates[$0] < gatewayStates[$1] }
        func place(_ gateway: Int) -> UInt64 { UInt64(gatewayOrder.firstIndex(of: gateway) ?? 0) }
        func looks(_ call: Int) -> UInt64 {
            gatewayOrder.reduce(0) { $0 << 1 | UInt64((gateways[$1].work?.seen ?? 0) >> UInt8(call) & 1) } << 1
                | UInt64((backup?.open ?? 0) >> UInt8(call) & 1)
        }
        // Properties of a call: its state, its gateway, the gateways that have seen it.
        let callKeys = calls.indices.map {
            states[$0] << 6
                | (calls[$0].step == .ended ? UInt64(host(of: calls[$0].gateway)) : place(calls[$0].gateway)) << 4
                | looks($0)
        }.sorted()

        var key = Key()
        for gateway in gatewayOrder { key.add(gateways[gateway].packed, 14) }
        for call in callKeys { key.add(call, 26) }
        key.add(UInt64(calls.count), 2)
        let grantKeys = grants.map {
            UInt64($0.follows) << 8 | UInt64($0.seen) << 4 | UInt64($0.version) << 1 | ($0.hasPassed ? 1 : 0)
        }.sorted()
        for grant in grantKeys { key.add(grant, 12) }
        key.add(UInt64(grants.count), 2)
        key.add(record)
        key.add(ghost)
        if left.restores > 0 || isRestored {
            key.add(backup?.record)
            key.add(UInt64(backup?.reply ?? 0), 4)
        }
        key.add(UInt64(newest) << 8 | UInt64(acknowledged) << 4 | UInt64(reply), 12)
        for flag in [isErased, isErasureAcknowledged, isRestored, owesWithdrawal, hasWithdrawn] {
            key.add(flag ? 1 : 0, 1)
        }
        for number in [
            left.calls, left.withdrawals, left.queries, left.grants, left.erasures, left.crashes, left.repeats,
            left.failures, left.restores, left.powerCuts, left.cuts, left.hostDeaths, left.fences, left.signOffs,
        ] { key.add(UInt64(number), 2) }
        for host in hosts {
            key.add(UInt64(host.network.rawValue) << 2 | (host.isFenced ? 2 : 0) | (host.isListed ? 1 : 0), 4)
        }
        return key
    }
}

extension BarrierWorld.Call {
    /// All fields except its gateway's name, in 19 bits.
    fileprivate var packed: UInt64 {
        var bits = UInt64(step.rawValue) << 8 | UInt64(seen) << 4 | UInt64(early)
        for flag in [isSending, isArmed, isLate, isKnown, isLocked, isOpen, hasAnswer, isOrphan] {
            bits = bits << 1 | (flag ? 1 : 0)
        }
        return bits
    }
}

extension BarrierWorld.Gateway {
    /// All fields except the calls it saw, in 14 bits.
    fileprivate var packed: UInt64 {
        guard let work else { return isStopped ? 1 : 0 }
        var bits = UInt64(work.withdrawal.step.rawValue) << 4 | UInt64(work.record)
        for flag in [
            work.withdrawal.purpose == .person, work.isQuery, work.isRepeat, work.seen != nil, work.sawGrant, true,
            isStopped,
        ] {
            bits = bits << 1 | (flag ? 1 : 0)
        }
        return bits
    }
}
