import Crypto
import Foundation
import SystemKit

/// What the file of a master key says: 32 raw bytes where that is all, else lines. While a rotation is under way it holds two keys; a passphrase may lock them.
///
/// ```
/// pulsum-master-key 1
/// scrypt COST BLOCK PARALLEL SALT     only where a passphrase locks the keys below
/// key ID BYTES                        the key in force: as it is, or sealed under the passphrase
/// key ID BYTES                        the key that it replaces
/// handover BYTES                      the key in force, sealed under the replaced one, so that running processes can follow without the passphrase
/// ```
struct MasterKeyFile: Equatable {
    struct Entry: Equatable {
        let id: MasterKeyID
        var bytes: [UInt8]
    }

    private static let magic = "pulsum-master-key 1"
    static let keyLength = 32

    /// nil: the entries are the keys themselves.
    var lock: PassphraseLock?
    /// The key in force first. Never empty, at most two.
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

    /// The file's bytes; nil where there is none. A secret mounted by a container engine belongs to another account and may be readable for all inside.
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

    /// Makes the file unless it exists; never replaces. Several processes may do so at once: one succeeds, all read the same afterwards.
    /// - Returns: false where it existed.
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
            throw StorageError(.masterKeyFile, "The directory of the master key \(path) cannot be made; check its permissions.")
        }
    }
}
