import Messages

/// Means of the score over one week and over four weeks, each compared with the period of equal length before it
/// (SCO-7).
enum Trend {
    /// Lengths in days.
    static let windows: [Int32] = [7, 28]
    /// Number of days before the last one that a trend includes.
    static let reach: Int32 = 2 * 28 - 1
    /// Difference in points below which two means count as equal: less than the band of any single day.
    private static let same = 1.0

    /// The trends that end on `last`.
    /// - Parameter scores: scores by day; days without a score are absent.
    static func trends(endingOn last: Day, _ scores: [Day: Double]) -> [ScoreTrend] {
        windows.map { days in
            let now = mean(days, endingOn: last, scores)
            let before = mean(days, endingOn: last.advanced(by: -Int(days)), scores)
            let change = now.mean.flatMap { mean in before.mean.map { mean - $0 } }
            return ScoreTrend(
                days: days, scored: now.count, mean: now.mean, change: change, text: text(days, now, change))
        }
    }

    private static func mean(_ days: Int32, endingOn last: Day, _ scores: [Day: Double]) -> (
        mean: Double?, count: Int32
    ) {
        let values = (0..<days).compactMap { scores[last.advanced(by: -Int($0))] }
        let count = Int32(values.count)
        return (2 * count >= days ? values.reduce(0, +) / Double(count) : nil, count)
    }

    private static func text(_ days: Int32, _ now: (mean: Double?, count: Int32), _ change: Double?) -> String {
        guard let mean = now.mean else {
            return "No trend over \(days) days: \(now.count) of them have a score, and it takes \((days + 1) / 2)."
        }
        let start = "Over \(days) days your score was \(Explanation.decimal(mean, 0)) on average"
        guard let change else { return start + "; the \(days) days before have too few scores to compare." }
        guard abs(change) >= same else { return start + ", the same as in the \(days) days before." }
        return start
            + ", \(Explanation.decimal(abs(change), 0)) \(change > 0 ? "higher" : "lower") than in the \(days) days before."
    }
}
