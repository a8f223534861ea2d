import Bus
import Messages

/// The lifecycle of one request: received, dispatched to a worker, answered.
extension BrokerCore {
    mutating func request(
        _ request: Header, payload: Payload?, size: Int, from peer: PeerID, _ name: WireName, _ account: Int,
        now: MonotonicInstant, _ actions: inout [Action]
    ) {
        func fail(_ code: ServiceError.Code, _ sentence: String, retryAfter: Int64? = nil) {
            actions.append(.fail(peer, request.answer(.error), ServiceError(code, sentence, retryAfter: retryAfter)))
        }
        guard request.caller == name else {
            refuse(name, "it asked under another name than its token's", &actions)
            return fail(.refused, "This token belongs to \(name); ask under that name.")
        }
        guard
            let isRepeatable = permissions.call(
                by: name, request.type, at: request.service, repeatable: request.flags.contains(.repeatable))
        else {
            refuse(name, "it may not call \(request.type) at \(request.service)", &actions)
            return fail(.refused, "\(name) may not call \(request.type) at \(request.service).")
        }
        guard size <= limits.payloadBytes else {
            return fail(.invalid, "A message holds at most \(limits.payloadBytes) bytes; send it in parts.")
        }
        guard request.budget > 0 else { return fail(.timeout, "The budget was spent before the request arrived.") }
        if request.service == .broker {
            if request.type == BusStatus.type {
                actions.append(.answerStatus(peer, request.answer(.reply)))
            } else if request.type == Ping.type {
                actions.append(.answerPing(peer, request.answer(.reply)))
            } else if request.type == TraceQuery.type {
                actions.append(.answerTrace(peer, request.answer(.reply), payload))
            } else {
                fail(.unavailable, "The broker does not answer \(request.type).")
            }
            return
        }
        guard request.service != .nobody else { return fail(.invalid, "The request names no service.") }
        var known = serviceIndex[request.service]
        if known == nil, services.count < limits.services || permissions.isOurs(request.service) {
            known = service(named: request.service, now: now)
        }
        guard let index = known else {
            return fail(.unavailable, "\(request.service) is not running.", retryAfter: 1_000)
        }
        let open = accounts[account]
        guard open.calls < limits.callerRequests, size <= limits.smallBytes || open.bytes + size <= limits.callerBytes
        else {
            services[index].failed += 1
            return fail(
                .busy, "\(name) has \(open.calls) requests open, \(open.bytes) bytes in all; try again a little later.",
                retryAfter: 250)
        }
        let isEvent = request.type == DeliverEvents.type
        var header = request
        if isRepeatable { header.flags.insert(.repeatable) } else { header.flags.remove(.repeatable) }
        let call = Call(
            header: header, payload: payload, size: size, caller: peer, account: account,
            callerExchange: request.exchange, arrived: now,
            deadline: now.after(milliseconds: Int64(min(request.budget, limits.budget))), service: index,
            isEvent: isEvent)
        let (waiting, bytes) =
            isEvent
            ? (services[index].events.count, services[index].events.bytes)
            : (services[index].requests.count, services[index].requests.bytes)
        if waiting == 0, let position = pickWorker(index, request.type, isEvent: isEvent) {
            return assign(insert(call), to: position, of: index, now: now, &actions)
        }
        if let error = unavailability(index, request.type, now: now) {
            return actions.append(.fail(peer, request.answer(.error), error))
        }
        guard waiting < limits.queuedRequests, bytes + size <= limits.queuedBytes else {
            services[index].failed += 1
            return fail(
                .busy, "\(request.service) has \(waiting) requests waiting; try again a little later.", retryAfter: 250)
        }
        if isEvent {
            services[index].events.append(insert(call), from: name, bytes: size)
        } else {
            services[index].requests.append(insert(call), from: name, bytes: size)
        }
        dispatch(index, now: now, &actions)
    }

    /// The error for a request whose type no worker can handle; nil while a worker handles it or the start grace period
    /// runs.
    private func unavailability(_ index: Int, _ type: MessageType, now: MonotonicInstant) -> ServiceError? {
        var present = false
        for worker in services[index].workers where !worker.draining {
            if worker.types.contains(type) { return nil }
            present = true
        }
        if present {
            return ServiceError(
                .unavailable, "\(services[index].name) does not answer \(type) in the release that runs.")
        }
        guard services[index].emptySince + timing.grace <= now else { return nil }
        return ServiceError(.unavailable, "\(services[index].name) is not running.", retryAfter: 1_000)
    }

