import LocalTime
import Messages

/// What the posts of a person's companions say together: the same whatever their order, however often they come and
/// however they were cut, for formats whose bodies say which telling is newer (`CompanionOrder.body`).
package struct CompanionFold: Sendable {
    /// The result of adding a post.
    package enum Outcome: Equatable, Sendable {
        case accepted
        /// A snapshot has a lower number than one before it, or one far above it; nothing of the post was taken.
        case refusedEpoch(minimum: Int64)
    }

    /// The newest telling of each record, by key.
    package var records: [String: CompanionRecord] = [:]
    /// Keys that are gone for good.
    package var buried = Set<String>()
    /// The newest deletion of a key that may come back.
    package var removed: [String: CompanionVersion] = [:]
    /// The newest deletion of a scope.
    package var cleared: [String: CompanionVersion] = [:]
    /// The newest snapshot of a scope.
    package var snapshots: [String: CompanionSnapshot] = [:]

    /// Nothing.
    package init() {}

    /// Takes a post.
    package mutating func take(_ post: CompanionPost) -> Outcome {
        guard !post.isTest else { return .accepted }
        if let minimum = refusedEpoch(of: post.snapshots) { return .refusedEpoch(minimum: minimum) }
        add(post)
        return .accepted
    }

    /// By how much a snapshot's number may be above the one before it. Apps count by one; a number without a bound would
    /// refuse all later ones.
    private static let maximumStep: Int64 = 1_000

    /// The number that snapshots must have at least; nil if they are accepted.
    package func refusedEpoch(of news: [CompanionSnapshot]) -> Int64? {
        for snapshot in news {
            let known = snapshots[snapshot.scope]?.epoch ?? 0
            guard (known...known + Self.maximumStep).contains(snapshot.epoch) else { return known }
        }
        return nil
    }

    /// Takes an accepted post.
    package mutating func add(_ post: CompanionPost) {
        for snapshot in post.snapshots { add(snapshot) }
        for deletion in post.deletions { add(deletion) }
        for record in post.records { add(record) }
    }

    /// Takes all that another fold holds.
    package mutating func add(_ other: CompanionFold) {
        for snapshot in other.snapshots.values { add(snapshot) }
        for (key, version) in other.removed { removed[key] = max(removed[key] ?? version, version) }
        for (scope, version) in other.cleared { cleared[scope] = max(cleared[scope] ?? version, version) }
        buried.formUnion(other.buried)
        for record in other.records.values { add(record) }
    }

    /// Takes a telling.
    /// - Returns: false if a newer one is known.
    @discardableResult
    package mutating func add(_ record: CompanionRecord) -> Bool {
        if let known = records[record.key], !known.isSuperseded(by: record) { return false }
        records[record.key] = record
        return true
    }

    private mutating func add(_ snapshot: CompanionSnapshot) {
        if let known = snapshots[snapshot.scope] {
            // The same number again changes nothing more. Of two parts of one telling the earlier is the floor.
            let isEarlier = known.epoch == snapshot.epoch && snapshot.version < known.version
            guard known.epoch < snapshot.epoch || isEarlier else { return }
        }
        snapshots[snapshot.scope] = snapshot
    }

    private mutating func add(_ deletion: CompanionDeletion) {
        switch (deletion.target, deletion.version) {
        case (.key(let key), nil): buried.insert(key)
        case (.key(let key), let version?): removed[key] = max(removed[key] ?? version, version)
        case (.scope(let scope), let version):
            let version = version ?? CompanionVersion(.infinity)
            cleared[scope] = max(cleared[scope] ?? version, version)
        }
    }

    /// Whether this telling was deleted, and so never counts again.
    package func isDeleted(_ record: CompanionRecord) -> Bool {
        if buried.contains(record.key) { return true }
        if let version = removed[record.key], record.version < version { return true }
        guard let scope = record.scope, let version = cleared[scope] else { return false }
        return record.version < version
    }

    private func isGone(_ record: CompanionRecord) -> Bool {
        if isDeleted(record) { return true }
        guard let scope = record.scope, let snapshot = snapshots[scope] else { return false }
        return record.version < snapshot.version && !snapshot.keys.contains(record.key)
    }

    /// Time by which the parts of one telling may come apart: an app sends them in bodies of their own. ms.
    private static let telling = 3_600_000.0

    /// The records that count, by key.
    package func settled() -> [CompanionRecord] {
        let held = records.values.filter { !isGone($0) }
        var best: [String: CompanionRecord] = [:]
        for record in held {
            guard let place = record.place else { continue }
            if let known = best[place], !known.isSuperseded(by: record) { continue }
            best[place] = record
        }
        var begun: [String: Double] = [:]
        for record in held {
            guard let part = record.part, part.isFirst else { continue }
            begun[part.whole] = max(begun[part.whole] ?? -.infinity, record.version.first)
        }
        return held.filter { record in
            if let place = record.place, best[place]?.key != record.key { return false }
            // What was written again as a whole begins again with its first part.
            if let part = record.part, let begin = begun[part.whole], record.version.first < begin - Self.telling {
                return false
            }
            return true
        }.sorted { $0.key < $1.key }
    }

    /// The settled records of stored kinds as samples, as ingestion takes them.
    /// - Parameter member: of the users of shared devices the one whose records count; all others stay aside.
    package func batch(member: String? = nil) -> SampleBatch {
        var batch = SampleBatch()
        for record in settled() where record.member == nil || record.member == member {
            record.append(to: &batch)
        }
        return batch
    }
}

extension CompanionRecord {
    /// Adds the readings of stored kinds as samples; those whose names are beyond the limits are left out.
    /// A source is named only for those: the list of sources tells nobody who writes the others.
    package func append(to batch: inout SampleBatch) {
        guard readings.contains(where: { $0.kind.stored != nil }), batch.name(source) == nil else { return }
        for reading in readings {
            var note: UInt64 = 0
            if reading.kind.group == .workout, let activity = reading.labels.first {
                note = StableHash.of(activity)
                guard batch.name(activity, note) == nil else { continue }
            } else if reading.kind.stored?.tellsNights == true, let offset {
                let name = LocalZone(offset: offset).name
                note = StableHash.of(zone: name)
                guard batch.name(name, note) == nil else { continue }
            }
            guard let (kind, sample) = reading.sample(source: source.id, note: note) else { continue }
            batch.append(sample, kind)
        }
    }
}
