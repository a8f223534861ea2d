import Foundation
import NIOCore

/// Resource limits of a connection before sign-in, and of the process as a whole.
struct EdgeLimits: Sendable {
    /// Time from the opening of a connection, or the end of the last reply, to a complete request head. Includes the
    /// TLS handshake.
    var head = TimeAmount.seconds(10)
    /// Time from a request head to the end of its body, while unauthenticated.
    var openBody = TimeAmount.seconds(10)
    /// Time from the first byte of a reply until the peer has read it, while unauthenticated.
    var openReply = TimeAmount.seconds(30)
    /// Idle time between requests on a connection on which a user has signed in.
    var idle = TimeAmount.seconds(75)
    /// Longest time that the peer of an authenticated request may neither send nor read while the server waits for it.
    /// Uploads and event streams may last for hours.
    var stall = TimeAmount.seconds(120)
    /// Interval between checks that the peer reads its reply.
    var check = TimeAmount.seconds(10)
    /// Bytes of a body that are read before authentication.
    var openBodyBytes = 4096
    /// Bytes per socket read before authentication.
    var openReadBytes = 4096
    /// Requests that a peer may pipeline.
    var ahead = 4
    /// Bytes of one header field or of the request target.
    var headerField = 8 << 10
    /// Bytes of all header fields together.
    var headers = 16 << 10
    /// Number of header fields.
    var headerFields = 100
    var connections = ConnectionTable.Limits(descriptors: 1024)
}

extension ConnectionTable.Limits {
    /// Descriptors reserved for libzmq, SQLite, the event loops and files. libzmq aborts the process if it gets no
    /// descriptor.
    private static let reserve = 256

    /// - Parameter descriptors: the process's limit of open files. The cap of 2048 connections suffices for one
    ///   installation and bounds their memory.
    init(descriptors: Int) {
        total = min(2048, max(64, descriptors - Self.reserve))
        open = min(512, total / 2)
        openPerSubscriber = min(64, open / 2)
    }

    /// Limits derived from this process's RLIMIT_NOFILE.
    static var ofThisProcess: Self {
        var limit = rlimit()
        guard getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return Self(descriptors: 1024) }
        return Self(descriptors: Int(min(limit.rlim_cur, 1 << 20)))
    }
}
