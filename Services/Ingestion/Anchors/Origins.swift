import HealthFormats
import Messages

/// The ids under which the samples of one chunk were sent. A sample exists while at least one of its ids is not
/// deleted. A sample whose ids are all deleted stays deleted, whichever file contains it again.
struct Origins: Message, Equatable {
    /// A sample under one id.
    struct Entry: Message, Equatable {
        var id: EntityID
        var start: Int64
        var end: Int64
        var value: Double
        var source: UInt64
        var note: UInt64
        var isDead: Bool
        /// The sender's device, see `StoredAnchor.sender`.
        var sender: UInt64?
        enum CodingKeys: Int, CodingKey { case id = 1, start, end, value, source, note, isDead, sender }

        init(_ id: EntityID, _ sample: Sample, sender: UInt64? = nil) {
            (self.id, start, end, value, source, note, isDead) = (
                id, sample.start, sample.end, sample.value, sample.source, sample.note, false
            )
            self.sender = sender
        }

        var sample: Sample { Sample(start: start, end: end, value: value, source: source, note: note) }
    }

    /// A sample that earlier exports had and a later one lacked.
    struct Tombstone: Message, Equatable {
        var entry: Entry
        /// When the later export was made, s since 1970; an export made after it may restore the sample.
        var exported: Int64
        enum CodingKeys: Int, CodingKey { case entry = 1, exported }
    }

    private(set) var entries: [Entry] = []
    private var buried: [Tombstone]?
    enum CodingKeys: Int, CodingKey { case entries = 1, buried }

    /// Samples with at least one id that is not deleted.
    var living: [Sample] { entries.filter { !$0.isDead }.map(\.sample) }

    /// Deleted samples: all ids are deleted, or an export lacked them. Matches every version of a sample
    /// (`SampleIdentity`).
    func gone(_ kind: SampleKind, _ identity: SampleIdentity) -> [Sample] {
        let gone = entries.filter(\.isDead).map(\.sample) + (buried ?? []).map(\.entry.sample)
        guard !gone.isEmpty else { return [] }
        let living = SampleSet(living, kind, identity)
        return gone.filter { !living.contains($0) }
    }

    /// Adds tombstones for samples that an export lacked.
    mutating func bury(_ samples: Set<Sample>, by exported: Int64) {
        let others = (buried ?? []).filter { !samples.contains($0.entry.sample) }
        let none = EntityID(high: 0, low: 0)
        buried = others + samples.sorted().map { Tombstone(entry: Entry(none, $0), exported: exported) }
    }

    /// Removes the tombstones of samples that an export made later contains again.
    /// - Returns: false if nothing changed.
    mutating func lift(_ samples: SampleSet, by exported: Int64) -> Bool {
        guard let before = buried, before.contains(where: { $0.exported < exported }) else { return false }
        let rest = before.filter { $0.exported >= exported || !samples.contains($0.entry.sample) }
        buried = rest.isEmpty ? nil : rest
        return rest.count < before.count
    }

    /// All known ids, deleted or not. Each id keeps its first sender.
    var ids: Set<EntityID> { Set(entries.map(\.id)) }

    mutating func add(_ id: EntityID, _ sample: Sample, from sender: DeviceSender?) {
        entries.append(Entry(id, sample, sender: sender?.device ?? 0))
    }

    /// Marks ids as deleted.
    /// - Parameter sender: may delete only what it sent; nil, a signed-in person, may delete everything.
    /// - Returns: the ids that were not deleted before.
    mutating func bury(_ ids: Set<EntityID>, by sender: DeviceSender?) -> Set<EntityID> {
        var found = Set<EntityID>()
        for index in entries.indices
        where !entries[index].isDead && ids.contains(entries[index].id) && sender?.owns(entries[index].sender) != false
        {
            entries[index].isDead = true
            found.insert(entries[index].id)
        }
        return found
    }
}

extension DeviceSender {
    /// Returns true if this sender sent the entry.
    /// - Parameter sender: as stored, see `StoredAnchor.sender`.
    func owns(_ sender: UInt64?) -> Bool { sender.map { $0 == device } ?? isOlder }
}
