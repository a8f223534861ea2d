#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// This machine's clock, counted from 1970-01-01T00:00:00Z. It may jump; measure durations with a monotonic clock.
public enum WallClock: Sendable {
    /// Whole seconds since 1970.
    public static func seconds() -> Int64 { Int64(now().tv_sec) }

    /// Milliseconds since 1970, rounded down.
    public static func milliseconds() -> Int64 {
        let time = now()
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Microseconds since 1970, rounded down.
    public static func microseconds() -> Int64 {
        let time = now()
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    private static func now() -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time
    }
}
