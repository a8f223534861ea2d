import Foundation
import HealthFormats
import Messages
import Storage

/// One person's day totals and workouts in a transaction, as they were last emitted; `BodyRows` has weight and intake.
struct ActivityRows {
    let user: UserID
    let transaction: Transaction

    // MARK: Reading

    /// Totals of a range of days, oldest first, including days that lost all of them.
    func totals(from: Day, through: Day, limit: Int = .max) throws -> [DayTotals] {
        try transaction.rows(
            "SELECT day, sealed FROM day_totals WHERE user = ? AND day BETWEEN ? AND ? ORDER BY day LIMIT ?",
            [user, from, through, limit]
        ).map { row in
            let day: Day = try row["day"]
            return try transaction.open(
                DayTotals.self, row["sealed"], user: user, table: "day_totals", row: "\(day)")
        }
    }

    /// Like `totals`, for the export.
    func totalsPage(from: Day, through: Day, limit: Int) throws -> [DayTotals] {
        try DayPage(user: user, transaction: transaction, table: "day_totals").page(from, through, limit)
    }

    /// Like `workouts`, for the export.
    func workoutsPage(from: Day, through: Day, limit: Int = .max) throws -> [WorkoutRecorded] {
        try transaction.openPage(
            of: user, in: "workouts", limit: limit, name: { "\(try $0["id"] as EntityID)" },
            read: { last, limit in
                try transaction.rows(
                    """
                    SELECT id, day, sealed FROM workouts
                    WHERE user = ?1 AND day BETWEEN ?2 AND ?3 AND (?4 IS NULL OR day > ?2 OR id > ?4)
                    ORDER BY day, id LIMIT ?5
                    """,
                    [
                        user, try last.map { try $0["day"] as Day } ?? from, through,
                        try last.map { try $0["id"] as EntityID }, limit,
                    ])
            }
        ) { try open($0["sealed"], $0["id"]) }
    }

    /// Workouts of a range of days by day and id, including deleted ones.
    /// - Parameter after: an id on the first day; workouts up to it are left out.
    func workouts(from: Day, through: Day, after: EntityID? = nil, limit: Int = .max) throws -> [WorkoutRecorded] {
        try transaction.rows(
            """
            SELECT id, sealed FROM workouts
            WHERE user = ?1 AND day BETWEEN ?2 AND ?3 AND (?4 IS NULL OR day > ?2 OR id > ?4) ORDER BY day, id LIMIT ?5
            """, [user, from, through, after, limit]
        ).map { try open($0["sealed"], $0["id"]) }
    }

    /// Workouts of a range of days that can be opened, summed by activity; the activities in order.
    func sums(from: Day, through: Day) throws -> [WorkoutSum] {
        var sums: [String: WorkoutSum] = [:]
        for workout in try workoutsPage(from: from, through: through) where !workout.deleted {
            var sum = sums[workout.activity] ?? WorkoutSum(activity: workout.activity)
            sum.workouts += 1
            sum.measured += workout.distance == nil ? 0 : 1
            sum.distance += workout.distance ?? 0
            sums[workout.activity] = sum
        }
        return sums.values.sorted { $0.activity < $1.activity }
    }

    private func workout(_ id: EntityID) throws -> WorkoutRecorded? {
        try transaction.row("SELECT id, sealed FROM workouts WHERE user = ? AND id = ?", [user, id]).map {
            try open($0["sealed"], $0["id"])
        }
    }

    private func open(_ sealed: Data, _ id: EntityID) throws -> WorkoutRecorded {
        try transaction.open(WorkoutRecorded.self, sealed, user: user, table: "workouts", row: "\(id)")
    }

    // MARK: Changes

    /// The events that turn the stored state of a day into this one.
    struct Changes {
        var totals: DayTotals?
        var workouts: [WorkoutRecorded]
        var bodyMass: BodyMassRecorded?
        var intake: IntakeRecorded?

        /// True if nothing changed (ING-5).
        var isEmpty: Bool { totals == nil && workouts.isEmpty && bodyMass == nil && intake == nil }
    }

