import Crypto
import Foundation
import Messages
import Storage

/// How long a key, or a person, leaves the cloud model alone after an answer that says nothing about others: the key was refused, or is over its limit.
/// The circuit breaker does not count these, so that nobody's calls depend on somebody else's key.
enum Rest {
    /// After a refused key; one that was put right at the provider is tried again this soon, another key at once.
    static let refused = Duration.seconds(60)
    /// After a quota that is used up.
    static let exhausted = Duration.seconds(600)
    /// After 429 without Retry-After, once the retries were used up.
    static let limited = Duration.seconds(60)

    /// What rests after a call that ended in this way, and for how long; nil where nothing does.
    static func after(_ outcome: CloudOutcome) -> (isOfKey: Bool, duration: Duration)? {
        switch outcome {
        case .status(401, _), .status(403, _): (true, refused)
        case .quotaExhausted(_, let retryAfter): (true, max(exhausted, retryAfter ?? .zero))
        case .status(429, let retryAfter): (true, retryAfter ?? limited)
        case .status(500..., let retryAfter?): (false, retryAfter)
        case .answered, .status, .timeout, .cancelled, .network, .tooLarge, .otherType: nil
        }
    }

    /// - Throws: `Refusal` before `until`. A clock set back does not make a rest longer than any may be.
    static func check(_ until: Milliseconds, _ now: Milliseconds) throws {
        let rest = until - now
        guard rest > 0, rest <= RetryAfter.longest.components.seconds * 1000 else { return }
        throw Refusal(
            .rateLimit,
            "The cloud model refused the API key or asked for a rest; the next call is possible in \((rest + 999) / 1000) s, with another key at once.")
    }
}

/// Rests in a transaction. A person's own key rests in their row, which ends with the key and with the person; the shared key by its digest, so that a new key
/// in the file is tried at once.
struct RestRows {
    let key: CloudKey
    let user: UserID
    let destination: String
    let transaction: Transaction

    /// - Throws: `Refusal` while the shared key rests; `CallRows` checks the person's row.
    func check(_ now: Milliseconds) throws {
        guard !key.isOwn else { return }
        if let until = try transaction.value(Milliseconds.self, "SELECT until FROM shared_rests WHERE key = ?", [digest]) { try Rest.check(until, now) }
    }

    func keep(_ rest: (isOfKey: Bool, duration: Duration), from now: Milliseconds) throws {
        let until = now + rest.duration.components.seconds * 1000
        if rest.isOfKey, !key.isOwn {
            try transaction.execute("DELETE FROM shared_rests WHERE until <= ?", [now])
            try transaction.execute(
                "INSERT INTO shared_rests (key, until) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET until = max(until, excluded.until)", [digest, until])
        } else if try !transaction.isErased(user) {
            // The key may have been replaced while the call was under way.
            if rest.isOfKey, try KeyRows(user: user, transaction: transaction).key() != key.text { return }
            try transaction.execute(
                "INSERT INTO rests (user, until) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET until = max(until, excluded.until)", [user, until])
        }
    }

    private var digest: Data { Data(SHA256.hash(data: Data("\(destination)\0\(key.text ?? "")".utf8)).prefix(16)) }
}
