import Foundation
import Messages
import Storage

/// The cost of a commit: one writer, 64 writers with group commit, and events relayed from the outbox of one database
/// to another.
///
/// Arguments: `[directory]` on the disk to measure; by default a temporary one.
enum StorageBenchmark {
    private static let migrations = [
        Migration(
            1, "rows",
            "CREATE TABLE rows (user BLOB NOT NULL, number INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, number))"
        )
    ]
    private static let payload = Data(repeating: 7, count: 200)

    static func run(arguments: [String]) async throws {
        let directory = (arguments.first ?? NSTemporaryDirectory()) + "/pulsum-storage-benchmark-\(EntityID.random())"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let key = try MasterKey.loadOrCreate(path: directory + "/master.key")
        func store(_ service: ServiceName) throws -> Store {
            try Store(path: directory + "/\(service).sqlite", service: service, key: key, migrations: migrations)
        }
        try await commits(store(.gateway))
        try await events(from: store(.coaching), to: store(.scoring))
    }

    private static func commits(_ store: Store) async throws {
        let user = UserID.random()
        let single = try await rate(3000) { try await write($0, user, store) }
        print("storage: one writer, sealed row of 200 B, fsync each: \(single.rounded()) commits/s")
        let before = store.statistics
        let writers = 64
        let each = 1000
        let grouped =
            try await rate(1) { _ in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<writers {
                        group.addTask {
                            for number in 0..<each { try await write(10_000 + writer * each + number, user, store) }
                        }
                    }
                    try await group.waitForAll()
                }
            } * Double(writers * each)
        let transactions = store.statistics.transactions - before.transactions
        print(
            "storage: \(writers) writers sharing commits: \(grouped.rounded()) writes/s, \(writers * each / max(1, transactions)) per commit"
        )
    }

    private static func write(_ number: Int, _ user: UserID, _ store: Store) async throws {
        try await store.write { transaction in
            let sealed = try transaction.sealBytes(payload, user: user, table: "rows", row: "\(number)")
            try transaction.execute("INSERT INTO rows (user, number, sealed) VALUES (?, ?, ?)", [user, number, sealed])
        }
    }

    private static func events(from producer: Store, to consumer: Store) async throws {
        let count = 20_000
        let users = (0..<20).map { _ in UserID.random() }
        let emitted =
            try await rate(1) { _ in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<64 {
                        group.addTask {
                            for number in stride(from: writer, to: count, by: 64) {
                                try await producer.write { try $0.emit(event(users[number % users.count], number)) }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            } * Double(count)
        print("storage: events emitted by 64 writers: \(emitted.rounded()) events/s")
        let (applied, continuation) = AsyncStream.makeStream(of: Int.self)
        let relay = Task {
            await Relay(store: producer).run(deliver: { service, batch in
                guard service == consumer.service else {
                    throw ServiceError(.unavailable, "not part of this benchmark")
                }
                let receipt = try await consumer.receive(batch) { event, user, transaction in
                    let sealed = try transaction.sealBytes(
                        event.payload, user: user, table: "rows", row: "\(event.sequence)")
                    try transaction.execute(
                        "INSERT INTO rows (user, number, sealed) VALUES (?, ?, ?)",
                        [user, Int64(event.sequence), sealed])
                }
                continuation.yield(batch.slices.reduce(0) { $0 + $1.events.count })
                return receipt
            })
        }
        let delivered =
            try await rate(1) { _ in
                var total = 0
                for await part in applied {
                    total += part
                    if total >= count { return }
                }
            } * Double(count)
        print("storage: backlog through relay and receive into another database: \(delivered.rounded()) events/s")
        relay.cancel()
        await relay.value
        try await latency(from: producer, to: consumer, user: users[0])
    }

    /// Latency from the producer's `write` to the consumer's commit, one event at a time: two fsyncs and the relay.
    private static func latency(from producer: Store, to consumer: Store, user: UserID) async throws {
        let (arrived, continuation) = AsyncStream.makeStream(of: Void.self)
        let relay = Task {
            await Relay(store: producer).run(deliver: { service, batch in
                guard service == consumer.service else {
                    throw ServiceError(.unavailable, "not part of this benchmark")
                }
                let receipt = try await consumer.receive(batch) { _, _, _ in }
                for slice in batch.slices { for _ in slice.events { continuation.yield() } }
                return receipt
            })
        }
        let clock = ContinuousClock()
        var times: [Duration] = []
        var arrivals = arrived.makeAsyncIterator()
        for number in 0..<500 {
            let start = clock.now
            try await producer.write { try $0.emit(event(user, number)) }
            _ = await arrivals.next()
            times.append(clock.now - start)
        }
        relay.cancel()
        await relay.value
        times.sort()
        print("storage: one event, written there and applied here: median \(times[250]), 99 % \(times[495])")
    }

    private static func event(_ user: UserID, _ number: Int) -> CrisisChanged {
        CrisisChanged(user: user, id: .random(), revision: UInt64(number), at: 0, withdrawn: false)
    }

    /// Rounds per second of `body`.
    private static func rate(_ rounds: Int, _ body: (Int) async throws -> Void) async throws -> Double {
        let start = ContinuousClock.now
        for round in 0..<rounds { try await body(round) }
        let elapsed = ContinuousClock.now - start
        return Double(rounds) / (elapsed / .seconds(1))
    }
}
