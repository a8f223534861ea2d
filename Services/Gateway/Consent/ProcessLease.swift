import Messages
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The lease of the process that wrote an open receipt: the process lives as long as the kernel holds its lock on a
/// file, however it dies.
///
/// A free lock must imply that the process's sockets are closed. A dying process closes its files one by one, in
/// reverse order of their numbers on Linux: measured with 3,000 sockets, a lock with a higher number is free while most
/// sockets are still open. The open lock file is therefore kept outside the process's descriptor table, as a message in
/// a socket pair (`SCM_RIGHTS`, `unix(7)`). The kernel releases it when it destroys that socket, and it queues this
/// release behind all files the process had open (`task_work_run`; `ProcessLeaseTests` verifies it on the running kernel).
final class ProcessLease: Sendable {
    let name: String
    private let directory: String
    /// The socket whose queue holds the lock file; on Darwin, for development only, the lock file itself.
    let descriptor: Int32

    struct NoLock: Error, CustomStringConvertible {
        let path: String
        var description: String {
            "The lock file \(path) cannot be made; check that the directory exists and can be written."
        }
    }

    /// Creates the lock file and locks it.
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

    /// True if the other process with this name has ended: its file is missing or unlocked.
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

    /// False if another gateway unlinked the file as a leftover between `open` and `flock`.
    private static func isLinked(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    #if canImport(Glibc)
        /// Sends the open file through a socket pair and leaves the message unread.
        /// - Returns: the socket that holds the file; nil if the kernel refused.
        private static func enqueue(_ file: Int32) -> Int32? {
            var pair: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
                return nil
            }
            defer { close(pair[0]) }
            // One `cmsghdr` and its descriptor, padded to the header's alignment (`cmsg(3)`).
            let header = MemoryLayout<cmsghdr>.size
            var (start, control) = (cmsghdr(), [UInt8](repeating: 0, count: header + MemoryLayout<cmsghdr>.alignment))
            (start.cmsg_len, start.cmsg_level, start.cmsg_type) = (
                header + MemoryLayout<Int32>.size, SOL_SOCKET, Int32(SCM_RIGHTS)
            )
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
