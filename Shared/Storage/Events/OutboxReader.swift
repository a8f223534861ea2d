import Messages

/// The relay's access to the database: loads the batches that the core selects and stores their outcomes.
struct OutboxReader {
    struct Delivery: Sendable {
        let batch: RelayCore.Batch
        let message: DeliverEvents
        let unreadable: [RelayCore.Lane: String]
    }

    typealias Finished = (delivery: Delivery, outcome: RelayCore.Outcome)

    /// Approximate payload bytes of one request, 1 MiB.
    private static let batchBytes = 1 << 20
    /// Minimum pause after an outbox read that found something.
    private static let rest = Duration.milliseconds(5)

    let store: Store
    let tail: OutboxCache
    var core: RelayCore
    let replay: Relay.Replay
    let log: @Sendable (String) -> Void
    private let start = ContinuousClock.now
    private var random = SystemRandomNumberGenerator()
    private var failing: Set<ServiceName> = []
    private var timer: Duration?
    /// End of the pause; commits before it do not trigger another read.
    private var restUntil = Duration.zero
    private var isUnreadable = false

    init(
        store: Store, tail: OutboxCache, core: RelayCore, replay: @escaping Relay.Replay,
        log: @escaping @Sendable (String) -> Void
    ) {
        (self.store, self.tail, self.core, self.replay, self.log) = (store, tail, core, replay, log)
    }

    private var now: Duration { ContinuousClock.now - start }

    /// The deliveries to start now. If the database cannot be read, the next wake tries again.
    mutating func next(_ announced: @Sendable (ServiceName) -> Announcement) async -> [Delivery] {
        let began = now
        guard began >= restUntil else { return [] }
        do {
            let look = tail.look()
            let tail = tail
            let pending = try await store.read(isSerial: false) { try $0.pendingLanes(known: tail.type) }
            tail.keep(pending, at: look)
            isUnreadable = false
            guard !pending.isEmpty else { return [] }
            // Reads take at most a fifth of the time: under load the next read finds more events, and batches are
            // fuller.
            defer { restUntil = now + min(max((now - began) * 4, Self.rest), .seconds(1)) }
            var announcements: [ServiceName: Announcement] = [:]
            for consumer in Set(pending.map(\.lane.consumer)) { announcements[consumer] = announced(consumer) }
            let known = announcements
            let batches = core.batches(pending, announced: { known[$0] ?? Announcement() }, now: now)
            guard !batches.isEmpty else { return [] }
            do {
                return try await load(batches, known)
            } catch {
                let failure = ServiceError(.storage, "The outbox cannot be read.", cause: error)
                for batch in batches { _ = core.finish(batch, sent: [:], .failure(failure), now: now, using: &random) }
                throw error
            }
        } catch {
            if !isUnreadable { log("The outbox of \(store.service) cannot be read: \(ServiceError.logText(error)).") }
            isUnreadable = true
            return []
        }
    }

    private func load(_ batches: [RelayCore.Batch], _ announcements: [ServiceName: Announcement]) async throws
        -> [Delivery]
    {
        let (epoch, producer, tail) = (store.epoch, store.service, tail)
        let deliveries: @Sendable (Transaction?) throws -> [Delivery]? = { transaction in
            var deliveries: [Delivery] = []
            for batch in batches {
                let accepts = (announcements[batch.consumer] ?? Announcement()).accepts
                var slices: [StreamSlice] = []
                var unreadable: [RelayCore.Lane: String] = [:]
                var room = Self.batchBytes
                for pending in batch.lanes where room > 0 {
                    do {
                        guard
                            let events = try tail.events(
                                of: pending, limit: batch.eventsPerLane, bytes: room, accepts: accepts)
                                ?? transaction?.events(
                                    of: pending, limit: batch.eventsPerLane, bytes: room, accepts: accepts)
                        else { return nil }
                        guard !events.isEmpty else { continue }
                        room -= events.reduce(0) { $0 + $1.payload.count + 64 }
                        slices.append(
                            StreamSlice(
                                user: pending.lane.user, epoch: pending.epoch ?? epoch, events: events,
                                base: pending.isRebased ? pending.acknowledged : nil))
                    } catch let error as StorageError where error.code == .damagedValue {
                        unreadable[pending.lane] = error.message
                    }
                }
                let message = DeliverEvents(producer: producer, consumer: batch.consumer, slices: slices)
                deliveries.append(Delivery(batch: batch, message: message, unreadable: unreadable))
            }
            return deliveries
        }
        // Reads nothing if the tail caches every event.
        if let deliveries = try deliveries(nil) { return deliveries }
        return try await store.read(isSerial: false) { try deliveries($0) ?? [] }
    }

