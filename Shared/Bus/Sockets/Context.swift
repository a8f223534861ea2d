import CZeroMQ
import Messages

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How a process meets libzmq.
package enum Context {
    /// A 0MQ context. Its own thread, which writes to and reads from the connections, does not interrupt a running thread when it wakes
    /// (sched(7), SCHED_BATCH): it then moves many messages at once instead of each by itself, which costs a third less processor time.
    /// - Throws: `BusError` where the process has no memory or descriptor left.
    package static func make() throws -> UnsafeMutableRawPointer {
        _ = isSeeded
        guard let context = zmq_ctx_new() else { throw Socket.failure("start") }
        #if canImport(Glibc)
            if mayBatch { zmq_ctx_set(context, ZMQ_THREAD_SCHED_POLICY, batch) }
            // What this thread allocates for a short message, that one frees: without waiting for each other up to this size (mallopt(3)).
            _ = mallopt(M_MXFAST, 160)
        #endif
        return context
    }

    /// A ROUTER counts its peers' numbers from rand(3) on, which Debian's libzmq does not seed: who knows the next number could connect under it, and libzmq
    /// ends a process where two connections have one number.
    private static let isSeeded: Void = srand(.random(in: .min ... .max))

    #if canImport(Glibc)
        /// SCHED_BATCH, which Glibc declares for C's GNU dialect only.
        private static let batch: Int32 = 3

        /// Asked for what it may not have (under a real-time policy, in a sandbox), libzmq ends the process: so it is tried here first.
        private static var mayBatch: Bool {
            var (policy, parameters) = (Int32(), sched_param())
            guard pthread_getschedparam(pthread_self(), &policy, &parameters) == 0, policy == SCHED_OTHER else { return false }
            guard pthread_setschedparam(pthread_self(), batch, &parameters) == 0 else { return false }
            return pthread_setschedparam(pthread_self(), policy, &parameters) == 0
        }
    #endif
}
