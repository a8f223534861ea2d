#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import Bus
import Messages

/// One broker per ipc path: a second bind would silently steal it (libzmq unlinks the socket file first). A kernel lock, gone with its process.
struct EndpointLock: ~Copyable {
    private let descriptor: Int32

    /// - Throws: `BusError(.conflict)` where a broker is alive there, `(.refused)` where other people may enter the directory.
    init(path: String) throws {
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex { try PrivateFile.demandPrivate(directory: String(path[..<slash])) }
        let lock = path + ".lock"
        // Assigned last: a fully initialised value would be destroyed, and its descriptor closed, a second time when this throws.
        let opened = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else {
            throw BusError(
                .invalid, "The bus cannot use \(path): \(String(cString: strerror(errno))). Check that the directory exists and is yours.")
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(opened)
            throw reason == EWOULDBLOCK
                ? BusError(.conflict, "Another broker is running at \(path); stop it first, or choose another data directory.")
                : BusError(.invalid, "The bus cannot lock \(lock): \(String(cString: strerror(reason))).")
        }
        descriptor = opened
    }

    deinit { close(descriptor) }
}
