import Crypto
import Foundation
import GRDB
import Messages
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Replaces the master key while everybody works, in steps that may each be repeated and after each of which a death does no harm:
///
/// 1. `begin` keeps the old file under a dated name and puts the new key in force; the file holds both.
/// 2. Each process reads the file again and wraps its database's keys anew (`Store.rewrapKeys`).
/// 3. `finish` drops the old key from the file once every database is done.
public enum KeyRotation {
    /// Processes look at the file at least this often.
    public static let lookEvery = Duration.seconds(2)
    /// How long a locked file keeps the handover to the new key, which running processes need; several times `lookEvery`.
    private static let handoverTime: TimeInterval = 15

    /// - Parameters:
    ///   - passphrase: of a locked file.
    ///   - day: for the name under which the old key is kept.
    /// - Returns: where the old key is kept; nil where a rotation is under way already and goes on.
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
            guard let passphrase else { throw StorageError(.masterKeyFile, "The master key \(path) is locked by a passphrase; give it to rotate the key.") }
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

    /// Drops the old key where every database is under the new one.
    /// - Parameters:
    ///   - key: as read from the file.
    ///   - databases: every database whose keys this master key wraps; those that do not exist are left out.
    /// - Returns: false where something is left to do: call again later.
    /// - Throws: `StorageError`, `BusError`.
    public static func finish(_ key: MasterKey, databases: [String], now: Date = Date()) throws -> Bool {
        try FileLock.attempting(key.path + ".lock") { try finishAlone(key, databases, now) } ?? false
    }

    private static func finishAlone(_ key: MasterKey, _ databases: [String], _ now: Date) throws -> Bool {
        guard let bytes = try MasterKeyFile.read(key.path) else { throw missing(key.path) }
        var file = try MasterKeyFile(bytes, path: key.path)
        guard file.isRotating else { return true }
        guard file.entries[0].id == key.id else { return false }
        for path in databases where FileManager.default.fileExists(atPath: path) {
            guard try isDone(path, key.id) else { return false }
        }
        if file.lock != nil {
            let changed = try FileManager.default.attributesOfItem(atPath: key.path)[.modificationDate] as? Date
            guard let changed, now.timeIntervalSince(changed) > handoverTime else { return false }
        }
        file.entries.removeLast()
        file.handover = nil
        try MasterKeyFile.replace(key.path, file.bytes)
        return true
    }

    private static func isDone(_ path: String, _ id: MasterKeyID) throws -> Bool {
        do {
            var configuration = Configuration()
            configuration.label = "pulsum master key"
            configuration.busyMode = .timeout(2)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.read { db in
                // An older release has not opened it since.
                guard try db.tableExists("storage_service_keys") else { return false }
                return try Store.rewrapping(db, id).isDone
            }
        } catch {
            throw storageFault(error, path: path)
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
            // From a rotation that died before its next step.
            if try MasterKeyFile.read(name) == bytes { return name }
        }
        return path
    }

    /// The files of keys that were replaced, beside the one in force.
    public static func olderFiles(of path: String) -> [String] {
        let directory = (path as NSString).deletingLastPathComponent
        let prefix = (path as NSString).lastPathComponent + until
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.isEmpty ? "." : directory)) ?? []
        return names.filter { $0.hasPrefix(prefix) && !$0.hasSuffix(".lock") }.sorted().map { (directory as NSString).appendingPathComponent($0) }
    }

    // MARK: Passphrases

    /// True where a passphrase locks the file; false also where there is none.
    public static func isLocked(_ path: String) throws -> Bool {
        try MasterKeyFile.read(path).map { try MasterKeyFile($0, path: path).lock != nil } ?? false
    }

    /// Locks the file by a passphrase, or by another one.
    /// - Parameter old: the passphrase that locks it now.
    public static func lock(_ path: String, passphrase: String, old: String?) throws {
        guard passphrase.count >= PassphraseLock.shortest else {
            throw StorageError(.masterKeyFile, "A passphrase has at least \(PassphraseLock.shortest) characters; several random words are best.")
        }
        try change(path, old: old) { keys in
            let lock = PassphraseLock.fresh()
            let key = try lock.key(passphrase)
            return MasterKeyFile(lock: lock, entries: try keys.map { try MasterKeyFile.locked($0, under: key) })
        }
    }

    /// Puts the key into its file as it is.
    public static func unlock(_ path: String, passphrase: String) throws {
        try change(path, old: passphrase) { keys in
            MasterKeyFile(lock: nil, entries: keys.map { .init(id: MasterKeyID(of: SymmetricKey(data: $0)), bytes: $0) })
        }
    }

    private static func change(_ path: String, old: String?, _ changed: ([[UInt8]]) throws -> MasterKeyFile) throws {
        try FileLock.holding(path + ".lock") { try changeAlone(path, old, changed) }
    }

    private static func changeAlone(_ path: String, _ old: String?, _ changed: ([[UInt8]]) throws -> MasterKeyFile) throws {
        guard let bytes = try MasterKeyFile.read(path) else { throw missing(path) }
        let file = try MasterKeyFile(bytes, path: path)
        guard !file.isRotating else {
            throw StorageError(.masterKeyFile, "A rotation of the master key \(path) is under way; finish it first with “pulsum master-key rotate”.")
        }
        var keys = file.entries.map(\.bytes)
        if let passphraseLock = file.lock {
            guard let old else { throw StorageError(.masterKeyFile, "The master key \(path) is locked by a passphrase; give it first.") }
            keys = try file.unlocked(passphraseLock.key(old), path: path)
        }
        try MasterKeyFile.replace(path, try changed(keys).bytes)
    }
}
