/// Targets of a day, and the weekly rate of weight (PLN-3).
public struct PlanTargets: Sendable, Equatable, Codable {
    /// Energy of a day, kcal.
    public var kilocalories: Int
    /// Protein of a day, g.
    public var proteinGrams: Int
    /// Water of a day, ml; a multiple of 100 as computed.
    public var waterMillilitres: Int
    /// Expected change of weight in kg a week, one decimal; negative for a loss.
    public var weeklyKilograms: Double
    /// Weeks until the target weight, rounded up; 0 if it is reached; nil without a target weight, where the rate does
    /// not lead there, and beyond ten years.
    public var estimatedWeeks: Int?
    /// The day, in days since 1970-01-01, on which the target weight is expected; nil as `estimatedWeeks`.
    public var projectedDay: Int?
    /// True if the energy is at the floor, because the computed energy was under it.
    public var floorApplied: Bool
    /// True if the deficit was reduced so that the loss is at most 1 % of body weight a week.
    public var paceLimited: Bool

    public init(
        kilocalories: Int, proteinGrams: Int, waterMillilitres: Int, weeklyKilograms: Double,
        estimatedWeeks: Int? = nil, projectedDay: Int? = nil, floorApplied: Bool = false, paceLimited: Bool = false
    ) {
        (self.kilocalories, self.proteinGrams, self.waterMillilitres) = (kilocalories, proteinGrams, waterMillilitres)
        (self.weeklyKilograms, self.estimatedWeeks) = (weeklyKilograms, estimatedWeeks)
        self.projectedDay = projectedDay
        (self.floorApplied, self.paceLimited) = (floorApplied, paceLimited)
    }
}

/// One of the targets.
public enum TargetKind: String, CaseIterable, Codable, Sendable {
    /// kcal a day.
    case kilocalories
    /// g a day.
    case protein
    /// ml a day.
    case water
    /// kg a week.
    case weeklyRate
}

/// A target that differs between two plans.
public struct TargetChange: Sendable, Equatable {
    /// The target.
    public var target: TargetKind
    /// Value before, in the unit of the target.
    public var old: Double
    /// Value after.
    public var new: Double
    /// True over 50 kcal of energy or over 10 g of protein (PLN-5).
    public var isSignificant: Bool

    public init(target: TargetKind, old: Double, new: Double, isSignificant: Bool) {
        (self.target, self.old, self.new, self.isSignificant) = (target, old, new, isSignificant)
    }
}

extension PlanTargets {
    /// Changes of energy above it are significant, kcal.
    static let significantKilocalories = 50
    /// Changes of protein above it are significant, g.
    static let significantProteinGrams = 10

    /// The targets that differ from those of the plan before, in the order of `TargetKind`.
    public func changes(since previous: PlanTargets) -> [TargetChange] {
        func significant(_ old: Int, _ new: Int, _ limit: Int) -> Bool { abs(new - old) > limit }
        let all = [
            TargetChange(
                target: .kilocalories, old: Double(previous.kilocalories), new: Double(kilocalories),
                isSignificant: significant(previous.kilocalories, kilocalories, Self.significantKilocalories)),
            TargetChange(
                target: .protein, old: Double(previous.proteinGrams), new: Double(proteinGrams),
                isSignificant: significant(previous.proteinGrams, proteinGrams, Self.significantProteinGrams)),
            TargetChange(
                target: .water, old: Double(previous.waterMillilitres), new: Double(waterMillilitres),
                isSignificant: false),
            TargetChange(
                target: .weeklyRate, old: previous.weeklyKilograms, new: weeklyKilograms, isSignificant: false),
        ]
        return all.filter { $0.old != $0.new }
    }

    /// By how many weeks the projected day moved since the plan before, rounded, positive for later; nil where either
    /// has none.
    public func weeksMoved(since previous: PlanTargets) -> Int? {
        guard let before = previous.projectedDay, let after = projectedDay else { return nil }
        return Int((Double(after - before) / 7).rounded())
    }
}
