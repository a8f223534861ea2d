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
    /// For frames made here; holds nothing between two sends.
    private let scratch: UnsafeMutablePointer<zmq_msg_t>
    private var isOpen = true

    init(_ context: UnsafeMutableRawPointer, _ type: Int32) throws {
        guard let handle = zmq_socket(context, type) else { throw Self.failure("open a socket") }
        self.handle = handle
        scratch = .allocate(capacity: 1)
        scratch.initialize(to: zmq_msg_t())
        var size = MemoryLayout<Int32>.size
        guard zmq_getsockopt(handle, ZMQ_FD, &descriptor, &size) == 0 else { throw Self.failure("find a socket's descriptor") }
    }

    deinit {
        close()
        scratch.deallocate()
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        zmq_close(handle)
    }

    /// What a `Poller` sleeps on.
    private(set) var descriptor: Int32 = -1

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
    func send(_ frame: Frame, more: Bool) -> Sent { send(frame.message, more: more) }

    private func send(_ message: UnsafeMutablePointer<zmq_msg_t>, more: Bool) -> Sent {
        while true {
            if zmq_msg_send(message, handle, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)) >= 0 { return .sent }
            switch zmq_errno() {
            case EINTR: continue
            case EAGAIN: return .full
            case EHOSTUNREACH: return .unreachable
            default: return .closed
            }
        }
    }

    /// Sends header and payload as the last two frames of a message. Somebody may still need the payload: its bytes are shared, not taken.
    func send(_ header: Header, _ payload: Frame?) -> Sent {
        guard zmq_msg_init_size(scratch, Header.size) == 0 else { return .full }
        header.write(to: UnsafeMutableRawBufferPointer(start: zmq_msg_data(scratch), count: Header.size))
        let sent = sendScratch(more: true)
        guard sent == .sent else { return sent }
        zmq_msg_init(scratch)
        if let payload, zmq_msg_copy(scratch, payload.message) != 0 { zmq_msg_init(scratch) }
        return sendScratch(more: false)
    }

    /// Sends the first frame of a message that a ROUTER routes: 0 and the peer's number.
    func sendRoutingID(_ peer: UInt32) -> Sent {
        guard zmq_msg_init_size(scratch, 5) == 0, let bytes = zmq_msg_data(scratch) else { return .full }
        bytes.storeBytes(of: 0, as: UInt8.self)
        bytes.storeBytes(of: peer.bigEndian, toByteOffset: 1, as: UInt32.self)
        return sendScratch(more: true)
    }

    private func sendScratch(more: Bool) -> Sent {
        let sent = send(scratch, more: more)
        if sent != .sent { zmq_msg_close(scratch) }
        return sent
    }

    /// Reads past the rest of a message whose last frame read was `frame`.
    func skipRest(after frame: Frame) {
        while frame.hasMore, receive(frame) == .frame {}
    }

    static func failure(_ action: String) -> BusError {
        BusError(.failed, "The bus could not \(action): \(String(cString: zmq_strerror(zmq_errno()))).")
    }
}
