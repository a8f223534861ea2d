import Messages

/// Decides what the relay delivers next and what an outcome means. Pure: time, randomness, pending lanes and outcomes come in, batches and settlements go out.
///
/// - One batch in flight per lane (consumer, user); several per consumer, so that its workers share the load. Users take turns: the lane that waited longest
///   goes first, and a batch is divided among its lanes.
/// - Unreachable, busy, timeout and the like retry for ever, backing off from 100 ms to at most 30 s with jitter, and count for nothing. A timeout halves the batch.
/// - A handler's refusal is an attempt, and so is a worker that died holding an event. Who killed it in a batch of many is unknown: they go on one event at a
///   time, and only an event that was alone is blamed. After 12 attempts the lane is parked; a newer release of the consumer tries it once.
struct RelayCore: Sendable {
    struct Lane: Hashable, Comparable, Sendable {
        let consumer: ServiceName
        let user: UserID
        static func < (left: Lane, right: Lane) -> Bool { (left.consumer.rawValue, left.user) < (right.consumer.rawValue, right.user) }
    }

    /// A stream with events that are not acknowledged, as it stands in the database.
    struct Pending: Equatable, Sendable {
        var lane: Lane
        var acknowledged: UInt64
        var last: UInt64
        /// How often the next event was refused.
        var attempts: Int
        var isParked: Bool
        var parkedRelease: String?
        var nextType: MessageType
        /// The stream was begun again and nothing has been acknowledged since.
        var isRebased = false
        /// The stream's own epoch; nil for the database's.
        var epoch: UInt64?
    }

    struct Batch: Sendable {
        let consumer: ServiceName
        let lanes: [Pending]
        let eventsPerLane: Int
        let release: String?
    }

    /// What became of one lane's events, to be written down.
    struct Settlement: Equatable, Sendable {
        var lane: Lane
        var acknowledged: UInt64
        var attempts: Int
        var isParked: Bool
        var parkedRelease: String?
        var error: String?
        /// The consumer stands before what it once acknowledged: it has lost its place, and has to be told everything again.
        var isBehind = false
        /// The consumer knows more of the stream than was ever told from this database, or something else: this is an older copy, and everything is told again in a
        /// new epoch.
        var isSetBack = false
    }

    enum Outcome: Sendable {
        case receipt(DeliverReceipt)
        case failure(BusError)
    }

    struct Rules: Sendable {
        var firstDelay = Duration.milliseconds(100)
        var longestDelay = Duration.seconds(30)
        var attempts = 12
        var eventsPerBatch = 256
        var lanesPerBatch = 64
        /// Of a lane with more waiting, what fills a batch: few lanes with long backlogs go in several batches beside each other, many events of each at once.
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
        /// It was in a batch that killed a worker: goes one event at a time until one arrives.
        var isSuspect = false
        /// The turn it had last; the smallest goes first.
        var turn: UInt64 = 0
    }

    private let rules: Rules
    private var consumers: [ServiceName: Consumer] = [:]
    private var lanes: [Lane: LaneState] = [:]
    private var turn: UInt64 = 0

    init(_ rules: Rules = Rules()) { self.rules = rules }

    // MARK: What to send