    /// Fails the waiting calls of a service that has not registered within the grace period.
    mutating func sweep(_ index: Int, now: MonotonicInstant, _ actions: inout [Action]) {
        for key in calls.keys(where: { $0.service == index && $0.state.worker == nil }) {
            guard let call = calls[key], let error = unavailability(index, call.header.type, now: now) else { continue }
            dequeue(key, call)
            finish(key, error, now: now, &actions)
        }
    }

    /// Dispatches waiting calls to workers with credit; requests and event deliveries alternate.
    mutating func dispatch(_ index: Int, now: MonotonicInstant, _ actions: inout [Action]) {
        while services[index].requests.count + services[index].events.count > 0 {
            let eventsFirst = services[index].eventsFirst
            guard
                dispatchOne(index, events: eventsFirst, now: now, &actions)
                    || dispatchOne(index, events: !eventsFirst, now: now, &actions)
            else { return }
        }
    }

    private mutating func dispatchOne(_ index: Int, events: Bool, now: MonotonicInstant, _ actions: inout [Action])
        -> Bool
    {
        guard let key = events ? services[index].events.first : services[index].requests.first, let call = calls[key]
        else { return false }
        guard let position = pickWorker(index, call.header.type, isEvent: events) else { return false }
        if events {
            services[index].events.removeFirst(bytes: call.size)
        } else {
            services[index].requests.removeFirst(bytes: call.size)
        }
        services[index].eventsFirst = !events
        assign(key, to: position, of: index, now: now, &actions)
        return true
    }

    /// Position of the worker with the lowest load that handles the type and has credit. Linear in the workers.
    private func pickWorker(_ index: Int, _ type: MessageType, isEvent: Bool) -> Int? {
        var best: (position: Int, load: Double)?
        for position in services[index].workers.indices
        where services[index].workers[position].hasCredit(forEvent: isEvent)
            && services[index].workers[position].types.contains(type)
        {
            let load =
                Double(services[index].workers[position].inFlight)
                / Double(services[index].workers[position].ready.credit)
            if best.map({ load < $0.load }) ?? true { best = (position, load) }
        }
        return best?.position
    }

    private mutating func assign(
        _ key: UInt64, to position: Int, of index: Int, now: MonotonicInstant, _ actions: inout [Action]
    ) {
        guard let call = calls[key] else { return }
        let peer = services[index].workers[position].peer
        calls[key]?.state = call.state.dispatched(to: peer, at: now)
        services[index].workers[position].inFlight += 1
        if call.isEvent { services[index].workers[position].eventsInFlight += 1 }
        var header = call.header
        header.exchange = key
        header.budget = UInt32(clamping: max(1, now.milliseconds(until: call.deadline)))
        actions.append(.send(peer, header, call.payload))
    }

    /// Returns the credit that the call held at its worker.
    mutating func release(_ peer: PeerID, _ call: Call, answered: Bool = false) {
        guard let position = position(of: peer, in: call.service) else { return }
        services[call.service].workers[position].inFlight -= 1
        if call.isEvent { services[call.service].workers[position].eventsInFlight -= 1 }
        if answered { services[call.service].workers[position].answered += 1 }
    }

    /// Handles a worker's REPLY or ERROR.
    mutating func answer(
        _ answer: Header, payload: Payload?, from peer: PeerID, _ name: WireName, now: MonotonicInstant,
        _ actions: inout [Action]
    ) {
        // An unknown exchange number means that the call already ended and its slot was freed, or that the broker
        // restarted.
        guard calls[answer.exchange]?.state.worker == peer, let call = remove(answer.exchange) else { return }
        release(peer, call, answered: true)
        if call.state.isOpen {
            if answer.kind == .reply {
                services[call.service].answered += 1
            } else if answer.flags.contains(.refusal) {
                services[call.service].refused += 1
            } else {
                services[call.service].failed += 1
            }
            // The code of an ERROR is in its payload, which the broker does not decode.
            ended(call, failure: nil, now: now)
            var header = call.header.answer(answer.kind)
            header.exchange = call.callerExchange
            actions.append(.send(call.caller, header, payload))
        }
        dispatch(call.service, now: now, &actions)
    }

