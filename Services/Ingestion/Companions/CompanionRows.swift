import Foundation
import HealthFormats
import Messages
import Storage

/// What one person's companions said, in a transaction: each device's own telling of a record, so that a device can be
/// forgotten as if it had never said anything. Rows are found by keyed hashes of what identifies them.
struct CompanionRows {
    let user: UserID
    let transaction: Transaction
    private let hash: KeyedHash

    /// One device's telling of a record.
    struct Telling {
        var device: UInt64
        var stored: StoredRecord
    }

    /// Columns by which tellings are found.
    enum Column: String {
        case id, place, whole, scope, slot
    }

    /// Tellings that share a value of a column.
    struct Group: Hashable {
        var column: Column
        var value: EntityID
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

    /// Where the records of a `HealthKind.Group` are found; of an empty name those that are stored as samples alone.
    func area(_ group: String) -> EntityID { id("area \(group)") }

    /// Where the readings of a kind are found.
    func kind(_ name: String) -> EntityID { id("kind \(name)") }

    /// A keyed hash of the record's key.
    func record(_ key: String) -> EntityID { id(key) }

    func group(_ column: Column, _ text: String) -> Group { Group(column: column, value: id(text)) }

    private static func device(_ row: Row) throws -> UInt64 { UInt64(bitPattern: try row["device"] as Int64) }
    private static func name(_ row: Row) throws -> String { "\(try row["id"] as EntityID)/\(try device(row))" }

    // MARK: Tellings

    /// A damaged telling costs itself: the phone tells it again.
    private func tellings(_ rows: [Row]) throws -> [Telling] {
        try transaction.openEach(rows, of: user, in: "companion_records", name: Self.name) { row in
            Telling(
                device: try Self.device(row),
                stored: try transaction.open(
                    StoredRecord.self, row["sealed"], user: user, table: "companion_records", row: Self.name(row)))
        }.values
    }

    /// All tellings of the records of which one is in a group.
    func tellings(_ group: Group) throws -> [Telling] {
        try tellings(
            transaction.rows(
                """
                SELECT id, device, sealed FROM companion_records WHERE user = ?1
                    AND id IN (SELECT id FROM companion_records WHERE user = ?1 AND \(group.column.rawValue) = ?2)
                """, [user, group.value]))
    }

    /// The first records by id after one, nil at first.
    func page(after last: EntityID?, limit: Int) throws -> [EntityID] {
        try transaction.openPage(
            of: user, in: "companion_records", limit: limit, name: { "\(try $0["id"] as EntityID)" },
            read: { row, limit in
                try transaction.rows(
                    "SELECT DISTINCT id FROM companion_records WHERE user = ? AND id > ? ORDER BY id LIMIT ?",
                    [user, try row.map { try $0["id"] } ?? last ?? EntityID(high: 0, low: 0), limit])
            }
        ) { try $0["id"] as EntityID }
    }

    /// The first parts of a whole decide about the others, and are found without them.
    static func parts(of whole: String, first: Bool) -> String { "\(first ? "first" : "next") \(whole)" }

    /// The groups of a telling with the most tellings that each may have. They bound what has to be read to merge one:
    /// real use needs a tenth of them.
    private func groups(_ stored: StoredRecord) -> [(group: Group, maximum: Int)] {
        var all: [(Group, Int)] = []
        if let place = stored.place { all.append((group(.place, place), 100)) }
        if let whole = stored.whole {
            all.append((group(.whole, Self.parts(of: whole, first: stored.isFirst)), stored.isFirst ? 100 : 2_000))
        }
        if let scope = stored.scope { all.append((group(.scope, scope), 10_000)) }
        if let slot = CompanionSlot(stored) { all.append((group(.slot, slot.text), slot.maximum)) }
        return all
    }

    /// Records of each device that are looked at, and newest ones of all devices together.
    private static let looked = (each: 500, together: 2000)

    /// A part of what devices sent: the newest records of each device, and some that are as good as chosen by chance,
    /// because ids are keyed hashes. A device with few records has all of them.
    func sampleRecords(by devices: [UInt64]) throws -> [UInt64: (records: [StoredRecord], isPart: Bool)] {
        let newest = max(Self.looked.each, Self.looked.together / max(devices.count, 1))
        var found: [UInt64: (records: [StoredRecord], isPart: Bool)] = [:]
        for device in devices {
            func rows(_ order: String, _ limit: Int) throws -> [Row] {
                try transaction.rows(
                    """
                    SELECT id, device, sealed FROM companion_records WHERE user = ?1 AND device = ?2 AND id IN (
                        SELECT id FROM companion_records WHERE user = ?1 AND device = ?2 ORDER BY \(order) LIMIT ?3)
                    """, [user, Int64(bitPattern: device), limit])
            }
            var looked = try rows("id", Self.looked.each)
            guard !looked.isEmpty else { continue }
            let isPart = looked.count == Self.looked.each
            if isPart { looked += try rows("day DESC, id DESC", newest) }
            var known = Set<EntityID>()
            looked = try looked.filter { known.insert(try $0["id"]).inserted }
            found[device] = (try tellings(looked).map(\.stored), isPart)
        }
        return found
    }

