import Bus
import Fixtures
import Foundation
import Messages
import ServiceKit
import Synchronization
import TestTraits
import Testing

/// A consumer that refuses events: the operator's view of the parked lane, and the repair.
@Suite(.serialized, .tags(.processes)) struct ParkedLaneTests {
    /// Replaces the coach on the bus and refuses every event until `relent`.
    private final class Consumer: Sendable {
        struct Heard: Equatable {
            let user: UserID
            let sequence: UInt64
            let type: UInt16
        }

        private let state = Mutex((refuses: true, heard: [Heard](), batches: 0, last: ContinuousClock.now))
        var heard: [Heard] { state.withLock { $0.heard } }
        var batches: Int { state.withLock { $0.batches } }
        /// Time since the last delivery.
        var quiet: Duration { state.withLock { ContinuousClock.now - $0.last } }
        func relent() { state.withLock { $0.refuses = false } }

        func receive(_ batch: DeliverEvents) -> DeliverReceipt {
            state.withLock { state in
                state.batches += 1
                state.last = .now
                return DeliverReceipt(
                    streams: batch.slices.map { slice in
                        guard !state.refuses else {
                            return StreamReceipt(
                                user: slice.user, acknowledged: (slice.events.first?.sequence ?? 1) - 1,
                                refusal: ServiceError(.invalid, "This consumer refuses everything."))
                        }
                        state.heard += slice.events.map {
                            Heard(user: slice.user, sequence: $0.sequence, type: $0.type)
                        }
                        return StreamReceipt(user: slice.user, acknowledged: slice.events.last?.sequence ?? 0)
                    })
            }
        }
    }

    /// Connects `consumer` to the bus in the coach's place, and waits until it is the only one.
    private func join(
        _ stack: Stack, _ consumer: Consumer, release: String = Release.name, consumes: [MessageType] = []
    ) async throws -> BusConnection {
        let connection = try stack.join(as: .coaching, release: release) { connection in
            connection.handle(DeliverEvents.self) { batch, _ in consumer.receive(batch) }
            connection.handle(ListParked.self) { _, _ in ListParked.Reply(lanes: [], pending: 0) }
            connection.consumes(consumes)
        }
        try await eventually("this test is the only coach") { () -> Void? in
            let workers = try await stack.bus.request(BusStatus()).services.first { $0.service == .coaching }?.workers
            return workers?.map(\.processID) == [Int64(getpid())] && workers?.first?.release == release ? () : nil
        }
        return connection
    }

    @Test(
        "A producer keeps what its consumer does not hear, without counting; a newer consumer that hears it gets it",
        .timeLimit(.minutes(3)))
    func heldBack() async throws {
        try await Stack.run { stack in
            let ada = try await stack.makeAccount("Ada")
            let coach = try await eventually("a coach") { stack.processIDs(of: .coaching).first }
            kill(coach, SIGSTOP)
            defer { kill(coach, SIGCONT) }
            let older = Consumer()
            let connection = try await join(stack, older, release: "older", consumes: [JournalEntryChanged.type])
            _ = try await stack.bus.request(
                SubmitCheckIn(
                    user: ada, day: World.lastDay, at: World.noon(World.lastDay), stress: 3, energy: 4, sleepQuality: 4)
            )
            // Deliveries already in flight are refused a few times; then no more arrive.
            try await eventually("the producer keeps the event") { older.quiet > .seconds(5) ? () : nil }
            #expect(older.batches <= 10)
            #expect(try await stack.bus.request(ListParked(), to: .scoring).pending == 1)
            await connection.drain()

            let newer = Consumer()
            newer.relent()
            let next = try await join(
                stack, newer, release: "newer", consumes: [JournalEntryChanged.type, ScoreUpdated.type])
            _ = try await eventually("the newer consumer gets it") { newer.heard.first }
            #expect(newer.heard == [.init(user: ada, sequence: 1, type: ScoreUpdated.type.rawValue)])
            try await eventually("it is acknowledged") {
                try await stack.bus.request(ListParked(), to: .scoring).pending == 0 ? () : nil
            }
            await next.drain()
        }
    }

    @Test(
        "After twelve refusals a lane is parked and shown with its reason; redrive delivers it, skip gives up its first event only",
        .timeLimit(.minutes(6)))
    func parked() async throws {
        try await Stack.run { stack in
            let (ada, eve, joe) = (
                try await stack.makeAccount("Ada"), try await stack.makeAccount("Eve"),
                try await stack.makeAccount("Joe")
            )
            // Stops the real coach without ending it, so that it is not restarted; after five seconds of silence the
            // broker removes it.
            let coach = try await eventually("a coach") { stack.processIDs(of: .coaching).first }
            kill(coach, SIGSTOP)
            defer { kill(coach, SIGCONT) }
            let consumer = Consumer()
            let connection = try await join(stack, consumer)

            for user in [ada, eve] {
                for energy in [2, 6] as [Int32] {
                    _ = try await stack.bus.request(
                        SubmitCheckIn(
                            user: user, day: World.lastDay, at: World.noon(World.lastDay) + Milliseconds(energy),
                            stress: 3, energy: energy, sleepQuality: 4))
                }
            }
            let lanes = try await eventually("two lanes are parked", within: .seconds(240)) {
                let lanes = try await stack.bus.request(ListParked(), to: .scoring).lanes
                return lanes.count == 2 ? lanes : nil
            }
            #expect(Set(lanes.map(\.user)) == [ada, eve])
            #expect(
                lanes.allSatisfy {
                    $0.attempts == 12 && $0.sequence == 1 && $0.waiting == 2 && $0.consumer == .coaching
                })
            #expect(lanes.allSatisfy { $0.lastError.contains("refuses everything") })

            let status = try await stack.pulsum("status")
            #expect(status.status == 0 && status.output.contains("scoring has 2 parked lanes"), "\(status)")
            let parked = try await stack.pulsum("bus", "parked")
            let rows = parked.output.split(separator: "\n").filter { $0.contains("\(ada)") || $0.contains("\(eve)") }
            #expect(parked.status == 0 && rows.count == 2, "\(parked)")
            for row in rows {
                let cells = row.split(separator: " ").map(String.init)
                #expect(
                    cells.prefix(2) == ["scoring", "coaching"]
                        && cells.dropFirst(3).prefix(4) == ["1", "ScoreUpdated", "12", "2"], "\(row)")
                #expect(row.contains("This consumer refuses everything."))
            }

            // The other lanes are delivered while these are parked.
            consumer.relent()
            _ = try await stack.bus.request(
                SubmitCheckIn(
                    user: joe, day: World.lastDay, at: World.noon(World.lastDay), stress: 3, energy: 4, sleepQuality: 4)
            )
            try await eventually("another person's event arrives") {
                consumer.heard.contains { $0.user == joe } ? () : nil
            }
            #expect(consumer.heard.allSatisfy { $0.user == joe })

            let redriven = try await stack.pulsum("bus", "redrive", "scoring", "coaching", "\(ada)")
            #expect(redriven.status == 0, "\(redriven)")
            let type = ScoreUpdated.type.rawValue
            try await eventually("what was parked arrives") {
                consumer.heard.filter { $0.user == ada }.count == 2 ? () : nil
            }
            #expect(
                consumer.heard.filter { $0.user == ada }
                    == [1, 2].map { .init(user: ada, sequence: $0, type: type) })

            let skipped = try await stack.pulsum("bus", "skip", "scoring", "coaching", "\(eve)")
            #expect(skipped.status == 0, "\(skipped)")
            try await eventually("what comes after the skipped event arrives") {
                consumer.heard.contains { $0.user == eve && $0.sequence == 2 } ? () : nil
            }
            #expect(
                consumer.heard.filter { $0.user == eve } == [
                    .init(user: eve, sequence: 1, type: 0), .init(user: eve, sequence: 2, type: type),
                ],
                "the skipped event keeps its number and has no type")
            try await eventually("nothing is parked") {
                try await stack.bus.request(ListParked(), to: .scoring).lanes.isEmpty ? () : nil
            }
            #expect(try await stack.pulsum("bus", "parked").output.contains("No lane is parked."))
            #expect(try await !stack.pulsum("status").output.contains("parked lanes"))
            let again = try await stack.pulsum("bus", "redrive", "scoring", "coaching", "\(ada)")
            #expect(again.status == 1 && !again.errors.isEmpty, "a lane that is not parked: \(again)")
            await connection.drain()
        }
    }
}
