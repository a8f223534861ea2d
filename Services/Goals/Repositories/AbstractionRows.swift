import Foundation
import Messages
import Storage

/// The rows common to all records of a person: texts, version, log time and safety's judgement.
struct AbstractionRows {
    /// Milliseconds after which the background judges texts that their own request did not.
    static let grace: Milliseconds = 3_000
    /// Longest pause between two attempts, in milliseconds.
    static let maximumPause: Milliseconds = 60_000
    /// Attempts after which texts that safety never judged are a `caution`. Those while safety is down raise the count to
    /// at most `maximumOutageAttempts`, so that an outage of any length judges nothing.
    static let maximumAttempts = 12
    static let maximumOutageAttempts = 6
    /// Attempts from which on a reading in full counts as what fails: at least three of them had an error as an answer.
    /// The texts are then read briefly, and that verdict is final.
    static let attemptsBeforeBrief = maximumOutageAttempts + 3
    /// Due texts of one person from which on they are read briefly.
    static let backlog = 8

    let user: UserID
    let transaction: Transaction

    // MARK: Writing

    /// Adds an abstraction; its texts wait for safety.
    func add(_ id: EntityID, _ texts: StoredTexts, now: Milliseconds) throws {
        let isEmpty = texts.all.isEmpty
        try transaction.execute(
            """
            INSERT INTO abstractions (user, id, version, logged, texts, level, due) VALUES (?, ?, 1, ?, ?, ?, ?)
            """,
            [
                user, id, now, try seal(texts, id), isEmpty ? Verdict.Level.safe.rawValue : nil,
                isEmpty ? nil : now + Self.grace,
            ])
    }

    /// Replaces the texts under the next version; they wait for safety.
    /// - Throws: `ServiceError`: `notFound`; `conflict` if the stored version is not `version`.
    func replace(
        _ id: EntityID, _ texts: StoredTexts, version: UInt64, now: Milliseconds
    ) throws {
        let isEmpty = texts.all.isEmpty
        try embeddings.forgetTitle(of: id, next: texts.title)
        let changed = try transaction.execute(
            """
            UPDATE abstractions SET version = version + 1, texts = ?, level = ?, due = ?, attempts = 0
            WHERE user = ? AND id = ? AND version = ?
            """,
            [
                try seal(texts, id), isEmpty ? Verdict.Level.safe.rawValue : nil, isEmpty ? nil : now + Self.grace,
                user, id, Int64(clamping: version),
            ])
        guard changed > 0 else { throw try stale(id) }
    }

    /// Counts a version without a change of the texts, which keep their judgement.
    /// - Throws: as `replace`.
    func count(_ id: EntityID, version: UInt64) throws {
        let changed = try transaction.execute(
            "UPDATE abstractions SET version = version + 1 WHERE user = ? AND id = ? AND version = ?",
            [user, id, Int64(clamping: version)])
        guard changed > 0 else { throw try stale(id) }
    }

    /// Deletes an abstraction and what belongs to it.
    /// - Parameter version: the one to delete; nil for any.
    /// - Throws: as `replace`.
    func delete(_ id: EntityID, version: UInt64?) throws {
        try embeddings.forgetTitle(of: id)
        let deleted = try transaction.execute(
            "DELETE FROM abstractions WHERE user = ?1 AND id = ?2 AND (?3 IS NULL OR version = ?3)",
            [user, id, version.map { Int64(clamping: $0) }])
        guard deleted > 0 else { throw try stale(id) }
    }

    private var embeddings: TitleEmbeddingRows { TitleEmbeddingRows(user: user, transaction: transaction) }

    private func stale(_ id: EntityID) throws -> ServiceError {
        try version(id) == nil
            ? ServiceError(.notFound, "This does not exist (any more); load the list again.")
            : ServiceError(.conflict, "This was changed elsewhere meanwhile; load it again and repeat your change.")
    }

    /// - Parameter level: safety's verdict on them; nil for texts that wait for it or have nothing to judge.
    private func seal(_ texts: StoredTexts, _ id: EntityID, _ level: Verdict.Level? = nil) throws -> Data {
        var texts = texts
        texts.level = level
        return try transaction.seal(texts, user: user, table: "abstractions", row: "\(id)")
    }

    // MARK: Reading

    /// Nil for an unknown abstraction.
    func version(_ id: EntityID) throws -> UInt64? {
        try transaction.value(Int64.self, "SELECT version FROM abstractions WHERE user = ? AND id = ?", [user, id])
            .map(UInt64.init)
    }

