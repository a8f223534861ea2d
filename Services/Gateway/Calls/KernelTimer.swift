#if canImport(Glibc)
    import Glibc
#endif

/// Ends this process by SIGKILL after a timeout, whether it is running, hung or stopped (`timer_create(2)`; SIGKILL
/// ends a stopped process too). Deinitialisation cancels the timer.
///
/// The clock includes time during which the machine is suspended. The first process of a container ignores the signal:
/// see `InitProcess`.
final class KernelTimer {
    struct Unavailable: Error, CustomStringConvertible {
        let code: Int32
        var description: String { "The kernel gave no timer (errno \(code)); no call is made without one." }
    }

    #if canImport(Glibc)
        private let timer: timer_t?

        /// Starts the timer.
        /// - Throws: `Unavailable`.
        init(after duration: Duration) throws(Unavailable) {
            var event = sigevent()
            event.sigev_notify = Int32(SIGEV_SIGNAL)
            event.sigev_signo = SIGKILL
            var timer: timer_t?
            guard timer_create(CLOCK_BOOTTIME, &event, &timer) == 0 else { throw Unavailable(code: errno) }
            self.timer = timer
            let (seconds, attoseconds) = max(duration, .milliseconds(1)).components
            var time = itimerspec()
            time.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            guard timer_settime(timer, 0, &time, nil) == 0 else { throw Unavailable(code: errno) }
        }

        /// Disarms the timer.
        func disarm() {
            var never = itimerspec()
            timer_settime(timer, 0, &never, nil)
        }

        deinit { timer_delete(timer) }
    #else
        /// Darwin has no such timer. There, for development only, a call ends by its own timeout and nothing ends a
        /// stopped process.
        init(after duration: Duration) throws(Unavailable) {}
        func disarm() {}
    #endif
}
