import Messages

/// The state machine of outgoing requests: tracks the broker and the outcome of each.
///
/// Every request ends in exactly one `finish`.
struct ClientCore<Payload>: ~Copyable {
    typealias LinkID = Int

    enum Outcome {
        /// A nil payload is empty.
        case reply(Payload?)
        case failure(ServiceError)
    }

    enum Action {
        case send(LinkID, Header, Payload?)
        case partial(UInt64, Payload?)
        case finish(UInt64, Pending, Outcome)
    }

    struct Pending {
        var header: Header
        let payload: Payload?
        let since: MonotonicInstant
        let deadline: MonotonicInstant
        /// The broker that it was sent to; nil while it waits for one.
        var link: LinkID?
        var gotPartial = false
        /// Brokers that answered that no worker handles it.
        var declined: Set<LinkID> = []
    }

    private let maximumPending: Int
    private(set) var pending: [UInt64: Pending] = [:]
    /// Brokers that accept requests, in order of preference.
    private var links: [LinkID] = []
    private(set) var retries: Int64 = 0

    init(maximumPending: Int) { self.maximumPending = maximumPending }

    /// - Parameter token: the request's exchange number; unique within the process.
    mutating func request(
        _ token: UInt64, _ header: Header, payload: Payload?, deadline: MonotonicInstant, now: MonotonicInstant,
        _ actions: inout [Action]
    ) {
        var call = Pending(header: header, payload: payload, since: now, deadline: deadline)
        call.header.exchange = token
        guard pending.count < maximumPending else {
            let error = ServiceError(
                .busy, "This process has \(pending.count) requests open; try again a little later.", retryAfter: 250)
            return actions.append(.finish(token, call, .failure(error)))
        }
        call.link = links.first
        guard let link = call.link else { return pending[token] = call }
        let header = Self.outgoingHeader(call, now)
        guard header.budget > 0 else { return actions.append(.finish(token, call, Self.budgetSpent)) }
        pending[token] = call
        actions.append(.send(link, header, payload))
    }

    /// Cancels a request on behalf of its caller.
    mutating func cancel(_ token: UInt64, now: MonotonicInstant, _ actions: inout [Action]) {
        guard let call = pending.removeValue(forKey: token) else { return }
        sendCancel(call, &actions)
        actions.append(
            .finish(token, call, .failure(ServiceError(.cancelled, "The request was cancelled by its caller."))))
    }

    mutating func linkUp(_ link: LinkID, now: MonotonicInstant, _ actions: inout [Action]) {
        guard !links.contains(link) else { return }
        links.append(link)
        for token in tokens(where: { $0.link == nil }) { send(token, now: now, &actions) }
    }

    /// Handles a broker's DRAIN: it still sends replies but receives no new requests.
    mutating func linkDraining(_ link: LinkID) { links.removeAll { $0 == link } }

    /// Handles the loss of a broker. Repeatable requests are sent again; the others fail with `interrupted`, as they
    /// may have been executed.
    mutating func linkDown(_ link: LinkID, now: MonotonicInstant, _ actions: inout [Action]) {
        links.removeAll { $0 == link }
        for token in tokens(where: { $0.link == link }) {
            guard let call = pending[token] else { continue }
            if call.header.flags.contains(.repeatable), !call.gotPartial {
                pending[token]?.link = nil
                pending[token]?.header.attempt &+= 1
                pending[token]?.declined = []
                retries += 1
                send(token, now: now, &actions)
            } else {
                let error = ServiceError(
                    .interrupted,
                    "The broker stopped while \(call.header.service) worked on this; it may or may not have happened.")
                finish(token, .failure(error), &actions)
            }
        }
    }

    /// - Parameter error: the decoded payload of an ERROR.
    mutating func received(
        _ header: Header, payload: Payload?, error: ServiceError?, from link: LinkID, now: MonotonicInstant,
        _ actions: inout [Action]
    ) {
        let token = header.exchange
        switch header.kind {
        case .partial:
            guard pending[token] != nil else { return }
            pending[token]?.gotPartial = true
            actions.append(.partial(token, payload))
        case .reply:
            finish(token, .reply(payload), &actions)
        case .error:
            // An error for an earlier attempt does not concern the current one.
            guard let call = pending[token], call.link == link else { return }
            let error =
                error ?? ServiceError(.failed, "\(call.header.service) answered with an error that cannot be read.")
            if error.code == .unavailable, now < call.deadline {
                pending[token]?.declined.insert(link)
                if links.contains(where: { pending[token]?.declined.contains($0) == false }) {
                    return send(token, now: now, &actions)
                }
            }
            finish(token, .failure(error), &actions)
        case .ready, .request, .cancel, .heartbeat, .drain, .event:
            break
        }
    }

    mutating func tick(now: MonotonicInstant, _ actions: inout [Action]) {
        for token in tokens(where: { $0.deadline <= now }) {
            guard let call = pending[token] else { continue }
            sendCancel(call, &actions)
            let error =
                call.link == nil
                ? ServiceError(.unavailable, "No broker could be reached within the budget; is Pulsum running?")
                : ServiceError(.timeout, "\(call.header.service) did not answer within the budget.")
            finish(token, .failure(error), &actions)
        }
    }

    /// Fails every open request with `cancelled`.
    mutating func close(_ actions: inout [Action]) {
        for token in tokens(where: { _ in true }) {
            finish(token, .failure(ServiceError(.cancelled, "This process is shutting down.")), &actions)
        }
    }

    /// Matching tokens in the order of their requests, so that equal inputs produce equal actions.
    private func tokens(where condition: (Pending) -> Bool) -> [UInt64] {
        pending.filter { condition($0.value) }.keys.sorted()
    }

    private mutating func send(_ token: UInt64, now: MonotonicInstant, _ actions: inout [Action]) {
        guard let call = pending[token], let link = links.first(where: { !call.declined.contains($0) }) else { return }
        pending[token]?.link = link
        let header = Self.outgoingHeader(call, now)
        guard header.budget > 0 else { return finish(token, Self.budgetSpent, &actions) }
        actions.append(.send(link, header, call.payload))
    }

    private static func outgoingHeader(_ call: Pending, _ now: MonotonicInstant) -> Header {
        var header = call.header
        header.budget = UInt32(clamping: now.milliseconds(until: call.deadline))
        return header
    }

    private static var budgetSpent: Outcome {
        .failure(ServiceError(.timeout, "The budget was spent before the request was sent."))
    }

    private func sendCancel(_ call: Pending, _ actions: inout [Action]) {
        guard let link = call.link else { return }
        actions.append(.send(link, call.header.answer(.cancel), nil))
    }

    private mutating func finish(_ token: UInt64, _ outcome: Outcome, _ actions: inout [Action]) {
        guard let call = pending.removeValue(forKey: token) else { return }
        actions.append(.finish(token, call, outcome))
    }
}
