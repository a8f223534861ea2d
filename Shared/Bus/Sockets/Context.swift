import CZeroMQ
import Messages

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Creates the 0MQ context of a process.
enum Context {
    /// A new 0MQ context. Its I/O thread runs under SCHED_BATCH (sched(7)), so that its wakeups do not preempt running
    /// threads: it then moves many messages per wakeup, which saves a third of the processor time.
    /// - Throws: `ServiceError` if the process has no memory or descriptor left.
    static func make() throws -> UnsafeMutableRawPointer {
        _ = isSeeded
        guard let context = zmq_ctx_new() else { throw Socket.failure("start") }
        #if canImport(Glibc)
            if mayBatch { zmq_ctx_set(context, ZMQ_THREAD_SCHED_POLICY, batch) }
            // This thread allocates short messages that libzmq's threads free. Fast bins up to this size avoid lock
            // contention between them (mallopt(3)).
            _ = mallopt(M_MXFAST, 160)
        #endif
        return context
    }

    /// Seeds rand(3), from which a ROUTER derives its peers' numbers and which Debian's libzmq does not seed. A peer
    /// that guesses the next number could connect under it, and libzmq aborts a process in which two connections have
    /// one number.
    private static let isSeeded: Void = srand(.random(in: .min ... .max))

    #if canImport(Glibc)
        /// SCHED_BATCH; Glibc declares it for C's GNU dialect only.
        private static let batch: Int32 = 3

        /// Whether this process may use SCHED_BATCH. libzmq aborts if the kernel refuses it (under a real-time policy,
        /// in a sandbox), so this tries first.
        private static var mayBatch: Bool {
            var (policy, parameters) = (Int32(), sched_param())
            guard pthread_getschedparam(pthread_self(), &policy, &parameters) == 0, policy == SCHED_OTHER else {
                return false
            }
            guard pthread_setschedparam(pthread_self(), batch, &parameters) == 0 else { return false }
            return pthread_setschedparam(pthread_self(), policy, &parameters) == 0
        }
    #endif
}
