import Messages
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The process behind an open receipt: alive while the kernel holds its lock on a file, whatever it was doing when it died.
///
/// A free lock has to mean that the process's sockets are closed, but a dying process closes its files one by one, and Linux finishes them in the reverse order
/// of their numbers: measured with 3,000 sockets, a lock with a higher number is free while most of them are still open. Therefore the open lock file is not in
/// the process's table at all: it waits as a message in a socket pair (`SCM_RIGHTS`, `unix(7)`). The kernel gives it up when it destroys that socket, which
/// queues the release behind everything the process had open itself (`task_work_run`; `HolderTests` shows it on the running kernel).
final class Holder: Sendable {
    let name: String
    private let directory: String
    /// The socket in whose queue the lock file waits; on Darwin, for development only, the lock file itself.
    let descriptor: Int32

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
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0, FileLock.take(file), Self.isLinked(file) else { throw NoLock(path: path) }
        #if canImport(Glibc)
            defer { close(file) }
            guard let queue = Self.enqueue(file) else { throw NoLock(path: path) }
            descriptor = queue
        #else
            descriptor = file
        #endif
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
        guard FileLock.take(file) else { return false }
        unlink(path)
        return true
    }

    /// False where somebody took the file for a dead process's between opening and locking it.
    private static func isLinked(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    #if canImport(Glibc)
        /// Sends the open file through a socket pair and leaves it there.
        /// - Returns: the socket that holds it; nil where the kernel refused.
        private static func enqueue(_ file: Int32) -> Int32? {
            var pair: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else { return nil }
            defer { close(pair[0]) }
            // A `cmsghdr` and its one descriptor, padded to the alignment of the header (`cmsg(3)`).
            let header = MemoryLayout<cmsghdr>.size
            var (start, control) = (cmsghdr(), [UInt8](repeating: 0, count: header + MemoryLayout<cmsghdr>.alignment))
            (start.cmsg_len, start.cmsg_level, start.cmsg_type) = (header + MemoryLayout<Int32>.size, SOL_SOCKET, Int32(SCM_RIGHTS))
            var byte: UInt8 = 0
            let sent = control.withUnsafeMutableBytes { control in
                withUnsafeBytes(of: &start) { control.copyMemory(from: $0) }
                control.storeBytes(of: file, toByteOffset: header, as: Int32.self)
                return withUnsafeMutablePointer(to: &byte) { byte in
                    var part = iovec(iov_base: byte, iov_len: 1)
                    return withUnsafeMutablePointer(to: &part) { part in
                        var message = msghdr()
                        (message.msg_iov, message.msg_iovlen) = (part, 1)
                        (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                        return sendmsg(pair[0], &message, 0)
                    }
                }
            }
            guard sent == 1 else {
                close(pair[1])
                return nil
            }
            return pair[1]
        }
    #endif

    private static func path(_ name: String, _ directory: String) -> String { "\(directory)/gateway.\(name).lock" }
}
