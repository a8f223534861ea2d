import Bus
import CoreMetrics
import Messages
import ServiceKit
import Synchronization

/// Measures what people wait for, for `pulsum_wait_seconds`: the page's data and the coach's reply until the response,
/// an upload and a journal entry until the person's next score is announced. The announcement names no cause, so the
/// next score may be another change's.
final class WaitTimes: Sendable {
    /// The waits that are measured; value of the label `what`.
    enum Kind: String, CaseIterable {
        case page, chat, journalToNextScore = "journal_to_next_score", importToNextScore = "import_to_next_score"

        /// The waits that end with a score.
        static let scored: [Kind] = [.journalToNextScore, .importToNextScore]
    }

    /// A begun wait, for `cancel`.
    struct Wait: Sendable, Equatable {
        fileprivate let kind: Kind
        fileprivate let user: UserID
        fileprivate let start: ContinuousClock.Instant
        fileprivate let number: UInt64
    }

    /// Upper bounds of the buckets in seconds; the alert's threshold of 2 s is one of them.
    private static let bounds = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30, 60]
    /// A wait without a new score by then has expired: the score is late, or the entry or the import did not change it.
    static let timeout = Duration.seconds(60)
    /// Most people whose score is waited for concurrently; further waits are not measured.
    static let maximumPeople = 10_000
    /// Most waits of one person; further ones are not measured.
    static let maximumPerPerson = 16

    private struct State {
        var waiting: [UserID: [Wait]] = [:]
        var expired: [Kind: Int] = [:]
        var last: UInt64 = 0

        /// Counts and drops the waits that exceed `timeout`. Linear.
        mutating func expire(_ now: ContinuousClock.Instant) {
            for (user, waits) in waiting {
                let rest = waits.filter { now - $0.start < WaitTimes.timeout }
                guard rest.count < waits.count else { continue }
                for wait in waits where now - wait.start >= WaitTimes.timeout { expired[wait.kind, default: 0] += 1 }
                waiting[user] = rest.isEmpty ? nil : rest
            }
        }
    }

    private let timers: [Kind: CoreMetrics.Timer]
    private let state = Mutex(State())
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameter metrics: nil to measure nothing.
    init(metrics: PrometheusRegistry? = nil, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        let pairs = Kind.allCases.compactMap { kind in
            metrics.map {
                (
                    kind,
                    $0.timer(
                        "pulsum_wait_seconds", "What people wait for, until they see it.", ["what": kind.rawValue],
                        bounds: Self.bounds)
                )
            }
        }
        timers = Dictionary(uniqueKeysWithValues: pairs)
        metrics?.collect { [weak self] in self.map { [$0.expirations()] } ?? [] }
    }

    func record(_ kind: Kind, _ duration: Duration) { timers[kind]?.recordNanoseconds(duration.nanoseconds) }

    /// Begins a wait that ends with the person's next score.
    /// - Returns: nil if the wait is not measured.
    @discardableResult
    func begin(_ kind: Kind, _ user: UserID) -> Wait? {
        guard timers[kind] != nil else { return nil }
        let now = now()
        return state.withLock { state in
            if state.waiting.count >= Self.maximumPeople { state.expire(now) }
            let own = state.waiting[user]?.count ?? 0
            guard own < Self.maximumPerPerson, own > 0 || state.waiting.count < Self.maximumPeople else { return nil }
            state.last += 1
            let wait = Wait(kind: kind, user: user, start: now, number: state.last)
            state.waiting[user, default: []].append(wait)
            return wait
        }
    }

    /// Drops a wait whose request failed; the person's other waits go on.
    func cancel(_ wait: Wait?) {
        guard let wait else { return }
        state.withLock { state in
            let rest = state.waiting[wait.user]?.filter { $0 != wait } ?? []
            state.waiting[wait.user] = rest.isEmpty ? nil : rest
        }
    }

    /// Ends the waits for a person's score.
    func scored(_ user: UserID) {
        let now = now()
        let ended = state.withLock { state in
            let waits = state.waiting.removeValue(forKey: user) ?? []
            for wait in waits where now - wait.start >= Self.timeout { state.expired[wait.kind, default: 0] += 1 }
            return waits.filter { now - $0.start < Self.timeout }
        }
        for wait in ended { record(wait.kind, now - wait.start) }
    }

    /// The number of waits that expired, up to now.
    private func expirations() -> Family {
        let now = now()
        let expired = state.withLock { state in
            state.expire(now)
            return state.expired
        }
        var family = Family(
            "pulsum_waits_expired_total",
            "Waits without a new score within 60 seconds: it is late, or nothing that it depends on changed.", .counter)
        for kind in Kind.scored { family.add(["what": kind.rawValue], Double(expired[kind] ?? 0)) }
        return family
    }

    /// Follows the announcements that pages follow too; returns when the stream ends.
    func follow(_ events: AsyncStream<WatchEvent>) async {
        // A stream begins with a report of each service's announcements so far; the waits of the first second are kept.
        var isFollowing = false
        for await event in events {
            switch event {
            case .event(let event):
                if event.type == ScoreUpdated.type.rawValue, let user = event.user { scored(user) }
            case .missed(let service):
                guard service == .scoring else { break }
                if isFollowing { state.withLock { $0.waiting = [:] } }
                isFollowing = true
            }
        }
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
