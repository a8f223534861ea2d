import Messages
import Storage

extension InputRows {
    /// All check-ins of the person, by day, time and id.
    func checkIns() throws -> [CheckIn] { try checkIns(where: "true").sorted(by: Self.isEarlier) }

    /// The latest check-ins of these days, newest first. Reads backwards day by day and stops at the day that fills the
    /// limit.
    func checkIns(on days: ClosedRange<Day>, limit: Int) throws -> [CheckIn] {
        // An earlier release that shares the database stores no day.
        let undated = Dictionary(grouping: try checkIns(where: "day IS NULL"), by: \.day)
        let dated = try transaction.rows(
            "SELECT DISTINCT day FROM inputs WHERE user = ? AND kind = ? AND day BETWEEN ? AND ?",
            [user, Kind.checkIn.rawValue, days.lowerBound, days.upperBound]
        ).compactMap { row in try transaction.readOne(of: user, in: "inputs") { try row["day"] as Day } }
        var found: [CheckIn] = []
        for day in Set(dated).union(undated.keys.filter(days.contains)).sorted(by: >) {
            guard found.count < limit else { break }
            let ofDay = try checkIns(where: "day = ?", [day]) + undated[day, default: []]
            found += ofDay.sorted { Self.isEarlier($1, $0) }
        }
        return Array(found.prefix(limit))
    }

    private static func isEarlier(_ first: CheckIn, _ second: CheckIn) -> Bool {
        (first.day, first.at, first.id) < (second.day, second.at, second.id)
    }

    private func checkIns(where condition: String, _ arguments: Arguments = []) throws -> [CheckIn] {
        try list(
            CheckIn.self, .checkIn,
            try transaction.rows(
                "SELECT id, sealed FROM inputs WHERE user = ? AND kind = ? AND \(condition)",
                [user, Kind.checkIn.rawValue] + arguments))
    }

    /// Opens a list of one kind, for showing.
    func list<M: Message>(_ type: M.Type, _ kind: Kind, _ rows: [Row]) throws -> [M] {
        let address: (Row) throws -> String = { Self.address(kind, try $0["id"]) }
        return try transaction.openEach(rows, of: user, in: "inputs", name: address) { row in
            try transaction.open(type, row["sealed"], user: user, table: "inputs", row: try address(row))
        }.values
    }

    /// One check-in and its revision.
    /// - Throws: `ServiceError(.notFound)` for an unknown or deleted check-in.
    func checkIn(_ id: EntityID) throws -> (CheckIn, revision: UInt64) {
        guard
            let row = try transaction.row(
                "SELECT revision, sealed FROM inputs WHERE user = ? AND kind = ? AND id = ?",
                [user, Kind.checkIn.rawValue, id])
        else { throw ServiceError(.notFound, "There is no such check-in (any more); list them again.") }
        let checkIn = try transaction.open(
            CheckIn.self, row["sealed"], user: user, table: "inputs", row: Self.address(.checkIn, id))
        return (checkIn, try (row["revision"] as StoredCounter).value)
    }

    /// A page of all inputs as stored, ordered by kind and id, after a place; columns kind, id, revision and sealed.
    func page(after place: (kind: Int, id: EntityID), limit: Int) throws -> [Row] {
        try transaction.rows(
            """
            SELECT kind, id, revision, sealed FROM inputs WHERE user = ? AND (kind, id) > (?, ?)
            ORDER BY kind, id LIMIT ?
            """, [user, place.kind, place.id, limit])
    }
}
