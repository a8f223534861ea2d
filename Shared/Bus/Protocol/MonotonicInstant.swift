#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An instant on this process's monotonic clock, in nanoseconds. Not comparable across processes.
struct MonotonicInstant: Comparable, Hashable, Sendable {
    var nanoseconds: Int64

    package static var now: MonotonicInstant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    package static func + (moment: MonotonicInstant, duration: Duration) -> MonotonicInstant {
        moment.after(nanoseconds: duration.wholeNanoseconds)
    }

    package static func - (left: MonotonicInstant, right: MonotonicInstant) -> Duration {
        .nanoseconds(left.nanoseconds - right.nanoseconds)
    }

    // Integer arithmetic for the code that runs per message: `Duration` computes in 128 bits.

    /// - Parameter nanoseconds: at most 146 years, as from `wholeNanoseconds`.
    func after(nanoseconds: Int64) -> MonotonicInstant { MonotonicInstant(nanoseconds: self.nanoseconds + nanoseconds) }

    /// - Parameter milliseconds: at most 146 years.
    package func after(milliseconds: Int64) -> MonotonicInstant { after(nanoseconds: milliseconds * 1_000_000) }

    /// Negative if `later` has passed.
    func nanoseconds(until later: MonotonicInstant) -> Int64 { later.nanoseconds - nanoseconds }

    /// Whole milliseconds until `later`, rounded down; 0 if it has passed.
    func milliseconds(until later: MonotonicInstant) -> Int64 { max(0, (later.nanoseconds - nanoseconds) / 1_000_000) }
}

extension Duration {
    /// Clamped to about ±146 years, so that adding it to an instant cannot overflow.
    var wholeNanoseconds: Int64 {
        min(max(Int64(clamping: attoseconds / 1_000_000_000), -4_600_000_000_000_000_000), 4_600_000_000_000_000_000)
    }
}
