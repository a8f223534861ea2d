import Logging
import Messages
import ServiceKit
import Storage
import SystemKit

/// Import and export of tables (GOL-5).
struct TableService: Sendable {
    /// Time that a request goes on with an import before it replies; the background does the rest.
    static let patience = Duration.seconds(20)
    /// Milliseconds after which the background takes over an import that no request goes on with.
    static let resting: Milliseconds = 10_000

    let store: Store
    let log: Logger
    var now: @Sendable () -> Milliseconds = WallClock.milliseconds

    func register(_ host: ServiceHost) {
        host.handle(UploadTable.self) { request, _ in try await upload(request) }
        host.handle(ImportPreview.self) { request, _ in try await preview(request) }
        host.handle(ImportTable.self) { request, _ in try await run(request) }
        host.handle(TableImportQuery.self) { query, _ in try await status(query) }
        host.handle(ExportTable.self) { request, _ in try await export(request) }
        host.background("imports of tables") { try await run() }
    }

    // MARK: Import

    /// - Throws: `ServiceError`: `invalid` for a part that is empty or too large; as of `TableRows.append`.
    func upload(_ part: UploadTable) async throws -> UploadedTable {
        guard !part.bytes.isEmpty, part.bytes.count <= UploadTable.maximumPartBytes, part.offset >= 0,
            part.offset <= UploadTable.maximumBytes - Int64(part.bytes.count)
        else {
            throw ServiceError(
                .invalid,
                "A part has 1 to \(UploadTable.maximumPartBytes) bytes, a table at most "
                    + "\(UploadTable.maximumBytes >> 20) MiB.")
        }
        let now = now()
        let size = try await store.write { transaction in
            try transaction.check(part.user)
            return try TableRows(user: part.user, transaction: transaction).append(part, now: now)
        }
        return UploadedTable(table: part.table, offset: size)
    }

    func preview(_ request: ImportPreview) async throws -> TableReport {
        try Self.check(request.kind)
        guard try await stored(request.user, request.table) != nil else { throw Self.absent }
        let deadline = ContinuousClock.now + Self.patience
        return try await importer(request.user, request.table, request.kind).check { ContinuousClock.now < deadline }
    }

    func run(_ request: ImportTable) async throws -> TableImportStatus {
        try Self.check(request.kind)
        let (user, table, now) = (request.user, request.table, now())
        guard let upload = try await stored(user, table) else { throw Self.absent }
        if let kind = upload.kind, kind != request.kind {
            throw ServiceError(.conflict, "This table is being imported as another kind.")
        }
        let importer = importer(user, table, request.kind)
        if upload.phase == nil {
            let deadline = ContinuousClock.now + Self.patience
            let report = try await importer.check { ContinuousClock.now < deadline }
            try await store.write { transaction in
                let imports = TableRows(user: user, transaction: transaction)
                guard var upload = try imports.upload(table) else { throw Self.absent }
                // Another request began meanwhile.
                guard upload.phase == nil else { return }
                (upload.kind, upload.report) = (request.kind, report)
                upload.phase = report.bad == 0 ? .writing : .refused
                try imports.set(table, upload, now: now)
            }
        }
        try await Self.goOn(importer)
        return try await status(TableImportQuery(user: user, table: table))
    }

    private static func goOn(_ importer: TableImporter) async throws {
        let deadline = ContinuousClock.now + patience
        try await importer.run { ContinuousClock.now < deadline }
    }

    func status(_ query: TableImportQuery) async throws -> TableImportStatus {
        guard let status = try await stored(query.user, query.table)?.status(query.table) else { throw Self.absent }
        return status
    }

    private func stored(_ user: UserID, _ table: EntityID) async throws -> TableRows.Upload? {
        try await store.read { try TableRows(user: user, transaction: $0).upload(table) }
    }

    private func importer(_ user: UserID, _ table: EntityID, _ kind: TableKind) -> TableImporter {
        TableImporter(store: store, user: user, table: table, kind: kind, now: now)
    }

    private static func check(_ kind: TableKind) throws {
        guard !TableKind.names.contains(where: { $0.value == kind }) else { return }
        throw ServiceError(.invalid, "kind is one of \(TableKind.names.map(\.name).joined(separator: ", ")).")
    }

    private static let absent = ServiceError(
        .notFound, "There is no such table (any more); uploads are kept for a day. Upload it again.")

    // MARK: Export

    func export(_ request: ExportTable) async throws -> ExportTable.Reply {
        try Self.check(request.kind)
        let place = try TableExport.Place(request.cursor, of: request.kind)
        return try await store.read {
            try TableExport(user: request.user, kind: request.kind, transaction: $0).page(place)
        }
    }

    // MARK: Background

    /// Goes on with imports that rest, and removes old uploads.
    /// - Returns: false if nothing was due.
    func turn() async throws -> Bool {
        let now = now()
        let resting = try await store.read {
            try TableRows.resting(before: now - Self.resting, limit: 16, $0)
        }
        for (user, table) in resting {
            try Task.checkCancellation()
            do {
                guard let kind = try await stored(user, table)?.kind else { continue }
                try await Self.goOn(importer(user, table, kind))
            } catch let error as ServiceError where error.code == .erased {
                continue
            }
        }
        if try await store.read({ try TableRows.hasExpired(now: now, $0) }) {
            try await store.write { try TableRows.removeExpired(now: now, $0) }
        }
        return !resting.isEmpty
    }

    /// Does what is due until cancelled.
    func run(pause: Duration = .seconds(2)) async throws {
        while !Task.isCancelled {
            do {
                _ = try await turn()
            } catch let error where !(error is CancellationError) {
                // Never logs the error's text, because it could quote the person.
                log.error("An import of a table waits.", metadata: ["error": "\(ServiceError.logText(error))"])
            }
            try await Task.sleep(for: pause)
        }
    }
}
