import HealthFormats
import Messages
import Storage

extension Transaction {
    /// Id of an anchor. Anchors of a token are separated by its device, whatever name the device gives; those of a
    /// signed-in person are identified by the given name alone.
    private static func anchorID(_ device: String, _ kind: SampleKind, _ sender: UInt64) -> Int64 {
        let name = "\(device)\u{0}\(kind.rawValue)"
        return Int64(bitPattern: StableHash.of(sender == 0 ? name : "\(sender)\u{0}\(name)"))
    }

    /// The stored anchor of a device and kind; nil without one.
    /// - Throws: `conflict` if another device's anchor has the same hash.
    func anchor(_ device: String, _ kind: SampleKind, _ sender: DeviceSender?, _ user: UserID) throws -> StoredAnchor? {
        let own = try anchor(Self.anchorID(device, kind, sender?.device ?? 0), user)
        if let own, own.device != device || own.kind != kind.exported.name || own.sender ?? 0 != sender?.device ?? 0 {
            throw ServiceError(.conflict, "This name of a device cannot be told from another one: choose another name.")
        }
        guard let sender, own == nil, sender.isOlder else { return own }
        return try anchor(Self.anchorID(device, kind, 0), user).flatMap {
            $0.device == device && $0.sender == nil ? $0 : nil
        }
    }

    private func anchor(_ id: Int64, _ user: UserID) throws -> StoredAnchor? {
        try row("SELECT sealed FROM anchors WHERE user = ? AND id = ?", [user, id]).map {
            try open(StoredAnchor.self, $0["sealed"], user: user, table: "anchors", row: "\(id)")
        }
    }

    /// Number of anchors of a token's device or, for nil, of the signed-in person.
    func anchorCount(_ user: UserID, of sender: DeviceSender?) throws -> Int {
        let sender = Int64(bitPattern: sender?.device ?? 0)
        return try value(Int.self, "SELECT COUNT(*) FROM anchors WHERE user = ? AND sender = ?", [user, sender]) ?? 0
    }

    /// Deletes the anchors of devices without a token. A device that gets a token again restarts its queries; samples
    /// known by id change nothing.
    func apply(_ event: DevicesChanged) throws {
        let living = Set(event.devices.map { Int64(bitPattern: $0) })
        for row in try rows("SELECT DISTINCT sender FROM anchors WHERE user = ? AND sender <> 0", [event.user]) {
            let sender: Int64 = row["sender"]
            if !living.contains(sender) {
                try execute("DELETE FROM anchors WHERE user = ? AND sender = ?", [event.user, sender])
            }
        }
    }

    /// - Parameter stored: the result of `anchor`. An anchor from a release that did not distinguish devices is moved
    ///   to this sender.
    func setAnchor(_ anchor: StoredAnchor, over stored: StoredAnchor?, _ kind: SampleKind, _ user: UserID) throws {
        let id = Self.anchorID(anchor.device, kind, anchor.sender ?? 0)
        if let stored, stored.sender == nil {
            try execute("DELETE FROM anchors WHERE user = ? AND id = ?", [user, Self.anchorID(anchor.device, kind, 0)])
        }
        try execute(
            """
            INSERT INTO anchors (user, id, sender, sealed) VALUES (?, ?, ?, ?)
            ON CONFLICT (user, id) DO UPDATE SET sender = excluded.sender, sealed = excluded.sealed
            """,
            [
                user, id, Int64(bitPattern: anchor.sender ?? 0),
                try seal(anchor, user: user, table: "anchors", row: "\(id)"),
            ])
    }

    /// All anchors, sorted by device and kind.
    func anchors(_ user: UserID) throws -> [StoredAnchor] {
        try rows("SELECT id, sealed FROM anchors WHERE user = ?", [user]).map { row in
            let id: Int64 = row["id"]
            return try open(StoredAnchor.self, row["sealed"], user: user, table: "anchors", row: "\(id)")
        }.sorted { ($0.device, $0.kind) < ($1.device, $1.kind) }
    }

    func origins(_ kind: SampleKind, _ day: Int32, _ user: UserID) throws -> Origins? {
        try row("SELECT sealed FROM origins WHERE user = ? AND kind = ? AND day = ?", [user, Int(kind.rawValue), day])
            .map {
                try open(Origins.self, $0["sealed"], user: user, table: "origins", row: "\(kind.rawValue)/\(day)")
            }
    }

