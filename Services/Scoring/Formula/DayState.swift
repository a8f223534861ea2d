import Messages
import Wire

/// A day's stored and displayed result, with everything its score is computed from. Equal inputs give bit-identical
/// states (SCO-6).
struct DayState: Message, Equatable {
    struct Kind: OpenEnum {
        let rawValue: Int32
        static let scored = Kind(rawValue: 1)
        static let warmingUp = Kind(rawValue: 2)
        /// Values arrived, but none of them has a baseline yet.
        static let noBaseline = Kind(rawValue: 3)
        static let noData = Kind(rawValue: 4)
        static let withheld = Kind(rawValue: 5)
        /// The stored state cannot be opened. Never stored.
        static let damaged = Kind(rawValue: 6)
        static let names: [(value: Kind, name: String)] = [
            (scored, "scored"), (warmingUp, "warmingUp"), (noBaseline, "noBaseline"), (noData, "noData"),
            (withheld, "withheld"), (damaged, "damaged"),
        ]
    }

    static let methodology =
        "Your wellbeing score is an estimated trend indicator based on statistical patterns in your recent health data. It is not a clinical measurement."

    var day: Day
    /// Whether the day has a score, or why not.
    var kind: Kind
    /// The estimator's intercept, in logits.
    var bias: Double
    /// In declared order of `Signal`, with the day's own steps.
    var contributions: [Contribution]
    /// The steps' contribution while the day is open: the previous day's steps (SCO-2).
    var openSteps: Contribution
    /// s, the square root of the residual variance, in logits.
    var deviation: Double
    /// Number of labels learned from up to this day.
    var labels: Int32
    /// Whether a label arrived within the last 28 days.
    var personalised: Bool
    /// Largest number of values that any one sensor metric has had up to this day.
    var sensorValues: Int32
    /// Number of check-ins up to this day.
    var checkIns: Int32
    /// The band's half width in units of s·k from the person's own misses; nil with too few of them.
    var quantile: Double?
    /// Whether a night that counts for sleep debt ended on this day; false in states of releases that did not record
    /// it.
    var hasNight = false
    /// Number of verdicts that did not come from the journal. With each of them the state changes, a crisis or not.
    var verdicts: Int32 = 0
    enum CodingKeys: Int, CodingKey {
        case day = 1, kind, bias, contributions, openSteps, deviation, labels, personalised, sensorValues, checkIns,
            quantile, hasNight, verdicts
    }

    /// The state of a day without inputs.
    static func empty(_ day: Day) -> DayState { unknown(day, .noData) }

    /// In the place of a state that cannot be opened.
    static func damaged(_ day: Day) -> DayState { unknown(day, .damaged) }

    private static func unknown(_ day: Day, _ kind: Kind) -> DayState {
        DayState(
            day: day, kind: kind, bias: 0, contributions: zip(Signal.all, Estimator.prior).map(Contribution.init),
            openSteps: Contribution(signal: .steps, weight: Estimator.prior[FeatureVector.steps]), deviation: 0,
            labels: 0, personalised: false,
            sensorValues: 0, checkIns: 0)
    }

    /// The contributions as seen on `today`: they are final once the day is closed.
    func contributions(today: Day) -> [Contribution] {
        guard today <= day else { return contributions }
        var open = contributions
        open[FeatureVector.steps] = openSteps
        return open
    }

