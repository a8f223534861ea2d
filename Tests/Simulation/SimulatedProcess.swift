import Messages

@testable import Bus
@testable import Storage

/// A service's process: the production cores of client, worker, links, relay and watcher; the simulation replaces the
/// socket thread.
final class SimulatedProcess {
    struct Link {
        var core: LinkCore
        var connection: Connection?
        /// Incremented by each `open`, so that an earlier attempt to connect is abandoned.
        var opening = 0
    }

    /// A running handler.
    struct Job {
        let header: Header
        let body: Body?
        var step = 0
        var isStopped = false
        var receipts: [StreamReceipt] = []
        var reply: UInt64 = 0
    }

    /// Writes on the server: those at work by number, and by turn those that wait for an earlier one.
    struct Writes {
        var last: UInt64 = 0
        var running: [UInt64: SimulatedWrite] = [:]
        var turns: [UserID: [UInt64]] = [:]
    }

    let index: Int
    let service: ServiceName
    let wireName: WireName
    var clock: Clock
    var life = 0
    var isAlive = false
    /// Stopped by SIGSTOP until this time.
    var stoppedUntil: Int64 = 0
    /// When it last resumed after a stop, on its own clock.
    var resumed = MonotonicInstant(nanoseconds: .min)
    var client = ClientCore<Body>(maximumPending: 4_096)
    var worker = WorkerCore<Body>(timing: BusTiming(), credit: 0) { _ in false }
    var links: [Link] = []
    var jobs: [UInt64: Job] = [:]
    var tick = 0
    var nextTick: Int64 = 0
    var relay: RelayDriver?
    var writes = Writes()
    var watch = MirrorWatch(silence: BusTiming().mirrorSilence)
    var mirrorEpoch: UInt64 = 0
    var mirrorSequence: UInt64 = 0
    var nextMirrorBeat = MonotonicInstant(nanoseconds: 0)

    static let credit: Int32 = 8

    init(_ index: Int, _ service: ServiceName, _ simulation: Simulation) {
        (self.index, self.service, wireName) = (index, service, Cast.wireName(service))
        clock = Clock(random: &simulation.random)
    }

    var answers: Set<MessageType> {
        switch service {
        case Cast.producer: [Cast.command]
        case Cast.consumer: [DeliverEvents.type, Cast.question]
        default: []
        }
    }
}

extension Simulation {
    func startProcess(_ index: Int) {
        let process = processes[index]
        guard !process.isAlive else { return }
        let now = process.clock.moment(time)
        process.isAlive = true
        process.client = ClientCore(maximumPending: 4_096)
        let answers = process.answers
        process.worker = WorkerCore(timing: BusTiming(), credit: SimulatedProcess.credit) { answers.contains($0) }
        process.links = brokers.indices.map {
            SimulatedProcess.Link(
                core: LinkCore(name: "\($0)", service: process.service, timing: BusTiming(), now: now))
        }
        process.jobs = [:]
        process.relay = nil
        process.writes = SimulatedProcess.Writes()
        process.watch = MirrorWatch(silence: BusTiming().mirrorSilence)
        process.mirrorEpoch = random.next() | 1
        process.mirrorSequence = 0
        process.nextMirrorBeat = now
        planTick(process, in: 0)
        guard process.service == Cast.producer else { return }
        plan(.relayBeat(process: index, life: process.life), in: 0)
        if server != nil { plan(.ownWrite(process: index, life: process.life), in: 0) }
    }

    /// SIGKILL: memory is lost, committed data remains.
    func killProcess(_ index: Int, for duration: Int64) {
        let process = processes[index]
        guard process.isAlive else { return }
        process.isAlive = false
        process.life += 1
        if disk.relayHolder == index { disk.relayHolder = nil }
        for link in process.links {
            guard let connection = link.connection else { continue }
            connection.isOpenAtProcess = false
            if connection.isOpenAtBroker { plan(.closedAtBroker(connection), in: noticing(connection)) }
        }
        process.links = []
        let unanswered = calls.filter { $0.value.process == index }.map(\.key)
        history.died(unanswered)
        for exchange in unanswered { calls[exchange] = nil }
        history.died(process: index)
        plan(.recover(.startProcess(index)), in: duration)
    }

    func planTick(_ process: SimulatedProcess, in delay: Int64) {
        process.tick += 1
        process.nextTick = time + delay
        plan(.processTick(process.index, life: process.life, tick: process.tick), in: delay)
    }

    func processTicks(_ process: SimulatedProcess) {
        let now = process.clock.moment(time)
        for link in brokers.indices where process.isAlive {
            perform(process.links[link].core.tick(now: now), link, process)
        }
        var clientActions: [ClientCore<Body>.Action] = []
        process.client.tick(now: now, &clientActions)
        perform(clientActions, process)
        var workerActions: [WorkerCore<Body>.Action] = []
        process.worker.tick(now: now, &workerActions)
        perform(workerActions, process)
        guard process.isAlive else { return }
        note(process.watch.tick(now: now), process)
        if now >= process.nextMirrorBeat {
            process.nextMirrorBeat = now + BusTiming().mirrorHeartbeat
            publish(MessageType(0), nil, process)
        }
        let isBusy = process.client.pending.count + process.worker.running.count > 0
        planTick(process, in: isBusy ? 10.milliseconds : 125.milliseconds)
    }

