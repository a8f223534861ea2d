import Crypto
import Foundation
import Messages

/// One service's key for one user: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce per value.
///
/// Every sealed value is bound to the service, the user and the address that it was sealed for; opening it elsewhere
/// fails.
///
/// A key may outlive its transaction for one job (a spool file, a chunk). Each transaction that writes a value sealed
/// with it must call `Transaction.dataKey` again: that call fails for an erased user, which keeps erased data from
/// coming back.
public struct DataKey: Sendable {
    private let key: SymmetricKey
    /// Common prefix of all authenticated addresses: format, service and user.
    private let prefix: [UInt8]
    /// Hides the kinds of this person's rows (`hide`).
    let kinds: SymmetricKey

    /// Whether values of rows are padded (`SizeClass`), so that their lengths tell little.
    var pads = false

    /// Format of sealed values: their first byte, authenticated.
    private static let format: UInt8 = 1
    /// Format of padded values.
    private static let paddedFormat: UInt8 = 2
    private static let nonceLength = 12

    init(_ key: SymmetricKey, service: ServiceName, user: UserID) {
        self.key = key
        var prefix = [Self.format]
        append(service.rawValue.utf8, to: &prefix)
        append(user.bytes, to: &prefix)
        self.prefix = prefix
        kinds = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: prefix + Array("kinds".utf8), using: key))
    }

    /// Seals bytes kept outside the database, such as a chunk of a spool file. `address` names the location, such as
    /// `"spool/<job>/<chunk>"`.
    /// - Returns: the sealed bytes, 29 more than the plain ones.
    /// - Throws: errors of the cipher.
    public func seal(_ bytes: some DataProtocol, address: String) throws -> [UInt8] {
        var random = RandomBuffer()
        return [UInt8](try seal(bytes, authenticating: ["file", address], &random))
    }

    /// Opens what `seal(_:address:)` returned.
    /// - Throws: `StorageError` if the bytes were altered or sealed for another address, user or service.
    public func open(_ sealed: some DataProtocol, address: String) throws -> [UInt8] {
        [UInt8](try open(sealed, authenticating: ["file", address], place: "a sealed file"))
    }

    /// Like `Transaction.sealBytes`, callable from several threads for many rows of one transaction.
    public func seal(_ bytes: some DataProtocol, table: String, row: String) throws -> Data {
        var random = RandomBuffer()
        return try seal(bytes, table: table, row: row, &random)
    }

    /// - Parameter minimum: smallest length of a padded value, bytes.
    func seal(
        _ bytes: some DataProtocol, table: String, row: String, minimum: Int = 0, _ random: inout RandomBuffer
    ) throws -> Data {
        let address = ["row", table, row]
        guard pads else { return try seal(bytes, authenticating: address, &random) }
        return try seal(
            SizeClass.pad(bytes, minimum: minimum), authenticating: address, format: Self.paddedFormat, &random)
    }

    /// Like `Transaction.openBytes`, callable from several threads for many rows of one transaction.
    /// - Throws: `StorageError` if the value was altered or belongs to another row.
    public func open(_ sealed: some DataProtocol, table: String, row: String) throws -> Data {
        let content = try open(sealed, authenticating: ["row", table, row], place: "a row of \(table)")
        return sealed.first == Self.paddedFormat ? SizeClass.unpad(content) : content
    }

    /// The keyed hash of this service, user and purpose, for finding rows by content that is sealed. The hash key is
    /// derived from the data key (HKDF, RFC 5869), so it survives a rotation of the master key and goes with the user.
    /// - Parameter purpose: where the hashes are used, such as `"goal titles"`; equal content has unrelated hashes for
    ///   different purposes.
    public func keyedHash(for purpose: String) -> KeyedHash {
        var info = prefix
        append("hash".utf8, to: &info)
        append(purpose.utf8, to: &info)
        return KeyedHash(HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: info, outputByteCount: 32))
    }

    private func seal(
        _ bytes: some DataProtocol, authenticating address: [String], format: UInt8 = Self.format,
        _ random: inout RandomBuffer
    ) throws -> Data {
        let nonce = try AES.GCM.Nonce(data: random.bytes(Self.nonceLength))
        let box = try AES.GCM.seal(bytes, using: key, nonce: nonce, authenticating: authenticated(address, format))
        guard let combined = box.combined else { throw StorageError(.damagedValue, "A value could not be sealed.") }
        var sealed = Data(capacity: combined.count + 1)
        sealed.append(format)
        sealed.append(combined)
        return sealed
    }

    private func open(_ sealed: some DataProtocol, authenticating address: [String], place: @autoclosure () -> String)
        throws -> Data
    {
        guard let format = sealed.first, [Self.format, Self.paddedFormat].contains(format) else {
            throw StorageError(
                .damagedValue, "The sealed content of \(place()) is of an unknown format; restore it from a backup.")
        }
        do {
            let box = try AES.GCM.SealedBox(combined: sealed.dropFirst())
            return try AES.GCM.open(box, using: key, authenticating: authenticated(address, format))
        } catch {
            throw StorageError(
                .damagedValue, "The sealed content of \(place()) was altered or moved; restore it from a backup.")
        }
    }

    private func authenticated(_ address: [String], _ format: UInt8) -> [UInt8] {
        var bytes = prefix
        bytes[0] = format
        bytes.reserveCapacity(prefix.count + address.reduce(0) { $0 + 4 + $1.utf8.count })
        for part in address { append(part.utf8, to: &bytes) }
        return bytes
    }
}

/// Appends a part of an authenticated address, prefixed by its length, so that different addresses never encode
/// equally.
private func append(_ part: some Collection<UInt8>, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: UInt32(part.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: part)
}
