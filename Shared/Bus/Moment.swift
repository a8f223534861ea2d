#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An instant on this process's monotonic clock, in nanoseconds. Not comparable across processes.
struct Moment: Comparable, Hashable, Sendable {
    var nanoseconds: Int64

    static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

    static func + (moment: Moment, duration: Duration) -> Moment { moment.after(nanoseconds: duration.wholeNanoseconds) }

    static func - (left: Moment, right: Moment) -> Duration { .nanoseconds(left.nanoseconds - right.nanoseconds) }

    // Integer arithmetic for the code that runs per message: `Duration` computes in 128 bits.

    /// - Parameter nanoseconds: at most 146 years, as from `wholeNanoseconds`.
    func after(nanoseconds: Int64) -> Moment { Moment(nanoseconds: self.nanoseconds + nanoseconds) }

    /// - Parameter milliseconds: at most 146 years.
    func after(milliseconds: Int64) -> Moment { after(nanoseconds: milliseconds * 1_000_000) }

    /// Negative if `later` has passed.
    func nanoseconds(until later: Moment) -> Int64 { later.nanoseconds - nanoseconds }

    /// Whole milliseconds until `later`, rounded down; 0 if it has passed.
    func milliseconds(until later: Moment) -> Int64 { max(0, (later.nanoseconds - nanoseconds) / 1_000_000) }
}

extension Duration {
    /// Clamped to about ±146 years, so that adding it to an instant cannot overflow.
    var wholeNanoseconds: Int64 {
        min(max(Int64(clamping: attoseconds / 1_000_000_000), -4_600_000_000_000_000_000), 4_600_000_000_000_000_000)
    }
}
