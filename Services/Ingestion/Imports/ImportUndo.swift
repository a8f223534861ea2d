import HealthFormats
import Messages
import Storage

/// Removes what an import added, page by page, and computes its days again. Each page removes its rows of the record in
/// the same transaction, so that a run after a crash continues where it ended.
final class ImportUndo: ImportWork {
    private let steps: Steps
    private let job: ImportJob
    private let stopped: () -> Bool
    private let told: () -> Void
    /// Chunks per transaction; holds the database's writer for about 10 ms.
    private let page: Int
    private(set) var status: ImportStatus

    /// - Parameters:
    ///   - stopped: checked between pages; true throws `CancellationError`.
    ///   - told: called after new progress was stored.
    init(
        steps: Steps, job: ImportJob, page: Int = 64, stopped: @escaping () -> Bool,
        told: @escaping () -> Void = {}
    ) {
        self.steps = steps
        self.job = job
        self.page = page
        self.stopped = stopped
        self.told = told
        status = job.status
    }

    var kind: ImportStep.Kind { .undo }

    func perform(_ step: ImportStep) throws -> ImportStep.Event {
        switch step {
        case .undo:
            try removeSamples()
            try removeReadings()
        case .reduce: try MetricsUpdate(steps: steps, user: job.user).run(stopped: stopped)
        case .close: try close()
        case .count, .admit, .begin, .preview, .read, .compare, .keep, .sweep, .fail, .forget, .ended: break
        }
        return .done
    }

    private func removeSamples() throws {
        let (user, id, page) = (job.user, job.job, page)
        var isDone = false
        while !isDone {
            if stopped() { throw CancellationError() }
            let before = status
            (status, isDone) = try steps.write { transaction in
                let identity = try CatalogRows(user: user, transaction: transaction).catalog().identity
                let removed = try ImportAdditions(user: user, transaction: transaction).undo(
                    id, limit: page, identity)
                var status = before
                status.samplesUndone = (before.samplesUndone ?? 0) + (removed ?? 0)
                try ImportRows(user: user, transaction: transaction).set(status)
                return (status, removed == nil)
            }
            told()
        }
    }

    private func removeReadings() throws {
        let (user, id, page) = (job.user, job.job, page)
        var place: ReadingRows.Address?
        repeat {
            if stopped() { throw CancellationError() }
            let (before, after) = (status, place)
            (status, place) = try steps.write { transaction in
                let rows = ReadingRows(rows: try CompanionRows(user: user, transaction: transaction))
                let part = try rows.remove(
                    after: after, limit: page, maximum: ReadingRows.maximumPerWrite
                ) { $0.job == id }
                var status = before
                if part.removed > 0 {
                    status.samplesUndone = (before.samplesUndone ?? 0) + part.removed
                    try ImportRows(user: user, transaction: transaction).set(status)
                }
                return (status, part.next)
            }
            told()
        } while place != nil
    }

    private func close() throws {
        let (user, id) = (job.user, job.job)
        status.phase = .undone
        let final = status
        try steps.write { transaction in
            let additions = ImportAdditions(user: user, transaction: transaction)
            try additions.removeNames(of: id)
            try additions.remove(id)
            try LetterRows(user: user, transaction: transaction).remove(id)
            try RuleRows(user: user, transaction: transaction).forgetOwner(of: id)
            try GroupRows(user: user, transaction: transaction).dropEmpty()
            try ImportRows(user: user, transaction: transaction).set(final)
        }
        told()
    }
}
