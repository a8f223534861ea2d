/// Totals of amounts that several devices count at the same time (ING-6).
///
/// A sample is spread evenly over [start, end). A source's samples count only for the time that no source of higher
/// priority covers; within one source exact duplicates are dropped and others summed. An instantaneous sample counts in
/// full unless a source of higher priority covers its instant or has a sample at the same instant.
package enum Cumulative {
    /// Total of an interval.
    /// - Parameters:
    ///   - samples: sorted; samples outside the interval are ignored.
    ///   - interval: s since 1970.
    /// - Returns: the unrounded total, and the source of its largest share (the preferred one of equal shares); nil if
    ///   no sample lies in the interval.
    package static func total(_ samples: some Sequence<Sample>, within interval: Range<Int64>, order: SourceOrder) -> (
        value: Double, source: UInt64
    )? {
        let shares = shares(samples, within: interval, order: order)
        guard var most = shares.first else { return nil }
        for share in shares where share.value > most.value { most = share }
        return (shares.reduce(0) { $0 + $1.value }, most.source)
    }

    /// Each source's share of the total, the preferred source first.
    package static func shares(_ samples: some Sequence<Sample>, within interval: Range<Int64>, order: SourceOrder)
        -> [(
            source: UInt64, value: Double
        )]
    {
        var bySource: [UInt64: [Sample]] = [:]
        for sample in samples where isInside(sample, interval) {
            if let last = bySource[sample.source]?.last,
                (last.start, last.end, last.value) == (sample.start, sample.end, sample.value)
            {
                continue
            }
            bySource[sample.source, default: []].append(sample)
        }
        let sources = bySource.keys.sorted { (order.rank($0), $0) < (order.rank($1), $1) }
        var (covered, instants) = (Intervals(), Set<Int64>())
        var shares: [(source: UInt64, value: Double)] = []
        for source in sources {
            let own = bySource[source] ?? []
            var total = 0.0
            for sample in own {
                if sample.start == sample.end {
                    if !covered.contains(sample.start), !instants.contains(sample.start) { total += sample.value }
                } else {
                    let part = max(sample.start, interval.lowerBound)..<min(sample.end, interval.upperBound)
                    let counted = part.upperBound - part.lowerBound - covered.overlap(part)
                    if counted > 0 { total += sample.value * (Double(counted) / Double(sample.end - sample.start)) }
                }
            }
            shares.append((source, total))
            guard source != sources.last else { break }
            covered = covered.union(Intervals(own.filter { $0.start < $0.end }.map { $0.start..<$0.end }))
            for sample in own where sample.start == sample.end { instants.insert(sample.start) }
        }
        return shares
    }

    private static func isInside(_ sample: Sample, _ interval: Range<Int64>) -> Bool {
        sample.start == sample.end
            ? interval.contains(sample.start) : sample.start < interval.upperBound && sample.end > interval.lowerBound
    }
}
