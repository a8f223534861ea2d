import Crypto
import Foundation

/// The backup format `pulsum-backup 1`: a header, then a stream of chunks, each sealed by AES-256-GCM.
///
/// ```
/// 0   16  "pulsum-backup 1\n"
/// 16   1  kind of secret: 1 master key, 2 passphrase
/// 17   1  scrypt: log2 N         18  2  scrypt: r         20  2  scrypt: p         22  2  zero
/// 24   8  id of the master key; zero with a passphrase
/// 32  32  random salt
/// 64      chunks of 256 KiB + 16 bytes; the last one may be shorter
/// ```
///
/// The key is HKDF-SHA-256 (RFC 5869) of the master key, or of scrypt's output for the passphrase, over the salt and
/// the whole header, so that an altered header yields a wrong key. Nonces follow STREAM (Hoang, Reyhanitabar, Rogaway,
/// Vizár: Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance, CRYPTO 2015): the chunk's number and a
/// flag on the last chunk. Altered, reordered, missing or additional chunks fail to open.
enum SealedArchive {
    static let magic = Array("pulsum-backup 1\n".utf8)
    static let headerLength = 64
    static let chunk = 256 << 10
    static let tag = 16
    static let saltLength = 32

    struct Header: Equatable {
        enum Opener: Equatable {
            case masterKey(MasterKeyID)
            case passphrase(PassphraseLock)
        }

        let opener: Opener
        let salt: [UInt8]

        var bytes: [UInt8] {
            var bytes = SealedArchive.magic
            func short(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] }
            switch opener {
            case .masterKey(let id): bytes += [1, 0] + [UInt8](repeating: 0, count: 6) + id.bytes
            case .passphrase(let lock):
                bytes +=
                    [2, lock.cost] + short(lock.blockSize) + short(lock.parallelism) + [0, 0]
                    + [UInt8](repeating: 0, count: MasterKeyID.length)
            }
            return bytes + salt
        }

        init(_ opener: Opener, salt: [UInt8]) { (self.opener, self.salt) = (opener, salt) }

        /// Nil if the bytes are not a header of this format.
        init?(_ bytes: [UInt8]) {
            guard bytes.count == SealedArchive.headerLength, bytes.starts(with: SealedArchive.magic) else { return nil }
            let salt = Array(bytes[32...])
            func short(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
            switch bytes[16] {
            case 1:
                guard let id = MasterKeyID(bytes[24..<32]) else { return nil }
                self.init(.masterKey(id), salt: salt)
            case 2:
                guard let lock = PassphraseLock(reading: Int(bytes[17]), short(18), short(20), salt: salt) else {
                    return nil
                }
                self.init(.passphrase(lock), salt: salt)
            default: return nil
            }
            guard self.bytes == bytes else { return nil }
        }

        private var info: Data { Data("pulsum/backup/1".utf8) + bytes }

        var isUnderMasterKey: Bool { if case .masterKey = opener { true } else { false } }

        /// Nil if the archive was made with another master key.
        func key(_ master: MasterKey) -> SymmetricKey? {
            guard case .masterKey(let id) = opener else { return nil }
            return master.archiveKey(id, salt: salt, info: info)
        }

        func key(passphrase: String, _ lock: PassphraseLock) throws -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: try lock.key(passphrase), salt: salt, info: info, outputByteCount: 32)
        }
    }

    /// 11 bytes of the chunk's number, big endian, and one byte that is 1 for the last chunk.
    static func nonce(_ number: UInt64, isLast: Bool) throws -> AES.GCM.Nonce {
        try AES.GCM.Nonce(
            data: [0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) } + [
                isLast ? 1 : 0
            ])
    }
}

/// Seals a stream into an archive, chunk by chunk.
public struct ArchiveWriter {
    private let key: SymmetricKey
    private let sink: ([UInt8]) throws -> Void
    private var waiting: [UInt8] = []
    private var number: UInt64 = 0

