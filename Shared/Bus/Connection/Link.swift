import CZeroMQ
import Messages

/// The sockets that connect one process to one broker. Confined to the socket thread.
final class Link {
    let endpoint: BusEndpoint
    var core: LinkCore
    private(set) var dealer: Socket?
    private(set) var monitor: SocketMonitor?
    private(set) var publisher: Socket?
    private(set) var subscriber: Socket?
    /// Security of the current sockets.
    private var security: SocketSecurity?
    /// Index of the broker key to try, if the broker has several.
    private var turn = 0
    /// Whether monitor and subscriber may be readable. They are read until empty before the loop sleeps (see `Poller`).
    var monitorMayBeReadable = false
    var subscriberMayBeReadable = false
    /// Messages that the next `flush` sends.
    private var outgoing = MessageBatch(isSingle: true)
    /// Number of sockets created so far; makes monitor names unique.
    private var generation = 0

    init(_ endpoint: BusEndpoint, _ configuration: BusConfiguration, now: MonotonicInstant) {
        self.endpoint = endpoint
        core = LinkCore(name: endpoint.requests, service: configuration.service, timing: configuration.timing, now: now)
    }

    func open(_ context: UnsafeMutableRawPointer, _ configuration: BusConfiguration, watching: Bool, name: String)
        throws
    {
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
        monitorMayBeReadable = true
        outgoing.removeAll()
        if watching { try watch(context, configuration) }
    }

    func watch(_ context: UnsafeMutableRawPointer, _ configuration: BusConfiguration) throws {
        guard subscriber == nil, dealer != nil, let security else { return }
        let subscriber = try Self.socket(context, ZMQ_SUB, configuration, security)
        try subscriber.set(ZMQ_SUBSCRIBE, "")
        try subscriber.connect(endpoint.subscribe)
        self.subscriber = subscriber
        subscriberMayBeReadable = true
    }

    func close() {
        for socket in [dealer, monitor?.socket, publisher, subscriber] { socket?.close() }
        (dealer, monitor, publisher, subscriber) = (nil, nil, nil, nil)
    }

    /// Queues a message. A failed send is not reported: it means a lost connection, after which the client core sends
    /// the request again.
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

    /// Sets whether the broker accepts batches, as its heartbeat says. Applies to queued messages too.
    func brokerTakesBatches(_ takes: Bool) { outgoing.isSingle = !takes }

    /// A socket with the options of every socket that connects to a broker.
    private static func socket(
        _ context: UnsafeMutableRawPointer, _ type: Int32, _ configuration: BusConfiguration, _ security: SocketSecurity
    ) throws -> Socket {
        let socket = try Socket(context, type)
        try SocketOptions.apply(to: socket, maximumPayload: configuration.maximumPayload)
        try socket.set(ZMQ_RECONNECT_IVL, Int32(20))
        try socket.set(ZMQ_RECONNECT_IVL_MAX, Int32(1_000))
        // libzmq resolves the host name at each attempt. The kernel would try an abandoned address for two minutes;
        // this timeout ends the attempt early, so that a container recreated at another address is found as soon as its
        // name resolves to it. Three seconds allow a second SYN (RFC 6298, 2.1: after one second).
        try socket.set(ZMQ_CONNECT_TIMEOUT, Int32(3_000))
        try security.apply(to: socket)
        return socket
    }

    func addSockets(to poller: inout Poller) {
        for socket in [dealer, monitor?.socket, subscriber] {
            if let socket { poller.add(socket.descriptor) }
        }
    }

    /// Reads the poller's results, in the order of `addSockets`.
    func collectReadiness(_ poller: Poller, _ position: inout Int) {
        if dealer != nil { position += 1 }
        if monitor != nil {
            if poller.isReady(position) { monitorMayBeReadable = true }
            position += 1
        }
        if subscriber != nil {
            if poller.isReady(position) { subscriberMayBeReadable = true }
            position += 1
        }
    }

    /// The next event of the dealer's connection.
    func nextMonitorEvent() -> SocketMonitor.Event? {
        if let event = monitor?.next() { return event }
        monitorMayBeReadable = false
        return nil
    }

    /// Why the handshake failed, as seen by this side; nil if it did not fail. A broker that hangs up could not decrypt
    /// the greeting, so the key we hold for it is probably wrong: the next attempt uses its other key, if there is one.
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
