import Crypto
import Foundation
import Messages

/// The secret that wraps every data key: 32 random bytes. Whoever loses it loses what was sealed.
///
/// One key is in force and wraps what is new. Others may still open what they wrapped: the one that a rotation replaces, or those of older backups.
public struct MasterKey: Sendable {
    private let key: SymmetricKey
    private let others: [SymmetricKey]
    /// Where it came from.
    public let path: String
    public let id: MasterKeyID

    init(_ key: SymmetricKey, others: [SymmetricKey] = [], path: String) {
        (self.key, self.others, self.path, id) = (key, others, path, MasterKeyID(of: key))
    }

    /// All keys, the one in force first.
    var all: [SymmetricKey] { [key] + others }
    /// Names of all keys, the one in force first.
    var ids: [MasterKeyID] { [id] + others.map(MasterKeyID.init(of:)) }
    /// True while what an older key wrapped is to be wrapped anew.
    public var isRotating: Bool { !others.isEmpty }

    public func knows(_ id: MasterKeyID) -> Bool { ids.contains(id) }

    /// The same key in force, which also opens what these wrapped.
    public func adding(_ older: [MasterKey]) -> MasterKey {
        var known = Set(ids)
        return MasterKey(key, others: others + older.flatMap(\.all).filter { known.insert(MasterKeyID(of: $0)).inserted }, path: path)
    }

    // MARK: Where it is kept

