import Messages
import PlansCore

// Values of PlansCore as messages, and back.

extension BodySex {
    /// Nil for a sex that this release does not know.
    var core: Sex? { Sex(rawValue: description) }
}

extension WeightAim {
    /// Nil for an aim that this release does not know.
    var core: PlanAim? { PlanAim(rawValue: description) }
}

extension ActivityLevel {
    /// Nil for a level that this release does not know.
    var core: Activity? { Activity(rawValue: description) }
}

extension PlannedTargets {
    init(_ targets: PlanTargets) {
        self.init(
            kilocalories: Int32(targets.kilocalories), proteinGrams: Int32(targets.proteinGrams),
            waterMillilitres: Int32(targets.waterMillilitres), weeklyKilograms: targets.weeklyKilograms,
            estimatedWeeks: targets.estimatedWeeks.map { Int32($0) },
            projectedDay: targets.projectedDay.map { Day(number: Int32($0)) })
    }

    func core(floorApplied: Bool = false, paceLimited: Bool = false) -> PlanTargets {
        PlanTargets(
            kilocalories: Int(kilocalories), proteinGrams: Int(proteinGrams), waterMillilitres: Int(waterMillilitres),
            weeklyKilograms: weeklyKilograms, estimatedWeeks: estimatedWeeks.map { Int($0) },
            projectedDay: projectedDay.map { Int($0.number) }, floorApplied: floorApplied, paceLimited: paceLimited)
    }
}

extension PlanEnergy {
    init(_ expenditure: Expenditure, _ basal: Basal) {
        self.init(
            bmr: basal.kilocalories, tdee: expenditure.kilocalories, tdeeLow: expenditure.low,
            tdeeHigh: expenditure.high, source: expenditure.source == .adaptive ? .adaptive : .formula,
            equation: basal.formula == .katchMcArdle ? .katchMcArdle : .mifflinStJeor,
            days: Int32(clamping: expenditure.days))
    }

    var core: Expenditure {
        var expenditure = Expenditure(
            kilocalories: tdee, deviation: 0, source: source == .adaptive ? .adaptive : .formula, days: Int(days))
        (expenditure.low, expenditure.high) = (tdeeLow, tdeeHigh)
        return expenditure
    }
}

extension PlanInputs {
    /// Nil for a sex that this release does not know.
    var core: Body? {
        sex.core.map {
            Body(
                sex: $0, ageYears: Double(ageYears), heightCentimetres: heightCentimetres, kilograms: kilograms,
                bodyFatPercent: bodyFatPercent)
        }
    }
}

extension PlanTarget {
    init(_ kind: TargetKind) {
        self =
            switch kind {
            case .kilocalories: .calories
            case .protein: .protein
            case .water: .water
            case .weeklyRate: .weeklyRate
            }
    }
}

extension PlanReason {
    init(_ reason: TargetReason) {
        self.init(
            target: PlanTarget(reason.target), numbers: reason.numbers,
            sources: ([reason.source] + reason.further).map {
                PlanPublication(key: $0.key, title: $0.title, year: Int32($0.year), doi: $0.doi)
            })
    }
}

extension CareNotice.Reason {
    init(_ reason: CareReason) {
        self =
            switch reason {
            case .underage: .underage
            case .pregnantOrNursing: .pregnantOrNursing
            case .underweight: .underweight
            case .targetUnderweight: .targetUnderweight
            case .floorAboveExpenditure: .floorAboveExpenditure
            }
    }
}

extension PlanInput {
    /// The field that a person changes; `records` are the recorded weight and intake.
    var field: String {
        switch self {
        case .age: "body.birthday"
        case .height: "body.heightCentimetres"
        case .weight: "body.weightKilograms"
        case .bodyFat: "body.bodyFatPercent"
        case .activity: "body.activity"
        case .targetWeight: "body.targetKilograms"
        case .records: "records"
        case .kilocalories: "kilocalories"
        case .protein: "proteinGrams"
        case .water: "waterMillilitres"
        }
    }
}
