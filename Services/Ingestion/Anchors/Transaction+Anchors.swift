import Messages
import Storage

extension Transaction {
    private static func anchorID(_ device: String, _ kind: SampleKind) -> Int64 { Int64(bitPattern: StableHash.of("\(device)\u{0}\(kind.rawValue)")) }

    func anchor(_ device: String, _ kind: SampleKind, _ user: UserID) throws -> StoredAnchor? {
        let id = Self.anchorID(device, kind)
        return try row("SELECT sealed FROM anchors WHERE user = ? AND id = ?", [user, id]).map {
            try open(StoredAnchor.self, $0["sealed"], user: user, table: "anchors", row: "\(id)")
        }
    }

    func anchorCount(_ user: UserID) throws -> Int { try value(Int.self, "SELECT COUNT(*) FROM anchors WHERE user = ?", [user]) ?? 0 }

    func setAnchor(_ anchor: StoredAnchor, _ kind: SampleKind, _ user: UserID) throws {
        let id = Self.anchorID(anchor.device, kind)
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

    /// Buries ids wherever they are, newest day first.
    /// - Returns: how many samples are gone.
    func bury(_ ids: Set<EntityID>, _ kind: SampleKind, _ user: UserID) throws -> Int64 {
        var (open, removed) = (ids, Int64(0))
        let days = ids.isEmpty ? [] : try rows("SELECT day FROM origins WHERE user = ? AND kind = ? ORDER BY day DESC", [user, Int(kind.rawValue)])
        for row in days where !open.isEmpty {
            let day: Int32 = row["day"]
            guard var origins = try origins(kind, day, user) else { continue }
            let found = origins.bury(open)
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
