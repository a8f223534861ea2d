import HealthFormats
import Storage

/// A part of what a person's companions said, read from the database, that is complete in itself: whatever can decide
/// about one of its records is in it.
struct CompanionView {
    let rows: CompanionRows
    private(set) var fold = CompanionFold()
    /// The app that brought each stored record, by key.
    private(set) var companions: [String: String] = [:]
    private let hasDeletions: Bool
    private var places = Set<String>()
    private var wholes = Set<String>()
    private var keys = Set<String>()
    private var scopes = Set<String>()

    init(_ rows: CompanionRows) throws {
        self.rows = rows
        hasDeletions = try rows.hasDeletions()
    }

    /// Adds stored records, with all that decides about them.
    mutating func add(_ records: [StoredRecord]) throws {
        var pending = records
        while let stored = pending.popLast() {
            guard fold.records[stored.key] == nil else { continue }
            let record = stored.record
            fold.records[stored.key] = record
            companions[stored.key] = stored.companion
            pending += try mates(of: record)
            try addDeletions(of: record)
        }
    }

    /// Adds what is stored beside the records and deletions of a post.
    mutating func add(beside post: CompanionPost) throws {
        for record in post.records {
            try add(try rows.records(.id, record.key) + mates(of: record))
            try addDeletions(of: record)
        }
        for deletion in post.deletions {
            switch deletion.target {
            case .key(let key): try add(key: key)
            case .scope(let scope): try add(scope: scope)
            }
        }
        for snapshot in post.snapshots { try add(scope: snapshot.scope) }
    }

    private mutating func add(key: String) throws {
        try add(try rows.records(.id, key))
        try addDeletion(ofKey: key)
    }

    private mutating func add(scope: String) throws {
        try add(try rows.records(.scope, scope))
        try addDeletions(ofScope: scope)
    }

    /// Stored records that compete with one for its place, or are parts of the same whole.
    private mutating func mates(of record: CompanionRecord) throws -> [StoredRecord] {
        var found: [StoredRecord] = []
        if let place = record.place, places.insert(place).inserted { found += try rows.records(.place, place) }
        if let whole = record.part?.whole, wholes.insert(whole).inserted { found += try rows.records(.whole, whole) }
        return found
    }

    private mutating func addDeletions(of record: CompanionRecord) throws {
        try addDeletion(ofKey: record.key)
        if let scope = record.scope { try addDeletions(ofScope: scope) }
    }

    private mutating func addDeletion(ofKey key: String) throws {
        guard hasDeletions, keys.insert(key).inserted, let stored = try rows.deletion(.key(key)) else { return }
        if stored.isForGood { fold.buried.insert(key) }
        fold.removed[key] = stored.version
    }

    private mutating func addDeletions(ofScope scope: String) throws {
        guard hasDeletions, scopes.insert(scope).inserted else { return }
        if let stored = try rows.deletion(.scope(scope)) {
            fold.cleared[scope] = stored.version ?? CompanionVersion(.infinity)
        }
        if let stored = try rows.deletion(.snapshot(scope)), let epoch = stored.epoch, let version = stored.version {
            fold.snapshots[scope] = CompanionSnapshot(
                scope: scope, epoch: epoch, version: version, keys: Set(stored.keys))
        }
    }

    /// Takes a post without storing it.
    mutating func take(_ post: CompanionPost) -> CompanionFold.Outcome { fold.take(post) }

    /// Removes a record without storing that.
    mutating func remove(_ key: String) { fold.records[key] = nil }
}