    /// Whether a telling fits into the groups that the one before it was not in.
    func hasRoom(for stored: StoredRecord, insteadOf before: StoredRecord?) throws -> Bool {
        let known = before.map { Set(groups($0).map(\.group)) } ?? []
        return try groups(stored).allSatisfy { group, maximum in
            if known.contains(group) { return true }
            let count = try transaction.value(
                Int.self,
                """
                SELECT count(*) FROM (
                    SELECT 1 FROM companion_records WHERE user = ? AND \(group.column.rawValue) = ? LIMIT ?) AS found
                """, [user, group.value, maximum])
            return count ?? 0 < maximum
        }
    }

    /// Stores a device's telling.
    func set(_ stored: StoredRecord, by device: UInt64) throws {
        let id = id(stored.key)
        let groups = Dictionary(groups(stored).map { ($0.group.column, $0.group.value) }) { $1 }
        try transaction.execute(
            """
            INSERT INTO companion_records (user, id, device, day, slot, place, whole, scope, area, sealed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user, id, device) DO UPDATE SET day = excluded.day, slot = excluded.slot,
                place = excluded.place, whole = excluded.whole, scope = excluded.scope, area = excluded.area,
                sealed = excluded.sealed
            """,
            [
                user, id, Int64(bitPattern: device), stored.day, groups[.slot], groups[.place], groups[.whole],
                groups[.scope], area(stored.group ?? ""),
                try transaction.seal(stored, user: user, table: "companion_records", row: "\(id)/\(device)"),
            ])
    }

    func remove(_ key: String, of device: UInt64) throws { try remove(id(key), of: device) }

    func remove(_ id: EntityID, of device: UInt64) throws {
        try transaction.execute(
            "DELETE FROM companion_records WHERE user = ? AND id = ? AND device = ?",
            [user, id, Int64(bitPattern: device)])
    }

    /// Deletes the first records and deletions of a `HealthKind.Group`, of all devices, whatever they replaced or were
    /// replaced by.
    /// - Returns: whether some may be left.
    func remove(area group: String, limit: Int) throws -> Bool {
        for table in ["companion_records", "companion_deletions"] {
            let removed = try transaction.execute(
                """
                DELETE FROM \(table) WHERE user = ?1 AND (id, device) IN (
                    SELECT id, device FROM \(table) WHERE user = ?1 AND area = ?2 LIMIT ?3)
                """, [user, area(group), limit])
            if removed == limit { return true }
        }
        return false
    }

    /// Whether there are records or deletions of a `HealthKind.Group`.
    func has(area group: String) throws -> Bool {
        try ["companion_records", "companion_deletions"].contains { table in
            try transaction.row("SELECT 1 FROM \(table) WHERE user = ? AND area = ? LIMIT 1", [user, area(group)])
                != nil
        }
    }

    /// Deletes readings of kinds from the first records by id after one, nil at first, that have any which is not stored
    /// as a sample; of all devices, whatever they replaced or were replaced by.
    /// - Returns: the number of readings, and the last record that was looked at; nil after the last of all.
    func strip(_ kinds: Set<String>, after last: EntityID?, limit: Int) throws -> (removed: Int64, next: EntityID?) {
        let found = try transaction.rows(
            """
            SELECT id, device, sealed FROM companion_records WHERE user = ?1 AND id IN (
                SELECT DISTINCT id FROM companion_records WHERE user = ?1 AND area <> ?4 AND id > ?2
                ORDER BY id LIMIT ?3)
            """, [user, last ?? EntityID(high: 0, low: 0), limit, area("")])
        let ids = Set(try found.map { try $0["id"] as EntityID })
        var removed: Int64 = 0
        for telling in try tellings(found) {
            var stored = telling.stored
            stored.readings.removeAll { kinds.contains($0.kind) }
            let count = telling.stored.readings.count - stored.readings.count
            guard count > 0 else { continue }
            removed += Int64(count)
            if stored.readings.isEmpty {
                try remove(stored.key, of: telling.device)
            } else {
                try set(stored, by: telling.device)
            }
        }
        return (removed, ids.count < limit ? nil : ids.max())
    }

