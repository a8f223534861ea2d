import Bus
import Dispatch
import Foundation
import HealthFormats
import Messages
import Storage
import SystemKit

/// Handles the service's requests: uploads, imports, daily metrics and a person's own data.
struct IngestionService: Sendable {
    let store: Store
    /// `{data}/spool`.
    let spools: String
    let worker: ImportWorker
    let quotas: Quotas
    var clock: @Sendable () -> Milliseconds = WallClock.milliseconds
    private let files = DispatchQueue(label: "pulsum.spool", attributes: .concurrent)

    init(store: Store, spools: String, worker: ImportWorker, quotas: Quotas = Quotas()) {
        (self.store, self.spools, self.worker, self.quotas) = (store, spools, worker, quotas)
    }

    /// Largest upload, bytes: the same as the limit on decompressed data.
    static let maximumUploadBytes = CheckedStream.maximumBytes
    private static let listed = 50
    private static let metricsPage = 400

    // MARK: Uploads

    func begin(_ request: BeginUpload) async throws -> UploadState {
        guard request.size ?? 0 <= Self.maximumUploadBytes else {
            throw ServiceError(
                .invalid,
                "A file may have at most \(Self.maximumUploadBytes >> 30) GiB; split it or send the zip that Health "
                    + "makes.")
        }
        try Self.check(fileName: request.fileName)
        try Self.check(request.companion)
        let known = try await phase(request)
        let spool = spool(request.user, request.job)
        // A job that has become an import needs no more bytes.
        guard known == .uploading else { return UploadState(job: request.job, offset: request.size ?? 0) }
        return UploadState(job: request.job, offset: try await WorkThread.run(files) { try spool.stored() })
    }

    private static func check(fileName: String) throws {
        guard fileName.utf8.count <= ImportLimits.text else {
            throw ServiceError(
                .invalid, "A file's name has at most \(ImportLimits.text) bytes; rename it and send it again.")
        }
    }

    /// - Throws: `ServiceError`: `invalid` for its name or its companion, `storage` if the disk is full.
    func check(_ post: PostSamples) throws {
        try Self.check(fileName: post.fileName)
        try Self.check(post.companion)
        try quotas.checkDisk(Self.parent(spools), for: Int64(post.bytes.count))
    }

    /// The job's phase. Creates an unknown job if the person's quotas allow it.
    private func phase(_ request: BeginUpload) async throws -> ImportStatus.Phase {
        let (user, quotas, spools, clock, store) = (request.user, quotas, spools, clock, store)
        if let job = try await store.read({ try ImportRows(user: user, transaction: $0).job(request.job) }),
            !job.status.phase.canRestart
        {
            return job.status.phase
        }
        try quotas.checkKept(try await store.read { try SampleRows(user: user, transaction: $0).kept() })
        try await WorkThread.run(files) {
            try quotas.checkSpool(SpoolFile.bytes(spools, user), for: request.size ?? 0)
            try quotas.checkDisk(Self.parent(spools), for: request.size ?? 0)
        }
        @Sendable func create(again: Bool, _ transaction: Transaction) throws -> ImportStatus.Phase? {
            try transaction.check(user)
            let rows = ImportRows(user: user, transaction: transaction)
            let known = try rows.job(request.job)
            if let known, !known.status.phase.canRestart || !again { return known.status.phase }
            let unfinished = try rows.unfinished()
            if request.companion != nil {
                // Whether a body can be read is found out after it was accepted.
                let others = unfinished.filter { $0.companion != nil && $0.job != request.job }
                let aside = AsideRows(user: user, transaction: transaction)
                try aside.check(waiting: others.reduce(0) { $0 + ($1.bytesTotal ?? 0) })
                try aside.checkHidden()
            }
            guard quotas.hasRoom(for: request.companion, among: unfinished) else { return nil }
            var status = ImportStatus(job: request.job, fileName: request.fileName, phase: .uploading)
            (status.bytesTotal, status.posts) = (request.size, request.isPost == true ? 1 : nil)
            status.companion = request.companion.map(CompanionReceipt.init)
            // A failed job restarts: its file is sent again from the first byte.
            if known != nil { try rows.remove(request.job) }
            try rows.create(status, at: clock())
            return status.phase
        }
        let spool = spool(user, request.job)
        func begin() async throws -> ImportStatus.Phase? {
            let phase = try await store.write { try create(again: false, $0) }
            guard phase?.canRestart == true else { return phase }
            return try await alone(with: spool, of: user) { store in
                let steps = Steps.apart(store)
                return try spool.removeStale {
                    // A write, because it requires the lease: another process may have begun the upload anew.
                    try steps.write {
                        try ImportRows(user: user, transaction: $0).job(request.job)?.status.phase.canRestart == true
                    }
                } then: {
                    try steps.write { try create(again: true, $0) }
                }
            }
        }
        if let phase = try await begin() { return phase }
        try await WorkThread.run(files) {
            try SpoolSweep(steps: .apart(store), spools: spools).makeRoom(user, idle: clock() - Quotas.idle)
        }
        guard let phase = try await begin() else { throw quotas.full }
        return phase
    }

