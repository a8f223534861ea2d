import HealthFormats
import Storage

/// A part of what a person's companions said, read from the database, that is complete in itself for the records that
/// were asked for: whatever can decide about them is in it.
struct CompanionView {
    let rows: CompanionRows
    /// What all devices said.
    private(set) var fold = CompanionFold()
    /// What one device said.
    private(set) var own = CompanionFold()
    /// What all other devices said.
    private var others = CompanionFold()
    /// The app that brought each record, by key.
    private(set) var companions: [String: String] = [:]
    /// Tellings that were read, the measure of the work.
    private(set) var count = 0
    private let device: UInt64?
    private let hasDeletions: Bool
    private var groups = Set<CompanionRows.Group>()
    private var addresses = Set<CompanionRows.Address>()

    /// At this number of tellings a transaction takes no further record.
    static let maximum = 4_000

    var isFull: Bool { count >= Self.maximum }

    /// - Parameter device: the one whose tellings are in `own`; nil for none.
    init(_ rows: CompanionRows, of device: UInt64? = nil) throws {
        self.rows = rows
        self.device = device
        hasDeletions = try rows.hasDeletions()
    }

    /// Adds the records of a group, with what competes with them.
    /// - Parameter isChanging: false if the records stay as they are, so that nothing else changes with them.
    /// - Returns: their keys.
    @discardableResult
    mutating func add(_ group: CompanionRows.Group, isChanging: Bool = true) throws -> Set<String> {
        let found = try load(group)
        for telling in found { try loadMates(of: telling.stored.record, isChanging: isChanging) }
        return Set(found.map(\.stored.key))
    }

    /// Adds what is stored of a record that comes, with what competes with both.
    mutating func addRelated(to record: CompanionRecord) throws {
        try add(rows.group(.id, record.key))
        try loadMates(of: record, isChanging: true)
        try loadDeletions(of: record)
    }

    /// Adds what a deletion or a snapshot decides about.
    mutating func add(_ address: CompanionRows.Address) throws {
        try loadDeletions(address)
        switch address {
        case .key(let key): try add(rows.group(.id, key))
        case .scope(let scope), .snapshot(let scope): try add(rows.group(.scope, scope))
        }
    }

    private mutating func load(_ group: CompanionRows.Group) throws -> [CompanionRows.Telling] {
        guard groups.insert(group).inserted else { return [] }
        let found = try rows.tellings(group)
        count += found.count
        for telling in found {
            let record = telling.stored.record
            add(record, by: telling.device, from: telling.stored.companion)
            try loadDeletions(of: record)
        }
        return found
    }

    /// Adds stored records that compete with one for its place, or are parts of the same whole: of a part that is not the
    /// first only those that decide about it.
    private mutating func loadMates(of record: CompanionRecord, isChanging: Bool) throws {
        if let place = record.place { _ = try load(rows.group(.place, place)) }
        guard let part = record.part else { return }
        _ = try load(rows.group(.whole, CompanionRows.parts(of: part.whole, first: true)))
        guard part.isFirst, isChanging else { return }
        _ = try load(rows.group(.whole, CompanionRows.parts(of: part.whole, first: false)))
    }

    private mutating func loadDeletions(of record: CompanionRecord) throws {
        try loadDeletions(.key(record.key))
        guard let scope = record.scope else { return }
        try loadDeletions(.scope(scope))
        try loadDeletions(.snapshot(scope))
    }

    mutating func loadDeletions(_ address: CompanionRows.Address) throws {
        guard hasDeletions, addresses.insert(address).inserted else { return }
        for (device, stored) in try rows.deletions(address) {
            var said = CompanionFold()
            switch address {
            case .key(let key):
                if stored.isForGood { said.buried = [key] }
                said.removed[key] = stored.version
            case .scope(let scope): said.cleared[scope] = stored.version ?? CompanionVersion(.infinity)
            case .snapshot(let scope): said.snapshots[scope] = stored.snapshot(of: scope)
            }
            fold.add(said)
            if device == self.device { own.add(said) } else { others.add(said) }
        }
    }

    /// Adds a telling without storing it.
    mutating func add(_ record: CompanionRecord, by device: UInt64, from companion: String) {
        if fold.add(record) { companions[record.key] = companion }
        if device == self.device { own.add(record) } else { others.add(record) }
    }

    /// Adds the device's deletions and snapshots without storing them.
    mutating func add(deletions: [CompanionDeletion], _ snapshots: [CompanionSnapshot]) {
        var said = CompanionPost()
        said.deletions = deletions
        said.snapshots = snapshots
        fold.add(said)
        own.add(said)
    }

    /// What all devices say if the device had not said these.
    func fold(without keys: [String], _ addresses: [CompanionRows.Address]) -> CompanionFold {
        var rest = own
        for key in keys { rest.records[key] = nil }
        for address in addresses {
            switch address {
            case .key(let key):
                rest.buried.remove(key)
                rest.removed[key] = nil
            case .scope(let scope): rest.cleared[scope] = nil
            case .snapshot(let scope): rest.snapshots[scope] = nil
            }
        }
        rest.add(others)
        return rest
    }
}
