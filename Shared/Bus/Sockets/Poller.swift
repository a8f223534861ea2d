#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Sleeps until one of several sockets may have something, with `poll(2)` on their descriptors.
///
/// `zmq_poll` costs two to three system calls per socket, this costs one in all. The price is a rule: libzmq's descriptors tell of a change once
/// (zmq_getsockopt(3), ZMQ_FD), so a socket must have been read until it had nothing, after the last send on it, before it is slept on.
package struct Poller {
    private var entries: [pollfd] = []

    package init() {}

    package mutating func clear() { entries.removeAll(keepingCapacity: true) }

    package mutating func add(_ descriptor: Int32) { entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }

    /// - Parameter milliseconds: at most this long. An interruption by a signal counts as the end of the time.
    package mutating func wait(_ milliseconds: Int64) {
        if poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds)) < 0 {
            for index in entries.indices { entries[index].revents = 0 }
        }
    }

    /// True where the descriptor added as the `index`-th may have something.
    package func isReady(_ index: Int) -> Bool { entries[index].revents != 0 }
}
