import Crypto
import Foundation
import Messages
import Storage

/// The back-off of a key or a person after a reply that says nothing about other keys: the key was refused or is over
/// its limit. The circuit breaker ignores these replies, so that nobody's calls depend on another person's key.
enum Backoff {
    /// After a refused key. A key repaired at the provider is retried after this time, a new key immediately.
    static let refused = Duration.seconds(60)
    /// After an exhausted quota.
    static let exhausted = Duration.seconds(600)
    /// After 429 without Retry-After, once the retries are used up.
    static let limited = Duration.seconds(60)

    /// The back-off after an outcome, for the key or for the person, and its duration; nil if there is none.
    static func after(_ outcome: CloudOutcome) -> (isOfKey: Bool, duration: Duration)? {
        switch outcome {
        case .status(401, _), .status(403, _): (true, refused)
        case .quotaExhausted(_, let retryAfter): (true, max(exhausted, retryAfter ?? .zero))
        case .status(429, let retryAfter): (true, retryAfter ?? limited)
        case .status(500..., let retryAfter?): (false, retryAfter)
        case .answered, .status, .timeout, .cancelled, .network, .otherKey, .tooLarge, .otherType: nil
        }
    }

    /// Ignores an implausibly long back-off, which results from a clock set back or from a damaged row.
    /// - Throws: `Refusal` before `until`.
    static func check(_ until: Milliseconds, _ now: Milliseconds) throws {
        let (rest, isTooLarge) = until.subtractingReportingOverflow(now)
        guard !isTooLarge, rest > 0, rest <= RetryAfter.maximumWait.components.seconds * 1000 else { return }
        throw Refusal(
            .rateLimit,
            "The cloud model refused the API key or asked for a rest; the next call is possible in \((rest + 999) / 1000) s, with another key at once."
        )
    }
}

/// Back-offs in a transaction. A person's own key uses the person's row, which is deleted with the key or the person.
/// The shared key is stored by its digest, so that a new key in the file is tried immediately.
struct BackoffRows {
    let key: CloudKey
    let user: UserID
    let destination: String
    let transaction: Transaction

    /// - Throws: `Refusal` during the shared key's back-off; `CallRows` checks the person's row.
    func check(_ now: Milliseconds) throws {
        guard !key.isOwn else { return }
        if let until = try transaction.value(
            Milliseconds.self, "SELECT until FROM shared_rests WHERE key = ?", [digest])
        {
            try Backoff.check(until, now)
        }
    }

    func keep(_ rest: (isOfKey: Bool, duration: Duration), from now: Milliseconds) throws {
        let until = now + rest.duration.components.seconds * 1000
        if rest.isOfKey, !key.isOwn {
            try transaction.execute("DELETE FROM shared_rests WHERE until <= ?", [now])
            try transaction.execute(
                "INSERT INTO shared_rests (key, until) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET until = max(shared_rests.until, excluded.until)",
                [digest, until])
        } else if try !transaction.isErased(user) {
            // The key may have been replaced during the call.
            if rest.isOfKey, try KeyRows(user: user, transaction: transaction).key() != key.text { return }
            try transaction.execute(
                "INSERT INTO rests (user, until) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET until = max(rests.until, excluded.until)",
                [user, until])
        }
    }

    private var digest: Data { Data(SHA256.hash(data: Data("\(destination)\0\(key.text ?? "")".utf8)).prefix(16)) }
}
