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

    /// Shared by the caller of a reading, which may be cancelled, and the thread.
    private final class Call: Sendable {
        private let cancelled = Atomic(false)
        var isCancelled: Bool { cancelled.load(ordering: .relaxed) }
        func cancel() { cancelled.store(true, ordering: .relaxed) }
    }

    private struct Job {
        let call: Call
        let maximumTime: Duration
        /// The pieces of all texts that are read, in order.
        var pieces: [[Int32]]
        /// Number of pieces of each text; 0 for one that is left out.
        var counts: [Int]
        var readings: [SentenceReading] = []
        /// Start of the first batch.
        var started: ContinuousClock.Instant?
        let continuation: CheckedContinuation<[SentenceReading?], any Error>

        /// One reading per text; nil for one whose pieces were not all computed.
        var answer: [SentenceReading?] {
            var next = 0
            return counts.map { count in
                defer { next += count }
                let range = next..<next + count
                guard count > 0, range.upperBound <= readings.count else { return nil }
                return count == 1
                    ? readings[next] : SentenceReading.mean(of: range.map { (readings[$0], Double(pieces[$0].count)) })
            }
        }

        /// True once all pieces are computed, or another batch would exceed the time.
        func isFinished(now: ContinuousClock.Instant, batch: Duration) -> Bool {
            if readings.count == pieces.count { return true }
            guard let started else { return false }
            return now - started + batch > maximumTime
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
    /// - Throws: `CancellationError`.
    public func read(_ texts: [String]) async throws -> [SentenceReading] {
        let limits = ReadingLimits(maximumTokens: .max, maximumTime: .seconds(86_400))
        return try await read(texts, within: limits).compactMap(\.self)
    }

    /// The readings that the limits allow. A call that is cancelled ends before the next batch.
    /// - Throws: `CancellationError`.
    public func read(_ texts: [String], within limits: ReadingLimits) async throws -> [SentenceReading?] {
        guard !texts.isEmpty else { return [] }
        let call = Call()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                thread.async { self.start(texts, limits, call, continuation) }
            }
        } onCancel: {
            call.cancel()
            thread.async { self.endCancelled() }
        }
    }

    private func start(
        _ texts: [String], _ limits: ReadingLimits, _ call: Call,
        _ continuation: CheckedContinuation<[SentenceReading?], any Error>
    ) {
        guard !call.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        var left = limits.maximumTokens
        var (pieces, counts): ([[Int32]], [Int]) = ([], [])
        for text in texts {
            // Every piece but that of an empty text has more tokens than the two that enclose it.
            guard left > 2 else {
                counts.append(0)
                continue
            }
            let own = tokenizer.pieces(of: text, limit: MiniLMEncoder.maximumRows, maximum: Self.maximumPieces)
            let tokens = own.reduce(0) { $0 + $1.count }
            guard tokens <= left else {
                counts.append(0)
                continue
            }
            left -= tokens
            pieces += own
            counts.append(own.count)
        }
        guard !pieces.isEmpty else { return continuation.resume(returning: texts.map { _ in nil }) }
        jobs.withLock {
            $0.append(
                Job(
                    call: call, maximumTime: limits.maximumTime, pieces: pieces, counts: counts,
                    continuation: continuation))
        }
        thread.async { self.runBatch() }
    }

    /// Removes the jobs whose callers were cancelled.
    private func endCancelled() {
        let ended = jobs.withLock { jobs in
            let ended = jobs.filter(\.call.isCancelled)
            jobs.removeAll(where: \.call.isCancelled)
            return ended
        }
        for job in ended { job.continuation.resume(throwing: CancellationError()) }
    }

    /// Computes one batch and reschedules itself while jobs remain.
    private func runBatch() {
        let batch = nextBatch()
        guard !batch.isEmpty else { return }
        let start = ContinuousClock.now
        let readings = encoder.read(batch.map { $0.ids[...] })
        let now = ContinuousClock.now
        let (finished, isMore) = jobs.withLock { jobs in
            for (item, reading) in zip(batch, readings) {
                jobs[item.job].started = jobs[item.job].started ?? start
                jobs[item.job].readings.append(reading)
            }
            let finished = jobs.filter { $0.isFinished(now: now, batch: now - start) }
            jobs.removeAll { $0.isFinished(now: now, batch: now - start) }
            return (finished, !jobs.isEmpty)
        }
        for job in finished { job.continuation.resume(returning: job.answer) }
        if isMore { thread.async { self.runBatch() } }
    }

    /// The next batch: one piece of each job in turn, in each job's order, up to the largest number of rows. Jobs with
    /// fewer computed pieces come first, so that a short text never waits for a second batch of a long one.
    private func nextBatch() -> [(job: Int, ids: [Int32])] {
        jobs.withLock { jobs in
            var batch: [(job: Int, ids: [Int32])] = []
            var rows = 0
            var next = jobs.map(\.readings.count)
            let order = jobs.indices.sorted { (next[$0], $0) < (next[$1], $1) }
            var tookAny = true
            while tookAny {
                tookAny = false
                for index in order where next[index] < jobs[index].pieces.count {
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
