import Messages
import Statistics

/// Compares a scored day with the days before it, like with like (SCO-9).
///
/// A day that has other kinds of input than the days before it, as after the first check-in, would rank high or low
/// for that alone. Therefore only days count that have all compared signals of the day, and their levels are restated
/// with the day's weights: level = logit of the day + Σ weight · (their input − the day's input) over the compared
/// signals. A pure function of the stored days.
struct Comparing {
    /// Most days compared with.
    private static let window = 90
    /// Days before the day of which those are taken.
    static let reach = 120
    /// From this many days after the first input on, a comparison is made of four days, and nothing is said to be
    /// learned.
    static let learningDays = 28
    /// Smallest half width of a range, in points of the score: less is rounding.
    private static let narrowest = 1.0
    /// Smallest effect of a reason, in logits: one point in the middle of the scale.
    private static let minimumEffect = 0.04

    /// A day before: inputs by place in `ScoreTerm.all`, nil where nothing arrived.
    private struct Inputs {
        let day: Day
        let values: [Double?]
    }

    private let earlier: [Inputs]

    /// - Parameter days: ascending; withheld and damaged ones are left out, as days without input are.
    init(_ days: [DayScore]) {
        earlier = days.compactMap { day in
            guard day.kind != .withheld, day.kind != .damaged else { return nil }
            let values = Self.inputs(day.contributions)
            return values.contains { $0 != nil } ? Inputs(day: day.day, values: values) : nil
        }
    }

    private static func inputs(_ parts: [DayScore.Part]) -> [Double?] {
        zip(parts, ScoreTerm.all).map { part, term in
            part.missing ? nil : part.z.map { term.scale * $0.clipped(FeatureVector.limit) }
        }
    }

    /// Nil for a day without a score.
    func comparison(of day: DayScore, today: Day) -> Comparison? {
        guard day.score(today: today) != nil else { return nil }
        let parts = day.parts(today: today)
        let own = Self.inputs(parts)
        let before = earlier.filter { (1...Self.reach).contains($0.day.distance(to: day.day)) }
        let isLearning = before.first.map { $0.day.distance(to: day.day) < Self.learningDays } ?? true
        let present = own.indices.filter { own[$0] != nil }
        var (signals, days) = Self.like(present, before, minimum: UsualRange.minimumValues)
        if days.count < UsualRange.minimumValues, !isLearning {
            (signals, days) = Self.like(present, before, minimum: UsualRange.minimumByDeviation)
        }
        let isEnough = days.count >= (isLearning ? UsualRange.minimumValues : UsualRange.minimumByDeviation)
        guard isEnough else {
            let alike = before.suffix(Self.window).count { other in present.allSatisfy { other.values[$0] != nil } }
            return Comparison(days: Int32(alike), daysNeeded: isLearning ? Int32(UsualRange.minimumValues) : 0)
        }
        days = days.suffix(Self.window)
        let logit = parts.reduce(day.bias) { $0 + $1.contribution }
        let levels = days.map { other in
            signals.reduce(logit) { $0 + parts[$1].weight * ((other.values[$1] ?? 0) - (own[$1] ?? 0)) }
        }
        var comparison = Comparison(
            days: Int32(days.count), daysNeeded: 0,
            leftOut: present.filter { !signals.contains($0) }.map { ScoreTerm.all[$0].signal },
            reasons: Self.reasons(signals, days, own, parts))
        Self.place(100 * Score.sigmoid(logit), levels.map { 100 * Score.sigmoid($0) }, in: &comparison)
        return comparison
    }

    /// The signals that enough days have together, and those days. The signal that the fewest days have goes first.
    private static func like(_ present: [Int], _ before: [Inputs], minimum: Int) -> (signals: [Int], days: [Inputs]) {
        var signals = present
        while !signals.isEmpty {
            let days = before.filter { other in signals.allSatisfy { other.values[$0] != nil } }
            if days.count >= minimum { return (signals, days) }
            let counts = signals.map { signal in before.count { $0.values[signal] != nil } }
            guard let rarest = counts.indices.min(by: { counts[$0] < counts[$1] }) else { break }
            signals.remove(at: rarest)
        }
        return ([], [])
    }

    /// The bounds are whole points, and the place is that of the score in whole points: words do not contradict the
    /// numbers that are shown.
    private static func place(_ score: Double, _ scores: [Double], in comparison: inout Comparison) {
        guard let range = UsualRange(scores) else { return }
        let low = max(0, min(range.low, range.median - narrowest).rounded())
        let high = min(100, max(range.high, range.median + narrowest).rounded())
        let shown = score.rounded()
        comparison.low = low
        comparison.median = range.median
        comparison.high = high
        let half = shown < range.median ? range.median - low : high - range.median
        comparison.place = half > 0 ? (shown - range.median) / half : 0
        let equal = scores.count { $0 == score }
        comparison.share =
            (Double(scores.count { $0 < score }) + Double(equal + 1) / 2) / Double(scores.count + 1)
    }

    /// A signal is a reason if its value lies outside the range of the compared days and is not called usual by the
    /// breakdown, moves the score, and moves it the way the design prior says: a learned weight may have turned by
    /// chance.
    private static func reasons(
        _ signals: [Int], _ days: [Inputs], _ own: [Double?], _ parts: [DayScore.Part]
    ) -> [Comparison.Reason] {
        signals.compactMap { signal -> Comparison.Reason? in
            let values = days.compactMap { $0.values[signal] }
            guard let value = own[signal], let range = UsualRange(values), !range.contains(value) else { return nil }
            if case .metric = ScoreTerm.all[signal].source, abs(parts[signal].z ?? 0) <= 1 { return nil }
            let weight = parts[signal].weight
            let effect = weight * (value - values.reduce(0, +) / Double(values.count))
            guard abs(effect) >= minimumEffect, weight * Estimator.prior[signal] > 0 else { return nil }
            return Comparison.Reason(
                signal: ScoreTerm.all[signal].signal, effect: effect, isAbove: value > range.median)
        }.sorted { abs($0.effect) > abs($1.effect) }
    }
}
