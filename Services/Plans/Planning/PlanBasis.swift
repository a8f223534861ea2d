import Messages
import PlansCore
import Wire

/// Everything that a plan is computed from (PLN-1, PLN-2).
struct PlanBasis: Sendable {
    /// Days of weight and intake from which the expenditure is learned: half a year. Earlier ones tell little about the
    /// present.
    static let window = 182

    let inputs: PlanInputs
    let isPregnantOrNursing: Bool
    /// Days of the window.
    let days: [KeptDay]
    let today: Day

    private let (body, aim, activity): (Body, PlanAim, Activity)

    /// - Throws: `ServiceError(.invalid)` with a field of code `needed` for each missing value.
    init(_ stated: BodyProfile?, _ weight: CurrentWeight?, days: [KeptDay], today: Day) throws {
        let missing = Self.missing(stated, weight)
        guard missing.isEmpty, let stated, let weight, let birthday = stated.birthday,
            let height = stated.heightCentimetres, let (sex, sexCore) = Self.known(stated.sex, \.core),
            let (aim, aimCore) = Self.known(stated.aim, \.core),
            let (activity, activityCore) = Self.known(stated.activity, \.core)
        else {
            throw ServiceError(.invalid, "The profile is not complete: fill in what is missing.", fields: missing)
        }
        inputs = PlanInputs(
            sex: sex, ageYears: Int32(clamping: Self.years(from: birthday, to: today)), heightCentimetres: height,
            kilograms: weight.kilograms, weightAt: weight.at, isMeasured: weight.isMeasured,
            targetKilograms: stated.targetKilograms, aim: aim, activity: activity,
            bodyFatPercent: stated.bodyFatPercent)
        body = Body(
            sex: sexCore, ageYears: Double(inputs.ageYears), heightCentimetres: height, kilograms: weight.kilograms,
            bodyFatPercent: stated.bodyFatPercent)
        (self.aim, self.activity) = (aimCore, activityCore)
        isPregnantOrNursing = stated.isPregnantOrNursing ?? false
        (self.days, self.today) = (days, today)
    }

    private static func known<E: OpenEnum, C>(_ value: E?, _ core: (E) -> C?) -> (E, C)? {
        value.flatMap { value in core(value).map { (value, $0) } }
    }

    /// The values that a plan needs and that are not there. The target weight is needed to lose or gain.
    static func missing(_ stated: BodyProfile?, _ weight: CurrentWeight?) -> [FieldError] {
        let hasTarget = stated?.targetKilograms != nil || stated?.aim == .maintain || stated?.aim == nil
        let present = [
            ("sex", stated?.sex?.core != nil), ("birthday", stated?.birthday != nil),
            ("heightCentimetres", stated?.heightCentimetres != nil), ("weightKilograms", weight != nil),
            ("targetKilograms", hasTarget), ("aim", stated?.aim?.core != nil),
            ("activity", stated?.activity?.core != nil),
        ]
        return present.filter { !$0.1 }.map { FieldError(field: "body.\($0.0)", code: .needed) }
    }

    /// The reason for support that holds whatever the expenditure is; it needs no complete profile (PLN-10).
    static func care(_ stated: BodyProfile?, _ weight: CurrentWeight?, today: Day) -> CareReason? {
        guard let stated else { return nil }
        func index(_ kilograms: Double?) -> Double? {
            guard let kilograms, let height = stated.heightCentimetres, height > 0 else { return nil }
            return kilograms / (height * height / 10_000)
        }
        return Care.notice(
            ageYears: stated.birthday.map { Double(years(from: $0, to: today)) },
            isPregnantOrNursing: stated.isPregnantOrNursing ?? false, aim: stated.aim?.core,
            bodyMassIndex: index(weight?.kilograms), targetIndex: index(stated.targetKilograms))
    }

    /// Completed years, as the equations count age.
    static func years(from birthday: Day, to today: Day) -> Int {
        let (born, now) = (birthday.components, today.components)
        return now.year - born.year - ((now.month, now.day) < (born.month, born.day) ? 1 : 0)
    }

    /// Computes the targets, or says why there are none (PLN-10 decides first).
    /// - Throws: `ServiceError(.invalid)` with the field behind an implausible value (PLN-4).
    func outcome() throws -> PlanOutcome {
        let formula = Energy.expenditure(body, activity: activity)
        var filter = ExpenditureFilter(formula: formula, hasCycle: body.sex == .female && Self.cycles(body.ageYears))
        filter.fit(
            days.map { kept in
                // What is recorded of today is not all of it yet.
                ExpenditureFilter.Day(
                    day: Int(kept.day.number), kilograms: kept.weight?.kilograms,
                    intake: kept.day < today ? kept.kilocalories : nil)
            })
        let basal = Energy.basal(body)
        let expenditure = filter.estimate(above: basal.kilocalories)
        let care = Care.notice(
            body: body, aim: aim, targetKilograms: inputs.targetKilograms, isPregnantOrNursing: isPregnantOrNursing,
            expenditure: expenditure)
        if let care { return .care(CareNotice.Reason(care)) }
        do {
            let targets = try Targets.targets(
                body: body, aim: aim, expenditure: expenditure, targetKilograms: inputs.targetKilograms,
                today: Int(today.number))
            let reasons = Reasons.reasons(
                for: targets, body: body, aim: aim, activity: activity, expenditure: expenditure)
            return .plan(
                PlanDraft(
                    targets: PlannedTargets(targets), floorApplied: targets.floorApplied,
                    paceLimited: targets.paceLimited, energy: PlanEnergy(expenditure, basal),
                    inputs: inputs, reasons: reasons.map(PlanReason.init)))
        } catch {
            return try Self.care(error)
        }
    }

    private static func care(_ error: PlanError) throws -> PlanOutcome {
        switch error {
        case .noDeficit: return .care(.floorAboveExpenditure)
        case .input(let input, _, let allowed), .result(_, _, let allowed, let input):
            throw ServiceError(
                .invalid, "No plan can be computed from these values: check the one that is named.",
                fields: [
                    FieldError(
                        field: input.field, code: .implausible, low: allowed.lowerBound, high: allowed.upperBound)
                ])
        }
    }

    /// Ages at which a menstrual cycle is usual; the filter then expects its water.
    private static func cycles(_ years: Double) -> Bool { (12..<55).contains(years) }
}

/// The result of a computation.
enum PlanOutcome: Sendable {
    case plan(PlanDraft)
    /// No plan with a deficit (PLN-10).
    case care(CareNotice.Reason)
}

/// A computed plan before it has an id and a week.
struct PlanDraft: Sendable, Equatable {
    var targets: PlannedTargets
    var floorApplied: Bool
    var paceLimited: Bool
    var energy: PlanEnergy
    var inputs: PlanInputs
    var reasons: [PlanReason]
}