    /// The day's score as seen on `today`, or the reason why it has none.
    /// - Parameter revision: revision of the stored state.
    func report(today: Day, revision: UInt64) -> ScoreReport {
        let closed = today > day
        let contributions = contributions(today: today)
        // Closing a day may change its score, so a closed day gets a revision of its own.
        var report = ScoreReport(
            day: day, status: .final, personalised: personalised, revision: 2 * revision + (closed ? 1 : 0))
        let kind = kind == .scored && contributions.allSatisfy(\.missing) ? .noBaseline : kind
        switch kind {
        case .scored:
            let score = Score(
                logit: contributions.reduce(bias) { $0 + $1.contribution }, deviation: deviation,
                widening: Score.widening(
                    missing: contributions.count(where: \.missing),
                    doubtful: contributions.count { !$0.missing && ($0.imputed || $0.lowConfidence) },
                    of: contributions.count),
                quantile: quantile ?? Score.quantile)
            report.status = closed ? .final : .provisional
            (report.score, report.low, report.high) = (score.score, score.low, score.high)
        case .warmingUp:
            report.status = .warmingUp
            report.reason =
                "Still learning your usual range: \(min(sensorValues, Int32(BaselineHistory.minimum))) of \(BaselineHistory.minimum) days of sensor data and \(checkIns) of \(ScoreCalculator.checkInsNeeded) check-ins so far; sync your data or check in and a score appears."
        case .noBaseline:
            report.status = .warmingUp
            report.reason =
                "What arrived for this day has no usual range to compare with yet, as after a change of device; it takes \(BaselineHistory.minimum) days of values, or make a check-in."
        case .withheld:
            report.status = .withheld
            report.personalised = false
            report.reason =
                "No score is shown for this day, because something you shared sounded serious; please look at the support options on the safety page."
        case .damaged:
            report.status = .damaged
            report.reason =
                "The stored score of this day is damaged and cannot be read; a check-in or newly arrived data for the day computes it again."
        default:
            report.status = .noData
            report.reason = Self.noDataReason
        }
        return report
    }

    /// The state for a reader who must not learn of a crisis; nil for a day that is to look like one without input. A
    /// withheld day is what it would be without its verdict, if that has no score either; otherwise nothing arrived.
    func outward() -> DayState? {
        var state = self
        if kind == .withheld {
            state.kind =
                Self.unscored(
                    hasValue: contributions.contains { $0.value != nil },
                    isEmpty: contributions.allSatisfy(\.missing), sensorValues: sensorValues, checkIns: checkIns)
                ?? .noData
        }
        return state.kind == .noData ? nil : state
    }

    /// Why a day has no score, verdicts aside; nil if it has one.
    /// - Parameters:
    ///   - hasValue: whether any value arrived for the day.
    ///   - isEmpty: whether no value has a baseline.
    static func unscored(hasValue: Bool, isEmpty: Bool, sensorValues: Int32, checkIns: Int32) -> Kind? {
        if !hasValue { return .noData }
        if sensorValues < Int32(BaselineHistory.minimum), checkIns < ScoreCalculator.checkInsNeeded {
            return .warmingUp
        }
        return isEmpty ? .noBaseline : nil
    }

    static let noDataReason = "Nothing arrived for this day; sync or import your health data, or make a check-in."

    /// The score with its reasons. A withheld day has none: the sum of its contributions would reveal the score.
    func breakdown(today: Day, revision: UInt64) -> ScoreBreakdown {
        let report = report(today: today, revision: revision)
        let withheld = report.status == .withheld
        let parts = contributions(today: today).map { part in
            var part = part
            part.text = Explanation.text(part)
            return part
        }
        var breakdown = ScoreBreakdown(
            report: report, bias: withheld ? 0 : bias, contributions: withheld ? [] : parts, labels: labels,
            methodology: Self.methodology)
        // The reason of a day without data, or with a damaged score, already says so.
        if report.status != .noData, report.status != .damaged, !withheld { breakdown.gaps = Explanation.gaps(parts) }
        return breakdown
    }

    /// The signals measured or given on the day itself, for consumers that treat them as current (B12: at most 48 hours
    /// old). Carried-over values, and a sleep debt from earlier nights only, count for the score alone.
    func signals(today: Day) -> [SignalLevel] {
        guard kind != .withheld else { return [] }
        return contributions(today: today).filter { !$0.imputed && ($0.signal != .sleepDebt || hasNight) }.compactMap {
            contribution in
            contribution.z.map {
                SignalLevel(signal: contribution.signal, z: $0, contribution: contribution.contribution)
            }
        }
    }
}
