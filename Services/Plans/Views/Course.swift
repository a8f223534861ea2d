import Messages
import PlansCore

/// The course of weight and intake, with the corridor that the plans of the time expected.
struct Course {
    /// Oldest first.
    let plans: [KeptPlan]

    /// The plan in effect on a day; the active one beyond its week too, as an outlook.
    func plan(on day: Day) -> KeptPlan? {
        plans.last { kept in
            guard kept.plan.weekStart <= day else { return false }
            if kept.plan.status == .active { return true }
            return day <= kept.plan.weekEnd && kept.endedOn.map { day < $0 } ?? true
        }
    }

    /// The range in which the plan expects the weight of a day, kg: from the plan's weight on, by its energy target.
    static func corridor(_ plan: Plan, on day: Day) -> ClosedRange<Double>? {
        guard let inputs = plan.inputs, let targets = plan.targets, let energy = plan.energy else { return nil }
        return ExpectedWeight.range(
            from: inputs.kilograms, after: plan.weekStart.distance(to: day), kilocalories: Double(targets.kilocalories),
            expenditure: energy.core)
    }

    /// Days of a range with at least one value, oldest first.
    func days(_ range: ClosedRange<Day>, _ kept: [KeptDay]) -> [CourseDay] {
        let recorded = Dictionary(kept.map { ($0.day, $0) }) { first, _ in first }
        return range.compactMap { day in
            var entry = CourseDay(day: day)
            if let kept = recorded[day] {
                let weight = kept.weight
                (entry.kilograms, entry.isStated) = (weight?.kilograms, weight.flatMap { $0.isMeasured ? nil : true })
                entry.kilocalories = kept.kilocalories
                (entry.proteinGrams, entry.waterMillilitres) = (kept.proteinGrams, kept.waterMillilitres)
            }
            if let plan = plan(on: day)?.plan, let corridor = Self.corridor(plan, on: day) {
                entry.targetKilocalories = plan.targets.map { Double($0.kilocalories) }
                (entry.expectedLow, entry.expectedHigh) = (corridor.lowerBound, corridor.upperBound)
            }
            return entry == CourseDay(day: day) ? nil : entry
        }
    }
}

extension PlanAdherence {
    /// Share of the energy target within which a day counts as near.
    static let nearShare = 0.1

    /// How the days of a plan went.
    /// - Parameter days: recorded days; others than the plan's are left out.
    init(_ kept: KeptPlan, _ days: [KeptDay]) {
        let last = kept.endedOn.map { min($0.advanced(by: -1), kept.plan.weekEnd) } ?? kept.plan.weekEnd
        let own = days.filter { $0.day >= kept.plan.weekStart && $0.day <= last }
        let intakes = own.compactMap(\.kilocalories)
        let target = kept.plan.targets.map { Double($0.kilocalories) }
        let near = intakes.filter { intake in target.map { abs(intake - $0) <= Self.nearShare * $0 } ?? false }
        let weights = own.compactMap(\.weight?.kilograms)
        self.init(
            intakeDays: Int32(intakes.count), daysNear: Int32(near.count),
            meanKilocalories: intakes.isEmpty ? nil : intakes.reduce(0, +) / Double(intakes.count),
            weightChange: weights.count < 2 ? nil : weights[weights.count - 1] - weights[0])
    }
}
