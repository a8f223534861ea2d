import Bus
import HealthFormats
import Logging
import Messages
import Storage

/// Imports a small post in one transaction (`ImportStep.Kind.post`), whose commit makes it durable: no file holds it
/// before, because its sender repeats the request until it is answered. Whatever has to wait becomes an upload, for the
/// worker.
struct SmallPost {
    let store: Store
    let uploads: IngestionService
    var bus: BusConnection?
    let log: Logger

    /// Waits for another import of the person: number and length of the pauses. Another post takes milliseconds.
    private static let patience = (turns: 20, pause: Duration.milliseconds(5))

    /// - Throws: errors of `IngestionService.begin`.
    func run(_ request: PostSamples) async throws -> ImportStatus {
        guard request.bytes.count <= PostSamples.maximumBytes else {
            throw ServiceError(.invalid, "A post has at most \(PostSamples.maximumBytes) bytes; send it as an upload.")
        }
        try uploads.check(request)
        let spool = SpoolFile(directory: uploads.spools, user: request.user, job: request.job)
        // Other formats may hold far more than their bytes, or change the person's rules.
        let isSmall =
            request.companion != nil || ImportRun.firstCharacter(request.bytes) == UInt8(ascii: "{")
        do {
            if isSmall, let status = try await atOnce(request, spool) { return status }
            return try await queue(request)
        } catch let error as ServiceError where error.code == .erased {
            // The lock may have created the person's directory again.
            try await uploads.erase(request.user)
            throw error
        }
    }

    /// - Returns: nil if it must become an upload.
    private func atOnce(_ request: PostSamples, _ spool: SpoolFile) async throws -> ImportStatus? {
        let (turn, inProgress) = (PersonTurn(request.user, spools: uploads.spools), uploads.worker.inProgress)
        let outcome = try await turn.leased(store) { store -> ImportStatus? in
            guard let lock = try await take(turn) else { return nil }
            defer { withExtendedLifetime(lock) {} }
            // A process died over this post: its worker counts the crash.
            let mark = try PlaceMark(spool.place)
            guard mark.left() == nil,
                inProgress.begin(Attempts(), mark, at: ImportStep.Kind.post.place, isWatched: false)
            else { return nil }
            defer {
                inProgress.end(mark)
                spool.removeMark()
            }
            return try await importNow(request, mark, store)
        }
        return outcome ?? nil
    }

    /// Takes the person's turn; nil if other work keeps it.
    private func take(_ turn: PersonTurn) async throws -> SpoolHandle? {
        for number in 0..<Self.patience.turns {
            if number > 0 { try await Task.sleep(for: Self.patience.pause) }
            if let handle = try turn.take() { return handle }
        }
        return nil
    }

    private func importNow(_ request: PostSamples, _ mark: PlaceMark, _ store: Store) async throws -> ImportStatus? {
        let (user, now, quota) = (request.user, uploads.clock(), uploads.quotas)
        let result: (status: ImportStatus, isNew: Bool)?
        do {
            result = try await store.write { transaction -> (status: ImportStatus, isNew: Bool)? in
                try transaction.check(user)
                let rows = ImportRows(user: user, transaction: transaction)
                let known = try rows.job(request.job)
                if let known, !known.status.phase.canRestart {
                    // An upload that lost its sender before its bytes were stored: this request brings them again.
                    return known.status.phase == .uploading ? nil : (known.status, false)
                }
                // A post counts as one of the person's uploads. It may restate values of an earlier post, which it must
                // not overtake.
                let unfinished = try rows.unfinished()
                guard quota.hasRoom(for: request.companion, among: unfinished),
                    !unfinished.contains(where: { $0.posts != nil && $0.phase != .uploading })
                else { return nil }
                let metrics = MetricsRows(user: user, transaction: transaction)
                let origins = OriginRows(user: user, transaction: transaction)
                // Days that wait for their computation may be thousands.
                guard try metrics.dirtyDays().isEmpty && !origins.hasOlder() else { return nil }
                try quota.checkKept(SampleRows(user: user, transaction: transaction).kept())
                var status = ImportStatus(job: request.job, fileName: request.fileName, phase: .reading)
                status.posts = 1
                status.companion = request.companion.map(CompanionReceipt.init)
                let job = ImportJob(user: user, job: request.job, created: now, status: status)
                let run = ImportWorker.run(
                    job, .together(transaction), MemoryBytes(request.bytes), quota: quota.kept, noted: mark.note)
                status = try metrics.holdingMarks { try run.run() }
                if known != nil { try rows.remove(request.job) }
                try rows.create(status, at: now)
                try PostFold(user: user, transaction: transaction).fold(now: now)
                return (status, true)
            }
        } catch is ImportRun.TooMuch {
            return nil
        } catch let error where request.companion != nil && Self.isFault(error) {
            // A repetition would meet it again: the worker keeps the body, and puts it aside.
            log.error("A post is left to the import.", metadata: ["reason": "\(ServiceError.logText(error))"])
            return nil
        }
        guard let result else { return nil }
        if result.isNew {
            bus?.publish(ImportProgressed.type, user: user, id: request.job)
            log.debug(
                "A post was imported.",
                metadata: ["new": "\(result.status.samplesNew)", "problem": "\(result.status.problem?.code ?? "none")"])
        }
        return result.status
    }

    /// Whether an error is neither the machine's nor the request's, as in `JobEnds.perform`.
    private static func isFault(_ error: any Error) -> Bool {
        if let error = error as? StorageError { return error.code == .damagedValue }
        return !(error is ServiceError || error is CancellationError)
    }

    private func queue(_ request: PostSamples) async throws -> ImportStatus {
        let (user, job) = (request.user, request.job)
        let stored = try await uploads.begin(
            BeginUpload(
                user: user, job: job, fileName: request.fileName, size: Int64(request.bytes.count), isPost: true,
                companion: request.companion)
        ).offset
        if stored < request.bytes.count {
            _ = try await uploads.append(
                UploadChunk(user: user, job: job, offset: stored, bytes: Array(request.bytes[Int(stored)...])))
        }
        return try await uploads.start(StartImport(user: user, job: job))
    }
}