    func texts(_ sealed: Data, of id: EntityID) throws -> StoredTexts {
        try transaction.open(StoredTexts.self, sealed, user: user, table: "abstractions", row: "\(id)")
    }

    /// Nil for an unknown abstraction.
    func texts(of id: EntityID) throws -> StoredTexts? {
        try transaction.value(Data.self, "SELECT texts FROM abstractions WHERE user = ? AND id = ?", [user, id]).map {
            try texts($0, of: id)
        }
    }

    /// The title of an abstraction whose texts safety judged as no crisis; nil without one.
    func judgedTitle(of id: EntityID) throws -> String? {
        try transaction.row(
            "SELECT texts, level FROM abstractions WHERE user = ? AND id = ? AND level IS NOT NULL", [user, id]
        ).flatMap { row in
            let texts = try texts(row["texts"], of: id)
            return try Self.level(row, texts).map { $0 < .crisis } == true ? texts.title : nil
        }
    }

    /// Safety's verdict on the texts of a row; nil while they wait for it.
    static func level(_ row: Row, _ texts: StoredTexts) throws -> Verdict.Level? {
        // Where content is hidden, the column only tells that there is a verdict.
        (try row["level"] as Int32?).map { texts.level ?? Verdict.Level(rawValue: $0) }
    }

    /// The columns that `facts` reads, of the table `a`.
    static let columns = "a.id, a.version, a.logged, a.texts, a.level"

    /// The facts and texts of a row with `columns`.
    func read(_ row: Row) throws -> (facts: RecordFacts, texts: StoredTexts) {
        let id: EntityID = try row["id"]
        let texts = try texts(row["texts"], of: id)
        let facts = RecordFacts(
            id: id, version: (try row["version"] as StoredCounter).value, logTime: try row["logged"],
            level: try Self.level(row, texts))
        return (facts, texts)
    }

    /// A page of a list, in which a damaged entry costs itself. A single entry is read or refused as a whole.
    /// - Parameters:
    ///   - only: the single entry; nil for a list.
    ///   - place: the column of a cursor's place.
    ///   - read: rows behind a cursor, at most as many as the number says.
    func page<Entry>(
        _ only: EntityID?, limit: Int, after: ListCursor?, place: String,
        read: (ListCursor?, Int) throws -> [Row], _ entry: (Row) throws -> Entry
    ) throws -> [Entry] {
        guard only == nil else { return try read(after, limit).map(entry) }
        return try transaction.openPage(
            of: user, in: "abstractions", limit: limit, name: { "\(try $0["id"] as EntityID)" },
            read: { last, limit in
                try read(try last.map { ListCursor(place: try $0[place], id: try $0["id"]) } ?? after, limit)
            }, entry)
    }

    // MARK: Safety

    /// Texts of one abstraction that wait for safety, as of a version.
    struct Waiting: Sendable {
        var id: EntityID
        var version: Int64
        var texts: [String]
        /// Failed attempts so far.
        var attempts: Int
    }

    /// The texts of an abstraction that wait, and those of a goal's milestones and obligations.
    func waiting(_ root: EntityID) throws -> [Waiting] {
        let rows = try transaction.rows(
            """
            SELECT id, version, texts, attempts FROM abstractions WHERE user = ?1 AND due IS NOT NULL AND id IN (
                SELECT ?2 UNION ALL SELECT id FROM milestones WHERE user = ?1 AND goal = ?2
                UNION ALL SELECT id FROM obligations WHERE user = ?1 AND goal = ?2)
            """, [user, root])
        return try rows.map { row in
            let id: EntityID = try row["id"]
            let notes = try TargetRows(user: user, transaction: transaction).notes(of: id)
            return Waiting(
                id: id, version: try row["version"], texts: try texts(row["texts"], of: id).all + notes,
                attempts: try row["attempts"])
        }
    }

    /// Stores and emits a judgement, unless the texts were changed or judged meanwhile.
    func judge(_ id: EntityID, version: Int64, _ level: Verdict.Level, now: Milliseconds) throws {
        // An erased person's rows are gone, and nothing else is written here.
        try transaction.check(user)
        let waits = try transaction.row(
            "SELECT 1 FROM abstractions WHERE user = ? AND id = ? AND version = ? AND due IS NOT NULL",
            [user, id, version])
        guard waits != nil else { return }
        try adopt(level, id, now: now)
        try tell(level, of: id, revision: UInt64(version), at: now)
    }

