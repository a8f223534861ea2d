/// Samples that were read but not yet stored, by kind, with the sources and notes they refer to.
package struct SampleBatch {
    /// Indexed by the kind's raw value: an array lookup, as there is one for each of millions of samples.
    private var lists = [ContiguousArray<Sample>](repeating: [], count: Self.kinds)
    private static let kinds = (SampleKind.allCases.map { Int($0.rawValue) }.max() ?? 0) + 1
    /// Samples in the batch.
    package private(set) var count = 0
    /// New names since the last `takeNames`.
    package private(set) var sources: [UInt64: SampleSource] = [:]
    /// Activities and time zones, new since the last `takeNames`.
    package private(set) var notes: [UInt64: String] = [:]
    private var sourceLimits: NameLimits
    private var noteLimits: NameLimits
    /// Sources whose samples are identified by their start alone: a later sample replaces an earlier one.
    package private(set) var replacing = Set<UInt64>()
    private var places: [SamplePlace: Int] = [:]
    /// Sleep totals by place: index in the list, and the time they cover, nil if unknown.
    private var sleeps: [SamplePlace: [(index: Int, span: Range<Int64>?)]] = [:]
    /// Sleep totals that one source may have per day. 24 allows one each hour; more indicates an error and costs time
    /// to compare.
    package static let maximumSleeps = 24

    /// Samples received per kind, indexed by the kind's raw value.
    private var counts = [Int64](repeating: 0, count: Self.kinds)
    /// Samples taken out of the batch by UTC day: of kinds that daily metrics are computed from, and of kinds that only
    /// the activity of days is computed from.
    private var (metricDays, activityDays): ([Int32: Int64], [Int32: Int64]) = ([:], [:])

    /// - Parameters:
    ///   - keptSources: ids of the sources the person already has.
    ///   - keptNotes: ids of the notes the person already has.
    package init(keptSources: Set<UInt64> = [], keptNotes: Set<UInt64> = []) {
        sourceLimits = NameLimits(ImportLimits.sources, kept: keptSources)
        noteLimits = NameLimits(ImportLimits.notes, kept: keptNotes)
    }

    /// Adds a source that samples refer to. Readers cache the sources they added, so this runs once per source, not per
    /// sample.
    /// - Returns: the reason if the source, and so its samples, must be rejected; otherwise nil.
    package mutating func name(_ source: SampleSource) -> RejectionReason? {
        guard source.isBounded else { return .textTooLong }
        let id = source.id
        guard sourceLimits.admit(id) else { return .tooManySources }
        sources[id] = source
        return nil
    }

    /// Adds an activity or a time zone under its id; returns the reason if it must be rejected.
    package mutating func name(_ note: String, _ id: UInt64) -> RejectionReason? {
        guard note.utf8.count <= ImportLimits.text else { return .textTooLong }
        guard noteLimits.admit(id) else { return .tooManyNames }
        notes[id] = note
        return nil
    }

    /// Removes and returns the sources and notes added since the last call, for storing.
    package mutating func takeNames() -> (sources: [UInt64: SampleSource], notes: [UInt64: String]) {
        defer { (sources, notes) = ([:], [:]) }
        return (sources, notes)
    }

    /// Adds a sample of an import path without sample identities: of several samples at one place the last one wins, or
    /// the longest (`Sample.isKeptLongest`).
    package mutating func put(_ sample: Sample, _ kind: SampleKind, at place: SamplePlace) {
        replacing.insert(sample.source)
        if let index = places[place] {
            counts[Int(kind.rawValue)] += 1
            let known = lists[Int(kind.rawValue)][index]
            guard !sample.isKeptLongest(kind) || sample.isLonger(than: known) else { return }
            lists[Int(kind.rawValue)][index] = sample
        } else {
            places[place] = lists[Int(kind.rawValue)].count
            append(sample, kind)
        }
    }

    /// Adds a sleep total from an app. Totals of one day all count if they do not overlap in time. A total that
    /// overlaps earlier ones, or has no `span`, replaces them; without a source's name it may be another app's, and all
    /// are kept.
    /// - Parameter span: s since 1970; nil if the app did not give the times.
    /// - Returns: false if the day already has `maximumSleeps` totals.
    package mutating func put(sleep sample: Sample, at place: SamplePlace, span: Range<Int64>?) -> Bool {
        replacing.insert(sample.source)
        let (kind, known) = (Int(SampleKind.sleepTotal.rawValue), sleeps[place] ?? [])
        let isUnnamed = sample.source == SampleSource.unnamedDays
        let restated =
            isUnnamed
            ? []
            : known.indices.filter { index in
                guard let span, let other = known[index].span else { return true }
                return span.overlaps(other)
            }
        guard !restated.isEmpty else {
            guard known.count < Self.maximumSleeps else { return false }
            sleeps[place, default: []].append((lists[kind].count, span))
            append(sample, .sleepTotal)
            return true
        }
        counts[kind] += 1
        // A total that replaces several leaves equal samples, which the merge deduplicates.
        for index in restated {
            lists[kind][known[index].index] = sample
            sleeps[place]?[index].span = span
        }
        return true
    }

    /// Adds a sample that has an identity of its own.
    package mutating func append(_ sample: Sample, _ kind: SampleKind) {
        lists[Int(kind.rawValue)].append(sample)
        count += 1
        counts[Int(kind.rawValue)] += 1
    }

    /// Samples received so far by the kind's exported name; parts of a record are not counted.
    package var taken: [String: Int64] {
        Dictionary(
            uniqueKeysWithValues: SampleKind.allCases.filter { !$0.isPart && counts[Int($0.rawValue)] > 0 }.map {
                ($0.exported.name, counts[Int($0.rawValue)])
            }
        )
    }

    /// Kinds of which no sample was received, by exported name.
    /// - Parameter rejected: rejected records by kind.
    package func lost(_ rejected: [SampleKind: Int64]) -> [String: Int64] {
        rejected.reduce(into: [:]) { lost, entry in
            // Nightly totals are sleep as well.
            let kinds = entry.key == .sleep ? [SampleKind.sleep, .sleepTotal] : [entry.key]
            if kinds.allSatisfy({ counts[Int($0.rawValue)] == 0 }) { lost[entry.key.exported.name] = entry.value }
        }
    }

    /// Samples taken out of the batch that do not count; nil for none.
    package func lone(before history: HistoryStart) -> Int64? {
        func sum(_ days: [Int32: Int64], before day: Int32) -> Int64 {
            days.reduce(0) { $0 + ($1.key < day ? $1.value : 0) }
        }
        let lone = sum(metricDays, before: history.metrics) + sum(activityDays, before: history.all)
        return lone > 0 ? lone : nil
    }

    /// Sets the counts of `taken` and `lone` to 0.
    package mutating func resetTaken() {
        counts = [Int64](repeating: 0, count: Self.kinds)
        (metricDays, activityDays) = ([:], [:])
    }

    /// The samples by kind; kinds without samples are absent.
    package var samples: [SampleKind: ContiguousArray<Sample>] {
        Dictionary(
            uniqueKeysWithValues: SampleKind.allCases.map { ($0, lists[Int($0.rawValue)]) }.filter { !$0.1.isEmpty })
    }

    /// True without samples and without new names.
    package var isEmpty: Bool { count == 0 && sources.isEmpty && notes.isEmpty }

    /// Calls `body` with each kind, UTC day number and its sorted samples, then removes all samples from the batch.
    package mutating func takeChunks(_ body: (SampleKind, Int32, ArraySlice<Sample>) throws -> Void) rethrows {
        places.removeAll(keepingCapacity: true)
        sleeps.removeAll(keepingCapacity: true)
        for kind in SampleKind.allCases {
            var list = ContiguousArray<Sample>()
            swap(&list, &lists[Int(kind.rawValue)])
            guard !list.isEmpty else { continue }
            count -= list.count
            list.sort()
            let (isOfMetrics, isOfActivity) = (SampleKind.metrics.contains(kind), SampleKind.daily.contains(kind))
            var start = 0
            while start < list.count {
                let day = list[start].chunkDay
                var end = start + 1
                while end < list.count, list[end].chunkDay == day { end += 1 }
                if isOfMetrics {
                    metricDays[day, default: 0] += kind.isPart ? 0 : Int64(end - start)
                } else if isOfActivity {
                    activityDays[day, default: 0] += kind.isPart ? 0 : Int64(end - start)
                }
                try body(kind, day, ArraySlice(list[start..<end]))
                start = end
            }
        }
    }
}
