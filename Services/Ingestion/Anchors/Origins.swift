import Messages

/// Which samples of one chunk came under which ids. A sample is there while one of its ids lives; one whose ids are all dead stays gone, whatever file brings it again.
struct Origins: Message, Equatable {
    struct Entry: Message, Equatable {
        var id: EntityID
        var start: Int64
        var end: Int64
        var value: Double
        var source: UInt64
        var note: UInt64
        var isDead: Bool
        enum CodingKeys: Int, CodingKey { case id = 1, start, end, value, source, note, isDead }

        init(_ id: EntityID, _ sample: Sample) {
            (self.id, start, end, value, source, note, isDead) = (id, sample.start, sample.end, sample.value, sample.source, sample.note, false)
        }

        var sample: Sample { Sample(start: start, end: end, value: value, source: source, note: note) }
    }

    private(set) var entries: [Entry] = []
    enum CodingKeys: Int, CodingKey { case entries = 1 }

    /// Samples of which every id is dead.
    var dead: Set<Sample> { Set(entries.filter(\.isDead).map(\.sample)).subtracting(entries.filter { !$0.isDead }.map(\.sample)) }

    /// - Returns: false for an id that is known, living or dead.
    mutating func add(_ id: EntityID, _ sample: Sample) -> Bool {
        guard !entries.contains(where: { $0.id == id }) else { return false }
        entries.append(Entry(id, sample))
        return true
    }

    /// - Returns: the ids that were found living.
    mutating func bury(_ ids: Set<EntityID>) -> Set<EntityID> {
        var found = Set<EntityID>()
        for index in entries.indices where !entries[index].isDead && ids.contains(entries[index].id) {
            entries[index].isDead = true
            found.insert(entries[index].id)
        }
        return found
    }
}
