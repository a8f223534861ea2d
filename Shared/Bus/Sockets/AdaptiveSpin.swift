#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Yields briefly before blocking in `poll(2)`: the next message usually arrives soon, and waking a thread costs
/// more.
///
/// A yield hurts next to a compute-bound thread on the same processor: the kernel preempts that thread for a sleeper
/// that wakes, but not for one that yielded. After a long yield, spinning is suspended for `pause`; if the next spin
/// soon after yields long again, the pause doubles.
package struct AdaptiveSpin {
    private var looks = 0
    private var suspendedUntil = MonotonicInstant(nanoseconds: 0)
    private(set) var pause = Duration.zero
    /// Yields per message; about 100 µs if no other thread needs the processor.
    static let maximum = 60
    private static let longYield = Duration.milliseconds(1)
    static let minimumPause = Duration.milliseconds(10)
    static let maximumBackoff = Duration.seconds(2)
    private static let soon = Duration.milliseconds(100)

    package init() {}

    /// Restarts the spin after a message was sent or received.
    package mutating func renew() { looks = Self.maximum }

    /// Yields once. Returns false if the thread should block instead.
    /// - Parameter yield: yields the processor and returns the time afterwards.
    package mutating func shouldSpin(_ now: MonotonicInstant, yield: () -> MonotonicInstant = Self.yield) -> Bool {
        guard looks > 0, now >= suspendedUntil else { return false }
        looks -= 1
        let end = yield()
        guard end - now > Self.longYield else { return true }
        pause = now - suspendedUntil < Self.soon ? min(pause * 2, Self.maximumBackoff) : Self.minimumPause
        (looks, suspendedUntil) = (0, end + pause)
        return true
    }

    package static func yield() -> MonotonicInstant {
        sched_yield()
        return .now
    }
}
