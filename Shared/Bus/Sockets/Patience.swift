#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How a socket thread waits: what follows on a message mostly comes at once, and to wake a sleeping thread costs more than to let others run and look again.
///
/// Not beside somebody who computes on the same processor: the kernel wakes a thread that sleeps before that one's time is up, but not one that has yielded.
/// After a yield that took long there is no patience for a while, and where the next one comes soon, for twice as long.
package struct Patience {
    private var looks = 0
    private var noneUntil = Moment(nanoseconds: 0)
    private(set) var pause = Duration.zero
    /// About a tenth of a millisecond where no other thread wants the processor.
    static let maximum = 60
    private static let longYield = Duration.milliseconds(1)
    static let shortestPause = Duration.milliseconds(10)
    static let longestPause = Duration.seconds(2)
    private static let soon = Duration.milliseconds(100)

    package init() {}

    /// A message came or went.
    package mutating func renew() { looks = Self.maximum }

    /// False where it is time to sleep.
    /// - Parameter yield: lets others run, and returns when it was done.
    package mutating func looksAgain(_ now: Moment, yield: () -> Moment = Self.yield) -> Bool {
        guard looks > 0, now >= noneUntil else { return false }
        looks -= 1
        let end = yield()
        guard end - now > Self.longYield else { return true }
        pause = now - noneUntil < Self.soon ? min(pause * 2, Self.longestPause) : Self.shortestPause
        (looks, noneUntil) = (0, end + pause)
        return true
    }

    package static func yield() -> Moment {
        sched_yield()
        return .now
    }
}
