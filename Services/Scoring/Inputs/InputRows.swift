import Foundation
import LocalTime
import Messages
import Storage
import Wire

/// A stored verdict that did not come from the journal. Its day follows from the person's time zone. A
/// withdrawal under a journal entry's id also cancels that entry's verdict.
struct CrisisMark: Message, Equatable {
    /// Time of the message.
    var at: Milliseconds
    /// Whether it is no crisis, or the person withdrew it.
    var withdrawn: Bool
    enum CodingKeys: Int, CodingKey { case at = 1, withdrawn }
}

/// A stored journal entry. A deleted entry remains as a tombstone so that an older revision cannot restore it.
struct JournalMark: Message, Equatable {
    /// The entry's sentiment and verdict.
    var sentiment: JournalSentiment
    /// Whether the entry was deleted.
    var deleted: Bool
    enum CodingKeys: Int, CodingKey { case sentiment = 1, deleted }
}

/// One person's sealed inputs in a transaction, each with its day and the revision it arrived with.
struct InputRows {
    enum Kind: Int {
        case metrics = 1, checkIn, journal, crisis, profile, context, mask, lasting, tags, sight
    }

    /// Kinds that a replay reads one by one; check-ins and journal entries are read as tallies.
    private static let single: [Kind] = [.metrics, .crisis, .context]
    /// Stored as the day of inputs that affect no score (profile, mask, tags, sights of nights).
    static let noDay = DayInputs.plausible.upperBound.advanced(by: 1)

    let user: UserID
    let transaction: Transaction

    // MARK: Keeping

    /// Stores a day's input unless the stored revision is equal or newer, and marks the earliest affected day.
    func put(_ kind: Kind, _ id: EntityID, revision: UInt64, _ message: some Message, touching day: Day) throws {
        let old = try row(kind, id)
        // A damaged revision must not keep later ones out.
        if let old, let known = try? old["revision"] as StoredCounter, revision <= known.value { return }
        var tally = try tally(of: day, without: old, kind, id)
        let sealed = try transaction.seal(message, user: user, table: "inputs", row: Self.address(kind, id))
        try transaction.execute(
            """
            INSERT INTO inputs (user, kind, id, revision, sealed, day, written) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?4)
            ON CONFLICT (user, kind, id) DO UPDATE SET
                revision = excluded.revision, sealed = excluded.sealed, day = excluded.day, written = excluded.written
            """, [user, kind.rawValue, id, Int64(bitPattern: revision), sealed, day])
        if tally != nil {
            if let checkIn = message as? CheckIn { tally?.answers.add(checkIn) }
            if let entry = try counted(message as? JournalMark, id) { tally?.add(entry) }
        }
        if let tally { try keep(tally, of: day) }
        guard day != Self.noDay else { return }
        try touch(min(old.map(Self.day(of:)) ?? day, day))
        if kind == .crisis, let entry = try row(.journal, id) { try touch(Self.day(of: entry)) }
    }

    /// Stores the profile and reassigns crisis verdicts to days in its time zones.
    func put(_ profile: Profile) throws {
        try put(.profile, Self.profile, revision: profile.revision, profile, touching: Self.noDay)
        try reassignCrisisDays()
    }

    /// Reassigns crisis verdicts to days in the person's time zones.
    private func reassignCrisisDays() throws {
        let calendar = try calendar()
        for row in try transaction.rows(
            "SELECT id, day, sealed FROM inputs WHERE user = ? AND kind = ?", [user, Kind.crisis.rawValue])
        {
            let (id, old): (EntityID, Day?) = try (row["id"], row["day"])
            let day = calendar.day(millisecond: try open(CrisisMark.self, row, .crisis, id).at)
            guard day != old else { continue }
            try transaction.execute(
                "UPDATE inputs SET day = ? WHERE user = ? AND kind = ? AND id = ?",
                [day, user, Kind.crisis.rawValue, id])
            try touch(min(old ?? DayInputs.plausible.lowerBound, day))
        }
    }

