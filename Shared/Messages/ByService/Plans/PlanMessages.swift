import Wire

extension ServiceName {
    /// Computes nutrition and weight targets with their reasons.
    public static let plans = ServiceName(rawValue: "plans")
}

/// Targets of a day, and the weekly rate of weight (PLN-3).
public struct PlannedTargets: Message, Equatable {
    /// Energy of a day, kcal.
    public var kilocalories: Int32
    /// Protein of a day, g.
    public var proteinGrams: Int32
    /// Water of a day, ml.
    public var waterMillilitres: Int32
    /// Expected change of weight, kg a week; negative for a loss.
    public var weeklyKilograms: Double
    /// Weeks until the target weight; absent without a target or where the rate does not lead there.
    public var estimatedWeeks: Int32?
    /// The day on which the target weight is expected; absent as `estimatedWeeks`.
    public var projectedDay: Day?
    public init(
        kilocalories: Int32, proteinGrams: Int32, waterMillilitres: Int32, weeklyKilograms: Double,
        estimatedWeeks: Int32? = nil, projectedDay: Day? = nil
    ) {
        (self.kilocalories, self.proteinGrams, self.waterMillilitres) = (kilocalories, proteinGrams, waterMillilitres)
        (self.weeklyKilograms, self.estimatedWeeks) = (weeklyKilograms, estimatedWeeks)
        self.projectedDay = projectedDay
    }
    enum CodingKeys: Int, CodingKey {
        case kilocalories = 1, proteinGrams, waterMillilitres, weeklyKilograms, estimatedWeeks, projectedDay
    }
}

/// The energy balance behind a plan (PLN-2). All energies in kcal a day.
public struct PlanEnergy: Message, Equatable {
    /// The origin of the expenditure.
    public struct Source: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Resting rate times the activity factor.
        public static let formula = Source(rawValue: 1)
        /// Learned from at least 28 days of weight and intake.
        public static let adaptive = Source(rawValue: 2)
        public static let names: [(value: Source, name: String)] = [(formula, "formula"), (adaptive, "adaptive")]
    }

    /// The equation of the resting metabolic rate.
    public struct Equation: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// From weight, height, age and sex.
        public static let mifflinStJeor = Equation(rawValue: 1)
        /// From lean mass, where body fat is known.
        public static let katchMcArdle = Equation(rawValue: 2)
        public static let names: [(value: Equation, name: String)] = [
            (mifflinStJeor, "mifflinStJeor"), (katchMcArdle, "katchMcArdle"),
        ]
    }

    /// Resting metabolic rate.
    public var bmr: Double
    /// Total expenditure.
    public var tdee: Double
    /// Lower end of the 80 % interval of `tdee`.
    public var tdeeLow: Double
    /// Upper end of the 80 % interval of `tdee`.
    public var tdeeHigh: Double
    /// The origin of `tdee`.
    public var source: Source
    /// The equation behind `bmr`.
    public var equation: Equation
    /// Days with weight or intake that the expenditure was learned from.
    public var days: Int32
    public init(
        bmr: Double, tdee: Double, tdeeLow: Double, tdeeHigh: Double, source: Source, equation: Equation, days: Int32
    ) {
        (self.bmr, self.tdee, self.tdeeLow, self.tdeeHigh) = (bmr, tdee, tdeeLow, tdeeHigh)
        (self.source, self.equation, self.days) = (source, equation, days)
    }
    enum CodingKeys: Int, CodingKey { case bmr = 1, tdee, tdeeLow, tdeeHigh, source, equation, days }
}

/// The values that a plan was computed from.
public struct PlanInputs: Message, Equatable {
    /// The sex that the equations distinguish.
    public var sex: BodySex
    /// Whole years.
    public var ageYears: Int32
    /// cm.
    public var heightCentimetres: Double
    /// The latest weight: the person's statement or a reading.
    public var kilograms: Double
    /// Time of the statement or reading.
    public var weightAt: Milliseconds
    /// True if the weight is a reading of ingestion.
    public var isMeasured: Bool
    /// kg; absent if the person stated none.
    public var targetKilograms: Double?
    /// The direction of the weight.
    public var aim: WeightAim
    /// Activity of a usual week.
    public var activity: ActivityLevel
    /// Percent.
    public var bodyFatPercent: Double?
    public init(
        sex: BodySex, ageYears: Int32, heightCentimetres: Double, kilograms: Double, weightAt: Milliseconds,
        isMeasured: Bool, targetKilograms: Double?, aim: WeightAim, activity: ActivityLevel, bodyFatPercent: Double?
    ) {
        (self.sex, self.ageYears, self.heightCentimetres, self.kilograms) = (
            sex, ageYears, heightCentimetres, kilograms
        )
        (self.weightAt, self.isMeasured, self.targetKilograms) = (weightAt, isMeasured, targetKilograms)
        (self.aim, self.activity, self.bodyFatPercent) = (aim, activity, bodyFatPercent)
    }
    enum CodingKeys: Int, CodingKey {
        case sex = 1, ageYears, heightCentimetres, kilograms, weightAt, isMeasured, targetKilograms, aim, activity
        case bodyFatPercent
    }
}

