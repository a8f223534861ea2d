import HealthFormats

/// Admits work of several queues concurrently, or one piece exclusively: after a crash with several pieces in progress,
/// the cause is unknown. A pure value, guarded by its owner's lock. Never blocks: refused work is retried soon.
struct AloneGate: Sendable {
    private var together = 0
    private var isAlone = false
    /// Until this instant concurrent work is refused, so that exclusive work is not starved.
    private var reserved: ContinuousClock.Instant?
    private static let reservation = Duration.seconds(10)

    /// Returns false if the work must be postponed.
    mutating func enter(alone: Bool, at now: ContinuousClock.Instant) -> Bool {
        guard !isAlone else { return false }
        if alone {
            guard together == 0 else {
                reserved = now + Self.reservation
                return false
            }
            (isAlone, reserved) = (true, nil)
        } else {
            if let reserved, now < reserved { return false }
            together += 1
        }
        return true
    }

    mutating func leave(alone: Bool) { if alone { isAlone = false } else { together -= 1 } }
}
