#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import Messages

/// Ensures one broker per ipc path: a second bind would silently take over the socket, as libzmq unlinks the file
/// first. The kernel releases the lock with its process.
struct EndpointLock: ~Copyable {
    private let descriptor: Int32

    /// - Throws: `BusError(.conflict)` if a broker runs at the path, `.refused` if other users may enter the directory.
    init(path: String) throws {
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex { try PrivateFile.demandPrivate(directory: String(path[..<slash])) }
        let lock = path + ".lock"
        // Assigned last: if `init` throws after full initialisation, `deinit` closes the descriptor a second time.
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
