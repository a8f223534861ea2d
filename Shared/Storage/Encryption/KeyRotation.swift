import Crypto
import Foundation
import Messages
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Replaces the master key while all services run. Each step may be repeated, and a crash after any of them is safe:
///
/// 1. `begin` saves the old file under a dated name and makes the new key current; the file then holds both keys.
/// 2. Each process reads the file again and rewraps the keys of its database (`Store.rewrapKeys`).
/// 3. `finish` removes the old key from the file once every database is rewrapped.
public enum KeyRotation {
    /// Longest interval at which processes check the file.
    public static let pollInterval = Duration.seconds(2)
    /// Seconds for which a locked file keeps the handover entry that running processes need; several times
    /// `pollInterval`.
    private static let handoverTime: TimeInterval = 15

    /// Starts a rotation.
    /// - Parameters:
    ///   - passphrase: of a locked file.
    ///   - day: part of the old file's new name.
    /// - Returns: the path of the saved old key; nil if a rotation is already in progress.
    /// - Throws: `StorageError`.
    public static func begin(path: String, passphrase: String?, day: String) throws -> String? {
        try FileLock.holding(path + ".lock") { try beginAlone(path, passphrase, day) }
    }

    private static func beginAlone(_ path: String, _ passphrase: String?, _ day: String) throws -> String? {
        guard let bytes = try MasterKeyFile.read(path) else { throw missing(path) }
        var file = try MasterKeyFile(bytes, path: path)
        guard !file.isRotating else { return nil }
        let fresh = SymmetricKey(size: .bits256)
        let freshBytes = fresh.withUnsafeBytes { Array($0) }
        if let passphraseLock = file.lock {
            guard let passphrase else {
                throw StorageError(
                    .masterKeyFile, "The master key \(path) is locked by a passphrase; give it to rotate the key.")
            }
            let lockKey = try passphraseLock.key(passphrase)
            guard let old = try file.unlocked(lockKey, path: path).first else { throw missing(path) }
            file.entries.insert(try MasterKeyFile.locked(freshBytes, under: lockKey), at: 0)
            file.handover = try MasterKey(SymmetricKey(data: old), path: path).handover(to: fresh)
        } else {
            file.entries.insert(.init(id: MasterKeyID(of: fresh), bytes: freshBytes), at: 0)
        }
        let kept = try keepOld(bytes, path, day)
        try MasterKeyFile.replace(path, file.bytes)
        return kept
    }

    /// Removes the old key if every database uses the new one.
    /// - Parameters:
    ///   - key: as read from the file.
    ///   - databases: every database whose keys this master key wraps; missing files and schemas are ignored.
    /// - Returns: false if work is left: call again later.
    /// - Throws: `StorageError`, `ServiceError`.
    public static func finish(_ key: MasterKey, databases: [DatabaseAddress], now: Date = Date()) throws -> Bool {
        try FileLock.attempting(key.path + ".lock") { try finishAlone(key, databases, now) } ?? false
    }

    private static func finishAlone(_ key: MasterKey, _ databases: [DatabaseAddress], _ now: Date) throws -> Bool {
        guard let bytes = try MasterKeyFile.read(key.path) else { throw missing(key.path) }
        var file = try MasterKeyFile(bytes, path: key.path)
        guard file.isRotating else { return true }
        guard file.entries[0].id == key.id else { return false }
        for database in databases { guard try isDone(database, key.id) else { return false } }
        if file.lock != nil {
            let changed = try FileManager.default.attributesOfItem(atPath: key.path)[.modificationDate] as? Date
            guard let changed, now.timeIntervalSince(changed) > handoverTime else { return false }
        }
        file.entries.removeLast()
        file.handover = nil
        try MasterKeyFile.replace(key.path, file.bytes)
        return true
    }

