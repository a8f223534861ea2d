import Crypto
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The content of a master key file: 32 raw bytes for a single unlocked key, else text. During a rotation it holds two
/// keys; a passphrase may lock them.
///
/// ```
/// pulsum-master-key 1
/// scrypt COST BLOCK PARALLEL SALT     only if a passphrase locks the keys below
/// key ID BYTES                        the current key: plain, or sealed under the passphrase
/// key ID BYTES                        the key that it replaces
/// handover BYTES                      the current key, sealed under the replaced one, for running processes
/// ```
struct MasterKeyFile: Equatable {
    struct Entry: Equatable {
        let id: MasterKeyID
        var bytes: [UInt8]
    }

    private static let magic = "pulsum-master-key 1"
    static let keyLength = 32
    /// Bytes; a file of two locked keys has about 600.
    private static let longest = 4096

    /// Nil if the entries are plain keys.
    var lock: PassphraseLock?
    /// The current key first. One or two entries.
    var entries: [Entry]
    var handover: [UInt8]?

    var isRotating: Bool { entries.count > 1 }

    init(lock: PassphraseLock?, entries: [Entry], handover: [UInt8]? = nil) { (self.lock, self.entries, self.handover) = (lock, entries, handover) }

    /// - Throws: `StorageError` that names the file.
    init(_ bytes: [UInt8], path: String) throws {
        if bytes.count == Self.keyLength {
            self.init(lock: nil, entries: [Entry(id: MasterKeyID(of: SymmetricKey(data: bytes)), bytes: bytes)])
            return
        }
        guard let file = Self.parse(String(decoding: bytes, as: UTF8.self)) else {
            throw StorageError(
                .masterKeyFile,
                "The master key \(path) is neither 32 bytes nor a file that “pulsum master-key” made; restore it from where you keep it safe.")
        }
        self = file
    }

    private static func parse(_ text: String) -> MasterKeyFile? {
        var lines = text.split(separator: "\n").map { $0.split(separator: " ") }[...]
        guard lines.popFirst()?.joined(separator: " ") == magic else { return nil }
        var file = MasterKeyFile(lock: nil, entries: [])
        for line in lines {
            switch (line.first, line.count) {
            case ("scrypt", 5):
                guard file.entries.isEmpty, let cost = Int(line[1]), let block = Int(line[2]), let parallel = Int(line[3]), let salt = [UInt8](hex: line[4]),
                    let lock = PassphraseLock(reading: cost, block, parallel, salt: salt)
                else { return nil }
                file.lock = lock
            case ("key", 3):
                guard let id = [UInt8](hex: line[1]).flatMap({ MasterKeyID($0) }), let bytes = [UInt8](hex: line[2]) else { return nil }
                guard file.lock != nil || bytes.count == keyLength && MasterKeyID(of: SymmetricKey(data: bytes)) == id else { return nil }
                file.entries.append(Entry(id: id, bytes: bytes))
            case ("handover", 2):
                guard let bytes = [UInt8](hex: line[1]) else { return nil }
                file.handover = bytes
            default: return nil
            }
        }
        return (1...2).contains(file.entries.count) ? file : nil
    }

    var bytes: [UInt8] {
        if lock == nil, entries.count == 1 { return entries[0].bytes }
        var lines = [Self.magic]
        if let lock { lines.append("scrypt \(lock.cost) \(lock.blockSize) \(lock.parallelism) \(lock.salt.hex)") }
        lines += entries.map { "key \($0.id) \($0.bytes.hex)" }
        if let handover { lines.append("handover \(handover.hex)") }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    // MARK: On disk

    /// The file's bytes; nil if it does not exist.
    /// - Throws: `StorageError` if it cannot be read, or if it is owned by this user and accessible to others.
    static func read(_ path: String) throws -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw StorageError(.masterKeyFile, "The master key \(path) cannot be read (\(systemMessage(errno))).")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw StorageError(.masterKeyFile, "The master key \(path) cannot be read (\(systemMessage(errno))).")
        }
        // A secret mounted by a container engine has another owner and is readable inside the container; only its
        // writability is checked.
        let forbidden: mode_t = status.st_uid == geteuid() ? 0o077 : 0o022
        guard status.st_mode & forbidden == 0 else {
            throw StorageError(.masterKeyFile, "The master key \(path) is open to other people; run: chmod 600 \(path)")
        }
        return try readAll(file, path)
    }

    /// All bytes up to the end of a file or a pipe.
    static func readAll(_ file: Int32, _ path: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: longest)
        while bytes.count < longest {
            let count = systemRead(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StorageError(.masterKeyFile, "The master key \(path) cannot be read (\(systemMessage(errno))).") }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Creates the file unless it exists; never replaces it. Several processes may try at once: one succeeds, and all
    /// read the same content afterwards.
    /// - Returns: false if it existed.
    @discardableResult
    static func create(_ path: String, _ bytes: [UInt8]) throws -> Bool {
        let temporary = try writeTemporary(path, bytes)
        defer { unlink(temporary) }
        // `link` never replaces: the first process wins, the others load its key.
        guard link(temporary, path) == 0 else {
            guard errno == EEXIST else { throw StorageError(.masterKeyFile, "The master key \(path) cannot be created (\(systemMessage(errno))).") }
            return false
        }
        synchronizeDirectory(directory(path))
        return true
    }

    /// Replaces the content atomically: a reader sees the old or the new content, even after a power loss.
    static func replace(_ path: String, _ bytes: [UInt8]) throws {
        let temporary = try writeTemporary(path, bytes)
        guard rename(temporary, path) == 0 else {
            let reason = systemMessage(errno)
            unlink(temporary)
            throw StorageError(.masterKeyFile, "The master key \(path) cannot be replaced (\(reason)).")
        }
        synchronizeDirectory(directory(path))
    }

    private static func directory(_ path: String) -> String {
        let directory = (path as NSString).deletingLastPathComponent
        return directory.isEmpty ? "." : directory
    }

    private static func writeTemporary(_ path: String, _ bytes: [UInt8]) throws -> String {
        let temporary = "\(path).\(getpid()).\(UInt64.random(in: 0...UInt64.max))"
        do {
            try FileManager.default.createDirectory(atPath: directory(path), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StorageError(.masterKeyFile, "The directory of the master key \(path) cannot be made; check its permissions.")
        }
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StorageError(.masterKeyFile, "The master key \(path) cannot be created (\(systemMessage(errno))).") }
        defer { close(file) }
        guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
            let reason = systemMessage(errno)
            unlink(temporary)
            throw StorageError(.masterKeyFile, "The master key \(path) cannot be written (\(reason)).")
        }
        return temporary
    }
}

private let systemRead = read
