import Arrivals
import HealthFormats
import Messages
import Storage

/// Merges what companions say into a person's records, and from there into the samples of kinds that daily metrics know:
/// the same result whatever the order of posts. Each call is one step of a transaction.
struct CompanionMerge {
    let user: UserID
    let transaction: Transaction
    let rows: CompanionRows
    /// When the post arrived.
    let arrived: Milliseconds

    /// The effect of a step.
    struct Effect: Sendable {
        /// The number that a snapshot must have at least; nothing was merged then.
        var minimumEpoch: Int64?
        /// Samples that were not stored before.
        var added: Int64 = 0
        /// Samples and records over the limits of their day, kind or group, but for intimate ones, which no receipt counts.
        var excess: Int64 = 0
        var changed = ChangedSamples()
        /// By kind what the device delivered, without intimate kinds.
        var delivered: [String: ArrivedSamples] = [:]
        /// What another step has to merge.
        var rest = CompanionPost()
    }

    init(user: UserID, transaction: Transaction, arrived: Milliseconds) throws {
        try transaction.check(user)
        self.user = user
        self.transaction = transaction
        self.arrived = arrived
        rows = try CompanionRows(user: user, transaction: transaction)
    }

    /// Merges a post, or its first part: as much as one transaction may do.
    func take(_ post: CompanionPost, from sender: CompanionSender) throws -> Effect {
        var view = try CompanionView(rows, of: sender.device)
        for snapshot in post.snapshots { try view.loadDeletions(.snapshot(snapshot.scope)) }
        if let minimum = view.fold.refusedEpoch(of: post.snapshots) { return Effect(minimumEpoch: minimum) }
        var post = post
        let answers = GroupRows(rows: rows)
        post.records = try answers.admitted(post.records, at: arrived)
        post.deletions = try answers.admitted(post.deletions)
        let (part, rest) = try load(post, into: &view)
        let (before, own) = (view.fold, view.own)
        view.add(deletions: part.deletions, part.snapshots)
        try storeDeletions(of: part, view.own, sender)
        for (key, record) in own.records where view.own.isDeleted(record) { try rows.remove(key, of: sender.device) }
        var excess: Int64 = 0
        var delivered: [String: ArrivedSamples] = [:]
        for record in part.records {
            delivered.count(record, known: view.own.records[record.key])
            if try !store(record, into: &view, sender), record.intimateGroup == nil { excess += 1 }
        }
        var effect = try settle(before, view.fold)
        effect.delivered = delivered
        effect.excess += excess
        effect.rest = rest
        return effect
    }

    /// Reads what decides about a post, until the view is full.
    private func load(
        _ post: CompanionPost, into view: inout CompanionView
    ) throws -> (part: CompanionPost, rest: CompanionPost) {
        var (part, rest) = (CompanionPost(), CompanionPost())
        for snapshot in post.snapshots {
            if view.isFull {
                rest.snapshots.append(snapshot)
            } else {
                try view.add(.snapshot(snapshot.scope))
                part.snapshots.append(snapshot)
            }
        }
        for deletion in post.deletions {
            if view.isFull {
                rest.deletions.append(deletion)
            } else {
                try view.add(deletion.address)
                part.deletions.append(deletion)
            }
        }
        for record in post.records {
            if view.isFull {
                rest.records.append(record)
            } else {
                try view.addRelated(to: record)
                part.records.append(record)
            }
        }
        return (part, rest)
    }

    private func storeDeletions(of post: CompanionPost, _ own: CompanionFold, _ sender: CompanionSender) throws {
        for deletion in post.deletions {
            let version =
                switch deletion.target {
                case .key(let key): own.buried.contains(key) ? nil : own.removed[key]
                case .scope(let scope): own.cleared[scope]
                }
            try rows.set(StoredDeletion(deletion.address, version), by: sender.device)
        }
        for snapshot in post.snapshots {
            guard let newest = own.snapshots[snapshot.scope] else { continue }
            try rows.set(StoredDeletion(newest), by: sender.device)
        }
    }

    /// Stores a device's telling, unless the device has a newer one or deleted it. What another device deleted is stored:
    /// it counts when that device is forgotten.
    /// - Returns: false if there is no room for it.
    private func store(
        _ record: CompanionRecord, into view: inout CompanionView, _ sender: CompanionSender
    ) throws -> Bool {
        guard !view.own.isDeleted(record) else { return true }
        let known = view.own.records[record.key]
        guard known.map({ $0.isSuperseded(by: record) }) ?? true else { return true }
        let stored = StoredRecord(record, from: sender.companion)
        let before = known.map { StoredRecord($0, from: sender.companion) }
        guard try rows.hasRoom(for: stored, insteadOf: before) else { return false }
        try rows.set(stored, by: sender.device)
        view.add(record, by: sender.device, from: sender.companion)
        return true
    }

    // MARK: Forgetting

    /// UTC days whose records are forgotten in one step.
    private static let daysForgotten = 64

