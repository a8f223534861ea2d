#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads and writes small private files; writes are atomic.
public enum Files {
    /// Creates a directory and its missing parents with mode 0700.
    /// - Throws: `StartFailure` if one cannot be created.
    public static func makeDirectory(_ path: String) throws(StartFailure) {
        guard mkdir(path, 0o700) != 0 else { return }
        switch errno {
        case EEXIST: return
        case ENOENT:
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { break }
            try makeDirectory(String(path[..<slash]))
            if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        default: break
        }
        throw StartFailure("The directory \(path) cannot be made (\(Platform.message(errno))); check its permissions or set PULSUM_DATA.")
    }

    /// Creates a file of mode 0600 unless it exists; never replaces one.
    static func createOnce(_ path: String, _ content: String) throws(StartFailure) {
        let temporary = try writeTemporary(beside: path, content)
        let status = link(temporary, path)
        let reason = errno
        unlink(temporary)
        guard status == 0 || reason == EEXIST else { throw StartFailure("The file \(path) cannot be made (\(Platform.message(reason))).") }
    }

    /// Replaces a file atomically by one of mode 0600: a reader sees the old or the new content.
    /// - Throws: `StartFailure` if it cannot be written.
    public static func replace(_ path: String, _ content: String) throws(StartFailure) {
        let temporary = try writeTemporary(beside: path, content)
        guard rename(temporary, path) == 0 else {
            let reason = errno
            unlink(temporary)
            throw StartFailure("The file \(path) cannot be written (\(Platform.message(reason))).")
        }
    }

    /// Deletes a file; ignores errors.
    public static func remove(_ path: String) { unlink(path) }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The file's text, at most 64 KiB; nil if it does not exist.
    /// - Throws: `StartFailure` if it cannot be read.
    public static func read(_ path: String) throws(StartFailure) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw StartFailure("The file \(path) cannot be read (\(Platform.message(errno))).")
        }
        defer { close(file) }
        return try contents(file, path)
    }

    /// Like `read`, for a file that only its owner may read. A mounted secret of another owner must only not be
    /// writable by others.
    /// - Throws: `StartFailure` if it cannot be read or its mode is too open.
    public static func readSecret(_ path: String) throws(StartFailure) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw StartFailure("The file \(path) cannot be read (\(Platform.message(errno))).")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw StartFailure("The file \(path) cannot be read (\(Platform.message(errno))).") }
        let forbidden: mode_t = status.st_uid == geteuid() ? 0o077 : 0o022
        guard status.st_mode & forbidden == 0 else { throw StartFailure("The secret \(path) is open to other people; run: chmod 600 \(path)") }
        return try contents(file, path)
    }

    private static func contents(_ file: Int32, _ path: String) throws(StartFailure) -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = bytes.withUnsafeMutableBytes { systemRead(file, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw StartFailure("The file \(path) cannot be read (\(Platform.message(errno))).") }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static func writeTemporary(beside path: String, _ content: String) throws(StartFailure) -> String {
        let temporary = "\(path).\(Platform.processID).\(UInt64.random(in: .min ... .max))"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StartFailure("The file \(path) cannot be made (\(Platform.message(errno))).") }
        defer { close(file) }
        var content = content
        let isWritten = content.withUTF8 { Platform.write(file, $0) } && fsync(file) == 0
        guard isWritten else {
            let reason = errno
            unlink(temporary)
            throw StartFailure("The file \(path) cannot be written (\(Platform.message(reason))).")
        }
        return temporary
    }
}

private let systemRead = read
