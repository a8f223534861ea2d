import HealthFormats
import Messages
import Storage

/// How many samples a device says that it has of a day, as it is stored.
struct StatedDay: Message, Equatable {
    /// By name of a kind, of a pair the pair's.
    var counts: [String: Int64]
    var at: Milliseconds
    enum CodingKeys: Int, CodingKey { case counts = 1, at }
}

/// One person's rows of `stated_counts`, in a transaction: the sample counts that devices report.
struct StatedRows {
    let user: UserID
    let transaction: Transaction

    /// Days that are kept of a device, the newest.
    static let maximumDays = 400
    /// Devices that are kept of a person.
    private static let maximumDevices = 64

    private static func name(_ device: UInt64, _ day: Int32) -> String { "\(device)/\(day)" }

    private static func name(_ row: Row) throws -> String {
        name(UInt64(bitPattern: try row["device"] as Int64), try row["day"])
    }

    /// Adds a device's counts of a day. Those that it stated before of other kinds stay.
    /// - Throws: `ServiceError(.invalid)` for one device too many.
    func add(_ counts: [String: Int64], of day: Day, by device: UInt64, at now: Milliseconds) throws {
        let number = Int64(bitPattern: device)
        let known = try transaction.row(
            "SELECT device, day, sealed FROM stated_counts WHERE user = ? AND device = ? AND day = ?",
            [user, number, day.number])
        if known == nil {
            let devices = try transaction.value(
                Int.self, "SELECT count(DISTINCT device) FROM stated_counts WHERE user = ? AND device <> ?",
                [user, number])
            guard devices ?? 0 < Self.maximumDevices else {
                throw ServiceError(.invalid, "Counts of at most \(Self.maximumDevices) devices are kept.")
            }
        }
        var stated =
            try known.flatMap { row in
                try transaction.openOne(of: user, in: "stated_counts", row: Self.name(row)) { try open(row) }
            } ?? StatedDay(counts: [:], at: now)
        stated.counts.merge(counts) { $1 }
        stated.at = now
        try transaction.execute(
            """
            INSERT INTO stated_counts (user, device, day, sealed) VALUES (?, ?, ?, ?)
            ON CONFLICT (user, device, day) DO UPDATE SET sealed = excluded.sealed
            """,
            [
                user, number, day.number,
                try transaction.seal(
                    stated, user: user, table: "stated_counts", row: Self.name(device, day.number)),
            ])
    }

    /// Deletes the oldest days of a device.
    func trim(_ device: UInt64) throws {
        let number = Int64(bitPattern: device)
        try transaction.execute(
            """
            DELETE FROM stated_counts WHERE user = ?1 AND device = ?2 AND day <= (
                SELECT day FROM stated_counts WHERE user = ?1 AND device = ?2 ORDER BY day DESC LIMIT 1 OFFSET ?3)
            """, [user, number, Self.maximumDays])
    }

    /// Deletes the counts of devices that are gone.
    func delete(except devices: [UInt64]) throws {
        let living = Set(devices.map { Int64(bitPattern: $0) })
        for row in try transaction.rows("SELECT DISTINCT device FROM stated_counts WHERE user = ?", [user]) {
            let device: Int64 = try row["device"]
            guard device != 0, !living.contains(device) else { continue }
            try transaction.execute("DELETE FROM stated_counts WHERE user = ? AND device = ?", [user, device])
        }
    }

    private func open(_ row: Row) throws -> StatedDay {
        try transaction.open(
            StatedDay.self, row["sealed"], user: user, table: "stated_counts", row: Self.name(row))
    }

    /// The counts of a range of days, by day and device; a damaged row costs itself.
    func all(
        _ days: ClosedRange<Day>
    ) throws -> [(day: Day, device: UInt64, stated: StatedDay)] {
        let rows = try transaction.rows(
            """
            SELECT device, day, sealed FROM stated_counts WHERE user = ? AND day BETWEEN ? AND ?
            ORDER BY day, device
            """, [user, days.lowerBound.number, days.upperBound.number])
        return try transaction.openEach(rows, of: user, in: "stated_counts", name: Self.name) { row in
            (
                day: Day(number: try row["day"]), device: UInt64(bitPattern: try row["device"] as Int64),
                stated: try open(row)
            )
        }.values
    }

    /// One statement in an export.
    struct Exported: Encodable {
        let device: UInt64
        let day: String
        let counts: [String: Int64]
        let at: Milliseconds
    }

    func exported() throws -> [Exported] {
        try all(Day(number: .min)...Day(number: .max)).map { day, device, stated in
            Exported(device: device, day: "\(day)", counts: stated.counts, at: stated.at)
        }
    }
}
