#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A point on this process's monotonic clock. Never compared with another process's.
package struct Moment: Comparable, Hashable, Sendable {
    package var nanoseconds: Int64

    package static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

    package static func + (moment: Moment, duration: Duration) -> Moment { moment.after(nanoseconds: duration.wholeNanoseconds) }

    package static func - (left: Moment, right: Moment) -> Duration { .nanoseconds(left.nanoseconds - right.nanoseconds) }

    // `Duration` counts in 128 bits, which what is done for each message need not pay for.

    /// - Parameter nanoseconds: at most 146 years, as `wholeNanoseconds` has them.
    package func after(nanoseconds: Int64) -> Moment { Moment(nanoseconds: self.nanoseconds + nanoseconds) }

    /// - Parameter milliseconds: at most 146 years.
    package func after(milliseconds: Int64) -> Moment { after(nanoseconds: milliseconds * 1_000_000) }

    /// Negative where `later` has passed.
    package func nanoseconds(until later: Moment) -> Int64 { later.nanoseconds - nanoseconds }

    /// Whole milliseconds until `later`, rounded down, 0 where it has passed.
    package func milliseconds(until later: Moment) -> Int64 { max(0, (later.nanoseconds - nanoseconds) / 1_000_000) }
}

extension Duration {
    /// Clamped to about 146 years either way, so that adding it to a moment cannot overflow.
    package var wholeNanoseconds: Int64 {
        min(max(Int64(clamping: attoseconds / 1_000_000_000), -4_600_000_000_000_000_000), 4_600_000_000_000_000_000)
    }
}
