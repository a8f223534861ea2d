import Messages
import Storage

/// Rate limit for each person: one call per 3 s and 20 attempts per hour (GAT-5). A retried call counts as one call and
/// several attempts.
enum RateLimit {
    static let spacing: Milliseconds = 3_000
    static let hour: Milliseconds = 3_600_000
    static let perHour = 20

    struct Attempt: Equatable {
        var at: Milliseconds
        var isRetry = false
    }

    /// Milliseconds until the next attempt may proceed; nil if it may proceed now. An attempt recorded in the future,
    /// by a clock set back since, counts as now.
    /// - Parameter isRetry: true if the attempt repeats a started call; `RetryPolicy` spaces retries.
    static func wait(_ now: Milliseconds, after attempts: [Attempt], isRetry: Bool = false) -> Milliseconds? {
        let recent = attempts.map { Attempt(at: min($0.at, now), isRetry: $0.isRetry) }.filter { $0.at > now - hour }
            .sorted { $0.at < $1.at }
        var wait: Milliseconds = 0
        if !isRetry, let last = recent.last(where: { !$0.isRetry }) { wait = last.at + spacing - now }
        if recent.count >= perHour { wait = max(wait, recent[recent.count - perHour].at + hour - now) }
        return wait > 0 ? wait : nil
    }
}

/// A person's recent attempts in a transaction.
struct CallRows {
    let user: UserID
    let transaction: Transaction

    /// Records an attempt.
    /// - Throws: `Refusal` if the limit is reached or the cloud model requested a pause for this person; nothing is
    ///   recorded then. `ServiceError(.erased)`.
    func admit(_ now: Milliseconds, isRetry: Bool) throws {
        try transaction.check(user)
        let attempts = try transaction.rows("SELECT at, is_retry FROM calls WHERE user = ?", [user]).compactMap { row in
            try transaction.readOne(of: user, in: "calls") {
                try RateLimit.Attempt(at: row["at"], isRetry: row["is_retry"])
            }
        }
        if let wait = RateLimit.wait(now, after: attempts, isRetry: isRetry) {
            throw Refusal(
                .rateLimit,
                "The limit is one call in 3 seconds and 20 attempts in an hour; the next is possible in \((wait + 999) / 1000) s."
            )
        }
        if let until = try transaction.value(Milliseconds.self, "SELECT until FROM rests WHERE user = ?", [user]) {
            try Backoff.check(until, now)
        }
        try transaction.execute("DELETE FROM calls WHERE user = ? AND at <= ?", [user, now - RateLimit.hour])
        try transaction.execute("INSERT INTO calls (user, at, is_retry) VALUES (?, ?, ?)", [user, now, isRetry])
    }
}
