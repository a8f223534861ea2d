import Fixtures
import Foundation
import Logging
import Messages
@testable import Storage
import Testing

@testable import HealthFormats
@testable import Ingestion

/// A real store and spool in a scratch directory, without a bus.
struct Workshop {
    let scratch: Scratch
    let store: Store
    let worker: ImportWorker
    let service: IngestionService
    let user: UserID

    init(
        user: UserID = .random(), scratch: Scratch? = nil, database: String = "ingestion.sqlite",
        pace: ImportRun.Pace = .init(), quotas: Quotas = Quotas()
    ) throws {
        let scratch = try scratch ?? Scratch()
        (self.scratch, self.user) = (scratch, user)
        store = try Store(
            path: scratch.file(database), service: .ingestion,
            key: try MasterKey.loadOrCreate(path: scratch.file("master.key")),
            migrations: Schema.migrations)
        worker = ImportWorker(
            store: store, bus: nil, spools: scratch.file("spool"),
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, pace: pace, quotas: quotas)
        service = IngestionService(store: store, spools: scratch.file("spool"), worker: worker, quotas: quotas)
    }

    /// Posts a small file as a phone does.
    func post(_ text: String, job: EntityID = .random()) async throws -> ImportStatus {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return try await SmallPost(store: store, uploads: service, log: log).run(
            PostSamples(user: user, job: job, fileName: "Health Auto Export.json", bytes: Array(text.utf8)))
    }

    /// Imports a post through an upload, as one that is too large for a single message.
    func upload(post text: String) async throws -> ImportStatus {
        let (job, bytes) = (EntityID.random(), Array(text.utf8))
        _ = try await service.begin(
            BeginUpload(
                user: user, job: job, fileName: "Health Auto Export.json", size: Int64(bytes.count), isPost: true))
        _ = try await service.append(UploadChunk(user: user, job: job, offset: 0, bytes: bytes))
        _ = try await service.start(StartImport(user: user, job: job))
        try await worker.drain()
        var status = try await service.query(ImportQuery(user: user, job: job))
        status.undo = nil
        return status
    }

    /// Uploads a file as a client does, without starting its import.
    func upload(_ bytes: [UInt8], chunk: Int = 100_000) async throws -> EntityID {
        let job = EntityID.random()
        var offset = try await service.begin(
            BeginUpload(user: user, job: job, fileName: "export.xml", size: Int64(bytes.count))
        ).offset
        while offset < bytes.count {
            let end = min(Int(offset) + chunk, bytes.count)
            offset = try await service.append(
                UploadChunk(user: user, job: job, offset: offset, bytes: Array(bytes[Int(offset)..<end]))
            ).offset
        }
        return job
    }

    @discardableResult
    func importing(_ bytes: [UInt8]) async throws -> ImportStatus {
        let job = try await upload(bytes)
        _ = try await service.start(StartImport(user: user, job: job))
        try await worker.drain()
        return try await service.query(ImportQuery(user: user, job: job))
    }

    /// Runs the job and aborts it at its n-th check of the flag.
    /// - Returns: whether it was aborted, and the number of checks.
    @discardableResult
    func die(
        _ job: EntityID, after limit: Int, pace: ImportRun.Pace = .init(pending: 300, page: 8, elements: 400)
    ) async throws -> (dead: Bool, looks: Int) {
        let (store, user) = (store, user)
        let spool = SpoolFile(directory: scratch.file("spool"), user: user, job: job)
        let (found, key) = try await store.read {
            (try #require(try ImportRows(user: user, transaction: $0).job(job)), try $0.dataKey(user))
        }
        return try await WorkThread.run(.global()) {
            let handle = try #require(try SpoolHandle(spool.path, create: false))
            var looks = 0
            let run = ImportRun(
                steps: .apart(store), job: found, source: try SpoolReader(spool, handle, key: key), pace: pace,
                stopped: {
                    looks += 1
                    return looks > limit
                })
            do {
                _ = try run.run()
                return (false, looks)
            } catch is CancellationError {
                return (true, looks)
            }
        }
    }

    @discardableResult
    func importing(_ xml: String) async throws -> ImportStatus { try await importing(Array(xml.utf8)) }

    /// All stored days, without revisions.
    func metrics() async throws -> [DailyMetrics] {
        try await ofAllDays { [user] transaction, first, last in
            try MetricsRows(user: user, transaction: transaction).days(from: first, through: last)
                .map(\.metrics).filter(\.isSomething)
        }
    }

    func revisions() async throws -> [UInt64] {
        try await ofAllDays { [user] transaction, first, last in
            try MetricsRows(user: user, transaction: transaction).days(from: first, through: last).map(\.revision)
        }
    }

    func chunks() async throws -> [[Sample]] {
        let user = user
        return try await store.read {
            try SampleRows(user: user, transaction: $0).chunks(after: (0, 0), limit: 100_000).map(\.samples)
        }
    }

    /// All samples in Pulsum's own CSV format, as the export has them.
    func exportedSamples() async throws -> [UInt8] {
        var (csv, cursor): ([UInt8], String?) = ([], nil)
        repeat {
            let page = try await service.export(user, cursor)
            for file in page.files where file.name == "ingestion/samples.csv" { csv += file.content }
            cursor = page.next
        } while cursor != nil
        return csv
    }

    /// Number of events committed for a consumer.
    func events(for consumer: ServiceName = .scoring) async throws -> Int {
        try await store.read {
            try $0.value(Int.self, "SELECT COUNT(*) FROM storage_outbox WHERE consumer = ?", [consumer]) ?? 0
        }
    }

    /// Number of events committed for a consumer, by type.
    func eventTypes(for consumer: ServiceName) async throws -> [MessageType: Int] {
        try await store.read { transaction in
            try transaction.rows("SELECT user, id, type FROM storage_outbox WHERE consumer = ?", [consumer])
                .reduce(into: [:]) { counts, row in
                    let key = try transaction.dataKey(row["user"])
                    counts[MessageType(key.show(try row["type"], of: try row["id"])), default: 0] += 1
                }
        }
    }

    /// What is stored of all days.
    func ofAllDays<T: Sendable>(_ read: @escaping @Sendable (Transaction, Day, Day) throws -> T) async throws -> T {
        try await store.read { try read($0, Day(number: .min), Day(number: .max)) }
    }

    func profile(zone: String = "Europe/Berlin", sources: [String] = [], revision: UInt64 = 1) async throws {
        let profile = Profile(
            user: user, revision: revision, timeZones: [ZonePeriod(since: 0, zone: zone)], country: "DE",
            sourceOrder: sources)
        try await store.write { [user] in try RuleRows(user: user, transaction: $0).apply(profile) }
        try await worker.drain()
    }
}
