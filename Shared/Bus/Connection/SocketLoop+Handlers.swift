import Messages

/// Running handlers, publishing on the mirror, updating counters.
extension SocketLoop {
    func start(_ slot: UInt64, _ header: Header, _ payload: Frame?, _ now: MonotonicInstant) {
        guard let handler = handlers[header.type] else { return }
        let (type, inbox) = (header.type, shared.inbox)
        let trace = header.trace.child()
        let capabilities =
            header.flags.contains(.capability) ? payload.flatMap { CapabilityField.find(in: $0.bytes) } : nil
        let context = RequestContext(
            id: header.id, attempt: header.attempt, caller: header.caller.service,
            deadline: .now + .milliseconds(Int64(header.budget)),
            trace: trace, capabilities: capabilities, partials: (inbox, slot))
        let task =
            switch handler.placement {
            case .pool:
                Task.detached(executorPreference: shared.pool) {
                    await handler.answer(type, payload, context, slot, inbox)
                }
            case .socketThread:
                Task.immediateDetached(executorPreference: shared.executor) {
                    await handler.answer(type, payload, context, slot, inbox)
                }
            }
        let index = Slab<Handling>.index(slot)
        while handling.count <= index { handling.append(nil) }
        handling[index] = Handling(header: header, own: trace.span, since: now, task: task)
    }

    func record(_ slot: UInt64, _ error: ServiceError?, _ now: MonotonicInstant) {
        let index = Slab<Handling>.index(slot)
        guard let call = handling[index] else { return }
        handling[index] = nil
        // The caller receives no cause, so this line is its only trace. A payload that cannot be decoded is the
        // caller's fault; a broken caller would fill the log.
        if let error, error.code != .invalid, let cause = error.causeText {
            configuration.log(
                BusNotice(
                    .warning,
                    "\(call.header.type) from \(call.header.caller) failed: \(error.code), caused by \(cause)."))
        }
        statistics.handled[call.header.type, default: .init()].record(
            error, nanoseconds: call.since.nanoseconds(until: now))
        remember(.answered, call.header, own: call.own, since: call.since, now, error)
    }

    func remember(
        _ role: Span.Role, _ header: Header, own: UInt64, since: MonotonicInstant, _ now: MonotonicInstant,
        _ error: ServiceError?
    ) {
        guard SpanRing.isWorthKeeping(header, error?.code, nanoseconds: since.nanoseconds(until: now)) else { return }
        let entry = SpanRing.Entry(
            role, header, own: own, since: since, until: now, waited: .zero, failure: error?.code)
        shared.spans.withLock { $0.append(entry) }
        configuration.export(entry, now)
    }

    func publish(_ note: MirrorUpdate) {
        let event = MirrorEvent(
            service: configuration.service, epoch: epoch, sequence: sequence, type: note.type, user: note.user,
            id: note.id)
        let payload = Codec.frame(event)
        let header = Header(kind: .event, type: note.type, caller: name)
        // A full pipe drops the event; watchers detect the gap in the sequence.
        for link in links { _ = link.publisher?.send(header, payload) }
    }

    func tell(_ events: [WatchEvent]) {
        guard !events.isEmpty, !watchers.isEmpty else { return }
        for id in watchers.keys {
            for event in events { watchers[id]?.tell(event) }
        }
    }

    func updateStatistics() {
        statistics.retries = client.retries
        statistics.pending = client.pending.count
        statistics.running = worker.running.count
        statistics.hung = worker.hung
        statistics.connectedBrokers = links.filter(\.core.isUp).count
        shared.publish(statistics)
    }
}

extension BusStatistics.Outcomes {
    mutating func record(_ error: ServiceError?, nanoseconds: Int64) {
        count += 1
        if let error { failures[error.code, default: 0] += 1 }
        latency.record(nanoseconds: nanoseconds)
    }
}
