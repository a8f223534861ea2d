import Bus
import CZeroMQ
import Messages
import SystemKit

/// The broker's event loop: connects the sockets to `BrokerCore`. Confined to its thread.
final class BrokerLoop {
    private typealias Core = BrokerCore<Frame>
    private let configuration: BrokerConfiguration
    private let wakeup: Wakeup
    private let context: UnsafeMutableRawPointer
    private let security: SocketSecurity
    private let authenticator: ZAPHandler
    private let router: Socket
    /// Processes publish to `intake`; watchers subscribe to `mirror`.
    private let intake: Socket
    private let mirror: Socket
    private var core: Core
    private var actions: [Core.Action] = []
    private var performing: [Core.Action] = []
    private var lost: [Core.PeerID] = []
    private var undelivered: [(peer: Core.PeerID, header: Header)] = []
    /// Batches that the next `flush` sends. Elements from `used` on are empty and reused, to save allocations.
    private var outgoing: [Outgoing] = []
    private var used = 0
    /// Unread bytes of the peers that were sent large messages.
    private var backlogs: [Core.PeerID: Backlog] = [:]
    private var poller = Poller()
    private var spin = AdaptiveSpin()
    /// Whether these sockets may be readable. They are read until empty before the loop sleeps (see `Poller`).
    private var intakeMayBeReadable = true
    private var authenticatorMayBeReadable = true
    private let identity = Frame()
    private let headerFrame = Frame()
    /// Messages read from one socket before the loop serves the other sockets and sends replies. One usual batch:
    /// larger reads would make the processes of a request work in turn instead of in parallel.
    private static let batchSize = MessageBatch.usualCount
    /// Smaller messages are not counted against `unreadBytes`; the high-water mark bounds them.
    private static let countedSize = 4 << 10
    /// Interval between two checks of the memory limit.
    private static let memoryCheckInterval = Duration.milliseconds(100)
    /// How long a stopping broker waits for open calls.
    private static let farewell = Duration.seconds(1)

    private struct Outgoing {
        var peer: Core.PeerID
        var batch = MessageBatch(isSingle: true)
    }

    init(_ configuration: BrokerConfiguration, _ wakeup: Wakeup, _ ledger: HandshakeCounters) throws {
        security = try SocketSecurity.broker(configuration.endpoint, configuration.keys)
        context = try Context.make()
        (self.configuration, self.wakeup) = (configuration, wakeup)
        zmq_ctx_set(context, ZMQ_MAX_SOCKETS, 4_096)
        let peerAuthenticator = PeerAuthenticator(
            tokens: TokenStore(directory: configuration.tokens), keys: security.isCurve ? configuration.keys : nil)
        authenticator = try ZAPHandler(context, peerAuthenticator, ledger, log: configuration.log)
        router = try Socket(context, ZMQ_ROUTER)
        intake = try Socket(context, ZMQ_SUB)
        mirror = try Socket(context, ZMQ_PUB)
        core = Core(
            timing: configuration.timing, limits: configuration.limits, release: configuration.release,
            epoch: .random(in: 1 ... .max), now: .now)
        for (name, socket) in [("requests", router), ("publish", intake), ("subscribe", mirror)] {
            try SocketOptions.apply(to: socket, maximumPayload: configuration.limits.payloadBytes)
            if socket !== router { try socket.set(ZMQ_MAXMSGSIZE, Int64(configuration.limits.mirrorBytes)) }
            try security.apply(to: socket)
            try authenticator.watch(socket, in: context, name: name)
        }
        try router.set(ZMQ_ROUTER_MANDATORY, Int32(1))
        try intake.set(ZMQ_SUBSCRIBE, "")
        try mirror.bind(configuration.endpoint.subscribe)
        try intake.bind(configuration.endpoint.publish)
        try router.bind(configuration.endpoint.requests)
        configuration.log(BusNotice(.info, "The broker listens at \(configuration.endpoint)."))
    }

