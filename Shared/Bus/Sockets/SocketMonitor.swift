import CZeroMQ
import Messages

/// Connection events of one socket (zmq_socket_monitor(3)). Confined to the socket's thread.
final class SocketMonitor {
    enum Event: Equatable {
        case succeeded
        case failed(HandshakeFailure)
        /// Authentication failed: reported to the refused peer, and to a broker, whose ZAP handler counts it already.
        case refused
        /// The other side closed the connection during the handshake.
        case vanished
        case disconnected
    }

    /// ZMQ_PROTOCOL_ERROR values of zmq.h.
    private static let (cryptographic, mismatch): (UInt32, UInt32) = (0x1100_0001, 0x1100_0002)
    private static let events =
        ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
        | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL
        | ZMQ_EVENT_DISCONNECTED
    package let socket: Socket
    private let frame = Frame()

    /// - Parameter name: unique in the context.
    package init(_ context: UnsafeMutableRawPointer, of monitored: Socket, name: String) throws {
        let address = "inproc://monitor-\(name)"
        guard zmq_socket_monitor(monitored.handle, address, Self.events) == 0 else {
            throw Socket.failure("monitor a connection")
        }
        socket = try Socket(context, ZMQ_PAIR)
        // Unlimited: libzmq's I/O thread blocks while this pipe is full.
        try socket.set(ZMQ_RCVHWM, Int32(0))
        try socket.connect(address)
    }

    package func close() { socket.close() }

    package func next() -> Event? {
        while socket.receive(frame) == .frame {
            let event = Self.event(frame.bytes)
            socket.skipRest(after: frame)
            if let event { return event }
        }
        return nil
    }

    /// - Parameter bytes: 16-bit event and 32-bit value in native byte order.
    static func event(_ bytes: UnsafeRawBufferPointer) -> Event? {
        guard bytes.count >= 6 else { return nil }
        switch Int32(bytes.loadUnaligned(as: UInt16.self)) {
        case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: return .succeeded
        case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: return .refused
        case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: return .vanished
        case ZMQ_EVENT_DISCONNECTED: return .disconnected
        case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL:
            switch bytes.loadUnaligned(fromByteOffset: 2, as: UInt32.self) {
            case cryptographic: return .failed(.wrongBrokerKey)
            case mismatch: return .failed(.wrongMechanism)
            default: return .failed(.notUnderstood)
            }
        default: return nil
        }
    }
}
