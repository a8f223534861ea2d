import Foundation
import HealthFormats
import Messages
import Storage

/// What a person said about a group of intimate kinds, as it is stored.
struct StoredGroup: Message, Equatable {
    /// `HealthKind.Group`.
    var group: String
    /// Nil as long as there is no answer.
    var isKept: Bool?
    /// When its data first arrived, or the answer was given without any.
    var asked: Milliseconds
    /// When the person answered; nil without an answer, and for a group whose time to answer has passed.
    var answered: Milliseconds?
    enum CodingKeys: Int, CodingKey { case group = 1, isKept, asked, answered }
}

/// One person's answers about groups of intimate kinds, in a transaction. Data of a group is kept sealed and read by
/// nothing until the person agrees; without an answer it is deleted after `waiting`.
struct GroupRows {
    let transaction: Transaction
    private let rows: CompanionRows
    private var user: UserID { rows.user }

    init(rows: CompanionRows) {
        self.rows = rows
        transaction = rows.transaction
    }

    init(user: UserID, transaction: Transaction) throws {
        try self.init(rows: CompanionRows(user: user, transaction: transaction))
    }

    /// From the first arrival until data without an answer is deleted.
    static let waiting: Milliseconds = 30 * 86_400_000
    private static let table = "intimate_groups"
    /// Rows that one transaction deletes.
    private static let page = 500

    // MARK: Answers

    /// A damaged answer never shows anything: with a date of deletion it counts as none, without one as a no.
    static func all(of user: UserID, _ transaction: Transaction) throws -> [StoredGroup] {
        let found = try transaction.rows("SELECT id, deletes, sealed FROM intimate_groups WHERE user = ?", [user])
        guard !found.isEmpty else { return [] }
        let rows = try CompanionRows(user: user, transaction: transaction)
        return try found.compactMap { row in
            let id: EntityID = try row["id"]
            let stored = try transaction.openOne(of: user, in: table, row: "\(id)") {
                try transaction.open(StoredGroup.self, row["sealed"], user: user, table: table, row: "\(id)")
            }
            if let stored { return stored }
            guard let group = IntimateGroup.names.first(where: { rows.area($0) == id }) else { return nil }
            let deletes: Milliseconds? = try row["deletes"]
            guard let deletes, deletes > 0 else {
                return StoredGroup(group: group, isKept: false, asked: 0)
            }
            return StoredGroup(group: group, asked: deletes - waiting)
        }
    }

    /// The groups that may be shown.
    static func kept(of user: UserID, _ transaction: Transaction) throws -> Set<HealthKind.Group> {
        let kept = try all(of: user, transaction).filter { $0.isKept == true }
        return Set(kept.compactMap { HealthKind.Group(rawValue: $0.group) })
    }

    private func all() throws -> [StoredGroup] { try Self.all(of: user, transaction) }

    private func set(_ group: StoredGroup, deletes: Milliseconds?) throws {
        let id = rows.area(group.group)
        try transaction.execute(
            """
            INSERT INTO intimate_groups (user, id, deletes, sealed) VALUES (?, ?, ?, ?)
            ON CONFLICT (user, id) DO UPDATE SET deletes = excluded.deletes, sealed = excluded.sealed
            """,
            [user, id, deletes, try transaction.seal(group, user: user, table: Self.table, row: "\(id)")])
    }

    /// The records without those of groups that the person declined. A group that is new is asked about from now on.
    func admitted(_ records: [CompanionRecord], at now: Milliseconds) throws -> [CompanionRecord] {
        let groups = Set(records.compactMap(\.intimateGroup))
        guard !groups.isEmpty else { return records }
        let declined = try ask(about: groups, at: now)
        return declined.isEmpty
            ? records : records.filter { $0.intimateGroup.map { !declined.contains($0) } ?? true }
    }

    /// The deletions without those that name kinds of groups that the person declined.
    func admitted(_ deletions: [CompanionDeletion]) throws -> [CompanionDeletion] {
        let groups = deletions.map { IntimateNames.groups(of: $0.address.text) }
        let declined = try declined(Set(groups.flatMap(\.self)))
        return zip(deletions, groups).filter { declined.isDisjoint(with: $1) }.map(\.0)
    }

