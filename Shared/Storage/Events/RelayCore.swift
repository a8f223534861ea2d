import Messages

/// Decides what the relay delivers next and how to handle an outcome. Pure: time, randomness, pending lanes and
/// outcomes in, batches and settlements out.
///
/// - One batch in flight per lane (consumer, user), several per consumer, so that its workers share the load. Users
///   take turns: the lane that waited longest goes first, and a batch is divided among its lanes.
/// - Transport failures (unreachable, busy, timeout) are retried forever with jitter, backing off from 100 ms to at
///   most 30 s; they do not count as attempts. A timeout halves the batch.
/// - A refusal by the handler counts as an attempt, and so does a worker that died holding an event. In a batch of many
///   events the one that killed the worker is unknown: they are sent one at a time, and an attempt is counted only for
///   an event sent alone. After 12 attempts the lane is parked; each newer release of the consumer retries it once.
struct RelayCore: Sendable {
    struct Lane: Hashable, Comparable, Sendable {
        let consumer: ServiceName
        let user: UserID
        static func < (left: Lane, right: Lane) -> Bool {
            (left.consumer.rawValue, left.user) < (right.consumer.rawValue, right.user)
        }
    }

    /// A stream with unacknowledged events, as stored in the database.
    struct Pending: Equatable, Sendable {
        var lane: Lane
        var acknowledged: UInt64
        var last: UInt64
        /// Number of refusals of the next event.
        var attempts: Int
        var isParked: Bool
        var parkedRelease: String?
        var nextType: MessageType
        /// True after a restart of the stream until the next acknowledgement.
        var isRebased = false
        /// The stream's own epoch; nil for the database's epoch.
        var epoch: UInt64?
    }

    struct Batch: Sendable {
        let consumer: ServiceName
        let lanes: [Pending]
        let eventsPerLane: Int
        let release: String?
    }

    /// The outcome of one lane's delivery, to be stored.
    struct Settlement: Equatable, Sendable {
        var lane: Lane
        var acknowledged: UInt64
        var attempts: Int
        var isParked: Bool
        var parkedRelease: String?
        var error: String?
        /// The consumer's position is before `acknowledged`: it lost its position, and current state must be sent
        /// again.
        var isBehind = false
        /// The consumer is ahead of this database, or applied other events under the same numbers: this database is an
        /// older copy. Current state must be sent again in a new epoch.
        var isOlderCopy = false
    }

    enum Outcome: Sendable {
        case receipt(DeliverReceipt)
        case failure(ServiceError)
    }

    struct Rules: Sendable {
        var firstDelay = Duration.milliseconds(100)
        var maximumDelay = Duration.seconds(30)
        var attempts = 12
        var eventsPerBatch = 256
        var lanesPerBatch = 64
        /// Most events that one lane counts for when a batch is filled. A batch thus holds few long lanes with many
        /// events each, and several such batches run in parallel.
        var fillPerLane: UInt64 = 32
        var batchesInFlight = 4
    }

    private struct Consumer {
        var inFlight = 0
        var failures = 0
        var notBefore = Duration.zero
        var events: Int
    }

    private struct LaneState {
        var isInFlight = false
        var notBefore = Duration.zero
        /// Set after it was in a batch that killed a worker: sends one event at a time until one is acknowledged.
        var isSuspect = false
        /// Number of its last turn; the lane with the smallest goes first.
        var turn: UInt64 = 0
    }

    private let rules: Rules
    private var consumers: [ServiceName: Consumer] = [:]
    private var lanes: [Lane: LaneState] = [:]
    private var turn: UInt64 = 0

    init(_ rules: Rules = Rules()) { self.rules = rules }

    // MARK: What to send

    /// The batches to send now. The caller delivers each and reports its outcome to `finish`.
    mutating func batches(_ pending: [Pending], announced: (ServiceName) -> Announcement, now: Duration) -> [Batch] {
        forget(except: pending)
        var batches: [Batch] = []
        for (consumer, all) in Dictionary(grouping: pending, by: \.lane.consumer).sorted(by: {
            $0.key.rawValue < $1.key.rawValue
        }) {
            let announcement = announced(consumer)
            var waiting = all.filter { isDue($0, announcement, now) }.sorted { order($0.lane) < order($1.lane) }[...]
            while !waiting.isEmpty, hasRoom(consumer, now) {
                let lanes = takeTurn(&waiting, consumer)
                let share = lanes.count == 1 && isAlone(lanes[0]) ? 1 : max(1, state(consumer).events / lanes.count)
                batches.append(
                    Batch(consumer: consumer, lanes: lanes, eventsPerLane: share, release: announcement.release))
            }
        }
        return batches
    }

