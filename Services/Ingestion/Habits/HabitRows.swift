import Arrivals
import Foundation
import HealthFormats
import LocalTime
import Messages
import Storage

extension ArrivalHabits: Message {}

/// When the data of a person's devices arrives, in a transaction.
struct HabitRows {
    let user: UserID
    let transaction: Transaction

    /// Nothing is late for so long after a change of time zone, ms: a journey.
    private static let journey: Milliseconds = 2 * 86_400_000
    /// Devices that are kept of a person.
    private static let maximumDevices = 64

    /// Learns from what a device delivered.
    func record(_ delivery: ArrivalDelivery, by device: UInt64) throws {
        let known = try transaction.row(
            "SELECT device, sealed FROM habits WHERE user = ? AND device = ?", [user, Int64(bitPattern: device)])
        if known == nil {
            let count = try transaction.value(Int.self, "SELECT COUNT(*) FROM habits WHERE user = ?", [user]) ?? 0
            guard count < Self.maximumDevices else { return }
        }
        let rules = try RuleRows(user: user, transaction: transaction).shownRules()
        var habits = try known.flatMap { try open($0, at: delivery.received) } ?? ArrivalHabits()
        // Only a longer time since the last post can hold a time in which Pulsum was off.
        let isLong = habits.lastPost.map { delivery.received - $0 > ServiceRunRows.minimumGap } ?? false
        let pauses = isLong ? try pauses(rules, at: delivery.received) : ArrivalPauses()
        habits.record(delivery, offset: Self.offset(rules, at: delivery.received), pauses: pauses)
        try transaction.execute(
            """
            INSERT INTO habits (user, device, sealed) VALUES (?, ?, ?)
            ON CONFLICT (user, device) DO UPDATE SET sealed = excluded.sealed
            """,
            [
                user, Int64(bitPattern: device),
                try transaction.seal(habits, user: user, table: "habits", row: "\(device)"),
            ])
    }

    private static func device(_ row: Row) throws -> UInt64 { UInt64(bitPattern: try row["device"] as Int64) }

    /// Nil for damaged habits, and for those of another clock: they are learned anew.
    private func open(_ row: Row, at now: Milliseconds) throws -> ArrivalHabits? {
        let habits = try transaction.openOne(of: user, in: "habits") {
            let device = try Self.device(row)
            return try transaction.open(
                ArrivalHabits.self, row["sealed"], user: user, table: "habits", row: "\(device)")
        }
        return habits.flatMap { $0.isSound(at: now) ? $0 : nil }
    }

    /// All devices, by number.
    func all(at now: Milliseconds) throws -> [(device: UInt64, habits: ArrivalHabits)] {
        let rows = try transaction.rows(
            "SELECT device, sealed FROM habits WHERE user = ? ORDER BY device", [user])
        return try transaction.openEach(rows, of: user, in: "habits", name: { "\(try Self.device($0))" }) { row in
            let device = try Self.device(row)
            let habits = try transaction.open(
                ArrivalHabits.self, row["sealed"], user: user, table: "habits", row: "\(device)")
            return habits.isSound(at: now) ? (device: device, habits: habits) : nil
        }.values
    }

    /// When the data of a device usually arrives.
    struct Exported: Encodable {
        let device: UInt64
        let arrivals: [ArrivalSummary]
    }

    func exported() throws -> [Exported] {
        try all(at: .max / 2).map { Exported(device: $0.device, arrivals: $0.habits.summary) }
    }

    /// The first people by id after one, nil at first, whose devices have delivered.
    static func users(after last: UserID?, limit: Int, _ transaction: Transaction) throws -> [UserID] {
        let rows = try transaction.rows(
            "SELECT DISTINCT user FROM habits WHERE user > ? ORDER BY user LIMIT ?",
            [last?.columnValue ?? .bytes(Data()), limit])
        return try transaction.readEach(rows, in: "habits") { try $0["user"] }
    }

    /// Deletes the habits of devices that are gone.
    func delete(except devices: [UInt64]) throws {
        let living = Set(devices.map { Int64(bitPattern: $0) })
        for row in try transaction.rows("SELECT device FROM habits WHERE user = ?", [user]) {
            let device: Int64 = try row["device"]
            guard !living.contains(device) else { continue }
            try transaction.execute("DELETE FROM habits WHERE user = ? AND device = ?", [user, device])
        }
    }

