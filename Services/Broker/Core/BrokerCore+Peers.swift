import Bus
import Messages

/// Registration, heartbeats, draining and loss of peers.
extension BrokerCore {
    /// Handles READY: registers the peer for the types that it handles. A later READY replaces an earlier one.
    mutating func ready(
        _ ready: Ready, header: Header, from peer: PeerID, now: MonotonicInstant, _ actions: inout [Action]
    ) {
        guard let known = peers[peer] else { return }
        guard header.caller == known.name else {
            refuse(known.name, "it registered under another name than its token's", &actions)
            actions.append(
                .fail(
                    peer, header.answer(.error),
                    ServiceError(.refused, "This token belongs to \(known.name); register under that name.")))
            return
        }
        peers[peer]?.lastHeard = now
        peers[peer]?.registered = true
        peers[peer]?.takesBatches = header.flags.contains(.batches)
        let types = Set(ready.types.map { MessageType($0) })
        let allowed = types.filter { permissions.mayAnswer(known.name, $0) }
        if allowed.count < types.count {
            let names = types.subtracting(allowed).sorted().map(\.description).joined(separator: ", ")
            refuse(known.name, "it may not answer \(names)", &actions)
            actions.append(
                .fail(peer, header.answer(.error), ServiceError(.refused, "\(known.name) may not answer \(names).")))
        }
        if ready.credit > 0, !allowed.isEmpty {
            let index = service(named: known.name, now: now)
            if known.service == nil, services[index].workers.count(where: { !$0.draining }) >= limits.workers {
                refuse(known.name, "it has \(limits.workers) workers already", &actions)
                actions.append(
                    .fail(
                        peer, header.answer(.error),
                        ServiceError(.busy, "\(known.name) has \(limits.workers) workers already.")))
            } else if let position = position(of: peer, in: index) {
                services[index].workers[position].ready = ready
                services[index].workers[position].types = allowed
            } else {
                peers[peer]?.service = index
                services[index].workers.append(Worker(peer: peer, ready: ready, types: allowed))
                actions.append(
                    .notice(BusNotice(.info, "\(known.name) \(ready.release) joined (process \(ready.processID)).")))
            }
        }
        beat(peer, &actions)
        if let index = peers[peer]?.service { dispatch(index, now: now, &actions) }
    }

    /// Handles DRAIN: dispatches nothing more to this worker. The reply confirms that no request is on its way to it.
    mutating func drain(_ peer: PeerID, _ header: Header, now: MonotonicInstant, _ actions: inout [Action]) {
        actions.append(.send(peer, header.answer(.drain), nil))
        guard let index = peers[peer]?.service, let position = position(of: peer, in: index),
            !services[index].workers[position].draining
        else { return }
        services[index].workers[position].draining = true
        updateEmptySince(index, now: now)
        sweep(index, now: now, &actions)
    }

    /// Handles connections that are gone (EHOSTUNREACH) or silent. All of them lose their credit first, so that the
    /// calls of one are not re-dispatched to another.
    mutating func lost(_ gone: [PeerID], now: MonotonicInstant, _ actions: inout [Action]) {
        for peer in gone {
            if let index = peers[peer]?.service, let position = position(of: peer, in: index) {
                services[index].workers[position].ready.credit = 0
            }
        }
        for peer in gone { lost(peer, now: now, &actions) }
    }

    private mutating func lost(_ peer: PeerID, now: MonotonicInstant, _ actions: inout [Action]) {
        guard let gone = peers.removeValue(forKey: peer) else { return }
        for key in calls.keys(where: { $0.caller == peer && $0.state.isOpen }) { abandon(key, now: now, &actions) }
        guard let index = gone.service, let position = position(of: peer, in: index) else { return }
        let worker = services[index].workers.remove(at: position)
        if !worker.draining { services[index].died += 1 }
        updateEmptySince(index, now: now)
        let held = calls.keys(where: { $0.state.worker == peer })
        if !held.isEmpty || !worker.draining {
            actions.append(
                .notice(
                    BusNotice(
                        worker.draining ? .info : .warning,
                        "\(gone.name) (process \(worker.ready.processID)) was lost with \(held.count) open requests.")))
        }
        for key in held.reversed() { workerLost(key, now: now, &actions) }
        dispatch(index, now: now, &actions)
    }

    private mutating func updateEmptySince(_ index: Int, now: MonotonicInstant) {
        if services[index].workers.allSatisfy(\.draining) { services[index].emptySince = now }
    }

    /// Sends heartbeats, drops silent peers, expires budgets and fails calls to absent services.
    mutating func tick(now: MonotonicInstant, _ actions: inout [Action]) {
        // If this process was suspended, the gap says nothing about its peers: extends their silence threshold by the
        // pause.
        let pause = now - lastTick
        if pause > .seconds(1) {
            peers = peers.mapValues { peer in
                var peer = peer
                peer.lastHeard = peer.lastHeard + pause
                return peer
            }
        }
        lastTick = now
        for key in calls.keys(where: { $0.state.isOpen && $0.deadline <= now }) { expire(key, now: now, &actions) }
        for key in calls.keys(where: { $0.state.isCancelDue(now) }) {
            if let call = calls[key], let worker = call.state.worker {
                sendCancel(key, call, worker, now: now, &actions)
            }
        }
        for index in services.indices where services[index].requests.count + services[index].events.count > 0 {
            sweep(index, now: now, &actions)
            dispatch(index, now: now, &actions)
        }
        guard now >= nextBeat else { return }
        nextBeat = now + timing.heartbeat
        let silent = peers.filter { $0.value.lastHeard + timing.silence <= now }
        for peer in silent.keys.sorted() {
            guard let known = silent[peer], known.registered else { continue }
            actions.append(
                .notice(
                    BusNotice(.warning, "\(known.name) has been silent for \(timing.silence); it is treated as lost.")))
        }
        lost(silent.keys.sorted(), now: now, &actions)
        for peer in peers.keys.sorted() where peers[peer]?.registered == true { beat(peer, &actions) }
    }

    /// Milliseconds until the next `tick` is due.
    func untilTick(now: MonotonicInstant) -> Int64 {
        let beat = now.milliseconds(until: nextBeat) + 1
        return calls.count == 0 ? beat : min(beat, 10)
    }

    /// Asks every peer to drain. The broker serves remaining messages until the loop stops.
    func stop(_ actions: inout [Action]) {
        for peer in peers.keys.sorted() where peers[peer]?.registered == true {
            actions.append(.send(peer, Header(kind: .drain, caller: .broker), nil))
        }
    }

    func status(now: MonotonicInstant) -> BusStatus.Reply {
        let statuses = services.map { service in
            ServiceStatus(
                service: service.name.service,
                workers: service.workers.map {
                    WorkerStatus(
                        release: $0.ready.release, processID: $0.ready.processID, credit: $0.ready.credit,
                        inFlight: $0.inFlight, draining: $0.draining,
                        answered: $0.answered, consumes: $0.ready.consumes)
                },
                queued: Int64(service.requests.count + service.events.count), answered: service.answered,
                failed: service.failed, refused: service.refused,
                retried: service.retried, died: service.died, latency: service.latency.counts,
                latencySeconds: service.latency.sum)
        }
        return BusStatus.Reply(
            services: statuses.sorted { $0.service.rawValue < $1.service.rawValue },
            uptime: started.milliseconds(until: now), release: release,
            refusedFrames: refusedFrames)
    }
}
