import HealthFormats
import LocalTime
import Messages
import Storage
import Synchronization

/// Runs one import from its bytes to published metrics. Idempotent: after a crash at any point it is run again from the
/// start with the same result, because samples are merged as sets and the count of new samples is committed with them.
final class ImportRun: ImportWork {
    /// Sizes of the steps.
    struct Pace {
        /// Samples held in memory before a merge: 40 bytes each, and as much again while sorting.
        var pending = 300_000
        /// Records of other kinds held in memory before they are stored: about 300 bytes each.
        var readings = 20_000
        /// Chunks merged per transaction; holds the database's writer for about 10 ms.
        var page = 128
        /// Readings of other kinds after which a transaction opens no further chunk.
        var opened = ReadingRows.maximumPerWrite
        /// Elements read between two checks of the clock.
        var elements = 20_000
        /// Bytes of XML above which the last days are previewed first: about one second of work.
        var large: Int64 = 200_000_000
        /// Chunks, and days of them, that may be merged where all steps are one transaction.
        var together = (chunks: 64, days: 8)
    }

    /// Thrown before anything is merged: too much for one transaction.
    struct TooMuch: Error {}

    private static let interval = Duration.milliseconds(300)

    private let steps: Steps
    private let job: ImportJob
    private let source: any RandomAccess
    private let stopped: () -> Bool
    private let told: () -> Void
    private let noted: (WorkPlace) -> Void
    private let pace: Pace
    /// Limit on a person's stored chunks, bytes; 0 for none.
    private let quota: Int64
    private(set) var status: ImportStatus
    /// The recognised file, from `preview` on.
    private var file: ImportFile?
    /// What kept the file from being read further.
    private var problem: ImportProblem?
    private var batch = SampleBatch()
    private var rules = MergeRules()
    /// Records what the file contains; nil if nothing is to be deleted.
    private let difference: ExportDifference?
    private var isNoting = false
    /// Chunks of closed records removed per transaction.
    private static let swept = 500
    /// Samples rejected because their day was full.
    private var excess: Int64 = 0
    /// Records of kinds that are not stored as samples, read and not yet stored.
    private var readings: [CompanionRecord] = []
    /// Their number in the file by kind, but for intimate ones.
    private var readingsTaken: [String: Int64] = [:]
    /// The merged samples that changed something.
    private var changed = ChangedSamples()
    private let clock = ContinuousClock()
    private let began: ContinuousClock.Instant
    private var saved: ContinuousClock.Instant

    /// - Parameters:
    ///   - stopped: checked often; true ends the run, to be run again later.
    ///   - told: called after new progress was stored.
    ///   - noted: receives the place of each step before it starts.
    init(
        steps: Steps, job: ImportJob, source: any RandomAccess, pace: Pace = Pace(), quota: Int64 = 0,
        stopped: @escaping () -> Bool,
        told: @escaping () -> Void = {}, noted: @escaping (WorkPlace) -> Void = { _ in }
    ) {
        (self.steps, self.job, self.source, self.pace, self.quota) = (steps, job, source, pace, quota)
        (self.stopped, self.told, self.noted) = (stopped, told, noted)
        status = ImportStatus(job: job.job, fileName: job.status.fileName, phase: .reading)
        // Samples committed by an earlier attempt count as new to this import.
        (status.samplesNew, status.daysChanged) = (job.status.samplesNew, job.status.daysChanged)
        (status.replaces, status.samplesRemoved, status.posts) = (
            job.status.replaces, job.status.samplesRemoved, job.status.posts
        )
        difference = job.status.replaces == true ? ExportDifference(steps: steps, job: job) : nil
        // A post is one of hundreds a day, and a replacing import also deletes: neither can be undone.
        rules.arrived = job.created
        rules.recording = job.status.posts == nil && job.status.replaces != true ? job.job : nil
        began = clock.now
        saved = began
    }

    var kind: ImportStep.Kind { steps.areCommitted ? .file : .post }

