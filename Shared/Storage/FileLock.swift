#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An exclusive kernel lock on a file (`flock`). It is released when the value is destroyed or its process exits.
struct FileLock: ~Copyable {
    private let file: Int32

    /// Blocks until the lock is acquired.
    static func wait(path: String) throws -> FileLock {
        let file = try openFile(path)
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure(file, path) }
        }
        return FileLock(file: file)
    }

    /// Acquires the lock; nil if another process holds it.
    static func attempt(path: String) throws -> FileLock? {
        let file = try openFile(path)
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK {
                close(file)
                return nil
            }
            guard errno == EINTR else { throw failure(file, path) }
        }
        return FileLock(file: file)
    }

    /// Runs `body` while holding the lock; blocks until it is free.
    static func holding<T>(_ path: String, _ body: () throws -> T) throws -> T {
        let lock = try wait(path: path)
        let result = Result { try body() }
        _ = consume lock
        return try result.get()
    }

    /// Runs `body` while holding the lock; nil if another process holds it.
    static func attempting<T>(_ path: String, _ body: () throws -> T) throws -> T? {
        guard let lock = try attempt(path: path) else { return nil }
        let result = Result { try body() }
        _ = consume lock
        return try result.get()
    }

    private static func openFile(_ path: String) throws -> Int32 {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StorageError(.open, "The lock file \(path) cannot be made (\(systemMessage(errno))).") }
        return file
    }

    private static func failure(_ file: Int32, _ path: String) -> StorageError {
        let error = StorageError(.open, "The lock file \(path) cannot be locked (\(systemMessage(errno))).")
        close(file)
        return error
    }

    deinit { close(file) }
}
