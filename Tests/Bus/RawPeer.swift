import CZeroMQ
import Messages

@testable import Bus

/// A DEALER that sends and receives raw frames, for behaviour that a correct process never shows.
final class RawPeer {
    let context: UnsafeMutableRawPointer
    let socket: Socket
    let name: WireName

    /// - Parameter unread: number of messages that libzmq reads ahead.
    init(
        _ address: String, name: ServiceName, token: String, type: Int32 = ZMQ_DEALER, routingID: String? = nil,
        unread: Int32 = 1_000
    ) throws {
        guard let context = zmq_ctx_new() else { throw Socket.failure("start") }
        self.context = context
        self.name = BrokerWorld.name(name)
        socket = try Socket(context, type)
        try socket.set(ZMQ_PLAIN_USERNAME, name.rawValue)
        try socket.set(ZMQ_PLAIN_PASSWORD, token)
        try socket.set(ZMQ_LINGER, Int32(0))
        try socket.set(ZMQ_RCVHWM, unread)
        if let routingID { try socket.set(ZMQ_ROUTING_ID, routingID) }
        try socket.connect(address)
    }

    deinit { close() }

    func close() {
        socket.close()
        zmq_ctx_shutdown(context)
    }

    func send(_ frames: [[UInt8]]) throws {
        for (index, bytes) in frames.enumerated() {
            guard socket.send(try Frame(bytes), more: index < frames.count - 1) == .sent else {
                throw Socket.failure("send")
            }
        }
    }

    func send(_ header: Header, _ message: some Message) throws { _ = socket.send(header, try Codec.encode(message)) }

    func register(_ types: [MessageType]) throws {
        try send(
            Header(kind: .ready, caller: name),
            Ready(release: "raw", processID: 1, credit: types.isEmpty ? 0 : 4, types: types.map(\.rawValue)))
    }

    /// The next message of one of these kinds, skipping others; nil after `limit`.
    func next(_ kinds: Header.Kind..., within limit: Duration = .seconds(10)) async -> (Header, Frame)? {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            let first = Frame()
            let payload = Frame()
            guard socket.receive(first) == .frame, socket.receive(payload) == .frame else {
                // Not a blocking poll, because the tests share few threads.
                try? await Task.sleep(for: .milliseconds(5))
                continue
            }
            if let header = try? Header(first.bytes), kinds.contains(header.kind) { return (header, payload) }
        }
        return nil
    }
}
