/// RMSSD, the root mean square of successive differences of beat-to-beat intervals (Task Force of the ESC and NASPE
/// 1996, Circulation 93:1043).
///
/// Artefacts: an interval outside of 300 to 2,000 ms (200 to 30 beats a minute), or under 60 or over 160 % of the
/// median of the eleven around it (a doubled beat halves an interval, a missed one doubles it), is none; a difference
/// counts only between two neighbouring intervals that are, and only where it is at most 20 % of the earlier one (Malik
/// 1989, Eur Heart J 10:1060). An ectopic, missed or doubled beat so takes its neighbours' differences out, and nothing
/// is interpolated. Beat times are known to 10 ms, whose rounding adds about 50 ms² to the square: 20 ms read as 21.2.
/// That is not taken out again.
enum BeatVariability {
    static let plausible = 300.0...2000.0
    static let steepest = 0.2
    static let usual = 0.6...1.6
    private static let around = 5
    /// Differences that a value needs: about 20 s of beats, which still follow longer recordings (Munoz 2015, PLoS ONE
    /// 10:e0138921).
    static let fewest = 20

    /// - Parameter intervals: between neighbouring beats, ms.
    /// - Returns: ms; nil with too few differences left.
    static func rmssd(_ intervals: [Double], atLeast fewest: Int = fewest) -> Double? {
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
        return count >= max(fewest, 1) ? (sum / Double(count)).squareRoot() : nil
    }
}
