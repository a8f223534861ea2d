import Messages
import TestTraits
import Testing

@testable import Storage

/// A producer, its relay, a network and a consumer under one seeded scheduler that drops, repeats, delays and reorders
/// deliveries and kills either side.
private struct World {
    struct Message {
        var batch: RelayCore.Batch
        var slices: [RelayCore.Lane: ClosedRange<UInt64>]
    }

    var random: Seeded
    var now = Duration.zero
    let lanes: [RelayCore.Lane]

    // Durable at the producer.
    var streams: [RelayCore.Lane: RelayCore.Pending]
    // In the relay's memory and in transit.
    var core = RelayCore()
    var inFlight: [Message] = []
    /// Copies and late arrivals whose reply no caller awaits.
    var ghosts: [Message] = []
    // Durable at the consumer.
    var positions: [RelayCore.Lane: StreamPosition] = [:]
    var applied: [RelayCore.Lane: [UInt64]] = [:]

    /// Numbers that the handler always refuses, and numbers that kill the worker.
    var poison: [RelayCore.Lane: UInt64] = [:]
    var deadly: [RelayCore.Lane: UInt64] = [:]

    init(seed: UInt64, lanes count: Int) {
        random = Seeded(seed)
        lanes = (0..<count).map {
            RelayCore.Lane(consumer: $0 % 3 == 0 ? .coaching : .scoring, user: UserID(high: 0, low: UInt64($0)))
        }
        streams = Dictionary(
            uniqueKeysWithValues: lanes.map {
                (
                    $0,
                    RelayCore.Pending(
                        lane: $0, acknowledged: 0, last: 0, attempts: 0, isParked: false, parkedRelease: nil,
                        nextType: Noted.type)
                )
            })
    }

    var pending: [RelayCore.Pending] { lanes.compactMap { streams[$0] }.filter { $0.last > $0.acknowledged } }

    mutating func emit() {
        guard let lane = lanes.randomElement(using: &random) else { return }
        streams[lane]?.last += UInt64.random(in: 1...4, using: &random)
    }

    mutating func look() {
        for batch in core.batches(pending, announced: { _ in Announcement() }, now: now) {
            var slices: [RelayCore.Lane: ClosedRange<UInt64>] = [:]
            for lane in batch.lanes {
                guard let stream = streams[lane.lane], stream.last > lane.acknowledged else { continue }
                slices[lane.lane] =
                    lane.acknowledged + 1...min(stream.last, lane.acknowledged + UInt64(batch.eventsPerLane))
            }
            for lane in slices.keys {
                precondition(!inFlight.contains { $0.slices[lane] != nil }, "two batches of one lane in flight")
            }
            inFlight.append(Message(batch: batch, slices: slices))
        }
    }

    /// The consumer's transaction; nil where the worker died, before or after its commit.
    mutating func execute(_ message: Message) -> DeliverReceipt? {
        var (positions, applied) = (self.positions, self.applied)
        var receipts: [StreamReceipt] = []
        for (lane, numbers) in message.slices.sorted(by: { $0.key < $1.key }) {
            var position = positions[lane] ?? StreamPosition(epoch: 1, last: 0)
            position.enter(epoch: 1)
            var refusal: ServiceError?
            // A long slice may be applied in parts, at least one event each.
            let part = random.chance(0.2) ? numbers.prefix(Int.random(in: 1...3, using: &random)) : numbers[...]
            for number in part where refusal == nil {
                switch position.decide(number) {
                case .acknowledge: continue
                case .gap: refusal = ServiceError(.conflict, "gap")
                case .apply:
                    if deadly[lane] == number { return nil }
                    if poison[lane] == number {
                        refusal = ServiceError(.invalid, "poison")
                    } else {
                        applied[lane, default: []].append(number)
                        position.advance()
                    }
                }
            }
            positions[lane] = position
            receipts.append(StreamReceipt(user: lane.user, acknowledged: position.last, refusal: refusal))
        }
        (self.positions, self.applied) = (positions, applied)
        return DeliverReceipt(streams: receipts)
    }

    mutating func finish(_ message: Message, _ outcome: RelayCore.Outcome) {
        let settlements = core.finish(
            message.batch, sent: message.slices.mapValues(\.upperBound), outcome, now: now, using: &random)
        for settlement in settlements {
            guard var stream = streams[settlement.lane] else { continue }
            (stream.acknowledged, stream.attempts) = (
                max(stream.acknowledged, settlement.acknowledged), settlement.attempts
            )
            stream.isParked = settlement.isParked
            streams[settlement.lane] = stream
        }
    }