    /// Deletes an input and marks its day.
    func remove(_ kind: Kind, _ id: EntityID) throws {
        guard let old = try row(kind, id) else { return }
        try transaction.execute("DELETE FROM inputs WHERE user = ? AND kind = ? AND id = ?", [user, kind.rawValue, id])
        try touch(Self.day(of: old))
    }

    /// Deletes every input of a kind and marks all days.
    func forget(_ kind: Kind) throws {
        guard try transaction.execute("DELETE FROM inputs WHERE user = ? AND kind = ?", [user, kind.rawValue]) > 0
        else { return }
        try touch(DayInputs.plausible.lowerBound)
    }

    /// Marks scores from this day on for recomputation.
    /// - Throws: `ServiceError(.erased)`.
    func touch(_ day: Day) throws {
        try transaction.check(user)
        try transaction.execute(
            """
            INSERT INTO people (user, revision, touched) VALUES (?, 0, ?)
            ON CONFLICT (user) DO UPDATE SET touched = min(coalesce(people.touched, excluded.touched), excluded.touched)
            """, [user, day])
    }

    /// Returns and clears the earliest marked day; nil if none is marked. If the stored scores have another formula
    /// version, drops all checkpoints and returns the first day.
    func takeEarliestChange() throws -> Day? {
        let isTouched =
            try transaction.value(Bool.self, "SELECT touched IS NOT NULL FROM people WHERE user = ?", [user]) ?? false
        guard isTouched else { return nil }
        try markChangesOfEarlierRelease()
        guard let row = try transaction.row("SELECT touched, version FROM people WHERE user = ?", [user]) else {
            return nil
        }
        try transaction.execute(
            "UPDATE people SET touched = NULL, version = ? WHERE user = ?", [Checkpoint.version, user])
        guard try row["version"] as Int == Checkpoint.version else {
            try CheckpointRows(user: user, transaction: transaction).drop(from: DayInputs.plausible.lowerBound)
            return DayInputs.plausible.lowerBound
        }
        return try row["touched"]
    }

    /// Marks inputs and scores written by an earlier release, which computed other scores or none. Such inputs get
    /// their day here.
    private func markChangesOfEarlierRelease() throws {
        let rows = try transaction.rows(
            "SELECT kind, id, day, sealed FROM inputs WHERE user = ? AND written IS NOT revision", [user])
        if !rows.isEmpty { try reassignCrisisDays() }
        let calendar = try calendar()
        for row in rows {
            let (kind, id, old): (Int, EntityID, Day?) = try (row["kind"], row["id"], row["day"])
            let day: Day =
                switch Kind(rawValue: kind) {
                case .metrics, .context: Self.day(ofID: id)
                case .checkIn: try open(CheckIn.self, row, .checkIn, id).day
                case .journal: try open(JournalMark.self, row, .journal, id).sentiment.day
                case .crisis: calendar.day(millisecond: try open(CrisisMark.self, row, .crisis, id).at)
                case .lasting: try open(LastingContext.self, row, .lasting, id).from
                case .profile, .mask, .tags, .sight, nil: Self.noDay
                }
            try transaction.execute(
                "UPDATE inputs SET day = ?, written = revision WHERE user = ? AND kind = ? AND id = ?",
                [day, user, kind, id])
            try touch(min(old ?? day, day))
            if kind == Kind.crisis.rawValue, let entry = try self.row(.journal, id) { try touch(Self.day(of: entry)) }
        }
        if let day = try ScoreRows(user: user, transaction: transaction).firstOfEarlierRelease() { try touch(day) }
    }

    // MARK: Reading

    /// True if nothing of this person is stored.
    func isEmpty() throws -> Bool { try transaction.row("SELECT 1 FROM inputs WHERE user = ? LIMIT 1", [user]) == nil }

