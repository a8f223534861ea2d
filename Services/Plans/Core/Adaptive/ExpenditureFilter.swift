import Foundation

/// Learns a person's total energy expenditure from daily weight and intake (PLN-2): a Kalman filter whose hidden state
/// moves from morning to morning, with gaps, incomplete records and outliers.
///
/// Components of the state: 0 weight of tissue; 1 level of expenditure; 2 intake of days without a record, more than
/// usual; 3 glycogen and its water; 4 change of expenditure that follows intake; 5 water from day to day; 6 and 7 the
/// wave of the menstrual cycle. The day's balance is B = intake − (1) − (4); it changes tissue by B / 7,700 kcal and
/// draws glycogen and (4) towards values in proportion to B. A weigh-in reads (0) + (3) + (5) + (6). The expenditure that
/// is reported is (1) + (4): the present one.
///
/// Limits. Intake counts as recorded: of a person who records 10 % less than they eat, the expenditure comes out 10 %
/// lower too. Targets on the same scale still lead to the expected weight. 7,700 kcal/kg is too much for the loss of
/// lean people, and in the first days, for which glycogen and water are modelled separately.
///
/// Deterministic: the same days give the same estimate. Days are added in ascending order; after a correction of a past
/// day the filter is fitted again (`fit`; about 1 ms for a year).
public struct ExpenditureFilter: Sendable, Equatable {
    /// Data needed before the estimate replaces the formula's: 28 days with weight or intake (PLN-2), of these 21 with
    /// intake and 8 with weight.
    static let minimumDays = 28
    static let minimumIntakes = 21
    static let minimumWeights = 8
    /// After a longer time without any weigh-in tissue and water are unknown again.
    static let maximumGapDays = 120

    private struct Counts: Equatable {
        /// Days with weight or intake.
        var days = 0
        /// Days with intake.
        var intakes = 0
        /// Days with weight.
        var weights = 0
    }

    /// Weigh-ins left out in a row.
    private struct Rejected: Equatable {
        var count = 0
        /// The latest of them.
        var kilograms = 0.0
    }

    private struct Prior: Equatable {
        var mean: Double
        var deviation: Double
    }

    private let prior: Prior
    private let hasCycle: Bool
    private var parameters = FilterParameters.standard
    private var state: Gaussian?
    private var usual = UsualIntake()
    /// Intake of `last`, not yet in `state`.
    private var pending: Double?
    private var last: Int?
    private var lastWeight: Int?
    private var rejected = Rejected()
    private var counts = Counts()

    /// - Parameters:
    ///   - prior: expenditure of the formula, and its standard deviation (`Energy.formulaSpread` of it); kcal a day.
    ///   - hasCycle: true for people who may have a menstrual cycle; it costs others a little precision.
    ///   - parameters: the standard ones except in measurements.
    public init(
        prior: (mean: Double, deviation: Double), hasCycle: Bool = false, parameters: FilterParameters = .standard
    ) {
        self.prior = Prior(mean: prior.mean, deviation: prior.deviation)
        (self.hasCycle, self.parameters) = (hasCycle, parameters)
    }

    /// The filter for a formula's expenditure.
    public init(formula: Expenditure, hasCycle: Bool = false, parameters: FilterParameters = .standard) {
        self.init(
            prior: (formula.kilocalories, (formula.high - formula.kilocalories) / Expenditure.quantile),
            hasCycle: hasCycle, parameters: parameters)
    }

    /// Weight and intake of a day.
    public struct Day: Sendable, Equatable {
        /// Days since 1970-01-01, or from any other date.
        public var day: Int
        /// kg in the morning; nil without a weigh-in.
        public var kilograms: Double?
        /// kcal of the whole day; nil without a record, which is unknown, not zero.
        public var intake: Double?

        public init(day: Int, kilograms: Double?, intake: Double?) {
            (self.day, self.kilograms, self.intake) = (day, kilograms, intake)
        }
    }

    /// Adds days in any order; of several with the same number the first counts.
    public mutating func fit(_ days: some Sequence<Day>) {
        for day in days.sorted(by: { $0.day < $1.day }) {
            add(day: day.day, kilograms: day.kilograms, intake: day.intake)
        }
    }