/// One of the targets.
public struct PlanTarget: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// kcal a day.
    public static let calories = PlanTarget(rawValue: 1)
    /// g a day.
    public static let protein = PlanTarget(rawValue: 2)
    /// ml a day.
    public static let water = PlanTarget(rawValue: 3)
    /// kg a week.
    public static let weeklyRate = PlanTarget(rawValue: 4)
    public static let names: [(value: PlanTarget, name: String)] = [
        (calories, "calories"), (protein, "protein"), (water, "water"), (weeklyRate, "weeklyRate"),
    ]
}

/// A publication behind a target.
public struct PlanPublication: Message, Equatable {
    /// Its name in catalogues, such as `mifflin1990`.
    public var key: String
    /// In the language of the publication.
    public var title: String
    /// Year of publication.
    public var year: Int32
    /// DOI, without an address.
    public var doi: String
    public init(key: String, title: String, year: Int32, doi: String) {
        (self.key, self.title, self.year, self.doi) = (key, title, year, doi)
    }
    enum CodingKeys: Int, CodingKey { case key = 1, title, year, doi }
}

/// The reason for a target (PLN-6): numbers by name, from which the edge composes sentences in the person's language,
/// and the publications behind it.
public struct PlanReason: Message, Equatable {
    /// The explained target.
    public var target: PlanTarget
    /// By the names of `Reasons.Name` of PlansCore, such as `tdee` or `gramsPerKilogram`. Flags are 1 or 0.
    public var numbers: [String: Double]
    /// The main one first.
    public var sources: [PlanPublication]
    public init(target: PlanTarget, numbers: [String: Double], sources: [PlanPublication]) {
        (self.target, self.numbers, self.sources) = (target, numbers, sources)
    }
    enum CodingKeys: Int, CodingKey { case target = 1, numbers, sources }
}

/// The life of a plan.
public struct PlanStatus: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// The present plan.
    public static let active = PlanStatus(rawValue: 1)
    /// A later plan took its place before its week ended.
    public static let replaced = PlanStatus(rawValue: 2)
    /// Its week ended.
    public static let completed = PlanStatus(rawValue: 3)
    public static let names: [(value: PlanStatus, name: String)] = [
        (active, "active"), (replaced, "replaced"), (completed, "completed"),
    ]
}

/// The occasion of a computation.
public struct PlanOccasion: OpenEnum {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// There was no plan, or its week had ended.
    public static let first = PlanOccasion(rawValue: 1)
    /// `forceRecompute`.
    public static let forced = PlanOccasion(rawValue: 2)
    /// The body profile changed.
    public static let profileChanged = PlanOccasion(rawValue: 3)
    /// A new weight came from ingestion.
    public static let newWeight = PlanOccasion(rawValue: 4)
    /// The weekly computation (PLN-7).
    public static let weekly = PlanOccasion(rawValue: 5)
    /// The person changed targets by hand.
    public static let adjusted = PlanOccasion(rawValue: 6)
    public static let names: [(value: PlanOccasion, name: String)] = [
        (first, "first"), (forced, "forced"), (profileChanged, "profileChanged"), (newWeight, "newWeight"),
        (weekly, "weekly"), (adjusted, "adjusted"),
    ]
}

