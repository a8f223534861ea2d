import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing
import Wire

@testable import Storage

@Suite(.bothEngines, .timeLimit(.minutes(5)), .tags(.processes)) struct RelayTests {
    let scratch: Scratch
    let producer: Store
    let consumer: Store
    private let quick = RelayCore.Rules(firstDelay: .milliseconds(1), maximumDelay: .milliseconds(5))
    private let few = RelayCore.Rules(firstDelay: .milliseconds(1), maximumDelay: .milliseconds(5), eventsPerBatch: 4)

    init() throws {
        scratch = try Scratch()
        producer = try scratch.store(.sentiment)
        consumer = try scratch.store(.coaching)
    }

    private func emit(_ numbers: ClosedRange<Int>, _ user: UserID, store: Store? = nil) async throws {
        let store = store ?? producer
        for number in numbers {
            try await store.write {
                try $0.emit(Noted(user: user, number: Int64(number)), id: EntityID(high: 1, low: 1), to: [.coaching])
            }
        }
    }

    /// Applies each event as a note of the number it carries.
    private func apply(_ batch: DeliverEvents, refused: Set<Int64> = []) async throws -> DeliverReceipt {
        try await consumer.receive(batch) { event, user, transaction in
            let noted = try WireDecoder().decode(Noted.self, from: event.payload)
            guard noted.user == user else { throw ServiceError(.invalid, "another user's event") }
            if refused.contains(noted.number) { throw ServiceError(.invalid, "refused") }
            try transaction.put(Int(noted.number), user: user)
        }
    }

    /// Runs relays until `isDone` holds after a recorded delivery.
    private func relay(
        _ stores: [Store], isDone: @escaping @Sendable () async throws -> Bool,
        announced: @escaping @Sendable (ServiceName) -> Announcement = { _ in Announcement() },
        deliver: @escaping Relay.Deliver
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in stores {
                let relay = Relay(store: store, rules: quick)
                group.addTask { await relay.run(deliver: deliver, announced: announced) }
            }
            try await eventually("the relays are done", within: .seconds(120)) { try await isDone() ? () : nil }
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test(
        "A consumer that lost its database receives current state before pending events and continues from there; older events are not repeated"
    )
    func lostConsumer() async throws {
        let user = UserID.random()
        try await emit(1...5, user)
        try await relay([producer], isDone: isDelivered) { _, batch in try await apply(batch) }
        let other = try scratch.store(.coaching, name: "other")
        try await emit(6...6, user)
        let replays = Mutex(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let relay = Relay(store: producer, rules: quick) { consumer, user, transaction in
                replays.withLock { $0 += 1 }
                for number in 1...6 {
                    try transaction.emitAgain(Noted(user: user, number: Int64(number)), to: consumer)
                }
            }
            group.addTask {
                await relay.run { _, batch in
                    try await other.receive(batch) { event, user, transaction in
                        let number = Int(try WireDecoder().decode(Noted.self, from: event.payload).number)
                        if try transaction.note(number, user: user) == nil { try transaction.put(number, user: user) }
                    }
                }
            }
            try await eventually("all is delivered", within: .seconds(120)) { try await isDelivered() ? () : nil }
            group.cancelAll()
        }
        #expect(try await other.read { try $0.numbers(user) } == [1, 2, 3, 4, 5, 6])
        #expect(replays.withLock { $0 } == 1 || !scratch.isSQLite && replays.withLock { $0 } > 1)
        #expect(try await producer.parkedLanes().lanes.isEmpty)
    }

    @Test(
        "A producer restored from an older copy reuses numbers: its consumer resets and receives all state again; nothing is lost or stale",
        arguments: [(lost: 3, new: 1), (3, 2), (3, 3), (3, 7), (40, 50)])
    func setBackProducer(lost: Int, new: Int) async throws {
        let user = UserID.random()
        try await emit(1...5, user)
        try await relay([producer], isDone: isDelivered) { _, batch in try await apply(batch) }
        try scratch.copy(producer, to: "old")
        // Events that the copy lacks.
        try await emit(6...5 + lost, user)
        try await relay([producer], isDone: isDelivered) { _, batch in try await apply(batch) }
        let copy = try scratch.store(.sentiment, name: "old")
        // Their numbers are below, up to or beyond those that the consumer has seen; the entity is the same or another.
        try await emit(101...100 + new, user, store: copy)
        let (replays, forgotten) = (Count(), Count())
        let deliver: Relay.Deliver = { [consumer] _, batch in
            try await consumer.receive(batch) { event, user, transaction in
                let number = Int(try WireDecoder().decode(Noted.self, from: event.payload).number)
                if try transaction.note(number, user: user) == nil { try transaction.put(number, user: user) }
            } resetProducer: { producer, user, transaction in
                forgotten.add()
                if producer == .sentiment { try transaction.execute("DELETE FROM notes WHERE user = ?", [user]) }
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let relay = Relay(store: copy, rules: few) { consumer, user, transaction in
                replays.add()
                for number in Array(1...5) + Array(101...100 + new) {
                    try transaction.emitAgain(Noted(user: user, number: Int64(number)), to: consumer)
                }
            }
            group.addTask { await relay.run(deliver: deliver) }
            try await eventually("all is delivered", within: .seconds(120)) {
                try await copy.parkedLanes().pending > 0 ? nil : ()
            }
            group.cancelAll()
        }
        #expect(try await consumer.read { try $0.numbers(user) } == Array(1...5) + Array(101...100 + new))
        // A transaction on PostgreSQL may run again.
        #expect(replays.value == 1 || !scratch.isSQLite && replays.value > 1)
        #expect(forgotten.value == 1 || !scratch.isSQLite && forgotten.value > 1)
        #expect(try await copy.parkedLanes().lanes.isEmpty)
        // Delivery then continues as usual.
        try await emit(200...202, user, store: copy)
        try await relay([copy], isDone: { try await copy.parkedLanes().pending == 0 }) { _, batch in
            try await apply(batch)
        }
        #expect(
            try await consumer.read { try $0.numbers(user) } == Array(1...5) + Array(101...100 + new) + [200, 201, 202])
    }

    @Test(
        "If a damaged value prevents re-emission, that user's lane is parked with the reason; other lanes are delivered"
    )
    func damagedReplay() async throws {
        let (damaged, sound) = (UserID.random(), UserID.random())
        for user in [damaged, sound] { try await emit(1...2, user) }
        try await relay([producer], isDone: isDelivered) { _, batch in try await apply(batch) }
        let lost = try scratch.store(.coaching, name: "lost")
        for user in [damaged, sound] { try await emit(3...3, user) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let relay = Relay(store: producer, rules: quick) { consumer, user, transaction in
                guard user != damaged else {
                    throw StorageError(.damagedValue, "The sealed content of a row was altered.")
                }
                for number in 1...3 {
                    try transaction.emitAgain(Noted(user: user, number: Int64(number)), to: consumer)
                }
            }
            group.addTask {
                await relay.run { _, batch in
                    try await lost.receive(batch) { event, user, transaction in
                        let number = Int(try WireDecoder().decode(Noted.self, from: event.payload).number)
                        if try transaction.note(number, user: user) == nil { try transaction.put(number, user: user) }
                    }
                }
            }
            try await eventually("the damaged lane is parked, and the sound one delivered", within: .seconds(120)) {
                let parked = try await producer.parkedLanes().lanes
                let delivered = try await lost.read { try $0.numbers(sound) }
                return !parked.isEmpty && delivered == [1, 2, 3] ? () : nil
            }
            group.cancelAll()
        }
        let lane = try #require(try await producer.parkedLanes().lanes.first)
        #expect(lane.user == damaged && lane.lastError.contains("was altered") && lane.sequence == 3)
        #expect(try await lost.read { try $0.numbers(damaged) } == [])
    }

    private var isDelivered: @Sendable () async throws -> Bool {
        { [producer] in try await producer.parkedLanes().pending == 0 }
    }

    @Test("Committed events reach their consumer in order, with their content, and leave the outbox")
    func delivers() async throws {
        let (ann, bob) = (UserID.random(), UserID.random())
        try await emit(1...300, ann)
        try await emit(1...5, bob)
        try await relay([producer], isDone: isDelivered) { service, batch in
            #expect(service == .coaching && batch.producer == .sentiment)
            return try await apply(batch)
        }
        #expect(try await consumer.read { try $0.numbers(ann) } == Array(1...300))
        #expect(try await consumer.read { try $0.numbers(bob) } == Array(1...5))
        #expect(try await producer.read { try $0.value(Int.self, "SELECT count(*) FROM storage_outbox") } == 0)
        #expect(try await producer.parkedLanes().lanes.isEmpty)
    }

    @Test("An event goes to each consumer that Topology names; one without consumers skips the outbox")
    func topology() async throws {
        let user = UserID.random()
        let store = try scratch.store(.api)
        let profile = Profile(user: user, revision: 1, timeZones: [], country: "CH", sourceOrder: [])
        try await store.write { try $0.emit(ProfileChanged(user: user, profile: profile)) }
        let consumers = try await store.read {
            try $0.rows("SELECT consumer FROM storage_outbox ORDER BY consumer").map { try $0["consumer"] as String }
        }
        #expect(consumers == ["ingestion", "plans", "scoring"])
        try await store.write { try $0.emit(Noted(user: user, number: 1)) }
        #expect(try await store.parkedLanes().pending == 3)
    }

    @Test("Two relays on one file, lost answers and a missing consumer: the effect is the same, once and in order")
    func troubles() async throws {
        let second = try scratch.store(.sentiment)
        let user = UserID.random()
        try await emit(1...50, user)
        let count = Mutex(0)
        let stores = [producer, second]
        async let more: Void = emit(51...100, user, store: second)
        try await relay(stores, isDone: { [consumer] in try await consumer.read { try $0.numbers(user).count } == 100 })
        { _, batch in
            let round = count.withLock { count in
                count += 1
                return count
            }
            switch round % 4 {
            case 1: throw ServiceError(.unavailable, "nobody there")
            case 2:
                _ = try await apply(batch)
                throw ServiceError(.timeout, "the answer was lost")
            default: return try await apply(batch)
            }
        }
        try await more
        #expect(try await consumer.read { try $0.numbers(user) } == Array(1...100))
    }

    @Test("Twelve refusals park the lane, others flow; redrive tries again, skip gives one event up and is recorded")
    func parkedLanes() async throws {
        let (ann, bob) = (UserID.random(), UserID.random())
        try await emit(1...3, ann)
        try await emit(1...3, bob)
        let calls = Mutex(0)
        let isParked: @Sendable () async throws -> Bool = { [producer] in
            let state = try await producer.parkedLanes()
            return state.lanes.count == 1 && state.pending == 2
        }
        let refuse: Relay.Deliver = { [consumer] _, batch in
            try await consumer.receive(batch) { event, user, transaction in
                let noted = try WireDecoder().decode(Noted.self, from: event.payload)
                if user == ann, noted.number == 2 {
                    calls.withLock { $0 += 1 }
                    throw ServiceError(.invalid, "refused")
                }
                try transaction.put(Int(noted.number), user: user)
            }
        }
        try await relay([producer], isDone: isParked, deliver: refuse)
        // A body that throws in a commit with others runs once more by itself.
        let first = calls.withLock { $0 }
        #expect((12...24).contains(first))
        let lane = try #require(try await producer.parkedLanes().lanes.first)
        #expect(
            lane
                == ParkedLane(
                    consumer: .coaching, user: ann, sequence: 2, type: Noted.type, attempts: 12, waiting: 2,
                    lastError: "invalid: refused"))
        #expect(try await consumer.read { try $0.numbers(bob) } == [1, 2, 3])
        #expect(await code { try await producer.release(consumer: .coaching, user: bob, skip: false) } == .notFound)
        // Redriven, it is refused and parked again.
        try await producer.release(consumer: .coaching, user: ann, skip: false)
        #expect(try await producer.parkedLanes().lanes.isEmpty)
        try await relay([producer], isDone: isParked, deliver: refuse)
        #expect((12...24).contains(calls.withLock { $0 } - first))
        #expect(try await producer.parkedLanes().lanes.map(\.attempts) == [12])
        // Skipped, the rest continues without a gap.
        try await producer.release(consumer: .coaching, user: ann, skip: true)
        try await relay([producer], isDone: isDelivered, deliver: refuse)
        #expect(try await consumer.read { try $0.numbers(ann) } == [1, 3])
        let skipped = try await producer.read {
            let key = try $0.dataKey(ann)
            return try $0.rows("SELECT sequence, id, type, last_error FROM storage_skipped").map {
                "\(try $0["sequence"] as Int) \(key.show(try $0["type"], of: try $0["id"])) \(try $0["last_error"] as String)"
            }
        }
        #expect(skipped == ["2 \(Noted.type.rawValue) invalid: refused"])
    }

    @Test("Types a consumer has not announced stay in the outbox without an attempt, and go when it has")
    func heldBack() async throws {
        let user = UserID.random()
        try await emit(1...2, user)
        let asked = Atomic(0)
        let isAnnounced = Atomic(false)
        let running = Task { [producer, quick] in
            await Relay(store: producer, rules: quick).run(deliver: { _, batch in try await apply(batch) }) { _ in
                asked.add(1, ordering: .relaxed)
                return Announcement(types: isAnnounced.load(ordering: .relaxed) ? [Noted.type] : [])
            }
        }
        try await eventually("the relay asks") { asked.load(ordering: .relaxed) > 0 ? () : nil }
        #expect(try await producer.parkedLanes().pending == 2)
        isAnnounced.store(true, ordering: .relaxed)
        try await emit(3...3, user)
        try await eventually("all is delivered", within: .seconds(120)) {
            try await producer.parkedLanes().pending > 0 ? nil : ()
        }
        running.cancel()
        await running.value
        #expect(try await consumer.read { try $0.numbers(user) } == [1, 2, 3])
    }

    @Test("A tampered event parks its lane with the reason; the others flow")
    func tampered() async throws {
        let (ann, bob) = (UserID.random(), UserID.random())
        try await emit(1...2, ann)
        try await emit(1...2, bob)
        try await producer.write {
            try $0.execute("UPDATE storage_outbox SET sequence = 9 WHERE user = ? AND sequence = 2", [ann])
        }
        try await producer.write {
            try $0.execute("UPDATE storage_outbox SET sequence = 2 WHERE user = ? AND sequence = 1", [ann])
        }
        try await producer.write {
            try $0.execute("UPDATE storage_outbox SET sequence = 1 WHERE user = ? AND sequence = 9", [ann])
        }
        try await relay(
            [producer],
            isDone: { [producer] in
                let state = try await producer.parkedLanes()
                return state.lanes.count == 1 && state.pending == 2
            }
        ) { _, batch in try await apply(batch) }
        #expect(try await producer.parkedLanes().lanes[0].lastError.contains("altered or moved"))
        #expect(try await consumer.read { try $0.numbers(ann) } == [])
        #expect(try await consumer.read { try $0.numbers(bob) } == [1, 2])
    }

    @Test("A newer release of the consumer gets a parked lane delivered without anybody's help")
    func newerRelease() async throws {
        let user = UserID.random()
        try await emit(1...3, user)
        try await relay(
            [producer], isDone: { [producer] in try await producer.parkedLanes().lanes.count == 1 },
            announced: { _ in Announcement(release: "1") }
        ) {
            _, batch in try await apply(batch, refused: [1])
        }
        try await relay([producer], isDone: isDelivered, announced: { _ in Announcement(release: "2") }) { _, batch in
            try await apply(batch)
        }
        #expect(try await consumer.read { try $0.numbers(user) } == [1, 2, 3])
    }

    @Test(
        "OWN-1 A user erased at the producer while their events are on the way leaves nothing to deliver; the others flow"
    )
    func erasedMeanwhile() async throws {
        let (gone, here) = (UserID.random(), UserID.random())
        try await emit(1...300, gone)
        try await emit(1...300, here)
        try await relay([producer], isDone: isDelivered) { [producer] _, batch in
            _ = try await producer.erase(gone)
            return try await apply(batch)
        }
        #expect(try await consumer.read { try $0.numbers(here) } == Array(1...300))
        #expect(try await producer.read { try $0.value(Int.self, "SELECT count(*) FROM storage_outbox") } == 0)
        #expect(try await producer.read { try $0.value(Int.self, "SELECT count(*) FROM storage_streams") } == 1)
    }
}

private final class Count: Sendable {
    private let count = Mutex(0)
    func add() { count.withLock { $0 += 1 } }
    var value: Int { count.withLock { $0 } }
}
