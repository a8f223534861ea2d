import Bus
import CoreMetrics
import Messages
import ServiceKit
import Synchronization

/// Measures what people wait for, for `pulsum_wait_seconds`: the page's data and the coach's reply until the response,
/// an upload and a journal entry until the new score is announced.
final class WaitTimes: Sendable {
    /// What a person waits for; value of the label `what`.
    enum What: String, CaseIterable {
        case page, chat, journalToScore = "journal_to_score", importToScore = "import_to_score"
    }

    /// In seconds, with the alert's threshold of 2 s among them.
    private static let bounds = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30, 60]
    /// A wait without a new score by then is dropped: the entry or the import did not change the score.
    static let longest = Duration.seconds(60)
    /// Most people whose score is waited for at once; further waits are not measured.
    static let most = 10_000

    private let timers: [What: CoreMetrics.Timer]
    private let waiting = Mutex<[UserID: [What: ContinuousClock.Instant]]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameter metrics: nil to measure nothing.
    init(metrics: PrometheusRegistry? = nil, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        let pairs = What.allCases.compactMap { what in
            metrics.map {
                (
                    what,
                    $0.timer(
                        "pulsum_wait_seconds", "What people wait for, until they see it.", ["what": what.rawValue],
                        bounds: Self.bounds)
                )
            }
        }
        timers = Dictionary(uniqueKeysWithValues: pairs)
    }

    func record(_ what: What, _ duration: Duration) { timers[what]?.recordNanoseconds(duration.nanoseconds) }

    /// Begins a wait that ends with the person's next score. A second one joins the first.
    func begin(_ what: What, _ user: UserID) {
        guard timers[what] != nil else { return }
        let now = now()
        waiting.withLock { waiting in
            if waiting.count >= Self.most {
                waiting = waiting.filter { $0.value.values.contains { $0 + Self.longest > now } }
            }
            guard waiting.count < Self.most else { return }
            let begun = waiting[user]?[what].flatMap { $0 + Self.longest > now ? $0 : nil }
            waiting[user, default: [:]][what] = begun ?? now
        }
    }

    /// Drops a wait whose request failed.
    func cancel(_ what: What, _ user: UserID) { waiting.withLock { $0[user]?[what] = nil } }

    /// Ends the waits for a person's score.
    func scored(_ user: UserID) {
        guard let begun = waiting.withLock({ $0.removeValue(forKey: user) }) else { return }
        let now = now()
        for (what, start) in begun where now - start < Self.longest { record(what, now - start) }
    }

    /// Follows the announcements that pages follow too; returns when the stream ends.
    func follow(_ events: AsyncStream<WatchEvent>) async {
        for await event in events {
            switch event {
            case .event(let event):
                if event.type == ScoreUpdated.type.rawValue, let user = event.user { scored(user) }
            case .missed(let service):
                if service == .scoring { waiting.withLock { $0 = [:] } }
            }
        }
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
