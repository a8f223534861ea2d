import CKernels

/// The forward pass of all-MiniLM-L6-v2: six layers of self-attention (Wang et al. 2020; Devlin et al. 2019), then the
/// mean of the token vectors, scaled to length 1. The wording is the same mean after the third layer: the last layers
/// were trained to keep a text's topic, while earlier layers keep more of its phrasing.
///
/// The rows of all texts of a batch are contiguous without padding; only attention treats texts separately. Not
/// thread-safe.
final class MiniLMEncoder {
    /// Largest number of tokens in a text and in a batch. More rows are not faster per row, and a short text waits for
    /// its whole batch.
    static let maximumRows = 256
    private static let wordingLayer = 3
    private static let epsilon: Float = 1e-12

    private let model: PackedModel
    private let kernels: UnsafePointer<Kernels>
    private let scratch: Scratch

    /// The instruction set in use, for display.
    var kernelName: String { String(cString: kernels.pointee.name) }

    /// - Parameter model: packed for `kernels`.
    init(_ model: PackedModel, kernels: UnsafePointer<Kernels>) {
        (self.model, self.kernels) = (model, kernels)
        scratch = Scratch(rows: Self.maximumRows)
    }

    /// One reading per text, with 384 numbers each for meaning and wording.
    /// - Parameter texts: token ids; none empty, together at most `maximumRows`.
    func read(_ texts: [ArraySlice<Int32>]) -> [SentenceReading] {
        var rows = 0
        for text in texts {
            for (place, id) in text.enumerated() {
                scratch.ids[rows] = id
                scratch.places[rows] = Int32(place)
                rows += 1
            }
        }
        let lengths = texts.map(\.count)
        var wording: [[Float]] = []
        run(rows, lengths) { layer in
            if layer == Self.wordingLayer { wording = means(lengths) }
        }
        return zip(means(lengths), wording).map { SentenceReading(meaning: $0, wording: $1) }
    }

    /// Mean of each text's current token vectors.
    private func means(_ lengths: [Int]) -> [[Float]] {
        var start = 0
        return lengths.map { length in
            defer { start += length }
            return [Float](unsafeUninitializedCapacity: PackedModel.hidden) { buffer, count in
                guard let out = buffer.baseAddress else { return }
                kernels_pool(scratch.state + start * PackedModel.hidden, out, length, PackedModel.hidden)
                count = PackedModel.hidden
            }
        }
    }

    /// - Parameter afterLayer: called with each layer's number, from 1, when its token vectors are complete.
    private func run(_ rows: Int, _ lengths: [Int], afterLayer: (Int) -> Void) {
        let (hidden, inner, heads) = (PackedModel.hidden, PackedModel.inner, PackedModel.heads)
        let kernels = kernels.pointee
        var weights = model.weights
        func next(_ count: Int) -> UnsafePointer<Float> {
            defer { weights += count * MemoryLayout<Float>.size }
            return weights.assumingMemoryBound(to: Float.self)
        }
        func multiply(
            _ a: UnsafePointer<Float>, _ depth: Int, into out: UnsafeMutablePointer<Float>, _ columns: Int,
            _ finish: KernelFinish = kernel_finish_none
        ) {
            let matrix = weights
            weights += depth * columns * model.weightBytes
            kernels.multiply(
                a, depth, matrix, next(columns), out, columns, rows, depth, columns, finish, scratch.halves)
        }
        let (state, mixed, wide) = (scratch.state, scratch.mixed, scratch.wide)
        let around = (model.weights + model.layerBytes * PackedModel.layers).assumingMemoryBound(to: Float.self)
        kernels_gather(
            model.wordVectors, scratch.ids, model.positionVectors, scratch.places, model.kindVectors, state, rows,
            hidden)
        kernels.normalize(state, nil, around, around + hidden, Self.epsilon, rows, hidden)
        for layer in 1...PackedModel.layers {
            multiply(state, hidden, into: wide, 3 * hidden)
            var start = 0
            for length in lengths {
                kernels.attention(wide + start * 3 * hidden, mixed + start * hidden, length, heads, scratch.attention)
                start += length
            }
            multiply(mixed, hidden, into: wide, hidden)
            kernels.normalize(state, wide, next(hidden), next(hidden), Self.epsilon, rows, hidden)
            multiply(state, hidden, into: wide, inner, kernel_finish_gelu)
            multiply(wide, inner, into: mixed, hidden)
            kernels.normalize(state, mixed, next(hidden), next(hidden), Self.epsilon, rows, hidden)
            afterLayer(layer)
        }
    }

    /// Buffers with the lifetime of the encoder.
    private final class Scratch {
        let ids: UnsafeMutablePointer<Int32>
        let places: UnsafeMutablePointer<Int32>
        let state: UnsafeMutablePointer<Float>
        let mixed: UnsafeMutablePointer<Float>
        let wide: UnsafeMutablePointer<Float>
        let attention: UnsafeMutablePointer<Float>
        let halves: UnsafeMutablePointer<Float>

        init(rows: Int) {
            ids = .allocate(capacity: rows)
            places = .allocate(capacity: rows)
            state = .allocate(capacity: rows * PackedModel.hidden)
            mixed = .allocate(capacity: rows * PackedModel.hidden)
            wide = .allocate(capacity: rows * PackedModel.inner)
            attention = .allocate(capacity: kernels_attention_scratch(rows))
            halves = .allocate(capacity: rows * PackedModel.inner / 2)
        }

        deinit {
            ids.deallocate()
            places.deallocate()
            for buffer in [state, mixed, wide, attention, halves] { buffer.deallocate() }
        }
    }
}
