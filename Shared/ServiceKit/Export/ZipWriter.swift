/// Writes a zip file as a stream. Entries are stored uncompressed and may be written in parts, so that only the
/// directory is kept in memory.
///
/// Sizes and checksums follow each entry in a data descriptor (APPNOTE 4.3.9). Limited to 4 GiB and 65,535 entries;
/// throws beyond.
public struct ZipWriter: Sendable {
    /// A limit was exceeded or a call was out of order.
    public struct Failure: Error, CustomStringConvertible {
        /// The reason.
        public let description: String
    }

    private struct Entry: Sendable {
        let name: [UInt8]
        let offset: UInt32
        var checksum: UInt32 = 0xFFFF_FFFF
        var size: UInt32 = 0
    }

    private var entries: [Entry] = []
    private var position: UInt64 = 0

    /// An empty archive.
    public init() {}

    /// Begins an entry; returns the bytes to write.
    /// - Parameter name: a relative path with `/`, without empty parts or `..`; unique within the archive.
    /// - Throws: `Failure`.
    public mutating func begin(_ name: String) throws -> [UInt8] {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.isEmpty, name.utf8.count < 1 << 16, parts.allSatisfy({ !$0.isEmpty && $0 != ".." && $0 != "." })
        else {
            throw Failure(description: "\(name) is not a name for an archive's entry")
        }
        let bytes = Array(name.utf8)
        guard entries.count < 65_534, !entries.contains(where: { $0.name == bytes }) else {
            throw Failure(description: "\(name) cannot be added to the archive")
        }
        entries.append(Entry(name: bytes, offset: try offset()))
        var out = Fields()
        out.add(UInt32(0x0403_4B50))
        header(&out)
        out.add(UInt32(0), UInt32(0), UInt32(0))
        out.add(UInt16(bytes.count), UInt16(0))
        return count(out.bytes + bytes)
    }

    /// Adds a part of the current entry's content; returns the bytes to write.
    /// - Throws: `Failure`.
    public mutating func write(_ content: [UInt8]) throws -> [UInt8] {
        guard !entries.isEmpty else { throw Failure(description: "no entry was begun") }
        let last = entries.count - 1
        guard UInt64(entries[last].size) + UInt64(content.count) < UInt64(UInt32.max) else {
            throw Failure(description: "an entry is larger than 4 GiB")
        }
        entries[last].checksum = Self.checksum(content, entries[last].checksum)
        entries[last].size += UInt32(content.count)
        return count(content)
    }

    /// Ends the current entry; returns the bytes to write.
    /// - Throws: `Failure`.
    public mutating func end() throws -> [UInt8] {
        guard let entry = entries.last else { throw Failure(description: "no entry was begun") }
        var out = Fields()
        out.add(UInt32(0x0807_4B50), ~entry.checksum, entry.size, entry.size)
        return count(out.bytes)
    }

    /// Ends the archive; returns its directory, the last bytes to write.
    /// - Throws: `Failure`.
    public mutating func finish() throws -> [UInt8] {
        let start = try offset()
        var out = Fields()
        for entry in entries {
            out.add(UInt32(0x0201_4B50))
            out.add(UInt16(20))
            header(&out)
            out.add(~entry.checksum, entry.size, entry.size)
            out.add(UInt16(entry.name.count), UInt16(0), UInt16(0), UInt16(0), UInt16(0))
            out.add(UInt32(0), entry.offset)
            out.bytes += entry.name
        }
        let size = UInt32(out.bytes.count)
        out.add(UInt32(0x0605_4B50))
        out.add(UInt16(0), UInt16(0), UInt16(entries.count), UInt16(entries.count))
        out.add(size, start)
        out.add(UInt16(0))
        return count(out.bytes)
    }

    /// Fixed fields: version 2.0, UTF-8 names, sizes in a descriptor, stored, 1980-01-01.
    private func header(_ out: inout Fields) {
        out.add(UInt16(20), UInt16(0x0808), UInt16(0), UInt16(0), UInt16(0x0021))
    }

    private func offset() throws -> UInt32 {
        guard let offset = UInt32(exactly: position) else {
            throw Failure(description: "the archive is larger than 4 GiB")
        }
        return offset
    }

    private mutating func count(_ bytes: [UInt8]) -> [UInt8] {
        position += UInt64(bytes.count)
        return bytes
    }

    /// CRC-32 (ISO 3309), continued from `start`; begins with all ones, and the final value must be complemented.
    static func checksum(_ bytes: [UInt8], _ start: UInt32 = 0xFFFF_FFFF) -> UInt32 {
        bytes.reduce(start) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    /// A buffer of little-endian numbers.
    private struct Fields {
        var bytes: [UInt8] = []
        mutating func add<N: FixedWidthInteger>(_ numbers: N...) {
            for number in numbers { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
        }
    }
}