    /// Stores a row. A row that `settleOlder` has not processed stays marked for it, because not all of its ids are
    /// indexed.
    func setOrigins(_ origins: Origins, _ kind: SampleKind, _ day: Int32, _ user: UserID) throws {
        let sealed = try seal(origins, user: user, table: "origins", row: "\(kind.rawValue)/\(day)")
        try execute(
            """
            INSERT INTO origins (user, kind, day, indexed, sealed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user, kind, day) DO UPDATE SET sealed = excluded.sealed,
                indexed = CASE WHEN indexed = length(sealed) THEN excluded.indexed ELSE 0 END
            """, [user, Int(kind.rawValue), day, sealed.count, sealed])
    }

    /// Adds ids to the index of rows by id.
    func index(_ ids: [EntityID], _ kind: SampleKind, _ day: Int32, _ user: UserID) throws {
        for id in ids {
            try execute(
                "INSERT INTO origin_ids (user, id, kind, day) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [user, id, Int(kind.rawValue), day])
        }
    }

    /// Returns true if there are rows of an older release that `settleOlder` has not processed.
    func hasOlderOrigins(_ user: UserID) throws -> Bool {
        try value(Int.self, "SELECT 1 FROM origins WHERE user = ? AND indexed <> length(sealed) LIMIT 1", [user]) != nil
    }

    /// Migrates rows of an older release, each once: indexes their ids, and removes samples whose ids are all deleted
    /// but which that release did not recognise in another version.
    /// - Parameters:
    ///   - kind: nil for all.
    ///   - limit: rows per transaction; negative for all.
    /// - Returns: the number of rows processed.
    @discardableResult
    func settleOlder(
        _ kind: SampleKind? = nil, limit: Int = -1, _ identity: SampleIdentity, _ user: UserID
    ) throws -> Int {
        let older = try rows(
            """
            SELECT kind, day FROM origins WHERE user = ?1 AND indexed <> length(sealed) AND (?2 IS NULL OR kind = ?2)
                ORDER BY kind, day LIMIT ?3
            """, [user, kind.map { Int($0.rawValue) }, limit])
        for row in older {
            let (number, day): (Int, Int32) = (row["kind"], row["day"])
            if let kind = SampleKind(rawValue: UInt8(clamping: number)), let origins = try origins(kind, day, user) {
                try index(origins.entries.map(\.id), kind, day, user)
                _ = try removeGone(origins, kind, day, identity, user)
            }
            try execute(
                "UPDATE origins SET indexed = length(sealed) WHERE user = ? AND kind = ? AND day = ?",
                [user, number, day])
        }
        return older.count
    }

    /// Marks ids as deleted and removes their samples. Ids that another device sent are ignored, like unknown ids.
    /// - Returns: the number of removed samples.
    func bury(
        _ ids: Set<EntityID>, by sender: DeviceSender?, _ kind: SampleKind, _ identity: SampleIdentity, _ user: UserID
    ) throws -> Int64 {
        guard !ids.isEmpty else { return 0 }
        try settleOlder(kind, identity, user)
        var days = Set<Int32>()
        for id in ids {
            for row in try rows(
                "SELECT day FROM origin_ids WHERE user = ? AND id = ? AND kind = ?", [user, id, Int(kind.rawValue)])
            {
                days.insert(row["day"])
            }
        }
        var removed = Int64(0)
        for day in days.sorted() {
            guard var origins = try origins(kind, day, user), !origins.bury(ids, by: sender).isEmpty else { continue }
            try setOrigins(origins, kind, day, user)
            removed += try removeGone(origins, kind, day, identity, user)
        }
        return removed
    }

    /// Removes the deleted samples of a row's kind and day, with their parts.
    /// - Returns: the number of removed samples of the kind itself.
    private func removeGone(
        _ origins: Origins, _ kind: SampleKind, _ day: Int32, _ identity: SampleIdentity, _ user: UserID
    ) throws -> Int64 {
        let gone = origins.gone(kind, identity)
        guard !gone.isEmpty else { return 0 }
        for part in kind.parts { _ = try remove(gone, as: part, day, identity, user) }
        return try remove(gone, as: kind, day, identity, user)
    }

    /// - Parameter gone: samples of `own`, or of the kind it is a part of.
    /// - Returns: the number of removed samples.
    private func remove(
        _ gone: [Sample], as own: SampleKind, _ day: Int32, _ identity: SampleIdentity, _ user: UserID
    ) throws -> Int64 {
        let (stored, gone) = (try samples(own, day...day, user), SampleSet(gone, own, identity))
        let kept = stored.filter { !gone.contains($0) }
        guard kept.count < stored.count else { return 0 }
        try store(kept, own, day, user)
        return Int64(stored.count - kept.count)
    }
}