    /// - Parameter batch: see `BodyMassRecorded.batch`.
    func changes(to day: DayActivity, names: [UInt64: String], batch: Int64?) throws -> Changes {
        let body = BodyRows(user: user, transaction: transaction)
        return Changes(
            totals: try totals(changed: day), workouts: try workouts(changed: day, names),
            bodyMass: try body.bodyMass(changed: day, batch: batch), intake: try body.intake(changed: day))
    }

    private func totals(changed day: DayActivity) throws -> DayTotals? {
        let stored = try totals(from: day.day, through: day.day).first
        var totals = DayTotals(
            user: user, revision: stored?.revision ?? 0, day: day.day, steps: day.steps, mindful: day.mindful,
            sleep: day.sleep, exercise: day.exercise)
        guard totals != stored else { return nil }
        guard stored != nil || [day.steps, day.mindful, day.sleep, day.exercise].contains(where: { $0 != nil }) else {
            return nil
        }
        totals.revision += 1
        return totals
    }

    private func workouts(changed day: DayActivity, _ names: [UInt64: String]) throws -> [WorkoutRecorded] {
        var changed: [WorkoutRecorded] = []
        var ids: Set<EntityID> = []
        for workout in day.workouts {
            var id = EntityID(high: UInt64(bitPattern: workout.start), low: workout.source)
            // Two workouts of one source with one start differ in their end only.
            while !ids.insert(id).inserted { id = EntityID(high: id.high, low: id.low &+ 1) }
            let stored = try self.workout(id)
            var current = WorkoutRecorded(
                user: user, workout: id, revision: stored?.revision ?? 0, day: day.day, start: workout.start * 1_000,
                duration: workout.duration, activity: names[workout.note].map(WorkoutActivity.name) ?? "",
                distance: workout.distance)
            guard current != stored else { continue }
            current.revision += 1
            changed.append(current)
        }
        for stored in try workouts(from: day.day, through: day.day)
        where !stored.deleted && !ids.contains(stored.workout) {
            changed.append(
                WorkoutRecorded(
                    user: user, workout: stored.workout, revision: stored.revision + 1, day: stored.day,
                    start: stored.start, duration: 0, activity: "", deleted: true))
        }
        return changed
    }

    /// Stores the state of a day and emits what changed.
    func put(_ day: DayActivity, names: [UInt64: String], batch: Int64?) throws {
        let changes = try changes(to: day, names: names, batch: batch)
        if let totals = changes.totals {
            try transaction.execute(
                """
                INSERT INTO day_totals (user, day, sealed) VALUES (?, ?, ?)
                ON CONFLICT (user, day) DO UPDATE SET sealed = excluded.sealed
                """,
                [user, day.day, try transaction.seal(totals, user: user, table: "day_totals", row: "\(day.day)")])
            try transaction.emit(totals)
        }
        for workout in changes.workouts {
            try transaction.execute(
                """
                INSERT INTO workouts (user, id, day, sealed) VALUES (?, ?, ?, ?)
                ON CONFLICT (user, id) DO UPDATE SET day = excluded.day, sealed = excluded.sealed
                """,
                [
                    user, workout.workout, workout.day,
                    try transaction.seal(workout, user: user, table: "workouts", row: "\(workout.workout)"),
                ])
            try transaction.emit(workout, id: workout.workout)
        }
        let body = BodyRows(user: user, transaction: transaction)
        if let bodyMass = changes.bodyMass { try body.put(bodyMass) }
        if let intake = changes.intake { try body.put(intake) }
    }
}

/// A page of a sealed table of events by day, for the export.
struct DayPage {
    let user: UserID
    let transaction: Transaction
    /// The table: its columns are user, day and sealed.
    let table: String

    /// At most `limit` days of a range, oldest first.
    func page<E: BusEvent>(_ from: Day, _ through: Day, _ limit: Int) throws -> [E] {
        try transaction.openPage(
            of: user, in: table, limit: limit, name: { "\(try $0["day"] as Day)" },
            read: { last, limit in
                let from = try last.map { try ($0["day"] as Day).advanced(by: 1) } ?? from
                return try transaction.rows(
                    "SELECT day, sealed FROM \(table) WHERE user = ? AND day BETWEEN ? AND ? ORDER BY day LIMIT ?",
                    [user, from, through, limit])
            }
        ) { row in
            let day: Day = try row["day"]
            return try transaction.open(E.self, row["sealed"], user: user, table: table, row: "\(day)")
        }
    }
}
