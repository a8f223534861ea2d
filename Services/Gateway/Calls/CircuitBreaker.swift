import GRDB
import Messages
import Storage

/// Leaves a destination alone that keeps failing: after five failures in a row for a minute, then one attempt tries.
struct CircuitBreaker: Equatable {
    static let threshold = 5
    static let pause: Milliseconds = 60_000

    var failures = 0
    /// When it last opened, or last let one call try.
    var opened: Milliseconds?

    /// Whether an attempt may go. The one that tries holds the others back for another pause.
    mutating func admit(_ now: Milliseconds) -> Bool {
        guard let since = opened else { return true }
        // A clock set back must not keep it open for longer than a pause.
        guard now < since || now - since >= Self.pause else { return false }
        opened = now
        return true
    }

    /// What an attempt says about its destination.
    enum Finding: Equatable {
        case works, fails
        /// The answer was about the key or the request, or there was none because the attempt was cancelled.
        case nothing
    }

    /// - Parameter admitted: when the attempt was admitted.
    mutating func record(_ finding: Finding, admitted: Milliseconds, _ now: Milliseconds) {
        switch finding {
        case .works: self = CircuitBreaker()
        case .fails:
            failures += 1
            if failures >= Self.threshold { opened = now }
        case .nothing:
            // The attempt that was to try the destination did not: the next one may, whoever makes it.
            if opened == admitted { opened = admitted - Self.pause }
        }
    }
}

/// The breaker of a destination in a transaction; shared by all gateways.
struct BreakerRows {
    let destination: String
    let transaction: Transaction

    /// - Throws: `Refusal` while it is open.
    func admit(_ now: Milliseconds) throws {
        try change { breaker in
            guard breaker.admit(now) else {
                throw Refusal(.circuitBreaker, "The cloud model failed \(CircuitBreaker.threshold) times in a row; it is tried again within a minute.")
            }
        }
    }

    func record(_ finding: CircuitBreaker.Finding, admitted: Milliseconds, _ now: Milliseconds) throws {
        try change { $0.record(finding, admitted: admitted, now) }
    }

    private func change(_ body: (inout CircuitBreaker) throws -> Void) throws {
        let row = try transaction.row("SELECT failures, opened FROM breakers WHERE destination = ?", [destination])
        let stored = row.map { CircuitBreaker(failures: $0["failures"], opened: $0["opened"]) } ?? CircuitBreaker()
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
