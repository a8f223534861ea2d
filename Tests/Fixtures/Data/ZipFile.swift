import CZlib
import Foundation

/// Writes a zip archive entry by entry with data descriptors, as iOS does. Archives stay under 4 GiB: no ZIP64.
public final class ZipFile {
    private let file: FileHandle
    private var offset: UInt64 = 0
    private var directory = [UInt8]()
    private var entries: UInt16 = 0

    /// Creates the file, replacing an existing one.
    public init(path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else {
            throw CocoaError(.fileWriteUnknown)
        }
        self.file = file
    }

    /// Adds one entry; `body` passes its bytes to the sink in pieces.
    public func add(_ name: String, deflated: Bool, _ body: (_ sink: ([UInt8]) throws -> Void) throws -> Void) throws {
        let start = offset
        let method: UInt16 = deflated ? 8 : 0
        let name = Array(name.utf8)
        try append(
            Self.little(0x0403_4b50, 4) + Self.little(20, 2) + Self.little(0x0808, 2) + Self.little(UInt64(method), 2)
                + Self.little(0x5800_0000, 4))
        try append(Self.little(0, 12) + Self.little(UInt64(name.count), 2) + Self.little(0, 2) + name)
        let begin = offset
        var (checksum, size) = (crc32(0, nil, 0), UInt64(0))
        let deflater = deflated ? try Deflater() : nil
        try body { bytes in
            checksum = bytes.withUnsafeBufferPointer { crc32(checksum, $0.baseAddress, UInt32($0.count)) }
            size += UInt64(bytes.count)
            try append(try deflater?.deflate(bytes, last: false) ?? bytes)
        }
        if let deflater { try append(try deflater.deflate([], last: true)) }
        let packed = offset - begin
        guard size < 0xFFFF_FFFF, offset < 0xFFFF_FFFF else { throw CocoaError(.fileWriteOutOfSpace) }
        let sums = Self.little(UInt64(checksum), 4) + Self.little(packed, 4) + Self.little(size, 4)
        try append(Self.little(0x0807_4b50, 4) + sums)
        directory +=
            Self.little(0x0201_4b50, 4) + Self.little(20, 2) + Self.little(20, 2) + Self.little(0x0808, 2)
            + Self.little(UInt64(method), 2)
        directory +=
            Self.little(0x5800_0000, 4) + sums + Self.little(UInt64(name.count), 2) + Self.little(0, 12)
            + Self.little(start, 4) + name
        entries += 1
    }

    /// Writes the central directory and closes the file.
    public func finish() throws {
        let start = offset
        try append(directory)
        let count = Self.little(UInt64(entries), 2)
        try append(
            Self.little(0x0605_4b50, 4) + Self.little(0, 4) + count + count + Self.little(UInt64(directory.count), 4)
                + Self.little(start, 4) + [0, 0])
        try file.close()
    }

    private func append(_ bytes: [UInt8]) throws {
        try file.write(contentsOf: bytes)
        offset += UInt64(bytes.count)
    }

    private static func little(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) : 0 }
    }
}

/// Raw deflate (RFC 1951), in pieces.
private final class Deflater {
    private var stream = z_stream()

    init() throws {
        guard
            deflateInit2_(
                &stream, 1, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                == Z_OK
        else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    deinit { deflateEnd(&stream) }

    func deflate(_ bytes: [UInt8], last: Bool) throws -> [UInt8] {
        var result = [UInt8]()
        var input = bytes
        try input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            var status = Z_OK
            repeat {
                let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                    stream.next_out = buffer.baseAddress
                    stream.avail_out = UInt32(buffer.count)
                    status = CZlib.deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH)
                    count = buffer.count - Int(stream.avail_out)
                }
                result += piece
                guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
                    throw CocoaError(.fileWriteUnknown)
                }
            } while stream.avail_out == 0 || (last && status != Z_STREAM_END)
        }
        return result
    }
}
