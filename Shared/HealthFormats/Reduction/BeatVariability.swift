import Statistics

/// RMSSD, the root mean square of successive differences of beat-to-beat intervals (Task Force of the ESC and NASPE
/// 1996, Circulation 93:1043).
///
/// Artefact rejection. An interval is valid if it lies within 300 to 2,000 ms (200 to 30 beats/min) and within 60 to
/// 160 % of the median of the eleven intervals around it: a doubled beat halves an interval, a missed one doubles it. A
/// difference counts only between two neighbouring valid intervals, and only if it is at most 20 % of the earlier one
/// (Malik 1989, Eur Heart J 10:1060). An ectopic, missed or doubled beat thus removes the differences around it;
/// nothing is interpolated.
///
/// Beat times have a resolution of 10 ms. The rounding adds about 50 ms² to the mean square, so 20 ms reads as 21.2;
/// this is not corrected.
enum BeatVariability {
    /// Valid interval, ms.
    static let plausible = 300.0...2000.0
    /// Largest valid difference, as a share of the earlier interval.
    static let steepest = 0.2
    /// Valid interval, as a multiple of the local median.
    static let usual = 0.6...1.6
    private static let around = 5
    /// Minimum number of valid differences: about 20 s of beats, which still track longer recordings (Munoz 2015, PLoS
    /// ONE 10:e0138921).
    static let minimumDifferences = 20

    /// - Parameter intervals: between successive beats, ms.
    /// - Returns: ms; nil with fewer than `minimum` valid differences.
    static func rmssd(_ intervals: [Double], atLeast minimum: Int = minimumDifferences) -> Double? {
        var (sum, count) = (0.0, 0)
        let isBeat = intervals.indices.map { index in
            let near = intervals[max(0, index - around)..<min(intervals.count, index + around + 1)]
            return plausible.contains(intervals[index])
                && usual.contains(intervals[index] / (Statistics.median(Array(near)) ?? 0))
        }
        for index in intervals.indices.dropLast() where isBeat[index] && isBeat[index + 1] {
            let difference = intervals[index + 1] - intervals[index]
            guard abs(difference) <= steepest * intervals[index] else { continue }
            sum += difference * difference
            count += 1
        }
        return count >= max(minimum, 1) ? (sum / Double(count)).squareRoot() : nil
    }
}
