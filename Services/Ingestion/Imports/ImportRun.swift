import Messages
import Storage
import Synchronization

/// One import from its spool file to published metrics, on a `WorkThread`. Killed anywhere and run again from the start it ends in the same state: samples are
/// merged as sets, and the count of new ones is committed with them.
final class ImportRun {
    /// How much is done at a time.
    struct Pace {
        /// Samples held in memory before they are merged: 40 bytes each and as much again while sorting.
        var pending = 400_000
        /// Chunks that one transaction merges: it holds the writer for some 10 ms.
        var page = 128
        /// Elements read between two looks at the clock.
        var elements = 20_000
    }

    private static let interval = Duration.milliseconds(300)

    private let store: Store
    private let job: ImportJob
    private let source: any RandomAccess
    private let stopped: () -> Bool
    private let told: () -> Void
    private let pace: Pace
    private(set) var status: ImportStatus
    private var batch = SampleBatch()
    private let clock = ContinuousClock()
    private let began: ContinuousClock.Instant
    private var saved: ContinuousClock.Instant

    /// - Parameters:
    ///   - stopped: asked often; true ends the run, to be run again later.
    ///   - told: called whenever the stored progress is new.
    init(
        store: Store, job: ImportJob, source: any RandomAccess, pace: Pace = Pace(), stopped: @escaping () -> Bool, told: @escaping () -> Void = {}
    ) {
        (self.store, self.job, self.source, self.pace, self.stopped, self.told) = (store, job, source, pace, stopped, told)
        status = ImportStatus(job: job.job, fileName: job.status.fileName, phase: .reading)
        // What an earlier attempt committed was new to this import.
        (status.samplesNew, status.daysChanged) = (job.status.samplesNew, job.status.daysChanged)
        began = clock.now
        saved = began
    }

    /// - Returns: the end, `done` or `failed`; a problem of the file is in it, not thrown.
    /// - Throws: what is no fault of the file: no disk space, an erased user, `CancellationError` when stopped.
    func run() throws -> ImportStatus {
        var problem: ImportProblem?
        do {
            try read()
        } catch let found as ImportProblem {
            problem = found
            try flush()
        }
        status.phase = .reducing
        status.eta = nil
        try save()
        try reduce()
        status.problem = problem
        status.phase = problem == nil ? .done : .failed
        try save()
        return status
    }

    /// The days are published a page at a time; the count of them is committed with each.
    private func reduce() throws {
        let (user, status) = (job.user, status)
        let changed = Mutex(Int64(0))
        defer { self.status.daysChanged += changed.withLock { $0 } }
        try MetricsUpdate(store: store, user: user).run(stopped: stopped, progress: { _, _ in try saveNowAndThen() }) { count, transaction in
            var status = status
            status.daysChanged += count
            try transaction.setImport(status, user)
            changed.withLock { $0 = count }
        }
    }

    private func read() throws {
        let reader = try open()
        defer { count(reader) }
        while !reader.isFinished {
            if stopped() { throw CancellationError() }
            try reader.read(elements: pace.elements, into: &batch)
            if batch.count >= pace.pending {
                count(reader)
                try flush()
            } else if clock.now - saved > Self.interval {
                count(reader)
                try save()
            }
        }
        count(reader)
        try note(reader)
        try flush()
    }

    /// Recognises the format by content.
    private func open() throws -> any SampleReader {
        let (store, user, now) = (store, job.user, job.created / 1000)
        let head = try source.bytes(at: 0, count: Int(min(source.size, 4096)))
        if head.starts(with: [0x50, 0x4B]) {
            let archive = try ZipArchive(source)
            let entry = try archive.healthExport()
            status.bytesTotal = entry.size
            return HealthExportReader(try archive.open(entry), now: now)
        }
        status.bytesTotal = source.size
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        switch head.dropFirst(head.starts(with: mark) ? mark.count : 0).first(where: { $0 > 0x20 }) {
        case UInt8(ascii: "<"): return HealthExportReader(ByteSlice(source), now: now)
        case UInt8(ascii: "{"):
            let calendar = try WorkThread.wait { try await store.read { try $0.rules(user).calendar } }
            return try HealthAutoExportReader(source, now: now, calendar: calendar)
        default:
            guard CSVReader.isHeader(head) else { throw ImportProblem.notAHealthExport }
            return CSVReader(ByteSlice(source), now: now)
        }
    }

    private func count(_ reader: any SampleReader) {
        status.bytesRead = reader.offset
        status.samplesRead = reader.samplesRead
        status.quarantined = Dictionary(uniqueKeysWithValues: reader.quarantined.map { ($0.rawValue, $1) })
        status.unknownKinds = reader.unknownKinds
        status.skipped = reader.skipped
        if let total = status.bytesTotal, reader.offset > 0 {
            let fraction = min(1, Double(reader.offset) / Double(max(total, 1)))
            status.eta = (clock.now - began).seconds * (1 - fraction) / max(fraction, 0.001)
        }
    }

    /// The newest export says how days are counted where no time zone is known.
    private func note(_ reader: any SampleReader) throws {
        guard let exported = reader.exported else { return }
        let (store, user) = (store, job.user)
        try WorkThread.wait {
            try await store.write { transaction in
                var rules = try transaction.rules(user)
                guard exported.instant > rules.exported ?? .min else { return }
                (rules.exported, rules.offset) = (exported.instant, exported.offset)
                try transaction.setRules(rules, user)
            }
        }
    }

    /// Merges what is pending, some chunks per transaction, and commits the counts with them.
    private func flush() throws {
        let (store, user) = (store, job.user)
        let (sources, notes) = (batch.sources, batch.notes)
        (batch.sources, batch.notes) = ([:], [:])
        let twins = try WorkThread.wait {
            try await store.write { transaction in
                for (id, source) in sources { try transaction.describe(id, CatalogEntry(source: source), user) }
                for (id, note) in notes { try transaction.describe(id, CatalogEntry(note: note), user) }
                return try transaction.catalog(user).twins
            }
        }
        let rules = MergeRules(replacing: batch.replacing, twins: twins)
        var page: [NewChunk] = []
        try batch.takeChunks { kind, day, samples in
            page.append(NewChunk(kind: kind, day: day, samples: samples, rules: rules))
            if page.count == pace.page {
                try merge(page)
                page.removeAll(keepingCapacity: true)
            }
        }
        if !page.isEmpty { try merge(page) }
        try save()
    }

    private func merge(_ page: [NewChunk]) throws {
        let (store, user, status) = (store, job.user, status)
        let added = try WorkThread.wait {
            try await store.write { transaction in
                let added = try page.reduce(into: Int64(0)) { $0 += Int64(try transaction.merge($1, user)) }
                var status = status
                status.samplesNew += added
                try transaction.setImport(status, user)
                return added
            }
        }
        self.status.samplesNew += added
        if stopped() { throw CancellationError() }
    }

    private func saveNowAndThen() throws { if clock.now - saved > Self.interval { try save() } }

    private func save() throws {
        let (store, user, status) = (store, job.user, status)
        try WorkThread.wait { try await store.write { try $0.setImport(status, user) } }
        saved = clock.now
        told()
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
