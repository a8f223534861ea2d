import NIOCore

/// How far the request of one connection is, and until when its peer must have moved. A value: what happens and the time in, deadlines and decisions out.
struct ConnectionProgress: Sendable {
    enum Decision: Equatable {
        case goOn
        case close
    }

    private let limits: EdgeLimits
    /// When the peer must have sent what is awaited; nil while it is our turn.
    private var read: NIODeadline?
    /// When to see whether the peer reads its answer; nil while there is none.
    private var write: NIODeadline?
    /// Somebody was signed in on this connection.
    private var isKnown = false
    /// The current request was authenticated.
    private var isAuthenticated = false
    /// Its body has not ended.
    private var isReading = false
    private var bodyBytes = 0
    /// Requests without a complete answer.
    private var unanswered = 0
    private var answerStart: NIODeadline?
    /// The buffered bytes of the answer when they last changed.
    private var pending: (bytes: Int, since: NIODeadline)?
    /// The answer says that the connection ends after it.
    private(set) var isLast = false

    init(_ limits: EdgeLimits, now: NIODeadline) {
        self.limits = limits
        read = now + limits.head
    }

    /// When `timeout` has to be asked.
    var deadline: NIODeadline? {
        guard let read, let write else { return self.read ?? self.write }
        return min(read, write)
    }

    /// False where more of the body waits until the request is authenticated.
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

    /// The head of the answer is written.
    /// - Returns: true where the answer must say that the connection ends after it: nobody is signed in and the rest of the body is not wanted.
    mutating func answer(now: NIODeadline) -> Bool {
        answerStart = now
        isLast = isLast || (isReading && !isAuthenticated)
        return isLast
    }

    /// A part of the answer is written.
    mutating func wrote(now: NIODeadline) {
        if write == nil { write = now + limits.check }
    }

    /// The answer is complete, though perhaps not read.
    mutating func answered(now: NIODeadline) {
        unanswered = max(0, unanswered - 1)
        guard unanswered == 0, !isReading || isLast else { return }
        read = isLast ? now + .seconds(1) : idle(now)
    }

    /// - Parameters:
    ///   - buffered: bytes of the answer that the socket has not taken.
    ///   - isAwaiting: whether the socket is being read; a peer is not blamed for what we do not read.
    mutating func timeout(now: NIODeadline, buffered: Int, isAwaiting: Bool) -> Decision {
        if let write, now >= write {
            guard reads(now, buffered) else { return .close }
            self.write = buffered > 0 ? now + limits.check : nil
        }
        if let read, now >= read {
            if isReading, isAuthenticated, !isAwaiting {
                self.read = now + limits.stall
            } else if unanswered == 0, !isLast, buffered > 0 {
                // The answer is still on its way: its own limits count.
                self.read = now + limits.check
            } else {
                return .close
            }
        }
        return .goOn
    }

    private func idle(_ now: NIODeadline) -> NIODeadline { now + (isKnown ? limits.idle : limits.head) }

    /// Whether the peer reads its answer fast enough.
    private mutating func reads(_ now: NIODeadline, _ buffered: Int) -> Bool {
        guard buffered > 0 else {
            pending = nil
            return true
        }
        if pending?.bytes != buffered { pending = (buffered, now) }
        if !isKnown, let answerStart, now - answerStart >= limits.openAnswer { return false }
        return now - (pending?.since ?? now) < limits.stall
    }
}