    func append(_ request: UploadChunk) async throws -> UploadState {
        guard request.bytes.count <= UploadChunk.maximumBytes, !request.bytes.isEmpty, request.offset >= 0,
            request.offset <= Self.maximumUploadBytes - Int64(request.bytes.count)
        else {
            throw ServiceError(
                .invalid,
                "A chunk has 1 to \(UploadChunk.maximumBytes) bytes, a file at most "
                    + "\(Self.maximumUploadBytes >> 30) GiB.")
        }
        let (job, key) = try await store.read {
            (
                try ImportRows(user: request.user, transaction: $0).job(request.job),
                try $0.dataKey(request.user)
            )
        }
        guard let job else { throw ServiceError(.notFound, "No upload was begun under this identifier; begin one.") }
        guard job.status.phase == .uploading else {
            throw ServiceError(.conflict, "This upload is complete; start another one.")
        }
        let spool = spool(request.user, request.job)
        let (spools, quotas) = (spools, quotas)
        let end = try await alone(with: spool, of: request.user) { _ in
            try quotas.checkSpool(SpoolFile.bytes(spools, request.user), for: Int64(request.bytes.count))
            try quotas.checkDisk(Self.parent(spools), for: Int64(request.bytes.count))
            return try spool.append(request.bytes, at: request.offset, key: key)
        }
        if try await store.isErased(request.user) {
            // Erased meanwhile: the chunk may have created the directory again.
            try await erase(request.user)
            throw ServiceError(.erased, "This account was erased; nothing is kept or accepted for it any more.")
        }
        return UploadState(job: request.job, offset: end)
    }

    func start(_ request: StartImport) async throws -> ImportStatus {
        let spool = spool(request.user, request.job)
        let stored = try await WorkThread.run(files) { try spool.stored() }
        let status = try await store.write { transaction in
            let rows = ImportRows(user: request.user, transaction: transaction)
            guard let job = try rows.job(request.job) else {
                throw ServiceError(.notFound, "No upload was begun under this identifier; begin one.")
            }
            guard job.status.phase == .uploading else { return job.status }
            if let size = job.status.bytesTotal, stored < size {
                throw ServiceError(
                    .conflict, "The upload has \(stored) of \(size) bytes; send the rest from byte \(stored).")
            }
            var status = job.status
            status.phase = .queued
            status.replaces = request.replace == true ? true : nil
            try rows.set(status)
            return status
        }
        worker.nudge()
        return status
    }

    func query(_ request: ImportQuery) async throws -> ImportStatus {
        let found = try await store.read { transaction in
            let job = try ImportRows(user: request.user, transaction: transaction).job(request.job)
            return try job.map { try undoable([$0.status], request.user, transaction) }?.first
        }
        guard let found else {
            throw ServiceError(.notFound, "There is no import under this identifier.")
        }
        return waiting(found)
    }

