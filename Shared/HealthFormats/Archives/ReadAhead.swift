import Dispatch
import Synchronization

/// Reads a stream on its own thread, by default up to 4 MiB ahead, so that decompression and decryption run in parallel
/// with parsing. Until this object is released, its creator must use neither the stream nor the stream's source.
package final class ReadAhead: ByteStream {
    private struct Content {
        var bytes: [UInt8]
        /// Number of bytes read, or the error that ended reading.
        var result: Result<Int, any Error> = .success(0)
    }

    /// Filled by the thread, emptied by the reader; the semaphores pass slots between them.
    private final class Ring: Sendable {
        let slots: [Slot]
        let (empty, filled, ended) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let isStopped = Mutex(false)

        init(slots: Int, bytes: Int) {
            self.slots = (0..<slots).map { _ in Slot(bytes) }
            for _ in 0..<slots { empty.signal() }
        }
    }

    private final class Slot: Sendable {
        let content: Mutex<Content>
        init(_ bytes: Int) { content = Mutex(Content(bytes: [UInt8](repeating: 0, count: bytes))) }
    }

    private let ring: Ring
    private var (index, position) = (0, 0)
    private var hasBlock = false
    private var isAtEnd = false

    /// - Parameters:
    ///   - slots: number of buffers.
    ///   - bytes: size of each buffer.
    package init(_ stream: any ByteStream, slots: Int = 4, bytes: Int = 1 << 20) {
        let ring = Ring(slots: slots, bytes: bytes)
        self.ring = ring
        // Exclusive access: only the thread uses the stream, and `deinit` waits for the thread to end.
        nonisolated(unsafe) let stream = stream
        DispatchQueue(label: "pulsum.readahead", qos: .utility).async {
            Self.fill(ring, from: stream)
            ring.ended.signal()
        }
    }

    deinit {
        ring.isStopped.withLock { $0 = true }
        ring.empty.signal()
        ring.ended.wait()
    }

    private static func fill(_ ring: Ring, from stream: any ByteStream) {
        var index = 0
        while true {
            ring.empty.wait()
            if ring.isStopped.withLock({ $0 }) { return }
            let goesOn = ring.slots[index].content.withLock { content in
                content.result = Result { try content.bytes.withUnsafeMutableBytes(stream.read) }
                if case .success(let count) = content.result, count > 0 { return true }
                return false
            }
            ring.filled.signal()
            guard goesOn else { return }
            index = (index + 1) % ring.slots.count
        }
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !isAtEnd, buffer.count > 0 else { return 0 }
        if !hasBlock { ring.filled.wait() }
        hasBlock = true
        let (count, isEmptied) = try ring.slots[index].content.withLock { content in
            let filled = try content.result.get()
            let count = min(buffer.count, filled - position)
            content.bytes.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
            }
            return (count, position + count == filled)
        }
        position += count
        guard count > 0 else {
            isAtEnd = true
            return 0
        }
        if isEmptied {
            (index, position, hasBlock) = ((index + 1) % ring.slots.count, 0, false)
            ring.empty.signal()
        }
        return count
    }
}
