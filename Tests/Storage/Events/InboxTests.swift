import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

@testable import Storage

@Suite(.bothEngines, .timeLimit(.minutes(5)), .tags(.processes)) struct InboxTests {
    let scratch: Scratch
    let store: Store

    init() throws {
        scratch = try Scratch()
        store = try scratch.store()
    }

    private func slice(_ user: UserID, _ numbers: [UInt64], epoch: UInt64 = 1, type: MessageType = Noted.type)
        -> StreamSlice
    {
        StreamSlice(
            user: user, epoch: epoch,
            events: numbers.map { StreamEvent(sequence: $0, id: EntityID(high: 0, low: $0), type: type, payload: []) })
    }

    /// Applies each event as a note of its number; refuses the numbers in `refused`.
    private func deliver(_ slices: [StreamSlice], refused: Set<UInt64> = [], from producer: ServiceName = .sentiment)
        async throws -> [StreamReceipt]
    {
        try await store.receive(DeliverEvents(producer: producer, consumer: .scoring, slices: slices)) {
            event, user, transaction in
            try transaction.put(Int(event.sequence), user: user)
            if refused.contains(event.sequence) {
                throw ServiceError(.invalid, "event \(event.sequence) makes no sense")
            }
        }.streams
    }

    private func applied(_ user: UserID) async throws -> [Int] { try await store.read { try $0.numbers(user) } }

    @Test("Each event applies once and in order: repeated ones are acknowledged, a gap is refused")
    func positions() async throws {
        let user = UserID.random()
        #expect(try await deliver([slice(user, [1, 2])]) == [StreamReceipt(user: user, acknowledged: 2)])
        #expect(try await deliver([slice(user, [1, 2, 3])]) == [StreamReceipt(user: user, acknowledged: 3)])
        #expect(try await deliver([slice(user, [2])]) == [StreamReceipt(user: user, acknowledged: 3)])
        let gap = try await deliver([slice(user, [5, 6])])
        #expect(gap[0].acknowledged == 3 && gap[0].refusal?.code == .conflict)
        let inner = try await deliver([slice(user, [4, 6])])
        #expect(inner[0].acknowledged == 4 && inner[0].refusal?.code == .conflict)
        let disordered = try await deliver([slice(user, [6, 5])])
        #expect(disordered[0].acknowledged == 4 && disordered[0].refusal?.code == .conflict)
        #expect(try await deliver([slice(user, [0, UInt64.max])])[0].refusal?.code == .conflict)
        #expect(try await deliver([slice(user, [])]) == [StreamReceipt(user: user, acknowledged: 4)])
        #expect(try await applied(user) == [1, 2, 3, 4])
        // Another producer's stream has its own numbers.
        let other = try await store.receive(
            DeliverEvents(producer: .ingestion, consumer: .scoring, slices: [slice(user, [1])])
        ) { _, _, _ in }
        #expect(other.streams == [StreamReceipt(user: user, acknowledged: 1)])
    }

    @Test("A refusal takes back its own event, keeps those before it, and stops only its own stream")
    func refusals() async throws {
        let (first, second, third) = (UserID.random(), UserID.random(), UserID.random())
        let receipts = try await deliver(
            [slice(first, [1]), slice(second, [1, 2, 3, 4]), slice(third, [1, 2])], refused: [3])
        #expect(receipts.map(\.acknowledged) == [1, 2, 2])
        #expect(receipts.map { $0.refusal?.code } == [nil, .invalid, nil])
        #expect(try await applied(second) == [1, 2])
        #expect(try await applied(third) == [1, 2])
        #expect(try await deliver([slice(second, [3, 4])]) == [StreamReceipt(user: second, acknowledged: 4)])
    }

    @Test(
        "After a refusal the events before it are applied again, with one effect; what the refused one changed is gone"
    )
    func refusedLast() async throws {
        let user = UserID.random()
        let runs = Mutex([UInt64]())
        let batch = DeliverEvents(producer: .sentiment, consumer: .scoring, slices: [slice(user, [1, 2, 3, 4, 5])])
        let receipt = try await store.receive(batch) { event, user, transaction in
            runs.withLock { $0.append(event.sequence) }
            try transaction.put(Int(event.sequence), user: user)
            try transaction.emit(Noted(user: user, number: 1), id: .random(), to: [.coaching])
            // The row is there already: the statement fails.
            if event.sequence == 4 { try transaction.put(4, user: user) }
        }.streams[0]
        #expect(receipt.acknowledged == 3)
        #expect(receipt.refusal?.code == .failed)
        #expect(try await applied(user) == [1, 2, 3])
        #expect(try await store.read { try $0.sequences() } == [1, 2, 3])
        // A transaction on PostgreSQL may run again as a whole.
        #expect(runs.withLock { $0 } == [1, 2, 3, 4, 1, 2, 3] || !scratch.isSQLite)
    }

    @Test("An event that is refused only when it is applied again ends its stream there")
    func refusedAgain() async throws {
        let user = UserID.random()
        let runs = Mutex(0)
        let batch = DeliverEvents(producer: .sentiment, consumer: .scoring, slices: [slice(user, [1, 2, 3, 4])])
        let receipt = try await store.receive(batch) { event, user, transaction in
            try transaction.put(Int(event.sequence), user: user)
            let run = runs.withLock { runs in
                runs += event.sequence == 1 ? 1 : 0
                return runs
            }
            if event.sequence == 4 || event.sequence == 2 && run > 1 {
                throw ServiceError(.invalid, "event \(event.sequence)")
            }
        }.streams[0]
        #expect(receipt.acknowledged == 1)
        #expect(receipt.refusal?.message == "event 2")
        #expect(try await applied(user) == [1])
    }

    @Test("A refused first event leaves no key of the user behind that a later write would trust")
    func refusedNewUser() async throws {
        let user = UserID.random()
        let receipts = try await deliver([slice(user, [1]), slice(user, [1])], refused: [1])
        #expect(receipts.map(\.acknowledged) == [0, 0])
        _ = try await deliver([slice(user, [1])])
        #expect(try await store.read { try $0.note(1, user: user) } == "")
    }

    @Test("Another error of a handler is a refusal without its text")
    func foreignErrors() async throws {
        struct Secret: Error { let text = "diagnosis" }
        let user = UserID.random()
        let receipt = try await store.receive(
            DeliverEvents(producer: .sentiment, consumer: .scoring, slices: [slice(user, [1])])
        ) { _, _, _ in throw Secret() }
        let refusal = try #require(receipt.streams[0].refusal)
        #expect(refusal.code == .failed)
        #expect(!refusal.message.contains("diagnosis"))
        #expect(refusal.message.contains("Secret"))
    }

    @Test("A full disk fails the batch as a whole and is nobody's refusal")
    func diskFull() async throws {
        guard scratch.isSQLite else { return }
        let user = UserID.random()
        _ = try await deliver([slice(user, [1])])
        // SQLite never goes below the pages in use, so there is no room for another one.
        try await store.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1") }
        let failure = await code {
            _ = try await store.receive(
                DeliverEvents(producer: .sentiment, consumer: .scoring, slices: [slice(user, [2])])
            ) { event, user, transaction in
                try transaction.put(2, String(repeating: "x", count: 500_000), user: user)
            }
        }
        #expect(failure == .storage)
        try await store.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
        #expect(try await deliver([slice(user, [2])]) == [StreamReceipt(user: user, acknowledged: 2)])
    }

    @Test("A new epoch of the producer starts its numbers again")
    func epochs() async throws {
        let user = UserID.random()
        _ = try await deliver([slice(user, [1, 2, 3])])
        let ahead = try await deliver([slice(user, [4], epoch: 2)])
        #expect(ahead[0].acknowledged == 0 && ahead[0].refusal?.code == .conflict)
        let receipt = try await store.receive(
            DeliverEvents(producer: .sentiment, consumer: .scoring, slices: [slice(user, [1, 2], epoch: 2)])
        ) { _, _, _ in }
        #expect(receipt.streams == [StreamReceipt(user: user, acknowledged: 2)])
    }

    @Test("A new epoch whose first event is refused resets the producer when that event is applied")
    func refusedEpoch() async throws {
        let user = UserID.random()
        _ = try await deliver([slice(user, [1, 2, 3])])
        var told = slice(user, [6, 7], epoch: 2)
        told.base = 5
        let batch = DeliverEvents(producer: .sentiment, consumer: .scoring, slices: [told])
        for isRefused in [true, true, false] {
            let receipt = try await store.receive(batch) { event, user, transaction in
                if isRefused { throw ServiceError(.invalid, "not yet") }
                try transaction.put(Int(event.sequence), user: user)
            } resetProducer: { _, user, transaction in
                try transaction.execute("DELETE FROM notes WHERE user = ?", [user])
            }.streams[0]
            #expect(receipt.acknowledged == (isRefused ? 5 : 7))
            #expect((receipt.refusal != nil) == isRefused)
            #expect(try await applied(user) == (isRefused ? [1, 2, 3] : [6, 7]))
        }
    }

    @Test("A skipped event advances its stream without reaching the handler")
    func skipped() async throws {
        let user = UserID.random()
        #expect(
            try await deliver([slice(user, [1], type: MessageType(0))], refused: [1]) == [
                StreamReceipt(user: user, acknowledged: 1)
            ])
        #expect(try await deliver([slice(user, [2])]) == [StreamReceipt(user: user, acknowledged: 2)])
        #expect(try await applied(user) == [2])
    }

    @Test(
        "Effects of an event belong to its trace; each step, and each refusal, is recorded after its commit; untraced events record none"
    )
    func traces() async throws {
        let user = UserID.random()
        let origin = TraceOrigin(id: TraceID(high: 1, low: 2), span: 3)
        let producer = try scratch.store(.sentiment, trace: { origin })
        let (told, tell) = AsyncStream.makeStream(of: TracedStep.self)
        for store in [producer, store] { store.onTrace { for step in $0 { tell.yield(step) } } }
        try await producer.write { try $0.emit(Noted(user: user, number: 1), id: .random(), to: [.scoring]) }
        let pending = try #require(try await producer.read { try $0.pendingLanes() }.first)
        let event = try #require(
            try await producer.read { try $0.events(of: pending, limit: 9, bytes: 999) { _ in true } }.first)
        let trace = try #require(event.trace)
        #expect(trace.trace == origin.id)
        #expect(trace.parent == origin.span)

        let batch = DeliverEvents(
            producer: .sentiment, consumer: .scoring, slices: [StreamSlice(user: user, epoch: 1, events: [event])])
        _ = try await store.receive(batch) { _, _, _ in throw ServiceError(.invalid, "no") }
        _ = try await store.receive(batch) { _, user, transaction in
            try transaction.emit(Noted(user: user, number: 2), id: .random(), to: [.coaching])
        }
        _ = try await deliver([slice(user, [2])])
        tell.finish()
        let steps = await told.reduce(into: []) { $0.append($1) }
        let roles: [(Span.Role, ServiceName, ServiceError.Code?)] = steps.map { ($0.role, $0.peer, $0.failure) }
        #expect(roles.map(\.0) == [.committed, .consumed, .committed, .consumed])
        #expect(roles.map(\.1) == [.scoring, .sentiment, .coaching, .sentiment])
        #expect(roles.map(\.2) == [nil, .invalid, nil, nil])
        #expect(steps[1].trace == trace && steps[3].trace == trace)
        #expect(steps[2].trace.trace == origin.id && steps[2].trace.parent == steps[3].own)
        #expect(Set([trace.span, steps[1].own, steps[2].trace.span, steps[3].own]).count == 4, "one span an attempt")
    }

    @Test("A batch for another service is refused")
    func misdirected() async throws {
        let refused = await code {
            _ = try await store.receive(DeliverEvents(producer: .sentiment, consumer: .coaching, slices: [])) {
                _, _, _ in
            }
        }
        #expect(refused == .invalid)
    }

    @Test(
        "Batch work runs once per stream that advanced; if it fails, the stream is rolled back"
    )
    func settles() async throws {
        let (first, second, idle) = (UserID.random(), UserID.random(), UserID.random())
        _ = try await deliver([slice(idle, [1])])
        let batch = DeliverEvents(
            producer: .sentiment, consumer: .scoring,
            slices: [slice(first, [1, 2, 3]), slice(second, [1, 2]), slice(idle, [1])])
        let receipt = try await store.receive(batch) { event, user, transaction in
            try transaction.put(Int(event.sequence), user: user)
        } finishBatch: { user, transaction in
            let count = try transaction.numbers(user).count
            try transaction.put(100 + count, user: user)
            if user == second { throw ServiceError(.invalid, "not together") }
        }
        #expect(receipt.streams.map(\.acknowledged) == [3, 0, 1])
        #expect(receipt.streams.map { $0.refusal?.code } == [nil, .invalid, nil])
        #expect(try await applied(first) == [1, 2, 3, 103])
        #expect(try await applied(second) == [])
        #expect(try await applied(idle) == [1])
    }

    @Test("A slice that takes long is applied in parts, so that others get their turn; nothing is lost or repeated")
    func parts() async throws {
        let user = UserID.random()
        let limit = Store.sliceTimeLimit
        let batch = DeliverEvents(producer: .sentiment, consumer: .scoring, slices: [slice(user, Array(1...6))])
        var acknowledged: [UInt64] = []
        while acknowledged.last != 6 {
            let receipt = try await store.receive(batch) { event, user, transaction in
                try transaction.put(Int(event.sequence), user: user)
                let end = ContinuousClock.now + limit * 0.6
                while ContinuousClock.now < end {}
            }
            #expect(receipt.streams[0].refusal == nil)
            #expect(receipt.streams[0].acknowledged > acknowledged.last ?? 0)
            acknowledged.append(receipt.streams[0].acknowledged)
        }
        #expect(acknowledged.count >= 3)
        #expect(try await applied(user) == Array(1...6))
    }
}