    /// Says of an import under way whether it waits for disk space.
    private func waiting(_ status: ImportStatus) -> ImportStatus {
        var status = status
        let isUnderWay = [.queued, .reading, .reducing].contains(status.phase)
        if isUnderWay, worker.waitsForSpace(status.job) { status.waitsForSpace = true }
        return status
    }

    func list(_ request: ImportList) async throws -> ImportList.Reply {
        ImportList.Reply(
            imports: try await store.read {
                try undoable(
                    try ImportRows(user: request.user, transaction: $0).page(limit: Self.listed).imports, request.user,
                    $0)
            }.map(waiting))
    }

    /// Says of each import whether it can be undone. One that was read can be even if it brought nothing: readings of
    /// intimate kinds are not counted, and the answer must not tell of them.
    private func undoable(_ imports: [ImportStatus], _ user: UserID, _ transaction: Transaction) throws
        -> [ImportStatus]
    {
        let states = try ImportAdditions(user: user, transaction: transaction).states()
        return imports.map { status in
            guard status.phase == .done || status.phase == .failed else { return status }
            var status = status
            let state = states[status.job]
            guard status.samplesNew > 0 else {
                if state == .open, status.bytesRead > 0 { status.undo = .possible }
                return status
            }
            status.undo =
                switch state {
                case .open: .possible
                case .closed: .overlapped
                case .undoing, nil:
                    status.posts != nil ? .posts : status.replaces == true ? .replacing : .unknown
                }
            return status
        }
    }

    func undo(_ request: UndoImport) async throws -> ImportStatus {
        let (user, now) = (request.user, clock())
        let status = try await store.write { transaction in
            try transaction.check(user)
            let rows = ImportRows(user: user, transaction: transaction)
            guard let stored = try rows.job(request.job)?.status, stored.job == request.job else {
                throw ServiceError(.notFound, "There is no import under this identifier.")
            }
            guard stored.phase != .undoing, stored.phase != .undone else { return stored }
            guard try undoable([stored], user, transaction).first?.undo == .possible else {
                throw ServiceError(
                    .conflict,
                    "This import cannot be undone: it is under way, or it is not known any more what it added.")
            }
            var status = stored
            (status.phase, status.undoneAt, status.samplesUndone) = (.undoing, now, 0)
            try ImportAdditions(user: user, transaction: transaction).set(.undoing, request.job)
            try rows.set(status)
            return status
        }
        worker.nudge()
        return status
    }

    // MARK: Letters

    func letters(_ request: LettersQuery) async throws -> LettersQuery.Reply {
        let limit = min(max(Int(request.limit ?? Int32(Self.listed)), 1), Self.listed)
        var letters = try await store.read {
            try LetterRows(user: request.user, transaction: $0).letters(limit: limit)
        }
        for index in letters.indices { letters[index].charts = [] }
        return LettersQuery.Reply(letters: letters)
    }

    func letter(_ request: LetterQuery) async throws -> Letter {
        let found = try await store.read { try LetterRows(user: request.user, transaction: $0).letter(request.letter) }
        guard let found else { throw ServiceError(.notFound, "There is no letter under this identifier.") }
        return found
    }

    func metrics(_ request: MetricsQuery) async throws -> MetricsQuery.Reply {
        guard request.from <= request.through else {
            throw ServiceError(.invalid, "The first day of a range is not after its last.")
        }
        return MetricsQuery.Reply(
            days: try await store.read { transaction in
                try MetricsRows(user: request.user, transaction: transaction).page(
                    from: request.from, through: request.through, limit: Self.metricsPage
                ).filter(\.isSomething)
            })
    }

    func readings(_ request: ReadingsQuery) async throws -> ReadingsQuery.Reply {
        try await store.read { try DayReadings(user: request.user, transaction: $0).reply(request) }
    }

    func sources(_ request: SourcesQuery) async throws -> SourcesQuery.Reply {
        try await store.read { try SourceStandings(user: request.user, transaction: $0).reply(request.day) }
    }

    // MARK: Anchored batches