    /// The key in this file; made on first use. Several processes may start at once: one creates it, all read the same.
    /// - Throws: `StorageError` where the file cannot be read or made, is no master key, is locked by a passphrase, or may be read or written by others although
    ///   we own it.
    public static func loadOrCreate(path: String) throws -> MasterKey {
        if let key = try load(path: path) { return key }
        try MasterKeyFile.create(path, SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
        guard let key = try load(path: path) else {
            throw StorageError(.masterKeyFile, "The master key \(path) vanished while it was being created; start again.")
        }
        return key
    }

    /// The key in this file; nil where there is none.
    /// - Parameter passphrase: asked for where a passphrase locks the file; nil refuses such a file.
    /// - Throws: `StorageError`; what `passphrase` throws.
    public static func load(path: String, passphrase: (() throws -> String)? = nil) throws -> MasterKey? {
        guard let bytes = try MasterKeyFile.read(path) else { return nil }
        let file = try MasterKeyFile(bytes, path: path)
        guard let lock = file.lock else { return try MasterKey(file.entries.map(\.bytes), path) }
        guard let passphrase else {
            throw StorageError(.masterKeyFile, "The master key \(path) is locked by a passphrase; start Pulsum with “pulsum up”, which asks for it.")
        }
        return try MasterKey(file.unlocked(lock.key(try passphrase()), path: path), path)
    }

    /// A key from the content of its file, which no passphrase locks: from a backup, or handed over by the process that asked for the passphrase.
    public init(content: [UInt8], path: String) throws {
        let file = try MasterKeyFile(content, path: path)
        guard file.lock == nil else { throw StorageError(.masterKeyFile, "The master key from \(path) is locked by a passphrase; unlock it first.") }
        try self.init(file.entries.map(\.bytes), path)
    }

    /// The key that a parent process put into this descriptor, a pipe or a file; the descriptor is closed.
    public init(descriptor: Int32, path: String) throws {
        defer { close(descriptor) }
        try self.init(content: try MasterKeyFile.readAll(descriptor, path), path: path)
    }

    /// What `init(content:path:)` reads; the secret itself.
    public var content: [UInt8] {
        MasterKeyFile(lock: nil, entries: all.prefix(2).map { .init(id: MasterKeyID(of: $0), bytes: $0.withUnsafeBytes { Array($0) }) }).bytes
    }

    private init(_ keys: [[UInt8]], _ path: String) throws {
        guard let first = keys.first, keys.allSatisfy({ $0.count == MasterKeyFile.keyLength }) else {
            throw StorageError(.masterKeyFile, "The master key \(path) is damaged; restore it from where you keep it safe.")
        }
        self.init(SymmetricKey(data: first), others: keys.dropFirst().map { SymmetricKey(data: $0) }, path: path)
    }

    /// Keeps the key in a file that does not exist yet, readable for its owner only.
    /// - Throws: `StorageError` where a file is there.
    public func keep() throws {
        guard try MasterKeyFile.create(path, content) else {
            throw StorageError(.masterKeyFile, "There is a master key at \(path) already; move it away first.")
        }
    }

    /// What the file says now. Of a locked file, that which the keys at hand can open.
    /// - Returns: self where the file is gone or tells nothing that belongs to this key.
    func reloaded() throws -> MasterKey {
        guard let bytes = try MasterKeyFile.read(path) else { return self }
        let file = try MasterKeyFile(bytes, path: path)
        guard file.lock != nil else { return try MasterKey(file.entries.map(\.bytes), path) }
        let known = Dictionary(all.map { (MasterKeyID(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
        guard let first = try known[file.entries[0].id] ?? file.handover.flatMap({ try handedOver($0) }), MasterKeyID(of: first) == file.entries[0].id else {
            return self
        }
        return MasterKey(first, others: file.entries.dropFirst().compactMap { known[$0.id] }, path: path)
    }

    /// What the file says now, where it is this key's successor or predecessor; else self. For whoever keeps a key in memory.
    public func refreshed() throws -> MasterKey {
        let fresh = try reloaded()
        return Set(fresh.ids).isDisjoint(with: ids) ? self : fresh
    }

    // MARK: Handing over

    private static let handover = Data("pulsum/master-key-handover".utf8)

    func handover(to next: SymmetricKey) throws -> [UInt8] {
        guard let sealed = try AES.GCM.seal(next.withUnsafeBytes { Data($0) }, using: key, authenticating: Self.handover).combined else {
            throw StorageError(.masterKeyFile, "The new master key could not be sealed under the old one.")
        }
        return Array(sealed)
    }

    private func handedOver(_ sealed: [UInt8]) throws -> SymmetricKey? {
        for key in all {
            guard let box = try? AES.GCM.SealedBox(combined: sealed), let bytes = try? AES.GCM.open(box, using: key, authenticating: Self.handover) else {
                continue
            }
            return SymmetricKey(data: bytes)
        }
        return nil
    }

    // MARK: Archives

    /// The key of one archive: of this master key, the archive's own salt and everything its header says.
    /// - Parameter id: which of the keys.
    /// - Returns: nil where it is none of these.
    func archiveKey(_ id: MasterKeyID, salt: [UInt8], info: Data) -> SymmetricKey? {
        guard let key = all.first(where: { MasterKeyID(of: $0) == id }) else { return nil }
        return HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: info, outputByteCount: 32)
    }

    // MARK: Wrapping data keys

    /// A fresh data key's bytes, sealed for this service and user.
    func wrapNewKey(service: ServiceName, user: UserID) throws -> (key: DataKey, wrapped: Data) {
        let fresh = SymmetricKey(size: .bits256)
        return (DataKey(fresh, service: service, user: user), try wrap(fresh.withUnsafeBytes { Data($0) }, Self.address(service, user)))
    }

    func unwrap(_ wrapped: Data, service: ServiceName, user: UserID) throws -> DataKey {
        guard let bytes = open(wrapped, Self.address(service, user)) else {
            throw StorageError(.damagedValue, "A user's data key in \(service) was altered or moved; restore the database from a backup.")
        }
        return DataKey(SymmetricKey(data: bytes), service: service, user: user)
    }

    /// The same data key under the master key in force.
    func rewrap(_ wrapped: Data, service: ServiceName, user: UserID) throws -> Data {
        let address = Self.address(service, user)
        guard let bytes = open(wrapped, address) else {
            throw StorageError(.damagedValue, "A user's data key in \(service) was altered or moved; restore the database from a backup.")
        }
        return try wrap(bytes, address)
    }

    /// A fresh secret of a service that belongs to nobody in particular.
    func wrapNewSecret(service: ServiceName, name: String) throws -> (secret: SymmetricKey, wrapped: Data) {
        let fresh = SymmetricKey(size: .bits256)
        return (fresh, try wrap(fresh.withUnsafeBytes { Data($0) }, Self.address(service, name)))
    }

    func unwrap(_ wrapped: Data, service: ServiceName, secret name: String) throws -> SymmetricKey {
        guard let bytes = open(wrapped, Self.address(service, name)) else {
            throw StorageError(.damagedValue, "A secret of \(service) was altered or moved; restore the database from a backup.")
        }
        return SymmetricKey(data: bytes)
    }

    /// The same secret under the master key in force.
    func rewrap(_ wrapped: Data, service: ServiceName, secret name: String) throws -> Data {
        try wrap(unwrap(wrapped, service: service, secret: name).withUnsafeBytes { Data($0) }, Self.address(service, name))
    }

    private static func address(_ service: ServiceName, _ user: UserID) -> Data { Data("key/\(service)/".utf8) + user.bytes }
    private static func address(_ service: ServiceName, _ secret: String) -> Data { Data("secret/\(service)/\(secret)".utf8) }

    private func wrap(_ bytes: Data, _ address: Data) throws -> Data {
        guard let wrapped = try AES.GCM.seal(bytes, using: key, authenticating: address).combined else {
            throw StorageError(.damagedValue, "A data key could not be sealed.")
        }
        return wrapped
    }

    private func open(_ wrapped: Data, _ address: Data) -> Data? {
        guard let box = try? AES.GCM.SealedBox(combined: wrapped) else { return nil }
        return all.lazy.compactMap { try? AES.GCM.open(box, using: $0, authenticating: address) }.first
    }

    /// A value that only this key opens; kept in a database to recognise a foreign key at start.
    func makeCheck(service: ServiceName) throws -> Data { try wrap(Data("pulsum".utf8), Data("check/\(service)".utf8)) }

    func opens(_ check: Data, service: ServiceName) -> Bool { open(check, Data("check/\(service)".utf8)) == Data("pulsum".utf8) }
}

extension MasterKeyFile {
    /// The keys of a locked file.
    /// - Parameter key: what its lock makes of the passphrase.
    func unlocked(_ key: SymmetricKey, path: String) throws -> [[UInt8]] {
        try entries.map { entry in
            guard let box = try? AES.GCM.SealedBox(combined: entry.bytes),
                let bytes = try? AES.GCM.open(box, using: key, authenticating: Self.address(entry.id))
            else { throw StorageError(.masterKeyFile, "This passphrase does not open the master key \(path); try again.") }
            return Array(bytes)
        }
    }

    static func locked(_ bytes: [UInt8], under key: SymmetricKey) throws -> Entry {
        let id = MasterKeyID(of: SymmetricKey(data: bytes))
        guard let sealed = try AES.GCM.seal(bytes, using: key, authenticating: address(id)).combined else {
            throw StorageError(.masterKeyFile, "The master key could not be locked.")
        }
        return Entry(id: id, bytes: Array(sealed))
    }

    private static func address(_ id: MasterKeyID) -> Data { Data("pulsum/locked-master-key/\(id)".utf8) }
}
