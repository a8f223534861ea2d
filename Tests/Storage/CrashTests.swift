import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// A process killed with SIGKILL during its commits: acknowledged writes are present, unacknowledged ones are present
/// completely or not at all.
@Suite(.bothEngines, .serialized, .timeLimit(.minutes(5)), .tags(.processes)) struct CrashTests {
    private static let handover = "crash"

    @Test(
        "Killed between and within commits: every acknowledged write survives, each with its event, no number twice",
        arguments: [40, 400, 1500])
    func killed(after acknowledgements: Int) async throws {
        let scratch = try Scratch()
        let handover = try Handover("\(acknowledgements) \(scratch.words)", to: Self.handover)
        defer { handover.end() }
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let words = try Handover.words("crash")
            try await CrashTests.writeUntilKilled(
                Scratch(words: Array(words.dropFirst())), acknowledgements: Int(words[0]) ?? 0)
        }
        let acknowledged = try String(contentsOfFile: scratch.file("acknowledged"), encoding: .utf8).split(
            separator: "\n"
        ).compactMap { Int($0) }
        #expect(acknowledged.count >= acknowledgements)
        let store = try scratch.store()
        if scratch.isSQLite {
            #expect(try await store.read { try $0.value(String.self, "PRAGMA integrity_check") } == "ok")
        }
        let user = UserID(high: 1, low: 1)
        let kept = try await store.read { try $0.numbers(user) }
        #expect(Set(acknowledged).subtracting(kept).isEmpty)
        #expect(try await store.read { try $0.note(acknowledged[0], user: user) } == "text \(acknowledged[0])")
        let (sequences, last) = try await store.read { transaction in
            (
                try transaction.sequences(),
                try transaction.value(
                    Int.self,
                    transaction.sql(
                        "SELECT last FROM storage_streams", postgres: "SELECT last FROM storage_numbers"))
            )
        }
        #expect(sequences == Array(1...kept.count))
        #expect(last == kept.count)
    }

    @Test(
        "A relay killed between the consumer's commit and its own is continued by another process: each event has its effect once, in order"
    )
    func relayKilled() async throws {
        let scratch = try Scratch()
        let (producer, consumer) = (try scratch.store(.sentiment), try scratch.store(.coaching))
        let users = (1...20).map { UserID(high: 2, low: $0) }
        for number in 1...20 {
            try await producer.write { transaction in
                for user in users {
                    try transaction.emit(Noted(user: user, number: Int64(number)), id: .random(), to: [.coaching])
                }
            }
        }
        let handover = try Handover("2 \(scratch.words)", to: Self.handover)
        defer { handover.end() }
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let words = try Handover.words("crash")
            try await CrashTests.relayUntilKilled(
                Scratch(words: Array(words.dropFirst())), deliveries: Int(words[0]) ?? 0)
        }
        let (before, left) = (
            try await consumer.read { try $0.value(Int.self, "SELECT count(*) FROM notes") },
            try await producer.parkedLanes().pending
        )
        #expect(before.map(Int64.init) ?? 0 > 400 - left, "the last commit of the consumer was not written down")
        let relay = Task {
            await Relay(store: producer).run(deliver: { _, batch in try await CrashTests.apply(batch, consumer) })
        }
        try await eventually("all events are delivered", within: .seconds(120)) {
            try await producer.parkedLanes().pending > 0 ? nil : ()
        }
        relay.cancel()
        await relay.value
        for user in users { #expect(try await consumer.read { try $0.numbers(user) } == Array(1...20)) }
    }

    fileprivate static func relayUntilKilled(_ scratch: Scratch, deliveries: Int) async throws {
        let (producer, consumer) = (try scratch.store(.sentiment), try scratch.store(.coaching))
        let counter = Counter()
        await Relay(store: producer).run(deliver: { _, batch in
            let receipt = try await apply(batch, consumer)
            if await counter.next() == deliveries { kill(getpid(), SIGKILL) }
            return receipt
        })
    }

    /// A note for each event, numbered in the order of arrival; a second effect would fail.
    fileprivate static func apply(_ batch: DeliverEvents, _ consumer: Store) async throws -> DeliverReceipt {
        try await consumer.receive(batch) { event, user, transaction in
            let next = (try transaction.numbers(user).last ?? 0) + 1
            guard next == Int(event.sequence) else { throw ServiceError(.failed, "out of order") }
            try transaction.put(next, user: user)
        }
    }

    /// Sixteen writers, each recording its acknowledged writes in a file; the process kills itself while all are
    /// writing.
    fileprivate static func writeUntilKilled(_ scratch: Scratch, acknowledgements: Int) async throws {
        let store = try scratch.store()
        let log = open(scratch.file("acknowledged"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let user = UserID(high: 1, low: 1)
        let counter = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    while true {
                        let number = await counter.next()
                        try await store.write { transaction in
                            try transaction.put(number, "text \(number)", user: user)
                            try transaction.emit(
                                Noted(user: user, number: Int64(number)), id: .random(), to: [.coaching])
                        }
                        let line = Array("\(number)\n".utf8)
                        _ = write(log, line, line.count)
                        if await counter.acknowledge() == acknowledgements { kill(getpid(), SIGKILL) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

private actor Counter {
    private var last = 0
    private var acknowledged = 0
    func next() -> Int {
        last += 1
        return last
    }
    func acknowledge() -> Int {
        acknowledged += 1
        return acknowledged
    }
}
