import Foundation
import HealthFormats
import Messages
import Storage
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An upload on disk: a sequence of encrypted chunks, each acknowledged only after fsync.
///
/// A chunk is a header of 16 bytes (magic, plain length, plain offset; little endian), the encrypted bytes, and the
/// header again, so that the end of a long file is found without reading all of it. An incomplete last chunk, left by a
/// crash, is ignored and truncated by the next append. A kernel lock on the file excludes other processes; it is
/// released when its holder ends.
struct SpoolFile: Sendable {
    static let magic: UInt32 = 0x5053_5032
    static let header = 16
    /// Bytes that `DataKey.seal` adds.
    static let seal = 29

    /// Limit on the chunks of one upload, since the reader holds a list of them: 64 GiB in chunks of 256 KiB.
    static let maximumChunks: Int64 = 1 << 18

    let path: String
    let job: EntityID

    init(directory: String, user: UserID, job: EntityID) {
        self.init(path: "\(Self.directory(directory, user))/\(job)", job: job)
    }

    private init(path: String, job: EntityID) { (self.path, self.job) = (path, job) }

    /// Path of the import's `PlaceMark`.
    var place: String { path + Self.markEnding }

    /// Ending of the paths of marks.
    static let markEnding = ".place"

    /// Directory of a user's spool files; `directory` is `{data}/spool`.
    static func directory(_ directory: String, _ user: UserID) -> String { "\(directory)/\(user)" }

    /// Path of the file whose kernel lock excludes other imports of a user.
    static func turn(_ directory: String, _ user: UserID) -> String { Self.directory(directory, user) + "/turn" }

    struct Chunk: Equatable, Sendable {
        var start: Int64
        var count: Int
        /// File offset of its header.
        var place: Int64
        /// Upload offset after its last byte.
        var end: Int64 { start + Int64(count) }
        /// File offset after its last byte.
        var next: Int64 { place + Int64(2 * SpoolFile.header + SpoolFile.seal + count) }
    }

    /// Bytes safely stored; 0 without a file.
    func stored() throws -> Int64 {
        guard let file = try SpoolHandle(path, create: false) else { return 0 }
        return try file.last()?.end ?? 0
    }

    /// Size of the file as an estimate of the work in it, bytes; 0 without a file.
    var size: Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Appends a chunk at `offset`; a chunk that is already stored in full is ignored.
    /// - Returns: the number of bytes now stored.
    /// - Throws: `ServiceError` `conflict` with the stored offset for a gap, `busy` if another process holds the file,
    ///   `storage` if the disk is full (stored bytes are kept).
    func append(_ bytes: [UInt8], at offset: Int64, key: DataKey) throws -> Int64 {
        // Only a first chunk creates the file, so that a file swept meanwhile is not created again with a gap.
        let file = try openLocked(create: offset == 0)
        let last = try file?.last()
        let end = last?.end ?? 0
        if offset + Int64(bytes.count) <= end { return end }
        guard let file, offset == end else {
            throw ServiceError(.conflict, "The next chunk of this upload starts at byte \(end); send it from there.")
        }
        // Each chunk adds a fixed overhead, so the overhead so far gives their number.
        guard ((last?.next ?? 0) - end) / Int64(2 * Self.header + Self.seal) < Self.maximumChunks else {
            throw ServiceError(
                .invalid,
                "An upload has at most \(Self.maximumChunks) chunks; send it again in larger ones, of up to 1 MiB.")
        }
        var header = [UInt8]()
        for shift in stride(from: 0, to: 32, by: 8) {
            header.append(UInt8(truncatingIfNeeded: Self.magic >> UInt32(shift)))
        }
        for shift in stride(from: 0, to: 32, by: 8) { header.append(UInt8(truncatingIfNeeded: bytes.count >> shift)) }
        for shift in stride(from: 0, to: 64, by: 8) { header.append(UInt8(truncatingIfNeeded: offset >> Int64(shift))) }
        try file.append(header + (try key.seal(bytes, address: address(offset))) + header, at: last?.next ?? 0)
        if offset == 0 { try file.syncName(path) }
        return offset + Int64(bytes.count)
    }

