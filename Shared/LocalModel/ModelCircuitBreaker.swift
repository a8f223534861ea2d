/// A circuit breaker for the local model: after several failures it is not asked for a while, so that callers do not
/// wait for it each time. A pure value; time is a parameter.
struct ModelCircuitBreaker: Sendable {
    /// Consecutive failures before a pause.
    static let failureThreshold = 3
    /// Length of a pause.
    static let rest = Duration.seconds(30)

    private var failures = 0
    private var until: ContinuousClock.Instant?

    func isResting(at now: ContinuousClock.Instant) -> Bool { until.map { now < $0 } ?? false }

    /// Records the result of a call. Only errors of availability count as failures; an invalid reply resets the count.
    /// After a pause one failure starts the next pause.
    mutating func note(_ error: LocalModelError?, at now: ContinuousClock.Instant) {
        switch error {
        case .unreachable, .timeout, .status:
            failures += 1
            if failures >= Self.failureThreshold { until = now + Self.rest }
        case nil, .refused, .malformed:
            (failures, until) = (0, nil)
        case .resting, .steered: break
        }
    }
}
