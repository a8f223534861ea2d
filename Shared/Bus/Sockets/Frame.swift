import CZeroMQ
import Messages
import Synchronization

/// One frame, or a slice of one: owns a `zmq_msg_t`, so that bytes received from libzmq travel on without a copy.
/// Copies of the value are the same frame.
///
/// Sendable although it owns a C handle: whoever makes one fills it before handing it on, after that its bytes are only
/// read (`zmq_msg_copy` counts references atomically), and it is closed once, after the last use.
package struct Frame: @unchecked Sendable {
    /// The message lies within the object.
    private final class Storage: ManagedBuffer<zmq_msg_t, UInt8> {
        deinit { _ = withUnsafeMutablePointerToHeader { zmq_msg_close($0) } }
    }

    private let storage: ManagedBuffer<zmq_msg_t, UInt8>
    private let offset: Int32
    /// Below 0: the whole frame.
    private let length: Int32

    /// It stays where it is as long as the frame lives.
    var message: UnsafeMutablePointer<zmq_msg_t> { storage.withUnsafeMutablePointerToHeader { $0 } }

    /// Empty, to receive into.
    package init() {
        storage = Storage.create(minimumCapacity: 0) { _ in zmq_msg_t() }
        (offset, length) = (0, -1)
        zmq_msg_init(message)
    }

    /// Shares the bytes.
    func slice(_ offset: Int, _ count: Int) -> Frame {
        precondition(offset >= 0 && count >= 0 && offset + count <= self.count && !isSlice)
        return Frame(storage, offset: Int32(offset), length: Int32(count))
    }

    private init(_ storage: ManagedBuffer<zmq_msg_t, UInt8>, offset: Int32, length: Int32) {
        (self.storage, self.offset, self.length) = (storage, offset, length)
    }

    /// - Throws: `ServiceError(.busy)` where memory is short.
    init(count: Int) throws {
        self.init()
        guard zmq_msg_init_size(message, count) == 0 else {
            zmq_msg_init(message)
            throw ServiceError(.busy, "Out of memory for a message of \(count) bytes.", retryAfter: 1_000)
        }
    }

    init(_ bytes: UnsafeRawBufferPointer) throws {
        try self.init(count: bytes.count)
        mutableBytes.copyMemory(from: bytes)
    }

    package init(_ bytes: [UInt8]) throws {
        self = try bytes.withUnsafeBytes { try Frame($0) }
    }

    /// Shares the bytes, which count at `backlog` until nobody has them: of a frame that was sent, until libzmq has
    /// written it or given its peer up. Nil where memory is short.
    func counted(at backlog: Backlog) -> Frame? {
        let frame = Frame()
        let loan = Unmanaged.passRetained(Loan(self, backlog))
        let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        guard
            zmq_msg_init_data(
                frame.message, start, count, { _, loan in loan.map { Unmanaged<Loan>.fromOpaque($0).release() } },
                loan.toOpaque()) == 0
        else {
            zmq_msg_init(frame.message)
            loan.release()
            return nil
        }
        return frame
    }

    private final class Loan: Sendable {
        private let frame: Frame
        private let backlog: Backlog

        init(_ frame: Frame, _ backlog: Backlog) {
            (self.frame, self.backlog) = (frame, backlog)
            backlog.count.add(frame.count, ordering: .relaxed)
        }

        deinit { backlog.count.subtract(frame.count, ordering: .relaxed) }
    }

    var isSlice: Bool { length >= 0 }
    package var count: Int { isSlice ? Int(length) : zmq_msg_size(message) }
    package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: zmq_msg_data(message).map { $0 + Int(offset) }, count: count)
    }
    package var mutableBytes: UnsafeMutableRawBufferPointer {
        precondition(!isSlice)
        return UnsafeMutableRawBufferPointer(start: zmq_msg_data(message), count: zmq_msg_size(message))
    }
    /// True where another frame of the same message follows.
    package var hasMore: Bool { zmq_msg_more(message) != 0 }
    /// Name of the authenticated peer, as set by the ZAP handler.
    package var user: WireName? { zmq_msg_gets(message, "User-Id").flatMap { WireName(text: $0) } }
}

/// Bytes that went to a peer and have not left this process.
package final class Backlog: Sendable {
    let count = Atomic(0)

    package init() {}

    package var bytes: Int { count.load(ordering: .relaxed) }
}
