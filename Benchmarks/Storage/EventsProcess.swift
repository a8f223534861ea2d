import Bus
import Foundation
import Messages
import Storage
import Synchronization
import Wire

/// Producer and consumer of durable events, each a process with its database, relay and connection, as a service is.
enum EventsProcess {
    private static let migrations = [
        Migration(
            1, "rows",
            "CREATE TABLE rows (id INTEGER PRIMARY KEY, user BLOB NOT NULL, number INTEGER NOT NULL, sealed BLOB NOT NULL)"
        )
    ]

    /// Events before the measurement.
    static let warmUp = 2_000

    /// The daily metrics of one day, as an import emits them.
    static func event(_ user: UserID, _ number: Int) -> DailyMetricsChanged {
        var metrics = DailyMetrics(day: Day(number: Int32(20_000 + number % 3_650)))
        metrics.hrv = MetricValue(48.25, .asleep)
        metrics.nocturnalHeartRate = MetricValue(52.5, .asleep)
        metrics.restingHeartRate = MetricValue(58, .provider)
        metrics.sleep = MetricValue(27_120, .asleep)
        metrics.steps = MetricValue(8_421, .total)
        return DailyMetricsChanged(user: user, revision: UInt64(number), metrics: metrics)
    }

    static func payloadBytes() throws -> Int { try WireEncoder().encode(event(.random(), 3_000)).count }

    static func store(_ directory: String, _ service: ServiceName) throws -> Store {
        try Store(
            path: "\(directory)/\(service).sqlite", service: service,
            key: MasterKey.loadOrCreate(path: directory + "/master.key"), migrations: migrations)
    }

    /// Number of events whose effect is committed in the consumer's database.
    static func applied(_ directory: String) async throws -> Int {
        try await store(directory, .scoring).read { try $0.value(Int.self, "SELECT count(*) FROM rows") ?? 0 }
    }

    /// Returns false if the arguments do not name one of the processes.
    static func run(_ arguments: [String]) async throws -> Bool {
        guard arguments.count >= 2 else { return false }
        let directory = arguments[1]
        let numbers = arguments.dropFirst(2).compactMap { Int($0) }
        switch (arguments[0], numbers.count) {
        case ("broker", 0): try await BusProcess.broker(directory, "ipc://\(directory)/bus", keys: nil)
        case ("consumer", 0): try await consumer(directory)
        case ("producer", 4):
            try await Producer(directory).run(
                count: numbers[0], users: numbers[1], writers: numbers[2], batch: numbers[3])
        default: return false
        }
        return true
    }

    /// Seals and stores the content of each event.
    private static func consumer(_ directory: String) async throws {
        let store = try store(directory, .scoring)
        let bus = try BusProcess.connect("scoring", directory, "ipc://\(directory)/bus", keys: nil)
        bus.handle(DeliverEvents.self) { batch, _ in
            try await store.receive(batch) { event, user, transaction in
                let sealed = try transaction.sealBytes(
                    event.payload, user: user, table: "rows", row: "\(event.sequence)")
                try transaction.execute(
                    "INSERT INTO rows (user, number, sealed) VALUES (?, ?, ?)", [user, Int64(event.sequence), sealed])
            }
        }
        try await bus.run()
    }
}

private struct Producer {
    private let store: Store
    private let bus: BusConnection
    private let ledger = Ledger()

    init(_ directory: String) throws {
        store = try EventsProcess.store(directory, .ingestion)
        bus = try BusProcess.connect("ingestion", directory, "ipc://\(directory)/bus", keys: nil)
    }

    /// Prints the start of the first write and the last acknowledgement, in nanoseconds of the machine's monotonic
    /// clock.
    func run(count: Int, users: Int, writers: Int, batch: Int) async throws {
        let running = Task { [bus] in try await bus.run() }
        let relay = Task { [store, bus, ledger] in
            await Relay(store: store).run(deliver: { consumer, events in
                let receipt = try await bus.request(events, to: consumer)
                ledger.note(receipt)
                return receipt
            })
        }
        let people = (0..<users).map { _ in UserID.random() }
        try await write(EventsProcess.warmUp, people, writers: writers, batch: batch)
        await ledger.reached(UInt64(EventsProcess.warmUp))
        let start = BusProcess.nanoseconds(CLOCK_MONOTONIC)
        try await write(count, people, writers: writers, batch: batch)
        let written = BusProcess.nanoseconds(CLOCK_MONOTONIC)
        await ledger.reached(UInt64(EventsProcess.warmUp + count))
        print(start, written, BusProcess.nanoseconds(CLOCK_MONOTONIC))
        relay.cancel()
        await relay.value
        await bus.drain()
        try await running.value
    }

    private func write(_ count: Int, _ people: [UserID], writers: Int, batch: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask { [store] in
                    for first in stride(from: writer * batch, to: count, by: writers * batch) {
                        try await store.write { transaction in
                            for number in first..<min(first + batch, count) {
                                try transaction.emit(EventsProcess.event(people[number % people.count], number))
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// Counts the events that the consumer has acknowledged.
private final class Ledger: Sendable {
    private struct State {
        var acknowledged: [UserID: UInt64] = [:]
        var total: UInt64 = 0
        var goal: UInt64 = .max
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func note(_ receipt: DeliverReceipt) {
        state.withLock { state in
            for stream in receipt.streams {
                let before = state.acknowledged[stream.user] ?? 0
                guard stream.acknowledged > before else { continue }
                state.acknowledged[stream.user] = stream.acknowledged
                state.total += stream.acknowledged - before
            }
            if state.total >= state.goal {
                state.waiting?.resume()
                (state.waiting, state.goal) = (nil, .max)
            }
        }
    }

    func reached(_ goal: UInt64) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if state.total >= goal {
                    continuation.resume()
                } else {
                    (state.goal, state.waiting) = (goal, continuation)
                }
            }
        }
    }
}
