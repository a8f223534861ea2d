import CZeroMQ
import Messages

/// One frame: owns a `zmq_msg_t`, so that bytes received from libzmq travel on without a copy.
///
/// Sendable although it owns a C handle: whoever makes one fills it before handing it on, after that its bytes are only read
/// (`zmq_msg_copy` counts references atomically), and `deinit`, which closes it, runs once, after the last use.
final class Frame: @unchecked Sendable {
    fileprivate let message: UnsafeMutablePointer<zmq_msg_t>

    /// Empty, to receive into.
    init() {
        message = .allocate(capacity: 1)
        message.initialize(to: zmq_msg_t())
        zmq_msg_init(message)
    }

    /// - Throws: `BusError(.busy)` where memory is short.
    init(count: Int) throws {
        message = .allocate(capacity: 1)
        message.initialize(to: zmq_msg_t())
        guard zmq_msg_init_size(message, count) == 0 else {
            zmq_msg_init(message)
            throw BusError(.busy, "Out of memory for a message of \(count) bytes.", retryAfter: 1_000)
        }
    }

    convenience init(_ bytes: [UInt8]) throws {
        try self.init(count: bytes.count)
        bytes.withUnsafeBytes { mutableBytes.copyMemory(from: $0) }
    }

    deinit {
        zmq_msg_close(message)
        message.deallocate()
    }

    var count: Int { zmq_msg_size(message) }
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: zmq_msg_data(message), count: zmq_msg_size(message)) }
    var mutableBytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: zmq_msg_data(message), count: zmq_msg_size(message)) }
    /// True where another frame of the same message follows.
    var hasMore: Bool { zmq_msg_more(message) != 0 }
    /// Who the connection belongs to, as the ZAP handler said.
    var userID: String? { zmq_msg_gets(message, "User-Id").map { String(cString: $0) } }
}

/// A 0MQ socket. Confined to the thread that made it.
final class Socket {
    enum Received { case frame, nothing, closed }
    enum Sent { case sent, full, unreachable, closed }

    let handle: UnsafeMutableRawPointer
    private var isOpen = true

    init(_ context: UnsafeMutableRawPointer, _ type: Int32) throws {
        guard let handle = zmq_socket(context, type) else { throw Self.failure("open a socket") }
        self.handle = handle
    }

    deinit { close() }

    func close() {
        guard isOpen else { return }
        isOpen = false
        zmq_close(handle)
    }

    func set(_ option: Int32, _ value: Int32) throws {
        var value = value
        guard zmq_setsockopt(handle, option, &value, MemoryLayout<Int32>.size) == 0 else { throw Self.failure("set option \(option)") }
    }

    func set(_ option: Int32, _ value: Int64) throws {
        var value = value
        guard zmq_setsockopt(handle, option, &value, MemoryLayout<Int64>.size) == 0 else { throw Self.failure("set option \(option)") }
    }

    func set(_ option: Int32, _ value: String) throws {
        guard zmq_setsockopt(handle, option, value, value.utf8.count) == 0 else { throw Self.failure("set option \(option)") }
    }

    func connect(_ address: String) throws {
        guard zmq_connect(handle, address) == 0 else { throw Self.failure("connect to \(address)") }
    }

    func bind(_ address: String) throws {
        guard zmq_bind(handle, address) == 0 else { throw Self.failure("listen at \(address)") }
    }

    /// Takes the next frame if there is one; what the frame held before is given up.
    func receive(_ frame: Frame) -> Received {
        while true {
            if zmq_msg_recv(frame.message, handle, ZMQ_DONTWAIT) >= 0 { return .frame }
            switch zmq_errno() {
            case EINTR: continue
            case EAGAIN: return .nothing
            default: return .closed
            }
        }
    }

    /// Sends the frame and leaves it empty.
    func send(_ frame: Frame, more: Bool) -> Sent {
        while true {
            if zmq_msg_send(frame.message, handle, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)) >= 0 { return .sent }
            switch zmq_errno() {
            case EINTR: continue
            case EAGAIN: return .full
            case EHOSTUNREACH: return .unreachable
            default: return .closed
            }
        }
    }

    /// Sends the bytes of a frame that somebody may still need. nil: an empty frame.
    func sendShared(_ frame: Frame?, more: Bool = false) -> Sent {
        let copy = Frame()
        if let frame, zmq_msg_copy(copy.message, frame.message) != 0 { return .full }
        return send(copy, more: more)
    }

    /// Sends header and payload as the last two frames of a message.
    func send(_ header: Header, _ payload: Frame?) -> Sent {
        guard let first = try? Frame(count: Header.size) else { return .full }
        header.write(to: first.mutableBytes)
        let sent = send(first, more: true)
        return sent == .sent ? sendShared(payload) : sent
    }

    /// Reads past the rest of a message whose last frame read was `frame`.
    func skipRest(after frame: Frame) {
        while frame.hasMore, receive(frame) == .frame {}
    }

    static func failure(_ action: String) -> BusError {
        BusError(.failed, "The bus could not \(action): \(String(cString: zmq_strerror(zmq_errno()))).")
    }
}
