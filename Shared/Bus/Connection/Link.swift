import CZeroMQ
import Messages

/// The sockets of one process towards one broker. Confined to the socket thread.
final class Link {
    let endpoint: BusEndpoint
    var core: LinkCore
    private(set) var dealer: Socket?
    private(set) var monitor: SocketMonitor?
    private(set) var publisher: Socket?
    private(set) var subscriber: Socket?
    /// Of the sockets made last.
    private var security: SocketSecurity?
    /// Which of the broker's keys is tried, where it has several.
    private var turn = 0
    /// Whether monitor and subscriber may have something: read until they have not, then slept on.
    var monitorMayHave = false
    var subscriberMayHave = false
    /// Waits for `flush`.
    private var outgoing = Bundle(isSingle: true)
    /// Sockets made so far; names the monitors.
    private var generation = 0

    init(_ endpoint: BusEndpoint, _ configuration: BusConfiguration, now: Moment) {
        self.endpoint = endpoint
        core = LinkCore(name: endpoint.requests, service: configuration.service, timing: configuration.timing, now: now)
    }

    func open(_ context: UnsafeMutableRawPointer, _ configuration: BusConfiguration, watching: Bool, name: String) throws {
        close()
        generation += 1
        let security = try SocketSecurity.peer(endpoint, configuration, turn: turn)
        self.security = security
        let dealer = try Self.socket(context, ZMQ_DEALER, configuration, security)
        try dealer.set(ZMQ_IMMEDIATE, Int32(1))
        let monitor = try SocketMonitor(context, of: dealer, name: "\(name)-\(generation)")
        try dealer.connect(endpoint.requests)
        let publisher = try Self.socket(context, ZMQ_PUB, configuration, security)
        try publisher.connect(endpoint.publish)
        (self.dealer, self.monitor, self.publisher) = (dealer, monitor, publisher)
        monitorMayHave = true
        outgoing.removeAll()
        if watching { try watch(context, configuration) }
    }

    func watch(_ context: UnsafeMutableRawPointer, _ configuration: BusConfiguration) throws {
        guard subscriber == nil, dealer != nil, let security else { return }
        let subscriber = try Self.socket(context, ZMQ_SUB, configuration, security)
        try subscriber.set(ZMQ_SUBSCRIBE, "")
        try subscriber.connect(endpoint.subscribe)
        self.subscriber = subscriber
        subscriberMayHave = true
    }

    func close() {
        for socket in [dealer, monitor?.socket, publisher, subscriber] { socket?.close() }
        (dealer, monitor, publisher, subscriber) = (nil, nil, nil, nil)
    }

    /// A frame that cannot leave means a lost connection: the link's end sends the request again.
    func send(_ header: Header, _ payload: Frame?) {
        if !outgoing.hasRoom(for: payload) { flush() }
        outgoing.add(header, payload)
    }

    func flush() {
        guard !outgoing.parts.isEmpty else { return }
        if outgoing.isSingle {
            for part in outgoing.parts { _ = dealer?.send(part.header, part.payload) }
        } else {
            _ = dealer?.send(outgoing)
        }
        outgoing.removeAll()
    }

    /// The broker has said whether it takes bundles; what waits follows that already.
    func brokerTakesBundles(_ takes: Bool) { outgoing.isSingle = !takes }

    /// Options of every socket that connects to a broker.
    private static func socket(
        _ context: UnsafeMutableRawPointer, _ type: Int32, _ configuration: BusConfiguration, _ security: SocketSecurity
    ) throws -> Socket {
        let socket = try Socket(context, type)
        try SocketOptions.apply(to: socket, maximumPayload: configuration.maximumPayload)
        try socket.set(ZMQ_RECONNECT_IVL, Int32(20))
        try socket.set(ZMQ_RECONNECT_IVL_MAX, Int32(1_000))
        // libzmq asks for the name's address at each attempt. One at an address that the broker has left must not last as long as the kernel is patient, two
        // minutes: a container made anew elsewhere is found as soon as its name leads there. Time for a second SYN (RFC 6298, 2.1: after one second).
        try socket.set(ZMQ_CONNECT_TIMEOUT, Int32(3_000))
        try security.apply(to: socket)
        return socket
    }

    func addSockets(to poller: inout Poller) {
        for socket in [dealer, monitor?.socket, subscriber] {
            if let socket { poller.add(socket.descriptor) }
        }
    }

    /// In the order of `addSockets`.
    func noteReady(_ poller: Poller, _ position: inout Int) {
        if dealer != nil { position += 1 }
        if monitor != nil {
            if poller.isReady(position) { monitorMayHave = true }
            position += 1
        }
        if subscriber != nil {
            if poller.isReady(position) { subscriberMayHave = true }
            position += 1
        }
    }

    /// The next thing libzmq tells about the connection.
    func nextMonitorEvent() -> SocketMonitor.Event? {
        if let event = monitor?.next() { return event }
        monitorMayHave = false
        return nil
    }

    /// Why the handshake failed, seen from here; nil where it did not. A broker that hangs up on a key could not read the greeting, which is encrypted for
    /// the key we think it has: the next attempt tries its other one, where there is one.
    func failure(_ event: SocketMonitor.Event) -> LinkCore.Failure? {
        switch event {
        case .succeeded, .disconnected: return nil
        case .failed(let failure): return LinkCore.Failure(failure, key: security?.key)
        case .refused: return LinkCore.Failure(.refused, key: security?.key)
        case .vanished:
            guard let security, security.isCurve else { return nil }
            turn += 1
            return LinkCore.Failure(.wrongBrokerKey, key: security.key)
        }
    }
}
