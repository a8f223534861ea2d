import Messages

/// The state machine of incoming requests: slots, budgets, cancellation, draining.
struct WorkerCore<Payload>: ~Copyable {
    typealias LinkID = Int

    enum Action {
        case send(LinkID, Header, Payload?)
        case fail(LinkID, Header, ServiceError)
        /// Run the handler; later calls refer to it by this slot key.
        case start(UInt64, Header, Payload?)
        /// Cancel the handler; it keeps its slot until it ends.
        case stop(UInt64)
        case notice(BusNotice.Level, String)
        /// Every slot is taken by a hung handler.
        case exhausted
        /// No request is open and none can arrive.
        case drained
    }

    struct Running {
        let header: Header
        /// Nil after that broker was lost; the reply is then dropped.
        var link: LinkID?
        var deadline: MonotonicInstant
        var stopped = false
        var isHung = false
    }

    enum Phase: Equatable {
        case serving
        /// Waits for the brokers in `acknowledging` and for running handlers, at most until `deadline`.
        case draining(acknowledging: Set<LinkID>, deadline: MonotonicInstant)
        case drained
    }

    private let timing: BusTiming
    private let credit: Int
    private let handlesType: (MessageType) -> Bool
    private(set) var running = Slab<Running>()
    private(set) var phase = Phase.serving
    private(set) var hung = 0

    init(timing: BusTiming, credit: Int32, handles: @escaping (MessageType) -> Bool) {
        (self.timing, self.credit, handlesType) = (timing, Int(credit), handles)
    }

    mutating func received(
        _ header: Header, payload: Payload?, from link: LinkID, now: MonotonicInstant, _ actions: inout [Action]
    ) {
        switch header.kind {
        case .request: request(header, payload: payload, from: link, now: now, &actions)
        case .cancel:
            let held = running.keys(where: { $0.link == link && $0.header.exchange == header.exchange })
            for slot in held { stop(slot, now: now, &actions) }
            // The request or its reply was lost: without this reply the broker would keep the slot forever.
            if held.isEmpty {
                actions.append(
                    .fail(
                        link, header.answer(.error), ServiceError(.cancelled, "This process does not hold the request.")
                    ))
            }
        case .drain:
            if case .draining(var brokers, let deadline) = phase {
                brokers.remove(link)
                phase = .draining(acknowledging: brokers, deadline: deadline)
                checkDrained(now: now, &actions)
            }
        case .ready, .partial, .reply, .error, .heartbeat, .event: break
        }
    }

    private mutating func request(
        _ header: Header, payload: Payload?, from link: LinkID, now: MonotonicInstant, _ actions: inout [Action]
    ) {
        guard handlesType(header.type) else {
            return actions.append(
                .fail(
                    link, header.answer(.error),
                    ServiceError(.unavailable, "This release does not answer \(header.type).")))
        }
        guard running.count < credit else {
            return actions.append(
                .fail(
                    link, header.answer(.error),
                    ServiceError(.busy, "Every slot is taken; try again a little later.", retryAfter: 250)))
        }
        let deadline = now.after(milliseconds: Int64(header.budget))
        actions.append(.start(running.insert(Running(header: header, link: link, deadline: deadline)), header, payload))
    }

    /// Frees the slot of a handler that ended; a nil error means that it replied.
    mutating func finished(
        _ slot: UInt64, reply: Payload?, error: ServiceError?, now: MonotonicInstant, _ actions: inout [Action]
    ) {
        guard let call = running.remove(slot) else { return }
        if call.isHung { hung -= 1 }
        if let link = call.link {
            if let error {
                actions.append(.fail(link, call.header.answer(error), error))
            } else {
                actions.append(.send(link, call.header.answer(.reply), reply))
            }
        }
        checkDrained(now: now, &actions)
    }

    mutating func partial(_ slot: UInt64, _ payload: Payload?, _ actions: inout [Action]) {
        guard let call = running[slot], let link = call.link, !call.stopped else { return }
        actions.append(.send(link, call.header.answer(.partial), payload))
    }

    /// Handles the loss of a broker. Its handlers finish, but their replies are dropped: callers send their requests
    /// again.
    mutating func linkDown(_ link: LinkID, now: MonotonicInstant, _ actions: inout [Action]) {
        for slot in running.keys(where: { $0.link == link }) { running[slot]?.link = nil }
        if case .draining(var brokers, let deadline) = phase {
            brokers.remove(link)
            phase = .draining(acknowledging: brokers, deadline: deadline)
            checkDrained(now: now, &actions)
        }
    }

    /// - Parameter links: the brokers that this process is registered with.
    mutating func drain(links: Set<LinkID>, now: MonotonicInstant, _ actions: inout [Action]) {
        guard phase == .serving else { return }
        phase = .draining(acknowledging: links, deadline: now + timing.drain)
        for link in links.sorted() { actions.append(.send(link, Header(kind: .drain), nil)) }
        checkDrained(now: now, &actions)
    }

    /// True if the broker has not answered this process's DRAIN yet.
    func awaitsDrain(of link: LinkID) -> Bool {
        guard case .draining(let brokers, _) = phase else { return false }
        return brokers.contains(link)
    }

    mutating func tick(now: MonotonicInstant, _ actions: inout [Action]) {
        for slot in running.keys(where: { !$0.stopped && $0.deadline <= now }) { stop(slot, now: now, &actions) }
        for slot in running.keys(where: { $0.stopped && !$0.isHung && $0.deadline + timing.hungAfter <= now }) {
            running[slot]?.isHung = true
            hung += 1
            if let call = running[slot] {
                actions.append(
                    .notice(
                        .warning,
                        "A handler of \(call.header.type) hangs past its budget; its slot is lost (\(hung) of \(credit))."
                    ))
            }
            if hung == credit { actions.append(.exhausted) }
        }
        checkDrained(now: now, &actions)
    }

    private mutating func stop(_ slot: UInt64, now: MonotonicInstant, _ actions: inout [Action]) {
        guard let call = running[slot], !call.stopped else { return }
        running[slot]?.stopped = true
        running[slot]?.deadline = min(call.deadline, now)
        actions.append(.stop(slot))
    }

    private mutating func checkDrained(now: MonotonicInstant, _ actions: inout [Action]) {
        guard case .draining(let brokers, let deadline) = phase else { return }
        guard (brokers.isEmpty && running.count == 0) || now >= deadline else { return }
        if running.count > 0 {
            actions.append(.notice(.warning, "Stopped with \(running.count) handlers still running."))
        }
        phase = .drained
        actions.append(.drained)
    }
}