    mutating func partial(_ partial: Header, payload: Payload?, from peer: PeerID, _ actions: inout [Action]) {
        guard let call = calls[partial.exchange], let state = call.state.answering(by: peer) else { return }
        calls[partial.exchange]?.state = state
        var header = call.header.answer(.partial)
        header.exchange = call.callerExchange
        actions.append(.send(call.caller, header, payload))
    }

    /// Handles a caller's CANCEL, which carries the caller's exchange number. CANCEL has no reply.
    mutating func cancel(_ cancel: Header, from peer: PeerID, now: MonotonicInstant, _ actions: inout [Action]) {
        guard let key = key(of: cancel.exchange, askedBy: peer), calls[key]?.state.isOpen == true else { return }
        abandon(key, now: now, &actions)
    }

    /// Ends a call without a caller: drops it if it waits, else cancels it at its worker.
    mutating func abandon(_ key: UInt64, now: MonotonicInstant, _ actions: inout [Action]) {
        guard let call = calls[key] else { return }
        guard let worker = call.state.worker else {
            dequeue(key, call)
            remove(key)
            return
        }
        calls[key]?.payload = nil
        calls[key]?.size = 0
        accounts[call.account].bytes -= call.size
        sendCancel(key, call, worker, now: now, &actions)
    }

    /// Sends CANCEL and schedules the next one. CANCEL repeats until the worker frees the slot: a worker answers CANCEL
    /// for a request it does not hold, so a lost message costs a slot for one second only.
    mutating func sendCancel(
        _ key: UInt64, _ call: Call, _ worker: PeerID, now: MonotonicInstant, _ actions: inout [Action]
    ) {
        calls[key]?.state = .abandoned(worker, nextCancel: now + timing.cancelInterval)
        var header = call.header.answer(.cancel)
        header.exchange = key
        actions.append(.send(worker, header, nil))
    }

    /// Handles a spent budget: the caller receives `timeout` now; the worker receives CANCEL and its slot stays taken
    /// until it answers.
    mutating func expire(_ key: UInt64, now: MonotonicInstant, _ actions: inout [Action]) {
        guard let call = calls[key] else { return }
        services[call.service].failed += 1
        ended(call, failure: .timeout, now: now)
        let place = call.state.worker == nil ? "waited for a free worker" : "was being worked on"
        tell(
            call,
            ServiceError(
                .timeout, "The budget was spent while the request \(place) at \(services[call.service].name)."),
            &actions)
        abandon(key, now: now, &actions)
    }

    /// Answers the caller with an error and removes the call.
    mutating func finish(_ key: UInt64, _ error: ServiceError, now: MonotonicInstant, _ actions: inout [Action]) {
        guard let call = remove(key) else { return }
        services[call.service].failed += 1
        ended(call, failure: error.code, now: now)
        tell(call, error, &actions)
    }

    /// Records the latency of an answered call, and its span if it is worth keeping.
    private mutating func ended(_ call: Call, failure: ServiceError.Code?, now: MonotonicInstant) {
        let nanoseconds = call.arrived.nanoseconds(until: now)
        services[call.service].latency.record(nanoseconds: nanoseconds)
        guard SpanRing.isWorthKeeping(call.header, failure, nanoseconds: nanoseconds) else { return }
        spans.append(
            SpanRing.Entry(
                .passed, call.header, own: 0, since: call.arrived, until: now,
                waited: (call.state.dispatched ?? now) - call.arrived, failure: failure))
    }

    private func tell(_ call: Call, _ error: ServiceError, _ actions: inout [Action]) {
        var header = call.header.answer(.error)
        header.exchange = call.callerExchange
        actions.append(.fail(call.caller, header, error))
    }

    private mutating func dequeue(_ key: UInt64, _ call: Call) {
        if call.isEvent {
            services[call.service].events.remove(key, from: call.header.caller, bytes: call.size)
        } else {
            services[call.service].requests.remove(key, from: call.header.caller, bytes: call.size)
        }
    }
}
