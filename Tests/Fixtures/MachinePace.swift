import Foundation

/// How much slower this machine computes now than the quiet machine that limits of time were set on.
///
/// A limit judges the code. Without the factor it judges the neighbours of a shared machine as well.
public enum MachinePace {
    /// What a limit is about: the wall clock, which waits for a core too, or the processor time of a thread.
    public enum Time: Sendable { case wall, processor }

    /// Median time of ``work()`` on that machine, which has two virtual cores of a server.
    private static let reference = Duration.milliseconds(6)
    /// A machine that is slower still fails the limits.
    private static let maximumFactor = 4.0

    /// Whether `time` is below `limit`, or would be on that machine. Call it right after what is judged.
    public static func allows(_ time: Duration, below limit: Duration, _ kind: Time) -> Bool {
        time < limit || time < limit * factor(kind)
    }

    /// Whether the tests and services are a debug build, which computes several times as long.
    public static var isDebug: Bool {
        var isDebug = false
        assert(
            {
                isDebug = true
                return true
            }())
        return isDebug
    }

    /// Processor time of this process so far: what else the machine does does not count.
    public static func processorTime() -> Duration { now(CLOCK_PROCESS_CPUTIME_ID) }

    /// From 1 to 4; takes about a tenth of a second.
    private static func factor(_ time: Time) -> Double {
        let clock = time == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID
        let times = (0..<9).map { _ in
            let begin = now(clock)
            work()
            return now(clock) - begin
        }.sorted()
        return min(max(times[times.count / 2] / reference, 1), maximumFactor)
    }

    private static func now(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Texts are made, hashed and sorted: optimised code of the standard library, in any build.
    private static func work() {
        var counts: [String: Int] = [:]
        for number in 0..<6_000 { counts["text \(number * 7_919 % 3_001)", default: 0] += 1 }
        precondition(counts.keys.sorted().count == 3_001)
    }
}
