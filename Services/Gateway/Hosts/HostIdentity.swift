import Messages
import ServiceKit
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The host of a gateway where several machines share a database (GAT-2): the gateways that see each other's locks
/// (`ProcessLease`), that is, one directory of lock files under one running kernel.
///
/// The id is random and kept in that directory, together with the kernel's boot id and the directory's device and inode.
/// If any of them differs, a new id is drawn: after the machine has started again, in a copy of the data directory, and
/// where another machine mounts the same volume. A lock that is free or missing there proves nothing about the
/// processes of the earlier id, so nobody but an operator (`pulsum fence`) closes their receipts.
struct HostIdentity: Sendable, Equatable {
    let id: EntityID
    /// Name of the machine, for people.
    let name: String

    struct NoPlace: Error, CustomStringConvertible {
        let directory: String
        var description: String {
            "The inode of \(directory) or the kernel's boot id cannot be read; without them a host is not known from its copy."
        }
    }

    /// Reads the host's id, or draws one.
    /// - Parameter directory: that of the lock files.
    /// - Throws: `NoPlace`, `StartFailure`, `SystemError`.
    init(directory: String) throws {
        let (path, place) = ("\(directory)/gateway.host", try Self.place(of: directory))
        id = try FileLock.holding("\(directory)/gateway.turn") {
            let words = try Files.read(path)?.split(separator: " ", maxSplits: 1) ?? []
            if words.count == 2, words[1] == place, let id = EntityID(words[0]) { return id }
            let id = EntityID.random()
            try Files.replace(path, "\(id) \(place)")
            return id
        }
        name = Self.machineName
    }

    /// Boot id (`random(4)`), device and inode.
    private static func place(of directory: String) throws -> String {
        var status = stat()
        guard stat(directory, &status) == 0, let boot = try bootID() else { throw NoPlace(directory: directory) }
        return "\(boot) \(status.st_dev) \(status.st_ino)"
    }

    private static func bootID() throws -> EntityID? {
        #if os(Linux)
            return try Files.read("/proc/sys/kernel/random/boot_id").flatMap { EntityID($0.prefix(36)) }
        #else
            // For development only: each process is a host of its own.
            return EntityID.random()
        #endif
    }

    private static var machineName: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return HostRows.unknownName }
        let name = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }.prefix(64)
        return plain.isEmpty ? HostRows.unknownName : String(plain)
    }
}
