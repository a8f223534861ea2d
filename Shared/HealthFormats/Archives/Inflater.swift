import CZlib
import Messages

/// Decompresses raw deflate data while it is read. Memory: 256 KiB plus zlib's window.
final class Inflater: ByteStream {
    private let packed: any ByteStream
    private let input: UnsafeMutableRawBufferPointer
    // On the heap, because zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>
    private var inputOffset: Int64 = 0
    private var ended = false

    /// - Throws: `ServiceError` if zlib cannot allocate its state.
    package init(_ packed: any ByteStream) throws {
        self.packed = packed
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        input = .allocate(byteCount: 1 << 18, alignment: 16)
        guard pulsum_inflate_init(stream, -15) == Z_OK else {
            throw ServiceError(.failed, "zlib could not start; free some memory and send the file again.")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        input.deallocate()
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !ended, buffer.count > 0 else { return 0 }
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(clamping: buffer.count)
        let wanted = Int(stream.pointee.avail_out)
        while Int(stream.pointee.avail_out) == wanted {
            if stream.pointee.avail_in == 0 {
                let got = try packed.read(into: input)
                guard got > 0 else { throw ImportProblem.archive("the compressed data ends too early", at: nil) }
                inputOffset += Int64(got)
                stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_in = UInt32(got)
            }
            switch inflate(stream, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: continue
            case Z_STREAM_END:
                ended = true
                return wanted - Int(stream.pointee.avail_out)
            default: throw ImportProblem.archive("the compressed data is damaged", at: nil)
            }
        }
        return wanted - Int(stream.pointee.avail_out)
    }
}

/// Forwards an entry's bytes and checks them against the directory: size, checksum, and limits against zip bombs.
package final class CheckedStream: ByteStream {
    /// Limit on the decompressed size, bytes. The largest export seen in the wild is 4 GB; a history ten times as long
    /// still fits.
    package static let maximumBytes: Int64 = 64 << 30
    /// Limit on the compression ratio. Deflate reaches 1,032:1; real exports reach about 25:1. Enforced after 100 MiB,
    /// so that small unusual files pass.
    static let steepest: Int64 = 1000
    static let judgedAfter: Int64 = 100 << 20

    private let stream: any ByteStream
    private let entry: ZipEntry
    private let hasChecksum: Bool
    private var produced: Int64 = 0
    private var checksum: UInt = 0

    /// - Parameter checksum: false for a preview of data that is later read in full and checked; CRC-32 takes a third
    ///   of the decompression time.
    package init(_ stream: any ByteStream, entry: ZipEntry, checksum: Bool = true) {
        (self.stream, self.entry, hasChecksum) = (stream, entry, checksum)
        self.checksum = crc32(0, nil, 0)
    }

    /// - Throws: `ImportProblem` if size, checksum or limits are violated, or the stream's error.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let got = try stream.read(into: buffer)
        guard got > 0 else {
            guard produced == entry.size else {
                throw ImportProblem.archive("an entry is \(produced) bytes instead of \(entry.size)", at: produced)
            }
            guard !hasChecksum || checksum == UInt(entry.checksum) else {
                throw ImportProblem.archive("the checksum of an entry does not match", at: produced)
            }
            return 0
        }
        if hasChecksum {
            checksum = crc32(checksum, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(got))
        }
        produced += Int64(got)
        if produced > Self.maximumBytes { throw ImportProblem.tooLarge("unpacked it is over 64 GiB", at: produced) }
        if produced > Self.judgedAfter, produced / max(1, entry.packedSize) > Self.steepest {
            throw ImportProblem.tooLarge("it unpacks to more than \(Self.steepest) times its size", at: produced)
        }
        return got
    }
}
