import HealthFormats
import LocalTime
import Messages
import Storage

/// A source or a note, stored under its `StableHash`.
struct CatalogEntry: Message, Equatable {
    var source: SampleSource?
    var note: String?
    /// True for a source that an export named.
    var exported: Bool?
    enum CodingKeys: Int, CodingKey { case source = 1, note, exported }
}

/// A user's whole catalog.
struct Catalog {
    var sources: [SampleSource] = []
    var notes: [UInt64: String] = [:]
    /// Sources that an export named.
    var exported = Set<UInt64>()

    var identity: SampleIdentity { SampleIdentity(sources) }

    func zones() -> [UInt64: LocalZone] { notes.compactMapValues(LocalZone.init(written:)) }
}

/// One person's sources and notes in a transaction.
struct CatalogRows {
    let user: UserID
    let transaction: Transaction

    func catalog() throws -> Catalog {
        var catalog = Catalog()
        let rows = try transaction.rows("SELECT id, sealed FROM catalog WHERE user = ?", [user])
        // A source or note that cannot be opened is described again by the next import that names it.
        let entries = try transaction.openEach(
            rows, of: user, in: "catalog", name: { "\(try $0["id"] as Int64)" }
        ) { row in
            let id: Int64 = try row["id"]
            return (
                id: id,
                entry: try transaction.open(
                    CatalogEntry.self, row["sealed"], user: user, table: "catalog", row: "\(id)")
            )
        }
        for (id, entry) in entries.values {
            if let source = entry.source { catalog.sources.append(source) }
            if entry.exported == true { catalog.exported.insert(UInt64(bitPattern: id)) }
            if let note = entry.note { catalog.notes[UInt64(bitPattern: id)] = note }
        }
        return catalog
    }

    /// An empty batch with the ids of the user's sources and notes.
    func emptyBatch() throws -> SampleBatch {
        let catalog = try catalog()
        return SampleBatch(keptSources: Set(catalog.sources.map(\.id)), keptNotes: Set(catalog.notes.keys))
    }

    /// - Returns: true if the entry is new.
    @discardableResult
    func describe(_ id: UInt64, _ entry: CatalogEntry) throws -> Bool {
        var isNew = true
        let id = Int64(bitPattern: id)
        if let row = try transaction.row("SELECT sealed FROM catalog WHERE user = ? AND id = ?", [user, id]) {
            isNew = false
            guard entry.exported == true else { return false }
            guard
                try transaction.open(CatalogEntry.self, row["sealed"], user: user, table: "catalog", row: "\(id)")
                    .exported != true
            else { return false }
        }
        try transaction.execute(
            "INSERT INTO catalog (user, id, sealed) VALUES (?, ?, ?) ON CONFLICT (user, id) DO UPDATE SET sealed = excluded.sealed",
            [user, id, try transaction.seal(entry, user: user, table: "catalog", row: "\(id)")])
        return isNew
    }
}
