/// Lets a model that does not answer rest, so that nobody waits for it each time. A pure value; time is passed in.
struct ModelRest: Sendable {
    static let failuresBeforeRest = 3
    static let rest = Duration.seconds(30)

    private var failures = 0
    private var until: ContinuousClock.Instant?

    func isResting(at now: ContinuousClock.Instant) -> Bool { until.map { now < $0 } ?? false }

    /// Notes how a call ended. Only what says that nobody is there counts; a wrong answer is an answer. After a rest one failure begins the next.
    mutating func note(_ error: LocalModelError?, at now: ContinuousClock.Instant) {
        switch error {
        case .unreachable, .timeout, .status:
            failures += 1
            if failures >= Self.failuresBeforeRest { until = now + Self.rest }
        case nil, .refused, .malformed:
            (failures, until) = (0, nil)
        case .resting, .steered: break
        }
    }
}
