import Fixtures
import Foundation
import Messages
import PlansCore
import Testing

@Suite struct EnergyTests {
    /// Rows of a file of the reference vectors by column; empty where the shared data is absent.
    private func rows(_ file: String) throws -> [[String: String]] {
        guard let url = SharedData.url("reference_nutrition_vectors/\(file)") else { return [] }
        let lines = try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
        let columns = try #require(lines.first).split(separator: ",").map(String.init)
        return lines.dropFirst().map { line in
            Dictionary(uniqueKeysWithValues: zip(columns, line.split(separator: ",").map(String.init)))
        }
    }

    private func body(_ row: [String: String]) throws -> Body {
        func number(_ column: String) throws -> Double { try #require(row[column].flatMap { Double($0) }) }
        return Body(
            sex: try #require(row["sex"].flatMap { Sex(rawValue: $0) }), ageYears: try number("age_years"),
            heightCentimetres: try number("height_cm"), kilograms: try number("weight_kg"))
    }

    @Test("PLN-1 The equations distinguish two sexes, named as in the API")
    func sexes() {
        #expect(Sex.allCases.map(\.rawValue) == ["female", "male"])
    }

    @Test("PLN-2 Mifflin–St Jeor gives every reference vector exactly")
    func basalVectors() throws {
        let rows = try rows("mifflin_st_jeor_bmr.csv")
        #expect(rows.isEmpty || rows.count == 7)
        for row in rows {
            let expected = try #require(row["expected_bmr_kcal"].flatMap { Double($0) })
            #expect(Energy.mifflinStJeor(try body(row)) == expected, "\(row)")
        }
        // Two of them, for where the data is absent.
        let man = Body(sex: .male, ageYears: 32, heightCentimetres: 175, kilograms: 85)
        let woman = Body(sex: .female, ageYears: 25, heightCentimetres: 165, kilograms: 60)
        #expect(Energy.mifflinStJeor(man) == 1788.75 && Energy.mifflinStJeor(woman) == 1345.25)
        // The unrounded regression of the same paper gives another number, and is not what is used.
        #expect(abs(9.99 * 85 + 6.25 * 175 - 4.92 * 32 + 166 - 161 - Energy.mifflinStJeor(man)) > 1)
    }

    @Test("PLN-2 Resting rate times activity gives every reference vector of the expenditure")
    func expenditureVectors() throws {
        let rows = try rows("tdee.csv")
        #expect(rows.isEmpty || rows.count == 2)
        for row in rows {
            let activity = try #require(row["activity"].flatMap { Activity(rawValue: $0) })
            #expect(row["factor"].flatMap { Double($0) } == activity.factor)
            let expected = try #require(row["expected_tdee_kcal"].flatMap { Double($0) })
            // The vectors have two decimals.
            #expect(abs(Energy.expenditure(try body(row), activity: activity).kilocalories - expected) <= 0.0051)
        }
    }

    @Test("PLN-2 Five factors, in increasing order; the data's label “active/very active” is our active")
    func factors() throws {
        #expect(Activity.allCases.map(\.factor) == [1.2, 1.375, 1.55, 1.725, 1.9])
        let rows = try rows("activity_factors.csv")
        #expect(
            rows.isEmpty || rows.compactMap { $0["factor"].flatMap { Double($0) } } == Activity.allCases.map(\.factor))
        #expect(Activity.active.factor == 1.725 && Activity.veryActive.factor == 1.9)
    }

    @Test("PLN-2 Katch–McArdle is used exactly when body fat is known")
    func leanMass() {
        var body = Body(sex: .female, ageYears: 40, heightCentimetres: 165, kilograms: 80)
        #expect(Energy.basal(body) == Basal(kilocalories: 800 + 1031.25 - 200 - 161, formula: .mifflinStJeor))
        body.bodyFatPercent = 20
        let basal = Energy.basal(body)
        #expect(basal.formula == .katchMcArdle && abs(basal.kilocalories - 1752.4) < 1e-9)
    }

