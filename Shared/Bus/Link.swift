import CZeroMQ
import Messages

/// The sockets of one process towards one broker. Confined to the socket thread.
final class Link {
    let endpoint: BusEndpoint
    var core: LinkCore
    private(set) var dealer: Socket?
    private(set) var monitor: Socket?
    private(set) var publisher: Socket?
    private(set) var subscriber: Socket?
    private static let handshakeEvents = ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
    /// Whether monitor and subscriber may have something: read until they have not, then slept on.
    var monitorMayHave = false
    var subscriberMayHave = false
    /// Sockets made so far; names the monitors.
    private var generation = 0

    enum MonitorEvent { case succeeded, refused, protocolFault, disconnected }

    init(_ endpoint: BusEndpoint, _ configuration: BusConfiguration, now: Moment) {
        self.endpoint = endpoint
        core = LinkCore(name: endpoint.requests, service: configuration.service, timing: configuration.timing, now: now)
    }

    func open(_ context: UnsafeMutableRawPointer, _ configuration: BusConfiguration, watching: Bool, name: String) throws {
        close()
        generation += 1
        let dealer = try Self.socket(context, ZMQ_DEALER, configuration)
        try dealer.set(ZMQ_IMMEDIATE, Int32(1))
        let address = "inproc://monitor-\(name)-\(generation)"
        guard zmq_socket_monitor(dealer.handle, address, ZMQ_EVENT_DISCONNECTED | Self.handshakeEvents) == 0 else {
            throw Socket.failure("monitor a connection")
        }
        let monitor = try Socket(context, ZMQ_PAIR)
        try monitor.connect(address)
        try dealer.connect(endpoint.requests)
        let publisher = try Self.socket(context, ZMQ_PUB, configuration)
        try publisher.connect(endpoint.publish)
        (self.dealer, self.monitor, self.publisher) = (dealer, monitor, publisher)
        monitorMayHave = true
        if watching { try watch(context, configuration) }
    }

    func watch(_ context: UnsafeMutableRawPointer, _ configuration: BusConfiguration) throws {
        guard subscriber == nil, dealer != nil else { return }
        let subscriber = try Self.socket(context, ZMQ_SUB, configuration)
        try subscriber.set(ZMQ_SUBSCRIBE, "")
        try subscriber.connect(endpoint.subscribe)
        self.subscriber = subscriber
        subscriberMayHave = true
    }

    func close() {
        for socket in [dealer, monitor, publisher, subscriber] { socket?.close() }
        (dealer, monitor, publisher, subscriber) = (nil, nil, nil, nil)
    }

    /// Options of every socket that connects to a broker.
    private static func socket(_ context: UnsafeMutableRawPointer, _ type: Int32, _ configuration: BusConfiguration) throws -> Socket {
        let socket = try Socket(context, type)
        try SocketOptions.apply(to: socket, maximumPayload: configuration.maximumPayload)
        try socket.set(ZMQ_RECONNECT_IVL, Int32(20))
        try socket.set(ZMQ_RECONNECT_IVL_MAX, Int32(1_000))
        try socket.set(ZMQ_PLAIN_USERNAME, configuration.service.rawValue)
        try socket.set(ZMQ_PLAIN_PASSWORD, configuration.token)
        return socket
    }

    func addSockets(to poller: inout Poller) {
        for socket in [dealer, monitor, subscriber] {
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

    /// The next thing libzmq tells about the connection (zmq_socket_monitor(3): event number and value, then an address).
    func nextMonitorEvent(_ frame: Frame) -> MonitorEvent? {
        while let monitor, monitor.receive(frame) == .frame {
            let event = frame.count >= 2 ? Int32(frame.bytes.loadUnaligned(as: UInt16.self)) : 0
            monitor.skipRest(after: frame)
            switch event {
            case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: return .succeeded
            case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: return .refused
            case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL: return .protocolFault
            case ZMQ_EVENT_DISCONNECTED: return .disconnected
            default: continue
            }
        }
        monitorMayHave = false
        return nil
    }
}

/// What all our sockets have in common.
enum SocketOptions {
    /// Above what a process may have open, so that a full pipe means a peer that does not read.
    static let highWaterMark: Int32 = 20_000
    /// A payload a little too large still gets a typed refusal; far above, libzmq ends the connection.
    static let payloadMargin = 1 << 20

    static func apply(to socket: Socket, maximumPayload: Int) throws {
        try socket.set(ZMQ_LINGER, Int32(1_000))
        try socket.set(ZMQ_SNDHWM, highWaterMark)
        try socket.set(ZMQ_RCVHWM, highWaterMark)
        try socket.set(ZMQ_MAXMSGSIZE, Int64(maximumPayload + payloadMargin))
        try socket.set(ZMQ_HANDSHAKE_IVL, Int32(5_000))
        try socket.set(ZMQ_HEARTBEAT_IVL, Int32(1_000))
        try socket.set(ZMQ_HEARTBEAT_TIMEOUT, Int32(5_000))
        try socket.set(ZMQ_HEARTBEAT_TTL, Int32(5_000))
    }
}
