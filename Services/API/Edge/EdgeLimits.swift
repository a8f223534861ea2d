import Foundation
import NIOCore

/// What a connection may cost before somebody on it has signed in, and what the process can carry in all.
struct EdgeLimits: Sendable {
    /// From the opening of a connection, or the end of the last answer, to a whole request head; the TLS handshake is part of it.
    var head = TimeAmount.seconds(10)
    /// From a request head to the end of its body, while nobody is signed in.
    var openBody = TimeAmount.seconds(10)
    /// From the first byte of an answer until the peer has read it, while nobody is signed in.
    var openAnswer = TimeAmount.seconds(30)
    /// Idle time between requests of somebody who has signed in on this connection.
    var idle = TimeAmount.seconds(75)
    /// How long the peer of a signed-in request may neither send nor read anything while it is its turn. Uploads and event streams may last for hours.
    var stall = TimeAmount.seconds(120)
    /// How often the reading of an answer is checked.
    var check = TimeAmount.seconds(10)
    /// Bytes of a body that are read before the request is authenticated.
    var openBodyBytes = 4096
    /// Bytes read from a socket at once before the request is authenticated.
    var openReadBytes = 4096
    /// Requests that a peer may send ahead of the answers.
    var ahead = 4
    /// Bytes of one header field or the target, and of all of them.
    var headerField = 8 << 10
    var headers = 16 << 10
    var headerFields = 100
    var connections = ConnectionTable.Limits(descriptors: 1024)
}

extension ConnectionTable.Limits {
    /// Kept for libzmq, SQLite, the event loops and files: libzmq ends the process when it finds no descriptor.
    private static let reserve = 256

    /// - Parameter descriptors: how many the process may open. More connections than these are not worth their memory for the people of one installation.
    init(descriptors: Int) {
        total = min(2048, max(64, descriptors - Self.reserve))
        open = min(512, total / 2)
        openPerSubscriber = min(64, open / 2)
    }

    /// By RLIMIT_NOFILE of this process.
    static var ofThisProcess: Self {
        var limit = rlimit()
        guard getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return Self(descriptors: 1024) }
        return Self(descriptors: Int(min(limit.rlim_cur, 1 << 20)))
    }
}
