import Foundation
import GRDB
import LocalTime
import Messages
import Storage
import Wire

/// A crisis verdict outside the journal, as kept: the day it belongs to follows from the person's time zone. One that is withdrawn under the id of a journal
/// entry lifts that entry's.
struct CrisisMark: Message, Equatable {
    var at: Milliseconds
    var withdrawn: Bool
    enum CodingKeys: Int, CodingKey { case at = 1, withdrawn }
}

/// A journal entry as kept; a deleted one stays as a mark, so that an older revision of it cannot come back.
struct JournalMark: Message, Equatable {
    var sentiment: JournalSentiment
    var deleted: Bool
    enum CodingKeys: Int, CodingKey { case sentiment = 1, deleted }
}

/// One person's inputs in a transaction, sealed, each with the revision it arrived with.
struct InputRows {
    enum Kind: Int {
        case metrics = 1, checkIn, journal, crisis, profile, context
    }

    let user: UserID
    let transaction: Transaction

    /// Keeps an input unless the stored one is as new or newer, and notes the earliest day whose score may follow from it.
    /// - Parameter touched: the earliest day of this state of the input; that of the state it replaces is found here.
    func put(_ kind: Kind, _ id: EntityID, revision: UInt64, _ message: some Message, touching touched: Day) throws {
        var earliest = touched
        if let row = try transaction.row("SELECT revision, sealed FROM inputs WHERE user = ? AND kind = ? AND id = ?", [user, kind.rawValue, id]) {
            guard revision > UInt64(bitPattern: row["revision"] as Int64) else { return }
            if kind == .journal { earliest = min(earliest, try open(JournalMark.self, row, kind, id).sentiment.day) }
            if kind == .crisis { earliest = min(earliest, Self.earliestDay(of: try open(CrisisMark.self, row, kind, id).at)) }
        }
        if kind == .crisis,
            let entry = try transaction.row("SELECT sealed FROM inputs WHERE user = ? AND kind = ? AND id = ?", [user, Kind.journal.rawValue, id])
        {
            earliest = min(earliest, try open(JournalMark.self, entry, .journal, id).sentiment.day)
        }
        let sealed = try transaction.seal(message, user: user, table: "inputs", row: Self.address(kind, id))
        try transaction.execute(
            """
            INSERT INTO inputs (user, kind, id, revision, sealed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user, kind, id) DO UPDATE SET revision = excluded.revision, sealed = excluded.sealed
            """, [user, kind.rawValue, id, Int64(bitPattern: revision), sealed])
        try touch(earliest)
    }

    /// Deletes an input and notes its day.
    func remove(_ kind: Kind, _ id: EntityID) throws {
        guard let row = try transaction.row("SELECT sealed FROM inputs WHERE user = ? AND kind = ? AND id = ?", [user, kind.rawValue, id]) else { return }
        if kind == .checkIn { try touch(try open(CheckIn.self, row, kind, id).day) }
        try transaction.execute("DELETE FROM inputs WHERE user = ? AND kind = ? AND id = ?", [user, kind.rawValue, id])
    }

    /// Drops every input of a kind.
    func forget(_ kind: Kind) throws {
        guard try transaction.execute("DELETE FROM inputs WHERE user = ? AND kind = ?", [user, kind.rawValue]) > 0 else { return }
        try touch(DayInputs.plausible.lowerBound)
    }

    private func touch(_ day: Day) throws {
        try transaction.execute(
            """
            INSERT INTO people (user, revision, touched) VALUES (?, 0, ?)
            ON CONFLICT (user) DO UPDATE SET touched = min(coalesce(people.touched, excluded.touched), excluded.touched)
            """, [user, day])
    }

    /// The earliest day noted since the last call.
    func takeTouched() throws -> Day? {
        guard let day = try transaction.value(Day.self, "SELECT touched FROM people WHERE user = ?", [user]) else { return nil }
        try transaction.execute("UPDATE people SET touched = NULL WHERE user = ?", [user])
        return day
    }

