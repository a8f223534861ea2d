import HealthFormats
import Messages
import Storage

/// One person's body mass and intake by day in a transaction, as they were last emitted (PLN-2).
struct BodyRows {
    let user: UserID
    let transaction: Transaction

    // MARK: Reading

    /// Body mass of a range of days, oldest first, including days that lost it.
    func bodyMasses(from: Day, through: Day, limit: Int = .max) throws -> [BodyMassRecorded] {
        try rows("body_mass", from, through, limit)
    }

    /// Intake of a range of days, oldest first, including days that lost it.
    func intakes(from: Day, through: Day, limit: Int = .max) throws -> [IntakeRecorded] {
        try rows("intake", from, through, limit)
    }

    /// The latest day's body mass; nil without one. A damaged day is left out.
    func latestBodyMass() throws -> BodyMassRecorded? {
        let rows = try transaction.rows(
            "SELECT day, sealed FROM body_mass WHERE user = ? ORDER BY day DESC LIMIT ?", [user, Self.maximumLost])
        let masses = try transaction.openEach(
            rows, of: user, in: "body_mass", name: { "\(try $0["day"] as Day)" }
        ) { row in
            let day: Day = try row["day"]
            return try transaction.open(
                BodyMassRecorded.self, row["sealed"], user: user, table: "body_mass", row: "\(day)")
        }
        return masses.values.first { !$0.deleted }
    }

    /// Days without a reading any more, among which the latest one with a reading is looked for.
    private static let maximumLost = 100

    private func rows<E: BusEvent>(_ table: String, _ from: Day, _ through: Day, _ limit: Int) throws -> [E] {
        try transaction.rows(
            "SELECT day, sealed FROM \(table) WHERE user = ? AND day BETWEEN ? AND ? ORDER BY day LIMIT ?",
            [user, from, through, limit]
        ).map { row in
            let day: Day = try row["day"]
            return try transaction.open(E.self, row["sealed"], user: user, table: table, row: "\(day)")
        }
    }

    /// Like `bodyMasses`, for the export.
    func bodyMassesPage(from: Day, through: Day, limit: Int) throws -> [BodyMassRecorded] {
        try DayPage(user: user, transaction: transaction, table: "body_mass").page(from, through, limit)
    }

    /// Like `intakes`, for the export.
    func intakesPage(from: Day, through: Day, limit: Int) throws -> [IntakeRecorded] {
        try DayPage(user: user, transaction: transaction, table: "intake").page(from, through, limit)
    }

    // MARK: Changes

    /// The event that turns the stored body mass of a day into this one; nil if nothing changed.
    /// - Parameter batch: the import or post that brought what changed.
    func bodyMass(changed day: DayActivity, batch: Int64?) throws -> BodyMassRecorded? {
        let stored = try bodyMasses(from: day.day, through: day.day).first
        guard let mass = day.bodyMass else {
            guard var gone = stored, !gone.deleted else { return nil }
            (gone.revision, gone.kilograms, gone.deleted) = (gone.revision + 1, 0, true)
            return gone
        }
        var recorded = BodyMassRecorded(
            user: user, revision: stored?.revision ?? 0, day: day.day, kilograms: mass.kilograms, at: mass.at * 1000,
            batch: stored?.batch)
        guard recorded != stored else { return nil }
        recorded.revision += 1
        recorded.batch = batch
        return recorded
    }

    /// The event that turns the stored intake of a day into this one; nil if nothing changed.
    func intake(changed day: DayActivity) throws -> IntakeRecorded? {
        let stored = try intakes(from: day.day, through: day.day).first
        guard stored != nil || !day.intake.isEmpty else { return nil }
        var recorded = IntakeRecorded(
            user: user, revision: stored?.revision ?? 0, day: day.day, kilocalories: day.intake.kilocalories,
            proteinGrams: day.intake.proteinGrams, waterMillilitres: day.intake.waterMillilitres)
        guard recorded != stored else { return nil }
        recorded.revision += 1
        return recorded
    }

    /// Stores and emits the body mass of a day.
    func put(_ recorded: BodyMassRecorded) throws { try put(recorded, "body_mass", recorded.day) }

    /// Stores and emits the intake of a day.
    func put(_ recorded: IntakeRecorded) throws { try put(recorded, "intake", recorded.day) }

    private func put(_ event: some BusEvent, _ table: String, _ day: Day) throws {
        try transaction.execute(
            """
            INSERT INTO \(table) (user, day, sealed) VALUES (?, ?, ?)
            ON CONFLICT (user, day) DO UPDATE SET sealed = excluded.sealed
            """, [user, day, try transaction.seal(event, user: user, table: table, row: "\(day)")])
        try transaction.emit(event)
    }
}
