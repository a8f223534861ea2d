import Messages

/// One person's work of a kind, due at an instant and claimed by one worker.
///
/// A claim has a lease and a fencing number (M. Kleppmann, “How to do distributed locking”, 2016). The lease keeps other
/// workers away while this one lives; the number decides: completing the work in the transaction of its effect fails if
/// a later claim was made, so the effect happens once, however many processes work and whatever their clocks do.
public struct DueWork: Sendable, Equatable {
    /// The person.
    public let user: UserID
    /// The kind of work, as the service named it.
    public let kind: String
    /// When it became due, ms since 1970.
    public let due: Milliseconds
    /// Number of the claim; greater than those of all earlier claims of this person's work of the kind.
    public let fence: Int64
    /// Number of failed attempts since the work was scheduled.
    public let failures: Int
}

extension DueWork {
    /// Limits of claims and repetitions, in milliseconds.
    enum Limits {
        /// Length of a lease: far longer than one person's work takes, short enough that the work of a killed process
        /// is soon taken over.
        static let lease: Milliseconds = 60_000
        /// Pause after the first failure; doubles with each further one.
        static let firstPause: Milliseconds = 60_000
        /// Longest pause after a failure. A claim that ends later than this from now was made before the clock was set
        /// back, and counts as ended.
        static let maximumPause: Milliseconds = 15 * 60_000

        /// The pause after so many failures, at least 1.
        static func pause(after failures: Int) -> Milliseconds {
            min(maximumPause, firstPause << Milliseconds(min(max(failures - 1, 0), 8)))
        }
    }
}

extension Transaction {
    /// Schedules a person's work of a kind, or moves it to another instant. Moving it ends a claim that was made for the
    /// earlier instant; the same instant again changes nothing.
    /// - Parameter due: ms since 1970; an instant in the past is due now.
    /// - Throws: `ServiceError(.erased)`; errors as of the type.
    public func schedule(_ kind: String, user: UserID, at due: Milliseconds) throws {
        try check(user)
        try execute(
            """
            INSERT INTO storage_due_work (user, kind, due) VALUES (?, ?, ?)
            ON CONFLICT (user, kind) DO UPDATE SET due = excluded.due, fence = storage_due_work.fence + 1, lease = 0,
                failures = 0
                WHERE storage_due_work.due IS NOT excluded.due
            """, [user, kind, due])
    }

    /// When a person's work of a kind is due, ms since 1970; nil if it is not scheduled.
    /// - Throws: errors as of the type.
    public func scheduled(_ kind: String, user: UserID) throws -> Milliseconds? {
        try value(Milliseconds.self, "SELECT due FROM storage_due_work WHERE user = ? AND kind = ?", [user, kind])
    }

    /// Of a kind, ?1, due at an instant, ?2, and held by no claim; a claim that ends after ?3 counts as ended.
    private static let isClaimable = "kind = ?1 AND due <= ?2 AND (lease <= ?2 OR lease > ?3)"

    /// True if there is work to claim; see `claim`.
    func canClaim(_ kind: String, now: Milliseconds) throws -> Bool {
        try value(
            Int.self, "SELECT 1 FROM storage_due_work WHERE \(Self.isClaimable) LIMIT 1",
            [kind, now, now + DueWork.Limits.maximumPause]) != nil
    }

    /// Claims work that is due and that no other worker holds, the longest due first.
    /// - Parameters:
    ///   - now: ms since 1970.
    ///   - limit: most claims.
    /// - Throws: errors as of the type.
    func claim(_ kind: String, now: Milliseconds, limit: Int) throws -> [DueWork] {
        let claimed = try rows(
            "SELECT user, due, fence, failures FROM storage_due_work WHERE \(Self.isClaimable) ORDER BY due, user LIMIT ?4",
            [kind, now, now + DueWork.Limits.maximumPause, limit]
        ).map { row in
            // Damaged counters begin anew.
            let (fence, failures) = (try? row["fence"] as StoredCounter, try? row["failures"] as StoredCounter)
            return DueWork(
                user: try row["user"], kind: kind, due: try row["due"],
                fence: Int64(fence?.value ?? 0) + 1, failures: Int(failures?.value ?? 0))
        }
        for work in claimed {
            try execute(
                "UPDATE storage_due_work SET fence = ?, lease = ? WHERE user = ? AND kind = ?",
                [work.fence, now + DueWork.Limits.lease, work.user, kind])
        }
        return claimed
    }

    /// Ends a claim whose work is done in this transaction.
    /// - Throws: `StorageError(.lostClaim)` if the work was claimed again, moved, taken off the schedule or erased:
    ///   then this transaction must have no effect. Errors as of the type.
    func complete(_ work: DueWork) throws {
        let completed = try execute(
            """
            UPDATE storage_due_work SET due = NULL, fence = fence + 1, lease = 0, failures = 0
            WHERE user = ? AND kind = ? AND fence = ?
            """, [work.user, work.kind, work.fence])
        guard completed == 1 else {
            throw StorageError(
                .lostClaim, "Another worker has this work now, or it is not due any more; nothing was changed.")
        }
    }

    /// Ends a claim whose work failed; it can be claimed again after a pause. Changes nothing if the claim is lost.
    /// - Parameter now: ms since 1970.
    /// - Throws: errors as of the type.
    func postpone(_ work: DueWork, now: Milliseconds) throws {
        let failures = work.failures + 1
        try execute(
            """
            UPDATE storage_due_work SET fence = fence + 1, lease = ?, failures = ?
            WHERE user = ? AND kind = ? AND fence = ?
            """, [now + DueWork.Limits.pause(after: failures), failures, work.user, work.kind, work.fence])
    }
}
