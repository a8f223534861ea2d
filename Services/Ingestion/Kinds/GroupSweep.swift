import HealthFormats
import Messages
import Storage

/// Deletes the data of groups that their owners declined or did not answer about in time.
struct GroupSweep {
    let steps: Steps
    /// Checked between parts; true ends the sweep, to be run again later.
    var stopped: () -> Bool = { false }

    /// For a `WorkThread`.
    /// - Returns: the number of groups whose deletion failed and is tried again; they keep no other.
    func run(now: Milliseconds) throws -> Int {
        var failures = 0
        var last: GroupRows.Due?
        while true {
            let after = last
            let page = try steps.read { try GroupRows.due(at: now, after: after, $0) }
            guard !page.isEmpty else { return failures }
            for due in page {
                last = due
                do {
                    while try deletePart(due, now: now) { if stopped() { throw CancellationError() } }
                } catch let error as CancellationError {
                    throw error
                } catch {
                    failures += 1
                }
            }
        }
    }

    /// - Returns: whether something may be left.
    private func deletePart(_ due: GroupRows.Due, now: Milliseconds) throws -> Bool {
        try steps.write { transaction in
            try transaction.check(due.user)
            let rows = try GroupRows(user: due.user, transaction: transaction)
            guard let group = rows.group(due.id) else { return false }
            return try rows.deletePart(of: group, at: now)
        }
    }
}
