import Messages
import Storage

/// Crisis verdicts about a person's texts, here and in other services. While one is in effect, nothing measures, counts
/// or prompts (SAF-4, SCO-7).
struct CrisisRows {
    /// Who told of a verdict.
    enum Source: Int, Sendable {
        /// A text of this service.
        case own = 1
        /// The coach, about the chat and texts of this service; it also withdraws verdicts, those of the journal too.
        case coach
        case journal
    }

    /// A verdict is in effect for this long, in milliseconds: 24 hours cover the rest of its day in every time zone.
    static let duration: Milliseconds = 24 * 3_600_000

    let user: UserID
    let transaction: Transaction

    /// Notes a verdict or its withdrawal, unless a later revision of it is known.
    func put(
        _ id: EntityID, _ source: Source, revision: UInt64, at: Milliseconds, level: Verdict.Level = .crisis,
        withdrawn: Bool = false
    ) throws {
        try transaction.check(user)
        try transaction.execute(
            """
            INSERT INTO crises (user, id, source, revision, at, level, withdrawn) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user, id, source) DO UPDATE SET revision = excluded.revision, at = excluded.at,
                level = excluded.level, withdrawn = excluded.withdrawn
            WHERE excluded.revision > crises.revision
                OR (excluded.revision = crises.revision AND excluded.withdrawn > crises.withdrawn)
            """, [user, id, source.rawValue, Int64(clamping: revision), at, level.rawValue, withdrawn])
    }

    /// Removes a verdict on a text that is safe now, or gone.
    func remove(_ id: EntityID, _ source: Source, before revision: UInt64) throws {
        try transaction.check(user)
        try transaction.execute(
            "DELETE FROM crises WHERE user = ? AND id = ? AND source = ? AND revision < ?",
            [user, id, source.rawValue, Int64(clamping: revision)])
    }

    /// Removes everything that a source told; it then tells it again.
    func forget(_ source: Source) throws {
        try transaction.check(user)
        try transaction.execute("DELETE FROM crises WHERE user = ? AND source = ?", [user, source.rawValue])
    }

    /// True if a verdict is in effect at this time. A withdrawal does not concern a text that was changed after it.
    func isInEffect(at: Milliseconds) throws -> Bool {
        try transaction.row(
            """
            SELECT 1 FROM crises c WHERE c.user = ?1 AND c.withdrawn = 0 AND c.at > ?2 AND NOT EXISTS (
                SELECT 1 FROM crises w WHERE w.user = c.user AND w.id = c.id AND w.source = ?3 AND w.withdrawn = 1
                AND w.at >= c.at)
            LIMIT 1
            """, [user, at - Self.duration, Source.coach.rawValue]) != nil
    }
}