    /// The batches to send now. The caller delivers each and reports it with `finish`.
    mutating func batches(_ pending: [Pending], announced: (ServiceName) -> Announcement, now: Duration) -> [Batch] {
        forget(except: pending)
        var batches: [Batch] = []
        for (consumer, all) in Dictionary(grouping: pending, by: \.lane.consumer).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let announcement = announced(consumer)
            var waiting = all.filter { isDue($0, announcement, now) }.sorted { order($0.lane) < order($1.lane) }[...]
            while !waiting.isEmpty, hasRoom(consumer, now) {
                let lanes = takeTurn(&waiting, consumer)
                let share = lanes.count == 1 && isAlone(lanes[0]) ? 1 : max(1, state(consumer).events / lanes.count)
                batches.append(Batch(consumer: consumer, lanes: lanes, eventsPerLane: share, release: announcement.release))
            }
        }
        return batches
    }

    private func isDue(_ pending: Pending, _ announcement: Announcement, _ now: Duration) -> Bool {
        if pending.isParked {
            guard let release = announcement.release, release != pending.parkedRelease else { return false }
        }
        guard pending.nextType.rawValue == StreamEvent.skipped || announcement.accepts(pending.nextType) else { return false }
        let lane = lanes[pending.lane] ?? LaneState()
        return !lane.isInFlight && lane.notBefore <= now
    }

    private func order(_ lane: Lane) -> (UInt64, Lane) { (lanes[lane]?.turn ?? 0, lane) }
    private func isAlone(_ pending: Pending) -> Bool { pending.isParked || lanes[pending.lane]?.isSuspect == true }
    private func state(_ consumer: ServiceName) -> Consumer { consumers[consumer] ?? Consumer(events: rules.eventsPerBatch) }

    /// While a consumer fails, one batch at a time finds out whether it is back.
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

    /// A lane whose events are all acknowledged, or whose user was erased, leaves nothing behind here.
    private mutating func forget(except pending: [Pending]) {
        guard lanes.count > pending.count else { return }
        let present = Set(pending.map(\.lane))
        lanes = lanes.filter { $0.value.isInFlight || present.contains($0.key) }
    }

    /// When something may become due that is not due now; nil where only a commit or an outcome can change that.
    func nextDue(after now: Duration) -> Duration? {
        (consumers.values.map(\.notBefore) + lanes.values.map(\.notBefore)).filter { $0 > now }.min()
    }

    // MARK: What an outcome means

    /// - Parameter sent: the last number sent per lane; a lane that had nothing to send is missing.
    /// - Parameter unreadable: lanes whose stored event cannot be opened, with the reason.
    mutating func finish(
        _ batch: Batch, sent: [Lane: UInt64], unreadable: [Lane: String] = [:], _ outcome: Outcome, now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [Settlement] {
        var consumer = state(batch.consumer)
        consumer.inFlight -= 1
        for pending in batch.lanes { lanes[pending.lane]?.isInFlight = false }
        var settlements = batch.lanes.compactMap { pending in unreadable[pending.lane].map { parked(pending, attempts: rules.attempts, $0, batch.release) } }
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
                let stream = streams[pending.lane.user] ?? StreamReceipt(user: pending.lane.user, acknowledged: pending.acknowledged)
                settlements.append(settle(pending, stream, sent[pending.lane] ?? 0, batch.release, now, &random))
            }
        case .failure(let error) where isAttempt(error):
            if delivered.count == 1, let pending = delivered.first, let last = sent[pending.lane], last == pending.acknowledged + 1 {
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

    /// The worker died holding the events, or failed as a whole; everything else says only that they did not arrive.
    private func isAttempt(_ error: BusError) -> Bool {
        [.interrupted, .failed, .invalid, .conflict, .notFound, .erased].contains(error.code)
    }

    private mutating func settle(
        _ pending: Pending, _ stream: StreamReceipt, _ sent: UInt64, _ release: String?, _ now: Duration, _ random: inout some RandomNumberGenerator
    ) -> Settlement {
        // One batch of a lane is on its way at a time: nobody can have heard of a later number.
        if stream.diverged || stream.acknowledged > max(pending.last, sent) {
            guard !pending.isRebased || pending.epoch == nil else {
                let error = BusError(.conflict, "The consumer knows another past of this stream, although it was told everything anew.")
                return refuse(pending, from: pending.acknowledged, error, release, now, &random)
            }
            let notBefore = now + delay(1, &random)
            lanes[pending.lane]?.notBefore = notBefore
            return Settlement(lane: pending.lane, acknowledged: pending.acknowledged, attempts: 0, isParked: false, isSetBack: true)
        }
        if stream.acknowledged < pending.acknowledged, !pending.isRebased {
            let notBefore = now + delay(1, &random)
            lanes[pending.lane]?.notBefore = notBefore
            return Settlement(lane: pending.lane, acknowledged: pending.acknowledged, attempts: 0, isParked: false, isBehind: true)
        }
        // Never beyond what was sent: of later numbers the consumer may know an older copy's events, and the slice that has its last one shows whether.
        let acknowledged = min(max(stream.acknowledged, pending.acknowledged), sent)
        if let refusal = stream.refusal { return refuse(pending, from: acknowledged, refusal, release, now, &random) }
        guard acknowledged > pending.acknowledged else {
            return refuse(pending, from: acknowledged, BusError(.failed, "The consumer acknowledged nothing."), release, now, &random)
        }
        lanes[pending.lane]?.isSuspect = false
        lanes[pending.lane]?.notBefore = .zero
        return Settlement(lane: pending.lane, acknowledged: acknowledged, attempts: 0, isParked: false)
    }

    private mutating func refuse(
        _ pending: Pending, from acknowledged: UInt64, _ error: BusError, _ release: String?, _ now: Duration, _ random: inout some RandomNumberGenerator
    ) -> Settlement {
        let attempts = (acknowledged > pending.acknowledged ? 0 : pending.attempts) + 1
        let notBefore = now + delay(attempts, &random)
        lanes[pending.lane]?.notBefore = notBefore
        guard attempts < rules.attempts else { return parked(pending, acknowledged, attempts: attempts, error.description, release) }
        return Settlement(lane: pending.lane, acknowledged: acknowledged, attempts: attempts, isParked: false, error: error.description)
    }

    private func parked(_ pending: Pending, _ acknowledged: UInt64? = nil, attempts: Int, _ error: String, _ release: String?) -> Settlement {
        Settlement(
            lane: pending.lane, acknowledged: acknowledged ?? pending.acknowledged, attempts: attempts, isParked: true, parkedRelease: release, error: error)
    }

    private func backOff(_ consumer: inout Consumer, _ error: BusError, _ now: Duration, _ random: inout some RandomNumberGenerator) {
        consumer.failures += 1
        let asked = Duration.milliseconds(min(max(0, error.retryAfter ?? 0), 30_000))
        consumer.notBefore = now + max(asked, delay(consumer.failures, &random))
    }

    /// Doubles from the first delay to the longest; between half and all of it at random, so that many relays do not knock together.
    private func delay(_ failures: Int, _ random: inout some RandomNumberGenerator) -> Duration {
        let full = min(rules.longestDelay, rules.firstDelay * (1 << min(failures - 1, 20)))
        return full * Double.random(in: 0.5...1, using: &random)
    }
}

/// What a consumer said it hears. Events of other types wait for it without counting as attempts.
public struct Announcement: Sendable {
    /// nil: every type.
    public var types: Set<MessageType>?
    /// The consumer's release; a change tries parked lanes once. nil where unknown.
    public var release: String?

    public init(types: Set<MessageType>? = nil, release: String? = nil) { (self.types, self.release) = (types, release) }
    func accepts(_ type: MessageType) -> Bool { types?.contains(type) ?? true }
}
