/// Samples read and not yet stored, by kind, with the sources and notes they name.
struct SampleBatch {
    private(set) var samples: [SampleKind: ContiguousArray<Sample>] = [:]
    private(set) var count = 0
    /// Described since the last `removeAll`.
    var sources: [UInt64: SampleSource] = [:]
    var notes: [UInt64: String] = [:]

    mutating func append(_ sample: Sample, _ kind: SampleKind) {
        samples[kind, default: []].append(sample)
        count += 1
    }

    var isEmpty: Bool { count == 0 && sources.isEmpty && notes.isEmpty }

    /// Sorted runs of one kind and UTC day, each sample once; empties the batch of samples.
    mutating func takeChunks(_ body: (SampleKind, Int32, ArraySlice<Sample>) throws -> Void) rethrows {
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
