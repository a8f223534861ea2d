import CZeroMQ
import Messages
import SystemKit

/// The event loop of a process's socket thread: owns context and sockets, feeds the cores, performs their actions.
/// Confined to its thread.
final class SocketLoop {
    let configuration: BusConfiguration
    let shared: BusShared
    let handlers: [MessageType: Handler]
    let consumes: [MessageType]
    let context: UnsafeMutableRawPointer
    let name: WireName
    var links: [Link]
    var client: ClientCore<Frame>
    var worker: WorkerCore<Frame>
    var answers: [UInt64: ResponseSink] = [:]
    /// Running handlers by their slot index in the worker core's slab.
    var handling: [Handling?] = []
    var watchers: [UInt64: Watcher] = [:]
    var mirror: MirrorWatch
    let epoch = UInt64.random(in: 1 ... .max)
    var sequence: UInt64 = 0
    var nextMirrorBeat: MonotonicInstant
    var statistics = BusStatistics()
    private var nextTick: MonotonicInstant
    private var batch = Inbox.Batch()
    private var clientActions: [ClientCore<Frame>.Action] = []
    private var workerActions: [WorkerCore<Frame>.Action] = []
    private var clientPerforming: [ClientCore<Frame>.Action] = []
    private var workerPerforming: [WorkerCore<Frame>.Action] = []
    private let headerFrame = Frame()
    private var poller = Poller()
    private var spin = AdaptiveSpin()
    private var isOpen = true
    /// Messages read from one socket before the loop serves the other sockets and sends replies. One usual batch:
    /// larger reads would make the processes of a request work in turn instead of in parallel.
    private static let batchSize = MessageBatch.usualCount

    /// A running handler.
    struct Handling {
        let header: Header
        /// Its span id.
        let own: UInt64
        let since: MonotonicInstant
        let task: Task<Void, Never>
    }

    init(
        _ configuration: BusConfiguration, _ shared: BusShared, handlers: [MessageType: Handler],
        consumes: [MessageType], name: WireName
    ) throws {
        context = try Context.make()
        (self.configuration, self.shared, self.handlers, self.consumes, self.name) = (
            configuration, shared, handlers, consumes, name
        )
        let now = MonotonicInstant.now
        links = configuration.brokers.map { Link($0, configuration, now: now) }
        client = ClientCore(maximumPending: configuration.maximumPending)
        worker = WorkerCore(timing: configuration.timing, credit: configuration.credit) { handlers[$0] != nil }
        mirror = MirrorWatch(silence: configuration.timing.mirrorSilence)
        (nextMirrorBeat, nextTick) = (now, now)
    }

    /// Runs until drained.
    func run() {
        while isOpen {
            let now = MonotonicInstant.now
            takeInbox(now)
            var worked = false
            for index in links.indices { worked = receive(from: index, now) || worked }
            if now >= nextTick {
                tick(now)
                worked = true
            }
            flush()
            // Nothing was sent since the sockets were read until empty, so the next message makes a descriptor
            // readable.
            if !worked, isOpen, !spin.shouldSpin(.now) { sleep() }
        }
        close()
    }

    private func flush() {
        for link in links { link.flush() }
    }

    private func sleep() {
        guard shared.inbox.prepareToSleep() else { return }
        poller.clear()
        poller.add(shared.inbox.wakeup.readEnd)
        for link in links { link.addSockets(to: &poller) }
        // Rounded up, so that the thread does not busy-wait through the last millisecond.
        poller.wait(MonotonicInstant.now.milliseconds(until: nextTick) + 1)
        if poller.isReady(0) { shared.inbox.wakeup.clear() }
        var position = 1
        for link in links { link.collectReadiness(poller, &position) }
    }

    /// Performs the submitted commands and jobs. Bounded, so that the sockets are served too.
    private func takeInbox(_ now: MonotonicInstant) {
        for _ in 0..<Self.batchSize {
            shared.inbox.take(into: &batch)
            guard !batch.isEmpty else { return }
            spin.renew()
            for command in batch.commands { perform(command, now) }
            performActions(now)
            // Sends first, so that finished messages do not wait for the jobs.
            flush()
            for job in batch.jobs { shared.executor.run(job) }
        }
    }

