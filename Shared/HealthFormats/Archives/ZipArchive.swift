import Messages

/// Reads the directory of a zip archive, ZIP64 included (PKWARE APPNOTE 6.3.10), from the end of the file.
package struct ZipArchive {
    /// Limits on the directory's bytes and entries; a Health export with ten thousand routes stays under 2 MiB.
    static let maximumDirectoryBytes: Int64 = 8 << 20
    static let maximumEntries: Int64 = 100_000

    /// In the order of the directory.
    package let entries: [ZipEntry]
    private let source: any RandomAccess

    /// Reads the directory.
    /// - Throws: `ImportProblem` if the directory is missing, damaged or exceeds a limit; errors of the source.
    package init(_ source: any RandomAccess) throws {
        self.source = source
        let tailSize = min(source.size, 65_557)
        let tailStart = source.size - tailSize
        let tail = ByteReader(try source.bytes(at: tailStart, count: Int(tailSize)))
        // The end record has 22 bytes and a comment of at most 65,535.
        guard
            let end = stride(from: Int(tailSize) - 22, through: 0, by: -1).first(where: { tail.u32($0) == 0x0605_4b50 })
        else {
            throw ImportProblem.truncated(at: source.size)
        }
        var (count, size, offset) = (Int64(tail.u16(end + 10)), Int64(tail.u32(end + 12)), Int64(tail.u32(end + 16)))
        if count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF, end >= 20, tail.u32(end - 20) == 0x0706_4b50
        {
            let record = ByteReader(try source.bytes(at: tail.i64(end - 12), count: 56))
            guard record.u32(0) == 0x0606_4b50 else {
                throw ImportProblem.archive("its ZIP64 directory is not where it should be", at: tail.i64(end - 12))
            }
            (count, size, offset) = (record.i64(32), record.i64(40), record.i64(48))
        }
        guard size >= 0, offset >= 0, count >= 0, size <= source.size, offset <= source.size - size else {
            throw ImportProblem.archive("its directory lies outside the file", at: source.size)
        }
        guard size <= Self.maximumDirectoryBytes else {
            throw ImportProblem.tooLarge("its directory has over \(Self.maximumDirectoryBytes >> 20) MiB", at: offset)
        }
        guard count <= Self.maximumEntries else {
            throw ImportProblem.tooLarge("it has over \(Self.maximumEntries) entries", at: offset)
        }
        entries = try Self.directory(ByteReader(try source.bytes(at: offset, count: Int(size))), at: offset)
    }

    private static func directory(_ bytes: ByteReader, at offset: Int64) throws -> [ZipEntry] {
        var entries = [ZipEntry]()
        var at = 0
        while at + 46 <= bytes.count, bytes.u32(at) == 0x0201_4b50 {
            let (nameLength, extraLength, commentLength) = (
                Int(bytes.u16(at + 28)), Int(bytes.u16(at + 30)), Int(bytes.u16(at + 32))
            )
            let end = at + 46 + nameLength + extraLength + commentLength
            guard end <= bytes.count else {
                throw ImportProblem.archive("its directory is cut off", at: offset + Int64(at))
            }
            guard nameLength <= ImportLimits.text else {
                throw ImportProblem.tooLarge(
                    "a name in its directory has over \(ImportLimits.text) bytes", at: offset + Int64(at))
            }
            guard entries.count < maximumEntries else {
                throw ImportProblem.tooLarge("it has over \(maximumEntries) entries", at: offset + Int64(at))
            }
            var entry = ZipEntry(
                name: String(decoding: bytes.slice(at + 46, nameLength), as: UTF8.self), method: bytes.u16(at + 10),
                isEncrypted: bytes.u16(at + 8) & 1 == 1,
                checksum: bytes.u32(at + 16), packedSize: Int64(bytes.u32(at + 20)), size: Int64(bytes.u32(at + 24)),
                offset: Int64(bytes.u32(at + 42)))
            large(&entry, bytes, from: at + 46 + nameLength, to: at + 46 + nameLength + extraLength)
            guard entry.size >= 0, entry.packedSize >= 0, entry.offset >= 0 else {
                throw ImportProblem.archive("an entry has no valid size", at: offset + Int64(at))
            }
            entries.append(entry)
            at = end
        }
        return entries
    }

    /// ZIP64's extra field holds those of the three numbers that did not fit into 32 bits, in this order.
    private static func large(_ entry: inout ZipEntry, _ bytes: ByteReader, from start: Int, to end: Int) {
        var at = start
        while at + 4 <= end {
            let (tag, length) = (bytes.u16(at), Int(bytes.u16(at + 2)))
            var field = at + 4
            let fieldEnd = min(end, field + length)
            if tag == 1 {
                func next() -> Int64? {
                    guard field + 8 <= fieldEnd else { return nil }
                    field += 8
                    return bytes.i64(field - 8)
                }
                if entry.size == 0xFFFF_FFFF, let value = next() { entry.size = value }
                if entry.packedSize == 0xFFFF_FFFF, let value = next() { entry.packedSize = value }
                if entry.offset == 0xFFFF_FFFF, let value = next() { entry.offset = value }
            }
            at = at + 4 + length
        }
    }

    /// The entry of the health records: the largest XML file except the clinical document. Its name depends on the
    /// language (`export.xml`, `Export.xml`, `导出.xml`).
    /// - Throws: `ImportProblem` if there is none or it is encrypted.
    package func healthExport() throws -> ZipEntry {
        let candidates = entries.filter { entry in
            let name = entry.name.lowercased()
            return name.hasSuffix(".xml") && !name.hasSuffix("export_cda.xml") && !name.hasPrefix("__macosx/")
        }
        guard let entry = candidates.max(by: { $0.size < $1.size }) else { throw ImportProblem.noExportInArchive }
        guard !entry.isEncrypted else { throw ImportProblem.unsupported("a password") }
        return entry
    }

    /// A stream of the entry's decompressed bytes, checked while they are read.
    /// - Parameter checksum: false skips CRC-32, see `CheckedStream`.
    /// - Throws: `ImportProblem` if the local header is damaged or the method is neither stored nor deflate.
    package func open(_ entry: ZipEntry, checksum: Bool = true) throws -> any ByteStream {
        let packed = try packed(entry, maximum: entry.packedSize)
        return CheckedStream(try unpacked(packed, entry), entry: entry, checksum: checksum)
    }

    /// The first decompressed bytes of an entry, at most `count`. At most four times as many packed bytes are read:
    /// twice what deflate takes for its rarest letters. Size and checksum are not verified.
    /// - Throws: as `open`, and `ImportProblem` if these bytes cannot be decompressed.
    func head(of entry: ZipEntry, count: Int) throws -> [UInt8] {
        let stream = try unpacked(packed(entry, maximum: 4 * Int64(count)), entry)
        var head = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = try head.withUnsafeMutableBytes { buffer in
                try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            if got == 0 { break }
            filled += got
        }
        return Array(head[..<filled])
    }

    /// The packed bytes of an entry, at most `maximum`.
    private func packed(_ entry: ZipEntry, maximum: Int64) throws -> ByteSlice {
        let header = ByteReader(try source.bytes(at: entry.offset, count: 30))
        guard header.u32(0) == 0x0403_4b50 else {
            throw ImportProblem.archive("an entry is not where the directory says", at: entry.offset)
        }
        let start = entry.offset + 30 + Int64(header.u16(26)) + Int64(header.u16(28))
        guard start <= source.size, entry.packedSize <= source.size - start else {
            throw ImportProblem.truncated(at: source.size)
        }
        return ByteSlice(source, from: start, to: start + min(entry.packedSize, maximum))
    }

    private func unpacked(_ packed: ByteSlice, _ entry: ZipEntry) throws -> any ByteStream {
        switch entry.method {
        case 0: return packed
        case 8: return try Inflater(packed)
        default: throw ImportProblem.unsupported("compression method \(entry.method)")
        }
    }
}

/// Reads little-endian integers. Offsets must be valid: the caller checks them.
package struct ByteReader {
    private let bytes: [UInt8]
    /// Reads from these bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
    /// Number of bytes.
    package var count: Int { bytes.count }
    func u16(_ at: Int) -> UInt16 { UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8 }
    /// Unsigned 32-bit integer at a byte offset.
    package func u32(_ at: Int) -> UInt32 { UInt32(u16(at)) | UInt32(u16(at + 2)) << 16 }
    /// Signed 64-bit integer at a byte offset.
    package func i64(_ at: Int) -> Int64 { Int64(bitPattern: UInt64(u32(at)) | UInt64(u32(at + 4)) << 32) }
    func slice(_ at: Int, _ count: Int) -> ArraySlice<UInt8> { bytes[at..<at + count] }
}