    /// What is wrong with each device.
    func devices(at now: Milliseconds) throws -> [DeviceHabits] {
        let rules = try RuleRows(user: user, transaction: transaction).shownRules()
        let all = try all(at: now)
        guard !all.isEmpty else { return [] }
        let (pauses, offset) = (try pauses(rules, at: now), Self.offset(rules, at: now))
        var devices = all.map { device, habits in
            DeviceHabits(
                device: device, lastPost: habits.lastPost, lastNew: habits.lastNew, kinds: habits.kindNames,
                findings: habits.findings(at: now, offset: offset, pauses: pauses).map(ArrivalProblem.init))
        }
        for index in devices.indices { devices[index].isReplaced = Self.isReplaced(devices[index], among: devices) }
        return devices
    }

    /// Whether the kinds of a silent device come from another one that is as usual.
    private static func isReplaced(_ device: DeviceHabits, among all: [DeviceHabits]) -> Bool {
        guard let silence = device.findings.first(where: { $0.fault == ArrivalFault.silent.rawValue }) else {
            return false
        }
        return all.contains { other in
            other.device != device.device && (other.lastNew ?? 0) > silence.since
                && !other.findings.contains { $0.fault == ArrivalFault.silent.rawValue }
                && !other.kinds.isEmpty && Set(other.kinds).isSuperset(of: device.kinds)
        }
    }

    private func pauses(_ rules: PersonRules, at now: Milliseconds) throws -> ArrivalPauses {
        let off = try ServiceRunRows(transaction: transaction).gaps(until: now)
        let journeys = rules.timeZones.dropFirst().map { (from: $0.since, to: $0.since + Self.journey) }
        return ArrivalPauses(quiet: ArrivalPauses.ranges(Array(journeys)), serverOff: ArrivalPauses.ranges(off))
    }

    /// UTC offset, ms.
    private static func offset(_ rules: PersonRules, at instant: Milliseconds) -> Int64 {
        Int64(rules.calendar.zone(second: instant / 1000).offset(at: instant / 1000)) * 1000
    }
}

extension ArrivalProblem {
    fileprivate init(_ finding: ArrivalFinding) {
        self.init(
            fault: finding.fault.rawValue, kinds: finding.kinds,
            ofBody: finding.kinds.filter { KindTable.row($0)?.isOfBody ?? false }, since: finding.since,
            interval: finding.interval, by: finding.by.map { Int32($0) }, isSure: finding.isSure)
    }
}

/// When processes of this service ran, so that nobody's phone is blamed for a time in which it was off.
struct ServiceRunRows {
    let transaction: Transaction

    /// A shorter time without a process is a restart, ms.
    static let minimumGap: Milliseconds = 15 * 60_000
    /// Time from one note to the next, ms.
    static let interval: Milliseconds = 60_000
    private static let maximumRuns = 200

    /// Notes that a process runs.
    /// - Parameter began: when it began.
    func note(_ run: EntityID, began: Milliseconds, at now: Milliseconds) throws {
        try transaction.execute(
            """
            INSERT INTO service_runs (id, began, alive) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET alive = excluded.alive
            """, [run, began, now])
    }

    /// Removes the oldest runs.
    func trim() throws {
        try transaction.execute(
            "DELETE FROM service_runs WHERE id NOT IN (SELECT id FROM service_runs ORDER BY alive DESC LIMIT ?)",
            [Self.maximumRuns])
    }

    /// Times without any process, oldest first. Rows that end before they begin, or in the future, count for nothing.
    func gaps(until now: Milliseconds) throws -> [(from: Int64, to: Int64)] {
        let rows = try transaction.rows(
            "SELECT began, alive FROM service_runs ORDER BY alive DESC LIMIT ?", [Self.maximumRuns])
        let read = try transaction.readEach(rows, in: "service_runs") { row in
            (began: try row["began"] as Int64, alive: try row["alive"] as Int64)
        }
        let runs = read.filter { $0.began <= $0.alive && $0.alive <= now + Self.interval }.sorted {
            $0.began < $1.began
        }
        var (gaps, last): ([(from: Int64, to: Int64)], Int64?) = ([], nil)
        for run in runs {
            if let last, run.began - last > Self.minimumGap { gaps.append((last, run.began)) }
            last = max(last ?? run.alive, run.alive)
        }
        return gaps
    }
}
