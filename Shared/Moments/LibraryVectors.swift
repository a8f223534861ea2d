import Crypto
import Foundation

/// The vectors of the shipped moments and explanations. `deploy/generate` computes them once, so that no process does at
/// its start.
///
/// `Library/vectors.bin` holds a SHA-256 digest of the embedder's name, the library's files and the rows, then one row for
/// each text: the elements as 32-bit floats, little-endian. Rounding them would save half of it and change the order of near
/// matches.
public enum LibraryVectors {
    /// The texts that retrieval embeds: of each shipped moment, then of each shipped explanation.
    public static var texts: [String] {
        Moments.shipped.moments.map(\.searchText) + Explanations.shipped.map(\.searchText)
    }

    /// Whether the shipped vectors are those of the shipped library by this embedder.
    /// - Parameter embedder: its name.
    public static func areShipped(for embedder: String) -> Bool { isMade(LibraryFiles.vectors, by: embedder) }

    /// The shipped vectors of `texts`, in their order.
    /// - Parameter embedder: its name.
    /// - Returns: nil if another embedder made them, or of another library.
    public static func shipped(by embedder: String) -> [[Float]]? {
        let file = LibraryFiles.vectors
        return isMade(file, by: embedder) ? rows(in: file, count: texts.count) : nil
    }

    /// The content of the file.
    /// - Parameter vectors: of `texts`, in their order and of equal lengths.
    package static func file(_ vectors: [[Float]], by embedder: String) -> Data {
        var rows = Data()
        for element in vectors.joined() {
            withUnsafeBytes(of: element.bitPattern.littleEndian) { rows.append(contentsOf: $0) }
        }
        return rows.withUnsafeBytes { Data(digest(by: embedder, rows: $0)) } + rows
    }

    static func isMade(_ file: UnsafeRawBufferPointer, by embedder: String) -> Bool {
        guard file.count > SHA256.byteCount else { return false }
        let rows = UnsafeRawBufferPointer(rebasing: file.dropFirst(SHA256.byteCount))
        return file.prefix(SHA256.byteCount).elementsEqual(digest(by: embedder, rows: rows))
    }

    /// - Returns: nil if the file does not hold so many rows of equal lengths.
    static func rows(in file: UnsafeRawBufferPointer, count: Int) -> [[Float]]? {
        let bytes = file.count - SHA256.byteCount
        guard count > 0, bytes > 0, bytes.isMultiple(of: count * MemoryLayout<Float>.size) else { return nil }
        let rowBytes = bytes / count
        return (0..<count).map { row in
            let start = SHA256.byteCount + row * rowBytes
            return stride(from: start, to: start + rowBytes, by: MemoryLayout<Float>.size).map { place in
                Float(bitPattern: UInt32(littleEndian: file.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
            }
        }
    }

    private static func digest(by embedder: String, rows: UnsafeRawBufferPointer) -> SHA256.Digest {
        var hash = SHA256()
        hash.update(data: Array(embedder.utf8) + [0])
        // A digest of each: bytes that move from one file to the other count.
        for file in [LibraryFiles.moments, LibraryFiles.explanations, rows] {
            var part = SHA256()
            part.update(bufferPointer: file)
            hash.update(data: Data(part.finalize()))
        }
        return hash.finalize()
    }
}
