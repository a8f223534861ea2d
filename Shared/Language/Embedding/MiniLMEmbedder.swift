import CKernels
import Dispatch
import Synchronization

/// all-MiniLM-L6-v2, run locally: 384 dimensions (SEN-4). A text of more than 256 tokens is split into pieces, and its
/// reading is their mean weighted by length. To find one sentence in a long text, read its `Passages`.
///
/// Inference takes milliseconds, so it runs on its own thread and not in the cooperative pool. Waiting requests are
/// batched: one piece of each request in turn until a batch is full, so that a library import does not delay a message.
public final class MiniLMEmbedder: SentenceEmbedder {
    /// Name stored with its vectors.
    public let name = "minilm-l6-v2"
    /// Number of vector elements.
    public let dimensions = PackedModel.hidden

    /// Numeric precision of the matrix products.
    public enum Precision: Sendable {
        /// Within 1e-11 of the reference's cosines; for vectors that are stored.
        case full
        /// bfloat16 if the processor has instructions for it: within about 1e-5 of a cosine in half the time. Otherwise
        /// like `full`.
        case fast
    }

    /// Largest number of pieces of a text. 80 pieces hold 20,000 tokens: more than any journal entry has, whatever its
    /// script.
    private static let maximumPieces = 80

    private struct Job {
        /// The pieces of all texts, in order.
        var pieces: [[Int32]]
        /// Number of pieces of each text.
        var counts: [Int]
        var readings: [SentenceReading] = []
        var continuation: CheckedContinuation<[SentenceReading], Never>

        /// One reading per text, once all pieces are computed.
        var answer: [SentenceReading] {
            var next = 0
            return counts.map { count in
                defer { next += count }
                let range = next..<next + count
                return count == 1
                    ? readings[next] : SentenceReading.mean(of: range.map { (readings[$0], Double(pieces[$0].count)) })
            }
        }
    }

    /// The instruction set in use, for display.
    public let kernelName: String
    private let tokenizer: WordPiece
    /// Accessed on `thread` only.
    nonisolated(unsafe) private let encoder: MiniLMEncoder
    private let thread = DispatchQueue(label: "pulsum.embedding")
    private let jobs = Mutex<[Job]>([])

    /// Opens the model, packing its weights first if needed.
    /// - Parameters:
    ///   - folder: contains `model.safetensors` and `vocab.txt`, as `deploy/install` places them.
    ///   - spare: folder for the packed weights if `folder` is not writable.
    ///   - precision: see `Precision`.
    /// - Throws: `ModelError`, with a description for the operator.
    public init(folder: String, spare: String? = nil, precision: Precision = .full) throws(ModelError) {
        guard let kernels = precision == .full ? kernels_best() : kernels_fastest() else { throw .unreadable(folder) }
        tokenizer = WordPiece(vocabulary: try Vocabulary.load(folder + "/vocab.txt"))
        encoder = MiniLMEncoder(
            try PackedModel(folder: folder, spare: spare, weightBytes: kernels.pointee.weight_bytes), kernels: kernels)
        kernelName = encoder.kernelName
    }

    /// The readings of the texts, computed on the embedder's thread. Texts beyond the largest number of pieces are cut.
    public func read(_ texts: [String]) async -> [SentenceReading] {
        guard !texts.isEmpty else { return [] }
        return await withCheckedContinuation { continuation in
            thread.async { self.start(texts, continuation) }
        }
    }

    private func start(_ texts: [String], _ continuation: CheckedContinuation<[SentenceReading], Never>) {
        let pieces = texts.map { tokenizer.pieces(of: $0, limit: MiniLMEncoder.maximumRows, most: Self.maximumPieces) }
        jobs.withLock {
            $0.append(Job(pieces: pieces.flatMap(\.self), counts: pieces.map(\.count), continuation: continuation))
        }
        thread.async { self.runBatch() }
    }

    /// Computes one batch and reschedules itself while jobs remain.
    private func runBatch() {
        let batch = nextBatch()
        guard !batch.isEmpty else { return }
        let readings = encoder.read(batch.map { $0.ids[...] })
        let (finished, isMore) = jobs.withLock { jobs in
            for (item, reading) in zip(batch, readings) { jobs[item.job].readings.append(reading) }
            let finished = jobs.filter { $0.readings.count == $0.pieces.count }
            jobs.removeAll { $0.readings.count == $0.pieces.count }
            return (finished, !jobs.isEmpty)
        }
        for job in finished { job.continuation.resume(returning: job.answer) }
        if isMore { thread.async { self.runBatch() } }
    }

    /// The next batch: one piece of each job in turn, in each job's order, up to the largest number of rows.
    private func nextBatch() -> [(job: Int, ids: [Int32])] {
        jobs.withLock { jobs in
            var batch: [(job: Int, ids: [Int32])] = []
            var rows = 0
            var next = jobs.map(\.readings.count)
            var tookAny = true
            while tookAny {
                tookAny = false
                for index in jobs.indices where next[index] < jobs[index].pieces.count {
                    let ids = jobs[index].pieces[next[index]]
                    guard rows + ids.count <= MiniLMEncoder.maximumRows else { return batch }
                    batch.append((index, ids))
                    rows += ids.count
                    next[index] += 1
                    tookAny = true
                }
            }
            return batch
        }
    }
}
