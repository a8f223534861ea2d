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

/// An upload on disk: sealed chunks one behind the other, each acknowledged only after fsync.
///
/// A chunk is a header of 16 bytes (magic, plain length, plain offset; little endian), the sealed bytes, and the header
/// once more, so that the end of a long file is found without reading all of it. A torn last chunk, left by a crash,
/// does not count and is cut off by the next append. A kernel lock on the file keeps processes apart; it goes with its
/// holder.
struct SpoolFile: Sendable {
    static let magic: UInt32 = 0x5053_5032
    static let header = 16
    /// What `DataKey.seal` adds.
    static let seal = 29

    /// Of one upload, as the reader keeps a list of them: 64 GiB in quarters of a mebibyte.
    static let mostChunks: Int64 = 1 << 18

    let path: String
    let job: EntityID

    init(directory: String, user: UserID, job: EntityID) {
        self.init(path: "\(Self.directory(directory, user))/\(job)", job: job)
    }

    private init(path: String, job: EntityID) { (self.path, self.job) = (path, job) }

    /// Where the `PlaceMark` of its import is.
    var place: String { path + ".place" }

    /// Where a user's spool files are; `directory` is `{data}/spool`.
    static func directory(_ directory: String, _ user: UserID) -> String { "\(directory)/\(user)" }

    struct Chunk: Equatable, Sendable {
        var start: Int64
        var count: Int
        /// Of the header, in the file.
        var place: Int64
        /// Behind its last byte of the upload.
        var end: Int64 { start + Int64(count) }
        /// Behind its last byte in the file.
        var next: Int64 { place + Int64(2 * SpoolFile.header + SpoolFile.seal + count) }
    }

    /// Bytes that are safely there; 0 where the file does not exist.
    func stored() throws -> Int64 {
        guard let file = try SpoolHandle(path, create: false) else { return 0 }
        return try file.last()?.end ?? 0
    }

    /// Bytes of the file, for a guess at the work in it; 0 where it does not exist.
    var size: Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Appends at `offset`; a chunk whose bytes are all there already is left alone.
    /// - Returns: how many bytes are now stored.
    /// - Throws: `ServiceError` `conflict` naming the stored offset for a gap, `busy` where somebody else keeps the
    ///   file, `storage` where the disk is full (nothing is lost then).
    func append(_ bytes: [UInt8], at offset: Int64, key: DataKey) throws -> Int64 {
        // Only a first chunk makes the file: one that was swept away meanwhile is not made again with a hole.
        let file = try locked(create: offset == 0)
        let last = try file?.last()
        let end = last?.end ?? 0
        if offset + Int64(bytes.count) <= end { return end }
        guard let file, offset == end else {
            throw ServiceError(.conflict, "The next chunk of this upload starts at byte \(end); send it from there.")
        }
        // What the chunks before take beside their bytes says how many they are.
        guard ((last?.next ?? 0) - end) / Int64(2 * Self.header + Self.seal) < Self.mostChunks else {
            throw ServiceError(
                .invalid,
                "An upload has at most \(Self.mostChunks) chunks; send it again in larger ones, of up to 1 MiB.")
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

    /// The file with its lock; nil where there is none and none is to be made. Never waits long: another chunk of the
    /// same upload holds it for milliseconds.
    func locked(create: Bool, attempts: Int = 100) throws -> SpoolHandle? {
        for attempt in 0..<attempts {
            guard let handle = try SpoolHandle(path, create: create) else { return nil }
            if handle.lock() {
                // Whoever held it before may have removed it: then the name means another file, or none.
                if handle.isNamed(path) { return handle }
            } else if attempt + 1 < attempts {
                usleep(10_000)
            }
        }
        throw ServiceError(.busy, "Another process is at work on this upload; send the chunk again.", retryAfter: 1000)
    }

    func address(_ offset: Int64) -> String { "spool/\(job)/\(offset)" }

    func remove() {
        unlink(place)
        unlink(path)
    }

    /// Removes the file where the condition still holds under the file's lock, as another request may have begun the
    /// upload anew since the caller looked; then runs `body` before the lock is released.
    /// - Throws: `ServiceError` `busy` where the file is locked by another request or a worker.
    func removed<T>(where isStale: () throws -> Bool, then body: () throws -> T) throws -> T {
        let handle = try locked(create: true)
        defer { withExtendedLifetime(handle) {} }
        if try isStale() { remove() }
        return try body()
    }

    /// Bytes that a user's spool files take on disk.
    static func bytes(_ directory: String, _ user: UserID) -> Int64 {
        let directory = Self.directory(directory, user)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.compactMap(EntityID.init).reduce(0) { $0 + SpoolFile(path: "\(directory)/\($1)", job: $1).size }
    }
}

/// An open spool file.
final class SpoolHandle {
    let file: Int32

    /// Nil where the file does not exist and is not to be made.
    init?(_ path: String, create: Bool) throws {
        if create {
            try? FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        file = open(path, create ? O_RDWR | O_CREAT | O_CLOEXEC : O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == ENOENT, !create { return nil }
            throw ServiceError(
                .storage, "The upload cannot be stored on disk (\(Platform.message(errno))); check the data directory.")
        }
    }

    deinit { close(file) }

    /// The kernel's lock on this file, until the handle goes; false where somebody else has it.
    func lock() -> Bool { FileLock.take(file) }

    /// True where the path still leads to this file.
    func isNamed(_ path: String) -> Bool {
        var (named, opened) = (stat(), stat())
        return stat(path, &named) == 0 && fstat(file, &opened) == 0 && named.st_ino == opened.st_ino
            && named.st_dev == opened.st_dev
    }

    /// When it was last written to, ms since 1970.
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

    /// The last whole chunk, found from the end where the file ends with one.
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

    /// The whole chunks, by their headers.
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

    /// Writes behind the last whole chunk and waits until it is on disk; leaves nothing of it where that fails.
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

    /// Waits until the folder that names the file is on disk too.
    func syncName(_ path: String) throws {
        let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
        defer { close(folder) }
        guard folder >= 0, fsync(folder) == 0 else { throw failure(0) }
    }

    private func failure(_ place: Int64) -> ServiceError {
        let reason = errno == ENOSPC || errno == EDQUOT ? "no space is left" : Platform.message(errno)
        ftruncate(file, off_t(place))
        return ServiceError(
            .storage,
            "The upload cannot be stored on disk: \(reason); what was acknowledged is kept, free some space and go on.")
    }
}

extension SpoolFile.Chunk {
    /// What a header says; nil for other bytes.
    init?(_ header: [UInt8], place: Int64) {
        let header = ByteReader(header)
        guard header.count == SpoolFile.header, header.u32(0) == SpoolFile.magic, header.i64(8) >= 0 else { return nil }
        self.init(start: header.i64(8), count: Int(header.u32(4)), place: place)
    }
}

/// A complete upload, unsealed as it is read. Memory: one chunk.
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
