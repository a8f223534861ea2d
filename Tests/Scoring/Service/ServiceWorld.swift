import Foundation
import Logging
import Messages
import Storage
import Synchronization
import Wire

@testable import Scoring

/// A scoring service on its own database in a scratch directory.
final class ServiceWorld: Sendable {
    static let now: Milliseconds = Milliseconds(day(40).number) * 86_400_000 + 43_200_000

    let directory: String
    let user: UserID
    /// Each has its own store on the same file, as separate processes do.
    let workers: [ScoringService]
    private let sequences = Mutex<[ServiceName: UInt64]>([:])

    /// Kept alive for its directory.
    private let earlier: ServiceWorld?

    /// - Parameter migrations: number of schema migrations of an earlier release; nil for all.
    init(workers: Int = 1, migrations: Int? = nil) throws {
        (directory, user, earlier) = (
            NSTemporaryDirectory() + "pulsum-scoring-\(UInt64.random(in: 0 ... .max))", .random(), nil
        )
        self.workers = try Self.workers(workers, directory, Array(Schema.migrations.prefix(migrations ?? .max)))
    }

    /// Opens the database of another world with this release.
    init(reopening earlier: ServiceWorld) throws {
        (directory, user, self.earlier) = (earlier.directory, earlier.user, earlier)
        try earlier.store.close()
        workers = try Self.workers(1, earlier.directory, Schema.migrations)
    }

    private static func workers(_ count: Int, _ directory: String, _ migrations: [Migration]) throws -> [ScoringService]
    {
        let key = try MasterKey.loadOrCreate(path: directory + "/master.key")
        return try (0..<count).map { _ in
            let store = try Store(
                path: directory + "/scoring.sqlite", service: .scoring, key: key, migrations: migrations)
            return ScoringService(store: store, log: Logger(label: "test"), clock: { Self.now })
        }
    }

    deinit { if earlier == nil { try? FileManager.default.removeItem(atPath: directory) } }

    var service: ScoringService { workers[0] }
    var store: Store { service.store }

    /// Delivers events as the host does, resuming where the consumer stopped at its time limit.
    /// - Returns: the number of deliveries it took.
    @discardableResult
    func deliver(_ events: [any BusEvent], from producer: ServiceName = .ingestion, by worker: Int = 0) async throws
        -> Int
    {
        var waiting = try events.map { try number($0, producer) }
        var deliveries = 0
        while !waiting.isEmpty {
            let receipt = try await receive(
                StreamSlice(user: user, epoch: 1, events: waiting), from: producer, by: worker
            ).streams[0]
            if let refusal = receipt.refusal { throw refusal }
            waiting.removeAll { $0.sequence <= receipt.acknowledged }
            deliveries += 1
        }
        return deliveries
    }

    func number<E: BusEvent>(_ event: E, _ producer: ServiceName) throws -> StreamEvent {
        let sequence = sequences.withLock { sequences in
            sequences[producer, default: 0] += 1
            return sequences[producer] ?? 0
        }
        return StreamEvent(sequence: sequence, id: .random(), type: E.type, payload: try WireEncoder().encode(event))
    }

    func receive(_ slice: StreamSlice, from producer: ServiceName, by worker: Int = 0) async throws -> DeliverReceipt {
        let service = workers[worker]
        return try await service.store.receive(
            DeliverEvents(producer: producer, consumer: .scoring, slices: [slice]),
            apply: { event, _, transaction in
                switch MessageType(event.type) {
                case DailyMetricsChanged.type:
                    try service.apply(WireDecoder().decode(DailyMetricsChanged.self, from: event.payload), transaction)
                case JournalEntryChanged.type:
                    try service.apply(WireDecoder().decode(JournalEntryChanged.self, from: event.payload), transaction)
                case CrisisChanged.type:
                    try service.apply(WireDecoder().decode(CrisisChanged.self, from: event.payload), transaction)
                default: try service.apply(WireDecoder().decode(ProfileChanged.self, from: event.payload), transaction)
                }
            }, finishBatch: { try service.recalculate($0, $1) })
    }

