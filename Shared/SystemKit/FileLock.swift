#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The kernel's lock on a file (`flock`): held by one open file at a time on this machine, released when the value is
/// destroyed or the process ends.
package struct FileLock: ~Copyable {
    private let file: Int32

    private init(_ file: Int32) { self.file = file }

    /// Blocks until the lock is acquired. Creates a missing file with mode 0600.
    /// - Throws: `SystemError` if the file cannot be opened or locked.
    package static func wait(path: String) throws(SystemError) -> FileLock {
        let lock = FileLock(try openFile(path))
        guard acquire(lock.file, LOCK_EX) else { throw SystemError("The lock file \(path) cannot be locked") }
        return lock
    }

    /// Acquires the lock; nil if it is held elsewhere. Creates a missing file with mode 0600.
    /// - Throws: `SystemError` if the file cannot be opened or locked.
    package static func attempt(path: String) throws(SystemError) -> FileLock? {
        let lock = FileLock(try openFile(path))
        guard !take(lock.file) else { return lock }
        guard errno == EWOULDBLOCK else { throw SystemError("The lock file \(path) cannot be locked") }
        return nil
    }

    /// Runs `body` with the lock held; blocks until it is acquired.
    /// - Throws: `SystemError` or the error of `body`.
    package static func holding<T>(_ path: String, _ body: () throws -> T) throws -> T {
        let lock = try wait(path: path)
        let result = Result { try body() }
        _ = consume lock
        return try result.get()
    }

    /// Runs `body` with the lock held; nil if it is held elsewhere.
    /// - Throws: `SystemError` or the error of `body`.
    package static func attempting<T>(_ path: String, _ body: () throws -> T) throws -> T? {
        guard let lock = try attempt(path: path) else { return nil }
        let result = Result { try body() }
        _ = consume lock
        return try result.get()
    }

    /// Locks a file that the caller opened; closing the file releases the lock. Returns false if the lock is held
    /// elsewhere (`errno` is EWOULDBLOCK) or the call fails.
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
