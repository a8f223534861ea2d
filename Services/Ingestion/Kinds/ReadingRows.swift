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
    /// The import that brought it; nil for a companion's.
    var job: EntityID?
    enum CodingKeys: Int, CodingKey { case record = 1, start, end, value, labels, source, job }

    init(_ reading: HealthReading, of record: EntityID, _ source: SampleSource, job: EntityID? = nil) {
        self.job = job
        self.record = record
        start = reading.start
        end = reading.end
        value = reading.value
        labels = reading.labels
        self.source = source
    }

    /// UTC day of its start.
    var day: Int32 { sample.chunkDay }

    private static let maximumTimes = 1_000

    /// How often it happened: apps that count in a day say so in a label.
    var times: Int {
        let label = labels.first { $0.hasPrefix("count:") }
        let times = label.flatMap { Int($0.dropFirst("count:".count)) } ?? 1
        return min(max(1, times), Self.maximumTimes)
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
/// records, and what files brought, by kind and day.
struct ReadingRows {
    let transaction: Transaction
    private let rows: CompanionRows
    private var user: UserID { rows.user }

    private static let table = "readings"
    /// Most readings of a kind on a day: one every nine seconds, as for samples.
    static let maximumPerDay = 10_000
    /// Readings opened and stored after which a transaction of an import opens no further chunk; 2,000 of them hold the
    /// database's writer for about 10 ms.
    static let maximumPerWrite = 2_000

    init(rows: CompanionRows) {
        self.rows = rows
        transaction = rows.transaction
    }

    /// A chunk.
    struct Chunk: Hashable {
        var kind: HealthKind
        var day: Int32

        init(kind: HealthKind, day: Int32) {
            self.kind = kind
            self.day = day
        }

        /// The chunk of a record's first reading; a file's records have one.
        init(_ record: CompanionRecord) { self.init(kind: record.readings[0].kind, day: record.readings[0].day) }
    }

    private func address(_ kind: EntityID, _ day: Int32) -> String { "\(kind)/\(day)" }

    /// Brings the readings from one state of the records to another.
    /// - Returns: the number of readings over the limit of a day, but for intimate ones.
    func apply(left: [CompanionRecord], come: [CompanionRecord]) throws -> Int64 {
        var gone: [Chunk: Set<EntityID>] = [:]
        var new: [Chunk: [ChunkReading]] = [:]
        for record in left {
            let id = rows.record(record.key)
            for reading in record.readings where reading.kind.stored == nil {
                gone[Chunk(kind: reading.kind, day: ChunkReading(reading, of: id, record.source).day), default: []]
                    .insert(id)
            }
        }
        for record in come {
            let id = rows.record(record.key)
            for reading in record.readings where reading.kind.stored == nil {
                let reading = (kind: reading.kind, stored: ChunkReading(reading, of: id, record.source))
                new[Chunk(kind: reading.kind, day: reading.stored.day), default: []].append(reading.stored)
            }
        }
        var excess: Int64 = 0
        for place in Set(gone.keys).union(new.keys) {
            let before = try chunk(place.kind, place.day)
            let leaving = gone[place] ?? []
            let all = (before.filter { !leaving.contains($0.record) } + (new[place] ?? [])).sorted { $0.isBefore($1) }
            // Those of files are stored here alone and stay.
            var room = max(0, Self.maximumPerDay - all.count { $0.job != nil })
            let after = all.filter { reading in
                if reading.job != nil { return true }
                guard room > 0 else { return false }
                room -= 1
                return true
            }
            if !place.kind.isIntimate { excess += Int64(all.count - after.count) }
            if after != before { try set(after, place.kind, place.day) }
        }
        return excess
    }

    // MARK: Files

    /// The result of adding a file's records.
    struct Added {
        /// New readings, but for intimate ones.
        var count: Int64 = 0
        /// Readings over the limit of a day, but for intimate ones.
        var excess: Int64 = 0
        /// Earlier imports that brought some of the readings, too.
        var repeated = Set<EntityID>()
        /// The first chunk whose records are still to be added; nil if all are.
        var rest: Chunk?
    }

    /// Adds a file's records, chunk by chunk in their order. A reading that is stored already stays as it is.
    /// - Parameters:
    ///   - job: the import.
    ///   - maximum: readings opened or brought after which no further chunk is added; of the first one all are.
    ///   - isTaken: whether readings that the file repeats become this import's, by the import that brought them.
    func add(
        _ records: [CompanionRecord], of job: EntityID, maximum: Int = .max, isTaken: (EntityID) -> Bool
    ) throws -> Added {
        var new: [Chunk: [ChunkReading]] = [:]
        var places: [Chunk] = []
        for record in records {
            let id = rows.record(record.key)
            for reading in record.readings {
                let place = Chunk(kind: reading.kind, day: reading.day)
                if new[place] == nil { places.append(place) }
                new[place, default: []].append(ChunkReading(reading, of: id, record.source, job: job))
            }
        }
        var (added, handled) = (Added(), 0)
        for place in places {
            guard handled < maximum else {
                added.rest = place
                break
            }
            let come = new[place] ?? []
            let before = try chunk(place.kind, place.day)
            handled += before.count + come.count
            var after = before
            var known = Dictionary(before.indices.map { (before[$0].record, $0) }) { first, _ in first }
            for reading in come {
                if let index = known[reading.record] {
                    guard let owner = after[index].job, owner != job else { continue }
                    if isTaken(owner) { after[index].job = job }
                    // An import that cannot be undone any more would show that it brought readings which are hidden.
                    if !place.kind.isIntimate { added.repeated.insert(owner) }
                } else if after.count < Self.maximumPerDay {
                    known[reading.record] = after.count
                    after.append(reading)
                    if !place.kind.isIntimate { added.count += 1 }
                } else if !place.kind.isIntimate {
                    added.excess += 1
                }
            }
            if after != before { try set(after.sorted { $0.isBefore($1) }, place.kind, place.day) }
        }
        return added
    }

    /// A chunk by what its row says.
    struct Address: Hashable {
        /// Keyed hash of the kind's name.
        var kind: EntityID
        var day: Int32
    }

    /// Chunks that are fetched together, as each may have a mebibyte.
    private static let fetched = 8

    /// Chunks after an address, nil at first; a damaged one has no readings.
    /// - Parameter maximum: readings after which the page ends.
    /// - Returns: at least one chunk, if there is one, and the last; nil after the last of all.
    func page(after last: Address?, limit: Int, maximum: Int = .max) throws -> (
        chunks: [(address: Address, area: EntityID, readings: [ChunkReading])], next: Address?
    ) {
        var place = last ?? Address(kind: EntityID(high: 0, low: 0), day: .min)
        var chunks: [(address: Address, area: EntityID, readings: [ChunkReading])] = []
        var count = 0
        while chunks.count < limit, chunks.isEmpty || count < maximum {
            let wanted = min(limit - chunks.count, Self.fetched)
            let found = try transaction.rows(
                """
                SELECT kind, day, area, sealed FROM readings WHERE user = ?1
                    AND (kind > ?2 OR (kind = ?2 AND day > ?3))
                ORDER BY kind, day LIMIT ?4
                """, [user, place.kind, place.day, wanted])
            var opened = 0
            for row in found where chunks.isEmpty || count < maximum {
                place = Address(kind: try row["kind"], day: try row["day"])
                let address = address(place.kind, place.day)
                let chunk = try transaction.openOne(of: user, in: Self.table, row: address) {
                    try transaction.open(ReadingChunk.self, row["sealed"], user: user, table: Self.table, row: address)
                }
                chunks.append((place, try row["area"], chunk?.readings ?? []))
                count += chunk?.readings.count ?? 0
                opened += 1
            }
            if found.count < wanted, opened == found.count { return (chunks, nil) }
        }
        return (chunks, chunks.last?.address)
    }

    /// Removes readings from the chunks after an address, nil at first.
    /// - Parameter maximum: readings opened after which no further chunk is looked at.
    /// - Returns: the number of removed readings, but for intimate ones, and the last chunk that was looked at; nil after
    ///   the last of all.
    func remove(
        after last: Address?, limit: Int, maximum: Int, where isGone: (ChunkReading) -> Bool
    ) throws -> (removed: Int64, next: Address?) {
        let hidden = Set(HealthKind.Group.allCases.filter(\.isIntimate).map { rows.area($0.rawValue) })
        let page = try page(after: last, limit: limit, maximum: maximum)
        var removed: Int64 = 0
        for (place, area, readings) in page.chunks {
            let rest = readings.filter { !isGone($0) }
            guard rest.count < readings.count else { continue }
            if !hidden.contains(area) { removed += Int64(readings.count - rest.count) }
            try store(rest, place, area)
        }
        return (removed, page.next)
    }

    /// Whether there are readings of a `HealthKind.Group`.
    func has(area group: String) throws -> Bool {
        try transaction.row("SELECT 1 FROM readings WHERE user = ? AND area = ? LIMIT 1", [user, rows.area(group)])
            != nil
    }

    /// Whether nothing is stored of a person.
    static func isEmpty(_ user: UserID, _ transaction: Transaction) throws -> Bool {
        try transaction.row("SELECT 1 FROM readings WHERE user = ? LIMIT 1", [user]) == nil
    }

    private func set(_ readings: [ChunkReading], _ kind: HealthKind, _ day: Int32) throws {
        try store(readings, Address(kind: rows.kind(kind.name), day: day), rows.area(kind.group.rawValue))
    }

    private func store(_ readings: [ChunkReading], _ place: Address, _ area: EntityID) throws {
        let (id, day) = (place.kind, place.day)
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
                user, id, day, area,
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

    /// Deletes a kind's readings of its newest days.
    /// - Parameter limit: days.
    /// - Returns: how many of the readings files brought, and whether some days may be left.
    func remove(_ kind: HealthKind, limit: Int) throws -> (imported: Int64, hasMore: Bool) {
        let page = try readings(kind, .min ... .max, limit: limit)
        guard let first = page.first?.day else { return (0, false) }
        try transaction.execute(
            "DELETE FROM readings WHERE user = ? AND kind = ? AND day >= ?", [user, rows.kind(kind.name), first])
        let imported = page.reduce(0) { $0 + $1.readings.count { $0.job != nil } }
        return (Int64(imported), page.count == limit)
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

extension HealthReading {
    /// UTC day of its start.
    fileprivate var day: Int32 { Sample(start: start, end: start, value: 0, source: 0).chunkDay }
}