    private func perform(_ command: Inbox.Command, _ now: MonotonicInstant) {
        switch command {
        case .request(let token, let header, let payload, let deadline, let answer):
            answers[token] = answer
            client.request(token, header, payload: payload, deadline: deadline, now: now, &clientActions)
            nextTick = min(nextTick, now.after(milliseconds: 10))
        case .cancel(let token): client.cancel(token, now: now, &clientActions)
        case .publish(let note):
            sequence += 1
            statistics.published += 1
            publish(note)
        case .watch(let id, let watcher):
            watchers[id] = watcher
            for link in links {
                do { try link.watch(context, configuration) } catch { configuration.log(BusNotice(.error, "\(error)")) }
            }
        case .unwatch(let id): watchers[id] = nil
        case .finished(let slot, let reply, let error):
            record(slot, error, now)
            worker.finished(slot, reply: reply, error: error, now: now, &workerActions)
        case .partial(let slot, let frame): worker.partial(slot, frame, &workerActions)
        case .drain: worker.drain(links: Set(links.indices.filter { links[$0].core.isUp }), now: now, &workerActions)
        }
    }

    private func receive(from index: Int, _ now: MonotonicInstant) -> Bool {
        let link = links[index]
        var worked = false
        while link.monitorMayBeReadable, let event = link.nextMonitorEvent() {
            worked = true
            if let failure = link.failure(event) {
                statistics.handshakeFailures[failure.cause, default: 0] += 1
                perform(link.core.handshakeFailed(failure, now: now, random: .random(in: 0..<1)), index, now)
            } else if event == .succeeded {
                perform(link.core.handshakeSucceeded(now: now), index, now)
            } else if event == .disconnected {
                perform(link.core.disconnected(), index, now)
            }
        }
        var count = 0
        while count < Self.batchSize, let dealer = link.dealer, dealer.receive(headerFrame) == .frame {
            count += max(1, headerFrame.count / Header.size)
            worked = true
            guard let payload = payload(dealer) else { continue }
            do {
                try MessageBatch.forEach(in: headerFrame.bytes, payload) { received($0, $1, index, now) }
                dealer.recycle(headerFrame)
            } catch {
                statistics.refusedFrames += 1
            }
        }
        performActions(now)
        for _ in 0..<Self.batchSize where link.subscriberMayBeReadable {
            guard let subscriber = link.subscriber, subscriber.receive(headerFrame) == .frame else {
                link.subscriberMayBeReadable = false
                break
            }
            worked = true
            guard let payload = payload(subscriber) else { continue }
            guard let header = try? Header(headerFrame.bytes) else {
                statistics.refusedFrames += 1
                continue
            }
            guard header.kind == .event, let event = try? Codec.decode(MirrorEvent.self, from: payload) else {
                continue
            }
            guard WireName(event.service) == header.caller else { continue }
            tell(mirror.received(event, now: now))
        }
        return worked
    }

    /// The second frame of a message whose first has been read; nil if the message does not have exactly two.
    private func payload(_ socket: Socket) -> Frame? {
        let payload = Frame()
        guard headerFrame.hasMore, socket.receive(payload) == .frame, !payload.hasMore else {
            statistics.refusedFrames += 1
            socket.skipRest(after: payload)
            return nil
        }
        return payload
    }

    private func received(_ header: Header, _ payload: Frame, _ index: Int, _ now: MonotonicInstant) {
        links[index].core.heard(now: now)
        if header.kind != .heartbeat { spin.renew() }
        switch header.kind {
        case .heartbeat:
            links[index].brokerTakesBatches(header.flags.contains(.batches))
            perform(
                links[index].core.beat(
                    epoch: header.exchange, unregistered: header.flags.contains(.unregistered), now: now), index, now)
        case .reply, .partial:
            client.received(header, payload: payload, error: nil, from: index, now: now, &clientActions)
        case .error:
            let error = try? Codec.decode(ServiceError.self, from: payload)
            // Exchange 0 belongs to READY, which has no exchange number.
            if header.exchange == 0, let error { configuration.log(BusNotice(.error, error.message)) }
            client.received(header, payload: payload, error: error, from: index, now: now, &clientActions)
        case .request, .cancel: worker.received(header, payload: payload, from: index, now: now, &workerActions)
        case .drain:
            // The answer to this process's own DRAIN: handlers that still run may ask further.
            if !worker.awaitsDrain(of: index) { client.linkDraining(index) }
            worker.received(header, payload: payload, from: index, now: now, &workerActions)
        case .ready, .event: statistics.refusedFrames += 1
        }
    }

    private func tick(_ now: MonotonicInstant) {
        // Under constant load the loop never sleeps, so `poll` never reports these sockets: reads them once per tick.
        for link in links { (link.monitorMayBeReadable, link.subscriberMayBeReadable) = (true, true) }
        for index in links.indices { perform(links[index].core.tick(now: now), index, now) }
        client.tick(now: now, &clientActions)
        worker.tick(now: now, &workerActions)
        performActions(now)
        tell(mirror.tick(now: now))
        for id in watchers.keys { watchers[id]?.flush() }
        if now >= nextMirrorBeat {
            nextMirrorBeat = now + configuration.timing.mirrorHeartbeat
            publish(MirrorUpdate(type: MessageType(0), user: nil, id: nil))
        }
        updateStatistics()
        let busy = client.pending.count + worker.running.count > 0
        nextTick = now + (busy ? .milliseconds(10) : configuration.timing.heartbeat / 2)
    }

