#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import Messages

/// Reads small credential files and verifies their permissions.
enum PrivateFile {
    enum Demand {
        /// Only the owner may read it. A mounted file of another owner must at least not be writable by others.
        case secret
        /// Only the owner may write it.
        case unforgeable
    }

    private static let maximumBytes = 1 << 16

    /// The file's bytes, at most 64 KiB; nil if it does not exist.
    /// - Throws: `BusError` that names the file and its fault.
    static func read(_ path: String, _ demand: Demand) throws -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw BusError(.invalid, "\(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw BusError(.invalid, "\(path) is not a file.") }
        let isOurs = status.st_uid == geteuid()
        if demand == .secret, status.st_mode & (isOurs ? 0o077 : 0o022) != 0 {
            throw BusError(.refused, "\(path) can be read by others; set its mode to 0600.")
        }
        guard status.st_mode & 0o022 == 0 else { throw BusError(.refused, "\(path) can be written by others; set its mode to 0644.") }
        var bytes = [UInt8](repeating: 0, count: maximumBytes)
        let count = Int(systemRead(descriptor, &bytes, bytes.count))
        guard count > 0 else { throw BusError(.invalid, "\(path) is empty.") }
        return Array(bytes[..<count])
    }

    /// The names in a directory, sorted; empty if it does not exist.
    /// - Throws: `BusError` if it cannot be read.
    static func names(in directory: String) throws -> [String] {
        guard let stream = opendir(directory) else {
            if errno == ENOENT { return [] }
            throw BusError(.invalid, "\(directory) cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) { String(cString: $0) }
            }
            names.append(name)
        }
        return names.sorted()
    }

    /// - Throws: `BusError(.refused)` if other users have any access to the directory.
    static func demandPrivate(directory: String) throws {
        var status = stat()
        guard stat(directory, &status) == 0 else { return }
        guard status.st_mode & 0o077 == 0 else {
            throw BusError(.refused, "The directory \(directory) of the bus is open to other people of this machine; run: chmod 700 \(directory)")
        }
    }
}

private let systemRead = read
