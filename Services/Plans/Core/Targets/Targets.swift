/// Targets from body, expenditure and aim (PLN-3), within the limits of PLN-4 and PLN-10.
public enum Targets {
    /// Deficit of the aim to lose, kcal a day: the guideline names 500 or 750 kcal a day (Jensen et al., 2013
    /// AHA/ACC/TOS Guideline for the Management of Overweight and Obesity in Adults).
    public static let deficit = 500.0
    /// Surplus of the aim to gain, kcal a day.
    public static let surplus = 400.0
    /// Energy of a kilogram of body weight, kcal.
    ///
    /// Body fat with its water and protein; 3,500 kcal a pound (Wishnofsky 1958). Hall (International Journal of Obesity
    /// 32:573, 2008) gives its limits: about right above 30 kg of body fat, too much for lean people, whose loss holds
    /// more lean mass, and wrong in the first days, which change glycogen and water.
    public static let kilocaloriesPerKilogram = 7700.0
    /// Largest loss, as a share of body weight a week (PLN-10).
    public static let maximumWeeklyLoss = 0.01
    /// Water, ml a day and kg of body weight.
    public static let waterPerKilogram = 35.0
    /// The weight for protein is at most that of this body mass index, kg/m².
    public static let proteinBodyMassIndex = 30.0
    /// Times beyond say no more than "not at this rate".
    static let maximumWeeks = 520

    /// Least energy of a day, kcal: the lower ends of the guideline's ranges (1,200–1,500 kcal for women, 1,500–1,800
    /// kcal for men; Jensen et al. 2013).
    public static func floor(_ sex: Sex) -> Double { sex == .female ? 1200 : 1500 }

    /// Protein, g a day and kg of body weight.
    ///
    /// International Society of Sports Nutrition (Jäger et al., Journal of the International Society of Sports Nutrition
    /// 14:20, 2017): 1.4–2.0 for most who exercise, 2.3–3.1 to keep lean mass in a deficit when trained.
    public static func proteinPerKilogram(_ aim: PlanAim) -> Double {
        switch aim {
        case .lose: 2.2
        case .maintain: 1.8
        case .gain: 2.4
        }
    }

    /// The weight that protein is computed from, kg: at most that of a body mass index of 30.
    public static func proteinKilograms(_ body: Body) -> Double {
        min(body.kilograms, body.kilograms(at: proteinBodyMassIndex))
    }

    /// Computes targets. Call `Care.notice` first: its reasons are not checked here, except that an aim to lose without
    /// a possible deficit is `PlanError.noDeficit`.
    /// - Parameters:
    ///   - basal: resting metabolic rate in kcal a day; nil for `Energy.basal(body)`.
    ///   - targetKilograms: nil without a target weight.
    ///   - today: days since 1970-01-01.
    public static func targets(
        body: Body, aim: PlanAim, expenditure: Expenditure, basal: Double? = nil, targetKilograms: Double? = nil,
        today: Int
    ) throws(PlanError) -> PlanTargets {
        try Sanity.check(body: body, targetKilograms: targetKilograms)
        let basal = basal ?? Energy.basal(body).kilocalories
        try Sanity.check(basal: basal, expenditure: expenditure, body: body)
        let tdee = expenditure.kilocalories
        let floor = Self.floor(body.sex)
        if aim == .lose, floor >= tdee { throw .noDeficit }
        var (energy, paceLimited) = (tdee, false)
        switch aim {
        case .lose:
            let most = maximumDeficit(kilograms: body.kilograms)
            paceLimited = most < deficit
            // Rounded up, so that rounding to whole kcal does not exceed the pace.
            energy = paceLimited ? (tdee - most).rounded(.up) : tdee - deficit
        case .maintain: break
        case .gain: energy = tdee + surplus
        }
        let floorApplied = energy < floor
        let kilocalories = max(energy, floor).rounded()
        let protein = (proteinPerKilogram(aim) * proteinKilograms(body)).rounded()
        let water = (waterPerKilogram * body.kilograms / 100).rounded() * 100
        try Sanity.check(kilocalories: kilocalories, expenditure: expenditure)
        try Sanity.check(protein: protein, water: water, body: body)
        let targets = PlanTargets(
            kilocalories: Int(kilocalories), proteinGrams: Int(protein), waterMillilitres: Int(water),
            weeklyKilograms: 0, floorApplied: floorApplied, paceLimited: paceLimited && !floorApplied)
        return projected(targets, body: body, expenditure: expenditure, targetKilograms: targetKilograms, today: today)
    }

    /// Deficit in kcal a day that loses 1 % of body weight a week.
    static func maximumDeficit(kilograms: Double) -> Double {
        maximumWeeklyLoss * kilograms * kilocaloriesPerKilogram / 7
    }

    /// The targets with rate, weeks and day that follow from their energy.
    static func projected(
        _ targets: PlanTargets, body: Body, expenditure: Expenditure, targetKilograms: Double?, today: Int
    ) -> PlanTargets {
        var targets = targets
        let rate = (Double(targets.kilocalories) - expenditure.kilocalories) * 7 / kilocaloriesPerKilogram
        targets.weeklyKilograms = shown(rate: rate, kilograms: body.kilograms)
        (targets.estimatedWeeks, targets.projectedDay) = (nil, nil)
        guard let target = targetKilograms else { return targets }
        let left = target - body.kilograms
        if abs(left) < 0.05 {
            (targets.estimatedWeeks, targets.projectedDay) = (0, today)
        } else if left * rate > 0, left / rate <= Double(maximumWeeks) {
            let weeks = left / rate
            targets.estimatedWeeks = Int((weeks - 1e-9).rounded(.up))
            targets.projectedDay = today + Int((7 * weeks - 1e-9).rounded(.up))
        }
        return targets
    }

    /// A rate with one decimal; a loss is never shown as more than 1 % of body weight because of rounding.
    private static func shown(rate: Double, kilograms: Double) -> Double {
        var tenths = (rate * 10).rounded()
        if -tenths > maximumWeeklyLoss * kilograms * 10 + 1e-9 { tenths = (rate * 10).rounded(.towardZero) }
        return tenths == 0 ? 0 : tenths / 10
    }
}
