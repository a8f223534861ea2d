/// One file of a zip archive.
package struct ZipEntry: Equatable {
    /// Path inside the archive, UTF-8.
    package var name: String
    var method: UInt16
    var isEncrypted: Bool
    /// CRC-32 of the decompressed bytes.
    package var checksum: UInt32
    var packedSize: Int64
    /// Decompressed size, bytes.
    package var size: Int64
    /// Offset of the local header, bytes.
    package var offset: Int64
}