    /// Opens and locks the file; nil if it does not exist and `create` is false. Waits about a second at most by
    /// default: another chunk of the upload holds the lock for milliseconds only.
    func openLocked(create: Bool, attempts: Int = 100) throws -> SpoolHandle? {
        for attempt in 0..<attempts {
            guard let handle = try SpoolHandle(path, create: create) else { return nil }
            if handle.lock() {
                // The previous holder may have removed the file, and the path may name another one.
                if handle.isNamed(path) { return handle }
            } else if attempt + 1 < attempts {
                usleep(10_000)
            }
        }
        throw ServiceError(.busy, "Another process is at work on this upload; send the chunk again.", retryAfter: 1000)
    }

    func address(_ offset: Int64) -> String { "spool/\(job)/\(offset)" }

    func remove() {
        removeMark()
        unlink(path)
    }

    func removeMark() { unlink(place) }

    /// Removes the file if the condition holds under the file's lock, since another request may have restarted the
    /// upload after the caller's check. Then runs `body` before releasing the lock.
    /// - Throws: `ServiceError` `busy` if another request or a worker holds the lock.
    func removeStale<T>(where isStale: () throws -> Bool, then body: () throws -> T) throws -> T {
        let handle = try openLocked(create: true)
        defer { withExtendedLifetime(handle) {} }
        if try isStale() { remove() }
        return try body()
    }

    /// Disk usage of a user's spool files, bytes.
    static func bytes(_ directory: String, _ user: UserID) -> Int64 {
        let directory = Self.directory(directory, user)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.compactMap(EntityID.init).reduce(0) { $0 + SpoolFile(path: "\(directory)/\($1)", job: $1).size }
    }
}

/// An open spool file.
final class SpoolHandle {
    let file: Int32

    /// Nil if the file does not exist and `create` is false.
    init?(_ path: String, create: Bool) throws {
        if create {
            try? FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        file = open(path, create ? O_RDWR | O_CREAT | O_CLOEXEC : O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == ENOENT, !create { return nil }
            let fault = SystemError("The upload cannot be opened")
            throw ServiceError(
                .storage, "The upload cannot be stored on disk (\(fault.reason)); check the data directory.",
                cause: fault)
        }
    }

    deinit { close(file) }

    /// Takes the kernel lock on this file until the handle is released; false if it is held elsewhere.
    func lock() -> Bool { FileLock.take(file) }

    /// Returns true if the path still refers to this file.
    func isNamed(_ path: String) -> Bool {
        var (named, opened) = (stat(), stat())
        return stat(path, &named) == 0 && fstat(file, &opened) == 0 && named.st_ino == opened.st_ino
            && named.st_dev == opened.st_dev
    }

    /// Time of the last write, ms since 1970.
    var modified: Milliseconds {
        var status = stat()
        guard fstat(file, &status) == 0 else { return .max }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Milliseconds(time.tv_sec) * 1000 + Milliseconds(time.tv_nsec) / 1_000_000
    }

    private var size: Int64 { Int64(lseek(file, 0, SEEK_END)) }

    /// The last complete chunk; found from the end unless the file ends with an incomplete chunk.
    func last() throws -> SpoolFile.Chunk? {
        let size = size
        guard size >= Int64(2 * SpoolFile.header + SpoolFile.seal) else { return nil }
        let trailer = try bytes(at: size - Int64(SpoolFile.header), count: SpoolFile.header)
        let place = size - Int64(2 * SpoolFile.header + SpoolFile.seal) - Int64(ByteReader(trailer).u32(4))
        if let chunk = SpoolFile.Chunk(trailer, place: place), place >= 0,
            try bytes(at: place, count: SpoolFile.header) == trailer
        {
            return chunk
        }
        return try chunks().last
    }

    /// All complete chunks, found by their headers.
    func chunks() throws -> [SpoolFile.Chunk] {
        let size = size
        var chunks = [SpoolFile.Chunk]()
        var (place, start) = (Int64(0), Int64(0))
        while place + Int64(SpoolFile.header) <= size {
            let header = try bytes(at: place, count: SpoolFile.header)
            guard let chunk = SpoolFile.Chunk(header, place: place), chunk.start == start, chunk.next <= size else {
                break
            }
            chunks.append(chunk)
            (place, start) = (chunk.next, chunk.end)
        }
        return chunks
    }

    func bytes(at place: Int64, count: Int) throws -> [UInt8] {
        var filled = 0
        let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while filled < count {
                let got = pread(
                    file, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(place) + off_t(filled))
                if got < 0, errno == EINTR { continue }
                if got <= 0 { break }
                filled += got
            }
            initialized = filled
        }
        guard filled == count else {
            throw ServiceError(.storage, "The stored upload cannot be read back; send the file again.")
        }
        return result
    }

