#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Waits until one of several sockets may be readable, by `poll(2)` on their descriptors.
///
/// `zmq_poll` makes two to three system calls per socket; this makes one in total. The price is a rule: libzmq's
/// descriptors are edge-triggered (zmq_getsockopt(3), ZMQ_FD), so after the last send on a socket it must be read until
/// empty before it is polled.
struct Poller {
    private var entries: [pollfd] = []

    package init() {}

    package mutating func clear() { entries.removeAll(keepingCapacity: true) }

    package mutating func add(_ descriptor: Int32) {
        entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }

    /// - Parameter milliseconds: timeout. A signal counts as the end of the timeout.
    mutating func wait(_ milliseconds: Int64) {
        if poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds)) < 0 {
            for index in entries.indices { entries[index].revents = 0 }
        }
    }

    /// True if the `index`-th added descriptor may be readable.
    func isReady(_ index: Int) -> Bool { entries[index].revents != 0 }
}
