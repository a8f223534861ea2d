import Messages

@testable import BrokerCore
@testable import Bus

/// A broker process: the production core, a clock of its own, and its open connections.
final class SimulatedBroker {
    var core: BrokerCore<Body>
    var clock: Clock
    var life = 0
    var isAlive = true
    /// Stopped by SIGSTOP until this time.
    var stoppedUntil: Int64 = 0
    var connections: [UInt32: Connection] = [:]

    init(_ simulation: Simulation) {
        clock = Clock(random: &simulation.random)
        core = Self.core(&simulation.random, clock.moment(0))
    }

    static func core(_ random: inout SeededGenerator, _ now: MonotonicInstant) -> BrokerCore<Body> {
        BrokerCore(timing: BusTiming(), limits: BrokerLimits(), release: "1", epoch: random.next() | 1, now: now)
    }
}

/// A monotonic clock with an arbitrary origin and a slightly wrong rate.
struct Clock {
    let origin: Int64
    let rate: Double

    init(random: inout SeededGenerator) {
        origin = Int64.random(in: 0...1_000_000_000_000, using: &random)
        rate = Double.random(in: 0.95...1.05, using: &random)
    }

    func moment(_ time: Int64) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: origin + Int64(Double(time) * rate))
    }
    /// Converts a duration on this clock to simulated time.
    func outside(_ duration: Int64) -> Int64 { Int64(Double(duration) / rate) }
}

extension Simulation {
    func brokerReceives(_ connection: Connection, _ message: Message) {
        let broker = brokers[connection.broker]
        guard broker.isAlive, connection.isOpenAtBroker else { return }
        let now = broker.clock.moment(time)
        if broker.core.name(of: connection.peer) == nil {
            broker.core.met(connection.peer, name: processes[connection.process].wireName, now: now)
        }
        var actions: [BrokerCore<Body>.Action] = []
        if message.header.kind == .ready, case .ready(let ready) = message.body {
            broker.core.ready(ready, header: message.header, from: connection.peer, now: now, &actions)
        } else {
            broker.core.received(
                message.header, payload: message.body, size: 100, from: connection.peer, now: now, &actions)
        }
        perform(actions, connection.broker)
    }

    func brokerTicks(_ index: Int) {
        let broker = brokers[index]
        let now = broker.clock.moment(time)
        var actions: [BrokerCore<Body>.Action] = []
        broker.core.tick(now: now, &actions)
        perform(actions, index)
        if !broker.core.isBalanced { history.violate("a broker's accounts are not what its calls come to") }
        plan(
            .brokerTick(index, life: broker.life),
            in: broker.clock.outside(max(1, broker.core.untilTick(now: now)).milliseconds))
    }

    private func perform(_ first: [BrokerCore<Body>.Action], _ index: Int) {
        let broker = brokers[index]
        var actions = first
        while !actions.isEmpty {
            var lost: [UInt32] = []
            for action in actions {
                switch action {
                case .send(let peer, let header, let body):
                    send(peer, Message(header: header, body: body), index, &lost)
                case .fail(let peer, let header, let error):
                    send(peer, Message(header: header, body: .error(error)), index, &lost)
                case .answerStatus(let peer, let header), .answerPing(let peer, let header),
                    .answerTrace(let peer, let header, _):
                    send(peer, Message(header: header, body: .done), index, &lost)
                case .notice: break
                }
            }
            actions = []
            broker.core.lost(lost, now: broker.clock.moment(time), &actions)
        }
    }

    private func send(_ peer: UInt32, _ message: Message, _ index: Int, _ lost: inout [UInt32]) {
        let broker = brokers[index]
        if let connection = broker.connections[peer], connection.isOpenAtBroker {
            deliver(message, toProcess: connection)
        } else {
            // EHOSTUNREACH.
            broker.core.undelivered(message.header, to: peer)
            lost.append(peer)
        }
    }

    // MARK: Death and return

    func killBroker(_ index: Int, for duration: Int64) {
        let broker = brokers[index]
        guard broker.isAlive else { return }
        broker.isAlive = false
        broker.life += 1
        for connection in broker.connections.values.sorted(by: { $0.peer < $1.peer }) {
            connection.isOpenAtBroker = false
            if connection.isOpenAtProcess { plan(.closedAtProcess(connection), in: noticing(connection)) }
        }
        broker.connections = [:]
        plan(.recover(.startBroker(index)), in: duration)
    }

    func startBroker(_ index: Int) {
        let broker = brokers[index]
        guard !broker.isAlive else { return }
        broker.isAlive = true
        broker.core = SimulatedBroker.core(&random, broker.clock.moment(time))
        plan(.brokerTick(index, life: broker.life), in: 0)
    }
}