    /// Starts an archive that this master key opens.
    /// - Parameter sink: receives the archive's bytes in order.
    /// - Throws: errors of `sink`.
    public init(_ master: MasterKey, sink: @escaping ([UInt8]) throws -> Void) throws {
        let header = SealedArchive.Header(
            .masterKey(master.id), salt: SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
        guard let key = header.key(master) else {
            throw StorageError(.archive, "The key of the backup could not be made.")
        }
        try self.init(header, key, sink)
    }

    /// Starts an archive that a passphrase opens.
    /// - Throws: `StorageError` if the passphrase is too short; errors of `sink`.
    public init(passphrase: String, sink: @escaping ([UInt8]) throws -> Void) throws {
        guard passphrase.count >= PassphraseLock.minimumCharacters else {
            throw StorageError(
                .archive,
                "A passphrase has at least \(PassphraseLock.minimumCharacters) characters; several random words are best."
            )
        }
        let fresh = PassphraseLock.fresh()
        let salt = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        guard
            let lock = PassphraseLock(
                reading: Int(fresh.cost), Int(fresh.blockSize), Int(fresh.parallelism), salt: salt)
        else {
            throw StorageError(.archive, "The key of the backup could not be made.")
        }
        let header = SealedArchive.Header(.passphrase(lock), salt: salt)
        try self.init(header, try header.key(passphrase: passphrase, lock), sink)
    }

    private init(_ header: SealedArchive.Header, _ key: SymmetricKey, _ sink: @escaping ([UInt8]) throws -> Void) throws
    {
        (self.key, self.sink) = (key, sink)
        try sink(header.bytes)
    }

    /// Appends bytes to the stream. Throws errors of the sink.
    public mutating func write(_ bytes: [UInt8]) throws {
        waiting += bytes
        var start = 0
        // The last chunk is flagged, so a full chunk is held back until more bytes follow.
        while waiting.count - start > SealedArchive.chunk {
            try seal(waiting[start..<start + SealedArchive.chunk], isLast: false)
            start += SealedArchive.chunk
        }
        waiting.removeFirst(start)
    }

    /// Writes the last chunk. Required exactly once; throws errors of the sink.
    public mutating func finish() throws {
        try seal(waiting[...], isLast: true)
        waiting = []
    }

    private mutating func seal(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws {
        let box = try AES.GCM.seal(bytes, using: key, nonce: try SealedArchive.nonce(number, isLast: isLast))
        try sink(Array(box.ciphertext) + Array(box.tag))
        number += 1
    }
}

/// Reads an archive chunk by chunk; returns authenticated bytes only.
public final class ArchiveReader {
    /// The kind of secret that opens an archive.
    public enum Opener: Sendable {
        case masterKey(MasterKeyID)
        case passphrase
    }

    /// Name of the archive in error messages.
    private let name: String
    private let file: FileHandle
    private let header: SealedArchive.Header
    private var key: SymmetricKey?
    /// The next sealed chunk, read ahead to detect the last one.
    private var ahead: [UInt8] = []
    private var number: UInt64 = 0
    private var opened: ArraySlice<UInt8> = []
    private var isAtEnd = false

    /// The kind of secret that opens this archive.
    public var opener: Opener {
        switch header.opener {
        case .masterKey(let id): .masterKey(id)
        case .passphrase: .passphrase
        }
    }

    /// Opens the file and reads its header; nil if it is not an archive of any version.
    /// - Parameter name: its name in error messages; nil for its path.
    /// - Throws: `StorageError` if it cannot be read or has an unsupported version.
    public init?(path: String, name: String? = nil) throws {
        let name = name ?? path
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw StorageError(.archive, "\(name) cannot be read; check the name and its permissions.")
        }
        let bytes = [UInt8](try file.read(upToCount: SealedArchive.headerLength) ?? Data())
        guard bytes.starts(with: Array("pulsum-backup ".utf8)) else { return nil }
        guard let header = SealedArchive.Header(bytes) else {
            throw StorageError(
                .archive, "\(name) has a damaged header, or a newer release of Pulsum made it; nothing was changed.")
        }
        (self.name, self.file, self.header) = (name, file, header)
        ahead = try sealedChunk()
    }

    deinit { try? file.close() }

    /// Derives the key from a master key.
    /// - Throws: `StorageError` if the archive was made with another master key.
    public func open(_ master: MasterKey) throws {
        guard case .masterKey(let id) = header.opener, let key = header.key(master) else {
            throw StorageError(.archive, "\(name) does not open with the master key \(master.path).")
        }
        self.key = key
        do {
            try openChunk()
        } catch is CryptoKitError {
            throw StorageError(
                .archive, "\(name) was altered after it was made, at its beginning (key \(id)); nothing was changed.")
        }
    }

    /// Derives the key from a passphrase; takes about 0.5 s.
    /// - Throws: `StorageError` if the passphrase is wrong.
    public func open(passphrase: String) throws {
        guard case .passphrase(let lock) = header.opener else {
            throw StorageError(.archive, "No passphrase opens \(name); its master key does.")
        }
        key = try header.key(passphrase: passphrase, lock)
        do {
            try openChunk()
        } catch is CryptoKitError {
            throw StorageError(
                .archive,
                "This passphrase does not open \(name), or the file was altered at its beginning; nothing was changed.")
        }
    }

    /// Reads at most `count` bytes; empty at the end.
    /// - Throws: `StorageError` that names the file's fault.
    public func read(upTo count: Int) throws -> [UInt8] {
        while opened.isEmpty, !isAtEnd {
            do {
                try openChunk()
            } catch is CryptoKitError {
                throw StorageError(
                    .archive,
                    "\(name) was altered after it was made: its part \(number + 1) is not what was written; nothing was changed."
                )
            }
        }
        defer { opened = opened.dropFirst(count) }
        return Array(opened.prefix(count))
    }

    private func openChunk() throws {
        guard let key else { throw StorageError(.archive, "\(name) is not open.") }
        let sealed = ahead
        ahead = try sealedChunk()
        let isLast = ahead.isEmpty
        guard sealed.count >= SealedArchive.tag else {
            throw StorageError(.archive, "\(name) ends too early: it was cut short; nothing was changed.")
        }
        do {
            opened = ArraySlice(try unseal(sealed, key, isLast: isLast))
        } catch let error as CryptoKitError {
            // If the chunk opens with the opposite flag, the archive was cut (a middle chunk at the end) or extended (a
            // last chunk in the middle).
            guard (try? unseal(sealed, key, isLast: !isLast)) != nil else {
                if isLast, number > 0 || header.isUnderMasterKey, sealed.count < SealedArchive.chunk + SealedArchive.tag
                {
                    throw StorageError(
                        .archive, "\(name) was cut short or altered in its last part; nothing was changed.")
                }
                throw error
            }
            throw StorageError(
                .archive,
                isLast
                    ? "\(name) ends too early: it was cut short; nothing was changed."
                    : "\(name) is longer than what was written; nothing was changed.")
        }
        number += 1
        isAtEnd = isLast
    }

    private func unseal(_ sealed: [UInt8], _ key: SymmetricKey, isLast: Bool) throws -> Data {
        let box = try AES.GCM.SealedBox(
            nonce: try SealedArchive.nonce(number, isLast: isLast), ciphertext: sealed.dropLast(SealedArchive.tag),
            tag: sealed.suffix(SealedArchive.tag))
        return try AES.GCM.open(box, using: key)
    }

    private func sealedChunk() throws -> [UInt8] {
        let wanted = SealedArchive.chunk + SealedArchive.tag
        var bytes: [UInt8] = []
        // A pipe may return fewer bytes than requested.
        while bytes.count < wanted, let more = try file.read(upToCount: wanted - bytes.count), !more.isEmpty {
            bytes += more
        }
        return bytes
    }
}
