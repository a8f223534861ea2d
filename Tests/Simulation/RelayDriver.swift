import Messages

@testable import Bus
@testable import Storage

/// The relay's shell in one process: the production core; each outcome is recorded before the next look.
struct RelayDriver {
    struct Delivery {
        let batch: RelayCore.Batch
        let message: DeliverEvents
        let tenure: UInt64
    }

    /// On a server: the right to relay, and the holder's memory, which others may have made old.
    struct Holding {
        let lease: Lease
        var term: Lease.Term
        /// Number of the last duty, nil if it has to be read.
        var duties: Int?
        var isReading = false
        var looksAgain = false
    }

    var core = RelayCore(rules)
    var outcomes: [(Delivery, RelayCore.Outcome)] = []
    var tenure: UInt64 = 0
    var holding: Holding?

    /// Short timings, so that a run covers many parked lanes.
    static var rules: RelayCore.Rules {
        var rules = RelayCore.Rules()
        (rules.maximumDelay, rules.attempts, rules.eventsPerBatch, rules.lanesPerBatch) = (.milliseconds(500), 5, 16, 3)
        return rules
    }
}

extension Simulation {
    func wakeRelays() {
        for process in processes where process.isAlive && process.relay != nil { look(process) }
    }

    /// Runs every second, and whenever work may have become due.
    func look(_ process: SimulatedProcess) {
        guard server == nil else { return lookAtServer(process) }
        if process.relay == nil {
            guard disk.relayHolder == nil else { return }
            disk.relayHolder = process.index
            process.relay = RelayDriver()
        }
        deliver(from: disk, process)
    }

    /// Starts what the outbox, as it was read, makes due.
    func deliver(from disk: Disk, _ process: SimulatedProcess) {
        guard
            let batches = process.relay?.core.batches(
                disk.pending(), announced: { _ in Announcement() }, now: .nanoseconds(time))
        else { return }
        for batch in batches {
            let slices = batch.lanes.map { disk.slice(of: $0, limit: batch.eventsPerLane) }.filter {
                !$0.events.isEmpty
            }
            let message = DeliverEvents(producer: Cast.producer, consumer: Cast.consumer, slices: slices)
            let delivery = RelayDriver.Delivery(batch: batch, message: message, tenure: process.relay?.tenure ?? 0)
            ask(
                process, DeliverEvents.type, at: Cast.consumer, id: RequestID(high: 3, low: random.next()),
                .deliver(message),
                budget: schedule.maximumHandler > 1_000.milliseconds ? 60_000.milliseconds : 1_500.milliseconds,
                .delivery(delivery))
        }
    }

    func delivered(_ delivery: RelayDriver.Delivery, _ outcome: ClientCore<Body>.Outcome, _ process: SimulatedProcess) {
        var result: RelayCore.Outcome
        switch outcome {
        case .reply(.receipt(let receipt)): result = .receipt(receipt)
        case .reply: result = .failure(ServiceError(.failed, "not a receipt"))
        case .failure(let error):
            result = .failure(error)
            if error.code == .interrupted { history.diedHolding(delivery.message) }
            if flaw == .timeoutCountsAsAttempt, error.code == .timeout {
                result = .failure(ServiceError(.failed, "timeout"))
            }
            if flaw == .relaySkipsOnReconnect, [.interrupted, .unavailable].contains(error.code) {
                result = .receipt(
                    DeliverReceipt(
                        streams: delivery.message.slices.map {
                            StreamReceipt(user: $0.user, acknowledged: $0.events.last?.sequence ?? 0)
                        }))
            }
        }
        guard process.relay?.tenure == delivery.tenure else { return }
        process.relay?.outcomes.append((delivery, result))
        plan(
            .settle(process: process.index, life: process.life),
            in: Int64.random(in: 50_000...3_000_000, using: &random))
    }

    func settle(_ process: SimulatedProcess) {
        guard process.relay?.outcomes.isEmpty == false, let (delivery, outcome) = process.relay?.outcomes.removeFirst()
        else { return }
        var sent: [RelayCore.Lane: UInt64] = [:]
        for slice in delivery.message.slices {
            sent[RelayCore.Lane(consumer: Cast.consumer, user: slice.user)] = slice.events.last?.sequence
        }
        let settlements =
            process.relay?.core.finish(delivery.batch, sent: sent, outcome, now: .nanoseconds(time), using: &random)
            ?? []
        guard !settlements.isEmpty else { return looksOn(process) }
        let (lease, tenure) = (process.relay?.holding?.lease, process.relay?.tenure)
        write(process, under: lease, isolation: .rows) { [self] transaction in
            if let lease, flaw != .fenceOmitted { try transaction.require(lease) }
            for settlement in settlements { transaction.settle(settlement) }
            return { [self] in if process.relay?.tenure == tenure { looksOn(process) } }
        } failed: { [self] _ in
            // The events are delivered again.
            plan(.look(process: process.index, life: process.life), in: 1_000.milliseconds)
        }
    }

    private func looksOn(_ process: SimulatedProcess) {
        look(process)
        if let due = process.relay?.core.nextDue(after: .nanoseconds(time)) {
            plan(.look(process: process.index, life: process.life), in: (due - .nanoseconds(time)).wholeNanoseconds)
        }
    }

    /// Simulates an operator's `pulsum bus redrive`.
    func redrive() {
        let changes = parkedLanes.sorted().map { DiskChange.redrive(user: $0) }
        server?.overwrite(Set(changes.map(\.row)))
        commit(changes)
        parkedLanes = []
        wakeRelays()
    }
}
