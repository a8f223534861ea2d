import Messages

@testable import BrokerCore
@testable import Bus

/// A broker core without sockets: peers are numbers, time is a variable.
final class BrokerWorld {
    typealias Core = BrokerCore<String>
    var now = MonotonicInstant(nanoseconds: 1_000_000_000)
    var core: Core
    var sent: [(peer: Core.PeerID, header: Header, payload: String?, error: ServiceError?)] = []
    private var names: [Core.PeerID: WireName] = [:]
    private var exchanges: UInt64 = 0

    init(limits: BrokerLimits = BrokerLimits()) {
        core = Core(timing: BusTiming(), limits: limits, release: "test", epoch: 42, now: now)
    }

    static func name(_ service: ServiceName) -> WireName { WireName(service) ?? .nobody }

    private func take(_ actions: [Core.Action]) {
        for action in actions {
            switch action {
            case .send(let peer, let header, let payload): sent.append((peer, header, payload, nil))
            case .fail(let peer, let header, let error): sent.append((peer, header, nil, error))
            case .answerStatus(let peer, let header), .answerPing(let peer, let header),
                .answerTrace(let peer, let header, _):
                sent.append((peer, header, nil, nil))
            case .notice: break
            }
        }
    }

    func act(_ body: (inout Core, inout [Core.Action]) -> Void) {
        var actions: [Core.Action] = []
        body(&core, &actions)
        take(actions)
    }

    func meet(_ peer: Core.PeerID, _ service: ServiceName) {
        names[peer] = Self.name(service)
        core.met(peer, name: Self.name(service), now: now)
    }

    func join(_ peer: Core.PeerID, _ service: ServiceName, credit: Int32 = 4, types: [MessageType] = [Echo.type]) {
        meet(peer, service)
        ready(peer, credit: credit, types: types)
    }

    /// READY from a connected peer.
    func ready(_ peer: Core.PeerID, credit: Int32 = 4, types: [MessageType] = [Echo.type]) {
        let ready = Ready(release: "test", processID: Int64(peer), credit: credit, types: types.map(\.rawValue))
        let (name, now) = (names[peer] ?? .nobody, now)
        act { $0.ready(ready, header: Header(kind: .ready, caller: name), from: peer, now: now, &$1) }
        sent.removeAll { $0.header.kind == .heartbeat }
    }

    /// Sends a request and returns its exchange number on the caller's side.
    @discardableResult func ask(
        _ payload: String, from peer: Core.PeerID, to service: ServiceName = .worker, type: MessageType = Echo.type,
        budget: UInt32 = 5_000,
        repeatable: Bool = true, size: Int? = nil, exchange: UInt64? = nil
    ) -> UInt64 {
        exchanges += 1
        var header = Header(kind: .request, type: type, service: Self.name(service), caller: names[peer] ?? .nobody)
        (header.budget, header.exchange, header.id) = (budget, exchange ?? exchanges, .random())
        header.flags = repeatable ? .repeatable : []
        receive(header, payload, from: peer, size: size)
        return header.exchange
    }

    /// The caller's messages after the request has been processed.
    func outcome(
        _ payload: String, from peer: Core.PeerID, to service: ServiceName = .worker, type: MessageType = Echo.type,
        budget: UInt32 = 5_000
    ) -> [String] {
        let exchange = ask(payload, from: peer, to: service, type: type, budget: budget)
        return answers(exchange, at: peer)
    }

    func receive(_ header: Header, _ payload: String?, from peer: Core.PeerID, size: Int? = nil) {
        let now = now
        act { $0.received(header, payload: payload, size: size ?? payload?.utf8.count ?? 0, from: peer, now: now, &$1) }
    }

    func cancel(_ exchange: UInt64, from peer: Core.PeerID) {
        var header = Header(kind: .cancel, caller: names[peer] ?? .nobody)
        header.exchange = exchange
        receive(header, nil, from: peer)
    }

    /// Replies to the oldest request of that payload held by a worker.
    func answer(_ peer: Core.PeerID, _ payload: String, kind: Header.Kind = .reply) {
        guard let held = requests(at: peer).first(where: { $0.payload == payload }) else { return }
        receive(held.header.answer(kind), payload, from: peer)
    }

    func lose(_ peer: Core.PeerID) {
        let now = now
        act { $0.lost([peer], now: now, &$1) }
    }

    /// Advances time; every peer except `silent` keeps sending heartbeats.
    func pass(_ duration: Duration, silent: Set<Core.PeerID> = []) {
        let end = now + duration
        while now < end {
            now = min(end, now + .milliseconds(50))
            for (peer, name) in names where !silent.contains(peer) && core.name(of: peer) != nil {
                receive(Header(kind: .heartbeat, caller: name), nil, from: peer)
            }
            let now = now
            act { $0.tick(now: now, &$1) }
        }
        sent.removeAll { $0.header.kind == .heartbeat }
    }

    func knows(_ peer: Core.PeerID) -> Bool { core.name(of: peer) != nil }

    /// -1 where the peer is not a worker.
    func inFlight(_ peer: Core.PeerID) -> Int32 {
        core.services.flatMap(\.workers).first { $0.peer == peer }?.inFlight ?? -1
    }

    func requests(at peer: Core.PeerID) -> [(header: Header, payload: String)] {
        sent.filter { $0.peer == peer && $0.header.kind == .request }.map { ($0.header, $0.payload ?? "") }
    }

    func payloads(at peer: Core.PeerID) -> [String] { requests(at: peer).map(\.payload) }

    /// The caller's messages about its exchange, in order.
    func answers(_ exchange: UInt64, at peer: Core.PeerID) -> [String] {
        sent.filter { $0.peer == peer && $0.header.exchange == exchange && $0.header.kind != .request }.map {
            $0.error.map { "\($0.code)" } ?? "\($0.header.kind) \($0.payload ?? "")"
        }
    }
}
