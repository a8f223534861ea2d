import CKernels
import Crypto
import Foundation
import Messages

/// The model's weights in the kernels' layout: matrices in column panels, in order of use. The cache file is created
/// once, mapped read-only and thereby shared by all processes. Word vectors are read from the published file.
struct PackedModel: Sendable {
    static let hidden = 384, heads = 12, inner = 1536, layers = 6, words = 30_522, positions = 512
    static let modelName = "model.safetensors"
    /// SHA-256 of the published `model.safetensors`, in hexadecimal.
    static let digest = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    private static let modelSize = 90_868_376
    /// Size of the header, in bytes: `digest` as 64 characters, which also aligns the data after it.
    private static let header = 64

    /// One matrix or vector of the cache file, in file order.
    private struct Part {
        var names: [String]
        var rows: Int
        /// 1 for vectors, which are copied unchanged.
        var depth: Int
    }

    /// The parts of every layer, then the other ones.
    private static let parts: [Part] = {
        var parts: [Part] = []
        for layer in 0..<layers {
            let prefix = "encoder.layer.\(layer)."
            func add(_ names: [String], _ rows: Int, _ depth: Int = 1) {
                parts.append(Part(names: names.map { prefix + $0 }, rows: rows, depth: depth))
            }
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
    /// Both point into the mapped files, which this value retains.
    nonisolated(unsafe) let wordVectors: UnsafePointer<Float>
    nonisolated(unsafe) let positionVectors: UnsafePointer<Float>
    nonisolated(unsafe) let kindVectors: UnsafePointer<Float>
    /// All other parts in order: vectors of 32-bit floats, matrices with elements of `weightBytes`.
    nonisolated(unsafe) let weights: UnsafeRawPointer
    /// Bytes of a matrix element: 4, or 2 for bfloat16.
    let weightBytes: Int

    /// Opens the model, packing it first if no packed file exists.
    /// - Parameters:
    ///   - folder: contains `model.safetensors`. The packed file is written there, or to `spare` if the folder is not
    ///     writable.
    ///   - weightBytes: bytes of a matrix element that the kernels expect.
    init(folder: String, spare: String?, weightBytes: Int) throws(ModelError) {
        self.weightBytes = weightBytes
        let path = folder + "/" + Self.modelName
        model = try MappedFile(path: path)
        guard model.bytes.count == Self.modelSize else { throw .foreign(path) }
        let tensors = try Safetensors(model, path: path)
        guard let words = tensors.floats("embeddings.word_embeddings.weight", [Self.words, Self.hidden])?.baseAddress,
            let positions = tensors.floats("embeddings.position_embeddings.weight", [Self.positions, Self.hidden])?
                .baseAddress,
            let kinds = tensors.floats("embeddings.token_type_embeddings.weight", [2, Self.hidden])?.baseAddress
        else { throw .foreign(path) }
        (wordVectors, positionVectors, kindVectors) = (words, positions, kinds)
        packed = try Self.packed(
            model, tensors, weightBytes, folders: [folder] + (spare.map { [$0] } ?? []), source: path)
        guard let start = packed.bytes.baseAddress else { throw .unreadable(path) }
        weights = start + Self.header
    }

    /// Size of one layer in `weights`, in bytes.
    var layerBytes: Int {
        let (hidden, inner) = (Self.hidden, Self.inner)
        return (4 * hidden * hidden + 2 * hidden * inner) * weightBytes + (9 * hidden + inner) * 4
    }

    private static func cacheName(_ weightBytes: Int) -> String {
        weightBytes == 4 ? "weights-1.packed" : "weights-1-half.packed"
    }

    private static func packedSize(_ weightBytes: Int) -> Int {
        header + parts.reduce(0) { $0 + $1.names.count * $1.rows * $1.depth * ($1.depth == 1 ? 4 : weightBytes) }
    }

    private static func packed(
        _ model: MappedFile, _ tensors: Safetensors, _ weightBytes: Int, folders: [String], source: String
    ) throws(ModelError) -> MappedFile {
        for folder in folders {
            if let file = kept(in: folder, weightBytes) { return file }
        }
        // Once per installation: verifies the published file, then packs it.
        var hash = SHA256()
        hash.update(bufferPointer: model.bytes)
        guard hash.finalize().hexadecimal == digest else { throw .foreign(source) }
        let content = try pack(tensors, weightBytes, source: source)
        for folder in folders {
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            // An atomic rename, so that a process that starts meanwhile sees no file or a complete one.
            let path = folder + "/" + cacheName(weightBytes)
            if (try? content.write(to: URL(fileURLWithPath: path), options: .atomic)) != nil,
                // Published weights, which other accounts may share.
                (try? FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)) != nil,
                let file = kept(in: folder, weightBytes)
            {
                return file
            }
        }
        throw .unwritable((folders.last ?? "") + "/" + cacheName(weightBytes))
    }

    private static func kept(in folder: String, _ weightBytes: Int) -> MappedFile? {
        guard let file = try? MappedFile(path: folder + "/" + cacheName(weightBytes)),
            file.bytes.count == packedSize(weightBytes),
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
                guard let from = tensors.floats(name, part.depth == 1 ? [part.rows] : [part.rows, part.depth]),
                    let start = from.baseAddress
                else {
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