    func processReceives(_ connection: Connection, _ message: Message) {
        let process = processes[connection.process]
        guard process.isAlive, connection.isOpenAtProcess, process.links.indices.contains(connection.link),
            process.links[connection.link].connection === connection
        else { return }
        let (header, link, now) = (message.header, connection.link, process.clock.moment(time))
        process.links[link].core.heard(now: now)
        var clientActions: [ClientCore<Body>.Action] = []
        var workerActions: [WorkerCore<Body>.Action] = []
        switch header.kind {
        case .heartbeat:
            perform(
                process.links[link].core.beat(
                    epoch: header.exchange, unregistered: header.flags.contains(.unregistered), now: now), link, process
            )
        case .reply, .partial:
            process.client.received(header, payload: message.body, error: nil, from: link, now: now, &clientActions)
        case .error:
            var error: ServiceError?
            if case .error(let carried) = message.body { error = carried }
            process.client.received(header, payload: message.body, error: error, from: link, now: now, &clientActions)
        case .request, .cancel:
            process.worker.received(header, payload: message.body, from: link, now: now, &workerActions)
        case .drain:
            if !process.worker.awaitsDrain(of: link) { process.client.linkDraining(link) }
            process.worker.received(header, payload: message.body, from: link, now: now, &workerActions)
        case .ready, .event: break
        }
        perform(clientActions, process)
        if process.isAlive { perform(workerActions, process) }
    }

    // MARK: Links

    func perform(_ actions: [LinkCore.Action], _ link: Int, _ process: SimulatedProcess) {
        let now = process.clock.moment(time)
        let life = process.life
        for action in actions where process.isAlive && process.life == life {
            switch action {
            case .open:
                process.links[link].opening += 1
                plan(
                    .connect(
                        process: process.index, life: process.life, link: link, opening: process.links[link].opening),
                    in: 200.microseconds)
            case .close:
                process.links[link].opening += 1
                if let connection = process.links[link].connection { closeAtProcess(connection) }
            case .sendReady:
                let ready = Ready(
                    release: "1", processID: Int64(process.index),
                    credit: process.answers.isEmpty
                        ? 0 : max(1, (SimulatedProcess.credit + Int32(brokers.count) - 1) / Int32(brokers.count)),
                    types: process.answers.map(\.rawValue).sorted())
                send(Header(kind: .ready, caller: process.wireName), .ready(ready), link, process)
            case .sendHeartbeat:
                if flaw == .beatsOnlyWhenIdle, process.worker.running.count > 0 { continue }
                send(Header(kind: .heartbeat, caller: process.wireName), nil, link, process)
            case .up:
                var actions: [ClientCore<Body>.Action] = []
                process.client.linkUp(link, now: now, &actions)
                perform(actions, process)
            case .down:
                var clientActions: [ClientCore<Body>.Action] = []
                var workerActions: [WorkerCore<Body>.Action] = []
                process.client.linkDown(link, now: now, &clientActions)
                process.worker.linkDown(link, now: now, &workerActions)
                perform(clientActions, process)
                perform(workerActions, process)
            case .notice: break
            }
        }
    }

    /// libzmq retries until the connection is established.
    func connect(_ process: SimulatedProcess, _ link: Int, _ opening: Int) {
        guard process.links[link].opening == opening, process.links[link].connection == nil else { return }
        let broker = brokers[link]
        guard broker.isAlive, disturbance(process.index, link) == nil else {
            return plan(
                .connect(process: process.index, life: process.life, link: link, opening: opening),
                in: Int64.random(in: 20...400, using: &random).milliseconds)
        }
        peers += 1
        let connection = Connection(peer: peers, process: process.index, link: link, broker: link)
        process.links[link].connection = connection
        broker.connections[connection.peer] = connection
        perform(process.links[link].core.handshakeSucceeded(now: process.clock.moment(time)), link, process)
    }

    func closeAtProcess(_ connection: Connection) {
        let process = processes[connection.process]
        connection.isOpenAtProcess = false
        if process.links.indices.contains(connection.link), process.links[connection.link].connection === connection {
            process.links[connection.link].connection = nil
        }
        if connection.isOpenAtBroker { plan(.closedAtBroker(connection), in: noticing(connection)) }
    }

    /// The kernel reports the lost connection; libzmq reconnects by itself.
    func connectionClosedAtProcess(_ connection: Connection) {
        let process = processes[connection.process]
        guard process.isAlive, connection.isOpenAtProcess, process.links.indices.contains(connection.link),
            process.links[connection.link].connection === connection
        else { return }
        closeAtProcess(connection)
        perform(process.links[connection.link].core.disconnected(), connection.link, process)
        guard process.isAlive else { return }
        plan(
            .connect(
                process: process.index, life: process.life, link: connection.link,
                opening: process.links[connection.link].opening), in: 20.milliseconds)
    }

    func send(_ header: Header, _ body: Body?, _ link: Int, _ process: SimulatedProcess) {
        // A frame that cannot be sent means a lost connection, which the link's end handles.
        guard process.isAlive, let connection = process.links[link].connection, connection.isOpenAtProcess else {
            return
        }
        deliver(Message(header: header, body: body), toBroker: connection)
    }
}
