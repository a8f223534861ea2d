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

    /// All sources and notes. A damaged one is an error: metrics are computed from all.
    func catalog() throws -> Catalog { Self.catalog(try rows().map(entry)) }

    /// Those that can be opened, for lists. A damaged one is described again by the next import that names it.
    func shownCatalog() throws -> Catalog {
        Self.catalog(
            try transaction.openEach(
                try rows(), of: user, in: "catalog", name: { "\(try $0["id"] as Int64)" }, entry
            ).values)
    }

    private func rows() throws -> [Row] {
        try transaction.rows("SELECT id, sealed FROM catalog WHERE user = ?", [user])
    }

    private func entry(_ row: Row) throws -> (id: Int64, entry: CatalogEntry) {
        let id: Int64 = try row["id"]
        return (id, try transaction.open(CatalogEntry.self, row["sealed"], user: user, table: "catalog", row: "\(id)"))
    }

    private static func catalog(_ entries: [(id: Int64, entry: CatalogEntry)]) -> Catalog {
        var catalog = Catalog()
        for (id, entry) in entries {
            if let source = entry.source { catalog.sources.append(source) }
            if entry.exported == true { catalog.exported.insert(UInt64(bitPattern: id)) }
            if let note = entry.note { catalog.notes[UInt64(bitPattern: id)] = note }
        }
        return catalog
    }

    /// An empty batch with the ids of the user's sources and notes.
    func emptyBatch() throws -> SampleBatch {
        let catalog = try shownCatalog()
        return SampleBatch(keptSources: Set(catalog.sources.map(\.id)), keptNotes: Set(catalog.notes.keys))
    }

    /// - Returns: true if the entry is new.
    @discardableResult
    func describe(_ id: UInt64, _ entry: CatalogEntry) throws -> Bool {
        var isNew = true
        let id = Int64(bitPattern: id)
        if let row = try transaction.row("SELECT sealed FROM catalog WHERE user = ? AND id = ?", [user, id]) {
            isNew = false
            let stored = try transaction.openOne(of: user, in: "catalog") {
                try transaction.open(CatalogEntry.self, row["sealed"], user: user, table: "catalog", row: "\(id)")
            }
            if let stored, entry.exported != true || stored.exported == true { return false }
        }
        try transaction.execute(
            "INSERT INTO catalog (user, id, sealed) VALUES (?, ?, ?) ON CONFLICT (user, id) DO UPDATE SET sealed = excluded.sealed",
            [user, id, try transaction.seal(entry, user: user, table: "catalog", row: "\(id)")])
        return isNew
    }
}