/// A plan of seven days (PLN-5). Its name and explanations are composed at the edge.
public struct Plan: Message, Equatable {
    public var id: EntityID
    /// Increases with every change of the plan.
    public var revision: UInt64
    /// First day: the person's local date of the computation.
    public var weekStart: Day
    /// Last day, the seventh.
    public var weekEnd: Day
    /// Whether it is the present one.
    public var status: PlanStatus
    /// Why it was computed, or changed last.
    public var occasion: PlanOccasion
    /// Time of the computation.
    public var computedAt: Milliseconds
    /// True if the computed energy was under the floor of 1,200 kcal (female) or 1,500 kcal (male), which it has now.
    public var floorApplied: Bool
    /// True if the loss was slowed to 1 % of body weight a week (PLN-10).
    public var paceLimited: Bool
    /// Absent while numbers are hidden.
    public var targets: PlannedTargets?
    /// The targets as computed, of a plan that the person adjusted by hand; absent while numbers are hidden.
    public var computedTargets: PlannedTargets?
    /// Absent while numbers are hidden.
    public var energy: PlanEnergy?
    /// Absent while numbers are hidden.
    public var inputs: PlanInputs?
    /// One for each target; empty while numbers are hidden.
    public var reasons: [PlanReason]
    public init(
        id: EntityID, revision: UInt64, weekStart: Day, weekEnd: Day, status: PlanStatus, occasion: PlanOccasion,
        computedAt: Milliseconds, floorApplied: Bool, paceLimited: Bool, targets: PlannedTargets?,
        computedTargets: PlannedTargets? = nil, energy: PlanEnergy?, inputs: PlanInputs?, reasons: [PlanReason]
    ) {
        (self.id, self.revision, self.weekStart, self.weekEnd) = (id, revision, weekStart, weekEnd)
        (self.status, self.occasion, self.computedAt) = (status, occasion, computedAt)
        (self.floorApplied, self.paceLimited) = (floorApplied, paceLimited)
        (self.targets, self.computedTargets, self.energy) = (targets, computedTargets, energy)
        (self.inputs, self.reasons) = (inputs, reasons)
    }
    enum CodingKeys: Int, CodingKey {
        case id = 1, revision, weekStart, weekEnd, status, occasion, computedAt, floorApplied, paceLimited, targets
        case computedTargets, energy, inputs, reasons
    }
}

/// A target that changed from one plan to the next.
public struct PlanChange: Message, Equatable {
    /// The changed target.
    public var target: PlanTarget
    /// In the unit of the target.
    public var old: Double
    /// In the unit of the target.
    public var new: Double
    /// True over 50 kcal of energy or 10 g of protein (PLN-5).
    public var isSignificant: Bool
    public init(target: PlanTarget, old: Double, new: Double, isSignificant: Bool) {
        (self.target, self.old, self.new, self.isSignificant) = (target, old, new, isSignificant)
    }
    enum CodingKeys: Int, CodingKey { case target = 1, old, new, isSignificant }
}

/// Why there is no plan with a deficit (PLN-10). Words and resources are composed at the edge.
public struct CareNotice: Message, Equatable {
    /// The first that holds.
    public struct Reason: OpenEnum {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Under 18 years.
        public static let underage = Reason(rawValue: 1)
        /// Pregnant or nursing.
        public static let pregnantOrNursing = Reason(rawValue: 2)
        /// The body mass index is under 18.5 and the aim is to lose.
        public static let underweight = Reason(rawValue: 3)
        /// The target weight has a body mass index under 18.5.
        public static let targetUnderweight = Reason(rawValue: 4)
        /// The floor of energy is at or above the expenditure.
        public static let floorAboveExpenditure = Reason(rawValue: 5)
        public static let names: [(value: Reason, name: String)] = [
            (underage, "underage"), (pregnantOrNursing, "pregnantOrNursing"), (underweight, "underweight"),
            (targetUnderweight, "targetUnderweight"), (floorAboveExpenditure, "floorAboveExpenditure"),
        ]
    }

    /// The first that holds.
    public var reason: Reason
    /// ISO 3166 alpha-2, for the resources; empty if unknown.
    public var country: String
    public init(reason: Reason, country: String) { (self.reason, self.country) = (reason, country) }
    enum CodingKeys: Int, CodingKey { case reason = 1, country }
}

/// A plan for the coach, for goals and for open pages: carries the current state.
public struct PlanUpdated: BusEvent, Equatable {
    public static let type = MessageType(0x0A80)
    public var user: UserID
    /// Increases with every event about the person.
    public var revision: UInt64
    /// The active plan, without numbers while they are hidden; absent without one.
    public var plan: Plan?
    /// Present instead of a plan.
    public var care: CareNotice?
    /// True while the person sees no numbers; other services then name none either.
    public var numbersHidden: Bool
    /// Days of the last year whose reading of body mass does not count: no body reaches it, and no second one confirms
    /// it. Oldest first.
    public var uncountedDays: [Day]
    public init(
        user: UserID, revision: UInt64, plan: Plan?, care: CareNotice?, numbersHidden: Bool, uncountedDays: [Day] = []
    ) {
        (self.user, self.revision, self.plan, self.care) = (user, revision, plan, care)
        self.numbersHidden = numbersHidden
        self.uncountedDays = uncountedDays
    }
    enum CodingKeys: Int, CodingKey { case user = 1, revision, plan, care, numbersHidden, uncountedDays }
}
