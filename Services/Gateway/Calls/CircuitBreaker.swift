import Messages
import Storage

/// A circuit breaker per destination: five consecutive failures open it for a minute, then a single attempt probes.
struct CircuitBreaker: Equatable {
    /// Consecutive failures that open the breaker.
    static let threshold = 5
    /// Milliseconds for which an open breaker refuses attempts.
    static let pause: Milliseconds = 60_000

    var failures = 0
    /// Time of the last opening or probe; nil while closed.
    var opened: Milliseconds?

    /// True if an attempt may proceed. A probe blocks other attempts for another `pause`.
    mutating func admit(_ now: Milliseconds) -> Bool {
        guard let since = opened else { return true }
        // If the clock was set back, the breaker must not stay open longer than one pause.
        guard now < since || now - since >= Self.pause else { return false }
        opened = now
        return true
    }

    /// An attempt's evidence about its destination.
    enum Finding: Equatable {
        case works, fails
        /// No evidence: the reply concerned the key or the request, or the attempt was cancelled.
        case nothing
    }

    /// Records an attempt's outcome.
    /// - Parameter admitted: the time at which the attempt was admitted.
    mutating func record(_ finding: Finding, admitted: Milliseconds, _ now: Milliseconds) {
        switch finding {
        case .works: self = CircuitBreaker()
        case .fails:
            failures += 1
            if failures >= Self.threshold { opened = now }
        case .nothing:
            // The probe did not reach the destination, so the next attempt may probe immediately.
            if opened == admitted { opened = admitted - Self.pause }
        }
    }
}

/// A destination's circuit breaker in a transaction; shared by all gateways.
struct BreakerRows {
    let destination: String
    let transaction: Transaction

    /// - Throws: `Refusal` while the breaker is open.
    func admit(_ now: Milliseconds) throws {
        try change { breaker in
            guard breaker.admit(now) else {
                throw Refusal(
                    .circuitBreaker,
                    "The cloud model failed \(CircuitBreaker.threshold) times in a row; it is tried again within a minute."
                )
            }
        }
    }

    func record(_ finding: CircuitBreaker.Finding, admitted: Milliseconds, _ now: Milliseconds) throws {
        try change { $0.record(finding, admitted: admitted, now) }
    }

    private func change(_ body: (inout CircuitBreaker) throws -> Void) throws {
        let row = try transaction.row("SELECT failures, opened FROM breakers WHERE destination = ?", [destination])
        let stored =
            try row.map { try CircuitBreaker(failures: $0["failures"], opened: $0["opened"]) } ?? CircuitBreaker()
        var breaker = stored
        try body(&breaker)
        guard breaker != stored else { return }
        try transaction.execute(
            """
            INSERT INTO breakers (destination, failures, opened) VALUES (?, ?, ?)
            ON CONFLICT (destination) DO UPDATE SET failures = excluded.failures, opened = excluded.opened
            """, [destination, breaker.failures, breaker.opened])
    }
}