    /// The day of an instant where it is earliest on Earth.
    static func earliestDay(of instant: Milliseconds) -> Day { LocalCalendar([]).day(millisecond: instant).advanced(by: -1) }

    /// Everything a replay needs, in no particular order.
    func load() throws -> [ScoringInput] {
        let calendar = try calendar()
        let lifted = try liftedEntries()
        let rows = try transaction.rows("SELECT kind, id, sealed FROM inputs WHERE user = ?", [user]).map { row in
            (kind: Kind(rawValue: row["kind"]), id: row["id"] as EntityID, sealed: row["sealed"] as Data)
        }
        guard !rows.isEmpty else { return [] }
        let key = try transaction.dataKey(user)
        return try Parallel.compactMap(rows) { kind, id, sealed -> ScoringInput? in
            func open<M: Message>(_ type: M.Type, _ kind: Kind) throws -> M {
                try WireDecoder().decode(type, from: [UInt8](key.open(sealed, table: "inputs", row: Self.address(kind, id))))
            }
            switch kind {
            case .metrics:
                return .metrics(try open(DailyMetrics.self, .metrics))
            case .checkIn:
                return .checkIn(try open(CheckIn.self, .checkIn))
            case .journal:
                var mark = try open(JournalMark.self, .journal)
                if lifted.contains(id) { mark.sentiment.crisis = false }
                return mark.deleted ? nil : .journal(mark.sentiment)
            case .crisis:
                let mark = try open(CrisisMark.self, .crisis)
                return mark.withdrawn ? nil : .crisis(day: calendar.day(millisecond: mark.at), id: id)
            case .profile, .context, nil:
                return nil
            }
        }
    }

    /// Journal entries of which the person said that they were no crisis.
    private func liftedEntries() throws -> Set<EntityID> {
        let rows = try transaction.rows("SELECT id, sealed FROM inputs WHERE user = ? AND kind = ?", [user, Kind.crisis.rawValue])
        return Set(try rows.filter { try open(CrisisMark.self, $0, .crisis, $0["id"]).withdrawn }.map { $0["id"] as EntityID })
    }

    /// The person's calendar; UTC until their profile has arrived.
    func calendar() throws -> LocalCalendar {
        let id = Self.profile
        guard let row = try transaction.row("SELECT sealed FROM inputs WHERE user = ? AND kind = ? AND id = ?", [user, Kind.profile.rawValue, id]) else {
            return LocalCalendar([])
        }
        return try open(Profile.self, row, .profile, id).calendar
    }

    // MARK: What the person says about a day; no score follows from it

    func setContext(_ context: DayContext) throws {
        let id = Self.id(of: context.day)
        let sealed = try transaction.seal(context, user: user, table: "inputs", row: Self.address(.context, id))
        try transaction.execute(
            """
            INSERT INTO inputs (user, kind, id, revision, sealed) VALUES (?, ?, ?, 1, ?)
            ON CONFLICT (user, kind, id) DO UPDATE SET revision = inputs.revision + 1, sealed = excluded.sealed
            """, [user, Kind.context.rawValue, id, sealed])
    }

    func context(of day: Day) throws -> [ContextFlag] {
        let id = Self.id(of: day)
        return try transaction.row("SELECT sealed FROM inputs WHERE user = ? AND kind = ? AND id = ?", [user, Kind.context.rawValue, id])
            .map { try open(DayContext.self, $0, .context, id).flags } ?? []
    }

    private func open<M: Message>(_ type: M.Type, _ row: Row, _ kind: Kind, _ id: EntityID) throws -> M {
        try transaction.open(type, row["sealed"], user: user, table: "inputs", row: Self.address(kind, id))
    }

    static func address(_ kind: Kind, _ id: EntityID) -> String { "\(kind.rawValue)/\(id)" }

    /// There is one profile.
    static let profile = EntityID(high: 0, low: 0)

    /// Metrics are known by their day.
    static func id(of day: Day) -> EntityID { EntityID(high: 0, low: UInt64(bitPattern: Int64(day.number))) }
}