    func perform(_ step: ImportStep) throws -> ImportStep.Event {
        switch step {
        case .begin:
            try difference?.clear()
            try beginRecord()
        case .preview: return try reading { try preview() }
        case .read: return try reading { try read(file ?? open()) }
        case .compare: return try reading { if difference != nil { try removeMissing() } }
        case .keep: try keepRead()
        case .reduce:
            try difference?.clear()
            status.phase = .reducing
            status.eta = nil
            // Publishing days stores the status anyway, so a small import needs no extra commit here.
            try saveNowAndThen()
            try reduce()
        case .close:
            status.problem = problem
            status.phase = problem == nil ? .done : .failed
            try writeLetter()
            try save()
        case .sweep: try sweepRecords()
        case .count, .admit, .undo, .fail, .forget, .ended: break
        }
        return .done
    }

    /// Runs a step in which a problem of the file may show.
    private func reading(_ body: () throws -> Void) throws -> ImportStep.Event {
        do { try body() } catch let found as ImportProblem {
            problem = found
            return .problem
        }
        return .done
    }

    private func preview() throws {
        let file = try open()
        self.file = file
        batch = try emptyBatch()
        try readRecent(file)
    }

    private func beginRecord() throws {
        guard rules.recording != nil else { return }
        let job = job
        try steps.write { try ImportAdditions(user: job.user, transaction: $0).begin(job.job, at: job.created) }
    }

    /// Makes the letter of a file that brought at least two weeks. A repetition after a crash makes the same one.
    private func writeLetter() throws {
        guard status.phase == .done, status.posts == nil, status.daysChanged >= LetterWriter.minimumDays else { return }
        let job = job
        let days = try steps.read {
            try MetricsRows(user: job.user, transaction: $0).days().map(\.metrics).filter(\.isSomething)
        }
        let letter = LetterWriter(days).letter(
            job.job, at: job.created, samples: status.samplesNew, changed: status.daysChanged)
        guard let letter else { return }
        try steps.write { try LetterRows(user: job.user, transaction: $0).set(letter) }
    }

    /// Removes the records of imports that this one overlapped.
    private func sweepRecords() throws {
        let user = job.user
        while try steps.write({ try ImportAdditions(user: user, transaction: $0).sweep(limit: Self.swept) }) {
            // The next start of an import goes on.
            if stopped() { return }
        }
    }

    /// Stores the samples read before a problem, unless there is no room for them.
    private func keepRead() throws {
        guard problem?.code != ImportProblem.quotaCode else { return }
        do { try flush() } catch let full as ImportProblem { problem = full }
    }

    /// Publishes the changed days in pages and commits their count with each page.
    private func reduce(recentOnly: Bool = false) throws {
        let (user, status, isSaved) = (job.user, status, steps.areCommitted)
        let changed = Mutex(Int64(0))
        defer { self.status.daysChanged += changed.withLock { $0 } }
        noted(.days(0))
        try MetricsUpdate(steps: steps, user: user).run(
            recentOnly: recentOnly, changed: isSaved ? nil : self.changed, stopped: stopped,
            progress: { done, _ in
                noted(.days(done))
                try saveNowAndThen()
            }
        ) { count, transaction in
            var status = status
            status.daysChanged += count
            if isSaved { try ImportRows(user: user, transaction: transaction).set(status) }
            changed.withLock { $0 = count }
        }
        let history = try steps.read { try RuleRows(user: user, transaction: $0).rules().history }
        self.status.quarantined[RejectionReason.loneDay.rawValue] = batch.lone(before: history ?? HistoryStart())
    }