    func reduced(_ input: ScoringInput, revision: UInt64 = 1) -> DailyMetricsChanged {
        guard case .metrics(let metrics) = input else {
            return DailyMetricsChanged(user: user, revision: revision, metrics: DailyMetrics(day: input.day))
        }
        return DailyMetricsChanged(user: user, revision: revision, metrics: metrics)
    }

    func analyzed(
        _ offset: Int, _ sentiment: Double?, entry: EntityID = .random(), revision: UInt64 = 1,
        level: Verdict.Level = .safe, deleted: Bool = false
    )
        -> JournalEntryChanged
    {
        JournalEntryChanged(
            user: user, entry: entry, revision: revision, day: day(offset), at: 0, sentiment: sentiment, level: level,
            deleted: deleted)
    }

    /// Delivers inputs as their services do.
    func enter(_ inputs: [ScoringInput]) async throws {
        try await deliver(inputs.filter { if case .metrics = $0 { true } else { false } }.map { reduced($0) })
        for case .checkIn(let checkIn) in inputs {
            _ = try await service.checkIn(
                SubmitCheckIn(
                    user: user, day: checkIn.day, at: checkIn.at, stress: checkIn.stress, energy: checkIn.energy,
                    sleepQuality: checkIn.sleepQuality),
                id: RequestID(high: checkIn.id.high, low: checkIn.id.low))
        }
    }

    /// - Parameter after: milliseconds after the start of the day in UTC.
    func submit(
        _ offset: Int, stress: Int32? = 3, energy: Int32? = 5, sleep: Int32? = 5, after: Milliseconds = 0,
        id: RequestID = .random()
    ) async throws -> CheckIn {
        let at = Milliseconds(day(offset).number) * 86_400_000 + after
        return try await service.checkIn(
            SubmitCheckIn(user: user, day: day(offset), at: at, stress: stress, energy: energy, sleepQuality: sleep),
            id: id)
    }

    func breakdown(_ offset: Int, today: Int = 40) async throws -> ScoreBreakdown {
        try await service.breakdown(BreakdownQuery(user: user, day: day(offset), today: day(today)))
    }

    func history(_ from: Int, _ through: Int, today: Int = 40) async throws -> [ScoreReport] {
        try await service.history(ScoreHistory(user: user, from: day(from), through: day(through), today: day(today)))
            .scores
    }

    /// Every stored state with its revision.
    func states() async throws -> [DayState] {
        try await store.read { [user] in
            try ScoreRows(user: user, transaction: $0).states(
                from: DayInputs.plausible.lowerBound, through: DayInputs.plausible.upperBound
            ).map(\.state)
        }
    }

    /// Pending events, oldest first.
    func told() async throws -> [ScoreUpdated] {
        try await store.read { [user] transaction in
            try transaction.rows(
                "SELECT sequence, sealed FROM storage_outbox WHERE consumer = 'coaching' AND user = ? ORDER BY sequence",
                [user]
            ).map {
                let sequence: Int64 = try $0["sequence"]
                return try transaction.open(
                    ScoreUpdated.self, $0["sealed"], user: user, table: "storage_outbox", row: "coaching/\(sequence)")
            }
        }
    }

    /// Number of rows of a table.
    func count(_ table: String) async throws -> Int {
        try await store.read {
            try $0.value(Int.self, "SELECT count(*) FROM \(table) WHERE user = ?", [self.user]) ?? 0
        }
    }

    /// Changes rows as disk damage does: no trigger runs.
    func damage(_ statement: String) async throws {
        try await store.write { transaction in
            let triggers = try transaction.rows(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'inputs'")
            for trigger in triggers { try transaction.execute("DROP TRIGGER \(trigger["name"] as String)") }
            try transaction.execute(statement)
            for trigger in triggers { try transaction.execute(trigger["sql"]) }
        }
    }

    /// The person's export: text by file name.
    func exported() async throws -> [String: String] {
        var files: [String: String] = [:]
        var cursor: String?
        repeat {
            let page = try await service.export(user, cursor)
            for file in page.files { files[file.name, default: ""] += String(decoding: file.content, as: UTF8.self) }
            cursor = page.next
        } while cursor != nil
        return files
    }

    func updates() async throws -> Int64 { try await store.parkedLanes().pending }
}
