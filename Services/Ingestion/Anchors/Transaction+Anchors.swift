import Messages
import Storage

extension Transaction {
    /// Each token's device has anchors of its own, whatever it calls itself; a signed-in person's have the device's name alone.
    private static func anchorID(_ device: String, _ kind: SampleKind, _ sender: UInt64) -> Int64 {
        let name = "\(device)\u{0}\(kind.rawValue)"
        return Int64(bitPattern: StableHash.of(sender == 0 ? name : "\(sender)\u{0}\(name)"))
    }

    /// - Throws: `conflict` where another device's anchor has the same hash.
    func anchor(_ device: String, _ kind: SampleKind, _ sender: DeviceSender?, _ user: UserID) throws -> StoredAnchor? {
        let own = try anchor(Self.anchorID(device, kind, sender?.device ?? 0), user)
        if let own, own.device != device || own.kind != kind.exported.name || own.sender ?? 0 != sender?.device ?? 0 {
            throw BusError(.conflict, "This name of a device cannot be told from another one: choose another name.")
        }
        guard let sender, own == nil, sender.isOlder else { return own }
        return try anchor(Self.anchorID(device, kind, 0), user).flatMap { $0.device == device && $0.sender == nil ? $0 : nil }
    }

    private func anchor(_ id: Int64, _ user: UserID) throws -> StoredAnchor? {
        try row("SELECT sealed FROM anchors WHERE user = ? AND id = ?", [user, id]).map {
            try open(StoredAnchor.self, $0["sealed"], user: user, table: "anchors", row: "\(id)")
        }
    }

    func anchorCount(_ user: UserID) throws -> Int { try value(Int.self, "SELECT COUNT(*) FROM anchors WHERE user = ?", [user]) ?? 0 }

    /// - Parameter stored: what `anchor` found. One from before devices were told apart becomes this sender's.
    func setAnchor(_ anchor: StoredAnchor, over stored: StoredAnchor?, _ kind: SampleKind, _ user: UserID) throws {
        let id = Self.anchorID(anchor.device, kind, anchor.sender ?? 0)
        if let stored, stored.sender == nil {
            try execute("DELETE FROM anchors WHERE user = ? AND id = ?", [user, Self.anchorID(anchor.device, kind, 0)])
        }
        try execute(
            "INSERT INTO anchors (user, id, sealed) VALUES (?, ?, ?) ON CONFLICT (user, id) DO UPDATE SET sealed = excluded.sealed",
            [user, id, try seal(anchor, user: user, table: "anchors", row: "\(id)")])
    }

    /// By device and kind.
    func anchors(_ user: UserID) throws -> [StoredAnchor] {
        try rows("SELECT id, sealed FROM anchors WHERE user = ?", [user]).map { row in
            let id: Int64 = row["id"]
            return try open(StoredAnchor.self, row["sealed"], user: user, table: "anchors", row: "\(id)")
        }.sorted { ($0.device, $0.kind) < ($1.device, $1.kind) }
    }

    func origins(_ kind: SampleKind, _ day: Int32, _ user: UserID) throws -> Origins? {
        try row("SELECT sealed FROM origins WHERE user = ? AND kind = ? AND day = ?", [user, Int(kind.rawValue), day]).map {
            try open(Origins.self, $0["sealed"], user: user, table: "origins", row: "\(kind.rawValue)/\(day)")
        }
    }

    func setOrigins(_ origins: Origins, _ kind: SampleKind, _ day: Int32, _ user: UserID) throws {
        try execute(
            """
            INSERT INTO origins (user, kind, day, sealed) VALUES (?, ?, ?, ?) ON CONFLICT (user, kind, day) DO UPDATE SET sealed = excluded.sealed
            """, [user, Int(kind.rawValue), day, try seal(origins, user: user, table: "origins", row: "\(kind.rawValue)/\(day)")])
    }

    /// Buries ids wherever they are, newest day first; ids that another device sent are passed over like unknown ones.
    /// - Returns: how many samples are gone.
    func bury(_ ids: Set<EntityID>, by sender: DeviceSender?, _ kind: SampleKind, _ user: UserID) throws -> Int64 {
        var (open, removed) = (ids, Int64(0))
        let days = ids.isEmpty ? [] : try rows("SELECT day FROM origins WHERE user = ? AND kind = ? ORDER BY day DESC", [user, Int(kind.rawValue)])
        for row in days where !open.isEmpty {
            let day: Int32 = row["day"]
            guard var origins = try origins(kind, day, user) else { continue }
            let found = origins.bury(open, by: sender)
            guard !found.isEmpty else { continue }
            open.subtract(found)
            try setOrigins(origins, kind, day, user)
            let (stored, dead) = (try samples(kind, day...day, user), origins.dead)
            let kept = stored.filter { !dead.contains($0) }
            guard kept != stored else { continue }
            removed += Int64(stored.count - kept.count)
            try store(kept, kind, day, user)
        }
        return removed
    }
}