    /// Asks about groups that have no answer yet.
    /// - Returns: those that the person declined.
    func ask(about groups: Set<HealthKind.Group>, at now: Milliseconds) throws -> Set<HealthKind.Group> {
        let known = Set(try all().map(\.group))
        for group in groups where !known.contains(group.rawValue) {
            try set(StoredGroup(group: group.rawValue, asked: now), deletes: now + Self.waiting)
        }
        return try declined(groups)
    }

    /// Those of some groups that the person declined.
    func declined(_ groups: Set<HealthKind.Group>) throws -> Set<HealthKind.Group> {
        let declined = Set(try all().filter { $0.isKept == false }.map(\.group))
        return groups.filter { declined.contains($0.rawValue) }
    }

    /// Stores an answer and deletes a part of what is declined. A yes is stored only after the last part, so that it brings
    /// back nothing of what was declined before.
    /// - Returns: false if the yes has to be repeated. After a no, the worker deletes what is left.
    func answer(_ group: HealthKind.Group, _ isKept: Bool, at now: Milliseconds) throws -> Bool {
        if isKept, try isDeleting(group), try deletePart(of: group, at: now) { return false }
        let asked = try all().first { $0.group == group.rawValue }?.asked ?? now
        try set(
            StoredGroup(group: group.rawValue, isKept: isKept, asked: asked, answered: now), deletes: isKept ? nil : 0)
        if !isKept { _ = try deletePart(of: group, at: now) }
        return true
    }

    /// Whether something may be left of a group that is declined.
    private func isDeleting(_ group: HealthKind.Group) throws -> Bool {
        try declined([group]).contains(group)
            && transaction.row(
                "SELECT 1 FROM intimate_groups WHERE user = ? AND id = ? AND deletes IS NOT NULL",
                [user, rows.area(group.rawValue)]) != nil
    }

    /// Takes back the questions about groups of which nothing is left.
    func dropEmpty() throws {
        for stored in try all() where stored.isKept == nil {
            guard try !rows.has(area: stored.group), try !ReadingRows(rows: rows).has(area: stored.group),
                try !AsideRows(user: user, transaction: transaction).bodies().contains(where: {
                    $0.groups.contains(stored.group)
                })
            else { continue }
            try transaction.execute(
                "DELETE FROM intimate_groups WHERE user = ? AND id = ?", [user, rows.area(stored.group)])
        }
    }

    // MARK: Deletion

    /// Deletes a part of the data of a group that is declined, or whose time to answer has passed.
    /// - Returns: whether something may be left.
    func deletePart(of group: HealthKind.Group, at now: Milliseconds) throws -> Bool {
        guard var stored = try all().first(where: { $0.group == group.rawValue }), stored.isKept != true else {
            return false
        }
        if stored.isKept == nil {
            guard stored.asked + Self.waiting <= now else { return false }
            stored.isKept = false
        }
        let hasReadings = try ReadingRows(rows: rows).remove(area: group.rawValue, limit: Self.page)
        let hasRecords = try rows.remove(area: group.rawValue, limit: Self.page)
        let hasMore = hasReadings || hasRecords
        if !hasMore { try AsideRows(user: user, transaction: transaction).remove(of: group) }
        try set(stored, deletes: hasMore ? 0 : nil)
        return hasMore
    }

    /// A person with data to be deleted.
    struct Due: Equatable, Sendable {
        var user: UserID
        /// Of the row of the group.
        var id: EntityID
    }

    /// The first groups of all people with data to be deleted, after one, nil at first. Opens nothing, so that nobody's
    /// damage keeps another's data.
    static func due(at now: Milliseconds, after last: Due?, _ transaction: Transaction) throws -> [Due] {
        let (user, id) = (last?.user ?? UserID(high: 0, low: 0), last?.id ?? EntityID(high: 0, low: 0))
        let rows = try transaction.rows(
            """
            SELECT user, id FROM intimate_groups WHERE deletes <= ?1 AND (user > ?2 OR (user = ?2 AND id > ?3))
            ORDER BY user, id LIMIT ?4
            """, [now, user, id, page])
        return try transaction.readEach(rows, in: table) { Due(user: try $0["user"], id: try $0["id"]) }
    }

    /// The group of a row.
    func group(_ id: EntityID) -> HealthKind.Group? {
        IntimateGroup.names.first { rows.area($0) == id }.flatMap { HealthKind.Group(rawValue: $0) }
    }
}
