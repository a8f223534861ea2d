import Foundation

/// The tensors of a `.safetensors` file: eight bytes of header length, a JSON header, little-endian data.
struct Safetensors {
    private struct Entry: Decodable {
        var dtype: String?
        var shape: [Int]?
        var offsets: [Int]?
        enum CodingKeys: String, CodingKey { case dtype, shape, offsets = "data_offsets" }
    }

    private let file: MappedFile
    private let entries: [String: Entry]
    private let start: Int

    /// - Throws: `ModelError.foreign` if the file has another format.
    init(_ file: MappedFile, path: String) throws(ModelError) {
        guard file.bytes.count > 8 else { throw .foreign(path) }
        let length = UInt64(littleEndian: file.bytes.loadUnaligned(as: UInt64.self))
        guard length <= UInt64(file.bytes.count - 8) else { throw .foreign(path) }
        (self.file, start) = (file, 8 + Int(length))
        guard let entries = try? JSONDecoder().decode([String: Entry].self, from: Data(file.bytes[8..<8 + Int(length)]))
        else { throw .foreign(path) }
        self.entries = entries
    }

    /// A tensor's floats; nil if it is absent, has another shape or type, or is not aligned for floats.
    func floats(_ name: String, _ shape: [Int]) -> UnsafeBufferPointer<Float>? {
        guard let entry = entries[name], entry.dtype == "F32", entry.shape == shape, let offsets = entry.offsets,
            offsets.count == 2,
            offsets[0] >= 0, offsets[1] - offsets[0] == shape.reduce(4, *), start + offsets[1] <= file.bytes.count,
            (start + offsets[0]) % 4 == 0
        else { return nil }
        return UnsafeRawBufferPointer(rebasing: file.bytes[start + offsets[0]..<start + offsets[1]])
            .assumingMemoryBound(to: Float.self)
    }
}
