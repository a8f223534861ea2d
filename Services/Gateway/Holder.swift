import Messages

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The process behind an open receipt: alive while the kernel holds its lock on a file, whatever it was doing when it died.
final class Holder: Sendable {
    let name: String
    private let directory: String
    private let descriptor: Int32

    struct NoLock: Error, CustomStringConvertible {
        let path: String
        var description: String { "The lock file \(path) cannot be made; check that the directory exists and can be written." }
    }

    /// - Parameter directory: shared by all gateways of this machine.
    /// - Throws: `NoLock`.
    init(directory: String) throws(NoLock) {
        name = "\(EntityID.random())"
        self.directory = directory
        let path = Self.path(name, directory)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.isLinked(descriptor) else { throw NoLock(path: path) }
    }

    deinit {
        unlink(Self.path(name, directory))
        close(descriptor)
    }

    /// True where another process of this name is gone: its file is missing or nobody holds its lock.
    func isDead(_ other: String) -> Bool {
        guard other != name, EntityID(other) != nil else { return false }
        let path = Self.path(other, directory)
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return errno == ENOENT }
        defer { close(file) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return false }
        unlink(path)
        return true
    }

    /// False where somebody took the file for a dead process's between opening and locking it.
    private static func isLinked(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    private static func path(_ name: String, _ directory: String) -> String { "\(directory)/gateway.\(name).lock" }
}