    private func read(_ file: ImportFile) throws {
        excess = 0
        batch.resetTaken()
        readingsTaken = [:]
        let reader = try file.reader()
        isNoting = difference != nil && file.isHealthExport
        defer {
            take(reader)
            count(reader)
        }
        while !reader.isFinished {
            if stopped() { throw CancellationError() }
            try reader.read(elements: pace.elements, into: &batch)
            rules.exported = reader.exported?.instant
            take(reader)
            if batch.count >= pace.pending || readings.count >= pace.readings {
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
        if reader.isTable, status.taken.isEmpty, !status.quarantined.isEmpty { throw ImportProblem.nothingRead }
    }

    /// Deletes the samples that the whole file lacks compared to earlier exports, and commits the count with them.
    private func removeMissing() throws {
        guard let difference, isNoting, let exported = rules.exported else {
            throw ImportProblem.notAFullExport
        }
        let (user, status) = (job.user, status)
        let before = status.samplesRemoved ?? 0
        let removed = Mutex(before)
        defer { self.status.samplesRemoved = removed.withLock { $0 } }
        @Sendable func commit(_ count: Int64, _ transaction: Transaction) throws {
            var status = status
            status.samplesRemoved = before + count
            try ImportRows(user: user, transaction: transaction).set(status)
            removed.withLock { $0 = before + count }
        }
        try difference.bury(before: exported, stopped: stopped) { try commit($0, $1) }
        // Readings that an earlier file brought and this one lacks.
        let (job, page, maximum) = (job.job, pace.page, pace.opened)
        var place: ReadingRows.Address?
        repeat {
            if stopped() { throw CancellationError() }
            let (after, sum) = (place, removed.withLock { $0 } - before)
            place = try steps.write { transaction in
                let rows = ReadingRows(rows: try CompanionRows(user: user, transaction: transaction))
                let part = try rows.remove(after: after, limit: page, maximum: maximum) { reading in
                    reading.job.map { $0 != job } ?? false && reading.end < exported
                }
                if part.removed > 0 { try commit(sum + part.removed, transaction) }
                return part.next
            }
        } while place != nil
        try steps.write { try GroupRows(user: user, transaction: $0).dropEmpty() }
    }

    /// Reads and publishes the last days of a large export before the full pass (ING-8). Problems are ignored here: the
    /// full pass reports them.
    private func readRecent(_ file: ImportFile) throws {
        guard let reader = try file.recentReader(days: MetricsUpdate.reachOfRecent, above: pace.large) else { return }
        do {
            while !reader.isFinished {
                if stopped() { throw CancellationError() }
                try reader.read(elements: pace.elements, into: &batch)
                if clock.now - saved > Self.interval { try save() }
            }
        } catch  where error is RecentRecords.Unusable || error is ImportProblem {
            batch = try emptyBatch()
            return
        }
        try note(reader)
        try flush()
        try reduce(recentOnly: true)
    }

    private func emptyBatch() throws -> SampleBatch {
        let user = job.user
        return try steps.read { try CatalogRows(user: user, transaction: $0).emptyBatch() }
    }

    /// The first character that is no space, behind a byte order mark.
    static func firstCharacter(_ head: [UInt8]) -> UInt8? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return head.dropFirst(head.starts(with: mark) ? mark.count : 0).first { $0 > 0x20 }
    }

    /// Recognises the format by the file's content.
    private func open() throws -> ImportFile {
        let (user, now) = (job.user, job.created / 1000)
        let head = try source.bytes(at: 0, count: Int(min(source.size, 4096)))
        if head.starts(with: [0x50, 0x4B]) {
            let archive = try ZipArchive(source)
            let entry = try archive.healthExport()
            status.bytesTotal = entry.size
            let electrocardiograms = ElectrocardiogramFiles(archive, now: now)
            return ImportFile(now: now, size: entry.size, note: noted, electrocardiograms: electrocardiograms) {
                try archive.open(entry, checksum: $0)
            }
        }
        status.bytesTotal = source.size
        let source = source
        func calendar() throws -> LocalCalendar {
            try steps.read { try RuleRows(user: user, transaction: $0).rules().calendar }
        }
        switch Self.firstCharacter(head) {
        case UInt8(ascii: "<"): return ImportFile(now: now, size: source.size, note: noted) { _ in ByteSlice(source) }
        case UInt8(ascii: "{"):
            let calendar = try calendar()
            return ImportFile(source, note: noted) { try HealthAutoExportReader($0, now: now, calendar: calendar) }
        default:
            if HealthAutoExportTableReader.isHeader(head) {
                let calendar = try calendar()
                return ImportFile(source, note: noted) {
                    try HealthAutoExportTableReader($0, now: now, calendar: calendar)
                }
            }
            guard CSVReader.isHeader(head) else {
                throw job.status.posts == nil ? ImportProblem.unknownFormat(head) : .notJSON
            }
            return ImportFile(source, note: noted) { CSVReader(ByteSlice($0), now: now) }
        }
    }

    private func count(_ reader: any SampleReader) {
        status.bytesRead = reader.offset
        status.samplesRead = reader.samplesRead
        status.quarantined = Dictionary(uniqueKeysWithValues: reader.quarantined.map { ($0.rawValue, $1) })
        countExcess()
        status.unknownKinds = reader.unknownKinds.withoutIntimate
        status.unusedReasons = reader.unusedReasons.mapValues(\.rawValue).withoutIntimate
        status.taken = batch.taken.merging(readingsTaken) { $0 + $1 }
        status.lost = batch.lost(reader.rejectedKinds)
        status.skipped = reader.skipped.filter { IntimateNames.groups(of: $0.place).isEmpty }
        if let total = status.bytesTotal, reader.offset > 0 {
            let fraction = min(1, Double(reader.offset) / Double(max(total, 1)))
            status.eta = (clock.now - began).seconds * (1 - fraction) / max(fraction, 0.001)
        }
    }

    /// Takes the records of kinds that are not stored as samples.
    private func take(_ reader: any SampleReader) {
        let taken = reader.takeReadings()
        for record in taken where record.intimateGroup == nil {
            for reading in record.readings { readingsTaken[reading.kind.name, default: 0] += 1 }
        }
        readings += taken
    }

    private func countExcess() {
        status.quarantined[RejectionReason.tooManySamples.rawValue] = excess > 0 ? excess : nil
    }

    /// Stores the UTC offset of the newest export, with which days are computed if no time zone is known, and what the
    /// export says of the person.
    private func note(_ reader: any SampleReader) throws {
        guard let exported = reader.exported else { return }
        let (user, owner) = (job.user, owner(reader, exported.instant))
        try steps.write { transaction in
            let rows = RuleRows(user: user, transaction: transaction)
            var rules = try rows.rules()
            if let owner { rules.note(owner) }
            if exported.instant > rules.exported ?? .min {
                (rules.exported, rules.offset) = (exported.instant, exported.offset)
            }
            try rows.set(rules)
        }
    }

    /// Nil for a post, which cannot be undone, and for an export whose date lies in the future: no other would ever be
    /// newer.
    private func owner(_ reader: any SampleReader, _ exported: Int64) -> ExportOwner? {
        guard let owner = reader.owner, job.status.posts == nil, exported <= job.created / 1000 + 86_400 else {
            return nil
        }
        return ExportOwner(job: job.job, exported: exported, sex: owner.sex, birthday: owner.birthday)
    }

    /// - Throws: `TooMuch` if the pending samples are too many for one transaction.
    private func checkSize() throws {
        var (chunks, days) = (0, Set<Int32>())
        for samples in batch.samples.values {
            let own = Set(samples.map(\.chunkDay))
            chunks += own.count
            days.formUnion(own)
        }
        chunks += Set(readings.map { ReadingRows.Chunk($0) }).count
        guard chunks <= pace.together.chunks, days.count <= pace.together.days else { throw TooMuch() }
    }

    /// Merges the pending samples, `pace.page` chunks per transaction, and commits the counts with them.
    private func flush() throws {
        let user = job.user
        if !steps.areCommitted { try checkSize() }
        let (sources, notes) = batch.takeNames()
        let (exported, quota, recording) = (rules.exported != nil ? true : nil, quota, rules.recording)
        let identity = try steps.write { transaction in
            let catalog = CatalogRows(user: user, transaction: transaction)
            let kept = SampleRows(user: user, transaction: transaction)
            guard try quota == 0 || kept.kept() < quota else { throw ImportProblem.quota(quota) }
            var new: [UInt64] = []
            for (id, source) in sources
            where try catalog.describe(id, CatalogEntry(source: source, exported: exported)) {
                new.append(id)
            }
            for (id, note) in notes where try catalog.describe(id, CatalogEntry(note: note)) { new.append(id) }
            if let recording {
                try ImportAdditions(user: user, transaction: transaction).note(names: new, of: recording)
            }
            return try catalog.catalog().identity
        }
        (rules.replacing, rules.identity) = (batch.replacing, identity)
        let rules = rules
        var page: [NewChunk] = []
        try batch.takeChunks { kind, day, samples in
            page.append(NewChunk(kind: kind, day: day, samples: samples, rules: rules))
            if page.count == pace.page {
                try merge(page)
                page.removeAll(keepingCapacity: true)
            }
        }
        if !page.isEmpty { try merge(page) }
        try storeReadings()
        // Each merge committed the counts.
        saved = clock.now
        told()
    }

    private func merge(_ page: [NewChunk]) throws {
        let (user, status, isNoting, isSaved) = (job.user, status, isNoting, steps.areCommitted)
        let sum = try steps.write { transaction in
            if isNoting {
                let seen = SeenRows(user: user, transaction: transaction)
                for chunk in page { try seen.note(chunk) }
            }
            let rows = SampleRows(user: user, transaction: transaction)
            var sum = Merged(added: 0, excess: 0)
            for chunk in page {
                let merged = try rows.merge(chunk)
                sum.changed.formUnion(merged.changed)
                guard !chunk.kind.isPart else { continue }
                (sum.added, sum.excess) = (sum.added + merged.added, sum.excess + merged.excess)
            }
            var status = status
            status.samplesNew += Int64(sum.added)
            if isSaved { try ImportRows(user: user, transaction: transaction).set(status) }
            return sum
        }
        changed.formUnion(sum.changed)
        self.status.samplesNew += Int64(sum.added)
        excess += Int64(sum.excess)
        countExcess()
        if stopped() { throw CancellationError() }
    }

    /// Stores the pending records of other kinds, at most `pace.page` chunks and about `pace.opened` readings per
    /// transaction, and commits the counts with them.
    private func storeReadings() throws {
        let all = readings.sorted {
            ($0.readings[0].kind.name, $0.readings[0].start) < ($1.readings[0].kind.name, $1.readings[0].start)
        }
        readings = []
        var rest = all[...]
        while !rest.isEmpty {
            if stopped() { throw CancellationError() }
            var (end, chunks) = (rest.startIndex, Set<ReadingRows.Chunk>())
            while end < rest.endIndex {
                let isNew = chunks.insert(ReadingRows.Chunk(rest[end])).inserted
                if isNew, chunks.count > pace.page || end - rest.startIndex >= pace.opened { break }
                end += 1
            }
            if let left = try store(Array(rest[..<end])) {
                end = rest[..<end].firstIndex { ReadingRows.Chunk($0) == left } ?? end
            }
            rest = rest[end...]
        }
    }

    /// Stores records as far as one transaction goes.
    /// - Returns: the first chunk whose records are left; nil if all are stored.
    private func store(_ records: [CompanionRecord]) throws -> ReadingRows.Chunk? {
        let (user, job, created, status, isSaved) = (job.user, job.job, job.created, status, steps.areCommitted)
        let (isReplacing, maximum) = (difference != nil, pace.opened)
        let added = try steps.write { transaction in
            let rows = try CompanionRows(user: user, transaction: transaction)
            let admitted = try GroupRows(rows: rows).admitted(records, at: created)
            let additions = ImportAdditions(user: user, transaction: transaction)
            let states = try additions.states()
            // What comes again while its import is being undone stays.
            let added = try ReadingRows(rows: rows).add(admitted, of: job, maximum: maximum) {
                isReplacing || states[$0] == .undoing
            }
            for other in added.repeated where states[other] == .open { try additions.set(.closed, other) }
            var status = status
            status.samplesNew += added.count
            if isSaved { try ImportRows(user: user, transaction: transaction).set(status) }
            return added
        }
        self.status.samplesNew += added.count
        excess += added.excess
        countExcess()
        return added.rest
    }

    private func saveNowAndThen() throws { if clock.now - saved > Self.interval { try save() } }

    private func save() throws {
        let (user, status) = (job.user, status)
        // In one transaction the caller stores the final status.
        if steps.areCommitted { try steps.write { try ImportRows(user: user, transaction: $0).set(status) } }
        saved = clock.now
        told()
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
