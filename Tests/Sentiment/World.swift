import Bus
import Foundation
import Logging
import Messages
import Storage
import Synchronization

@testable import Sentiment

/// A sentiment service on a scratch database, with a bus whose safety service gives the verdict a test sets.
final class World: Sendable {
    let directory: String
    let store: Store
    let bus = FakeBus()
    let log = LogSink()
    let time = Mutex<Milliseconds>(1_750_000_000_000)

    init() throws {
        directory = NSTemporaryDirectory() + "sentiment-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        store = try Store(
            path: directory + "/sentiment.sqlite", service: .sentiment,
            key: try MasterKey.loadOrCreate(path: directory + "/master.key"),
            migrations: Schema.migrations)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    var service: SentimentService {
        let log = log
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = .trace
        return SentimentService(store: store, bus: bus, log: logger, now: { self.time.withLock { $0 } })
    }

    func submission(_ text: String, user: UserID, at: Milliseconds = 1_750_000_000_000, country: String? = "DE")
        -> SubmitJournal
    {
        SubmitJournal(user: user, day: Day(number: 20_254), at: at, text: text, country: country)
    }

    /// The events waiting in the outbox for one consumer, in order.
    func events(for consumer: ServiceName, user: UserID) async throws -> [JournalEntryChanged] {
        try await store.read { transaction in
            try transaction.rows(
                "SELECT sequence, sealed FROM storage_outbox WHERE consumer = ? AND user = ? ORDER BY sequence",
                [consumer.rawValue, user]
            ).map {
                let sequence: Int64 = try $0["sequence"]
                return try transaction.open(
                    JournalEntryChanged.self, $0["sealed"], user: user, table: "storage_outbox",
                    row: "\(consumer)/\(sequence)")
            }
        }
    }

    /// All stored files, as bytes.
    func files() throws -> Data {
        try FileManager.default.contentsOfDirectory(atPath: directory).reduce(into: Data()) {
            $0 += try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\($1)"))
        }
    }
}

final class FakeBus: Requesting {
    struct State {
        var verdict: Verdict? = Verdict(level: .safe)
        /// In place of `verdict`, by the effort of the question.
        var byEffort: [Classify.Effort: Verdict] = [:]
        /// In place of an answer.
        var error: ServiceError?
        var asked: [Classify] = []
        var budgets: [Duration?] = []
        /// Requests other than `Classify`.
        var others = 0
    }

    let state = Mutex(State())

    func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?) async throws
        -> R.Reply
    {
        let reply: (any Message)? = try state.withLock { state in
            guard let classify = request as? Classify else {
                state.others += 1
                return nil
            }
            state.asked.append(classify)
            state.budgets.append(budget)
            if let error = state.error { throw error }
            return state.byEffort[classify.effort ?? .prompt] ?? state.verdict
        }
        guard let answer = reply as? R.Reply else { throw ServiceError(.unavailable, "Nobody answers.") }
        return answer
    }
}

/// Keeps all log lines for tests to search.
final class LogSink: LogHandler {
    private let kept = Mutex<[String]>([])
    var lines: [String] { kept.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }

    func log(event: LogEvent) {
        kept.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
    }
}
