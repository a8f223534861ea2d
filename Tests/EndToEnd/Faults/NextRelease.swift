import Bus
import Fixtures
import Foundation
import Logging
import Messages
import Storage
import Wire

@testable import Scoring

/// The check-in of a simulated next release: one more field.
struct NextCheckIn: UserRequest {
    typealias Reply = CheckIn
    static let type = SubmitCheckIn.type
    static let service: ServiceName? = .scoring
    var user: UserID
    var day: Day
    var at: Milliseconds
    var stress: Int32
    var energy: Int32
    var sleepQuality: Int32
    var remark: String?
    enum CodingKeys: Int, CodingKey { case user = 1, day, at, stress, energy, sleepQuality, remark }
}

/// The next release of scoring: one more migration and one more field, on the database of the current release.
struct NextRelease {
    private let connection: BusConnection
    private let store: Store
    private let relay: Task<Void, Never>

    init(on stack: Stack) throws {
        let added = Migration(
            Schema.migrations.count + 1, "remarks",
            """
            ALTER TABLE inputs ADD COLUMN remarked INTEGER NOT NULL DEFAULT 0;
            CREATE TABLE remarks (user BLOB NOT NULL, id BLOB NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (user, id));
            """)
        let store = try Store(
            path: stack.directory + "/db/scoring.sqlite", service: .scoring,
            key: try MasterKey.loadOrCreate(path: stack.directory + "/master.key"),
            migrations: Schema.migrations + [added])
        self.store = store
        let scoring = ScoringService(store: store, log: Logger(label: "next") { _ in SwiftLogNoOpLogHandler() })
        connection = try stack.join(as: .scoring, release: "next") { bus in
            bus.handle(NextCheckIn.self) { request, context in
                let kept = try await scoring.checkIn(
                    SubmitCheckIn(
                        user: request.user, day: request.day, at: request.at, stress: request.stress,
                        energy: request.energy, sleepQuality: request.sleepQuality
                    ),
                    id: context.id)
                if let remark = request.remark {
                    try await store.write { transaction in
                        let sealed = try transaction.sealBytes(
                            Data(remark.utf8), user: request.user, table: "remarks", row: "\(kept.id)")
                        try transaction.execute(
                            "INSERT INTO remarks (user, id, sealed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                            [request.user, kept.id, sealed])
                        try transaction.execute(
                            "UPDATE inputs SET remarked = 1 WHERE user = ? AND id = ?", [request.user, kept.id])
                    }
                }
                return kept
            }
            bus.handle(ScoreHistory.self) { request, _ in try await scoring.history(request) }
            bus.handle(ScoreQuery.self) { request, _ in try await scoring.score(request) }
            bus.handle(ExportUser.self) { request, _ in try await scoring.export(request.user, request.cursor) }
            bus.handle(ListParked.self) { _, _ in try await store.parkedLanes() }
            bus.consumes([DailyMetricsChanged.type, JournalEntryChanged.type, CrisisChanged.type, ProfileChanged.type])
            bus.handle(DeliverEvents.self) { batch, _ in
                try await store.receive(
                    batch,
                    apply: { event, _, transaction in
                        let decoder = WireDecoder()
                        switch MessageType(event.type) {
                        case DailyMetricsChanged.type:
                            try scoring.apply(
                                decoder.decode(DailyMetricsChanged.self, from: event.payload), transaction)
                        case JournalEntryChanged.type:
                            try scoring.apply(
                                decoder.decode(JournalEntryChanged.self, from: event.payload), transaction)
                        case ProfileChanged.type:
                            try scoring.apply(decoder.decode(ProfileChanged.self, from: event.payload), transaction)
                        default: try scoring.apply(decoder.decode(CrisisChanged.self, from: event.payload), transaction)
                        }
                    }, finishBatch: { try scoring.recalculate($0, $1) })
            }
        }
        relay = Task { [connection, store] in
            await Relay(store: store).run(deliver: { consumer, batch in
                try await connection.request(batch, to: consumer)
            })
        }
    }

    /// Leaves the bus in order, with a drain.
    func leave() async {
        await connection.drain()
        relay.cancel()
        await relay.value
    }

    func remarks() async throws -> Int {
        try await store.read { try $0.value(Int.self, "SELECT count(*) FROM remarks") } ?? 0
    }
}