    private static func isDone(_ database: DatabaseAddress, _ id: MasterKeyID) throws -> Bool {
        guard try database.exists else { return true }
        switch database {
        case .file(let path):
            do {
                return try DatabaseFile(path, label: "pulsum master key", busyTimeout: 2).queue.read { db in
                    // Without this table, no release with key rotation has opened the database yet.
                    guard try db.tableExists("storage_service_keys") else { return false }
                    return try Store.rewrapping(.sqlite(db), id).isDone
                }
            } catch {
                throw storageFault(error, path: path)
            }
        case .server(let address):
            do {
                return try Store.rewrapping(.postgres(PostgresConnection(address)), id).isDone
            } catch let fault as PostgresFault {
                throw fault.error("\(address)")
            }
        }
    }

    private static func missing(_ path: String) -> StorageError {
        StorageError(.masterKeyFile, "The master key \(path) is missing; put it back from where you keep it safe.")
    }

    // MARK: Older keys

    private static let until = ".until-"

    private static func keepOld(_ bytes: [UInt8], _ path: String, _ day: String) throws -> String {
        for number in 1... {
            let name = "\(path)\(until)\(day)" + (number > 1 ? "-\(number)" : "")
            if try MasterKeyFile.create(name, bytes) { return name }
            // Left by a rotation that crashed before its next step.
            if try MasterKeyFile.read(name) == bytes { return name }
        }
        return path
    }

    /// Files of replaced keys, in the directory of the current one. Throws if the directory cannot be read.
    public static func olderFiles(of path: String) -> [String] {
        let directory = (path as NSString).deletingLastPathComponent
        let prefix = (path as NSString).lastPathComponent + until
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.isEmpty ? "." : directory)) ?? []
        return names.filter { $0.hasPrefix(prefix) && !$0.hasSuffix(".lock") }.sorted().map {
            (directory as NSString).appendingPathComponent($0)
        }
    }

    // MARK: Passphrases

    /// True if the file is locked by a passphrase; false if it is not or does not exist. Throws `StorageError` if it
    /// cannot be read.
    public static func isLocked(_ path: String) throws -> Bool {
        try MasterKeyFile.read(path).map { try MasterKeyFile($0, path: path).lock != nil } ?? false
    }

    /// Locks the file by a new passphrase.
    /// - Parameter old: the current passphrase of a locked file.
    /// - Throws: `StorageError` if the new passphrase is too short or the old one is wrong.
    public static func lock(_ path: String, passphrase: String, old: String?) throws {
        guard passphrase.count >= PassphraseLock.minimumCharacters else {
            throw StorageError(
                .masterKeyFile,
                "A passphrase has at least \(PassphraseLock.minimumCharacters) characters; several random words are best."
            )
        }
        try change(path, old: old) { keys in
            let lock = PassphraseLock.fresh()
            let key = try lock.key(passphrase)
            return MasterKeyFile(lock: lock, entries: try keys.map { try MasterKeyFile.locked($0, under: key) })
        }
    }

    /// Removes the passphrase and stores the key in plain form.
    /// - Throws: `StorageError` if the passphrase is wrong.
    public static func unlock(_ path: String, passphrase: String) throws {
        try change(path, old: passphrase) { keys in
            MasterKeyFile(
                lock: nil, entries: keys.map { .init(id: MasterKeyID(of: SymmetricKey(data: $0)), bytes: $0) })
        }
    }

    private static func change(_ path: String, old: String?, _ changed: ([[UInt8]]) throws -> MasterKeyFile) throws {
        try FileLock.holding(path + ".lock") { try changeAlone(path, old, changed) }
    }

    private static func changeAlone(_ path: String, _ old: String?, _ changed: ([[UInt8]]) throws -> MasterKeyFile)
        throws
    {
        guard let bytes = try MasterKeyFile.read(path) else { throw missing(path) }
        let file = try MasterKeyFile(bytes, path: path)
        guard !file.isRotating else {
            throw StorageError(
                .masterKeyFile,
                "A rotation of the master key \(path) is under way; finish it first with “pulsum master-key rotate”.")
        }
        var keys = file.entries.map(\.bytes)
        if let passphraseLock = file.lock {
            guard let old else {
                throw StorageError(.masterKeyFile, "The master key \(path) is locked by a passphrase; give it first.")
            }
            keys = try file.unlocked(passphraseLock.key(old), path: path)
        }
        try MasterKeyFile.replace(path, try changed(keys).bytes)
    }
}
