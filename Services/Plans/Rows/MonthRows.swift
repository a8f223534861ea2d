import Foundation
import Messages
import Storage

/// A person's weights and intake, one sealed row for each calendar month: a month is read or written whole, so that a
/// year of days costs twelve rows.
struct MonthRows {
    let user: UserID
    let transaction: Transaction

    /// Months since January of year 0.
    static func number(of day: Day) -> Int {
        let (year, month, _) = day.components
        return year * 12 + month - 1
    }

    /// Stores the weight of a day, unless a later revision is known.
    func put(_ event: BodyMassRecorded) throws {
        try change(event.day) { day in
            guard event.revision > day.massRevision else { return false }
            day.massRevision = event.revision
            (day.kilograms, day.at) = event.deleted ? (nil, nil) : (event.kilograms, event.at)
            day.massBatch = event.deleted ? nil : event.batch
            return true
        }
    }

    /// Stores the weight that the person stated on a day, unless a later statement of that day is known.
    func put(stated kilograms: Double, at: Milliseconds, on day: Day) throws {
        try change(day) { day in
            guard at >= day.statedAt ?? at, (kilograms, at) != (day.statedKilograms ?? .nan, day.statedAt ?? at) else {
                return false
            }
            let isSame = day.statedKilograms.map { abs($0 - kilograms) <= Self.sameStatement } ?? false
            day.statedFirstAt = isSame ? day.statedFirstAt ?? day.statedAt : nil
            (day.statedKilograms, day.statedAt) = (kilograms, at)
            return true
        }
    }

    /// Largest difference of two statements of a day that agree, kg.
    private static let sameStatement = 0.5

    /// Stores the intake of a day, unless a later revision is known.
    func put(_ event: IntakeRecorded) throws {
        try change(event.day) { day in
            guard event.revision > day.intakeRevision else { return false }
            day.intakeRevision = event.revision
            (day.kilocalories, day.proteinGrams) = (event.kilocalories, event.proteinGrams)
            day.waterMillilitres = event.waterMillilitres
            return true
        }
    }

    /// The days of a range that were ever recorded, oldest first.
    func days(_ range: ClosedRange<Day>) throws -> [KeptDay] {
        try rows(range).flatMap { try open($0).days }.filter { range.contains($0.day) }
    }

    /// Like `days`, for showing: without months that cannot be opened.
    func shownDays(_ range: ClosedRange<Day>) throws -> [KeptDay] {
        try transaction.openEach(try rows(range), of: user, in: "months", name: Self.name, open)
            .values.flatMap(\.days).filter { range.contains($0.day) }
    }

    private func rows(_ range: ClosedRange<Day>) throws -> [Row] {
        try transaction.rows(
            "SELECT month, sealed FROM months WHERE user = ? AND month BETWEEN ? AND ? ORDER BY month",
            [user, Self.number(of: range.lowerBound), Self.number(of: range.upperBound)])
    }

    /// Months after a month, oldest first, for the export.
    func page(after month: Int?, limit: Int) throws -> [(month: Int, days: [KeptDay])] {
        try transaction.openPage(
            of: user, in: "months", limit: limit, name: Self.name,
            read: { last, limit in
                try transaction.rows(
                    "SELECT month, sealed FROM months WHERE user = ?1 AND (?2 IS NULL OR month > ?2) ORDER BY month LIMIT ?3",
                    [user, try last.map { try $0["month"] as Int } ?? month, limit])
            }
        ) { (month: try $0["month"], days: try open($0).days) }
    }

    private static func name(_ row: Row) throws -> String { "\(try row["month"] as Int)" }

    /// The latest reading of a day not later than this one; nil without any.
    /// - Parameter isShown: whether months that cannot be opened are left out; else they are an error.
    func latestWeight(until day: Day, isShown: Bool = false) throws -> (kilograms: Double, at: Milliseconds)? {
        var found: (Double, Milliseconds)?
        try transaction.forEachRow(
            "SELECT month, sealed FROM months WHERE user = ? AND month <= ? ORDER BY month DESC",
            [user, Self.number(of: day)]
        ) { row in
            let month =
                isShown
                ? try transaction.openOne(of: user, in: "months", row: try? Self.name(row)) { try open(row) }
                : try open(row)
            for kept in (month?.days ?? []).reversed() where kept.day <= day {
                guard let kilograms = kept.kilograms, let at = kept.at else { continue }
                found = (kilograms, at)
                return false
            }
            return true
        }
        return found
    }

    /// Days of which weights are compared: before them, the latest one counts.
    private static let comparedDays = 365

    /// The weights that count until a day.
    /// - Parameters:
    ///   - stated: the person's statement, which may be older than all days.
    ///   - isShown: as of `latestWeight`.
    func weights(
        until day: Day, stated: (kilograms: Double, at: Milliseconds)?, isShown: Bool = false
    ) throws -> PlausibleWeights {
        let first = day.advanced(by: -Self.comparedDays)
        // A statement that the person took back counts no more.
        let known = try (isShown ? shownDays(first...day) : days(first...day)).map { kept in
            var kept = kept
            if kept.statedAt ?? 0 > stated?.at ?? -1 { (kept.statedKilograms, kept.statedAt) = (nil, nil) }
            return kept
        }
        let earlier = try latestWeight(until: first.advanced(by: -1), isShown: isShown)
        let isKept = known.contains { $0.statedAt == stated?.at }
        return PlausibleWeights(known, before: CurrentWeight.later(stated: isKept ? nil : stated, measured: earlier))
    }

    /// Deletes what ingestion recorded, which it sends again. The person's statements stay.
    func forget() throws {
        try transaction.check(user)
        let months = try transaction.rows("SELECT month, sealed FROM months WHERE user = ? ORDER BY month", [user])
            .map { (number: try $0["month"] as Int, days: try open($0).days) }
        try transaction.execute("DELETE FROM months WHERE user = ?", [user])
        for (number, days) in months {
            let stated = days.compactMap(\.statement)
            if !stated.isEmpty { try write(KeptMonth(days: stated), number) }
        }
    }

    private func open(_ row: Row) throws -> KeptMonth {
        try transaction.open(
            KeptMonth.self, row["sealed"], user: user, table: "months", row: "\(row["month"] as Int)")
    }

    private func change(_ day: Day, _ body: (inout KeptDay) -> Bool) throws {
        let number = Self.number(of: day)
        var month =
            try transaction.row("SELECT month, sealed FROM months WHERE user = ? AND month = ?", [user, number])
            .map(open) ?? KeptMonth(days: [])
        let index = month.days.firstIndex { $0.day >= day } ?? month.days.endIndex
        if index == month.days.endIndex || month.days[index].day != day {
            month.days.insert(KeptDay(day: day), at: index)
        }
        if body(&month.days[index]) { try write(month, number) }
    }

    private func write(_ month: KeptMonth, _ number: Int) throws {
        let sealed = try transaction.seal(month, user: user, table: "months", row: "\(number)")
        try transaction.execute(
            """
            INSERT INTO months (user, month, sealed) VALUES (?, ?, ?)
            ON CONFLICT (user, month) DO UPDATE SET sealed = excluded.sealed
            """, [user, number, sealed])
    }
}
