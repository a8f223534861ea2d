import Messages
import Storage

/// One call per 3 s and 20 per hour for each person (GAT-5).
enum RateLimit {
    static let spacing: Milliseconds = 3_000
    static let hour: Milliseconds = 3_600_000
    static let perHour = 20

    /// How long to wait before the next call; nil where it may go now. A call noted in the future, by a clock set back since, counts as now.
    static func wait(_ now: Milliseconds, after calls: [Milliseconds]) -> Milliseconds? {
        let recent = calls.map { min($0, now) }.filter { $0 > now - hour }.sorted()
        var wait: Milliseconds = 0
        if let last = recent.last { wait = last + spacing - now }
        if recent.count >= perHour { wait = max(wait, recent[recent.count - perHour] + hour - now) }
        return wait > 0 ? wait : nil
    }
}

/// A person's calls in a transaction.
struct CallRows {
    let user: UserID
    let transaction: Transaction

    /// Notes a call.
    /// - Throws: `Refusal` where the limit is reached; then nothing is noted.
    func admit(_ now: Milliseconds) throws {
        let calls = try transaction.rows("SELECT at FROM calls WHERE user = ?", [user]).map { $0["at"] as Milliseconds }
        if let wait = RateLimit.wait(now, after: calls) {
            throw Refusal(.rateLimit, "The limit is one call in 3 seconds and 20 in an hour; the next is possible in \((wait + 999) / 1000) s.")
        }
        if let rest = try rest(now) { throw Refusal(.rateLimit, "The cloud model asked for a rest; the next call is possible in \((rest + 999) / 1000) s.") }
        try transaction.execute("DELETE FROM calls WHERE user = ? AND at <= ?", [user, now - RateLimit.hour])
        try transaction.execute("INSERT INTO calls (user, at) VALUES (?, ?)", [user, now])
    }

    /// Leaves the cloud model alone for as long as it asked.
    func rest(for duration: Duration, from now: Milliseconds) throws {
        let until = now + duration.components.seconds * 1000
        try transaction.execute(
            "INSERT INTO rests (user, until) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET until = max(until, excluded.until)", [user, until])
    }

    /// What is left of a rest; nil where there is none. A clock set back does not make it longer than any rest may be.
    private func rest(_ now: Milliseconds) throws -> Milliseconds? {
        guard let until = try transaction.value(Milliseconds.self, "SELECT until FROM rests WHERE user = ?", [user]) else { return nil }
        let rest = until - now
        return rest > 0 && rest <= RetryAfter.longest.components.seconds * 1000 ? rest : nil
    }
}
