import Crypto
import Foundation
import Messages

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The secret that wraps every data key: 32 random bytes in a file of mode 0600. Whoever loses it loses what was sealed.
public struct MasterKey: Sendable {
    private let key: SymmetricKey
    /// Where it came from, for error messages.
    let path: String

    init(_ key: SymmetricKey, path: String) { (self.key, self.path) = (key, path) }

    /// The key in this file; made on first use. Several processes may start at once: one creates it, all read the same.
    /// - Throws: `StorageError` where the file cannot be read or made, is not 32 bytes, or may be read or written by others although we own it.
    public static func loadOrCreate(path: String) throws -> MasterKey {
        if let key = try load(path) { return key }
        let directory = (path as NSString).deletingLastPathComponent
        let temporary = "\(path).\(getpid()).\(UInt64.random(in: 0...UInt64.max))"
        do {
            if !directory.isEmpty {
                try FileManager.default.createDirectory(
                    atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
            try writeNew(temporary, SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(.masterKeyFile, "The directory of the master key \(path) cannot be made; check its permissions.")
        }
        defer { unlink(temporary) }
        // `link` never replaces: the first process wins, the others load its key.
        guard link(temporary, path) == 0 || errno == EEXIST else {
            throw StorageError(.masterKeyFile, "The master key \(path) cannot be created (\(systemMessage(errno))).")
        }
        synchronizeDirectory(directory.isEmpty ? "." : directory)
        guard let key = try load(path) else {
            throw StorageError(.masterKeyFile, "The master key \(path) vanished while it was being created; start again.")
        }
        return key
    }

    private static func load(_ path: String) throws -> MasterKey? {
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
        // A secret mounted by a container engine belongs to somebody else and is readable for all inside; ours must be closed.
        let forbidden: mode_t = status.st_uid == geteuid() ? 0o077 : 0o022
        guard status.st_mode & forbidden == 0 else {
            throw StorageError(.masterKeyFile, "The master key \(path) is open to other people; run: chmod 600 \(path)")
        }
        var bytes = [UInt8](repeating: 0, count: 33)
        let count = read(file, &bytes, bytes.count)
        guard count == 32 else {
            throw StorageError(.masterKeyFile, "The master key \(path) must be exactly 32 bytes; restore it from where you keep it safe.")
        }
        return MasterKey(SymmetricKey(data: bytes.prefix(32)), path: path)
    }

    private static func writeNew(_ path: String, _ bytes: [UInt8]) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StorageError(.masterKeyFile, "The master key \(path) cannot be created (\(systemMessage(errno))).") }
        defer { close(file) }
        guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
            let reason = systemMessage(errno)
            unlink(path)
            throw StorageError(.masterKeyFile, "The master key \(path) cannot be written (\(reason)).")
        }
    }

    // MARK: Derived keys

    /// An independent key for one purpose: HKDF-SHA-256 (RFC 5869) without salt, as the master key is uniformly random. Knowing it tells nothing about the master
    /// key or about another purpose's key. It changes with the master key: what must outlive a rotation is sealed under it and not derived from it.
    /// - Parameter label: names the purpose and its version, such as `backup/1`; never used for another one.
    public func derive(_ label: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data("pulsum/derive/\(label)".utf8), outputByteCount: 32)
    }

    // MARK: Wrapping data keys

    /// A fresh data key's bytes, sealed for this service and user.
    func wrapNewKey(service: ServiceName, user: UserID) throws -> (key: DataKey, wrapped: Data) {
        let fresh = SymmetricKey(size: .bits256)
        let box = try AES.GCM.seal(
            fresh.withUnsafeBytes { Data($0) }, using: key, authenticating: Data("key/\(service)/".utf8) + user.bytes)
        guard let wrapped = box.combined else { throw StorageError(.damagedValue, "A new data key could not be sealed.") }
        return (DataKey(fresh, service: service, user: user), wrapped)
    }

    func unwrap(_ wrapped: Data, service: ServiceName, user: UserID) throws -> DataKey {
        do {
            let bytes = try AES.GCM.open(AES.GCM.SealedBox(combined: wrapped), using: key, authenticating: Data("key/\(service)/".utf8) + user.bytes)
            return DataKey(SymmetricKey(data: bytes), service: service, user: user)
        } catch {
            throw StorageError(.damagedValue, "A user's data key in \(service) was altered or moved; restore the database from a backup.")
        }
    }

    /// A value that only this key opens; kept in a database to recognise a foreign key at start.
    func makeCheck(service: ServiceName) throws -> Data {
        guard let check = try AES.GCM.seal(Data("pulsum".utf8), using: key, authenticating: Data("check/\(service)".utf8)).combined else {
            throw StorageError(.masterKeyFile, "The master key \(path) cannot be used.")
        }
        return check
    }

    func opens(_ check: Data, service: ServiceName) -> Bool {
        guard let box = try? AES.GCM.SealedBox(combined: check) else { return false }
        return (try? AES.GCM.open(box, using: key, authenticating: Data("check/\(service)".utf8))) == Data("pulsum".utf8)
    }
}
