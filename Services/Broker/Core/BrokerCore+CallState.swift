import Bus

extension BrokerCore {
    /// Where a call is between its arrival and its removal from `calls`. `answer`, `finish` and, for a waiting call,
    /// `abandon` remove it.
    enum CallState {
        /// In a queue of its service. `after` is the last dispatch if the call came back from a worker.
        case waiting(after: Dispatch?)
        /// At a worker that has sent nothing for it yet.
        case dispatched(PeerID, Dispatch)
        /// At a worker of which the caller received a PARTIAL, so that another worker must not start over.
        case answering(PeerID, since: MonotonicInstant)
        /// The caller was answered or lost. The worker's slot stays taken until the worker answers; the broker repeats
        /// CANCEL until then.
        case abandoned(PeerID, nextCancel: MonotonicInstant)

        /// The hand-over of a call to a worker.
        struct Dispatch {
            let at: MonotonicInstant
            /// The call has used the one re-dispatch that a lost worker allows.
            let retried: Bool
        }

        /// The worker whose slot the call takes; nil while it waits.
        var worker: PeerID? {
            switch self {
            case .waiting: nil
            case .dispatched(let worker, _), .answering(let worker, _), .abandoned(let worker, _): worker
            }
        }

        /// Whether the caller still waits for an answer.
        var isOpen: Bool {
            switch self {
            case .waiting, .dispatched, .answering: true
            case .abandoned: false
            }
        }

        /// Time of the last dispatch; nil if no worker has received the call, or nobody waits for it any more.
        var dispatched: MonotonicInstant? {
            switch self {
            case .waiting(let dispatch): dispatch?.at
            case .dispatched(_, let dispatch): dispatch.at
            case .answering(_, let since): since
            case .abandoned: nil
            }
        }

        /// Whether a CANCEL is due at the worker.
        func isCancelDue(_ now: MonotonicInstant) -> Bool {
            switch self {
            case .abandoned(_, let nextCancel): nextCancel <= now
            case .waiting, .dispatched, .answering: false
            }
        }

        /// The state after a worker with credit takes the waiting call.
        func dispatched(to worker: PeerID, at now: MonotonicInstant) -> CallState {
            switch self {
            case .waiting(let last): .dispatched(worker, Dispatch(at: now, retried: last?.retried ?? false))
            case .dispatched, .answering, .abandoned: self
            }
        }

        /// The state after a PARTIAL from `peer`; nil if the call is not at that worker or nobody waits for it.
        func answering(by peer: PeerID) -> CallState? {
            switch self {
            case .dispatched(peer, let dispatch): .answering(peer, since: dispatch.at)
            case .answering(peer, _): self
            case .dispatched, .answering, .waiting, .abandoned: nil
            }
        }

        /// The state after the worker's loss if the call may go to another one: it waits again, once, and only if the
        /// caller has seen nothing of the first attempt.
        var retried: CallState? {
            switch self {
            case .dispatched(_, let last) where !last.retried: .waiting(after: Dispatch(at: last.at, retried: true))
            case .dispatched, .waiting, .answering, .abandoned: nil
            }
        }

        /// The state after the request frame to the worker was not sent; nil if nobody waits for the call any more.
        var undelivered: CallState? {
            switch self {
            case .dispatched(_, let last): .waiting(after: last)
            case .answering(_, let since): .waiting(after: Dispatch(at: since, retried: true))
            case .waiting: self
            case .abandoned: nil
            }
        }
    }
}
