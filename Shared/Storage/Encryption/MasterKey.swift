import Crypto
import Foundation
import Messages

/// The secret that wraps every data key: 32 random bytes. Without it all sealed data is lost.
///
/// The current key wraps new data keys. Older keys can only unwrap: the one that a rotation replaces, or those of older
/// backups.
public struct MasterKey: Sendable {
    private let key: SymmetricKey
    private let others: [SymmetricKey]
    /// Path of the file it was read from.
    public let path: String
    /// Identifier of the current key.
    public let id: MasterKeyID

    init(_ key: SymmetricKey, others: [SymmetricKey] = [], path: String) {
        (self.key, self.others, self.path, id) = (key, others, path, MasterKeyID(of: key))
    }

    /// All keys, the current one first.
    var all: [SymmetricKey] { [key] + others }
    /// Identifiers of all keys, the current one first.
    var ids: [MasterKeyID] { [id] + others.map(MasterKeyID.init(of:)) }
    /// True while data keys wrapped by an older key remain to be rewrapped.
    public var isRotating: Bool { !others.isEmpty }

    /// True if this id belongs to the current key or an older one.
    public func knows(_ id: MasterKeyID) -> Bool { ids.contains(id) }

    /// The same current key with additional older keys for unwrapping.
    public func adding(_ older: [MasterKey]) -> MasterKey {
        var known = Set(ids)
        return MasterKey(
            key, others: others + older.flatMap(\.all).filter { known.insert(MasterKeyID(of: $0)).inserted }, path: path
        )
    }

    // MARK: Where it is kept

