import Bus
import Fixtures
import Foundation
import Messages

/// The real scoring service on a real bus; this process takes the place of ingestion and sentiment.
final class ScoringRig: Sendable {
    let stack: Stack
    private let ingestion: BusConnection
    private let sentiment: BusConnection
    private let tasks: [Task<Void, any Error>]

    /// Connects as the owner's command line, for check-ins and queries.
    var bus: BusConnection { stack.bus }

    init(workers: Int) async throws {
        let stack = try await Stack.start(["--scale", "scoring=\(workers)"])
        func join(_ service: ServiceName) throws -> BusConnection {
            let token = try String(contentsOfFile: "\(stack.directory)/tokens/\(service)", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            return try BusConnection(
                BusConfiguration(
                    service: service, release: "benchmark",
                    brokers: [try BusEndpoint("ipc://\(stack.directory)/run/bus")], token: token))
        }
        (self.stack, ingestion, sentiment) = (stack, try join(.ingestion), try join(.sentiment))
        tasks = [ingestion, sentiment].map { connection in Task { try await connection.run() } }
    }

    func stop() async throws {
        for task in tasks { task.cancel() }
        try await stack.stop()
    }

    /// One delivery of metrics to scoring: each user's events, numbered from `first` on. Returns when they are
    /// committed and scored.
    func deliver(_ metrics: [(user: UserID, days: [DailyMetrics])], first: UInt64) async throws {
        try await ingestion.deliver(
            metrics.map { slice in
                (slice.user, slice.days.map { DailyMetricsChanged(user: slice.user, revision: first, metrics: $0) })
            }, first: first, from: .ingestion, to: .scoring)
    }

    /// The same for journal entries; only their sentiment is used.
    func deliver(sentiment value: Double, on day: Day, of user: UserID, number: UInt64) async throws {
        let event = JournalEntryChanged(
            user: user, entry: .random(), revision: 1, day: day, at: 0, sentiment: value, level: .safe, deleted: false)
        try await sentiment.deliver([(user, [event])], first: number, from: .sentiment, to: .scoring)
    }
}

extension ScoringRig: JudgedScoring {
    func deliver(_ metrics: DailyMetrics, of user: UserID, number: UInt64) async throws {
        try await deliver([(user, [metrics])], first: number)
    }

    func checkIn(_ request: SubmitCheckIn) async throws { _ = try await bus.request(request) }

    func breakdown(_ query: BreakdownQuery) async throws -> ScoreBreakdown { try await bus.request(query) }
}
