import Localization
import Messages

/// Why a target of the plan is what it is: the plan's own numbers as sentences.
extension AnswerWriter {
    /// Difference from the expenditure below which energy counts as even, kcal a day: the step of the energy targets'
    /// significant changes (PLN-5).
    private static let even = 50.0

    /// At most two sentences: what the target follows from, and what that rests on.
    /// - Returns: nil if the plan has no numbers.
    public func reason(_ target: PlanTarget, of plan: Plan) -> String? {
        guard let targets = plan.targets, let energy = plan.energy, let inputs = plan.inputs else { return nil }
        let numbers = plan.reasons.first { $0.target == target }?.numbers ?? [:]
        let difference = Double(targets.kilocalories) - energy.tdee
        switch target {
        case .calories:
            let first = words(
                "answer.target.calories.\(direction(difference))",
                [
                    "amount": formats.energy(kilocalories: Double(targets.kilocalories)),
                    "difference": formats.energy(kilocalories: abs(difference)),
                    "expenditure": formats.energy(kilocalories: energy.tdee),
                ])
            let computed = plan.computedTargets.map { Double($0.kilocalories) }
            return sentences(
                first,
                byHand(computed, Double(targets.kilocalories)) { formats.energy(kilocalories: $0) }
                    ?? limit(of: plan) ?? use(energy, inputs))
        case .protein:
            let kilograms = numbers["proteinKilograms"] ?? inputs.kilograms
            let first = words(
                "answer.target.protein.amount",
                [
                    "amount": grams(Double(targets.proteinGrams)), "weight": formats.mass(kilograms: kilograms),
                    "rate": grams(Double(targets.proteinGrams) / kilograms, digits: 1),
                ])
            let isCapped = kilograms < inputs.kilograms
            let key = isCapped ? "capped" : inputs.aim == .lose ? "lose" : inputs.aim == .gain ? "gain" : "maintain"
            let computed = plan.computedTargets.map { Double($0.proteinGrams) }
            return sentences(
                first,
                byHand(computed, Double(targets.proteinGrams)) { grams($0) }
                    ?? words("answer.target.protein.\(key)"))
        case .water:
            let first = words(
                "answer.target.water.amount",
                [
                    "amount": litres(Double(targets.waterMillilitres)),
                    "rate": formats.quantity(Double(targets.waterMillilitres) / inputs.kilograms, "ml"),
                    "weight": formats.mass(kilograms: inputs.kilograms),
                ])
            let computed = plan.computedTargets.map { Double($0.waterMillilitres) }
            return sentences(
                first,
                byHand(computed, Double(targets.waterMillilitres)) { litres($0) }
                    ?? words("answer.target.water.thirst"))
        case .weeklyRate:
            let first = words(
                "answer.target.rate.\(direction(difference))",
                [
                    "amount": weekly(abs(targets.weeklyKilograms)),
                    "difference": formats.energy(kilocalories: abs(difference)),
                ])
            let perKilogram = numbers["kilocaloriesPerKilogram"] ?? 7_700
            return sentences(
                first,
                limit(of: plan)
                    ?? words(
                        "answer.target.rate.energy",
                        ["perKilogram": formats.energy(kilocalories: perKilogram)]))
        default: return nil
        }
    }

    /// Says that the plan's numbers are put away.
    public var hiddenNumbers: String { words("answer.target.hidden") }
    /// Says that there is no plan with a deficit, on purpose.
    public var carefulPlan: String { words("answer.target.care") }

    // MARK: Pieces

    private func sentences(_ first: String, _ second: String) -> String { capitalised(first) + ". " + second }

    private func direction(_ difference: Double) -> String {
        difference <= -Self.even ? "less" : difference >= Self.even ? "more" : "even"
    }

    private func byHand(_ computed: Double?, _ value: Double, _ text: (Double) -> String) -> String? {
        guard let computed, computed != value else { return nil }
        return words("answer.target.byHand", ["computed": text(computed)])
    }

    /// A limit that binds.
    private func limit(of plan: Plan) -> String? {
        if plan.floorApplied { return words("answer.target.floor") }
        return plan.paceLimited ? words("answer.target.pace") : nil
    }

    /// What the expenditure rests on, with its interval.
    private func use(_ energy: PlanEnergy, _ inputs: PlanInputs) -> String {
        let interval = [
            "low": formats.energy(kilocalories: energy.tdeeLow), "high": formats.energy(kilocalories: energy.tdeeHigh),
        ]
        if energy.source == .adaptive {
            return words(
                "answer.target.use.adaptive",
                interval.merging(["days": formats.number(Double(energy.days))]) { first, _ in first })
        }
        let own = [
            "basal": formats.energy(kilocalories: energy.bmr),
            "factor": factor(energy.tdee / energy.bmr),
        ]
        return words("answer.target.use.formula", interval.merging(own) { first, _ in first })
    }

    /// “1.2”, “1.375”: without zeros at its end.
    private func factor(_ value: Double) -> String {
        let thousandths = Int((value * 1_000).rounded())
        let digits = thousandths % 100 == 0 ? 1 : thousandths % 10 == 0 ? 2 : 3
        return formats.number(Double(thousandths) / 1_000, digits: digits)
    }

    private func grams(_ value: Double, digits: Int = 0) -> String { formats.quantity(value, "g", digits: digits) }
    private func litres(_ millilitres: Double) -> String { formats.quantity(millilitres / 1_000, "l", digits: 1) }

    /// A change of weight, kg: never in stones.
    private func weekly(_ kilograms: Double) -> String {
        formats.settings.units == .metric
            ? formats.quantity(kilograms, "kg", digits: 1)
            : formats.quantity(kilograms / 0.453_592_37, "lb", digits: 1)
    }
}