    /// Applies a random fault to one delivery in transit.
    mutating func deliver(_ trouble: Double) {
        guard !inFlight.isEmpty else { return }
        let message = inFlight.remove(at: Int.random(in: 0..<inFlight.count, using: &random))
        guard random.chance(trouble) else {
            finish(message, execute(message).map { .receipt($0) } ?? .failure(ServiceError(.interrupted, "died")))
            return
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: finish(message, .failure(ServiceError(.unavailable, "nobody there")))
        case 1:  // Lost on the way there; a copy may still arrive.
            ghosts.append(message)
            finish(message, .failure(ServiceError(.timeout, "no answer")))
        case 2:  // Executed, the answer lost.
            _ = execute(message)
            finish(message, .failure(ServiceError(.timeout, "no answer")))
        case 3:  // Executed twice.
            _ = execute(message)
            ghosts.append(message)
            finish(message, execute(message).map { .receipt($0) } ?? .failure(ServiceError(.interrupted, "died")))
        case 4:  // The worker died before its commit.
            finish(message, .failure(ServiceError(.interrupted, "died")))
        default:  // The worker died after its commit.
            _ = execute(message)
            finish(message, .failure(ServiceError(.interrupted, "died")))
        }
    }

    mutating func haunt() {
        guard !ghosts.isEmpty else { return }
        _ = execute(ghosts.remove(at: Int.random(in: 0..<ghosts.count, using: &random)))
    }

    /// The relay's process dies: its memory is lost, its requests are still in transit.
    mutating func crashRelay() {
        core = RelayCore()
        ghosts += inFlight
        inFlight = []
    }

    mutating func step() {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25: emit()
        case 25..<55: look()
        case 55..<85: deliver(0.3)
        case 85..<92: haunt()
        case 92..<99: now += .milliseconds(Int.random(in: 1...20_000, using: &random))
        default: crashRelay()
        }
    }

    /// From now on no fault occurs.
    mutating func heal() -> Bool {
        for _ in 0..<20_000 {
            look()
            while !inFlight.isEmpty { deliver(0) }
            haunt()
            if pending.allSatisfy(\.isParked), ghosts.isEmpty { return true }
            now += .seconds(1)
        }
        return false
    }

    func isExactlyOnceInOrder() -> Bool { applied.allSatisfy { $0.value == Array(1...UInt64($0.value.count)) } }
}

@Suite(.tags(.processes)) struct RelaySimulationTests {
    @Test(
        "Whatever is dropped, repeated, reordered or killed: each event takes effect once, in order, and in the end all of them do",
        arguments: 0..<10)
    func exactlyOnce(_ block: Int) {
        for seed in 0..<30 {
            var world = World(seed: UInt64(block * 1000 + seed), lanes: 6)
            for _ in 0..<2_000 { world.step() }
            #expect(world.isExactlyOnceInOrder())
            let isSettled = world.heal()
            #expect(isSettled, "seed \(block * 1000 + seed) did not settle")
            #expect(world.isExactlyOnceInOrder())
            for lane in world.lanes {
                #expect(UInt64(world.applied[lane]?.count ?? 0) == world.streams[lane]?.last)
                #expect(world.streams[lane]?.isParked == false)
            }
        }
    }

    @Test(
        "An event that is always refused, or always kills its worker, parks its own lane there and no other",
        arguments: 0..<10)
    func parksTheCulprit(_ block: Int) {
        for seed in 0..<10 {
            var world = World(seed: UInt64(50_000 + block * 1000 + seed), lanes: 8)
            world.poison[world.lanes[1]] = 3
            world.deadly[world.lanes[2]] = 4
            for lane in world.lanes { world.streams[lane]?.last = 12 }
            for _ in 0..<1_000 { world.step() }
            let isSettled = world.heal()
            #expect(isSettled, "seed \(block * 1000 + seed) did not settle")
            #expect(world.isExactlyOnceInOrder())
            #expect(world.applied[world.lanes[1]] == [1, 2])
            #expect(world.applied[world.lanes[2]] == [1, 2, 3])
            for lane in world.lanes {
                let isCulprit = lane == world.lanes[1] || lane == world.lanes[2]
                #expect(world.streams[lane]?.isParked == isCulprit)
                if !isCulprit { #expect(UInt64(world.applied[lane]?.count ?? 0) == world.streams[lane]?.last) }
            }
        }
    }
}
