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
        /// Samples that found no place on their day.
        var excess: Int64 = 0
        var changed = ChangedSamples()
    }

    init(user: UserID, transaction: Transaction, arrived: Milliseconds) throws {
        try transaction.check(user)
        self.user = user
        self.transaction = transaction
        self.arrived = arrived
        rows = try CompanionRows(user: user, transaction: transaction)
    }

    /// Merges a post, or a part of one.
    func take(_ post: CompanionPost, from sender: CompanionSender) throws -> Effect {
        var view = try CompanionView(rows)
        try view.add(beside: post)
        let before = view.fold
        if case .lowerEpoch(let minimum) = view.take(post) { return Effect(minimumEpoch: minimum) }
        try store(post, view.fold, before: before, sender)
        return try settle(before, view.fold)
    }

    /// Forgets that a device told records. Those that no other device told are deleted, and the samples that only they
    /// brought go with them.
    /// - Returns: the number of records that it told, at most the limit.
    func forget(_ device: UInt64, limit: Int) throws -> (count: Int, effect: Effect) {
        let (count, records) = try rows.forget(device, limit: limit)
        guard !records.isEmpty else { return (count, Effect()) }
        var view = try CompanionView(rows)
        try view.add(records)
        let before = view.fold
        for record in records {
            view.remove(record.key)
            try rows.remove(record.key)
        }
        return (count, try settle(before, view.fold))
    }

    /// Stores what a post changed.
    private func store(
        _ post: CompanionPost, _ fold: CompanionFold, before: CompanionFold, _ sender: CompanionSender
    ) throws {
        for deletion in post.deletions {
            switch deletion.target {
            case .key(let key):
                let version = fold.buried.contains(key) ? nil : fold.removed[key]
                try rows.set(StoredDeletion(version), at: .key(key))
            case .scope(let scope):
                try rows.set(StoredDeletion(fold.cleared[scope]), at: .scope(scope))
            }
        }
        for snapshot in post.snapshots {
            guard let known = fold.snapshots[snapshot.scope] else { continue }
            try rows.set(StoredDeletion(known), at: .snapshot(snapshot.scope))
        }
        for key in Set(post.records.map(\.key)) {
            guard let record = fold.records[key], !fold.isDeleted(record) else { continue }
            if before.records[key] != record { try rows.set(StoredRecord(record, from: sender.companion)) }
            try rows.tell(key, by: sender.device)
        }
        for (key, record) in before.records {
            if fold.isDeleted(fold.records[key] ?? record) { try rows.remove(key) }
        }
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
        let gained = try samples(come, described: true)
        var lost: [Place: Set<Sample>] = [:]
        for (place, samples) in try samples(left, described: false) {
            let gone = samples.subtracting(gained[place] ?? [])
            if !gone.isEmpty { lost[place] = gone }
        }
        let others = try contributions(to: Set(lost.keys))
        let identity = try CatalogRows(user: user, transaction: transaction).catalog().identity
        let rules = MergeRules(identity: identity, arrived: arrived)
        let samples = SampleRows(user: user, transaction: transaction)
        var effect = Effect()
        for place in Set(gained.keys).union(lost.keys) {
            let told = others[place] ?? gained[place] ?? []
            let merged = try samples.retell(
                NewChunk(kind: place.kind, day: place.day, samples: told.sorted()[...], rules: rules),
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

    /// The longest record that has samples reaches so many UTC days beyond the one on which it begins.
    private static let reach: Int32 = 2

    /// All that records say of these chunks. What one record does not say any more may be said by another.
    private func contributions(to places: Set<Place>) throws -> [Place: Set<Sample>] {
        guard !places.isEmpty else { return [:] }
        var view = try CompanionView(rows)
        for day in Set(places.map(\.day)) { try view.add(try rows.records(days: (day - Self.reach)...day)) }
        let all = try samples(view.fold.settled(), described: false)
        return Dictionary(uniqueKeysWithValues: places.map { ($0, all[$0] ?? []) })
    }
}

extension SampleRows {
    /// Replaces what a companion said of a chunk: samples that are lost go, in every version of them, and those of the
    /// chunk come. Samples that another import path brought too stay: only that path deletes them.
    func retell(_ chunk: NewChunk, lost: Set<Sample>) throws -> Merged {
        let (kind, identity) = (chunk.kind, chunk.rules.identity)
        var lifting = chunk
        // A thing that the phone has again is restored like one that a newer export has.
        lifting.rules.exported = chunk.rules.arrived.map { $0 / 1000 + 1 }
        let gone = try gone(lifting)
        let told = chunk.samples.filter { !gone.contains($0) }
        let owned = CompanionSampleRows(user: user, transaction: transaction)
        let own = try owned.samples(kind, chunk.day)
        let known = SampleSet(own, kind, identity)
        let leaving = SampleSet(lost.filter(known.contains), kind, identity)
        let stored = try samples(kind, chunk.day...chunk.day)
        let kept = stored.filter { !leaving.contains($0) && !gone.contains($0) }
        let all = identity.settled(SampleChunk.union(kept, told[...]).samples, kind)
        let after = Array(all.prefix(kind.mostPerDay))
        try additions.note(kind, chunk.day, arriving: chunk.samples, before: stored, after: after, chunk.rules)
        let gained = SampleChunk.missing(of: after, in: stored)
        let before = SampleSet(stored, kind, identity)
        // What was there before, and was not a companion's, has another owner.
        let later = Set(after)
        try owned.set(
            (own.filter(later.contains) + gained.filter { !before.contains($0) || known.contains($0) }), kind,
            chunk.day,
            over: own)
        let changed = ChangedSamples(
            kind, identity, arrived: chunk.samples, lost: SampleChunk.missing(of: stored, in: after), gained: gained)
        let excess = all.count - after.count
        guard after != stored else { return Merged(added: 0, excess: excess, changed: changed) }
        try store(after, kind, chunk.day, arrived: gained.isEmpty ? nil : chunk.rules.arrived)
        return Merged(added: gained.count { !before.contains($0) }, excess: excess, changed: changed)
    }
}