    @Test("PLN-2 The interval of the formula holds 80 %: ± 1.28 times a spread of 13 %")
    func formulaInterval() {
        let body = Body(sex: .male, ageYears: 32, heightCentimetres: 175, kilograms: 85)
        let expenditure = Energy.expenditure(body, activity: .moderate)
        #expect(expenditure.source == .formula && expenditure.days == 0)
        #expect(abs(expenditure.high - expenditure.kilocalories * (1 + 1.2816 * 0.13)) < 0.1)
        #expect(abs(expenditure.kilocalories - expenditure.low - (expenditure.high - expenditure.kilocalories)) < 1e-9)
    }

    @Test("PLN-2 Over all ages, heights and weights the resting rate is finite, monotone and continuous")
    func properties() {
        let (ages, heights, weights) = (
            Array(stride(from: 13.0, through: 110, by: 4.85)), Array(stride(from: 50.0, through: 272, by: 11.1)),
            Array(stride(from: 30.0, through: 300, by: 13.5))
        )
        let step = 1e-6
        var checked = 0
        for sex in Sex.allCases {
            for age in ages {
                for height in heights {
                    for weight in weights {
                        let body = Body(
                            sex: sex, ageYears: age, heightCentimetres: height, kilograms: weight)
                        let rate = Energy.mifflinStJeor(body)
                        func change(_ edit: (inout Body) -> Void) -> Double {
                            var other = body
                            edit(&other)
                            return Energy.mifflinStJeor(other) - rate
                        }
                        let (heavier, taller, older) = (
                            change { $0.kilograms += step }, change { $0.heightCentimetres += step },
                            change { $0.ageYears += step }
                        )
                        guard rate.isFinite, heavier > 0, heavier < 1e-4, taller > 0, taller < 1e-4, older < 0,
                            older > -1e-4
                        else {
                            Issue.record("\(body): \(rate), \(heavier), \(taller), \(older)")
                            return
                        }
                        checked += 1
                    }
                }
            }
        }
        #expect(checked == 2 * ages.count * heights.count * weights.count && checked > 16_000)
        for weight in weights {
            let rates = stride(from: 2.0, through: 75, by: 1).map {
                Energy.katchMcArdle(kilograms: weight, bodyFatPercent: $0)
            }
            #expect(rates.allSatisfy(\.isFinite) && zip(rates, rates.dropFirst()).allSatisfy { $0 > $1 })
        }
    }

    @Test("PLN-2 Imperial measurements give the same energy as metric ones")
    func units() {
        #expect(BodyUnits.kilograms(pounds: 1) == 0.453_592_37)
        #expect(abs(BodyUnits.kilograms(pounds: 11 * BodyUnits.poundsPerStone + 11.35) - 75) < 0.01)
        #expect(BodyUnits.centimetres(feet: 5, inches: 11) == 180.34)
        for kilograms in stride(from: 30.0, through: 300, by: 7.3) {
            #expect(abs(BodyUnits.kilograms(pounds: BodyUnits.pounds(kilograms: kilograms)) - kilograms) < 1e-12)
        }
        for centimetres in stride(from: 50.0, through: 272, by: 7.7) {
            let inches = BodyUnits.inches(centimetres: centimetres)
            #expect(abs(BodyUnits.centimetres(feet: 0, inches: inches) - centimetres) < 1e-12)
        }
        let imperial = Body(
            sex: .male, ageYears: 32, heightCentimetres: BodyUnits.centimetres(feet: 5, inches: 8.897_637_8),
            kilograms: BodyUnits.kilograms(pounds: 187.392_922_9))
        #expect(abs(Energy.mifflinStJeor(imperial) - 1788.75) < 1e-4)
        #expect(abs(BodyUnits.kilojoules(kilocalories: 2000) - 8368) < 1e-9)
    }
}
