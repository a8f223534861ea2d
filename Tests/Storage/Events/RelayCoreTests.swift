import Messages
import TestTraits
import Testing

@testable import Storage

/// The relay's rules one by one; `RelaySimulationTests` combines them at random.
@Suite(.tags(.processes)) struct RelayCoreTests {
    private let all: (ServiceName) -> Announcement = { _ in Announcement() }

    private func lane(_ number: UInt64, _ consumer: ServiceName = .scoring) -> RelayCore.Lane {
        RelayCore.Lane(consumer: consumer, user: UserID(high: 0, low: number))
    }

    private func pending(_ number: UInt64, _ last: UInt64 = 10, attempts: Int = 0, consumer: ServiceName = .scoring)
        -> RelayCore.Pending
    {
        RelayCore.Pending(
            lane: lane(number, consumer), acknowledged: 0, last: last, attempts: attempts, isParked: false,
            parkedRelease: nil, nextType: Noted.type)
    }

    /// The slice of each lane, as long as the batch permits.
    private func sent(_ batch: RelayCore.Batch) -> [RelayCore.Lane: UInt64] {
        Dictionary(
            uniqueKeysWithValues: batch.lanes.map {
                ($0.lane, min($0.last, $0.acknowledged + UInt64(batch.eventsPerLane)))
            })
    }

    private func receipt(_ streams: [StreamReceipt]) -> RelayCore.Outcome { .receipt(DeliverReceipt(streams: streams)) }

    @Test("One batch in flight per lane; a consumer's other lanes are delivered concurrently, up to four batches")
    func inFlight() throws {
        var core = RelayCore()
        var random = Seeded(1)
        let first = core.batches([pending(1)], announced: all, now: .zero)
        #expect(first.map(\.eventsPerLane) == [256])
        #expect(core.batches([pending(1, 20)], announced: all, now: .zero).isEmpty)
        let second = core.batches([pending(1, 20), pending(2), pending(3)], announced: all, now: .zero)
        #expect(second.map { $0.lanes.map(\.lane) } == [[lane(2), lane(3)]])
        #expect(second[0].eventsPerLane == 128)
        #expect(core.batches([pending(1), pending(4)], announced: all, now: .zero).count == 1)
        #expect(core.batches([pending(1), pending(5)], announced: all, now: .zero).count == 1)
        #expect(core.batches([pending(1), pending(6)], announced: all, now: .zero).isEmpty)
        #expect(core.batches([pending(6, consumer: .coaching)], announced: all, now: .zero).count == 1)
        let done = core.finish(
            first[0], sent: sent(first[0]), receipt([StreamReceipt(user: lane(1).user, acknowledged: 10)]), now: .zero,
            using: &random)
        #expect(done == [RelayCore.Settlement(lane: lane(1), acknowledged: 10, attempts: 0, isParked: false)])
        #expect(core.batches([pending(6)], announced: all, now: .zero).count == 1)
    }

    @Test("Users take turns: the longest-waiting user is first, whatever the backlog")
    func turns() {
        var core = RelayCore(RelayCore.Rules(lanesPerBatch: 2, batchesInFlight: 1))
        var random = Seeded(2)
        let waiting = (1...5).map { pending($0, $0 == 1 ? 1_000_000 : 1) }
        var served: [UInt64] = []
        for _ in 0..<5 {
            for batch in core.batches(waiting, announced: all, now: .zero) {
                served += batch.lanes.map(\.lane.user.low)
                _ = core.finish(
                    batch, sent: sent(batch),
                    receipt(batch.lanes.map { StreamReceipt(user: $0.lane.user, acknowledged: 1) }), now: .zero,
                    using: &random)
            }
        }
        #expect(served == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
    }

    @Test(
        "What did not arrive is tried again for ever, ever more slowly, at most every 30 s, and counts for nothing",
        arguments: [
            ServiceError.Code.unavailable, .busy, .timeout, .cancelled, .storage, .refused,
        ])
    func transport(_ code: ServiceError.Code) throws {
        var core = RelayCore()
        var random = Seeded(3)
        var now = Duration.zero
        var gaps: [Duration] = []
        for _ in 0..<40 {
            let batch = try #require(core.batches([pending(1), pending(2)], announced: all, now: now).first)
            let settlements = core.finish(
                batch, sent: sent(batch), .failure(ServiceError(code, "")), now: now, using: &random)
            #expect(settlements.isEmpty)
            #expect(core.batches([pending(1), pending(2)], announced: all, now: now).isEmpty)
            let due = try #require(core.nextDue(after: now))
            gaps.append(due - now)
            now = due
        }
        #expect(gaps[0] >= .milliseconds(50) && gaps[0] <= .milliseconds(100))
        #expect(gaps[10...].allSatisfy { $0 >= .seconds(15) && $0 <= .seconds(30) })
        #expect(Set(gaps[10...]).count > 20, "jitter")
    }

    @Test("A consumer that asks for time gets it; one that answers again is served at once")
    func retryAfter() throws {
        var core = RelayCore()
        var random = Seeded(4)
        let batch = try #require(core.batches([pending(1)], announced: all, now: .zero).first)
        _ = core.finish(
            batch, sent: sent(batch), .failure(ServiceError(.busy, "", retryAfter: 5000)), now: .zero, using: &random)
        #expect(core.nextDue(after: .zero) == .seconds(5))
        // After a failure it gets one batch at a time.
        let again = core.batches([pending(1), pending(2)], announced: all, now: .seconds(5))
        #expect(again.count == 1)
        #expect(core.batches([pending(3)], announced: all, now: .seconds(5)).isEmpty)
        _ = core.finish(
            again[0], sent: sent(again[0]),
            receipt(again[0].lanes.map { StreamReceipt(user: $0.lane.user, acknowledged: 10) }), now: .seconds(5),
            using: &random)
        #expect(core.batches([pending(3)], announced: all, now: .seconds(5)).count == 1)
    }

    @Test("A batch that takes too long is halved until it fits, and grows again")
    func timeouts() throws {
        var core = RelayCore()
        var random = Seeded(5)
        var now = Duration.zero
        var sizes: [Int] = []
        for step in 0..<14 {
            let batch = try #require(core.batches([pending(1, 1000)], announced: all, now: now).first)
            sizes.append(batch.eventsPerLane)
            let outcome: RelayCore.Outcome =
                step < 9
                ? .failure(ServiceError(.timeout, "")) : receipt([StreamReceipt(user: lane(1).user, acknowledged: 1)])
            _ = core.finish(batch, sent: sent(batch), outcome, now: now, using: &random)
            now += .seconds(60)
        }
        #expect(sizes == [256, 128, 64, 32, 16, 8, 4, 2, 1, 1, 2, 4, 8, 16])
    }

    @Test("Twelve refusals of the same event park its lane; progress starts the count again")
    func parks() throws {
        var core = RelayCore()
        var random = Seeded(6)
        var now = Duration.zero
        var waiting = pending(1, 5)
        var history: [Int] = []
        for round in 0..<16 {
            let batch = try #require(core.batches([waiting], announced: all, now: now).first)
            let stream = StreamReceipt(
                user: waiting.lane.user, acknowledged: round < 4 ? 1 : 2, refusal: ServiceError(.invalid, "no"))
            let settlement = try #require(
                core.finish(batch, sent: sent(batch), receipt([stream]), now: now, using: &random).first)
            (waiting.acknowledged, waiting.attempts, waiting.isParked) = (
                settlement.acknowledged, settlement.attempts, settlement.isParked
            )
            history.append(settlement.attempts)
            #expect(settlement.isParked == (round == 15))
            #expect(settlement.error == "invalid: no")
            // The lane backs off, another does not.
            #expect(core.batches([waiting], announced: all, now: now).isEmpty)
            now += .seconds(31)
        }
        #expect(history == [1, 2, 3, 4] + (1...12))
        #expect(core.batches([waiting], announced: all, now: now + .seconds(3600)).isEmpty)
        #expect(
            core.batches([waiting, pending(2)], announced: all, now: now).map { $0.lanes.map(\.lane) } == [[lane(2)]])
    }

    @Test("A parked lane is tried once by a newer release of its consumer, with one event")
    func newerRelease() throws {
        var core = RelayCore()
        var random = Seeded(7)
        var waiting = pending(1, attempts: 12)
        (waiting.isParked, waiting.parkedRelease) = (true, "1.0")
        let release = { (name: String) in { (_: ServiceName) in Announcement(release: name) } }
        #expect(core.batches([waiting], announced: release("1.0"), now: .zero).isEmpty)
        #expect(core.batches([waiting], announced: all, now: .zero).isEmpty)
        let batch = try #require(core.batches([waiting], announced: release("1.1"), now: .zero).first)
        #expect(batch.eventsPerLane == 1)
        let stream = StreamReceipt(user: waiting.lane.user, acknowledged: 0, refusal: ServiceError(.invalid, "still"))
        let settlement = try #require(
            core.finish(batch, sent: sent(batch), receipt([stream]), now: .zero, using: &random).first)
        #expect(settlement.isParked)
        #expect(settlement.parkedRelease == "1.1")
        waiting.parkedRelease = settlement.parkedRelease
        #expect(core.batches([waiting], announced: release("1.1"), now: .seconds(60)).isEmpty)
        let better = try #require(core.batches([waiting], announced: release("1.2"), now: .seconds(60)).first)
        let good = core.finish(
            better, sent: sent(better), receipt([StreamReceipt(user: waiting.lane.user, acknowledged: 1)]),
            now: .seconds(60), using: &random)
        #expect(good == [RelayCore.Settlement(lane: lane(1), acknowledged: 1, attempts: 0, isParked: false)])
    }

    @Test("Only an event that was alone is blamed for a dead worker")
    func deadWorkers() throws {
        var core = RelayCore()
        var random = Seeded(8)
        let waiting = (1...3).map { pending($0) }
        let batch = try #require(core.batches(waiting, announced: all, now: .zero).first)
        #expect(batch.lanes.count == 3)
        #expect(
            core.finish(batch, sent: sent(batch), .failure(ServiceError(.interrupted, "")), now: .zero, using: &random)
                .isEmpty)
        // Now one at a time.
        var now = Duration.seconds(1)
        var attempts: [RelayCore.Lane: Int] = [:]
        while attempts.count < 3 {
            for single in core.batches(waiting.filter { attempts[$0.lane] == nil }, announced: all, now: now) {
                #expect(single.lanes.count == 1)
                #expect(single.eventsPerLane == 1)
                let lane = single.lanes[0].lane
                let isCulprit = lane == self.lane(2)
                let outcome =
                    isCulprit
                    ? .failure(ServiceError(.interrupted, ""))
                    : receipt([StreamReceipt(user: lane.user, acknowledged: 1)])
                for settlement in core.finish(single, sent: sent(single), outcome, now: now, using: &random) {
                    attempts[lane] = settlement.attempts
                }
            }
            now += .milliseconds(1)
        }
        #expect(attempts == [lane(1): 0, lane(2): 1, lane(3): 0])
        // The innocent lanes share a batch again; the culprit stays alone.
        let next = Set(core.batches(waiting, announced: all, now: .seconds(60)).map { Set($0.lanes.map(\.lane)) })
        #expect(next == [[lane(1), lane(3)], [lane(2)]])
    }

    @Test("Types the consumer has not announced wait without counting; a skipped event passes")
    func heldBack() {
        var core = RelayCore()
        let nothing: (ServiceName) -> Announcement = { _ in Announcement(types: []) }
        #expect(core.batches([pending(1)], announced: nothing, now: .zero).isEmpty)
        var skipped = pending(2)
        skipped.nextType = MessageType(0)
        #expect(
            core.batches([pending(1), skipped], announced: nothing, now: .zero).map { $0.lanes.map(\.lane) } == [
                [lane(2)]
            ])
        #expect(
            core.batches([pending(1)], announced: { _ in Announcement(types: [Noted.type]) }, now: .zero).count == 1)
    }

    @Test("Receipts that make no sense do no harm: too much, too little, missing or of strangers")
    func oddReceipts() throws {
        var random = Seeded(9)
        func settle(_ streams: [StreamReceipt]) throws -> RelayCore.Settlement {
            var core = RelayCore()
            var waiting = pending(1)
            waiting.acknowledged = 3
            let batch = try #require(core.batches([waiting], announced: all, now: .zero).first)
            return try #require(
                core.finish(batch, sent: sent(batch), receipt(streams), now: .zero, using: &random).first)
        }
        let user = lane(1).user
        let more = try settle([StreamReceipt(user: user, acknowledged: 999)])
        #expect(more.acknowledged == 3)
        #expect(more.isOlderCopy)
        #expect(!more.isBehind)
        let less = try settle([StreamReceipt(user: user, acknowledged: 1)])
        #expect(less.acknowledged == 3)
        #expect(less.attempts == 0)
        #expect(less.isBehind)
        #expect(try settle([]).attempts == 1)
        #expect(try settle([StreamReceipt(user: lane(2).user, acknowledged: 10)]).acknowledged == 3)
    }

    @Test(
        "A consumer that stands before what it acknowledged has lost its place, once; one that insists is refused like any other"
    )
    func behind() throws {
        var core = RelayCore()
        var random = Seeded(9)
        var waiting = pending(1)
        waiting.acknowledged = 3
        let gap = StreamReceipt(user: lane(1).user, acknowledged: 0, refusal: ServiceError(.conflict, "a gap"))
        for (isRebased, attempts) in [(false, 0), (true, 1)] {
            waiting.isRebased = isRebased
            let batch = try #require(core.batches([waiting], announced: all, now: .seconds(attempts)).first)
            let settlement = try #require(
                core.finish(batch, sent: sent(batch), receipt([gap]), now: .seconds(attempts), using: &random).first)
            #expect(settlement.isBehind == !isRebased)
            #expect(settlement.attempts == attempts)
            #expect(settlement.acknowledged == 3)
        }
    }

    @Test(
        "A consumer that knows more than was ever told, or something else, shows that this is an older copy, once; one that insists is refused like any other"
    )
    func setBack() throws {
        var core = RelayCore()
        var random = Seeded(9)
        var waiting = pending(1)
        waiting.acknowledged = 3
        let ahead = StreamReceipt(user: lane(1).user, acknowledged: 11)
        let other = StreamReceipt(user: lane(1).user, acknowledged: 5, diverged: true)
        for (round, isTold) in [false, true, false, true].enumerated() {
            // Rebased without an epoch of its own, the stream was re-sent for another reason and is still an older
            // copy.
            (waiting.isRebased, waiting.epoch) = (isTold || round == 2, isTold ? 7 : nil)
            let batch = try #require(core.batches([waiting], announced: all, now: .seconds(round)).first)
            let told = receipt([round < 2 ? ahead : other])
            let settlement = try #require(
                core.finish(batch, sent: sent(batch), told, now: .seconds(round), using: &random).first)
            #expect(settlement.isOlderCopy == !isTold)
            #expect(settlement.attempts == (isTold ? 1 : 0))
            #expect(settlement.acknowledged == 3)
        }
        // The sent events may have been committed after the look at the lane.
        (waiting.isRebased, waiting.epoch) = (false, nil)
        let batch = try #require(core.batches([waiting], announced: all, now: .seconds(9)).first)
        let settlement = try #require(
            core.finish(batch, sent: [lane(1): 11], receipt([ahead]), now: .seconds(9), using: &random).first)
        #expect(!settlement.isOlderCopy)
        #expect(settlement.acknowledged == 11)
    }

    @Test("A stored event that cannot be opened parks its lane; the others of the batch go on")
    func unreadable() throws {
        var core = RelayCore()
        var random = Seeded(10)
        let batch = try #require(core.batches([pending(1), pending(2)], announced: all, now: .zero).first)
        let settlements = core.finish(
            batch, sent: [lane(2): 10], unreadable: [lane(1): "altered"],
            receipt([StreamReceipt(user: lane(2).user, acknowledged: 10)]), now: .zero,
            using: &random)
        #expect(settlements.first { $0.lane == lane(1) }?.isParked == true)
        #expect(settlements.first { $0.lane == lane(2) }?.acknowledged == 10)
    }
}