    /// Runs until `stopping` returns true, or until every connection has to be closed and authenticated again.
    func run(stopping: () -> Bool, reloading: () -> Bool, publish: (BusStatus.Reply) -> Void) {
        var deadline: MonotonicInstant?
        var isStale = false
        var nextTick = MonotonicInstant.now
        var nextMemoryCheck = nextTick
        while true {
            let now = MonotonicInstant.now
            if authenticatorMayBeReadable { admit() }
            var worked = receive(now)
            if intakeMayBeReadable { worked = forwardMirror(now) || worked }
            if now >= nextTick {
                // Under constant load the loop never sleeps, so `poll` never reports these sockets: reads them once per
                // tick.
                (intakeMayBeReadable, authenticatorMayBeReadable) = (true, true)
                core.tick(now: now, &actions)
                perform(now)
                if !backlogs.isEmpty { backlogs = backlogs.filter { $0.value.bytes > 0 } }
                publish(core.status(now: now))
                if review(now) || (reloading() && keyChanged) { isStale = true }
                nextTick = now.after(milliseconds: core.untilTick(now: now))
                worked = true
            } else if worked {
                nextTick = min(nextTick, now.after(milliseconds: core.untilTick(now: now)))
            }
            if now >= nextMemoryCheck {
                if exceedsMemoryLimit {
                    // Open calls hold the memory, so the loop ends without waiting for them.
                    core.stop(&actions)
                    perform(now)
                    break
                }
                nextMemoryCheck = now + Self.memoryCheckInterval
            }
            if isStale || stopping() {
                if deadline == nil {
                    deadline = now + Self.farewell
                    core.stop(&actions)
                    perform(now)
                    worked = true
                }
                if let deadline, core.calls.count == 0 || now >= deadline { break }
            }
            // Nothing was sent since the sockets were read until empty, so the next message makes a descriptor
            // readable.
            if !worked, !spin.shouldSpin(now) { sleep(until: min(nextTick, nextMemoryCheck)) }
        }
        close()
    }

    private func sleep(until nextTick: MonotonicInstant) {
        poller.clear()
        for descriptor in [wakeup.readEnd, router.descriptor, intake.descriptor, authenticator.socket.descriptor] {
            poller.add(descriptor)
        }
        poller.wait(MonotonicInstant.now.milliseconds(until: nextTick) + 1)
        if poller.isReady(0) { wakeup.clear() }
        if poller.isReady(2) { intakeMayBeReadable = true }
        if poller.isReady(3) { authenticatorMayBeReadable = true }
    }

    /// True if the credentials of a connected peer were revoked.
    private func review(_ now: MonotonicInstant) -> Bool {
        authenticator.countFailures()
        guard let changes = authenticator.review(now) else { return true }
        for (name, grants) in changes { core.permissions.grant(grants, to: name) }
        return false
    }

    /// True if the broker's own key file holds another key. An unreadable file changes nothing: the loop keeps the
    /// current key.
    private var keyChanged: Bool {
        do {
            return try SocketSecurity.broker(configuration.endpoint, configuration.keys).key != security.key
        } catch {
            configuration.log(
                BusNotice(
                    .error,
                    "The broker keeps its current key: \((error as? ServiceError)?.message ?? "the new one cannot be read")"
                ))
            return false
        }
    }

    /// True if the process exceeds its memory limit even after the allocator returned its free memory.
    private var exceedsMemoryLimit: Bool {
        guard let limit = configuration.limits.memory, let before = Memory.resident, before > limit else {
            return false
        }
        Memory.trim()
        guard let bytes = Memory.resident, bytes > limit else { return false }
        let (mebibytes, most) = (bytes >> 20, limit >> 20)
        configuration.log(
            BusNotice(
                .error, "The broker uses \(mebibytes) MiB, above its limit of \(most): every connection is closed."))
        return true
    }

    private func admit() {
        for (name, grants) in authenticator.serve() { core.permissions.grant(grants, to: name) }
        authenticatorMayBeReadable = false
    }