    /// The inputs of the days after `last`, or of all days if nil, ascending by day.
    func days(after last: Day?) throws -> [DayInputs] {
        let first = last?.advanced(by: 1) ?? DayInputs.plausible.lowerBound
        let mask = try mask()
        var rows: [(kind: Kind, id: EntityID, day: Day, sealed: Data)] = []
        for kind in Self.single {
            rows += try transaction.rows(
                "SELECT id, day, sealed FROM inputs WHERE user = ? AND kind = ? AND day BETWEEN ? AND ?",
                [user, kind.rawValue, first, DayInputs.plausible.upperBound]
            ).map { try (kind, $0["id"], $0["day"], $0["sealed"]) }
        }
        var days: [Day: DayInputs] = [:]
        for (day, tally) in try tallies(from: first) { days[day, default: DayInputs(day: day)].tally = tally }
        if !rows.isEmpty {
            let key = try transaction.dataKey(user)
            let inputs = try Parallel.compactMap(rows) { kind, id, day, sealed -> ScoringInput? in
                func open<M: Message>(_ type: M.Type) throws -> M {
                    try WireDecoder().decode(
                        type, from: [UInt8](key.open(sealed, table: "inputs", row: Self.address(kind, id))))
                }
                switch kind {
                case .metrics: return .metrics(try open(DailyMetrics.self))
                case .crisis:
                    return try open(CrisisMark.self).withdrawn ? .noCrisis(day: day) : .crisis(day: day, id: id)
                case .context: return .context(try open(DayContext.self))
                case .checkIn, .journal, .profile, .mask, .lasting, .tags, .sight: return nil
                }
            }
            for input in inputs { days[input.day, default: DayInputs(day: input.day)].add(input, mask: mask) }
        }
        let lasting = try lasting().filter { mask.flags.contains($0.flag) }
        for day in lasting.isEmpty ? [] : Array(days.keys) {
            days[day]?.add(lasting.filter { $0.covers(day) }.map(\.flag), mask: mask)
        }
        return days.values.filter(\.hasState).sorted { $0.day < $1.day }
    }

    func row(_ kind: Kind, _ id: EntityID) throws -> Row? {
        try transaction.row(
            "SELECT day, revision, sealed FROM inputs WHERE user = ? AND kind = ? AND id = ?",
            [user, kind.rawValue, id])
    }

    /// The person's calendar; UTC until their profile arrives.
    func calendar() throws -> LocalCalendar {
        try row(.profile, Self.profile).map { try open(Profile.self, $0, .profile, Self.profile).calendar }
            ?? LocalCalendar([])
    }

    // MARK: Tallies

    /// The day's tally without the input about to be stored. A new input, or a re-analysed entry on the same day, needs
    /// no read of the day's other inputs.
    /// - Returns: nil if the kind has no tally or the day must be counted again.
    private func tally(of day: Day, without old: Row?, _ kind: Kind, _ id: EntityID) throws -> DayTally? {
        guard kind == .journal || kind == .checkIn && old == nil, try (old.map(Self.day(of:)) ?? day) == day else {
            return nil
        }
        guard let row = try transaction.row("SELECT sealed FROM tallies WHERE user = ? AND day = ?", [user, day]) else {
            return DayTally()
        }
        guard let sealed: Data = try row["sealed"] else { return nil }
        var tally = try open(sealed, tallyOf: day)
        if let old, let entry = try counted(open(JournalMark.self, old, .journal, id), id) { tally.remove(entry) }
        return tally
    }

    private func open(_ sealed: Data, tallyOf day: Day) throws -> DayTally {
        try transaction.open(DayTally.self, sealed, user: user, table: "tallies", row: "\(day)")
    }

    private func keep(_ tally: DayTally, of day: Day) throws {
        let sealed = try transaction.seal(tally, user: user, table: "tallies", row: "\(day)")
        try transaction.execute("UPDATE tallies SET sealed = ? WHERE user = ? AND day = ?", [sealed, user, day])
    }

    /// The tallies from a day on; invalidated ones are counted again.
    private func tallies(from first: Day) throws -> [(Day, DayTally)] {
        let rows = try transaction.rows(
            "SELECT day, sealed FROM tallies WHERE user = ? AND day BETWEEN ? AND ?",
            [user, first, DayInputs.plausible.upperBound])
        return try rows.map { row in
            let (day, sealed): (Day, Data?) = try (row["day"], row["sealed"])
            if let sealed { return (day, try open(sealed, tallyOf: day)) }
            let tally = try count(day)
            try keep(tally, of: day)
            return (day, tally)
        }
    }

