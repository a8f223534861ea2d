/// Samples read and not yet stored, by kind, with the sources and notes they name.
struct SampleBatch {
    /// By the raw value of the kind: there is one look-up for each of millions of samples.
    private var lists = [ContiguousArray<Sample>](repeating: [], count: Self.kinds)
    private static let kinds = (SampleKind.allCases.map { Int($0.rawValue) }.max() ?? 0) + 1
    private(set) var count = 0
    /// Described since the last `removeAll`.
    var sources: [UInt64: SampleSource] = [:]
    var notes: [UInt64: String] = [:]
    /// Sources whose samples have no identity but their start: a later one replaces an earlier.
    private(set) var replacing = Set<UInt64>()
    private var places: [Place: Int] = [:]

    private struct Place: Hashable {
        var kind: SampleKind
        var start: Int64
        var source: UInt64
    }

    /// Adds a sample of a route that gives its samples no identity: the last of a kind, start and source holds.
    mutating func put(_ sample: Sample, _ kind: SampleKind) {
        replacing.insert(sample.source)
        let place = Place(kind: kind, start: sample.start, source: sample.source)
        if let index = places[place] {
            lists[Int(kind.rawValue)][index] = sample
        } else {
            places[place] = lists[Int(kind.rawValue)].count
            append(sample, kind)
        }
    }

    mutating func append(_ sample: Sample, _ kind: SampleKind) {
        lists[Int(kind.rawValue)].append(sample)
        count += 1
    }

    /// Those kinds that there are samples of.
    var samples: [SampleKind: ContiguousArray<Sample>] {
        Dictionary(uniqueKeysWithValues: SampleKind.allCases.map { ($0, lists[Int($0.rawValue)]) }.filter { !$0.1.isEmpty })
    }

    var isEmpty: Bool { count == 0 && sources.isEmpty && notes.isEmpty }

    /// Sorted runs of one kind and UTC day, each sample once; empties the batch of samples.
    mutating func takeChunks(_ body: (SampleKind, Int32, ArraySlice<Sample>) throws -> Void) rethrows {
        places.removeAll(keepingCapacity: true)
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
