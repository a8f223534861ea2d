import Drawing
import Foundation
import Statistics

/// Values of days with a mark compared with those of the other days.
struct MarkComparison {
    let with: TagComparison.Group
    let without: TagComparison.Group
    /// The difference between the medians as a multiple of its standard error; nil where the series says too little
    /// about its noise.
    let deviations: Double?

    /// Whether the intervals of the two medians do not overlap.
    var isApart: Bool { !with.interval.overlaps(without.interval) }

    /// - Parameters:
    ///   - values: oldest first, one a day.
    ///   - marked: days of the first group.
    ///   - noise: of the whole series; nil if unknown.
    ///   - names: of the days with the mark and of the others.
    /// - Throws: `TagComparison.TooFewDays`.
    init(
        _ values: [ChartValue], on marked: Set<Int>, noise: PersistentNoise?, names: (with: String, without: String)
    ) throws(TagComparison.TooFewDays) {
        let (noted, others) = (values.filter { marked.contains($0.day) }, values.filter { !marked.contains($0.day) })
        // Days of one journey or illness are alike and say less than as many days far apart.
        func daysPerValue(_ values: [ChartValue]) -> Double { noise?.daysPerValue(values.map(\.day)) ?? 1 }
        with = try TagComparison.Group(names.with, noted.map(\.value), daysPerValue: daysPerValue(noted))
        without = try TagComparison.Group(names.without, others.map(\.value), daysPerValue: daysPerValue(others))
        let difference = abs(with.median - without.median)
        deviations = noise.map { noise in
            let chance = noise.chance(noted.map(\.day), others.map(\.day))
            return chance > 0 ? 1.96 * difference / chance : 0
        }
    }

    /// Noise of a series.
    static func noise(_ values: [ChartValue]) -> PersistentNoise? {
        PersistentNoise(Dictionary(values.map { ($0.day, $0.value) }) { $1 })
    }

    /// Standard errors that chance alone exceeds in at most one of 20 lists of so many comparisons: two-sided 5 % of the
    /// normal distribution, divided by their number (Bonferroni).
    static func threshold(comparisons: Int) -> Double {
        let share = 0.05 / Double(max(comparisons, 1))
        var (low, high) = (0.0, 10.0)
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if erfc(middle / 2.0.squareRoot()) > share { low = middle } else { high = middle }
        }
        return high
    }
}
