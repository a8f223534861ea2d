import Bus
import Messages

/// Requests that go back to their queue: their worker was lost, or it never received them.
extension BrokerCore {
    /// Handles a call whose worker was lost. A repeatable call is re-dispatched once; any other call fails with
    /// `interrupted`.
    mutating func workerLost(_ key: UInt64, now: MonotonicInstant, _ actions: inout [Action]) {
        guard let call = calls[key] else { return }
        if !call.state.isOpen {
            remove(key)
        } else if call.header.flags.contains(.repeatable), now < call.deadline, let state = call.state.retried {
            services[call.service].retried += 1
            calls[key]?.header.attempt &+= 1
            requeue(key, state)
        } else {
            finish(
                key,
                ServiceError(
                    .interrupted,
                    "\(services[call.service].name) stopped while it worked on this; it may or may not have happened."),
                now: now,
                &actions)
        }
    }

    /// Requeues a call whose request frame was not sent, at the head of its queue. This is safe for every type, as no
    /// worker received it.
    mutating func undelivered(_ header: Header, to peer: PeerID) {
        guard header.kind == .request, let call = calls[header.exchange], call.state.worker == peer else { return }
        release(peer, call)
        if let state = call.state.undelivered { requeue(header.exchange, state) } else { remove(header.exchange) }
    }

    private mutating func requeue(_ key: UInt64, _ state: CallState) {
        guard let call = calls[key] else { return }
        calls[key]?.state = state
        if call.isEvent {
            services[call.service].events.prepend(key, from: call.header.caller, bytes: call.size)
        } else {
            services[call.service].requests.prepend(key, from: call.header.caller, bytes: call.size)
        }
    }
}
