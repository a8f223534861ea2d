import SystemKit

/// A set of instants as sorted, disjoint, half-open intervals of whole seconds.
struct Intervals: Equatable, Sendable {
    /// In ascending order; neighbours do not touch.
    package private(set) var list: [Range<Int64>] = []

    /// The empty set.
    package init() {}

    /// The union of the given intervals, in any order.
    package init(_ intervals: some Sequence<Range<Int64>>) {
        for interval in intervals.sorted(by: { $0.lowerBound < $1.lowerBound }) where !interval.isEmpty {
            if let last = list.last, interval.lowerBound <= last.upperBound {
                list[list.count - 1] = last.lowerBound..<max(last.upperBound, interval.upperBound)
            } else {
                list.append(interval)
            }
        }
    }

    /// True if the set has no instants.
    package var isEmpty: Bool { list.isEmpty }
    /// Total length, s.
    package var length: Int64 { list.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

    /// The instants in either set.
    package func union(_ other: Intervals) -> Intervals {
        isEmpty ? other : other.isEmpty ? self : Intervals(list + other.list)
    }

    /// The instants of this set that are not in the other.
    func subtracting(_ other: Intervals) -> Intervals {
        guard !other.isEmpty else { return self }
        var result = Intervals()
        for interval in list {
            var start = interval.lowerBound
            for index in other.first(endingAfter: start)..<other.list.count {
                let hole = other.list[index]
                guard hole.lowerBound < interval.upperBound else { break }
                if hole.lowerBound > start { result.list.append(start..<hole.lowerBound) }
                start = max(start, hole.upperBound)
            }
            if start < interval.upperBound { result.list.append(start..<interval.upperBound) }
        }
        return result
    }

    /// Length of the intersection with the interval, s.
    func overlap(_ interval: Range<Int64>) -> Int64 {
        var sum: Int64 = 0
        var index = first(endingAfter: interval.lowerBound)
        while index < list.count, list[index].lowerBound < interval.upperBound {
            sum += min(list[index].upperBound, interval.upperBound) - max(list[index].lowerBound, interval.lowerBound)
            index += 1
        }
        return sum
    }

    /// Returns true if the instant lies in the set. Logarithmic.
    package func contains(_ instant: Int64) -> Bool {
        let index = first(endingAfter: instant)
        return index < list.count && list[index].lowerBound <= instant
    }

    /// Returns true if the sample overlaps the set, or, for an instantaneous sample, lies in it.
    func touches(_ sample: Sample) -> Bool {
        sample.start == sample.end ? contains(sample.start) : overlap(sample.start..<sample.end) > 0
    }

    /// Index of the first interval that ends after this instant.
    private func first(endingAfter instant: Int64) -> Int { list.partitioningIndex { $0.upperBound > instant } }
}
