/// Totals of amounts that several devices count at the same time (ING-6).
///
/// A sample is spread evenly over [start, end). A source's samples count only for the time that no source of higher
/// priority covers; within one source exact duplicates are dropped and others summed. An instantaneous sample counts in
/// full unless a source of higher priority covers its instant or has a sample at the same instant.
///
/// Samples and an app's sums over minutes, hours or days are tellings of one amount and are never added. The tellings
/// are taken from the finest to the coarsest, whatever their sources are called. Sums of times that no finer telling
/// reaches are added; the others together only fill what exceeds the total so far. If no telling exceeds the truth, the
/// total does not either.
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

    /// Each source's share of the total, samples before sums, the preferred source first.
    package static func shares(_ samples: some Sequence<Sample>, within interval: Range<Int64>, order: SourceOrder)
        -> [(
            source: UInt64, value: Double
        )]
    {
        var tellings: [Int32: [UInt64: [Sample]]] = [:]
        for sample in samples where isInside(sample, interval) {
            let grain = order.grain(of: sample)
            if let last = tellings[grain]?[sample.source]?.last,
                (last.start, last.end, last.value) == (sample.start, sample.end, sample.value)
            {
                continue
            }
            tellings[grain, default: [:]][sample.source, default: []].append(sample)
        }
        var shares: [(source: UInt64, value: Double)] = []
        var covered = Intervals()
        for (grain, bySource) in tellings.sorted(by: { $0.key < $1.key }) {
            let sources = bySource.sorted { (order.rank($0.key), $0.key) < (order.rank($1.key), $1.key) }
            if grain == 0 {
                shares = measured(sources, within: interval)
            } else {
                shares += sums(sources, within: interval, covered, shares.reduce(0) { $0 + $1.value })
            }
            // An instant touches the sums of its second.
            covered = covered.union(
                Intervals(bySource.values.joined().map { $0.start..<max($0.end, $0.start + 1) }))
        }
        return shares
    }

    /// Shares of samples: the time of each source that no source before it covers.
    /// - Parameter sources: the preferred source first.
    private static func measured(_ sources: [(key: UInt64, value: [Sample])], within interval: Range<Int64>)
        -> [(source: UInt64, value: Double)]
    {
        var (covered, instants) = (Intervals(), Set<Int64>())
        var shares: [(source: UInt64, value: Double)] = []
        for (index, (source, own)) in sources.enumerated() {
            var total = 0.0
            for sample in own {
                if sample.start == sample.end {
                    if !covered.contains(sample.start), !instants.contains(sample.start) { total += sample.value }
                } else {
                    let part = part(sample, interval)
                    let counted = part.upperBound - part.lowerBound - covered.overlap(part)
                    if counted > 0 { total += sample.value * (Double(counted) / Double(sample.end - sample.start)) }
                }
            }
            shares.append((source, total))
            guard index + 1 < sources.count else { break }
            covered = covered.union(Intervals(own.filter { $0.start < $0.end }.map { $0.start..<$0.end }))
            for sample in own where sample.start == sample.end { instants.insert(sample.start) }
        }
        return shares
    }

    /// Shares of the sums of one grain.
    /// - Parameters:
    ///   - sources: the preferred source first; a sum that overlaps one of a source before it does not count.
    ///   - covered: the time that finer tellings reach.
    ///   - total: the amount that finer tellings give.
    private static func sums(
        _ sources: [(key: UInt64, value: [Sample])], within interval: Range<Int64>, _ covered: Intervals,
        _ total: Double
    ) -> [(source: UInt64, value: Double)] {
        var told = Intervals()
        var amounts: [(source: UInt64, touched: Double, free: Double)] = []
        for (source, own) in sources {
            var amount = (source: source, touched: 0.0, free: 0.0)
            let counted = largest(own).filter { told.overlap($0.start..<$0.end) == 0 }
            for sum in counted {
                let part = part(sum, interval)
                let value = sum.value * Double(part.upperBound - part.lowerBound) / Double(sum.end - sum.start)
                if covered.overlap(part) > 0 { amount.touched += value } else { amount.free += value }
            }
            told = told.union(Intervals(counted.map { $0.start..<$0.end }))
            amounts.append(amount)
        }
        let touched = amounts.reduce(0) { $0 + $1.touched }
        let filled = touched > total ? (touched - total) / touched : 0
        return amounts.map { ($0.source, $0.free + $0.touched * filled) }
    }

    /// Drops overlapping sums of one source. Of two sums of the same interval the larger remains, otherwise the earlier.
    private static func largest(_ sums: [Sample]) -> [Sample] {
        var result: [Sample] = []
        for sum in sums {
            guard let last = result.last, sum.start < last.end else {
                result.append(sum)
                continue
            }
            if (last.start, last.end) == (sum.start, sum.end), sum.value > last.value { result[result.count - 1] = sum }
        }
        return result
    }

    private static func part(_ sample: Sample, _ interval: Range<Int64>) -> Range<Int64> {
        max(sample.start, interval.lowerBound)..<min(sample.end, interval.upperBound)
    }

    private static func isInside(_ sample: Sample, _ interval: Range<Int64>) -> Bool {
        sample.start == sample.end
            ? interval.contains(sample.start) : sample.start < interval.upperBound && sample.end > interval.lowerBound
    }
}
