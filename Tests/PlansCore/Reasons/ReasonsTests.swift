import Fixtures
import Foundation
import PlansCore
import Testing

@Suite struct ReasonsTests {
    static let body = Body(sex: .male, ageYears: 35, heightCentimetres: 170, kilograms: 100)

    private func reasons(_ aim: PlanAim, body: Body = body, source: Expenditure.Source = .formula) throws
        -> [TargetReason]
    {
        let expenditure = Expenditure(kilocalories: 2600, deviation: 100, source: source, days: 40)
        let targets = try Targets.targets(
            body: body, aim: aim, expenditure: expenditure, targetKilograms: 90, today: 20_000)
        return Reasons.reasons(
            for: targets, body: body, aim: aim, activity: .light, expenditure: expenditure)
    }

    @Test("PLN-6 Each target has a reason with the person's own numbers, which give the target again")
    func numbers() throws {
        let reasons = try reasons(.lose)
        #expect(reasons.map(\.target) == TargetKind.allCases)
        let energy = reasons[0].numbers
        #expect(energy["tdee"] == 2600 && energy["difference"] == -500 && energy["kilocalories"] == 2100)
        #expect(energy["bmr"] == Energy.mifflinStJeor(Self.body) && energy["factor"] == 1.375)
        #expect(energy["isAdaptive"] == 0 && energy["floorApplied"] == 0 && energy["floor"] == 1500)
        let protein = reasons[1].numbers
        let counted = try #require(protein["proteinKilograms"])
        #expect(protein["isCapped"] == 1 && abs(counted - 86.7) < 1e-9 && protein["gramsPerKilogram"] == 2.2)
        #expect(protein["proteinGrams"] == (counted * 2.2).rounded())
        #expect(reasons[2].numbers["millilitresPerKilogram"] == 35 && reasons[2].numbers["waterMillilitres"] == 3500)
        let rate = reasons[3].numbers
        #expect(rate["weeklyKilograms"] == -0.5 && rate["kilocaloriesPerKilogram"] == 7700)
        #expect(rate["estimatedWeeks"] == 22)
        #expect(abs((rate["weeklyPercent"] ?? 0) - 500 * 7 / 7700.0) < 1e-9)
    }

    @Test("PLN-6 The source fits the formula and the aim")
    func sources() throws {
        #expect(try reasons(.maintain).map(\.source) == [.mifflin1990, .issn2017, .efsa2010, .hall2008])
        #expect(try reasons(.maintain, source: .adaptive)[0].source == .hall2011)
        var lean = Self.body
        lean.bodyFatPercent = 25
        #expect(try reasons(.gain, body: lean)[0].source == .cunningham1991)
        let lose = try reasons(.lose, source: .adaptive)
        #expect(lose[0].source == .guideline2013 && lose[0].further == [.hall2011])
        #expect(lose[3].further == [.garthe2011])
    }

    @Test("PLN-6 Every source is listed with title, year and identifier in docs/sources.md")
    func documented() throws {
        let page = try String(contentsOf: Repository.root.appendingPathComponent("docs/sources.md"), encoding: .utf8)
        #expect(Set(PlanSource.all.map(\.key)).count == 8 && Set(PlanSource.all.map(\.doi)).count == 8)
        let rows = page.split(separator: "\n")
        for source in PlanSource.all {
            let row = rows.first { $0.contains("[DOI \(source.doi)](https://doi.org/\(source.doi))") }
            #expect(row?.contains(source.title) == true && row?.contains("| \(source.year) |") == true, "\(source.key)")
        }
    }
}