    /// Reads the key from its file; creates the file on first use. If several processes start together, one creates it
    /// and all read the same key.
    /// - Throws: `StorageError` if the file cannot be read or created, is not a master key, is locked by a passphrase,
    ///   or is owned by this user and accessible to others.
    public static func loadOrCreate(path: String) throws -> MasterKey {
        if let key = try load(path: path) { return key }
        try MasterKeyFile.create(path, SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
        guard let key = try load(path: path) else {
            throw StorageError(
                .masterKeyFile, "The master key \(path) vanished while it was being created; start again.")
        }
        return key
    }

    /// Reads the key from its file; nil if the file does not exist.
    /// - Parameter passphrase: called for a locked file; if nil, such a file is refused.
    /// - Throws: `StorageError`; errors of `passphrase`.
    public static func load(path: String, passphrase: (() throws -> String)? = nil) throws -> MasterKey? {
        guard let bytes = try MasterKeyFile.read(path) else { return nil }
        let file = try MasterKeyFile(bytes, path: path)
        guard let lock = file.lock else { return try MasterKey(file.entries.map(\.bytes), path) }
        guard let passphrase else {
            throw StorageError(
                .masterKeyFile,
                "The master key \(path) is locked by a passphrase; start Pulsum with “pulsum up”, which asks for it.")
        }
        return try MasterKey(file.unlocked(lock.key(try passphrase()), path: path), path)
    }

    /// Decodes the content of an unlocked key file: from a backup, or passed on by the process that asked for the
    /// passphrase.
    /// - Throws: `StorageError` if it is not a master key or is locked.
    public init(content: [UInt8], path: String) throws {
        let file = try MasterKeyFile(content, path: path)
        guard file.lock == nil else {
            throw StorageError(
                .masterKeyFile, "The master key from \(path) is locked by a passphrase; unlock it first.")
        }
        try self.init(file.entries.map(\.bytes), path)
    }

    /// Reads the key that a parent process wrote to this descriptor, a pipe or a file; closes the descriptor.
    /// - Throws: `StorageError` if it does not hold an unlocked master key.
    public init(descriptor: Int32, path: String) throws {
        defer { close(descriptor) }
        try self.init(content: try MasterKeyFile.readAll(descriptor, path), path: path)
    }

    /// The secret itself, in the form that `init(content:path:)` decodes.
    public var content: [UInt8] {
        MasterKeyFile(
            lock: nil,
            entries: all.prefix(2).map { .init(id: MasterKeyID(of: $0), bytes: $0.withUnsafeBytes { Array($0) }) }
        ).bytes
    }

    private init(_ keys: [[UInt8]], _ path: String) throws {
        guard let first = keys.first, keys.allSatisfy({ $0.count == MasterKeyFile.keyLength }) else {
            throw StorageError(
                .masterKeyFile, "The master key \(path) is damaged; restore it from where you keep it safe.")
        }
        self.init(SymmetricKey(data: first), others: keys.dropFirst().map { SymmetricKey(data: $0) }, path: path)
    }

    /// Stores the key in a new file, readable by its owner only.
    /// - Throws: `StorageError` if the file exists.
    public func keep() throws {
        guard try MasterKeyFile.create(path, content) else {
            throw StorageError(.masterKeyFile, "There is a master key at \(path) already; move it away first.")
        }
    }

    /// The file's current keys; for a locked file, those that can be decrypted with the keys at hand.
    /// - Returns: self if the file is missing or holds no key that can be decrypted.
    func reloaded() throws -> MasterKey {
        guard let bytes = try MasterKeyFile.read(path) else { return self }
        let file = try MasterKeyFile(bytes, path: path)
        guard file.lock != nil else { return try MasterKey(file.entries.map(\.bytes), path) }
        let known = Dictionary(all.map { (MasterKeyID(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
        guard let first = try known[file.entries[0].id] ?? file.handover.flatMap({ try handedOver($0) }),
            MasterKeyID(of: first) == file.entries[0].id
        else {
            return self
        }
        return MasterKey(first, others: file.entries.dropFirst().compactMap { known[$0.id] }, path: path)
    }

    /// The file's current keys if they overlap with these (a rotation began or ended), else self. For processes that
    /// hold a key in memory.
    public func refreshed() throws -> MasterKey {
        let fresh = try reloaded()
        return Set(fresh.ids).isDisjoint(with: ids) ? self : fresh
    }

    // MARK: Handing over

    private static let handover = Data("pulsum/master-key-handover".utf8)

    func handover(to next: SymmetricKey) throws -> [UInt8] {
        guard
            let sealed = try AES.GCM.seal(next.withUnsafeBytes { Data($0) }, using: key, authenticating: Self.handover)
                .combined
        else {
            throw StorageError(.masterKeyFile, "The new master key could not be sealed under the old one.")
        }
        return Array(sealed)
    }

    private func handedOver(_ sealed: [UInt8]) throws -> SymmetricKey? {
        for key in all {
            guard let box = try? AES.GCM.SealedBox(combined: sealed),
                let bytes = try? AES.GCM.open(box, using: key, authenticating: Self.handover)
            else {
                continue
            }
            return SymmetricKey(data: bytes)
        }
        return nil
    }

    // MARK: Archives

    /// The key of one archive, derived from a master key, the archive's salt and its whole header.
    /// - Parameter id: the master key to use.
    /// - Returns: nil if no key has this id.
    func archiveKey(_ id: MasterKeyID, salt: [UInt8], info: Data) -> SymmetricKey? {
        guard let key = all.first(where: { MasterKeyID(of: $0) == id }) else { return nil }
        return HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: info, outputByteCount: 32)
    }

    // MARK: Wrapping data keys

    /// Creates a data key, wrapped for this service and user.
    func wrapNewKey(service: ServiceName, user: UserID) throws -> (key: DataKey, wrapped: Data) {
        let fresh = SymmetricKey(size: .bits256)
        return (
            DataKey(fresh, service: service, user: user),
            try wrap(fresh.withUnsafeBytes { Data($0) }, Self.address(service, user))
        )
    }

    func unwrap(_ wrapped: Data, service: ServiceName, user: UserID) throws -> DataKey {
        guard let bytes = open(wrapped, Self.address(service, user)) else {
            throw StorageError(
                .damagedValue,
                "A user's data key in \(service) was altered or moved; restore the database from a backup.")
        }
        return DataKey(SymmetricKey(data: bytes), service: service, user: user)
    }

    /// The same data key, wrapped by the current master key.
    func rewrap(_ wrapped: Data, service: ServiceName, user: UserID) throws -> Data {
        let address = Self.address(service, user)
        guard let bytes = open(wrapped, address) else {
            throw StorageError(
                .damagedValue,
                "A user's data key in \(service) was altered or moved; restore the database from a backup.")
        }
        return try wrap(bytes, address)
    }

    /// Creates a service secret that belongs to no user.
    func wrapNewSecret(service: ServiceName, name: String) throws -> (secret: SymmetricKey, wrapped: Data) {
        let fresh = SymmetricKey(size: .bits256)
        return (fresh, try wrap(fresh.withUnsafeBytes { Data($0) }, Self.address(service, name)))
    }

    func unwrap(_ wrapped: Data, service: ServiceName, secret name: String) throws -> SymmetricKey {
        guard let bytes = open(wrapped, Self.address(service, name)) else {
            throw StorageError(
                .damagedValue, "A secret of \(service) was altered or moved; restore the database from a backup.")
        }
        return SymmetricKey(data: bytes)
    }

    /// The same secret, wrapped by the current master key.
    func rewrap(_ wrapped: Data, service: ServiceName, secret name: String) throws -> Data {
        try wrap(
            unwrap(wrapped, service: service, secret: name).withUnsafeBytes { Data($0) }, Self.address(service, name))
    }

    private static func address(_ service: ServiceName, _ user: UserID) -> Data {
        Data("key/\(service)/".utf8) + user.bytes
    }
    private static func address(_ service: ServiceName, _ secret: String) -> Data {
        Data("secret/\(service)/\(secret)".utf8)
    }

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

    /// A sealed constant, stored in a database to detect a foreign key at start. It states whether rows need proofs,
    /// and whether content is hidden.
    func makeCheck(service: ServiceName, rows: RowProofs = .hidden) throws -> Data {
        try wrap(Data(rows.rawValue.utf8), Data("check/\(service)".utf8))
    }

    func opens(_ check: Data, service: ServiceName) -> Bool { rowProofs(check, service: service) != nil }

    /// What a check states about proofs of rows; nil if it was made with another key.
    func rowProofs(_ check: Data, service: ServiceName) -> RowProofs? {
        open(check, Data("check/\(service)".utf8)).flatMap { RowProofs(rawValue: String(decoding: $0, as: UTF8.self)) }
    }
}

extension MasterKeyFile {
    /// Decrypts the keys of a locked file.
    /// - Parameter key: derived from the passphrase by the file's lock.
    func unlocked(_ key: SymmetricKey, path: String) throws -> [[UInt8]] {
        try entries.map { entry in
            guard let box = try? AES.GCM.SealedBox(combined: entry.bytes),
                let bytes = try? AES.GCM.open(box, using: key, authenticating: Self.address(entry.id))
            else {
                throw StorageError(.masterKeyFile, "This passphrase does not open the master key \(path); try again.")
            }
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
