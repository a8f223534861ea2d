import Messages
import PlansCore

/// Targets that a person sets by hand.
struct PlanAdjustment {
    let kilocalories, proteinGrams, waterMillilitres: Int32?

    init(_ request: AdjustPlan) {
        (kilocalories, proteinGrams) = (request.kilocalories, request.proteinGrams)
        waterMillilitres = request.waterMillilitres
    }

    /// The plan with these targets; those that are absent are the computed ones.
    /// - Throws: `ServiceError(.invalid)` with every value outside its limits.
    func applied(to kept: KeptPlan, today: Day) throws -> KeptPlan {
        guard let targets = kept.plan.computedTargets ?? kept.plan.targets, let inputs = kept.plan.inputs,
            let energy = kept.plan.energy, let body = inputs.core, let aim = inputs.aim.core,
            let activity = inputs.activity.core
        else { throw ServiceError(.failed, "The plan was computed by a newer release; have it computed again.") }
        let expenditure = energy.core
        try check(Targets.limits(body: body, aim: aim, expenditure: expenditure))
        let computed = targets.core(floorApplied: kept.floorApplied, paceLimited: kept.paceLimited)
        let adjusted: PlanTargets
        do {
            adjusted = try Targets.adjusted(
                computed, kilocalories: kilocalories.map(Int.init), proteinGrams: proteinGrams.map(Int.init),
                waterMillilitres: waterMillilitres.map(Int.init), body: body, aim: aim, expenditure: expenditure,
                targetKilograms: inputs.targetKilograms, today: Int(today.number))
        } catch {
            throw ServiceError(.invalid, "These targets are outside their limits.")
        }
        var kept = kept
        let isComputed = kilocalories == nil && proteinGrams == nil && waterMillilitres == nil
        kept.plan.revision += 1
        kept.plan.occasion = .adjusted
        kept.plan.computedTargets = isComputed ? nil : targets
        kept.plan.targets = isComputed ? targets : PlannedTargets(adjusted)
        (kept.plan.floorApplied, kept.plan.paceLimited) = (adjusted.floorApplied, adjusted.paceLimited)
        kept.plan.reasons = Reasons.reasons(
            for: adjusted, body: body, aim: aim, activity: activity, expenditure: expenditure
        ).map(PlanReason.init)
        return kept
    }

    private func check(_ limits: TargetLimits) throws {
        func wrong(_ field: String, _ value: Int32?, _ range: ClosedRange<Int>) -> FieldError? {
            guard let value, !range.contains(Int(value)) else { return nil }
            return FieldError(
                field: field, code: .outOfRange, low: Double(range.lowerBound), high: Double(range.upperBound))
        }
        let fields = [
            wrong("kilocalories", kilocalories, limits.kilocalories),
            wrong("proteinGrams", proteinGrams, limits.proteinGrams),
            wrong("waterMillilitres", waterMillilitres, limits.waterMillilitres),
        ].compactMap { $0 }
        guard fields.isEmpty else {
            throw ServiceError(.invalid, "Some targets are outside their limits.", fields: fields)
        }
    }
}