    func ingest(_ request: IngestSamples) async throws -> IngestSamples.Reply {
        let batch = try AnchoredBatch(request, now: clock())
        if !request.samples.isEmpty {
            try quotas.checkKept(
                try await store.read { try SampleRows(user: request.user, transaction: $0).kept() })
        }
        let reply = try await store.write { try batch.apply($0) }
        if reply.added + reply.removed > 0 { worker.nudge() }
        return reply
    }

    func anchors(_ request: AnchorsQuery) async throws -> AnchorsQuery.Reply {
        let anchors = try await store.read { try AnchorRows(user: request.user, transaction: $0).all() }
        return AnchorsQuery.Reply(anchors: anchors.filter { request.sender?.owns($0.sender) != false })
    }

    func latestArrival(_ request: LatestArrival) async throws -> LatestArrival.Reply {
        try await store.read { transaction in
            let uploaded = try ImportRows(user: request.user, transaction: transaction).latest()
            let queried = try AnchorRows(user: request.user, transaction: transaction).all().map(\.at).max()
            var reply = LatestArrival.Reply(at: [uploaded, queried].compactMap { $0 }.max())
            if request.withBody == true { reply.body = try arrivedBody(request.user, transaction) }
            return reply
        }
    }

    private func arrivedBody(_ user: UserID, _ transaction: Transaction) throws -> ArrivedBody {
        let owner = try RuleRows(user: user, transaction: transaction).shownRules().owners.first
        let mass = try BodyRows(user: user, transaction: transaction).latestBodyMass()
        return ArrivedBody(
            sex: owner?.sex, birthday: owner?.birthday, exported: owner.map { $0.exported * 1000 },
            kilograms: mass?.kilograms, weighed: mass?.at)
    }

    func nights(_ request: NightArrivals) async throws -> NightArrivals.Reply {
        NightArrivals.Reply(
            nights: try await store.read { try ArrivalRows(user: request.user, transaction: $0).nights() })
    }

    func workouts(_ request: WorkoutSums) async throws -> WorkoutSums.Reply {
        guard request.from <= request.through else {
            throw ServiceError(.invalid, "The first day of a range is not after its last.")
        }
        let sums = try await store.read { transaction in
            try ActivityRows(user: request.user, transaction: transaction).sums(
                from: request.from, through: request.through)
        }
        return WorkoutSums.Reply(sums: sums)
    }

    func kinds(_ request: KindArrivals) async throws -> KindArrivals.Reply {
        KindArrivals.Reply(
            kinds: try await store.read { try ArrivalRows(user: request.user, transaction: $0).kinds() })
    }

    // MARK: Own data

    func export(_ user: UserID, _ cursor: String?) async throws -> ExportUser.Reply {
        try await store.read { try UserExport(user: user, transaction: $0).page(cursor) }
    }

    /// Removes the spool files. The database rows and the key are already gone, so the files can no longer be
    /// decrypted.
    func erase(_ user: UserID) async throws {
        let directory = SpoolFile.directory(spools, user)
        try await WorkThread.run(files) {
            guard FileManager.default.fileExists(atPath: directory) else { return }
            try FileManager.default.removeItem(atPath: directory)
        }
    }

    /// Runs `body` on a thread for files, on PostgreSQL under a lease, which writes of its store require: kernel locks on
    /// a file may not hold across machines.
    func alone<T: Sendable>(
        with spool: SpoolFile, of user: UserID, _ body: @escaping @Sendable (Store) throws -> T
    ) async throws -> T {
        let files = files
        let done = try await store.leased("upload \(spool.job)", of: user) { store in
            try await WorkThread.run(files) { try body(store) }
        }
        guard let done else {
            throw ServiceError(
                .busy, "Another process is at work on this upload; send the chunk again.", retryAfter: 1000)
        }
        return done
    }

    /// The directory of a path: exists before the first upload makes the path.
    private static func parent(_ path: String) -> String { (path as NSString).deletingLastPathComponent }

    private func spool(_ user: UserID, _ job: EntityID) -> SpoolFile {
        SpoolFile(directory: spools, user: user, job: job)
    }
}