    /// Forgets a part of what a device said: its deletions first, then its records, day by day. What other devices said
    /// counts as if it had never been there.
    /// - Returns: the number of its records that are gone, at most the limit, and whether something is left.
    func forget(_ device: UInt64, limit: Int) throws -> (count: Int, hasMore: Bool, effect: Effect) {
        var view = try CompanionView(rows, of: device)
        var addresses: [CompanionRows.Address] = []
        for (id, address) in try rows.deletions(by: device, limit: limit) where !view.isFull {
            if let address {
                try view.add(address)
                addresses.append(address)
            }
            try rows.removeDeletion(id, of: device)
        }
        var (keys, count): ([String], Int) = ([], 0)
        var days = Set<Int32>()
        for (id, day) in try rows.firstRecords(by: device, limit: limit) where !view.isFull {
            guard days.contains(day) || days.count < Self.daysForgotten else { break }
            days.insert(day)
            keys += try view.add(CompanionRows.Group(column: .id, value: id))
            try rows.remove(id, of: device)
            count += 1
        }
        let effect = try settle(view.fold, view.fold(without: keys, addresses))
        return (count, try rows.isKnown(device), effect)
    }

    // MARK: Samples

    /// A chunk of samples.
    private struct Place: Hashable {
        var kind: SampleKind
        var day: Int32
    }

    /// Brings the samples from one state of the records to another.
    private func settle(_ before: CompanionFold, _ after: CompanionFold) throws -> Effect {
        let old = Dictionary(before.settled().map { ($0.key, $0) }) { $1 }
        let new = Dictionary(after.settled().map { ($0.key, $0) }) { $1 }
        let left = old.values.filter { new[$0.key] != $0 }
        let come = new.values.filter { old[$0.key] != $0 }
        guard !left.isEmpty || !come.isEmpty else { return Effect() }
        var told = try samples(come, described: true)
        var lost: [Place: Set<Sample>] = [:]
        for (place, samples) in try samples(left, described: false) {
            let gone = samples.subtracting(told[place] ?? [])
            if !gone.isEmpty { lost[place] = gone }
        }
        for (place, samples) in try contributions(sharing: lost) { told[place, default: []].formUnion(samples) }
        let identity = try CatalogRows(user: user, transaction: transaction).catalog().identity
        let rules = MergeRules(identity: identity, arrived: arrived)
        let samples = SampleRows(user: user, transaction: transaction)
        var effect = Effect()
        effect.excess = try ReadingRows(rows: rows).apply(left: Array(left), come: Array(come))
        for place in Set(told.keys).union(lost.keys) {
            let merged = try samples.retell(
                NewChunk(
                    kind: place.kind, day: place.day, samples: (told[place] ?? []).sorted()[...], rules: rules),
                lost: lost[place] ?? [])
            effect.changed.formUnion(merged.changed)
            guard !place.kind.isPart else { continue }
            effect.added += Int64(merged.added)
            effect.excess += Int64(merged.excess)
        }
        return effect
    }

    /// The samples of records by chunk.
    /// - Parameter described: stores the names that they use.
    private func samples(_ records: [CompanionRecord], described: Bool) throws -> [Place: Set<Sample>] {
        guard !records.isEmpty else { return [:] }
        let catalog = CatalogRows(user: user, transaction: transaction)
        var batch = try catalog.emptyBatch()
        // In one order, so that a limit on names decides the same each time.
        for record in records.sorted(by: { $0.key < $1.key }) { record.append(to: &batch) }
        let names = batch.takeNames()
        if described {
            for (id, source) in names.sources { try catalog.describe(id, CatalogEntry(source: source)) }
            for (id, note) in names.notes { try catalog.describe(id, CatalogEntry(note: note)) }
        }
        var chunks: [Place: Set<Sample>] = [:]
        batch.takeChunks { kind, day, samples in chunks[Place(kind: kind, day: day)] = Set(samples) }
        return chunks
    }

    /// What records say that begins where samples were lost: what one record does not say any more may be said by another.
    /// Reads one slot at a time, so that no day of records is in memory.
    private func contributions(sharing lost: [Place: Set<Sample>]) throws -> [Place: Set<Sample>] {
        var slots: [CompanionSlot: [Place: Set<Int64>]] = [:]
        for (place, samples) in lost {
            for sample in samples {
                for slot in CompanionSlot.of(sample, place.kind) {
                    slots[slot, default: [:]][place, default: []].insert(sample.start)
                }
            }
        }
        var saying: [String: CompanionRecord] = [:]
        for (slot, wanted) in slots {
            var view = try CompanionView(rows)
            let keys = try view.add(rows.group(.slot, slot.text), isChanging: false)
            guard !keys.isEmpty else { continue }
            for record in view.fold.settled() where keys.contains(record.key) {
                let isSaying = record.readings.contains { reading in
                    guard let (kind, sample) = reading.sample(source: 0, note: 0) else { return false }
                    return wanted[Place(kind: kind, day: sample.chunkDay)]?.contains(sample.start) ?? false
                }
                if isSaying { saying[record.key] = record }
            }
        }
        var found: [Place: Set<Sample>] = [:]
        for (place, samples) in try samples(Array(saying.values), described: false) {
            guard let lost = lost[place] else { continue }
            let starts = Set(lost.map(\.start))
            found[place] = samples.filter { starts.contains($0.start) }
        }
        return found
    }
}

extension CompanionDeletion {
    /// Where it is stored.
    var address: CompanionRows.Address {
        switch target {
        case .key(let key): .key(key)
        case .scope(let scope): .scope(scope)
        }
    }
}
