/// Totals of what several devices count at the same time (ING-6).
///
/// A sample spreads evenly over [start, end). Of what a source counts, only the time counts that no source of higher
/// priority covers; within one source exact duplicates drop and others sum. An instantaneous sample counts whole unless
/// a source of higher priority covers its instant (or has a sample at just that instant).
package enum Cumulative {
    /// - Parameters:
    ///   - samples: sorted; ones outside of the interval are ignored.
    /// - Returns: the unrounded total within the interval, with the source that most of it comes from (the preferred of
    ///   equal ones); nil where no sample lies in it.
    package static func total(_ samples: some Sequence<Sample>, within interval: Range<Int64>, order: SourceOrder) -> (
        value: Double, source: UInt64
    )? {
        let shares = shares(samples, within: interval, order: order)
        guard var most = shares.first else { return nil }
        for share in shares where share.value > most.value { most = share }
        return (shares.reduce(0) { $0 + $1.value }, most.source)
    }

    /// What each source adds to the total, the preferred first.
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
