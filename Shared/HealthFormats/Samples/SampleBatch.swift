/// Samples read and not yet stored, by kind, with the sources and notes they name.
package struct SampleBatch {
    /// By the raw value of the kind: there is one look-up for each of millions of samples.
    private var lists = [ContiguousArray<Sample>](repeating: [], count: Self.kinds)
    private static let kinds = (SampleKind.allCases.map { Int($0.rawValue) }.max() ?? 0) + 1
    package private(set) var count = 0
    /// Named since the last `takeNames`.
    package private(set) var sources: [UInt64: SampleSource] = [:]
    package private(set) var notes: [UInt64: String] = [:]
    private var sourceLimits: NameLimits
    private var noteLimits: NameLimits
    /// Sources whose samples have no identity but their start: a later one replaces an earlier.
    package private(set) var replacing = Set<UInt64>()
    private var places: [SamplePlace: Int] = [:]
    /// Of sleeps that an app summed up: where each is in its list, and when it was; nil where that is not known.
    private var sleeps: [SamplePlace: [(index: Int, span: Range<Int64>?)]] = [:]
    /// Sleeps of a day that one source may have. Its rest would be a sleep each hour; more are an error, and cost time
    /// to compare.
    package static let mostSleeps = 24

    /// Samples of each kind that came in, by its raw value.
    private var counts = [Int64](repeating: 0, count: Self.kinds)

    /// - Parameters:
    ///   - keptSources: ids of the sources that the person has already, and of the notes.
    package init(keptSources: Set<UInt64> = [], keptNotes: Set<UInt64> = []) {
        sourceLimits = NameLimits(ImportLimits.sources, kept: keptSources)
        noteLimits = NameLimits(ImportLimits.notes, kept: keptNotes)
    }

    /// Names a source that samples refer to. Readers remember those they named, so that this is not asked for each
    /// sample.
    /// - Returns: why it cannot be kept, and so its samples; nil for a good one.
    package mutating func name(_ source: SampleSource) -> RejectionReason? {
        guard source.isBounded else { return .textTooLong }
        let id = source.id
        guard sourceLimits.admit(id) else { return .tooManySources }
        sources[id] = source
        return nil
    }

    /// The same for an activity or a time zone.
    package mutating func name(_ note: String, _ id: UInt64) -> RejectionReason? {
        guard note.utf8.count <= ImportLimits.text else { return .textTooLong }
        guard noteLimits.admit(id) else { return .tooManyNames }
        notes[id] = note
        return nil
    }

    /// What was named since the last time, to be kept now.
    package mutating func takeNames() -> (sources: [UInt64: SampleSource], notes: [UInt64: String]) {
        defer { (sources, notes) = ([:], [:]) }
        return (sources, notes)
    }

    /// Adds a sample of a route that gives its samples no identity: the last of its place holds.
    package mutating func put(_ sample: Sample, _ kind: SampleKind, at place: SamplePlace) {
        replacing.insert(sample.source)
        if let index = places[place] {
            counts[Int(kind.rawValue)] += 1
            lists[Int(kind.rawValue)][index] = sample
        } else {
            places[place] = lists[Int(kind.rawValue)].count
            append(sample, kind)
        }
    }

    /// Adds a sleep that an app summed up. A night and the naps of its day all count where they share no time; one that
    /// overlaps earlier ones replaces them, as does one that does not say when it was.
    /// - Returns: false where the day has too many.
    package mutating func put(sleep sample: Sample, at place: SamplePlace, span: Range<Int64>?) -> Bool {
        replacing.insert(sample.source)
        let (kind, known) = (Int(SampleKind.sleepTotal.rawValue), sleeps[place] ?? [])
        let restated = known.indices.filter { index in
            guard let span, let other = known[index].span else { return true }
            return span.overlaps(other)
        }
        guard !restated.isEmpty else {
            guard known.count < Self.mostSleeps else { return false }
            sleeps[place, default: []].append((lists[kind].count, span))
            append(sample, .sleepTotal)
            return true
        }
        counts[kind] += 1
        // Where it replaces several, equal samples stay, which a merge keeps once.
        for index in restated {
            lists[kind][known[index].index] = sample
            sleeps[place]?[index].span = span
        }
        return true
    }

    package mutating func append(_ sample: Sample, _ kind: SampleKind) {
        lists[Int(kind.rawValue)].append(sample)
        count += 1
        counts[Int(kind.rawValue)] += 1
    }

    /// Samples that came in so far, by the kind's name; parts of a record are not counted.
    package var taken: [String: Int64] {
        Dictionary(
            uniqueKeysWithValues: SampleKind.allCases.filter { !$0.isPart && counts[Int($0.rawValue)] > 0 }.map {
                ($0.exported.name, counts[Int($0.rawValue)])
            }
        )
    }

    package mutating func resetTaken() { counts = [Int64](repeating: 0, count: Self.kinds) }

    /// Those kinds that there are samples of.
    package var samples: [SampleKind: ContiguousArray<Sample>] {
        Dictionary(
            uniqueKeysWithValues: SampleKind.allCases.map { ($0, lists[Int($0.rawValue)]) }.filter { !$0.1.isEmpty })
    }

    package var isEmpty: Bool { count == 0 && sources.isEmpty && notes.isEmpty }

    /// Sorted runs of one kind and UTC day, each sample once; empties the batch of samples.
    package mutating func takeChunks(_ body: (SampleKind, Int32, ArraySlice<Sample>) throws -> Void) rethrows {
        places.removeAll(keepingCapacity: true)
        sleeps.removeAll(keepingCapacity: true)
        for kind in SampleKind.allCases {
            var list = ContiguousArray<Sample>()
            swap(&list, &lists[Int(kind.rawValue)])
            guard !list.isEmpty else { continue }
            count -= list.count
            list.sort()
            var start = 0
            while start < list.count {
                let day = list[start].chunkDay
                var end = start + 1
                while end < list.count, list[end].chunkDay == day { end += 1 }
                try body(kind, day, ArraySlice(list[start..<end]))
                start = end
            }
        }
    }
}
