import Foundation
import Messages

/// Composes the sentences about one plan from its numbers.
struct PlanSentences {
    private let plan: Plan
    private let targets: PlannedTargets
    private let energy: PlanEnergy
    private let inputs: PlanInputs
    private let formats: Formats

    /// Nil while numbers are hidden.
    init?(_ plan: Plan, _ formats: Formats) {
        guard let targets = plan.targets, let energy = plan.energy, let inputs = plan.inputs else { return nil }
        (self.plan, self.targets, self.energy) = (plan, targets, energy)
        (self.inputs, self.formats) = (inputs, formats)
    }

    /// A target in the unit of `PlanTarget`.
    private static func value(_ target: PlanTarget, _ targets: PlannedTargets) -> Double {
        switch target {
        case .calories: Double(targets.kilocalories)
        case .protein: Double(targets.proteinGrams)
        case .water: Double(targets.waterMillilitres)
        default: targets.weeklyKilograms
        }
    }

    func title(_ target: PlanTarget) -> String {
        let amount = formats.amount(Self.value(target, targets), of: target)
        return words("title.\(target)", ["amount": amount])
    }

    func explanation(_ target: PlanTarget) -> String {
        let sentences: [String]
        switch target {
        case .calories: sentences = calories
        case .protein: sentences = protein
        case .water: sentences = water
        default: sentences = rate
        }
        return (sentences + byHand(target)).joined(separator: " ")
    }

    func science(_ target: PlanTarget) -> String {
        switch target {
        case .calories: return words("science.calories.\(energy.source == .adaptive ? "adaptive" : "formula")", around)
        case .protein: return words("science.protein.\(direction)")
        case .water: return words("science.water")
        default: return words("science.rate.\(direction)", ["perKilogram": perKilogram])
        }
    }

    // MARK: Targets

    /// kcal a day above the expenditure; negative for a deficit.
    private var difference: Double { Double(targets.kilocalories) - energy.tdee }

    /// Less than 25 kcal is rounding.
    private var direction: String { difference < -25 ? "lose" : difference > 25 ? "gain" : "maintain" }

    private var calories: [String] {
        let values = [
            "expenditure": formats.energy(kilocalories: energy.tdee),
            "amount": formats.energy(kilocalories: Double(targets.kilocalories)),
            "difference": formats.energy(kilocalories: abs(difference)),
        ]
        var sentences = [words("calories.\(direction)", values)]
        if plan.floorApplied { sentences.append(words("calories.floor", values)) }
        if plan.paceLimited { sentences.append(words("calories.pace")) }
        return sentences
    }

    private var protein: [String] {
        // The weight of a body mass index of 30 is the most that protein is computed from (PLN-3).
        let metres = inputs.heightCentimetres / 100
        let most = 30 * metres * metres
        let isCapped = inputs.kilograms > most
        let computed = Double((plan.computedTargets ?? targets).proteinGrams)
        let perKilogram = computed / min(inputs.kilograms, most)
        let values = [
            "rate": formats.quantity(perKilogram, "g", digits: 1),
            "weight": formats.mass(kilograms: min(inputs.kilograms, most)),
            "amount": formats.quantity(computed, "g"),
        ]
        return [words(isCapped ? "protein.capped" : "protein.plain", values)]
    }

    private var water: [String] {
        let computed = Double((plan.computedTargets ?? targets).waterMillilitres)
        return [
            words(
                "water",
                [
                    "rate": formats.quantity(35, "ml"), "weight": formats.mass(kilograms: inputs.kilograms),
                    "amount": formats.quantity(computed / 1000, "l", digits: 1),
                ])
        ]
    }

    private var rate: [String] {
        guard direction != "maintain" else { return [words("rate.maintain")] }
        let values = [
            "difference": formats.energy(kilocalories: abs(difference)),
            "week": formats.energy(kilocalories: abs(difference).rounded() * 7), "perKilogram": perKilogram,
            "rate": formats.change(kilograms: abs(targets.weeklyKilograms)),
        ]
        return [words("rate.\(direction)", values)] + (plan.paceLimited ? [words("rate.pace")] : [])
    }

    /// The computed target of one that the person changed.
    private func byHand(_ target: PlanTarget) -> [String] {
        guard let computed = plan.computedTargets, target != .weeklyRate else { return [] }
        let value = Self.value(target, computed)
        guard value != Self.value(target, targets) else { return [] }
        return [words("byHand", ["computed": formats.amount(value, of: target)])]
    }

    // MARK: Parts

    private var around: [String: String] {
        [
            "basal": formats.energy(kilocalories: energy.bmr),
            "factor": formats.number(energy.bmr > 0 ? energy.tdee / energy.bmr : 0, digits: 2),
            "equation": words("equation.\(energy.equation)"), "days": "\(energy.days)",
            "low": formats.energy(kilocalories: energy.tdeeLow),
            "high": formats.energy(kilocalories: energy.tdeeHigh), "perKilogram": perKilogram,
        ]
    }

    /// Energy of a kilogram of body weight (PLN-2).
    private var perKilogram: String { formats.energy(kilocalories: 7_700) }

    private func words(_ key: String, _ values: [String: String] = [:]) -> String {
        formats.catalogue("planReason.\(key)", values)
    }
}