    private func isDue(_ pending: Pending, _ announcement: Announcement, _ now: Duration) -> Bool {
        if pending.isParked {
            guard let release = announcement.release, release != pending.parkedRelease else { return false }
        }
        guard pending.nextType.rawValue == StreamEvent.skipped || announcement.accepts(pending.nextType) else {
            return false
        }
        let lane = lanes[pending.lane] ?? LaneState()
        return !lane.isInFlight && lane.notBefore <= now
    }

    private func order(_ lane: Lane) -> (UInt64, Lane) { (lanes[lane]?.turn ?? 0, lane) }
    private func isAlone(_ pending: Pending) -> Bool { pending.isParked || lanes[pending.lane]?.isSuspect == true }
    private func state(_ consumer: ServiceName) -> Consumer {
        consumers[consumer] ?? Consumer(events: rules.eventsPerBatch)
    }

    /// A failing consumer receives one batch at a time as a probe.
    private func hasRoom(_ consumer: ServiceName, _ now: Duration) -> Bool {
        let state = state(consumer)
        return state.notBefore <= now && state.inFlight < (state.failures == 0 ? rules.batchesInFlight : 1)
    }

    private mutating func takeTurn(_ waiting: inout ArraySlice<Pending>, _ consumer: ServiceName) -> [Pending] {
        var taken: [Pending] = []
        if let first = waiting.first, isAlone(first) {
            taken = [waiting.removeFirst()]
        } else {
            let events = state(consumer).events
            let limit = min(rules.lanesPerBatch, events)
            var filled = 0
            for pending in waiting where taken.count < limit && filled < events && !isAlone(pending) {
                taken.append(pending)
                filled += Int(min(pending.last &- pending.acknowledged, rules.fillPerLane))
            }
            let chosen = Set(taken.map(\.lane))
            waiting = waiting.filter { !chosen.contains($0.lane) }[...]
        }
        for pending in taken {
            turn += 1
            lanes[pending.lane, default: LaneState()].isInFlight = true
            lanes[pending.lane]?.turn = turn
        }
        var state = state(consumer)
        state.inFlight += 1
        consumers[consumer] = state
        return taken
    }

    /// Drops the state of lanes without pending events (all acknowledged, or the user erased).
    private mutating func forget(except pending: [Pending]) {
        guard lanes.count > pending.count else { return }
        let present = Set(pending.map(\.lane))
        lanes = lanes.filter { $0.value.isInFlight || present.contains($0.key) }
    }

    /// Earliest future time at which a delivery may become due; nil if only a commit or an outcome can make one due.
    func nextDue(after now: Duration) -> Duration? {
        (consumers.values.map(\.notBefore) + lanes.values.map(\.notBefore)).filter { $0 > now }.min()
    }

    // MARK: What an outcome means

