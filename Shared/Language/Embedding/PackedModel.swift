import CKernels
import Crypto
import Foundation

/// The model's weights as the kernels want them: matrices in column panels, everything in the order it is used, in a cache file that is made once, mapped
/// read-only and thereby shared by all processes. Word vectors stay where they are, in the published file.
struct PackedModel: Sendable {
    static let hidden = 384, heads = 12, inner = 1536, layers = 6, words = 30_522, positions = 512
    static let modelName = "model.safetensors"
    /// SHA-256 of the published `model.safetensors`.
    static let digest = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    private static let modelSize = 90_868_376
    /// The header: `digest` as 64 characters, which also aligns what follows.
    private static let header = 64

    /// One matrix or vector of the file, in order.
    private struct Part {
        var names: [String]
        var rows: Int
        /// 1 for vectors, which are copied as they are.
        var depth: Int
    }

    /// The parts of every layer, then those around them.
    private static let parts: [Part] = {
        var parts: [Part] = []
        for layer in 0..<layers {
            let prefix = "encoder.layer.\(layer)."
            func add(_ names: [String], _ rows: Int, _ depth: Int = 1) { parts.append(Part(names: names.map { prefix + $0 }, rows: rows, depth: depth)) }
            let heads = ["query", "key", "value"]
            add(heads.map { "attention.self.\($0).weight" }, hidden, hidden)
            add(heads.map { "attention.self.\($0).bias" }, hidden)
            add(["attention.output.dense.weight"], hidden, hidden)
            add(["attention.output.dense.bias"], hidden)
            add(["attention.output.LayerNorm.weight"], hidden)
            add(["attention.output.LayerNorm.bias"], hidden)
            add(["intermediate.dense.weight"], inner, hidden)
            add(["intermediate.dense.bias"], inner)
            add(["output.dense.weight"], hidden, inner)
            add(["output.dense.bias"], hidden)
            add(["output.LayerNorm.weight"], hidden)
            add(["output.LayerNorm.bias"], hidden)
        }
        parts.append(Part(names: ["embeddings.LayerNorm.weight"], rows: hidden, depth: 1))
        parts.append(Part(names: ["embeddings.LayerNorm.bias"], rows: hidden, depth: 1))
        return parts
    }()

    private let model: MappedFile
    private let packed: MappedFile
    /// Both lie in the mapped files, which this value keeps.
    nonisolated(unsafe) let wordVectors: UnsafePointer<Float>
    nonisolated(unsafe) let positionVectors: UnsafePointer<Float>
    nonisolated(unsafe) let kindVectors: UnsafePointer<Float>
    /// Everything else, part after part: vectors of 32-bit floats, matrices of numbers of `weightBytes`.
    nonisolated(unsafe) let weights: UnsafeRawPointer
    /// 4, or 2 for bfloat16.
    let weightBytes: Int

    /// Opens the model, packing it first where that has not been done.
    /// - Parameters:
    ///   - folder: where `model.safetensors` is; the packed file is kept there, or in `spare` where the folder cannot be written.
    ///   - weightBytes: of a number in a matrix, as the kernels have it.
    init(folder: String, spare: String?, weightBytes: Int) throws(ModelError) {
        self.weightBytes = weightBytes
        let path = folder + "/" + Self.modelName
        model = try MappedFile(path: path)
        guard model.bytes.count == Self.modelSize else { throw .foreign(path) }
        let tensors = try Safetensors(model, path: path)
        guard let words = tensors.floats("embeddings.word_embeddings.weight", [Self.words, Self.hidden])?.baseAddress,
            let positions = tensors.floats("embeddings.position_embeddings.weight", [Self.positions, Self.hidden])?.baseAddress,
            let kinds = tensors.floats("embeddings.token_type_embeddings.weight", [2, Self.hidden])?.baseAddress
        else { throw .foreign(path) }
        (wordVectors, positionVectors, kindVectors) = (words, positions, kinds)
        packed = try Self.packed(model, tensors, weightBytes, folders: [folder] + (spare.map { [$0] } ?? []), source: path)
        guard let start = packed.bytes.baseAddress else { throw .unreadable(path) }
        weights = start + Self.header
    }

    /// Bytes of one layer in `weights`.
    var layerBytes: Int {
        let (hidden, inner) = (Self.hidden, Self.inner)
        return (4 * hidden * hidden + 2 * hidden * inner) * weightBytes + (9 * hidden + inner) * 4
    }

    private static func cacheName(_ weightBytes: Int) -> String { weightBytes == 4 ? "weights-1.packed" : "weights-1-half.packed" }

    private static func packedSize(_ weightBytes: Int) -> Int {
        header + parts.reduce(0) { $0 + $1.names.count * $1.rows * $1.depth * ($1.depth == 1 ? 4 : weightBytes) }
    }

    private static func packed(
        _ model: MappedFile, _ tensors: Safetensors, _ weightBytes: Int, folders: [String], source: String
    ) throws(ModelError) -> MappedFile {
        for folder in folders {
            if let file = kept(in: folder, weightBytes) { return file }
        }
        // Once per installation: that the file is the tested one, then the packing.
        var hash = SHA256()
        hash.update(bufferPointer: model.bytes)
        guard hash.finalize().map({ String(format: "%02x", $0) }).joined() == digest else { throw .foreign(source) }
        let content = try pack(tensors, weightBytes, source: source)
        for folder in folders {
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            // Written aside and renamed: a process that starts meanwhile sees nothing or all of it.
            let path = folder + "/" + cacheName(weightBytes)
            if (try? content.write(to: URL(fileURLWithPath: path), options: .atomic)) != nil, let file = kept(in: folder, weightBytes) { return file }
        }
        throw .unwritable((folders.last ?? "") + "/" + cacheName(weightBytes))
    }

    private static func kept(in folder: String, _ weightBytes: Int) -> MappedFile? {
        guard let file = try? MappedFile(path: folder + "/" + cacheName(weightBytes)), file.bytes.count == packedSize(weightBytes),
            file.bytes.prefix(header).elementsEqual(digest.utf8)
        else { return nil }
        return file
    }

    private static func pack(_ tensors: Safetensors, _ weightBytes: Int, source: String) throws(ModelError) -> Data {
        var data = Data(capacity: packedSize(weightBytes))
        data.append(contentsOf: digest.utf8)
        for part in parts {
            for name in part.names {
                let count = part.rows * part.depth
                guard let from = tensors.floats(name, part.depth == 1 ? [part.rows] : [part.rows, part.depth]), let start = from.baseAddress else {
                    throw .foreign(source)
                }
                if part.depth == 1 {
                    data.append(contentsOf: UnsafeRawBufferPointer(from))
                } else if weightBytes == 4 {
                    var floats = [Float](repeating: 0, count: count)
                    kernels_pack(start, &floats, part.depth, part.rows)
                    floats.withUnsafeBytes { data.append(contentsOf: $0) }
                } else {
                    var halves = [UInt16](repeating: 0, count: count)
                    kernels_pack_half(start, &halves, part.depth, part.rows)
                    halves.withUnsafeBytes { data.append(contentsOf: $0) }
                }
            }
        }
        return data
    }
}