    /// Adds a day. Ignored if it is not after the last one. Weights outside 20 … 400 kg and intakes outside
    /// 0 … 30,000 kcal count as missing, and so does an intake of 0: nobody is known to have eaten nothing.
    public mutating func add(day: Int, kilograms: Double?, intake: Double?) {
        let weight = kilograms.flatMap { (20.0...400).contains($0) ? $0 : nil }
        let energy = intake.flatMap { $0 > 0 && $0 <= 30_000 ? $0 : nil }
        guard weight != nil || energy != nil, last.map({ day > $0 }) ?? true else { return }
        if let last, state != nil { advance(from: last, to: day) }
        if let weight { weigh(weight, day) }
        pending = energy
        last = day
        counts.days += 1
        if energy != nil { counts.intakes += 1 }
    }

    // MARK: Estimates

    /// The expenditure to plan with: learned once there is enough data and it is surer than the formula, until then the
    /// formula's.
    /// - Parameter basal: resting metabolic rate in kcal a day. A learned expenditure at or below it comes from incomplete
    ///   records, which say nothing about the expenditure: the formula's is used.
    public func estimate(above basal: Double = 0) -> Expenditure {
        let learned = posterior()
        let isEnough =
            counts.days >= Self.minimumDays && counts.intakes >= Self.minimumIntakes
            && counts.weights >= Self.minimumWeights
        let formula = Expenditure(
            kilocalories: prior.mean, deviation: prior.deviation, source: .formula, days: counts.days)
        let isSurer = learned.high - learned.low < formula.high - formula.low
        return isEnough && isSurer && learned.kilocalories > basal ? learned : formula
    }

    /// The learned expenditure, however little data there is.
    public func posterior() -> Expenditure {
        guard let state else {
            return Expenditure(
                kilocalories: prior.mean, deviation: prior.deviation, source: .adaptive, days: counts.days)
        }
        let (value, variance) = state.projection(on: [0, 1, 0, 0, 1, 0, 0, 0])
        return Expenditure(
            kilocalories: value, deviation: max(0, variance).squareRoot(), source: .adaptive, days: counts.days)
    }

    /// Weight without water that comes and goes, kg; nil before the first weigh-in.
    public var tissueKilograms: Double? { state?.mean[0] }

    // MARK: Steps

    private mutating func advance(from first: Int, to day: Int) {
        if let lastWeight, day - lastWeight > Self.maximumGapDays {
            restart()
            pending = nil
            return
        }
        for step in first..<day {
            advance(intake: step == first ? pending : nil)
        }
        pending = nil
    }

    /// After a long gap the level of expenditure is what it was, less surely; everything else is unknown.
    private mutating func restart() {
        guard let state else { return }
        let level = state.mean[1] + state.mean[4]
        let known = max(0, state.projection(on: [0, 1, 0, 0, 1, 0, 0, 0]).variance)
        // Halfway between what was learned and the formula.
        let deviation = (known + prior.deviation * prior.deviation / 2).squareRoot()
        self.state = initial(kilograms: state.mean[0], level: (level + prior.mean) / 2, deviation: deviation)
        (usual, lastWeight) = (UsualIntake(), nil)
        rejected = Rejected()
    }

    private func initial(kilograms: Double, level: Double, deviation: Double) -> Gaussian {
        let water = parameters.waterSpread * kilograms
        let cycle = hasCycle ? parameters.cycleSpread : 0
        return Gaussian(
            mean: [kilograms, level, parameters.missingExcess, 0, 0, 0, 0, 0],
            deviations: [
                20, deviation, parameters.missingExcessSpread, parameters.initialGlycogen, 0, water, cycle, cycle,
            ])
    }

    /// Moves the state over one day.
    private mutating func advance(intake: Double?) {
        guard var state else { return }
        let size = Gaussian.size
        let level = max(500, state.mean[1])
        let (known, unknown, noise) = eaten(intake, level)
        // Balance = known + unknown·(2) − (1) − (4).
        let balance: [Double] = [0, -1, unknown, 0, -1, 0, 0, 0]
        let (glycogen, adaptation) = (1 / parameters.glycogenTime, 1 / parameters.adaptationTime)
        let effect: [Double] = [
            1 / parameters.kilocaloriesPerKilogram,
            parameters.expenditurePerKilogram / parameters.kilocaloriesPerKilogram, 0,
            parameters.glycogenPerKilocalorie * glycogen, parameters.adaptation * adaptation, 0, 0, 0,
        ]
        let angle = 2 * Double.pi / parameters.cycleLength
        let (turn, side) = (
            parameters.cyclePersistence * cos(angle), parameters.cyclePersistence * sin(angle)
        )
        let expected = known + unknown * state.mean[2] - state.mean[1] - state.mean[4]
        var transition = [Double](repeating: 0, count: size * size)
        for (index, share) in [1, 1, 1, 1 - glycogen, 1 - adaptation, parameters.waterPersistence, turn, turn]
            .enumerated()
        {
            transition[index * size + index] = share
        }
        transition[6 * size + 7] = -side
        transition[7 * size + 6] = side
        for row in 0..<size where effect[row] != 0 {
            for column in 0..<size { transition[row * size + column] += effect[row] * balance[column] }
        }
        state.transform(transition, plus: effect.map { $0 * known })
        let daily = parameters.expenditureNoise * level
        state.widen(along: effect, by: noise + daily * daily)
        widen(&state, level: level, balance: expected, isMissing: unknown > 0.5)
        self.state = state
    }

