import HealthFormats
import Messages
import Storage

/// Removes what an import added, page by page, and computes its days again. Runs on a `WorkThread`. Each page removes
/// its rows of the record in the same transaction, so that a run after a crash continues where it ended.
struct ImportUndo {
    let store: Store
    let job: ImportJob
    /// Chunks per transaction; holds the database's writer for about 10 ms.
    var page = 64

    /// - Parameters:
    ///   - stopped: checked between pages; true throws `CancellationError`.
    ///   - told: called after new progress was stored.
    func run(stopped: () -> Bool, told: () -> Void = {}) throws -> ImportStatus {
        let (store, user, id, page) = (store, job.user, job.job, page)
        var status = job.status
        var isDone = false
        while !isDone {
            if stopped() { throw CancellationError() }
            let before = status
            (status, isDone) = try WorkThread.wait {
                try await store.write { transaction in
                    let identity = try CatalogRows(user: user, transaction: transaction).catalog().identity
                    let removed = try ImportAdditions(user: user, transaction: transaction).undo(
                        id, limit: page, identity)
                    var status = before
                    status.samplesUndone = (before.samplesUndone ?? 0) + (removed ?? 0)
                    try ImportRows(user: user, transaction: transaction).set(status)
                    return (status, removed == nil)
                }
            }
            told()
        }
        var place: ReadingRows.Address?
        repeat {
            if stopped() { throw CancellationError() }
            let (before, after) = (status, place)
            (status, place) = try WorkThread.wait {
                try await store.write { transaction in
                    let rows = ReadingRows(rows: try CompanionRows(user: user, transaction: transaction))
                    let part = try rows.remove(after: after, limit: page) { $0.job == id }
                    var status = before
                    if part.removed > 0 {
                        status.samplesUndone = (before.samplesUndone ?? 0) + part.removed
                        try ImportRows(user: user, transaction: transaction).set(status)
                    }
                    return (status, part.next)
                }
            }
            told()
        } while place != nil
        try MetricsUpdate(steps: .apart(store), user: user).run(stopped: stopped)
        status.phase = .undone
        let final = status
        try WorkThread.wait {
            try await store.write { transaction in
                let additions = ImportAdditions(user: user, transaction: transaction)
                try additions.removeNames(of: id)
                try additions.remove(id)
                try LetterRows(user: user, transaction: transaction).remove(id)
                try RuleRows(user: user, transaction: transaction).forgetOwner(of: id)
                try GroupRows(user: user, transaction: transaction).dropEmpty()
                try ImportRows(user: user, transaction: transaction).set(final)
            }
        }
        told()
        return final
    }
}