    /// Stores the outcomes of deliveries in one transaction. If that fails, the events are delivered again and
    /// acknowledged without effect.
    mutating func finish(_ finished: [Finished]) async {
        let settlements = finished.flatMap { settle($0.delivery, $0.outcome) }
        guard !settlements.isEmpty else { return }
        do {
            // Serial settlements of many lanes would conflict with everybody who emits: the outbox has few pages.
            try await store.write(for: nil, isolation: .rows) { transaction in
                for settlement in settlements { try transaction.settle(settlement) }
            }
            for settlement in settlements where settlement.isBehind || settlement.isOlderCopy {
                try await restartLane(settlement)
            }
            for settlement in settlements where settlement.isParked {
                log(
                    "The lane of user \(settlement.lane.user) to \(settlement.lane.consumer) is parked: \(settlement.error ?? "no reason given")"
                )
            }
        } catch {
            log("The outbox of \(store.service) cannot be written: \(type(of: error)).")
            // Limits the rate of repeated deliveries while the disk is full.
            try? await Task.sleep(for: .seconds(1))
        }
    }

    private mutating func settle(_ delivery: Delivery, _ outcome: RelayCore.Outcome) -> [RelayCore.Settlement] {
        var sent: [RelayCore.Lane: UInt64] = [:]
        for slice in delivery.message.slices {
            sent[RelayCore.Lane(consumer: delivery.batch.consumer, user: slice.user)] = slice.events.last?.sequence
        }
        report(delivery.batch.consumer, outcome)
        return core.finish(
            delivery.batch, sent: sent, unreadable: delivery.unreadable, outcome, now: now, using: &random)
    }

    /// Restarts a lane. If a stored value of its user is damaged, only this lane is parked.
    private func restartLane(_ settlement: RelayCore.Settlement) async throws {
        let (lane, isOlderCopy, replay) = (settlement.lane, settlement.isOlderCopy, replay)
        log(
            isOlderCopy
                ? "\(lane.consumer) is ahead of this database for user \(lane.user): this is an older copy. Current state is sent again in a new epoch."
                : "\(lane.consumer) lost its position in the events of user \(lane.user); current state is sent again.")
        do {
            try await store.write { try $0.restartLane(lane, isOlderCopy: isOlderCopy, replay) }
        } catch let error as StorageError where error.code == .damagedValue {
            log(
                "Current state of user \(lane.user) cannot be sent to \(lane.consumer); the lane is parked: \(error.message)"
            )
            var parked = settlement
            (parked.isParked, parked.error) = (true, error.message)
            try await store.write { [parked] in try $0.settle(parked) }
        }
    }

    private mutating func report(_ consumer: ServiceName, _ outcome: RelayCore.Outcome) {
        switch outcome {
        case .receipt: failing.remove(consumer)
        case .failure(let error):
            if failing.insert(consumer).inserted { log("Delivery to \(consumer) fails and is retried: \(error)") }
        }
    }

    /// Time until the next delivery may become due; nil if none will, or if a timer for it runs already.
    mutating func wait() -> Duration? {
        let now = now
        if let timer, timer <= now { self.timer = nil }
        let dues = [core.nextDue(after: now), restUntil > now ? restUntil : nil]
        guard let due = dues.compactMap({ $0 }).min(), timer.map({ due < $0 }) ?? true else { return nil }
        timer = due
        return due - now
    }
}
