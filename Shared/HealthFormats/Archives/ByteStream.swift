import Messages

/// A sequence of bytes that is read once.
package protocol ByteStream: AnyObject {
    /// Reads at most `buffer.count` bytes; returns how many it wrote, 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes with random access; reading a zip archive starts at its end.
package protocol RandomAccess: AnyObject {
    /// Total bytes.
    var size: Int64 { get }
    /// Reads at most `buffer.count` bytes from `offset`; returns how many it wrote, 0 only at or after the end.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

extension RandomAccess {
    /// Reads exactly `count` bytes.
    /// - Throws: `ImportProblem` `truncated` if the file ends earlier.
    package func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= size, Int64(count) <= size - offset else {
            throw ImportProblem.truncated(at: size)
        }
        var filled = 0
        let result = try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while filled < count {
                let got = try read(
                    at: offset + Int64(filled),
                    into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
                if got == 0 { break }
                filled += got
            }
            initialized = filled
        }
        guard filled == count else { throw ImportProblem.truncated(at: offset + Int64(filled)) }
        return result
    }
}

/// Reads a range of a random-access source in order.
package final class ByteSlice: ByteStream {
    private let source: any RandomAccess
    private var offset: Int64
    private let end: Int64

    /// - Parameter end: exclusive; nil for the end of the source.
    package init(_ source: any RandomAccess, from offset: Int64 = 0, to end: Int64? = nil) {
        (self.source, self.offset, self.end) = (source, offset, end ?? source.size)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let wanted = min(Int64(buffer.count), end - offset)
        guard wanted > 0 else { return 0 }
        let got = try source.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(wanted)]))
        offset += Int64(got)
        return got
    }
}

/// Random access to bytes in memory.
package final class MemoryBytes: RandomAccess {
    private let bytes: [UInt8]
    /// Access to these bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
    package var size: Int64 { Int64(bytes.count) }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = max(0, min(buffer.count, bytes.count - Int(offset)))
        guard count > 0 else { return 0 }
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[Int(offset)..<Int(offset) + count]))
        }
        return count
    }
}
