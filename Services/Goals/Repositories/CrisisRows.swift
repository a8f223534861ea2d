import Foundation
import Messages
import Storage

/// Verdicts about a person's texts, here and in other services. While a crisis is in effect, nothing measures, counts or
/// prompts (SAF-4, SCO-7). Every judged text has a row, so that neither their number nor their columns in the clear tell
/// of a crisis; where the database hides content, the verdict is sealed.
struct CrisisRows {
    /// The origin of a verdict.
    enum Source: Int, Sendable {
        /// A text of this service.
        case own = 1
        /// The coach, about the chat and texts of this service; it also withdraws verdicts, those of the journal too.
        case coach
        case journal
    }

    /// A verdict, sealed as ten bytes.
    private struct Mark {
        var level: Verdict.Level
        var withdrawn: Bool
        /// Time of the verdict. The row has that of the latest one about the text, which may have left an earlier crisis
        /// in effect.
        var at: Milliseconds

        init(level: Verdict.Level, withdrawn: Bool, at: Milliseconds) {
            self.level = level
            self.withdrawn = withdrawn
            self.at = at
        }

        init?(_ bytes: Data) {
            guard bytes.count == 10, let level = bytes.first else { return nil }
            self.level = Verdict.Level(rawValue: Int32(level))
            withdrawn = bytes.dropFirst().first == 1
            at = bytes.dropFirst(2).reduce(0) { $0 << 8 | Milliseconds($1) }
        }

        var bytes: [UInt8] {
            [UInt8(clamping: level.rawValue), withdrawn ? 1 : 0] + withUnsafeBytes(of: at.bigEndian, Array.init)
        }
    }

    /// A verdict is in effect for this long, in milliseconds: 24 hours cover the rest of its day in every time zone.
    static let duration: Milliseconds = 24 * 3_600_000

    let user: UserID
    let transaction: Transaction

    private static let columns = "id, source, revision, at, level, withdrawn, sealed"

    /// Notes a verdict or its withdrawal, unless a later revision of it is known.
    /// - Parameter keepsCrisis: a verdict below crisis leaves an earlier crisis of this text in effect.
    func put(
        _ id: EntityID, _ source: Source, revision: UInt64, at: Milliseconds, level: Verdict.Level = .crisis,
        withdrawn: Bool = false, keepsCrisis: Bool = false
    ) throws {
        try transaction.check(user)
        let revision = Int64(clamping: revision)
        var mark = Mark(level: level, withdrawn: withdrawn, at: at)
        if let row = try transaction.row(
            "SELECT \(Self.columns) FROM crises WHERE user = ? AND id = ? AND source = ?", [user, id, source.rawValue])
        {
            let (known, old): (Int64, Mark) = (try row["revision"], try self.mark(row))
            guard revision > known || revision == known && withdrawn && !old.withdrawn else { return }
            if keepsCrisis, level < .crisis, old.level >= .crisis { mark = old }
        }
        try store(mark, id, source.rawValue, revision: revision, at: at)
    }

    /// - Parameter at: of the latest verdict.
    private func store(_ mark: Mark, _ id: EntityID, _ source: Int, revision: Int64, at: Milliseconds) throws {
        let hides = try transaction.hidesContent()
        // An earlier release takes each row for a crisis that was not withdrawn.
        let withdrawn = !hides && (mark.withdrawn || mark.level < .crisis)
        try transaction.execute(
            """
            INSERT INTO crises (user, id, source, revision, at, level, withdrawn, sealed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user, id, source) DO UPDATE SET revision = excluded.revision, at = excluded.at,
                level = excluded.level, withdrawn = excluded.withdrawn, sealed = excluded.sealed
            """,
            [
                user, id, source, revision, hides ? at : mark.at, hides ? 0 : mark.level.rawValue, withdrawn,
                hides ? try seal(mark, id, source) : nil,
            ])
    }

    private func seal(_ mark: Mark, _ id: EntityID, _ source: Int) throws -> Data {
        try transaction.sealBytes(mark.bytes, user: user, table: "crises", row: "\(id)/\(source)")
    }

    private func mark(_ row: Row) throws -> Mark {
        let (id, source, at): (EntityID, Int, Milliseconds) = (try row["id"], try row["source"], try row["at"])
        guard let sealed: Data = try row["sealed"] else {
            return Mark(level: Verdict.Level(rawValue: try row["level"]), withdrawn: try row["withdrawn"], at: at)
        }
        // A damaged verdict counts as a crisis.
        return try transaction.openKept(sealed, user: user, table: "crises", row: "\(id)/\(source)").flatMap(Mark.init)
            ?? Mark(level: .crisis, withdrawn: false, at: at)
    }

    /// Removes the verdict on a text that is gone.
    func remove(_ id: EntityID, _ source: Source, before revision: UInt64) throws {
        try transaction.check(user)
        try transaction.execute(
            "DELETE FROM crises WHERE user = ? AND id = ? AND source = ? AND revision < ?",
            [user, id, source.rawValue, Int64(clamping: revision)])
    }

    /// Removes everything that a source sent; it then sends it again.
    func forget(_ source: Source) throws {
        try transaction.check(user)
        try transaction.execute("DELETE FROM crises WHERE user = ? AND source = ?", [user, source.rawValue])
    }

    /// True if a verdict is in effect at this time. A withdrawal does not concern a text that was changed after it.
    func isInEffect(at: Milliseconds) throws -> Bool {
        let begin = at - Self.duration
        let rows = try transaction.rows(
            "SELECT \(Self.columns) FROM crises WHERE user = ? AND at > ?", [user, begin])
        var crises: [(id: EntityID, at: Milliseconds)] = []
        var withdrawals: [EntityID: Milliseconds] = [:]
        for row in rows {
            let read = try transaction.readOne(of: user, in: "crises") {
                (id: try row["id"] as EntityID, source: try row["source"] as Int, mark: try mark(row))
            }
            // As in `mark`.
            guard let (id, source, mark) = read else { return true }
            if !mark.withdrawn, mark.level >= .crisis, mark.at > begin { crises.append((id, mark.at)) }
            if mark.withdrawn, source == Source.coach.rawValue { withdrawals[id] = mark.at }
        }
        return crises.contains { crisis in withdrawals[crisis.id].map { $0 < crisis.at } ?? true }
    }

    /// The crises of texts of this service, stored or only read, from a time on.
    func own(since begin: Milliseconds) throws -> [GoalTextJudged] {
        let rows = try transaction.rows(
            "SELECT \(Self.columns) FROM crises WHERE user = ? AND source = ? AND at >= ?",
            [user, Source.own.rawValue, begin])
        return try rows.compactMap { row in
            let mark = try mark(row)
            guard mark.level >= .crisis, mark.at >= begin else { return nil }
            return GoalTextJudged(
                user: user, id: try row["id"], revision: UInt64(clamping: try row["revision"] as Int64),
                at: mark.at, level: mark.level)
        }
    }

    /// Seals the verdicts of everybody that are in the clear.
    static func hide(_ transaction: Transaction) throws {
        for row in try transaction.rows("SELECT user, \(columns) FROM crises WHERE sealed IS NULL") {
            let (user, id, source): (UserID, EntityID, Int) = (try row["user"], try row["id"], try row["source"])
            let rows = CrisisRows(user: user, transaction: transaction)
            let sealed = try rows.seal(rows.mark(row), id, source)
            try transaction.execute(
                "UPDATE crises SET level = 0, withdrawn = 0, sealed = ? WHERE user = ? AND id = ? AND source = ?",
                [sealed, user, id, source])
        }
    }
}
