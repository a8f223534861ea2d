import HealthFormats
import Messages

/// Which samples of one chunk came under which ids. A sample is there while one of its ids lives; one whose ids are all
/// dead stays gone, whatever file brings it again.
struct Origins: Message, Equatable {
    struct Entry: Message, Equatable {
        var id: EntityID
        var start: Int64
        var end: Int64
        var value: Double
        var source: UInt64
        var note: UInt64
        var isDead: Bool
        /// Who sent it, see `StoredAnchor.sender`.
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

    /// A sample that an export lacked which earlier ones had.
    struct Tombstone: Message, Equatable {
        var entry: Entry
        /// When that export was made, s since 1970: one made later may bring the sample back.
        var exported: Int64
        enum CodingKeys: Int, CodingKey { case entry = 1, exported }
    }

    private(set) var entries: [Entry] = []
    private var buried: [Tombstone]?
    enum CodingKeys: Int, CodingKey { case entries = 1, buried }

    /// Samples of which an id lives.
    var living: [Sample] { entries.filter { !$0.isDead }.map(\.sample) }

    /// Samples of which every id is dead, and those that are buried: however another route tells them.
    func gone(_ kind: SampleKind, _ identity: SampleIdentity) -> [Sample] {
        let gone = entries.filter(\.isDead).map(\.sample) + (buried ?? []).map(\.entry.sample)
        guard !gone.isEmpty else { return [] }
        let living = SampleSet(living, kind, identity)
        return gone.filter { !living.contains($0) }
    }

    /// Buries what an export lacks.
    mutating func bury(_ samples: Set<Sample>, by exported: Int64) {
        let others = (buried ?? []).filter { !samples.contains($0.entry.sample) }
        let none = EntityID(high: 0, low: 0)
        buried = others + samples.sorted().map { Tombstone(entry: Entry(none, $0), exported: exported) }
    }

    /// Takes back what an export made later holds again.
    /// - Returns: false where nothing was.
    mutating func lift(_ samples: SampleSet, by exported: Int64) -> Bool {
        guard let before = buried, before.contains(where: { $0.exported < exported }) else { return false }
        let rest = before.filter { $0.exported >= exported || !samples.contains($0.entry.sample) }
        buried = rest.isEmpty ? nil : rest
        return rest.count < before.count
    }

    /// Ids that came before, living or dead; each stays with who sent it first.
    var ids: Set<EntityID> { Set(entries.map(\.id)) }

    mutating func add(_ id: EntityID, _ sample: Sample, from sender: DeviceSender?) {
        entries.append(Entry(id, sample, sender: sender?.device ?? 0))
    }

    /// - Parameter sender: deletes only what it sent; nil, a signed-in person, deletes what anybody sent.
    /// - Returns: the ids that were found living.
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
    /// - Parameter sender: as stored, see `StoredAnchor.sender`.
    func owns(_ sender: UInt64?) -> Bool { sender.map { $0 == device } ?? isOlder }
}
