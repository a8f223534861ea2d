import Crypto
import Foundation
import Messages
import SystemKit

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

    /// Nil if the entries are plain keys.
    var lock: PassphraseLock?
    /// The current key first. One or two entries.
    var entries: [Entry]
    var handover: [UInt8]?

    var isRotating: Bool { entries.count > 1 }

    init(lock: PassphraseLock?, entries: [Entry], handover: [UInt8]? = nil) {
        (self.lock, self.entries, self.handover) = (lock, entries, handover)
    }

    /// - Throws: `StorageError` that names the file.
    init(_ bytes: [UInt8], path: String) throws {
        if bytes.count == Self.keyLength {
            self.init(lock: nil, entries: [Entry(id: MasterKeyID(of: SymmetricKey(data: bytes)), bytes: bytes)])
            return
        }
        guard let file = Self.parse(String(decoding: bytes, as: UTF8.self)) else {
            throw StorageError(
                .masterKeyFile,
                "The master key \(path) is neither 32 bytes nor a file that “pulsum master-key” made; restore it from where you keep it safe."
            )
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
                guard file.entries.isEmpty, let cost = Int(line[1]), let block = Int(line[2]),
                    let parallel = Int(line[3]), let salt = [UInt8](hex: line[4]),
                    let lock = PassphraseLock(reading: cost, block, parallel, salt: salt)
                else { return nil }
                file.lock = lock
            case ("key", 3):
                guard let id = [UInt8](hex: line[1]).flatMap({ MasterKeyID($0) }), let bytes = [UInt8](hex: line[2])
                else { return nil }
                guard file.lock != nil || bytes.count == keyLength && MasterKeyID(of: SymmetricKey(data: bytes)) == id
                else { return nil }
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
        if let lock {
            lines.append("scrypt \(lock.cost) \(lock.blockSize) \(lock.parallelism) \(lock.salt.hexadecimal)")
        }
        lines += entries.map { "key \($0.id) \($0.bytes.hexadecimal)" }
        if let handover { lines.append("handover \(handover.hexadecimal)") }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    // MARK: On disk

    /// The file's bytes; nil where there is none. A secret mounted by a container engine belongs to another account and
    /// may be readable for all inside.
    /// - Throws: `StorageError` where it cannot be read, or where others may read or write it although it is ours.
    static func read(_ path: String) throws(StorageError) -> [UInt8]? {
        do {
            return try PrivateFile.read(path, .secret)
        } catch .open {
            throw StorageError(.masterKeyFile, "The master key \(path) is open to other people; run: chmod 600 \(path)")
        } catch {
            throw StorageError(.masterKeyFile, "The master key \(path) cannot be read (\(error.sentence)).")
        }
    }

    /// Up to the end of an open file or pipe.
    static func readAll(_ file: Int32, _ path: String) throws(StorageError) -> [UInt8] {
        do {
            return try PrivateFile.read(file)
        } catch {
            throw StorageError(.masterKeyFile, "The master key \(path) cannot be read (\(error.sentence)).")
        }
    }

    /// Creates the file unless it exists; never replaces it. Several processes may try together: one succeeds, and all
    /// read the same content afterwards.
    /// - Returns: false if it existed.
    @discardableResult
    static func create(_ path: String, _ bytes: [UInt8]) throws(StorageError) -> Bool {
        try makeDirectory(of: path)
        do {
            return try PrivateFile.create(path, bytes)
        } catch {
            throw StorageError(.masterKeyFile, "The master key \(path) cannot be created (\(error.sentence)).")
        }
    }

    /// A reader sees the old or the new content, also after a power cut.
    static func replace(_ path: String, _ bytes: [UInt8]) throws(StorageError) {
        try makeDirectory(of: path)
        do {
            try PrivateFile.replace(path, bytes)
        } catch {
            throw StorageError(.masterKeyFile, "The master key \(path) cannot be replaced (\(error.sentence)).")
        }
    }

    private static func makeDirectory(of path: String) throws(StorageError) {
        do {
            try PrivateFile.makeDirectory(PrivateFile.directory(of: path))
        } catch {
            throw StorageError(
                .masterKeyFile, "The directory of the master key \(path) cannot be made; check its permissions.")
        }
    }
}
