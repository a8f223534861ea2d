import Foundation
import HealthFormats
import Messages
import Storage

/// One person's records of companions in a transaction: rows are found by keyed hashes of what identifies them.
struct CompanionRows {
    let user: UserID
    let transaction: Transaction
    private let hash: KeyedHash

    /// Columns by which records are found.
    enum Column: String {
        case id, place, whole, scope
    }

    /// - Throws: as `Transaction.dataKey`.
    init(user: UserID, transaction: Transaction) throws {
        self.user = user
        self.transaction = transaction
        hash = try transaction.dataKey(user).keyedHash(for: "companion records")
    }

    /// Whether nothing is stored of a person.
    static func isEmpty(_ user: UserID, _ transaction: Transaction) throws -> Bool {
        try transaction.row("SELECT 1 FROM companion_records WHERE user = ? LIMIT 1", [user]) == nil
    }

    private func id(_ text: String) -> EntityID {
        EntityID(bytes: hash.hash(text).prefix(16)) ?? EntityID(high: 0, low: 0)
    }

    private func record(_ row: Row) throws -> StoredRecord {
        let id: EntityID = try row["id"]
        return try transaction.open(
            StoredRecord.self, row["sealed"], user: user, table: "companion_records", row: "\(id)")
    }

    /// A damaged record costs itself: the phone tells it again.
    private func records(_ rows: [Row]) throws -> [StoredRecord] {
        try transaction.openEach(rows, of: user, in: "companion_records", record).values
    }

    /// The records with this key, place, whole or scope.
    func records(_ column: Column, _ text: String) throws -> [StoredRecord] {
        try records(
            transaction.rows(
                "SELECT id, sealed FROM companion_records WHERE user = ? AND \(column.rawValue) = ?", [user, id(text)]))
    }

    /// The records whose first reading is of these UTC days.
    func records(days: ClosedRange<Int32>) throws -> [StoredRecord] {
        try records(
            transaction.rows(
                "SELECT id, sealed FROM companion_records WHERE user = ? AND day BETWEEN ? AND ?",
                [user, days.lowerBound, days.upperBound]))
    }

    // MARK: Tellers