    /// Reads a batch of messages before any reply is sent, so that libzmq's I/O thread wakes once for many messages.
    private func receive(_ now: MonotonicInstant) -> Bool {
        var count = 0
        while count < Self.batchSize, router.receive(identity) == .frame {
            guard let (payload, peer, name) = readRouted() else {
                count += 1
                continue
            }
            count += max(1, headerFrame.count / Header.size)
            guard isIntroduced(peer, name, now) else { continue }
            do {
                try MessageBatch.forEach(in: headerFrame.bytes, payload) { received($0, $1, peer, now) }
                router.recycle(headerFrame)
            } catch {
                refuse(error.sentence, name)
            }
        }
        perform(now)
        return count > 0
    }

    /// Payload, sender and sender's name of the message whose routing id has been read; nil if the message is refused.
    private func readRouted() -> (Frame, Core.PeerID, WireName?)? {
        // A ROUTER assigns five-byte routing ids: 0 and a counter. A peer may choose another routing id, which is
        // refused.
        guard identity.count == 5, identity.bytes[0] == 0, identity.hasMore, router.receive(headerFrame) == .frame
        else {
            router.skipRest(after: identity)
            refuse("an unexpected shape", nil)
            return nil
        }
        let peer = Core.PeerID(bigEndian: identity.bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
        let name = headerFrame.user
        let payload = Frame()
        guard headerFrame.hasMore, router.receive(payload) == .frame, !payload.hasMore else {
            router.skipRest(after: payload)
            refuse("it has not exactly two frames", name)
            return nil
        }
        return (payload, peer, name)
    }

    /// True if the peer's name matches the core's. Checked for every message, because a new connection may reuse a
    /// closed one's number.
    private func isIntroduced(_ peer: Core.PeerID, _ name: WireName?, _ now: MonotonicInstant) -> Bool {
        guard let name else {
            refuse("it comes from nobody known", nil)
            return false
        }
        guard let known = core.name(of: peer) else {
            core.met(peer, name: name, now: now)
            return true
        }
        guard known != name else { return true }
        refuse("it comes under the number of \(known)", name)
        core.lost([peer], now: now, &actions)
        return false
    }

    private func received(_ header: Header, _ payload: Frame, _ peer: Core.PeerID, _ now: MonotonicInstant) {
        if header.kind != .heartbeat { spin.renew() }
        if header.kind == .ready {
            introduce(header, payload, peer, now)
        } else {
            core.received(header, payload: payload, size: payload.count, from: peer, now: now, &actions)
        }
    }

    private func refuse(_ sentence: String, _ name: WireName?) { core.refuse(name ?? .nobody, sentence, &actions) }

    private func introduce(_ header: Header, _ payload: Frame, _ peer: Core.PeerID, _ now: MonotonicInstant) {
        do {
            guard payload.count <= configuration.limits.readyBytes else {
                throw ServiceError(.invalid, "This READY is too large.")
            }
            var ready = try Codec.decode(Ready.self, from: payload)
            guard ready.release.utf8.count <= configuration.limits.releaseBytes else {
                throw ServiceError(.invalid, "This release is too long.")
            }
            ready.credit = min(ready.credit, configuration.limits.credit)
            core.ready(ready, header: header, from: peer, now: now, &actions)
        } catch {
            let error = error as? ServiceError ?? ServiceError(.invalid, "This READY cannot be read.")
            core.refuse(header.caller, "its READY cannot be used", &actions)
            actions.append(.fail(peer, header.answer(.error), error))
        }
    }

    /// Forwards the events that their publisher may publish under its own name.
    private func forwardMirror(_ now: MonotonicInstant) -> Bool {
        for index in 0..<Self.batchSize {
            guard intake.receive(headerFrame) == .frame else {
                intakeMayBeReadable = false
                return index > 0
            }
            let name = headerFrame.user ?? .nobody
            guard let header = try? Header(headerFrame.bytes), headerFrame.hasMore else {
                intake.skipRest(after: headerFrame)
                refuse("its event has no valid header", name)
                continue
            }
            let payload = Frame()
            guard intake.receive(payload) == .frame, !payload.hasMore else {
                intake.skipRest(after: payload)
                refuse("its event has not exactly two frames", name)
                continue
            }
            guard header.kind == .event, header.caller == name, core.permissions.mayPublish(name, header.type) else {
                refuse("it may not publish \(header.type) as \(header.caller)", name)
                continue
            }
            _ = mirror.send(header, payload)
        }
        return true
    }

    /// Performs actions until the core emits none. A peer that cannot be reached, or does not read, counts as lost.
    private func perform(_ now: MonotonicInstant) {
        while !actions.isEmpty {
            swap(&actions, &performing)
            for action in performing { perform(action, now) }
            performing.removeAll(keepingCapacity: true)
            flush()
            // Each call returns to the head of its queue, so the last one goes first to keep the order.
            for (peer, header) in undelivered.reversed() { core.undelivered(header, to: peer) }
            undelivered.removeAll(keepingCapacity: true)
            core.lost(lost, now: now, &actions)
            lost.removeAll(keepingCapacity: true)
        }
    }

    private func perform(_ action: Core.Action, _ now: MonotonicInstant) {
        switch action {
        case .send(let peer, let header, let payload): send(peer, header, payload)
        case .fail(let peer, let header, let error): send(peer, header, Codec.frame(error))
        case .answerStatus(let peer, let header): send(peer, header, Codec.frame(core.status(now: now)))
        case .answerTrace(let peer, let header, let payload):
            do {
                let query = try Codec.decode(TraceQuery.self, from: payload)
                send(peer, header, Codec.frame(TraceQuery.Reply(spans: core.spans.spans(query.id, now))))
            } catch {
                send(
                    peer, header.answer(.error), Codec.frame(ServiceError(.invalid, "This TraceQuery cannot be read.")))
            }
        case .answerPing(let peer, let header):
            let reply = Ping.Reply(
                service: .broker, release: configuration.release, processID: Int64(Platform.processID),
                uptime: core.started.milliseconds(until: now))
            send(peer, header, Codec.frame(reply))
        case .notice(let notice): configuration.log(notice)
        }
    }

    private func send(_ peer: Core.PeerID, _ header: Header, _ payload: Frame?) {
        // Linear: few peers receive messages in one turn.
        for index in 0..<used where outgoing[index].peer == peer {
            if !outgoing[index].batch.hasRoom(for: payload) { flush(index) }
            return outgoing[index].batch.add(header, payload)
        }
        if used == outgoing.count { outgoing.append(Outgoing(peer: peer)) }
        outgoing[used].peer = peer
        outgoing[used].batch.isSingle = !core.takesBatches(peer)
        outgoing[used].batch.add(header, payload)
        used += 1
    }

    private func flush() {
        for index in 0..<used { flush(index) }
        used = 0
    }

    private func flush(_ index: Int) {
        let peer = outgoing[index].peer
        if lost.contains(peer) || send(outgoing[index].batch, peer) != .sent {
            for part in outgoing[index].batch.parts { undelivered.append((peer, part.header)) }
            lost.append(peer)
        }
        outgoing[index].batch.removeAll()
    }

    /// Bounds the bytes that wait for a peer; libzmq's high-water mark bounds their number only.
    private func send(_ batch: MessageBatch, _ peer: Core.PeerID) -> Socket.Sent {
        guard batch.size >= Self.countedSize else { return router.send(batch, to: peer) }
        let backlog = backlogs[peer] ?? Backlog()
        backlogs[peer] = backlog
        guard backlog.bytes + batch.size <= configuration.limits.unreadBytes else { return .full }
        return router.send(batch, to: peer, countedAt: backlog)
    }

    private func close() {
        for socket in [router, intake, mirror] { socket.close() }
        authenticator.close()
        // Blocks until pending messages are sent, at most for the sockets' linger time.
        while zmq_ctx_term(context) != 0, zmq_errno() == EINTR {}
    }
}
