import Messages

@testable import Bus
@testable import Storage

/// The relay's shell in one process: the production core; each outcome is recorded before the next look.
struct RelayDriver {
    struct Delivery {
        let batch: RelayCore.Batch
        let message: DeliverEvents
    }

    var core: RelayCore
    var outcomes: [(Delivery, RelayCore.Outcome)] = []

    /// Short timings, so that a run covers many parked lanes.
    static var rules: RelayCore.Rules {
        var rules = RelayCore.Rules()
        (rules.longestDelay, rules.attempts, rules.eventsPerBatch, rules.lanesPerBatch) = (.milliseconds(500), 5, 16, 3)
        return rules
    }
}

extension Simulation {
    func wakeRelays() {
        for process in processes where process.isAlive && process.relay != nil { look(process) }
    }

    /// Runs every second, and whenever work may have become due.
    func look(_ process: SimulatedProcess) {
        if process.relay == nil {
            guard disk.relayHolder == nil else { return }
            disk.relayHolder = process.index
            process.relay = RelayDriver(core: RelayCore(RelayDriver.rules))
        }
        guard
            let batches = process.relay?.core.batches(
                disk.pending(), announced: { _ in Announcement() }, now: .nanoseconds(time))
        else { return }
        for batch in batches {
            let slices = batch.lanes.map { disk.slice(of: $0, limit: batch.eventsPerLane) }.filter {
                !$0.events.isEmpty
            }
            let message = DeliverEvents(producer: Cast.producer, consumer: Cast.consumer, slices: slices)
            let delivery = RelayDriver.Delivery(batch: batch, message: message)
            ask(
                process, DeliverEvents.type, at: Cast.consumer, id: RequestID(high: 3, low: random.next()),
                .deliver(message),
                budget: schedule.longestHandler > 1_000.milliseconds ? 60_000.milliseconds : 1_500.milliseconds,
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
        for settlement in settlements {
            let user = Int(settlement.lane.user.low)
            disk.streams[user].acknowledged = max(disk.streams[user].acknowledged, settlement.acknowledged)
            (disk.streams[user].attempts, disk.streams[user].isParked) = (settlement.attempts, settlement.isParked)
            disk.streams[user].parkedRelease = settlement.parkedRelease
            // (a) The consumer has every event that the producer deletes.
            if disk.streams[user].acknowledged > disk.positions[user]?.last ?? 0 {
                history.violate(
                    "event \(disk.streams[user].acknowledged) of user \(user) left the outbox before it was applied")
            }
            if settlement.isParked {
                history.parked(
                    disk.streams[user].events[Int(disk.streams[user].acknowledged)],
                    attempts: RelayDriver.rules.attempts)
                parkedLanes.insert(user)
            }
        }
        look(process)
        if let due = process.relay?.core.nextDue(after: .nanoseconds(time)) {
            plan(.look(process: process.index, life: process.life), in: (due - .nanoseconds(time)).wholeNanoseconds)
        }
    }

    /// Simulates an operator's `pulsum bus redrive`.
    func redrive() {
        for user in parkedLanes.sorted() {
            (disk.streams[user].isParked, disk.streams[user].attempts) = (false, 0)
            let next = Int(disk.streams[user].acknowledged)
            if next < disk.streams[user].events.count { history.redriven(disk.streams[user].events[next]) }
        }
        parkedLanes = []
        wakeRelays()
    }
}