    /// Notes that a device told a record.
    func tell(_ key: String, by device: UInt64) throws {
        try transaction.execute(
            "INSERT INTO companion_tellers (user, id, device) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [user, id(key), Int64(bitPattern: device)])
    }

    /// Forgets that a device told records, at most so many.
    /// - Returns: their number, and the records that nobody else told, which are still stored.
    func forget(_ device: UInt64, limit: Int) throws -> (count: Int, alone: [StoredRecord]) {
        let device = Int64(bitPattern: device)
        let told = try transaction.rows(
            "SELECT id FROM companion_tellers WHERE user = ? AND device = ? ORDER BY id LIMIT ?", [user, device, limit]
        ).map { try $0["id"] as EntityID }
        var alone: [StoredRecord] = []
        for id in told {
            try transaction.execute(
                "DELETE FROM companion_tellers WHERE user = ? AND id = ? AND device = ?", [user, id, device])
            let rows = try transaction.rows(
                """
                SELECT id, sealed FROM companion_records WHERE user = ?1 AND id = ?2
                    AND NOT EXISTS (SELECT 1 FROM companion_tellers WHERE user = ?1 AND id = ?2)
                """, [user, id])
            alone += try records(rows)
        }
        return (told.count, alone)
    }

    /// Records of each device that are looked at, and of all devices together.
    private static let looked = (each: 500, together: 2000)

    /// A part of what devices told: the newest records of the person, and some of each device, which are as good as
    /// chosen by chance, because ids are keyed hashes. A device with few records has all of them.
    func told(by devices: [UInt64]) throws -> [UInt64: (records: [StoredRecord], isPart: Bool)] {
        let newest = try transaction.rows(
            """
            SELECT newest.id, newest.sealed, companion_tellers.device FROM
                (SELECT id, sealed FROM companion_records WHERE user = ?1 ORDER BY day DESC LIMIT ?2) AS newest
                JOIN companion_tellers ON companion_tellers.user = ?1 AND companion_tellers.id = newest.id
            """, [user, Self.looked.together])
        var found: [UInt64: (records: [StoredRecord], isPart: Bool)] = [:]
        for device in devices {
            let stored = Int64(bitPattern: device)
            let some = try transaction.rows(
                """
                SELECT companion_records.id, companion_records.sealed FROM
                    (SELECT id FROM companion_tellers WHERE user = ?1 AND device = ?2 ORDER BY id LIMIT ?3) AS told
                    JOIN companion_records ON companion_records.user = ?1 AND companion_records.id = told.id
                """, [user, stored, Self.looked.each])
            guard !some.isEmpty else { continue }
            let isPart = some.count == Self.looked.each
            var rows = some
            if isPart { rows += try newest.filter { try $0["device"] as Int64 == stored } }
            var known = Set<EntityID>()
            rows = try rows.filter { known.insert(try $0["id"]).inserted }
            found[device] = (try records(rows), isPart)
        }
        return found
    }

    /// A page of records ordered by id, for the export.
    func page(after last: EntityID?, limit: Int) throws -> [(id: EntityID, record: StoredRecord)] {
        let rows = try transaction.rows(
            "SELECT id, sealed FROM companion_records WHERE user = ? AND id > ? ORDER BY id LIMIT ?",
            [user, last ?? EntityID(high: 0, low: 0), limit])
        return try transaction.openEach(
            rows, of: user, in: "companion_records", name: { "\(try $0["id"] as EntityID)" }
        ) { (try $0["id"], try record($0)) }.values
    }

    func set(_ stored: StoredRecord) throws {
        let id = id(stored.key)
        let day = stored.readings.map(\.start).min().map { start in
            Sample(start: start, end: start, value: 0, source: 0).chunkDay
        }
        try transaction.execute(
            """
            INSERT INTO companion_records (user, id, day, place, whole, scope, sealed)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user, id) DO UPDATE SET day = excluded.day, place = excluded.place, whole = excluded.whole,
                scope = excluded.scope, sealed = excluded.sealed
            """,
            [
                user, id, day ?? 0, stored.place.map(self.id), stored.whole.map(self.id), stored.scope.map(self.id),
                try transaction.seal(stored, user: user, table: "companion_records", row: "\(id)"),
            ])
    }

    func remove(_ key: String) throws {
        try transaction.execute("DELETE FROM companion_tellers WHERE user = ? AND id = ?", [user, id(key)])
        try transaction.execute("DELETE FROM companion_records WHERE user = ? AND id = ?", [user, id(key)])
    }

    // MARK: Deletions

    /// Addresses of deletions: of a key, of a scope, and the snapshot of a scope.
    enum Address {
        case key(String)
        case scope(String)
        case snapshot(String)

        fileprivate var text: String {
            switch self {
            case .key(let key): "key \(key)"
            case .scope(let scope): "scope \(scope)"
            case .snapshot(let scope): "snapshot \(scope)"
            }
        }
    }

    /// False without any deletion, so that none has to be looked for.
    func hasDeletions() throws -> Bool {
        try transaction.row("SELECT 1 FROM companion_deletions WHERE user = ? LIMIT 1", [user]) != nil
    }

    func deletion(_ address: Address) throws -> StoredDeletion? {
        let id = id(address.text)
        return try transaction.row(
            "SELECT sealed FROM companion_deletions WHERE user = ? AND id = ?", [user, id]
        ).flatMap { row in
            try transaction.openOne(of: user, in: "companion_deletions", row: "\(id)") {
                try transaction.open(
                    StoredDeletion.self, row["sealed"], user: user, table: "companion_deletions", row: "\(id)")
            }
        }
    }

    func set(_ deletion: StoredDeletion, at address: Address) throws {
        let id = id(address.text)
        try transaction.execute(
            """
            INSERT INTO companion_deletions (user, id, sealed) VALUES (?, ?, ?)
            ON CONFLICT (user, id) DO UPDATE SET sealed = excluded.sealed
            """,
            [user, id, try transaction.seal(deletion, user: user, table: "companion_deletions", row: "\(id)")])
    }
}
