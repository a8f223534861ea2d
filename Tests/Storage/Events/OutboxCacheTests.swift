import Fixtures
import Messages
import Synchronization
import TestTraits
import Testing
import Wire

@testable import Storage

/// The relay's deliveries of events committed concurrently, in its own process and in others.
@Suite(.bothEngines, .timeLimit(.minutes(5)), .tags(.processes)) struct OutboxCacheTests {
    let scratch: Scratch
    let producer: Store
    let consumer: Store
    private let relay: Relay

    init() throws {
        scratch = try Scratch()
        producer = try scratch.store(.sentiment)
        consumer = try scratch.store(.coaching)
        relay = Relay(
            store: producer, rules: RelayCore.Rules(firstDelay: .milliseconds(1), maximumDelay: .milliseconds(5)))
    }

    /// Whether the consumer is reachable, and every delivered event in order.
    private final class Road: Sendable {
        struct State {
            var isOpen = false
            var refused: Int64?
            var handed: [StreamEvent] = []
            /// Users of the latest attempt, refused ones included.
            var attempted: Set<UserID> = []
        }
        let state = Mutex(State())
        func open(refusing number: Int64? = nil) { state.withLock { ($0.isOpen, $0.refused) = (true, number) } }
        var handed: [StreamEvent] { state.withLock { $0.handed } }
        var attempted: Set<UserID> { state.withLock { $0.attempted } }
        /// The delivered numbers without repetitions: the rest of a slow slice is delivered again.
        var numbers: [UInt64] { handed.map(\.sequence).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
    }

    private func emit(_ numbers: ClosedRange<Int64>, _ user: UserID, store: Store? = nil) async throws {
        for number in numbers {
            try await (store ?? producer).write {
                try $0.emit(Noted(user: user, number: number), id: .random(), to: [.coaching])
            }
        }
    }

    /// Runs `body` while a relay runs; ends when only parked events wait.
    private func beside(_ road: Road, _ body: () async throws -> Void) async throws {
        let first = UserID.random()
        try await emit(1...1, first)
        let isBegun = Atomic(false)
        let running = Task { [relay, consumer] in
            await relay.run { _, batch in
                isBegun.store(true, ordering: .relaxed)
                road.state.withLock { $0.attempted = Set(batch.slices.map(\.user)) }
                guard road.state.withLock({ $0.isOpen }) else { throw ServiceError(.unavailable, "nobody there") }
                road.state.withLock { $0.handed += batch.slices.filter { $0.user != first }.flatMap(\.events) }
                return try await consumer.receive(batch) { event, user, transaction in
                    let number = try WireDecoder().decode(Noted.self, from: event.payload).number
                    if number == road.state.withLock({ $0.refused }) { throw ServiceError(.invalid, "refused") }
                    try transaction.put(Int(number), user: user)
                }
            }
        }
        try await eventually("the relay runs") { isBegun.load(ordering: .relaxed) ? () : nil }
        try await body()
        try await eventually("only parked events wait", within: .seconds(120)) {
            let state = try await producer.parkedLanes()
            return state.pending == state.lanes.reduce(0, { $0 + $1.waiting }) ? () : nil
        }
        running.cancel()
        await running.value
    }

    @Test(
        "Events committed concurrently with the relay arrive once, in order, with content, including those committed by other processes"
    )
    func order() async throws {
        let (user, road) = (UserID.random(), Road())
        try await emit(1...3, user)
        try await beside(road) {
            try await emit(4...40, user)
            road.open()
            try await emit(41...60, user)
        }
        #expect(try await consumer.read { try $0.numbers(user) } == Array(1...60))
        #expect(road.numbers == Array(1...60))
    }

    @Test("What a relay had in memory when it ended is delivered by the next one")
    func restart() async throws {
        let (user, road) = (UserID.random(), Road())
        let running = Task { [relay] in await relay.run { _, _ in throw ServiceError(.unavailable, "nobody there") } }
        try await emit(1...20, user)
        running.cancel()
        await running.value
        try await beside(road) {
            road.open()
            try await emit(21...25, user)
        }
        #expect(try await consumer.read { try $0.numbers(user) } == Array(1...25))
    }

    @Test(
        "Two processes that commit to one stream by turns: the relay of one delivers all in the order of their numbers")
    func twoProcesses() async throws {
        let (user, road) = (UserID.random(), Road())
        let other = try scratch.store(.sentiment)
        try await beside(road) {
            for number in 1...40 {
                try await emit(Int64(number)...Int64(number), user, store: number % 3 == 0 ? other : producer)
            }
            road.open()
            for number in 41...60 {
                try await emit(Int64(number)...Int64(number), user, store: number % 3 == 0 ? other : producer)
            }
        }
        #expect(try await consumer.read { try $0.numbers(user) } == Array(1...60))
        #expect(road.numbers == Array(1...60))
    }

    @Test(
        "OWN-1 Events of a user who is erased between commit and delivery are never handed out, whichever process erased them"
    )
    func erased() async throws {
        let (gone, far, here, road) = (UserID.random(), UserID.random(), UserID.random(), Road())
        let other = try scratch.store(.sentiment)
        try await beside(road) {
            for user in [gone, far, here] { try await emit(1...5, user) }
            _ = try await producer.erase(gone)
            _ = try await other.erase(far)
            // An attempt that read the outbox before the erasure may still be on its way.
            try await eventually("an attempt began after the erasure") {
                road.attempted.contains(here) && road.attempted.isDisjoint(with: [gone, far]) ? () : nil
            }
            road.open()
            try await emit(6...6, here)
        }
        #expect(Set(road.handed.map(\.id)).count == 6)
        #expect(try await consumer.read { try $0.numbers(here) } == Array(1...6))
        // Their next event gets no number either.
        #expect(await code { try await emit(7...7, gone) } == .erased)
        #expect(await code { try await emit(7...7, far) } == .erased)
    }

    @Test(
        "A parked lane's event that is skipped arrives without content although the relay saw it being committed; the rest follows"
    )
    func skipped() async throws {
        let (user, road) = (UserID.random(), Road())
        try await beside(road) {
            try await emit(1...4, user)
            road.open(refusing: 2)
            try await eventually("a lane is parked", within: .seconds(120)) {
                try await producer.parkedLanes().lanes.isEmpty ? nil : ()
            }
            try await producer.release(consumer: .coaching, user: user, skip: true)
        }
        #expect(try await consumer.read { try $0.numbers(user) } == [1, 3, 4])
        #expect(road.handed.last { $0.sequence == 2 }?.payload == [])
    }

    @Test("Events of a write that was taken back are never delivered; their numbers go to others")
    func takenBack() async throws {
        let (user, road) = (UserID.random(), Road())
        try await beside(road) {
            try await emit(1...1, user)
            await #expect(throws: Fault.self) {
                try await producer.write { transaction in
                    try transaction.emit(Noted(user: user, number: 100), id: .random(), to: [.coaching])
                    throw Fault()
                }
            }
            try await producer.write { transaction in
                try? transaction.savepoint {
                    try transaction.emit(Noted(user: user, number: 101), id: .random(), to: [.coaching])
                    throw Fault()
                }
                try transaction.emit(Noted(user: user, number: 2), id: .random(), to: [.coaching])
            }
            road.open()
        }
        #expect(try await consumer.read { try $0.numbers(user) } == [1, 2])
        #expect(road.numbers == [1, 2])
    }

    @Test(
        "The tail is bounded, drops acknowledged, parked and deleted events, and leaves missing ones to the outbox"
    )
    func limits() throws {
        let lane = RelayCore.Lane(consumer: .coaching, user: .random())
        let tail = OutboxCache(limit: 3 * 164)
        func event(_ sequence: UInt64) -> OutboxCache.Entry {
            (
                lane,
                StreamEvent(
                    sequence: sequence, id: .random(), type: Noted.type, payload: [UInt8](repeating: 1, count: 100))
            )
        }
        func pending(_ acknowledged: UInt64, isParked: Bool = false) -> RelayCore.Pending {
            RelayCore.Pending(
                lane: lane, acknowledged: acknowledged, last: 9, attempts: 0, isParked: isParked, parkedRelease: nil,
                nextType: Noted.type)
        }
        func kept(_ acknowledged: UInt64, limit: Int = 9, bytes: Int = 1000) -> [UInt64]? {
            tail.events(of: pending(acknowledged), limit: limit, bytes: bytes) { $0 == Noted.type }?.map(\.sequence)
        }
        tail.append([event(2), event(3), event(4), event(5)])
        #expect(kept(0) == nil && kept(1) == [2, 3, 4] && kept(2) == [3, 4] && kept(4) == nil)
        #expect(kept(1, limit: 2) == [2, 3] && kept(1, bytes: 100) == [2])
        tail.keep([pending(3)], at: tail.look())
        // There is room again, but not for a lane with a gap.
        tail.append([event(6)])
        #expect(kept(3) == [4])
        tail.append([event(5)])
        #expect(kept(3) == [4, 5] && kept(1) == nil)
        // A look that began before the events were appended says nothing about them.
        let look = tail.look()
        tail.append([event(6)])
        tail.keep([], at: look)
        #expect(kept(3) == [4, 5, 6])
        tail.keep([pending(3, isParked: true)], at: tail.look())
        #expect(kept(3) == nil)
        tail.append([event(7)])
        tail.keep([], at: tail.look())
        #expect(kept(6) == nil)
    }
}