    private func count(_ day: Day) throws -> DayTally {
        var tally = DayTally()
        func rows(_ kind: Kind) throws -> [Row] {
            try transaction.rows(
                "SELECT id, sealed FROM inputs WHERE user = ? AND kind = ? AND day = ?", [user, kind.rawValue, day])
        }
        for row in try rows(.checkIn) { tally.answers.add(try open(CheckIn.self, row, .checkIn, row["id"])) }
        for row in try rows(.journal) {
            if let entry = try counted(open(JournalMark.self, row, .journal, row["id"]), row["id"]) { tally.add(entry) }
        }
        return tally
    }

    /// The part of an entry that counts: nil for a deleted one, and no crisis if the person withdrew it. A withdrawal
    /// of the verdict on an earlier text does not cover an edited one.
    private func counted(_ mark: JournalMark?, _ id: EntityID) throws -> JournalSentiment? {
        guard let mark, !mark.deleted else { return nil }
        var entry = mark.sentiment
        if entry.crisis, let row = try row(.crisis, id) {
            let crisis = try open(CrisisMark.self, row, .crisis, id)
            if crisis.withdrawn, crisis.at >= entry.edited ?? .min { entry.crisis = false }
        }
        return entry
    }

    /// The day of a row, or the first day for a row of an earlier release, which stored none.
    private static func day(of row: Row) throws -> Day { try row["day"] ?? DayInputs.plausible.lowerBound }

    // MARK: What the person says about a day

    /// Stores a day's context flags and marks the day.
    func setContext(_ context: DayContext) throws {
        let id = Self.id(of: context.day)
        let old = try row(.context, id).map { try ($0["revision"] as StoredCounter).value }
        try put(.context, id, revision: (old ?? 0) + 1, context, touching: context.day)
    }

    /// The flags noted for the day itself.
    func ownContext(of day: Day) throws -> [ContextFlag] {
        let id = Self.id(of: day)
        return try row(.context, id).map { try open(DayContext.self, $0, .context, id).flags } ?? []
    }

    /// The flags whose days are excluded from baselines and learning.
    func mask() throws -> ContextMask {
        try row(.mask, Self.profile).map { try open(ContextMask.self, $0, .mask, Self.profile) } ?? .initial
    }

    /// Stores a mask and marks the first day whose masking changes.
    func setMask(_ mask: ContextMask) throws {
        let changed = Set(try self.mask().flags).symmetricDifference(mask.flags)
        let old = try row(.mask, Self.profile).map { try ($0["revision"] as StoredCounter).value }
        try put(.mask, Self.profile, revision: (old ?? 0) + 1, mask, touching: Self.noDay)
        let days = try transaction.rows(
            "SELECT id, sealed FROM inputs WHERE user = ? AND kind = ?", [user, Kind.context.rawValue]
        ).map {
            try open(DayContext.self, $0, .context, $0["id"])
        }
        let own = days.filter { !changed.isDisjoint(with: $0.flags) }.map(\.day)
        let lasting = try lasting().filter { changed.contains($0.flag) }.map(\.from)
        guard let first = (own + lasting).min() else { return }
        try CheckpointRows(user: user, transaction: transaction).drop(from: first)
        try touch(first)
    }

    func open<M: Message>(_ type: M.Type, _ row: Row, _ kind: Kind, _ id: EntityID) throws -> M {
        try transaction.open(type, row["sealed"], user: user, table: "inputs", row: Self.address(kind, id))
    }

    static func address(_ kind: Kind, _ id: EntityID) -> String { "\(kind.rawValue)/\(id)" }

    /// Row id of the single profile and of the single mask.
    static let profile = EntityID(high: 0, low: 0)

    /// Row id of a day's metrics and of its context.
    static func id(of day: Day) -> EntityID { EntityID(high: 0, low: UInt64(bitPattern: Int64(day.number))) }

    static func day(ofID id: EntityID) -> Day {
        Day(number: Int32(truncatingIfNeeded: Int64(bitPattern: id.low)))
    }
}