    /// Performs actions until the cores emit none.
    private func performActions(_ now: MonotonicInstant) {
        while !clientActions.isEmpty || !workerActions.isEmpty {
            swap(&clientActions, &clientPerforming)
            swap(&workerActions, &workerPerforming)
            for action in clientPerforming { perform(action, now) }
            for action in workerPerforming { perform(action, now) }
            clientPerforming.removeAll(keepingCapacity: true)
            workerPerforming.removeAll(keepingCapacity: true)
        }
    }

    private func perform(_ actions: [LinkCore.Action], _ index: Int, _ now: MonotonicInstant) {
        for action in actions { perform(action, index, now) }
        performActions(now)
    }

    private func perform(_ action: LinkCore.Action, _ index: Int, _ now: MonotonicInstant) {
        let link = links[index]
        switch action {
        case .open:
            do {
                try link.open(context, configuration, watching: !watchers.isEmpty, name: "\(index)")
            } catch {
                link.close()
                link.core.openFailed(now: now)
                configuration.log(BusNotice(.error, (error as? ServiceError)?.message ?? "\(error)"))
            }
        case .close: link.close()
        case .sendReady: sendReady(link)
        case .sendHeartbeat: link.send(Header(kind: .heartbeat, caller: name), nil)
        case .up: client.linkUp(index, now: now, &clientActions)
        case .down:
            client.linkDown(index, now: now, &clientActions)
            worker.linkDown(index, now: now, &workerActions)
        case .notice(let level, let message): configuration.log(BusNotice(level, message))
        }
    }

    private func sendReady(_ link: Link) {
        let share = (configuration.credit + Int32(links.count) - 1) / Int32(links.count)
        let ready = Ready(
            release: configuration.release, processID: Int64(Platform.processID),
            credit: handlers.isEmpty ? 0 : max(1, share),
            types: handlers.keys.map(\.rawValue).sorted(), consumes: consumes.map(\.rawValue))
        // A different broker may listen at the address by now.
        link.brokerTakesBatches(false)
        link.send(Header(kind: .ready, flags: .batches, caller: name), Codec.frame(ready))
    }

    private func perform(_ action: ClientCore<Frame>.Action, _ now: MonotonicInstant) {
        switch action {
        case .send(let link, let header, let payload): links[link].send(header, payload)
        case .partial(let token, let payload): answers[token]?.partial(payload)
        case .finish(let token, let call, let outcome):
            guard let answer = answers.removeValue(forKey: token) else { return }
            var failure: ServiceError?
            switch outcome {
            case .reply(let payload): answer.finish(.success(payload))
            case .failure(let error):
                failure = error
                answer.finish(.failure(error))
            }
            statistics.requested[call.header.type, default: .init()].record(
                failure, nanoseconds: call.since.nanoseconds(until: now))
            remember(.asked, call.header, own: 0, since: call.since, now, failure)
        }
    }

    private func perform(_ action: WorkerCore<Frame>.Action, _ now: MonotonicInstant) {
        switch action {
        case .send(let link, let header, let payload): links[link].send(header, payload)
        case .fail(let link, let header, let error): links[link].send(header, Codec.frame(error))
        case .start(let slot, let header, let payload): start(slot, header, payload, now)
        case .stop(let slot): handling[Slab<Handling>.index(slot)]?.task.cancel()
        case .notice(let level, let message): configuration.log(BusNotice(level, message))
        case .exhausted: configuration.exhausted()
        case .drained: isOpen = false
        }
    }

    private func close() {
        let rest = shared.inbox.close()
        for case .request(_, _, _, _, let answer) in rest.commands {
            answer.finish(.failure(ServiceError(.cancelled, "This process is shutting down.")))
        }
        client.close(&clientActions)
        performActions(MonotonicInstant.now)
        flush()
        for call in handling { call?.task.cancel() }
        for watcher in watchers.values { watcher.continuation.finish() }
        updateStatistics()
        for link in links { link.close() }
        // Blocks until pending messages are sent, at most for the sockets' linger time.
        while zmq_ctx_term(context) != 0, zmq_errno() == EINTR {}
        for job in rest.jobs { shared.executor.run(job) }
    }
}
