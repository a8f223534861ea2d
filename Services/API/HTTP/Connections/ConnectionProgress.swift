import NIOCore

/// The state machine of a connection's requests: events and times in, deadlines and decisions out.
struct ConnectionProgress: Sendable {
    enum Decision: Equatable {
        case goOn
        case close
    }

    private let limits: EdgeLimits
    /// Deadline for the peer's next data; nil while the server has to act.
    private var read: NIODeadline?
    /// Time of the next check that the peer reads its reply; nil without a pending reply.
    private var write: NIODeadline?
    /// True after an authenticated request on this connection.
    private var isKnown = false
    /// True if the current request is authenticated.
    private var isAuthenticated = false
    /// True until the end of the current request's body.
    private var isReading = false
    private var bodyBytes = 0
    /// Requests without a complete reply.
    private var unanswered = 0
    private var replyStart: NIODeadline?
    /// Buffered bytes of the reply, and when their number last changed.
    private var pending: (bytes: Int, since: NIODeadline)?
    /// True if the connection closes after the current reply.
    private(set) var isLast = false

    init(_ limits: EdgeLimits, now: NIODeadline) {
        self.limits = limits
        read = now + limits.head
    }

    /// The time at which to call `timeout`.
    var deadline: NIODeadline? {
        guard let read, let write else { return self.read ?? self.write }
        return min(read, write)
    }

    /// False if the rest of the body must wait for authentication.
    var mayRead: Bool { !isReading || isAuthenticated || isLast || bodyBytes <= limits.openBodyBytes }

    mutating func head(now: NIODeadline) -> Decision {
        unanswered += 1
        if unanswered == 1 { isAuthenticated = false }
        (isReading, bodyBytes) = (true, 0)
        read = now + limits.openBody
        return unanswered > limits.ahead ? .close : .goOn
    }

    mutating func body(_ count: Int, now: NIODeadline) {
        bodyBytes += count
        if isAuthenticated { read = now + limits.stall }
    }

    mutating func end(now: NIODeadline) {
        isReading = false
        if !isLast || unanswered > 0 { read = unanswered > 0 ? nil : idle(now) }
    }

    mutating func authenticated(now: NIODeadline) {
        (isKnown, isAuthenticated) = (true, true)
        if isReading { read = now + limits.stall }
    }

    /// Records the reply's head.
    /// - Returns: true if the reply must announce `Connection: close`, because the request is unauthenticated and its
    ///   body is not read to the end.
    mutating func answer(now: NIODeadline) -> Bool {
        replyStart = now
        isLast = isLast || (isReading && !isAuthenticated)
        return isLast
    }

    /// Records a written part of the reply.
    mutating func wrote(now: NIODeadline) {
        if write == nil { write = now + limits.check }
    }

    /// Records the end of the reply, which the peer may not have read yet.
    mutating func answered(now: NIODeadline) {
        unanswered = max(0, unanswered - 1)
        guard unanswered == 0, !isReading || isLast else { return }
        read = isLast ? now + .seconds(1) : idle(now)
    }

    /// - Parameters:
    ///   - buffered: bytes of the reply that the socket has not accepted.
    ///   - isAwaiting: true if a read is pending on the socket; without one, the peer is not to blame for missing data.
    mutating func timeout(now: NIODeadline, buffered: Int, isAwaiting: Bool) -> Decision {
        if let write, now >= write {
            guard reads(now, buffered) else { return .close }
            self.write = buffered > 0 ? now + limits.check : nil
        }
        if let read, now >= read {
            if isReading, isAuthenticated, !isAwaiting {
                self.read = now + limits.stall
            } else if unanswered == 0, !isLast, buffered > 0 {
                // The reply is still being sent, so its own limits apply.
                self.read = now + limits.check
            } else {
                return .close
            }
        }
        return .goOn
    }

    private func idle(_ now: NIODeadline) -> NIODeadline { now + (isKnown ? limits.idle : limits.head) }

    /// True if the peer reads its reply fast enough.
    private mutating func reads(_ now: NIODeadline, _ buffered: Int) -> Bool {
        guard buffered > 0 else {
            pending = nil
            return true
        }
        if pending?.bytes != buffered { pending = (buffered, now) }
        if !isKnown, let replyStart, now - replyStart >= limits.openReply { return false }
        return now - (pending?.since ?? now) < limits.stall
    }
}