    /// Writes after the last complete chunk and waits until the bytes are on disk; truncates them on failure.
    func append(_ bytes: [UInt8], at place: Int64) throws {
        if lseek(file, 0, SEEK_END) != off_t(place), ftruncate(file, off_t(place)) != 0 { throw failure(place) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(file, $0.baseAddress.map { $0 + written }, bytes.count - written, off_t(place) + off_t(written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(place) }
            written += count
        }
        guard fsync(file) == 0 else { throw failure(place) }
    }

    /// Waits until the file's directory entry is on disk too.
    func syncName(_ path: String) throws {
        let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
        defer { close(folder) }
        guard folder >= 0, fsync(folder) == 0 else { throw failure(0) }
    }

    private func failure(_ place: Int64) -> ServiceError {
        let fault = SystemError("The upload cannot be written")
        let reason = [ENOSPC, EDQUOT].contains(fault.number) ? "no space is left" : fault.reason
        ftruncate(file, off_t(place))
        return ServiceError(
            .storage,
            "The upload cannot be stored on disk: \(reason); what was acknowledged is kept, free some space and go on.",
            cause: fault)
    }
}

extension SpoolFile.Chunk {
    /// Decodes a header; nil if it is invalid.
    init?(_ header: [UInt8], place: Int64) {
        let header = ByteReader(header)
        guard header.count == SpoolFile.header, header.u32(0) == SpoolFile.magic, header.i64(8) >= 0 else { return nil }
        self.init(start: header.i64(8), count: Int(header.u32(4)), place: place)
    }
}

/// A complete upload, decrypted while it is read. Memory: one chunk.
final class SpoolReader: RandomAccess {
    private let handle: SpoolHandle
    private let spool: SpoolFile
    private let key: DataKey
    private let chunks: [SpoolFile.Chunk]
    private var current: (index: Int, bytes: [UInt8])?
    let size: Int64

    init(_ spool: SpoolFile, _ handle: SpoolHandle, key: DataKey) throws {
        (self.spool, self.handle, self.key) = (spool, handle, key)
        chunks = try handle.chunks()
        size = chunks.last?.end ?? 0
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard offset >= 0, offset < size, buffer.count > 0 else { return 0 }
        let index = chunkIndex(offset)
        if current?.index != index {
            let chunk = chunks[index]
            let sealed = try handle.bytes(
                at: chunk.place + Int64(SpoolFile.header), count: chunk.count + SpoolFile.seal)
            current = (index, try key.open(sealed, address: spool.address(chunk.start)))
        }
        guard let bytes = current?.bytes else { return 0 }
        let from = Int(offset - chunks[index].start)
        let count = min(buffer.count, bytes.count - from)
        bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[from..<from + count])) }
        return count
    }

    private func chunkIndex(_ offset: Int64) -> Int {
        max(0, chunks.partitioningIndex { $0.start > offset } - 1)
    }
}
