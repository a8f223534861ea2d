import Logging
import Messages
import Storage

/// Intimate kinds: records of earlier releases, and what has to be deleted.
extension ImportWorker {
    /// Sorts records of earlier releases and deletes the data of declined groups. Errors are logged.
    func drainGroups(now: Milliseconds) async throws {
        try await sortRecords(now: now)
        guard !isResting(.groups) else { return }
        do {
            let due = try await store.read { try GroupRows.due(at: now, after: nil, $0) }
            guard !due.isEmpty else { return }
            let failures = try await store.leased("sweep of groups") { store in
                try await self.on(.small) {
                    try GroupSweep(steps: .apart(store), stopped: { self.inProgress.isStopping }).run(now: now)
                }
            }
            guard let failures, failures > 0 else { return }
            rest(.groups, for: .seconds(3600))
            log.error("Data of declined groups could not be deleted.", metadata: ["groups": "\(failures)"])
        } catch let error where !(error is CancellationError) {
            rest(.groups, for: .seconds(15))
            log.error(
                "Data of declined groups could not be deleted.", metadata: ["reason": "\(Self.reason(error))"])
        }
    }

    private func sortRecords(now: Milliseconds) async throws {
        var last: UserID?
        while let user = try await store.read({ [last] in try CompanionRows.unsorted(after: last, $0) }) {
            last = user
            try await runLeased(.records(user), user) { store in
                var hasMore = true
                while hasMore, !self.inProgress.isStopping {
                    hasMore = try await store.write { transaction in
                        try RecordSorting(user: user, transaction: transaction).sortPart(at: now)
                    }
                }
            }
        }
    }
}
