import Messages

/// Limits of inputs and results (PLN-1, PLN-4), and the input behind a result outside its limits.
enum Sanity {
    static func check(body: Body, targetKilograms: Double?) throws(PlanError) {
        try check(.age, body.ageYears, BodyLimits.ages)
        try check(.height, body.heightCentimetres, BodyLimits.heights)
        try check(.weight, body.kilograms, BodyLimits.weights)
        if let fat = body.bodyFatPercent { try check(.bodyFat, fat, BodyLimits.bodyFats) }
        if let target = targetKilograms { try check(.targetWeight, target, BodyLimits.weights) }
    }

    static func check(_ input: PlanInput, _ value: Double, _ allowed: ClosedRange<Double>) throws(PlanError) {
        // A value that is no number compares false with both ends.
        guard allowed.contains(value) else { throw .input(input, value: value, allowed: allowed) }
    }

    static func check(basal: Double, expenditure: Expenditure, body: Body) throws(PlanError) {
        let basals = PlanResult.bmr.limits
        guard basals.contains(basal) else {
            throw .result(
                .bmr, value: basal, allowed: basals,
                cause: cause(in: body, allowed: basals) { Energy.basal($0).kilocalories })
        }
        let tdee = expenditure.kilocalories
        let most = PlanResult.tdee.limits.upperBound
        guard tdee > basal, tdee <= most else {
            throw .result(.tdee, value: tdee, allowed: basal...most, cause: cause(of: expenditure))
        }
    }

    static func check(kilocalories: Double, expenditure: Expenditure) throws(PlanError) {
        let allowed = PlanResult.kilocalories.limits
        guard allowed.contains(kilocalories) else {
            throw .result(.kilocalories, value: kilocalories, allowed: allowed, cause: cause(of: expenditure))
        }
    }

    static func check(protein: Double, water: Double, body: Body) throws(PlanError) {
        let (proteins, waters) = (PlanResult.protein.limits, PlanResult.water.limits)
        guard proteins.contains(protein) else {
            let perKilogram = protein / Targets.proteinKilograms(body)
            let cause = cause(in: body, allowed: proteins) { perKilogram * Targets.proteinKilograms($0) }
            throw .result(.protein, value: protein, allowed: proteins, cause: cause)
        }
        guard waters.contains(water) else {
            throw .result(.water, value: water, allowed: waters, cause: .weight)
        }
    }

    private static func cause(of expenditure: Expenditure) -> PlanInput {
        expenditure.source == .adaptive ? .records : .activity
    }

    /// The input whose replacement by a usual value brings the result nearest to its limits. Usual: 40 years, 170 cm,
    /// 70 kg, 25 % body fat.
    private static func cause(
        in body: Body, allowed: ClosedRange<Double>, _ result: (Body) -> Double
    ) -> PlanInput {
        func with(_ change: (inout Body) -> Void) -> Body {
            var other = body
            change(&other)
            return other
        }
        var candidates = [
            (PlanInput.weight, with { $0.kilograms = 70 }), (.height, with { $0.heightCentimetres = 170 }),
            (.age, with { $0.ageYears = 40 }),
        ]
        if body.bodyFatPercent != nil { candidates.append((.bodyFat, with { $0.bodyFatPercent = 25 })) }
        let middle = (allowed.lowerBound + allowed.upperBound) / 2
        let nearest = candidates.min { abs(result($0.1) - middle) < abs(result($1.1) - middle) }
        return nearest?.0 ?? .weight
    }
}
