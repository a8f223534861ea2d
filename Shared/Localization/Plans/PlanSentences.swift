import Messages

/// Composes the sentences about one plan from its numbers, for its page and for the coach (PLN-6).
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

    private func text(_ target: PlanTarget) -> String {
        formats.amount(Self.value(target, targets), of: target)
    }

    func title(_ target: PlanTarget) -> String { words("title.\(target)", ["amount": text(target)]) }

    /// The computation, and what bounds it.
    func explanation(_ target: PlanTarget) -> String {
        ([origin(target)] + [bound(target), byHand(target)].compactMap(\.self)).joined(separator: " ")
    }

    /// The state of knowledge behind it, with its limits.
    func science(_ target: PlanTarget) -> String {
        let key = target == .weeklyRate ? "rate" : "\(target)"
        return basis(target) + " " + words("science.\(key)\(variant(target))", around)
    }

    /// Two sentences: the computation, and the most important of what bounds or supports it.
    func reason(_ target: PlanTarget) -> String {
        origin(target) + " " + (byHand(target) ?? bound(target) ?? basis(target))
    }

    // MARK: Sentences

    /// How the target follows from the person's numbers.
    private func origin(_ target: PlanTarget) -> String {
        switch target {
        case .calories:
            return words(
                "calories.\(direction)",
                [
                    "amount": text(target), "expenditure": formats.energy(kilocalories: energy.tdee),
                    "difference": formats.energy(kilocalories: abs(difference)),
                ])
        case .protein:
            let rate = Double(targets.proteinGrams) / proteinKilograms / scale.perKilogram
            return words(
                "protein.amount",
                [
                    "amount": text(target), "rate": formats.quantity(rate, "g", digits: 1), "massUnit": massUnit,
                    "weight": formats.mass(kilograms: proteinKilograms),
                ])
        case .water:
            // The computed target is rounded to 100 ml, so its own ratio differs a little from the rule.
            let rate = isByHand(target) ? Double(targets.waterMillilitres) / inputs.kilograms : Self.waterPerKilogram
            return words(
                "water",
                [
                    "amount": text(target), "rate": formats.quantity(rate / scale.perKilogram, "ml"),
                    "massUnit": massUnit,
                    "weight": formats.mass(kilograms: inputs.kilograms),
                ])
        default:
            return words(
                "rate.\(direction)",
                [
                    "difference": formats.energy(kilocalories: abs(difference)),
                    "week": formats.energy(kilocalories: abs(difference).rounded() * 7), "massEnergy": massEnergy,
                    "massUnit": massUnit,
                    "rate": formats.change(kilograms: abs(targets.weeklyKilograms)),
                ])
        }
    }

    /// A limit that binds; nil without one.
    private func bound(_ target: PlanTarget) -> String? {
        switch target {
        case .calories: plan.floorApplied ? words("calories.floor") : plan.paceLimited ? words("calories.pace") : nil
        case .protein: proteinKilograms < inputs.kilograms ? words("protein.capped") : nil
        case .water: nil
        default: plan.paceLimited ? words("rate.pace") : nil
        }
    }

    /// The computed target of one that the person changed; nil for others.
    private func byHand(_ target: PlanTarget) -> String? {
        guard isByHand(target), let computed = plan.computedTargets else { return nil }
        return words("byHand", ["computed": formats.amount(Self.value(target, computed), of: target)])
    }

    private func isByHand(_ target: PlanTarget) -> Bool {
        guard let computed = plan.computedTargets, target != .weeklyRate else { return false }
        return Self.value(target, computed) != Self.value(target, targets)
    }

    /// What the target rests on.
    private func basis(_ target: PlanTarget) -> String {
        words("basis.\(target == .weeklyRate ? "rate" : "\(target)")\(variant(target))", around)
    }

    /// The part of the keys of `basis` and `science` that depends on the plan; empty for water.
    private func variant(_ target: PlanTarget) -> String {
        switch target {
        case .calories: energy.source == .adaptive ? ".adaptive" : ".formula"
        case .protein: inputs.aim == .lose ? ".lose" : inputs.aim == .gain ? ".gain" : ".maintain"
        case .water: ""
        default: ".\(direction)"
        }
    }

    // MARK: Parts

    /// kcal a day above the expenditure; negative for a deficit.
    private var difference: Double { Double(targets.kilocalories) - energy.tdee }

    /// Differences up to this one, kcal a day, count as even: a smaller change of a plan is not reported (PLN-5).
    private static let even = 50.0

    private var direction: String {
        difference < -Self.even ? "lose" : difference > Self.even ? "gain" : "maintain"
    }

    /// Water of the computed target, ml for each kilogram (PLN-3).
    private static let waterPerKilogram = 35.0

    /// The weight that protein is computed from, kg: at most that of a body mass index of 30 (PLN-3).
    private var proteinKilograms: Double {
        let metres = inputs.heightCentimetres / 100
        return min(inputs.kilograms, 30 * metres * metres)
    }

    private var around: [String: String] {
        [
            "basal": formats.energy(kilocalories: energy.bmr), "factor": factor,
            "equation": words("equation.\(energy.equation)"), "days": "\(energy.days)",
            "low": formats.energy(kilocalories: energy.tdeeLow),
            "high": formats.energy(kilocalories: energy.tdeeHigh), "massUnit": massUnit, "massEnergy": massEnergy,
            "proteinLow": formats.number(1.4 / scale.perKilogram, digits: 1),
            "proteinHigh": formats.quantity(2 / scale.perKilogram, "g", digits: scale.unit == "kg" ? 0 : 1),
            "swing": words("swing.\(scale.unit)"),
        ]
    }

    /// “1.2”, “1.375”: without zeros at its end.
    private var factor: String {
        let thousandths = energy.bmr > 0 ? Int((energy.tdee / energy.bmr * 1_000).rounded()) : 0
        let digits = thousandths % 100 == 0 ? 1 : thousandths % 10 == 0 ? 2 : 3
        return formats.number(Double(thousandths) / 1_000, digits: digits)
    }

    /// The unit in which the person reads weights, kg or lb.
    private var scale: (unit: String, perKilogram: Double) { formats.settings.units.scale }

    private var massUnit: String { words("massUnit.\(scale.unit)") }

    /// Energy of one unit of body weight: 7,700 kcal for a kilogram (PLN-2), 3,500 for a pound.
    private var massEnergy: String {
        formats.energy(kilocalories: (7_700 / scale.perKilogram / 100).rounded() * 100)
    }

    private func words(_ key: String, _ values: [String: String] = [:]) -> String {
        formats.catalogue("planReason.\(key)", values)
    }
}