    /// Noise of each component over one day.
    private func widen(_ state: inout Gaussian, level: Double, balance: Double, isMissing: Bool) {
        func square(_ value: Double) -> Double { value * value }
        state.widen(1, by: square(parameters.expenditureDrift * level))
        // Who stops recording may change habits.
        if isMissing { state.widen(2, by: square(25)) }
        // People differ in how far glycogen and expenditure follow; each day's share of that difference.
        state.widen(
            3,
            by: square(parameters.glycogenSpread * parameters.glycogenPerKilocalorie * balance)
                / parameters.glycogenTime)
        state.widen(
            4,
            by: square(parameters.adaptationSpread * parameters.adaptation * balance)
                / parameters.adaptationTime)
        let kept = 1 - square(parameters.waterPersistence)
        state.widen(5, by: kept * square(parameters.waterSpread * state.mean[0]))
        if hasCycle {
            let lost = (1 - square(parameters.cyclePersistence)) * square(parameters.cycleSpread)
            state.widen(6, by: lost)
            state.widen(7, by: lost)
        }
    }

    /// A day's intake: the known part, the share of the excess of days without a record, and the variance.
    private mutating func eaten(_ intake: Double?, _ level: Double) -> (known: Double, unknown: Double, noise: Double) {
        func square(_ value: Double) -> Double { value * value }
        // Without any record the person is taken to eat what they expend.
        guard let usualMean = usual.mean ?? intake else { return (level, 1, square(0.25 * level)) }
        let missing = square(parameters.missingNoise * usualMean)
        guard let intake else { return (usualMean, 1, missing) }
        let complete = usual.isComplete(intake, parameters)
        usual.learn(intake, complete: complete)
        let known = complete * intake + (1 - complete) * usualMean
        let noise =
            complete * square(parameters.intakeNoise * intake) + (1 - complete) * missing
            + complete * (1 - complete) * square(intake - usualMean)
        return (known, 1 - complete, noise)
    }

    /// Conditions the state on a weigh-in, less on one far from the prediction.
    private mutating func weigh(_ kilograms: Double, _ day: Int) {
        counts.weights += 1
        lastWeight = day
        guard var state else {
            let present = parameters.presentActivity * prior.mean
            let deviation = (prior.deviation * prior.deviation + present * present).squareRoot()
            var first = initial(kilograms: kilograms, level: prior.mean, deviation: deviation)
            first.condition(on: kilograms, of: Self.reading, noise: scaleVariance)
            self.state = first
            return
        }
        let (expected, variance) = state.projection(on: Self.reading)
        let difference = kilograms - expected
        let score = abs(difference) / (variance + scaleVariance).squareRoot()
        guard score <= parameters.rejection else {
            let repeats = rejected.count > 0 && abs(rejected.kilograms - kilograms) < 3
            rejected = Rejected(count: repeats ? rejected.count + 1 : 1, kilograms: kilograms)
            // Three readings that agree are a new level, such as after an illness or another scale.
            guard rejected.count >= 3 else { return }
            rejected = Rejected()
            state.widen(0, by: difference * difference)
            state.condition(on: kilograms, of: Self.reading, noise: scaleVariance)
            self.state = state
            return
        }
        rejected = Rejected()
        // Huber's weight as a larger noise.
        let excess = max(1, score / parameters.robustness)
        let noise = scaleVariance + (variance + scaleVariance) * (excess * excess - 1)
        state.condition(on: kilograms, of: Self.reading, noise: noise)
        self.state = state
    }

    private var scaleVariance: Double { parameters.scaleNoise * parameters.scaleNoise }
    /// What a weigh-in reads of the state.
    private static let reading: [Double] = [1, 0, 0, 1, 0, 1, 1, 0]
}
