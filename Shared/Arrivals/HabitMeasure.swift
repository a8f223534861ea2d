import Foundation

/// How long something may stay away although there were occasions for it.
///
/// An occasion is an hour: any hour for posts; an hour with a post for something new; an hour with another kind for a kind.
struct HabitMeasure: Codable, Sendable, Equatable {
    /// Weight of an occasion at each local hour, hundredths: the share of them that brought it. Empty if all weigh 1.
    private var weights: [UInt8] = []
    /// The greatest usual sum of weights without an arrival.
    private(set) var limit: Double
    /// The greatest sum that there was.
    private(set) var most: Double
    enum CodingKeys: Int, CodingKey { case weights = 1, limit, most }

    private static let minimumOccasions = 8
    private static let minimumArrivals = 5
    /// The greatest sums that tell the tail: so many, or a quarter of all.
    private static let maximumTail = 8
    /// What comes about once a day, at any hour, must be missed so many times.
    private static let medians = 3.0
    private static let month = 30.44 * 24

    var isSound: Bool {
        (weights.isEmpty || weights.count == 24) && limit.isFinite && limit >= 0 && most.isFinite && most >= 0
    }

    /// Weight of a local hour, counted from 1970.
    func weight(_ hour: Int64) -> Double { weights.isEmpty ? 1 : Double(weights[Int(max(0, hour) % 24)]) / 100 }

    /// Learned from the hours of a range.
    /// - Parameter chances: sums over the limit that chance alone may bring, a month.
    /// - Returns: nil with too few occasions or arrivals.
    init?(
        _ track: HabitTrack, occasions isOccasion: (Int64) -> Bool, isStrange: (Int64) -> Bool,
        hours: Range<Int64>, isWeighted: Bool, chances: Double
    ) {
        // What came after the last arrival says nothing yet.
        guard let last = hours.last(where: track.has) else { return nil }
        let hours = hours.lowerBound..<last + 1
        var (all, brought) = (Array(repeating: 0.0, count: 24), Array(repeating: 0.0, count: 24))
        for hour in hours where isOccasion(hour) && !isStrange(hour) {
            all[Int(hour % 24)] += 1
            if track.has(hour) { brought[Int(hour % 24)] += 1 }
        }
        let (total, arrivals) = (all.reduce(0, +), brought.reduce(0, +))
        guard total >= Double(Self.minimumOccasions), arrivals >= Double(Self.minimumArrivals) else { return nil }
        var weights = Array(repeating: 1.0, count: 24)
        if isWeighted {
            weights = (0..<24).map { (brought[$0] + arrivals / total) / (all[$0] + 1) }
            self.weights = weights.map { UInt8(min(100, ($0 * 100).rounded())) }
        }
        var (sums, sum): ([Double], Double?) = ([], nil)
        for hour in hours {
            if isStrange(hour) {
                sum = nil
            } else if track.has(hour) {
                if let sum { sums.append(sum) }
                sum = 0
            } else if isOccasion(hour), let before = sum {
                sum = before + weights[Int(hour % 24)]
            }
        }
        guard sums.count >= Self.minimumArrivals - 1 else { return nil }
        sums.sort(by: >)
        (most, limit) = (sums[0], Self.limit(sums, months: Double(hours.count) / Self.month, chances))
    }

    /// - Parameter sums: from one arrival to the next, the greatest first.
    private static func limit(_ sums: [Double], months: Double, _ chances: Double) -> Double {
        let count = Double(sums.count)
        // One more than the most is as likely as something new after so many known ones (rule of succession), two more as
        // that twice.
        let steps = log(max(1, count / months / chances)) / log(count + 1)
        let known = max(sums[0] + steps, medians * sums[sums.count / 2])
        // Beyond the greatest ones lies an exponential tail.
        let tail = min(maximumTail, sums.count / 4)
        guard tail >= 3 else { return known }
        let excess = sums[..<tail].reduce(0, +) / Double(tail) - sums[tail]
        return max(known, sums[tail] + excess * log(max(1, Double(tail) / months / chances)))
    }
}