    /// Handles the outcome of a batch.
    /// - Parameters:
    ///   - sent: the last number sent per lane; lanes without sent events are absent.
    ///   - unreadable: lanes whose stored event cannot be decrypted, with the reason.
    mutating func finish(
        _ batch: Batch, sent: [Lane: UInt64], unreadable: [Lane: String] = [:], _ outcome: Outcome, now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [Settlement] {
        var consumer = state(batch.consumer)
        consumer.inFlight -= 1
        for pending in batch.lanes { lanes[pending.lane]?.isInFlight = false }
        var settlements = batch.lanes.compactMap { pending in
            unreadable[pending.lane].map { parked(pending, attempts: rules.attempts, $0, batch.release) }
        }
        let delivered = batch.lanes.filter { sent[$0.lane] != nil }
        switch outcome {
        case .receipt(let receipt):
            if !delivered.isEmpty {
                consumer.failures = 0
                consumer.notBefore = .zero
                consumer.events = min(rules.eventsPerBatch, consumer.events * 2)
            }
            let streams = Dictionary(receipt.streams.map { ($0.user, $0) }, uniquingKeysWith: { _, second in second })
            for pending in delivered {
                let stream =
                    streams[pending.lane.user]
                    ?? StreamReceipt(user: pending.lane.user, acknowledged: pending.acknowledged)
                settlements.append(settle(pending, stream, sent[pending.lane] ?? 0, batch.release, now, &random))
            }
        case .failure(let error) where isAttempt(error):
            if delivered.count == 1, let pending = delivered.first, let last = sent[pending.lane],
                last == pending.acknowledged + 1
            {
                settlements.append(refuse(pending, from: pending.acknowledged, error, batch.release, now, &random))
            } else {
                for pending in delivered { lanes[pending.lane]?.isSuspect = true }
                backOff(&consumer, error, now, &random)
            }
        case .failure(let error):
            if error.code == .timeout { consumer.events = max(1, consumer.events / 2) }
            backOff(&consumer, error, now, &random)
        }
        consumers[batch.consumer] = consumer
        return settlements
    }

    /// True if the consumer failed on the events or its worker died holding them; other errors mean that they did not
    /// arrive.
    private func isAttempt(_ error: ServiceError) -> Bool {
        [.interrupted, .failed, .invalid, .conflict, .notFound, .erased].contains(error.code)
    }

    private mutating func settle(
        _ pending: Pending, _ stream: StreamReceipt, _ sent: UInt64, _ release: String?, _ now: Duration,
        _ random: inout some RandomNumberGenerator
    ) -> Settlement {
        // One batch per lane is in flight, so a consumer with a higher number must have received it from another copy
        // of this database.
        if stream.diverged || stream.acknowledged > max(pending.last, sent) {
            guard !pending.isRebased || pending.epoch == nil else {
                let error = ServiceError(
                    .conflict, "The consumer knows another past of this stream, although it was told everything anew.")
                return refuse(pending, from: pending.acknowledged, error, release, now, &random)
            }
            let notBefore = now + delay(1, &random)
            lanes[pending.lane]?.notBefore = notBefore
            return Settlement(
                lane: pending.lane, acknowledged: pending.acknowledged, attempts: 0, isParked: false, isOlderCopy: true)
        }
        if stream.acknowledged < pending.acknowledged, !pending.isRebased {
            let notBefore = now + delay(1, &random)
            lanes[pending.lane]?.notBefore = notBefore
            return Settlement(
                lane: pending.lane, acknowledged: pending.acknowledged, attempts: 0, isParked: false, isBehind: true)
        }
        // Capped at what was sent: a consumer's higher numbers may belong to an older copy's events, which the slice
        // with its last event reveals.
        let acknowledged = min(max(stream.acknowledged, pending.acknowledged), sent)
        if let refusal = stream.refusal { return refuse(pending, from: acknowledged, refusal, release, now, &random) }
        guard acknowledged > pending.acknowledged else {
            return refuse(
                pending, from: acknowledged, ServiceError(.failed, "The consumer acknowledged nothing."), release, now,
                &random)
        }
        lanes[pending.lane]?.isSuspect = false
        lanes[pending.lane]?.notBefore = .zero
        return Settlement(lane: pending.lane, acknowledged: acknowledged, attempts: 0, isParked: false)
    }

    private mutating func refuse(
        _ pending: Pending, from acknowledged: UInt64, _ error: ServiceError, _ release: String?, _ now: Duration,
        _ random: inout some RandomNumberGenerator
    ) -> Settlement {
        let attempts = (acknowledged > pending.acknowledged ? 0 : pending.attempts) + 1
        let notBefore = now + delay(attempts, &random)
        lanes[pending.lane]?.notBefore = notBefore
        guard attempts < rules.attempts else {
            return parked(pending, acknowledged, attempts: attempts, error.description, release)
        }
        return Settlement(
            lane: pending.lane, acknowledged: acknowledged, attempts: attempts, isParked: false,
            error: error.description)
    }

    private func parked(
        _ pending: Pending, _ acknowledged: UInt64? = nil, attempts: Int, _ error: String, _ release: String?
    ) -> Settlement {
        Settlement(
            lane: pending.lane, acknowledged: acknowledged ?? pending.acknowledged, attempts: attempts, isParked: true,
            parkedRelease: release, error: error)
    }

    private func backOff(
        _ consumer: inout Consumer, _ error: ServiceError, _ now: Duration, _ random: inout some RandomNumberGenerator
    ) {
        consumer.failures += 1
        let asked = Duration.milliseconds(min(max(0, error.retryAfter ?? 0), 30_000))
        consumer.notBefore = now + max(asked, delay(consumer.failures, &random))
    }

    /// Exponential from the first to the longest delay, with a random factor of 0.5 to 1, so that many relays do not
    /// retry together.
    private func delay(_ failures: Int, _ random: inout some RandomNumberGenerator) -> Duration {
        let full = min(rules.maximumDelay, rules.firstDelay * (1 << min(failures - 1, 20)))
        return full * Double.random(in: 0.5...1, using: &random)
    }
}

/// The event types that a consumer declared. Events of other types wait without counting as attempts.
public struct Announcement: Sendable {
    /// Nil for every type.
    public var types: Set<MessageType>?
    /// The consumer's release, nil if unknown; a change retries parked lanes once.
    public var release: String?

    /// By default, every type and an unknown release.
    public init(types: Set<MessageType>? = nil, release: String? = nil) {
        (self.types, self.release) = (types, release)
    }
    func accepts(_ type: MessageType) -> Bool { types?.contains(type) ?? true }
}
