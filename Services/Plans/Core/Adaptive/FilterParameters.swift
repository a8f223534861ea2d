/// Numbers of `ExpenditureFilter`. Energies in kcal, weights in kg, times in days; spreads are standard deviations.
///
/// The physical ones come from publications; the spreads marked "chosen" were chosen on 1,000 made-up people, whose
/// seeds differ from those that `deploy/bench plans` reports.
public struct FilterParameters: Sendable, Equatable {
    /// Energy of a kilogram of body tissue: `Targets.kilocaloriesPerKilogram`, with its limits.
    public var kilocaloriesPerKilogram = Targets.kilocaloriesPerKilogram
    /// Change of expenditure per kilogram of weight: Mifflin and St Jeor's 10 kcal times a usual activity factor.
    public var expenditurePerKilogram = 15.0
    /// Random walk of the expenditure in a day, as a share of it: activity changes from month to month. Chosen.
    public var expenditureDrift = 0.0045
    /// Spread of the present activity around that of the year, as a share of the expenditure; the formula predicts the
    /// latter. Chosen.
    public var presentActivity = 0.03
    /// Spread of one day's expenditure around its level, as a share of it. Chosen.
    public var expenditureNoise = 0.08
    /// Error of a day's recorded intake, as a share of it. Chosen.
    public var intakeNoise = 0.09

    /// Glycogen and its water settle at this weight per kcal of daily balance: some 400 g of glycogen with three to four
    /// parts of water leave in the first days of a diet (Kreitzman et al., American Journal of Clinical Nutrition
    /// 56:292S, 1992). A deficit of 500 kcal thus takes about a kilogram that is not fat.
    public var glycogenPerKilocalorie = 0.002
    /// Time in which they settle.
    public var glycogenTime = 4.0
    /// Difference between people in `glycogenPerKilocalorie`, as a share. Chosen.
    public var glycogenSpread = 0.3
    /// Standard deviation of glycogen and its water on the first day, kg: a person who ate 500 kcal less before the
    /// records began has lost about one kilogram of it.
    public var initialGlycogen = 1.0

    /// Expenditure follows intake, as a share of the daily balance: the energy of digesting it, and the adaptation to a
    /// diet beyond the lost weight (Hall et al., Lancet 378:826, 2011).
    public var adaptation = 0.2
    /// Time in which it follows.
    public var adaptationTime = 8.0
    /// Difference between people in `adaptation`, as a share. Chosen.
    public var adaptationSpread = 0.75

    /// Water from salt, exercise and digestion, as a share of body weight: in young adults a third of day-to-day changes
    /// exceeds 0.5 kg.
    public var waterSpread = 0.0065
    /// Share of that water that is still there on the next day. Chosen.
    public var waterPersistence = 0.6
    /// Error of a weigh-in.
    public var scaleNoise = 0.15
    /// Spread of half the swing of water over the menstrual cycle; weight is about 0.5 kg higher at menstruation (Kanellakis et
    /// al., American Journal of Human Biology 35:e23951, 2023).
    public var cycleSpread = 0.25
    /// Length of the cycle.
    public var cycleLength = 28.0
    /// Share of the cycle's wave that is kept from day to day, because cycles differ in length.
    public var cyclePersistence = 0.99

    /// Intake of a day without a record, more than usual. Chosen.
    public var missingExcess = 110.0
    /// Difference between people in it. Chosen.
    public var missingExcessSpread = 180.0
    /// Spread of a day without a record, as a share of the usual intake. Chosen.
    public var missingNoise = 0.25
    /// Probability that a recorded day is incomplete. Chosen.
    public var partialProbability = 0.08
    /// Spread between days of the usual intake before enough days are there, as a share.
    public var usualSpread = 0.2

    /// Weigh-ins further from the prediction than so many standard deviations count less (Huber).
    public var robustness = 3.0
    /// Weigh-ins further than so many are left out.
    public var rejection = 6.0

    public init() {}

    /// The parameters in use.
    public static let standard = FilterParameters()
}
