import Foundation
import HealthFormats
import Messages
import Storage

/// A reading of a kind that is not stored as samples.
struct ChunkReading: Message, Equatable {
    /// Keyed hash of its record's key.
    var record: EntityID
    /// s since 1970.
    var start: Int64
    var end: Int64
    var value: Double
    var labels: [String]
    var source: SampleSource
    enum CodingKeys: Int, CodingKey { case record = 1, start, end, value, labels, source }

    init(_ reading: HealthReading, of record: EntityID, _ source: SampleSource) {
        self.record = record
        start = reading.start
        end = reading.end
        value = reading.value
        labels = reading.labels
        self.source = source
    }

    /// UTC day of its start.
    var day: Int32 { sample.chunkDay }

    /// How often it happened: apps that count in a day say so in a label.
    var times: Int {
        let label = labels.first { $0.hasPrefix("count:") }
        return max(1, label.flatMap { Int($0.dropFirst("count:".count)) } ?? 1)
    }

    var sample: Sample { Sample(start: start, end: end, value: value, source: source.id) }

    fileprivate func isBefore(_ other: ChunkReading) -> Bool {
        if (start, end) != (other.start, other.end) { return (start, end) < (other.start, other.end) }
        return (record.high, record.low) < (other.record.high, other.record.low)
    }
}

/// The readings of a kind and a UTC day, by start.
struct ReadingChunk: Message, Equatable {
    var readings: [ChunkReading] = []
    enum CodingKeys: Int, CodingKey { case readings = 1 }
}

/// One person's readings of kinds that are not stored as samples, in a transaction: what counts of the companions'
/// records, by kind and day.
struct ReadingRows {
    let transaction: Transaction
    private let rows: CompanionRows
    private var user: UserID { rows.user }

    private static let table = "readings"
    /// Most readings of a kind on a day: one every nine seconds, as for samples.
    static let mostPerDay = 10_000

    init(rows: CompanionRows) {
        self.rows = rows
        transaction = rows.transaction
    }

    /// A chunk.
    private struct Place: Hashable {
        var kind: HealthKind
        var day: Int32
    }

    private func address(_ kind: EntityID, _ day: Int32) -> String { "\(kind)/\(day)" }

    /// Brings the readings from one state of the records to another.
    /// - Returns: the number of readings over the limit of a day, but for intimate ones.
    func apply(left: [CompanionRecord], come: [CompanionRecord]) throws -> Int64 {
        var gone: [Place: Set<EntityID>] = [:]
        var new: [Place: [ChunkReading]] = [:]
        for record in left {
            let id = rows.record(record.key)
            for reading in record.readings where reading.kind.stored == nil {
                gone[Place(kind: reading.kind, day: ChunkReading(reading, of: id, record.source).day), default: []]
                    .insert(id)
            }
        }
        for record in come {
            let id = rows.record(record.key)
            for reading in record.readings where reading.kind.stored == nil {
                let reading = (kind: reading.kind, stored: ChunkReading(reading, of: id, record.source))
                new[Place(kind: reading.kind, day: reading.stored.day), default: []].append(reading.stored)
            }
        }
        var excess: Int64 = 0
        for place in Set(gone.keys).union(new.keys) {
            let before = try chunk(place.kind, place.day)
            let leaving = gone[place] ?? []
            let all = (before.filter { !leaving.contains($0.record) } + (new[place] ?? [])).sorted { $0.isBefore($1) }
            let after = Array(all.prefix(Self.mostPerDay))
            if !place.kind.isIntimate { excess += Int64(all.count - after.count) }
            if after != before { try set(after, place.kind, place.day) }
        }
        return excess
    }

    private func set(_ readings: [ChunkReading], _ kind: HealthKind, _ day: Int32) throws {
        let id = rows.kind(kind.name)
        guard !readings.isEmpty else {
            try transaction.execute("DELETE FROM readings WHERE user = ? AND kind = ? AND day = ?", [user, id, day])
            return
        }
        try transaction.execute(
            """
            INSERT INTO readings (user, kind, day, area, sealed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user, kind, day) DO UPDATE SET area = excluded.area, sealed = excluded.sealed
            """,
            [
                user, id, day, rows.area(kind.group.rawValue),
                try transaction.seal(
                    ReadingChunk(readings: readings), user: user, table: Self.table, row: address(id, day)),
            ])
    }

    private func chunk(_ kind: HealthKind, _ day: Int32) throws -> [ChunkReading] {
        try readings(kind, day...day).first?.readings ?? []
    }

    /// A kind's readings by UTC day, oldest first; a damaged day has none.
    /// - Parameter limit: days, the newest of the range.
    func readings(
        _ kind: HealthKind, _ days: ClosedRange<Int32>, limit: Int = 1_000
    ) throws -> [(day: Int32, readings: [ChunkReading])] {
        let id = rows.kind(kind.name)
        let found = try transaction.rows(
            """
            SELECT day, sealed FROM readings WHERE user = ? AND kind = ? AND day BETWEEN ? AND ?
            ORDER BY day DESC LIMIT ?
            """, [user, id, days.lowerBound, days.upperBound, limit])
        return try found.reversed().map { row in
            let day: Int32 = try row["day"]
            let address = address(id, day)
            let chunk = try transaction.openOne(of: user, in: Self.table, row: address) {
                try transaction.open(ReadingChunk.self, row["sealed"], user: user, table: Self.table, row: address)
            }
            return (day, chunk?.readings ?? [])
        }
    }

    /// The last UTC day with a reading of a kind; nil without one.
    func last(_ kind: HealthKind) throws -> Int32? {
        try transaction.value(
            Int32.self, "SELECT max(day) FROM readings WHERE user = ? AND kind = ?", [user, rows.kind(kind.name)])
    }

    /// Deletes a kind's readings.
    func remove(_ kind: HealthKind) throws {
        try transaction.execute(
            "DELETE FROM readings WHERE user = ? AND kind = ?", [user, rows.kind(kind.name)])
    }

    /// Deletes readings of a group.
    /// - Returns: whether some may be left.
    func remove(area group: String, limit: Int) throws -> Bool {
        try transaction.execute(
            """
            DELETE FROM readings WHERE user = ?1 AND (kind, day) IN (
                SELECT kind, day FROM readings WHERE user = ?1 AND area = ?2 LIMIT ?3)
            """, [user, rows.area(group), limit]) == limit
    }
}
