import PlansCore
import Testing

@Suite struct CareTests {
    static let usual = Expenditure(kilocalories: 2300, deviation: 200, source: .formula, days: 0)

    private func body(_ kilograms: Double, age: Double = 30, height: Double = 170, sex: Sex = .female) -> Body {
        Body(sex: sex, ageYears: age, heightCentimetres: height, kilograms: kilograms)
    }

    private func reason(
        _ body: Body, _ aim: PlanAim = .lose, target: Double? = nil, pregnant: Bool = false,
        expenditure: Expenditure = usual
    ) -> CareReason? {
        Care.notice(
            body: body, aim: aim, targetKilograms: target, isPregnantOrNursing: pregnant, expenditure: expenditure)
    }

    @Test("PLN-10 A body mass index under 18.5 with the aim to lose, or a target under it, is met with care")
    func bodyMassIndex() {
        // 18.5 at 170 cm are 53.465 kg.
        #expect(reason(body(53.46)) == .underweight && reason(body(53.47)) == nil)
        #expect(reason(body(53.46), .gain) == nil && reason(body(53.46), .maintain) == nil)
        #expect(reason(body(65), target: 53.46) == .targetUnderweight && reason(body(65), target: 53.47) == nil)
        #expect(reason(body(50), .gain, target: 52) == .targetUnderweight)
    }

    @Test("PLN-10 Under 18 years, pregnant or nursing: no plan whatever the aim")
    func alwaysCare() {
        for aim in PlanAim.allCases {
            #expect(reason(body(70, age: 17.99), aim) == .underage && reason(body(70, age: 18), aim) == nil)
            #expect(reason(body(70), aim, pregnant: true) == .pregnantOrNursing)
        }
        // Several reasons: the first of the list.
        #expect(reason(body(45, age: 16), target: 40, pregnant: true) == .underage)
    }

    @Test("PLN-10 A floor at or above the expenditure leaves no deficit")
    func floor() {
        func known(_ kilocalories: Double) -> Expenditure {
            Expenditure(kilocalories: kilocalories, deviation: 100, source: .adaptive, days: 50)
        }
        #expect(reason(body(60), expenditure: known(1200)) == .floorAboveExpenditure)
        #expect(reason(body(60), expenditure: known(1200.1)) == nil)
        #expect(reason(body(60, sex: .male), expenditure: known(1500)) == .floorAboveExpenditure)
        #expect(reason(body(60), .maintain, expenditure: known(1100)) == nil)
    }

    @Test("PLN-10 Where care has no reason, targets to lose exist or an input is wrong: no deficit slips through")
    func agrees() {
        for kilograms in stride(from: 35.0, through: 160, by: 2.3) {
            for sex in Sex.allCases {
                for activity in Activity.allCases {
                    let body = body(kilograms, age: 55, height: 160, sex: sex)
                    let expenditure = Energy.expenditure(body, activity: activity)
                    guard reason(body, expenditure: expenditure) == nil else { continue }
                    #expect(throws: Never.self) {
                        let targets = try Targets.targets(body: body, aim: .lose, expenditure: expenditure, today: 0)
                        #expect(Double(targets.kilocalories) < expenditure.kilocalories)
                    }
                }
            }
        }
    }
}
