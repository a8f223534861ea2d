/// Samples read and not yet stored, by kind, with the sources and notes they name.
struct SampleBatch {
    private(set) var samples: [SampleKind: ContiguousArray<Sample>] = [:]
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
            samples[kind]?[index] = sample
        } else {
            places[place] = samples[kind]?.count ?? 0
            append(sample, kind)
        }
    }

    mutating func append(_ sample: Sample, _ kind: SampleKind) {
        samples[kind, default: []].append(sample)
        count += 1
    }

    var isEmpty: Bool { count == 0 && sources.isEmpty && notes.isEmpty }

    /// Sorted runs of one kind and UTC day, each sample once; empties the batch of samples.
    mutating func takeChunks(_ body: (SampleKind, Int32, ArraySlice<Sample>) throws -> Void) rethrows {
        places.removeAll(keepingCapacity: true)
        for kind in SampleKind.allCases {
            guard var list = samples.removeValue(forKey: kind), !list.isEmpty else { continue }
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
