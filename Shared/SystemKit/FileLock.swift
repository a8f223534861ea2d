#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The kernel's lock on a file (`flock`): held by one open file at a time on this machine, given back when the value or
/// its process goes.
package struct FileLock: ~Copyable {
    private let file: Int32

    private init(_ file: Int32) { self.file = file }

    /// Waits until the lock is free. A file that does not exist is made with mode 0600.
    package static func wait(path: String) throws(SystemError) -> FileLock {
        let lock = FileLock(try openFile(path))
        guard acquire(lock.file, LOCK_EX) else { throw SystemError("The lock file \(path) cannot be locked") }
        return lock
    }

    /// The lock, or nil while somebody else has it. A file that does not exist is made with mode 0600.
    package static func attempt(path: String) throws(SystemError) -> FileLock? {
        let lock = FileLock(try openFile(path))
        guard !take(lock.file) else { return lock }
        guard errno == EWOULDBLOCK else { throw SystemError("The lock file \(path) cannot be locked") }
        return nil
    }

    /// Runs `body` while the lock is held.
    package static func holding<T>(_ path: String, _ body: () throws -> T) throws -> T {
        let lock = try wait(path: path)
        let result = Result { try body() }
        _ = consume lock
        return try result.get()
    }

    /// Runs `body` while the lock is held; nil while somebody else has it.
    package static func attempting<T>(_ path: String, _ body: () throws -> T) throws -> T? {
        guard let lock = try attempt(path: path) else { return nil }
        let result = Result { try body() }
        _ = consume lock
        return try result.get()
    }

    /// Locks a file that the caller has opened; the lock goes when that is closed. False where somebody else has it
    /// (`errno` is EWOULDBLOCK) or it cannot be locked.
    package static func take(_ file: Int32) -> Bool { acquire(file, LOCK_EX | LOCK_NB) }

    private static func acquire(_ file: Int32, _ operation: Int32) -> Bool {
        while flock(file, operation) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    private static func openFile(_ path: String) throws(SystemError) -> Int32 {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemError("The lock file \(path) cannot be made") }
        return file
    }

    deinit { close(file) }
}
