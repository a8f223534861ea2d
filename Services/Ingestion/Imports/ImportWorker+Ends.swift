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
}

/// A job in the hands of a worker: its run, and how it ends.
struct JobEnds {
    let job: ImportJob
    let run: any ImportWork
    let source: any RandomAccess
    let spool: SpoolFile
    let steps: Steps
    let log: Logger
    let clock: () -> Milliseconds
    /// What failed the job; nil if its workers died over it.
    private(set) var fault: (any Error)?
    /// The job's status, if it failed.
    private(set) var ended: ImportStatus?

    /// - Throws: as `ImportWork.perform`. An error that is neither the file's nor the machine's would recur, so the job
    ///   fails instead of being retried forever.
    mutating func perform(_ step: ImportStep, _ attempts: Attempts) throws -> ImportStep.Event {
        switch step {
        case .fail:
            try fail(attempts)
            return .done
        case .forget:
            try forget()
            return .done
        case .count, .admit, .begin, .preview, .read, .compare, .keep, .undo, .reduce, .close, .sweep, .ended:
            do {
                return try run.perform(step)
            } catch let error as StorageError where error.code == .lostClaim {
                throw error
            } catch let error where run.kind == .file && !(error is ServiceError || error is CancellationError) {
                fault = error
                return .fault
            }
        }
    }

    /// Stores the end of a job that failed, or that crashed its workers. A companion was answered that its post is kept:
    /// its body is put aside.
    private mutating func fail(_ attempts: Attempts) throws {
        var failed = fault == nil ? job.status : run.status
        failed.phase = .failed
        if let fault {
            failed.problem = ImportProblem(
                code: "failed",
                message: (fault as? StorageError)?.message
                    ?? "The import failed by a fault of Pulsum's; what was read is kept, send the file again.")
        } else {
            failed.eta = nil
            failed.problem = .poisoned(near: attempts.place.flatMap { $0.stage == .reducing ? nil : $0.position })
            log.error("An import was given up: its workers died over it.", metadata: ["times": "\(attempts.deaths)"])
        }
        failed.companion = job.status.companion
        var body: AsideBody?
        if let receipt = failed.companion, let problem = failed.problem {
            body = try AsideBody(job, receipt.sender, problem, source)
        }
        let (user, final, access) = (job.user, failed, UncheckedAccess(source))
        ended = try steps.write { [body] transaction in
            var ended = final
            if let body {
                let aside = AsideRows(user: user, transaction: transaction)
                ended.companion?.isAside = try aside.keep(body, access.access, isPart: false, isNew: false)
            }
            try ImportRows(user: user, transaction: transaction).set(ended)
            return ended
        }
    }

    /// Removes the file, and folds finished posts.
    private func forget() throws {
        let status = ended ?? run.status
        guard run.kind == .file else {
            return log.info("An import was undone.", metadata: ["samples": "\(status.samplesUndone ?? 0)"])
        }
        spool.remove()
        if status.posts != nil {
            let (user, now) = (job.user, clock())
            try steps.write { try PostFold(user: user, transaction: $0).fold(now: now) }
        }
        log.info(
            "An import ended.",
            metadata: [
                "phase": "\(status.phase)", "samples": "\(status.samplesRead)", "new": "\(status.samplesNew)",
                "days": "\(status.daysChanged)",
                "problem": "\(status.problem?.code ?? "none")",
            ])
    }
}
