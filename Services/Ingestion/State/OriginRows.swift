import HealthFormats
import Messages
import Storage

/// One person's samples with ids in a transaction, by kind and UTC day, and the index of their ids.
struct OriginRows {
    let user: UserID
    let transaction: Transaction

    func origins(_ kind: SampleKind, _ day: Int32) throws -> Origins? {
        try transaction.row(
            "SELECT sealed FROM origins WHERE user = ? AND kind = ? AND day = ?", [user, Int(kind.rawValue), day]
        )
        .map {
            try transaction.open(
                Origins.self, $0["sealed"], user: user, table: "origins", row: "\(kind.rawValue)/\(day)")
        }
    }

    /// Stores a row. A row that `settleOlder` has not processed stays marked for it, because not all of its ids are
    /// indexed.
    func set(_ origins: Origins, _ kind: SampleKind, _ day: Int32) throws {
        let sealed = try transaction.seal(origins, user: user, table: "origins", row: "\(kind.rawValue)/\(day)")
        try transaction.execute(
            """
            INSERT INTO origins (user, kind, day, indexed, sealed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user, kind, day) DO UPDATE SET sealed = excluded.sealed,
                indexed = CASE WHEN origins.indexed = length(origins.sealed) THEN excluded.indexed ELSE 0 END
            """, [user, Int(kind.rawValue), day, sealed.count, sealed])
    }

    /// Adds ids to the index of rows by id.
    /// - Throws: `ServiceError(.erased)`.
    func index(_ ids: [EntityID], _ kind: SampleKind, _ day: Int32) throws {
        try transaction.check(user)
        for id in ids {
            try transaction.execute(
                "INSERT INTO origin_ids (user, id, kind, day) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [user, id, Int(kind.rawValue), day])
        }
    }

    /// Returns true if there are rows of an older release that `settleOlder` has not processed.
    func hasOlder() throws -> Bool {
        try transaction.value(
            Int.self, "SELECT 1 FROM origins WHERE user = ? AND indexed <> length(sealed) LIMIT 1", [user]) != nil
    }

    /// Migrates rows of an older release, each once: indexes their ids, and removes samples whose ids are all deleted
    /// but which that release did not recognise in another version.
    /// - Parameters:
    ///   - kind: nil for all.
    ///   - limit: rows per transaction; negative for all.
    /// - Returns: the number of rows processed.
    @discardableResult
    func settleOlder(
        _ kind: SampleKind? = nil, limit: Int = -1, _ identity: SampleIdentity
    ) throws -> Int {
        let older = try transaction.rows(
            """
            SELECT kind, day FROM origins WHERE user = ?1 AND indexed <> length(sealed) AND (?2 IS NULL OR kind = ?2)
                ORDER BY kind, day LIMIT ?3
            """, [user, kind.map { Int($0.rawValue) }, limit])
        for row in older {
            let (number, day): (Int, Int32) = try (row["kind"], row["day"])
            if let kind = SampleKind(rawValue: UInt8(clamping: number)), let origins = try origins(kind, day) {
                try index(origins.entries.map(\.id), kind, day)
                _ = try removeGone(origins, kind, day, identity)
            }
            try transaction.execute(
                "UPDATE origins SET indexed = length(sealed) WHERE user = ? AND kind = ? AND day = ?",
                [user, number, day])
        }
        return older.count
    }

    /// Marks ids as deleted and removes their samples. Ids that another device sent are ignored, like unknown ids.
    /// - Returns: the number of removed samples.
    func bury(
        _ ids: Set<EntityID>, by sender: DeviceSender?, _ kind: SampleKind, _ identity: SampleIdentity
    ) throws -> Int64 {
        guard !ids.isEmpty else { return 0 }
        try settleOlder(kind, identity)
        var days = Set<Int32>()
        for id in ids {
            let rows = try transaction.rows(
                "SELECT day FROM origin_ids WHERE user = ? AND id = ? AND kind = ?", [user, id, Int(kind.rawValue)])
            // A damaged place must not keep all later deletions of the device from being stored.
            days.formUnion(
                try transaction.openEach(rows, of: user, in: "origin_ids", name: { _ in "\(id)" }) { try $0["day"] }
                    .values)
        }
        var removed = Int64(0)
        for day in days.sorted() {
            guard var origins = try origins(kind, day), !origins.bury(ids, by: sender).isEmpty else { continue }
            try set(origins, kind, day)
            removed += try removeGone(origins, kind, day, identity)
        }
        return removed
    }

    /// Removes the deleted samples of a row's kind and day, with their parts.
    /// - Returns: the number of removed samples of the kind itself.
    private func removeGone(
        _ origins: Origins, _ kind: SampleKind, _ day: Int32, _ identity: SampleIdentity
    ) throws -> Int64 {
        let gone = origins.gone(kind, identity)
        guard !gone.isEmpty else { return 0 }
        for part in kind.parts { _ = try remove(gone, as: part, day, identity) }
        return try remove(gone, as: kind, day, identity)
    }

    /// - Parameter gone: samples of `own`, or of the kind it is a part of.
    /// - Returns: the number of removed samples.
    private func remove(
        _ gone: [Sample], as own: SampleKind, _ day: Int32, _ identity: SampleIdentity
    ) throws -> Int64 {
        let samples = SampleRows(user: user, transaction: transaction)
        let (stored, gone) = (try samples.samples(own, day...day), SampleSet(gone, own, identity))
        let kept = stored.filter { !gone.contains($0) }
        guard kept.count < stored.count else { return 0 }
        try samples.store(kept, own, day)
        return Int64(stored.count - kept.count)
    }
}
