import HealthFormats
import Messages
import Storage

/// One person's anchors in a transaction, one per device and kind.
struct AnchorRows {
    let user: UserID
    let transaction: Transaction

    /// Id of an anchor. Anchors of a token are separated by its device, whatever name the device gives; those of a
    /// signed-in person are identified by the given name alone.
    private static func anchorID(_ device: String, _ kind: SampleKind, _ sender: UInt64) -> Int64 {
        let name = "\(device)\u{0}\(kind.rawValue)"
        return Int64(bitPattern: StableHash.of(sender == 0 ? name : "\(sender)\u{0}\(name)"))
    }

    /// The stored anchor of a device and kind; nil without one.
    /// - Throws: `conflict` if another device's anchor has the same hash.
    func anchor(_ device: String, _ kind: SampleKind, _ sender: DeviceSender?) throws -> StoredAnchor? {
        let own = try anchor(Self.anchorID(device, kind, sender?.device ?? 0))
        if let own, own.device != device || own.kind != kind.exported.name || own.sender ?? 0 != sender?.device ?? 0 {
            throw ServiceError(.conflict, "This name of a device cannot be told from another one: choose another name.")
        }
        guard let sender, own == nil, sender.isOlder else { return own }
        return try anchor(Self.anchorID(device, kind, 0)).flatMap {
            $0.device == device && $0.sender == nil ? $0 : nil
        }
    }

    private func anchor(_ id: Int64) throws -> StoredAnchor? {
        // A damaged one counts as none, so that its device can restart the query.
        try transaction.row("SELECT sealed FROM anchors WHERE user = ? AND id = ?", [user, id]).flatMap { row in
            try transaction.openOne(of: user, in: "anchors", row: "\(id)") {
                try transaction.open(StoredAnchor.self, row["sealed"], user: user, table: "anchors", row: "\(id)")
            }
        }
    }

    /// Number of anchors of a token's device or, for nil, of the signed-in person.
    func count(of sender: DeviceSender?) throws -> Int {
        let sender = Int64(bitPattern: sender?.device ?? 0)
        return try transaction.value(
            Int.self, "SELECT COUNT(*) FROM anchors WHERE user = ? AND sender = ?", [user, sender]) ?? 0
    }

    /// Deletes the anchors of devices without a token. A device that gets a token again restarts its queries; samples
    /// known by id change nothing.
    func deleteAnchors(except devices: [UInt64]) throws {
        let living = Set(devices.map { Int64(bitPattern: $0) })
        for row in try transaction.rows("SELECT DISTINCT sender FROM anchors WHERE user = ? AND sender <> 0", [user]) {
            let sender: Int64 = try row["sender"]
            if !living.contains(sender) {
                try transaction.execute("DELETE FROM anchors WHERE user = ? AND sender = ?", [user, sender])
            }
        }
    }

    /// - Parameter stored: the result of `anchor`. An anchor from a release that did not distinguish devices is moved
    ///   to this sender.
    func set(_ anchor: StoredAnchor, over stored: StoredAnchor?, _ kind: SampleKind) throws {
        let id = Self.anchorID(anchor.device, kind, anchor.sender ?? 0)
        if let stored, stored.sender == nil {
            try transaction.execute(
                "DELETE FROM anchors WHERE user = ? AND id = ?", [user, Self.anchorID(anchor.device, kind, 0)])
        }
        try transaction.execute(
            """
            INSERT INTO anchors (user, id, sender, sealed) VALUES (?, ?, ?, ?)
            ON CONFLICT (user, id) DO UPDATE SET sender = excluded.sender, sealed = excluded.sealed
            """,
            [
                user, id, Int64(bitPattern: anchor.sender ?? 0),
                try transaction.seal(anchor, user: user, table: "anchors", row: "\(id)"),
            ])
    }

    /// All anchors that can be opened, sorted by device and kind.
    func all() throws -> [StoredAnchor] {
        let rows = try transaction.rows("SELECT id, sealed FROM anchors WHERE user = ?", [user])
        return try transaction.openEach(rows, of: user, in: "anchors", name: { "\(try $0["id"] as Int64)" }) { row in
            let id: Int64 = try row["id"]
            return try transaction.open(StoredAnchor.self, row["sealed"], user: user, table: "anchors", row: "\(id)")
        }.values.sorted { ($0.device, $0.kind) < ($1.device, $1.kind) }
    }
}
