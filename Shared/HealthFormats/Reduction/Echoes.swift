import Messages

/// Amounts that several apps sent without naming a source (ING-6). They have one source here, and the same reading
/// comes seconds apart: its later tellings are left out.
package enum Echoes {
    /// Longest time between two tellings of one reading, s. Devices measure amounts over a minute or more.
    private static let maximumDelay: Int64 = 20
    /// Largest difference of two tellings, as a share of the larger one.
    private static let maximumDifference = 0.05
    /// Fewest echoes of a day, and the smallest share of a day's unnamed readings that have another telling: one app's
    /// own readings may be alike and close, but not all of them in pairs.
    private static let (minimumCount, minimumShare) = (3, 0.9)

    /// - Parameters:
    ///   - samples: sorted, of an amount that a sensor counted.
    ///   - interval: the day that is compared, s since 1970.
    package static func removed(from samples: ArraySlice<Sample>, within interval: Range<Int64>, _ order: SourceOrder)
        -> ArraySlice<Sample>
    {
        func isUnnamed(_ index: Int) -> Bool { samples[index].source == SampleSource.unnamedSource }
        let ofDay = samples.indices.filter { interval.contains(samples[$0].start) && order.grain(of: samples[$0]) == 0 }
        let unnamed = ofDay.count(where: isUnnamed)
        guard unnamed > 0 else { return samples }
        var (groups, near): ([[Int]], Int) = ([], 0)
        for index in ofDay {
            while near < groups.count, samples[index].start - samples[groups[near][0]].start > maximumDelay {
                near += 1
            }
            let place = groups[near...].firstIndex { isAlike(samples[$0[0]], samples[index]) }
            if let place { groups[place].append(index) } else { groups.append([index]) }
        }
        let several = groups.filter { $0.count > 1 }
        let echoes = Set(
            several.flatMap { group in
                let own = group.filter(isUnnamed)
                return own.count < group.count ? own : Array(own.dropFirst())
            })
        let told = several.joined().count(where: isUnnamed)
        guard echoes.count >= minimumCount, Double(told) >= minimumShare * Double(unnamed) else { return samples }
        return samples.indices.filter { !echoes.contains($0) }.map { samples[$0] }[...]
    }

    private static func isAlike(_ left: Sample, _ right: Sample) -> Bool {
        abs(left.value - right.value) <= maximumDifference * max(left.value, right.value)
    }
}
