/// Why a target is what it is (PLN-6): the numbers it came from, by name, and its sources. Sentences are composed at the
/// edge, in the person's language.
public struct TargetReason: Sendable, Equatable {
    /// The target.
    public let target: TargetKind
    /// By the names of `Reasons.Name`.
    public let numbers: [String: Double]
    /// The publication behind it.
    public let source: PlanSource
    /// Further publications.
    public let further: [PlanSource]
}

/// Reasons of a plan's targets.
public enum Reasons {
    /// Names of the numbers. Flags are 1 or 0.
    public enum Name {
        /// Resting metabolic rate, kcal a day.
        public static let bmr = "bmr"
        /// Activity factor.
        public static let factor = "factor"
        /// Expenditure, kcal a day.
        public static let tdee = "tdee"
        /// Lower end of its 80 % interval.
        public static let tdeeLow = "tdeeLow"
        /// Upper end of its 80 % interval.
        public static let tdeeHigh = "tdeeHigh"
        /// Days with weight or intake behind the expenditure.
        public static let days = "days"
        /// Flag: the expenditure was learned from them.
        public static let isAdaptive = "isAdaptive"
        /// Flag: the resting rate is that of lean mass.
        public static let isLeanMass = "isLeanMass"
        /// Energy target less expenditure, kcal a day; negative for a deficit.
        public static let difference = "difference"
        /// Energy target, kcal a day.
        public static let kilocalories = "kilocalories"
        /// Least energy of a day, kcal.
        public static let floor = "floor"
        /// Flag: the energy is at the floor.
        public static let floorApplied = "floorApplied"
        /// Flag: the deficit was reduced to a loss of 1 % a week.
        public static let paceLimited = "paceLimited"
        /// Body weight, kg.
        public static let kilograms = "kilograms"
        /// Body weight that protein counts for, kg.
        public static let proteinKilograms = "proteinKilograms"
        /// Flag: it is less than the body weight, that of a body mass index of 30.
        public static let isCapped = "isCapped"
        /// Protein, g a day and kg.
        public static let gramsPerKilogram = "gramsPerKilogram"
        /// Protein target, g a day.
        public static let proteinGrams = "proteinGrams"
        /// Water, ml a day and kg.
        public static let millilitresPerKilogram = "millilitresPerKilogram"
        /// Water target, ml a day.
        public static let waterMillilitres = "waterMillilitres"
        /// Energy of a kilogram of body weight, kcal.
        public static let kilocaloriesPerKilogram = "kilocaloriesPerKilogram"
        /// Expected change, kg a week.
        public static let weeklyKilograms = "weeklyKilograms"
        /// The change as a percentage of body weight a week, without sign.
        public static let weeklyPercent = "weeklyPercent"
        /// Weeks to the target weight; absent without a projected day.
        public static let estimatedWeeks = "estimatedWeeks"
    }

    /// One reason for each target, in the order of `TargetKind`. Targets that the person set by hand are explained by
    /// the numbers that follow from them.
    public static func reasons(
        for targets: PlanTargets, body: Body, aim: PlanAim, activity: Activity, expenditure: Expenditure
    ) -> [TargetReason] {
        [
            energy(targets, body, aim, activity, expenditure), protein(targets, body), water(targets, body),
            rate(targets, body, aim, expenditure),
        ]
    }

    private static func energy(
        _ targets: PlanTargets, _ body: Body, _ aim: PlanAim, _ activity: Activity, _ expenditure: Expenditure
    ) -> TargetReason {
        let basal = Energy.basal(body)
        let isAdaptive = expenditure.source == .adaptive
        let equation: PlanSource = basal.formula == .katchMcArdle ? .cunningham1991 : .mifflin1990
        let origin: PlanSource = isAdaptive ? .hall2011 : equation
        return TargetReason(
            target: .kilocalories,
            numbers: [
                Name.bmr: basal.kilocalories, Name.factor: activity.factor, Name.tdee: expenditure.kilocalories,
                Name.tdeeLow: expenditure.low, Name.tdeeHigh: expenditure.high, Name.days: Double(expenditure.days),
                Name.isAdaptive: flag(isAdaptive), Name.isLeanMass: flag(basal.formula == .katchMcArdle),
                Name.difference: Double(targets.kilocalories) - expenditure.kilocalories,
                Name.kilocalories: Double(targets.kilocalories), Name.floor: Targets.floor(body.sex),
                Name.floorApplied: flag(targets.floorApplied), Name.paceLimited: flag(targets.paceLimited),
            ],
            source: aim == .lose ? .guideline2013 : origin, further: aim == .lose ? [origin] : [])
    }

    private static func protein(_ targets: PlanTargets, _ body: Body) -> TargetReason {
        let kilograms = Targets.proteinKilograms(body)
        return TargetReason(
            target: .protein,
            numbers: [
                Name.kilograms: body.kilograms, Name.proteinKilograms: kilograms,
                Name.isCapped: flag(kilograms < body.kilograms),
                Name.gramsPerKilogram: (Double(targets.proteinGrams) / kilograms * 10).rounded() / 10,
                Name.proteinGrams: Double(targets.proteinGrams),
            ],
            source: .issn2017, further: [])
    }

    private static func water(_ targets: PlanTargets, _ body: Body) -> TargetReason {
        TargetReason(
            target: .water,
            numbers: [
                Name.kilograms: body.kilograms,
                Name.millilitresPerKilogram: (Double(targets.waterMillilitres) / body.kilograms).rounded(),
                Name.waterMillilitres: Double(targets.waterMillilitres),
            ],
            source: .efsa2010, further: [])
    }

    private static func rate(
        _ targets: PlanTargets, _ body: Body, _ aim: PlanAim, _ expenditure: Expenditure
    ) -> TargetReason {
        let difference = Double(targets.kilocalories) - expenditure.kilocalories
        let weekly = difference * 7 / Targets.kilocaloriesPerKilogram
        var numbers = [
            Name.difference: difference, Name.kilocaloriesPerKilogram: Targets.kilocaloriesPerKilogram,
            Name.weeklyKilograms: targets.weeklyKilograms, Name.kilograms: body.kilograms,
            Name.weeklyPercent: abs(weekly) / body.kilograms * 100,
        ]
        if let weeks = targets.estimatedWeeks { numbers[Name.estimatedWeeks] = Double(weeks) }
        return TargetReason(
            target: .weeklyRate, numbers: numbers, source: .hall2008, further: aim == .lose ? [.garthe2011] : [])
    }

    private static func flag(_ value: Bool) -> Double { value ? 1 : 0 }
}
