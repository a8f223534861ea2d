import HealthFormats
import LocalTime
import Messages
import Storage

/// A person's time zones and source priorities.
struct PersonRules: Message, Equatable {
    /// Oldest first; empty until a profile was received.
    var timeZones: [ZonePeriod] = []
    var sourceOrder: [String] = []
    /// Revision of the profile that these come from.
    var revision: UInt64 = 0
    /// Time of the newest imported export, s since 1970, and the phone's UTC offset then, s.
    var exported: Int64?
    var offset: Int32 = 0
    enum CodingKeys: Int, CodingKey { case timeZones = 1, sourceOrder, revision, exported, offset }

    init() {}

    var calendar: LocalCalendar { LocalCalendar(timeZones, otherwise: offset) }
    /// Origin of the calendar's zones.
    var zoneOrigin: ZoneNote.Origin { calendar.hasHistory ? .history : exported != nil ? .export : .assumed }
}

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

    func zones() -> [UInt64: LocalZone] { notes.compactMapValues(LocalZone.init(name:)) }
}

extension Transaction {
    func rules(_ user: UserID) throws -> PersonRules {
        guard let row = try row("SELECT sealed FROM rules WHERE user = ?", [user]) else { return PersonRules() }
        return try open(PersonRules.self, row["sealed"], user: user, table: "rules", row: "")
    }

    /// Stores the rules. If days or the priority of sources change, marks all of the user's days for recomputation.
    func setRules(_ rules: PersonRules, _ user: UserID) throws {
        let before = try self.rules(user)
        guard rules != before else { return }
        try execute(
            "INSERT INTO rules (user, sealed) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET sealed = excluded.sealed",
            [user, try seal(rules, user: user, table: "rules", row: "")])
        let judged =
            rules.timeZones != before.timeZones || rules.sourceOrder != before.sourceOrder
            || (rules.timeZones.isEmpty && rules.offset != before.offset)
        guard judged else { return }
        try execute(
            """
            INSERT INTO dirty (user, day, mark) SELECT DISTINCT user, day, 1 FROM samples WHERE user = ?
            ON CONFLICT (user, day) DO UPDATE SET mark = mark + 1
            """, [user])
    }

    func apply(_ event: ProfileChanged) throws {
        var rules = try rules(event.user)
        guard event.profile.revision >= rules.revision else { return }
        (rules.timeZones, rules.sourceOrder, rules.revision) = (
            event.profile.timeZones, event.profile.sourceOrder, event.profile.revision
        )
        try setRules(rules, event.user)
    }

    /// Resets the profile's revision, so that the next profile is accepted whatever its revision.
    func forgetProfile(_ user: UserID) throws {
        var rules = try rules(user)
        rules.revision = 0
        try setRules(rules, user)
    }

    func catalog(_ user: UserID) throws -> Catalog {
        var catalog = Catalog()
        for row in try rows("SELECT id, sealed FROM catalog WHERE user = ?", [user]) {
            let id: Int64 = row["id"]
            let entry = try open(CatalogEntry.self, row["sealed"], user: user, table: "catalog", row: "\(id)")
            if let source = entry.source { catalog.sources.append(source) }
            if entry.exported == true { catalog.exported.insert(UInt64(bitPattern: id)) }
            if let note = entry.note { catalog.notes[UInt64(bitPattern: id)] = note }
        }
        return catalog
    }

    /// An empty batch with the ids of the user's sources and notes.
    func emptyBatch(_ user: UserID) throws -> SampleBatch {
        let catalog = try catalog(user)
        return SampleBatch(keptSources: Set(catalog.sources.map(\.id)), keptNotes: Set(catalog.notes.keys))
    }

    func describe(_ id: UInt64, _ entry: CatalogEntry, _ user: UserID) throws {
        let id = Int64(bitPattern: id)
        if let row = try row("SELECT sealed FROM catalog WHERE user = ? AND id = ?", [user, id]) {
            guard entry.exported == true else { return }
            guard
                try open(CatalogEntry.self, row["sealed"], user: user, table: "catalog", row: "\(id)").exported != true
            else { return }
        }
        try execute(
            "INSERT INTO catalog (user, id, sealed) VALUES (?, ?, ?) ON CONFLICT (user, id) DO UPDATE SET sealed = excluded.sealed",
            [user, id, try seal(entry, user: user, table: "catalog", row: "\(id)")])
    }
}
