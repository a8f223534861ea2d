import CZeroMQ
import Messages

/// A 0MQ socket. Confined to its creator's thread.
package final class Socket {
    package enum Received { case frame, nothing, closed }
    package enum Sent { case sent, full, unreachable, closed }

    let handle: UnsafeMutableRawPointer
    /// Storage for outgoing frames; empty between sends.
    private let frames: UnsafeMutablePointer<zmq_msg_t>
    private var identity: UnsafeMutablePointer<zmq_msg_t> { frames }
    private var scratch: UnsafeMutablePointer<zmq_msg_t> { frames + 1 }
    private var second: UnsafeMutablePointer<zmq_msg_t> { frames + 2 }
    /// Received header frames, reused for outgoing headers: this saves libzmq's threads one allocation per message.
    private let spares: UnsafeMutablePointer<zmq_msg_t>
    private var spareCount = 0
    private static let maximumSpares = 64
    private var isOpen = true

    package init(_ context: UnsafeMutableRawPointer, _ type: Int32) throws {
        guard let handle = zmq_socket(context, type) else { throw Self.failure("open a socket") }
        self.handle = handle
        frames = .allocate(capacity: 3)
        frames.initialize(repeating: zmq_msg_t(), count: 3)
        spares = .allocate(capacity: Self.maximumSpares)
        spares.initialize(repeating: zmq_msg_t(), count: Self.maximumSpares)
        var size = MemoryLayout<Int32>.size
        guard zmq_getsockopt(handle, ZMQ_FD, &descriptor, &size) == 0 else {
            throw Self.failure("find a socket's descriptor")
        }
    }

    deinit {
        close()
        frames.deallocate()
        spares.deallocate()
    }

    package func close() {
        guard isOpen else { return }
        isOpen = false
        while spareCount > 0 { _ = takeSpare().map { zmq_msg_close($0) } }
        zmq_close(handle)
    }

    /// File descriptor for `Poller`.
    package private(set) var descriptor: Int32 = -1

    package func set(_ option: Int32, _ value: Int32) throws {
        var value = value
        guard zmq_setsockopt(handle, option, &value, MemoryLayout<Int32>.size) == 0 else {
            throw Self.failure("set option \(option)")
        }
    }

    package func set(_ option: Int32, _ value: Int64) throws {
        var value = value
        guard zmq_setsockopt(handle, option, &value, MemoryLayout<Int64>.size) == 0 else {
            throw Self.failure("set option \(option)")
        }
    }

    package func set(_ option: Int32, _ value: String) throws {
        guard zmq_setsockopt(handle, option, value, value.utf8.count) == 0 else {
            throw Self.failure("set option \(option)")
        }
    }

    func connect(_ address: String) throws {
        guard zmq_connect(handle, address) == 0 else { throw Self.failure("connect to \(address)") }
    }

    package func bind(_ address: String) throws {
        guard zmq_bind(handle, address) == 0 else { throw Self.failure("listen at \(address)") }
    }

    /// Receives the next frame, if any, into `frame`; its previous content is released.
    package func receive(_ frame: Frame) -> Received {
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
    package func send(_ frame: Frame, more: Bool) -> Sent {
        precondition(!frame.isSlice)
        return send(frame.message, more: more)
    }

    func send(_ message: UnsafeMutablePointer<zmq_msg_t>, more: Bool) -> Sent {
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

    /// Sends header and payload as a message of two frames. The payload's bytes are shared, not moved, because others
    /// may still read them.
    /// - Parameter peer: a ROUTER's number of the receiver; nil for other socket types.
    /// - Parameter backlog: counts the payload's bytes until they have left.
    package func send(_ header: Header, _ payload: Frame?, to peer: UInt32? = nil, countedAt backlog: Backlog? = nil)
        -> Sent
    {
        let first = takeSpare() ?? scratch
        if first == scratch, zmq_msg_init_size(scratch, Header.size) != 0 { return .full }
        header.write(to: Self.bytes(first))
        guard prepare(payload) else {
            zmq_msg_close(first)
            return .full
        }
        return send(first, second, to: peer, countedAt: backlog)
    }

    /// Sends the batch (at least one message) as a message of two frames, completely or not at all.
    package func send(_ batch: MessageBatch, to peer: UInt32? = nil, countedAt backlog: Backlog? = nil) -> Sent {
        if batch.parts.count == 1 {
            return send(batch.parts[0].header, batch.parts[0].payload, to: peer, countedAt: backlog)
        }
        guard zmq_msg_init_size(scratch, batch.parts.count * Header.size) == 0 else { return .full }
        guard zmq_msg_init_size(second, batch.size) == 0 else {
            zmq_msg_close(scratch)
            return .full
        }
        let (headers, payloads) = (Self.bytes(scratch), Self.bytes(second))
        var offset = 0
        for (index, part) in batch.parts.enumerated() {
            let size = part.payload?.count ?? 0
            part.header.write(
                to: .init(rebasing: headers[index * Header.size..<(index + 1) * Header.size]), payloadSize: UInt32(size)
            )
            if size > 0, let payload = part.payload {
                UnsafeMutableRawBufferPointer(rebasing: payloads[offset...]).copyMemory(from: payload.bytes)
            }
            offset += size
        }
        return send(scratch, second, to: peer, countedAt: backlog)
    }

    /// Puts a reference to the payload, or a copy of a slice's bytes, into `second`. False if memory is short.
    private func prepare(_ payload: Frame?) -> Bool {
        guard let payload, payload.isSlice else {
            zmq_msg_init(second)
            return payload.map { zmq_msg_copy(second, $0.message) == 0 } ?? true
        }
        guard zmq_msg_init_size(second, payload.count) == 0 else { return false }
        Self.bytes(second).copyMemory(from: payload.bytes)
        return true
    }

    private func send(
        _ first: UnsafeMutablePointer<zmq_msg_t>, _ last: UnsafeMutablePointer<zmq_msg_t>, to peer: UInt32?,
        countedAt backlog: Backlog?
    ) -> Sent {
        var sent = Sent.sent
        if let backlog, !count(last, at: backlog) { sent = .full }
        if sent == .sent, let peer { sent = sendRoutingID(peer) }
        if sent == .sent { sent = send(first, more: true) }
        if sent == .sent { sent = send(last, more: false) }
        guard sent != .sent else { return .sent }
        zmq_msg_close(first)
        zmq_msg_close(last)
        return sent
    }

    /// False if memory is short.
    private func count(_ message: UnsafeMutablePointer<zmq_msg_t>, at backlog: Backlog) -> Bool {
        let frame = Frame()
        guard zmq_msg_move(frame.message, message) == 0, let counted = frame.counted(at: backlog) else { return false }
        return zmq_msg_move(message, counted.message) == 0
    }

    private static func bytes(_ message: UnsafeMutablePointer<zmq_msg_t>) -> UnsafeMutableRawBufferPointer {
        .init(start: zmq_msg_data(message), count: zmq_msg_size(message))
    }

    /// Keeps the memory of a header frame that has been read, for an outgoing header; `frame` is empty afterwards.
    package func recycle(_ frame: Frame) {
        guard spareCount < Self.maximumSpares, frame.count == Header.size else { return }
        zmq_msg_init(spares + spareCount)
        guard zmq_msg_move(spares + spareCount, frame.message) == 0 else { return }
        spareCount += 1
    }

    private func takeSpare() -> UnsafeMutablePointer<zmq_msg_t>? {
        guard spareCount > 0 else { return nil }
        spareCount -= 1
        return spares + spareCount
    }

    /// Sends a ROUTER's routing frame: 0 and the peer's number. Five bytes fit into the `zmq_msg_t`, so this does not
    /// allocate.
    private func sendRoutingID(_ peer: UInt32) -> Sent {
        guard zmq_msg_init_size(identity, 5) == 0, let bytes = zmq_msg_data(identity) else { return .full }
        bytes.storeBytes(of: 0, as: UInt8.self)
        bytes.storeBytes(of: peer.bigEndian, toByteOffset: 1, as: UInt32.self)
        let sent = send(identity, more: true)
        if sent != .sent { zmq_msg_close(identity) }
        return sent
    }

    /// Reads and drops the rest of a message; `frame` is its last frame read.
    package func skipRest(after frame: Frame) {
        while frame.hasMore, receive(frame) == .frame {}
    }

    package static func failure(_ action: String) -> ServiceError {
        ServiceError(.failed, "The bus could not \(action): \(String(cString: zmq_strerror(zmq_errno()))).")
    }
}
