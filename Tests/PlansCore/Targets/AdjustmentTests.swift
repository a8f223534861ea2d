import PlansCore
import Testing

@Suite struct AdjustmentTests {
    static let today = 20_783
    static let expenditure = Expenditure(kilocalories: 2500, deviation: 150, source: .adaptive, days: 60)
    static let body = Body(sex: .male, ageYears: 35, heightCentimetres: 178, kilograms: 75)

    private func targets(_ aim: PlanAim = .lose) throws -> PlanTargets {
        try Targets.targets(
            body: Self.body, aim: aim, expenditure: Self.expenditure, basal: 1800, targetKilograms: 70,
            today: Self.today)
    }

    private func adjusted(
        _ targets: PlanTargets, kilocalories: Int? = nil, protein: Int? = nil, water: Int? = nil, aim: PlanAim = .lose
    ) throws(PlanError) -> PlanTargets {
        try Targets.adjusted(
            targets, kilocalories: kilocalories, proteinGrams: protein, waterMillilitres: water, body: Self.body,
            aim: aim, expenditure: Self.expenditure, targetKilograms: 70, today: Self.today)
    }

    @Test("PLN-4 A change by hand within the limits moves rate, weeks and day")
    func within() throws {
        let plan = try targets()
        let slower = try adjusted(plan, kilocalories: 2250)
        #expect(slower.kilocalories == 2250 && slower.weeklyKilograms == -0.2)
        #expect(slower.estimatedWeeks == 22 && slower.projectedDay == Self.today + 154)
        #expect(slower.proteinGrams == plan.proteinGrams && slower.waterMillilitres == plan.waterMillilitres)
        #expect(slower.weeksMoved(since: plan) == 11 && plan.weeksMoved(since: slower) == -11)
        let other = try adjusted(plan, protein: 140, water: 2750)
        #expect(other.proteinGrams == 140 && other.waterMillilitres == 2750 && other.kilocalories == 2000)
    }

    @Test(
        "PLN-10 By hand nobody goes under the floor, faster than 1 % a week, or into a deficit without the aim to lose")
    func limits() throws {
        let lose = Targets.limits(body: Self.body, aim: .lose, expenditure: Self.expenditure)
        #expect(lose.kilocalories == 1750...2500 && lose.proteinGrams == 60...232)
        #expect(lose.waterMillilitres == 1500...3750)
        let gain = Targets.limits(body: Self.body, aim: .gain, expenditure: Self.expenditure)
        #expect(gain.kilocalories == 2500...3250)
        let plan = try targets()
        for wrong in [1749, 2501, -5, Int.max] {
            #expect(throws: PlanError.input(.kilocalories, value: Double(wrong), allowed: 1750...2500)) {
                try adjusted(plan, kilocalories: wrong)
            }
        }
        #expect(throws: PlanError.input(.protein, value: 300, allowed: 60...232)) { try adjusted(plan, protein: 300) }
        #expect(throws: PlanError.input(.water, value: 9000, allowed: 1500...3750)) { try adjusted(plan, water: 9000) }
        for kilograms in stride(from: 40.0, through: 180, by: 3.3) {
            for tdee in stride(from: 1300.0, through: 4500, by: 210) {
                for aim in PlanAim.allCases {
                    let body = Body(sex: .female, ageYears: 30, heightCentimetres: 165, kilograms: kilograms)
                    let expenditure = Expenditure(kilocalories: tdee, deviation: 100, source: .formula, days: 0)
                    let low = Double(
                        Targets.limits(body: body, aim: aim, expenditure: expenditure).kilocalories.lowerBound)
                    #expect(low >= 1200 && (tdee - low) * 7 / 7700 <= 0.01 * kilograms + 1e-9)
                    if body.bodyMassIndex < 18.5 || aim == .gain { #expect(low >= min(tdee, 10_000)) }
                }
            }
        }
    }

    @Test("PLN-5 Changes over 50 kcal or 10 g of protein are significant; equal targets are no change")
    func changes() throws {
        let plan = try targets()
        #expect(plan.changes(since: plan).isEmpty)
        var other = plan
        other.kilocalories -= 50
        other.proteinGrams += 10
        #expect(other.changes(since: plan).map(\.isSignificant) == [false, false])
        other.kilocalories -= 1
        other.proteinGrams += 1
        other.waterMillilitres += 900
        other.weeklyKilograms = -0.6
        let changes = other.changes(since: plan)
        #expect(changes.map(\.target) == [.kilocalories, .protein, .water, .weeklyRate])
        #expect(changes.map(\.isSignificant) == [true, true, false, false])
        #expect(changes[0].old == 2000 && changes[0].new == 1949 && changes[3].old == -0.5 && changes[3].new == -0.6)
        other.projectedDay = nil
        #expect(other.weeksMoved(since: plan) == nil)
    }
}
