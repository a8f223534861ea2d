/// The values to which a person may change targets by hand (PLN-4, PLN-10).
public struct TargetLimits: Sendable, Equatable {
    /// kcal a day.
    public var kilocalories: ClosedRange<Int>
    /// g a day.
    public var proteinGrams: ClosedRange<Int>
    /// ml a day.
    public var waterMillilitres: ClosedRange<Int>
}

extension Targets {
    /// Largest deficit by hand, kcal a day: the larger of the guideline's two (Jensen et al. 2013).
    static let maximumDeficitByHand = 750.0
    /// Largest surplus by hand, kcal a day.
    static let maximumSurplusByHand = 750.0
    /// Largest distance from the expenditure by hand with the aim to maintain, kcal a day.
    static let maximumDriftByHand = 200.0
    /// Protein by hand, g a day and kg: from the recommended dietary allowance of 0.8 to the upper end of the range of
    /// the International Society of Sports Nutrition (Jäger et al. 2017).
    static let proteinByHand = 0.8...3.1
    /// Water by hand, ml a day and kg.
    static let waterByHand = 20.0...50.0

    /// Limits for changes by hand. Energy never goes under the floor or beyond a loss of 1 % of body weight a week, and
    /// never into a deficit unless the aim is to lose, nor for a body mass index under 18.5.
    public static func limits(body: Body, aim: PlanAim, expenditure: Expenditure) -> TargetLimits {
        let tdee = expenditure.kilocalories
        let most = PlanResult.kilocalories.limits.upperBound
        var (low, high) = (tdee, tdee)
        switch aim {
        case .lose: low = tdee - min(maximumDeficitByHand, maximumDeficit(kilograms: body.kilograms))
        case .maintain: (low, high) = (tdee - maximumDriftByHand, tdee + maximumDriftByHand)
        case .gain: high = tdee + maximumSurplusByHand
        }
        if body.bodyMassIndex < Body.underweightIndex { low = max(low, tdee) }
        low = min(max(low, floor(body.sex)), most)
        high = min(max(high, low), most)
        let (protein, water) = (PlanResult.protein.limits, PlanResult.water.limits)
        let kilograms = proteinKilograms(body)
        return TargetLimits(
            kilocalories: range(low, high),
            proteinGrams: range(
                clamp(proteinByHand.lowerBound * kilograms, protein),
                clamp(proteinByHand.upperBound * kilograms, protein)),
            waterMillilitres: range(
                clamp(waterByHand.lowerBound * body.kilograms, water),
                clamp(waterByHand.upperBound * body.kilograms, water)))
    }

    /// The targets with the values that the person set by hand, and the rate and day that follow. nil keeps a value.
    /// Throws `PlanError.input` for the first value outside `limits`.
    public static func adjusted(
        _ targets: PlanTargets, kilocalories: Int? = nil, proteinGrams: Int? = nil, waterMillilitres: Int? = nil,
        body: Body, aim: PlanAim, expenditure: Expenditure, targetKilograms: Double? = nil, today: Int
    ) throws(PlanError) -> PlanTargets {
        let limits = limits(body: body, aim: aim, expenditure: expenditure)
        var adjusted = targets
        if let kilocalories {
            adjusted.kilocalories = try checked(kilocalories, .kilocalories, limits.kilocalories)
            (adjusted.floorApplied, adjusted.paceLimited) = (false, false)
        }
        if let proteinGrams { adjusted.proteinGrams = try checked(proteinGrams, .protein, limits.proteinGrams) }
        if let waterMillilitres {
            adjusted.waterMillilitres = try checked(waterMillilitres, .water, limits.waterMillilitres)
        }
        return projected(adjusted, body: body, expenditure: expenditure, targetKilograms: targetKilograms, today: today)
    }

    private static func checked(
        _ value: Int, _ input: PlanInput, _ allowed: ClosedRange<Int>
    ) throws(PlanError) -> Int {
        guard allowed.contains(value) else {
            throw .input(
                input, value: Double(value), allowed: Double(allowed.lowerBound)...Double(allowed.upperBound))
        }
        return value
    }

    private static func clamp(_ value: Double, _ range: ClosedRange<Double>) -> Double {
        min(max(value, range.lowerBound), range.upperBound)
    }

    /// Whole numbers between two; the lower one alone if there is none.
    private static func range(_ low: Double, _ high: Double) -> ClosedRange<Int> {
        let least = Int(low.rounded(.up))
        return least...max(least, Int(high.rounded(.down)))
    }
}
