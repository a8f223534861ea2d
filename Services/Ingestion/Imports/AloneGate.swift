import HealthFormats

/// Lets work on several lanes of a process go on together, or one piece alone: where a worker dies with several pieces
/// in hand, none of them is known to be the cause. A value behind a lock; nobody waits in it, refused work is looked at
/// again soon.
struct AloneGate: Sendable {
    private var together = 0
    private var isAlone = false
    /// Until then nothing enters together, so that who wants to be alone comes to it.
    private var reserved: ContinuousClock.Instant?
    private static let reservation = Duration.seconds(10)

    /// False where the work has to be left for later.
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
