import PlansCore
import Testing

@Suite struct ExpectedWeightTests {
    private func range(_ days: Int, kilocalories: Double = 2000, deviation: Double = 150) -> ClosedRange<Double> {
        ExpectedWeight.range(
            from: 80, after: days, kilocalories: kilocalories,
            expenditure: Expenditure(kilocalories: 2500, deviation: deviation, source: .adaptive, days: 60))
    }

    @Test("PLN-3 The corridor begins around the weight, follows the balance and widens with time and doubt")
    func corridor() {
        #expect(range(0).contains(80) && range(0).upperBound - range(0).lowerBound < 2.5)
        let month = range(28)
        // 500 kcal a day are 1.8 kg in 28 days; up to a kilogram of water may go too.
        #expect(month.contains(80 - 500 * 28 / 7700.0) && month.contains(80 - 500 * 28 / 7700.0 - 0.9))
        #expect(!month.contains(80) && !month.contains(76))
        func width(_ range: ClosedRange<Double>) -> Double { range.upperBound - range.lowerBound }
        #expect(width(range(60)) > width(month) && width(range(28, deviation: 300)) > width(month))
        let level = range(28, kilocalories: 2500)
        #expect(abs((level.lowerBound + level.upperBound) / 2 - 80) < 1e-9)
        #expect(range(-3) == range(0))
    }
}
