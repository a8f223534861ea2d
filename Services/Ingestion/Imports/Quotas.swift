import HealthFormats
import Messages
import Storage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Limits on one person's use of the installation, and on the disk space for all.
struct Quotas: Sendable {
    /// Unfinished uploads and imports per person; each holds its file.
    var uploads = 4
    /// Bytes of those files per person.
    var spool: Int64 = 16 << 30
    /// Bytes of a person's stored chunks; 0 for no limit. Ten years of a watch need about 100 MiB.
    var kept: Int64 = 8 << 30
    /// Free and total bytes of the disk that holds a path; nil if unknown.
    var disk: @Sendable (String) -> Disk? = { Disk(path: $0) }

    struct Disk: Sendable {
        var free: Int64
        var size: Int64

        init(free: Int64, size: Int64) { (self.free, self.size) = (free, size) }

        init?(path: String) {
            var status = statvfs()
            guard statvfs(path, &status) == 0 else { return nil }
            let unit = Int64(clamping: status.f_frsize)
            self.init(free: Int64(clamping: status.f_bavail) &* unit, size: Int64(clamping: status.f_blocks) &* unit)
        }

        /// Bytes reserved for accepted data, since the databases of all services grow on the same disk: a twentieth of
        /// the disk, at most 1 GiB.
        var reserve: Int64 { min(size / 20, 1 << 30) }
    }

    /// - Throws: `ServiceError(.storage)` if this many more bytes would use up the reserve.
    func checkDisk(_ path: String, for bytes: Int64) throws {
        guard let disk = disk(path), disk.free - bytes < disk.reserve else { return }
        throw ServiceError(
            .storage,
            "The disk has \(ByteText.of(max(0, disk.free))) left, of which \(ByteText.of(disk.reserve)) are kept for what was accepted before; free some space and send the file again."
        )
    }

    /// - Parameter used: bytes of the person's spool files.
    /// - Throws: `ServiceError(.storage)` if this many more bytes exceed the quota.
    func checkSpool(_ used: Int64, for bytes: Int64) throws {
        guard bytes > spool - used else { return }
        throw ServiceError(
            .storage,
            used == 0
                ? "A file may have at most \(ByteText.of(spool)) here; split it, or ask whoever runs this installation to raise PULSUM_QUOTA_UPLOADS."
                : "Your files that wait to be imported may take \(ByteText.of(spool)) together; wait until an import has ended and send this one again."
        )
    }

    /// - Parameter bytes: size of the person's stored chunks.
    /// - Throws: `ServiceError(.storage)` if the quota is used up.
    func checkKept(_ bytes: Int64) throws {
        guard kept > 0, bytes >= kept else { return }
        throw ServiceError(
            .storage,
            "Your samples take \(ByteText.of(bytes)), as much as this installation keeps of a person; ask whoever runs it to raise PULSUM_QUOTA_KEPT."
        )
    }

    /// Whether one more upload or import may begin. A companion takes half of the places at most, and all companions leave one
    /// to the person.
    func hasRoom(for companion: CompanionSender?, among unfinished: [ImportStatus]) -> Bool {
        guard let companion else { return unfinished.count < uploads }
        let own = unfinished.count { $0.companion?.sender.device == companion.device }
        return unfinished.count < max(1, uploads - 1) && own < max(1, uploads / 2)
    }

    /// Uploads idle this long are discarded when a new one finds the quota full, ms.
    static let idle: Milliseconds = 3_600_000

    var full: ServiceError {
        ServiceError(
            .busy,
            "\(uploads) uploads and imports of yours are under way, as many as are taken at once; wait until one has ended and send the file again.",
            retryAfter: 60_000)
    }
}