    // MARK: Records of earlier releases

    /// The first person after one, nil at first, with records that no group is known of: those that a release before
    /// these groups stored.
    static func unsorted(after last: UserID?, _ transaction: Transaction) throws -> UserID? {
        try transaction.value(
            UserID.self, "SELECT user FROM companion_records WHERE area IS NULL AND user > ? ORDER BY user LIMIT 1",
            [last ?? UserID(high: 0, low: 0)])
    }

    /// The first tellings without a known group. A damaged one is given none.
    func unsorted(limit: Int) throws -> (tellings: [Telling], count: Int) {
        let found = try transaction.rows(
            "SELECT id, device, sealed FROM companion_records WHERE user = ? AND area IS NULL LIMIT ?", [user, limit])
        for row in found {
            try transaction.execute(
                "UPDATE companion_records SET area = ? WHERE user = ? AND id = ? AND device = ?",
                [area(""), user, row["id"] as EntityID, Int64(bitPattern: Self.device(row))])
        }
        return (try tellings(found), found.count)
    }

    // MARK: One device

    /// The first records of a device by day, damaged ones too.
    func firstRecords(by device: UInt64, limit: Int) throws -> [(id: EntityID, day: Int32)] {
        try transaction.rows(
            "SELECT id, day FROM companion_records WHERE user = ? AND device = ? ORDER BY day, id LIMIT ?",
            [user, Int64(bitPattern: device), limit]
        ).map { (try $0["id"], try $0["day"]) }
    }

    /// The first deletions and snapshots of a device; one without an address is damaged.
    func deletions(by device: UInt64, limit: Int) throws -> [(id: EntityID, address: Address?)] {
        let rows = try transaction.rows(
            "SELECT id, device, sealed FROM companion_deletions WHERE user = ? AND device = ? ORDER BY id LIMIT ?",
            [user, Int64(bitPattern: device), limit])
        return try rows.map { row in
            (try row["id"], try deletions([row]).first.flatMap { Address(text: $0.stored.address) })
        }
    }

    func removeDeletion(_ id: EntityID, of device: UInt64) throws {
        try transaction.execute(
            "DELETE FROM companion_deletions WHERE user = ? AND id = ? AND device = ?",
            [user, id, Int64(bitPattern: device)])
    }

    /// Whether something is left that a device said.
    func isKnown(_ device: UInt64) throws -> Bool {
        try ["companion_records", "companion_deletions"].contains { table in
            try transaction.row(
                "SELECT 1 FROM \(table) WHERE user = ? AND device = ? LIMIT 1", [user, Int64(bitPattern: device)])
                != nil
        }
    }

    // MARK: Deletions

    /// Addresses of deletions: of a key, of a scope, and the snapshot of a scope.
    enum Address: Hashable {
        case key(String)
        case scope(String)
        case snapshot(String)

        init?(text: String) {
            let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { return nil }
            switch parts[0] {
            case "key": self = .key(parts[1])
            case "scope": self = .scope(parts[1])
            case "snapshot": self = .snapshot(parts[1])
            default: return nil
            }
        }

        var text: String {
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

    private func deletions(_ rows: [Row]) throws -> [(device: UInt64, stored: StoredDeletion)] {
        try transaction.openEach(rows, of: user, in: "companion_deletions", name: Self.name) { row in
            (
                try Self.device(row),
                try transaction.open(
                    StoredDeletion.self, row["sealed"], user: user, table: "companion_deletions", row: Self.name(row))
            )
        }.values
    }

    /// What each device said about an address.
    func deletions(_ address: Address) throws -> [(device: UInt64, stored: StoredDeletion)] {
        try deletions(
            transaction.rows(
                "SELECT id, device, sealed FROM companion_deletions WHERE user = ? AND id = ?",
                [user, id(address.text)]))
    }

    func set(_ deletion: StoredDeletion, by device: UInt64) throws {
        let id = id(deletion.address)
        try transaction.execute(
            """
            INSERT INTO companion_deletions (user, id, device, area, sealed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user, id, device) DO UPDATE SET area = excluded.area, sealed = excluded.sealed
            """,
            [
                user, id, Int64(bitPattern: device), deletion.group.map { area($0.rawValue) },
                try transaction.seal(deletion, user: user, table: "companion_deletions", row: "\(id)/\(device)"),
            ])
    }
}
