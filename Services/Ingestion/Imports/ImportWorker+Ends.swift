import Bus
import HealthFormats
import Logging
import Messages
import Storage

/// How jobs begin and end.
extension ImportWorker {
    /// The run of a job, by what its bytes are.
    static func run(
        _ job: ImportJob, _ steps: Steps, _ source: any RandomAccess, pace: ImportRun.Pace = ImportRun.Pace(),
        quota: Int64, stopped: @escaping () -> Bool = { false }, told: @escaping () -> Void = {},
        noted: @escaping (WorkPlace) -> Void
    ) -> any ImportWork {
        guard let receipt = job.status.companion else {
            return ImportRun(
                steps: steps, job: job, source: source, pace: pace, quota: quota, stopped: stopped, told: told,
                noted: noted)
        }
        return CompanionRun(
            steps: steps, job: job, receipt: receipt, source: source, stopped: stopped, noted: noted)
    }

    /// Fails a job that crashed its workers.
    func giveUp(
        _ job: ImportJob, _ attempts: Attempts, _ source: any RandomAccess, _ spool: SpoolFile, _ store: Store
    ) throws {
        var status = job.status
        status.phase = .failed
        status.eta = nil
        status.problem = .poisoned(near: attempts.place.flatMap { $0.stage == .reducing ? nil : $0.position })
        let failed = try end(job, status, source, store)
        let user = job.user
        try WorkThread.wait {
            try await store.write { transaction in
                try AttemptRows(user: user, transaction: transaction).remove(failed.job)
            }
        }
        spool.remove()
        bus?.publish(ImportProgressed.type, user: user, id: failed.job)
        log.error("An import was given up: its workers died over it.", metadata: ["times": "\(attempts.deaths)"])
    }

    /// Runs an import. An error that is neither the file's nor the machine's would recur, so the job fails instead of
    /// being retried forever.
    func finish(
        _ run: any ImportWork, _ job: ImportJob, _ source: any RandomAccess, _ store: Store
    ) throws -> ImportStatus {
        do {
            return try run.run()
        } catch let error as StorageError where error.code == .lostClaim {
            throw error
        } catch let error where !(error is ServiceError || error is CancellationError) {
            var status = run.status
            status.phase = .failed
            status.problem = ImportProblem(
                code: "failed",
                message: (error as? StorageError)?.message
                    ?? "The import failed by a fault of Pulsum's; what was read is kept, send the file again.")
            return try end(job, status, source, store)
        }
    }

    /// Stores the end of a job that failed. A companion was answered that its post is kept: its body is put aside.
    private func end(
        _ job: ImportJob, _ status: ImportStatus, _ source: any RandomAccess, _ store: Store
    ) throws -> ImportStatus {
        var failed = status
        failed.companion = job.status.companion
        var body: AsideBody?
        if let receipt = failed.companion, let problem = failed.problem {
            body = try AsideBody(job, receipt.sender, problem, source)
        }
        let (user, final, access) = (job.user, failed, UncheckedAccess(source))
        return try WorkThread.wait { [body] in
            try await store.write { transaction in
                var ended = final
                if let body {
                    let aside = AsideRows(user: user, transaction: transaction)
                    ended.companion?.isAside = try aside.keep(body, access.access, isPart: false, isNew: false)
                }
                try ImportRows(user: user, transaction: transaction).set(ended)
                return ended
            }
        }
    }
}
