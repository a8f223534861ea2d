import CKernels
import Dispatch
import Synchronization

/// all-MiniLM-L6-v2 on this machine: 384 dimensions (SEN-4). A text of more than 256 tokens is read in pieces, and its reading is their mean, weighted by
/// their lengths; who looks for one sentence in a long text reads it in `Passages`.
///
/// Inference takes milliseconds, so it has a thread of its own, off the pool that messages live on. What waits there is computed together: one piece of each
/// request in turn until a batch is full, so that a library does not hold up a message.
public final class MiniLMEmbedder: SentenceEmbedder {
    public let name = "minilm-l6-v2"
    public let dimensions = PackedModel.hidden

    /// How weights are multiplied.
    public enum Precision: Sendable {
        /// As the reference does it, to 1e-11 of a cosine: for vectors that are kept.
        case full
        /// In bfloat16 where the processor has instructions for it, to about 1e-5 of a cosine in half the time; otherwise as `full`.
        case fast
    }

    /// Covers 20,000 tokens: more than a journal entry can have, whatever its script.
    private static let mostPieces = 80

    private struct Job {
        /// Of all texts, one after the other.
        var pieces: [[Int32]]
        /// How many pieces each text has.
        var counts: [Int]
        var readings: [SentenceReading] = []
        var continuation: CheckedContinuation<[SentenceReading], Never>

        /// One for each text, when all pieces are read.
        var answer: [SentenceReading] {
            var next = 0
            return counts.map { count in
                defer { next += count }
                let range = next..<next + count
                return count == 1 ? readings[next] : SentenceReading.mean(of: range.map { (readings[$0], Double(pieces[$0].count)) })
            }
        }
    }

    /// The instruction set in use, for people.
    public let kernelName: String
    private let tokenizer: WordPiece
    /// Used on `thread` only.
    nonisolated(unsafe) private let encoder: MiniLMEncoder
    private let thread = DispatchQueue(label: "pulsum.embedding")
    private let jobs = Mutex<[Job]>([])

    /// - Parameters:
    ///   - folder: holds `model.safetensors` and `vocab.txt`, as `deploy/install` puts them.
    ///   - spare: where the packed weights are kept if `folder` cannot be written.
    /// - Throws: `ModelError`, whose description is a sentence for people.
    public init(folder: String, spare: String? = nil, precision: Precision = .full) throws(ModelError) {
        guard let kernels = precision == .full ? kernels_best() : kernels_fastest() else { throw .unreadable(folder) }
        tokenizer = WordPiece(vocabulary: try Vocabulary.load(folder + "/vocab.txt"))
        encoder = MiniLMEncoder(try PackedModel(folder: folder, spare: spare, weightBytes: kernels.pointee.weight_bytes), kernels: kernels)
        kernelName = encoder.kernelName
    }

    public func read(_ texts: [String]) async -> [SentenceReading] {
        guard !texts.isEmpty else { return [] }
        return await withCheckedContinuation { continuation in
            thread.async { self.start(texts, continuation) }
        }
    }

    private func start(_ texts: [String], _ continuation: CheckedContinuation<[SentenceReading], Never>) {
        let pieces = texts.map { tokenizer.pieces(of: $0, limit: MiniLMEncoder.maximumRows, most: Self.mostPieces) }
        jobs.withLock { $0.append(Job(pieces: pieces.flatMap(\.self), counts: pieces.map(\.count), continuation: continuation)) }
        thread.async { self.runBatch() }
    }

    /// Computes one batch; comes again while there is more.
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

    /// One piece of each job in turn, each job's in order, as many as fit.
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