    /// Notes and emits a verdict. Every one is emitted, also one below crisis: otherwise the number of events and rows would
    /// tell of a crisis.
    func tell(_ level: Verdict.Level, of id: EntityID, revision: UInt64, at: Milliseconds) throws {
        try CrisisRows(user: user, transaction: transaction).put(
            id, .own, revision: revision, at: at, level: level, keepsCrisis: true)
        try transaction.emit(
            GoalTextJudged(user: user, id: id, revision: revision, at: at, level: level), id: id)
    }

    /// Stores a verdict, also one on equal texts elsewhere: on those of a rule for the action that it made.
    func adopt(_ level: Verdict.Level, _ id: EntityID, now: Milliseconds) throws {
        let texts = try transaction.hidesContent() ? texts(of: id) : nil
        try transaction.execute(
            """
            UPDATE abstractions SET level = ?, texts = coalesce(?, texts), due = NULL, attempts = 0, judged = ?
            WHERE user = ? AND id = ?
            """,
            [
                texts == nil ? level.rawValue : Verdict.Level.safe.rawValue,
                try texts.map { try seal($0, id, level) }, now, user, id,
            ])
    }

    /// Seals the verdicts of everybody that are in the clear.
    static func hideLevels(_ transaction: Transaction) throws {
        for row in try transaction.rows(
            "SELECT user, id, texts, level FROM abstractions WHERE level > ?", [Verdict.Level.safe.rawValue])
        {
            let rows = AbstractionRows(user: try row["user"], transaction: transaction)
            let id: EntityID = try row["id"]
            // One whose texts are damaged keeps its verdict.
            guard let texts = try? rows.texts(row["texts"], of: id) else { continue }
            let sealed = try rows.seal(texts, id, Self.level(row, texts))
            try transaction.execute(
                "UPDATE abstractions SET level = ?, texts = ? WHERE user = ? AND id = ?",
                [Verdict.Level.safe.rawValue, sealed, rows.user, id])
        }
    }

    /// The crisis verdicts on texts, judged from the day before `since` on.
    func crises(since: Day?) throws -> [GoalTextJudged] {
        // A local day begins up to 14 hours before the same day in UTC.
        let begin = since.map { Milliseconds($0.number) * 86_400_000 - 14 * 3_600_000 } ?? .min
        return try CrisisRows(user: user, transaction: transaction).own(since: begin)
    }

    /// Counts an attempt at waiting texts and doubles its pause, from 2 s on.
    /// - Parameter isCounted: false to count at most `maximumOutageAttempts`.
    func postpone(_ id: EntityID, isCounted: Bool, now: Milliseconds) throws {
        try transaction.check(user)
        try transaction.execute(
            """
            UPDATE abstractions SET attempts = CASE WHEN attempts < ? THEN attempts + 1 ELSE attempts END,
                due = ? + min(?, 1000 << CAST(min(attempts + 1, 16) AS INTEGER))
            WHERE user = ? AND id = ? AND due IS NOT NULL
            """,
            [isCounted ? Int(Int32.max) : Self.maximumOutageAttempts, now, Self.maximumPause, user, id])
    }

    /// Whether many texts of the person are due.
    func hasBacklog(now: Milliseconds) throws -> Bool {
        try transaction.rows(
            "SELECT 1 FROM abstractions WHERE user = ? AND due <= ? LIMIT ?", [user, now + Self.grace, Self.backlog]
        ).count >= Self.backlog
    }

    /// Sets the time of the next attempt behind all other texts of the person.
    /// - Parameter pause: milliseconds after the last of them.
    func queue(_ id: EntityID, pause: Milliseconds, now: Milliseconds) throws {
        try transaction.check(user)
        let last: Milliseconds? = try transaction.row(
            "SELECT max(due) AS last FROM abstractions WHERE user = ? AND due IS NOT NULL", [user])?["last"]
        try transaction.execute(
            "UPDATE abstractions SET due = ? WHERE user = ? AND id = ? AND due IS NOT NULL",
            [max(now, last ?? now) + pause, user, id])
    }
}

/// Waiting texts of all people.
struct WaitingRows {
    let transaction: Transaction

    /// At most `limit` abstractions whose texts are due: the earliest of each person, then the second ones, and so on.
    func due(now: Milliseconds, limit: Int) throws -> [(user: UserID, id: EntityID)] {
        let rows = try transaction.rows(
            """
            SELECT user, id FROM (
                SELECT user, id, due, row_number() OVER (PARTITION BY user ORDER BY due, id) AS turn
                FROM abstractions WHERE due <= ?) AS waiting
            ORDER BY turn, due LIMIT ?
            """, [now, limit])
        return try transaction.readEach(rows, in: "abstractions") { (try $0["user"], try $0["id"]) }
    }
}
