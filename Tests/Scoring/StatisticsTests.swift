import Statistics
import Testing

@Suite struct StatisticsTests {
    @Test("ING-8 Weights that are all 0 count equally; a share of the weight finds the value that reaches it")
    func weightedQuantile() {
        func quantile(_ weights: [Double], _ share: Double) -> Double? {
            Statistics.weightedQuantile(zip([3, 1, 2, 4], weights).map { (value: $0, weight: $1) }, share)
        }
        #expect(quantile([0, 0, 0, 0], 0.5) == quantile([1, 1, 1, 1], 0.5))
        #expect(quantile([0, 0, 0, 0], 0.5) == 2)
        #expect(quantile([1, 8, 1, 1], 0.5) == 1)
        #expect(quantile([0.1, 0.1, 0.1, 0.1], 1) == 4)
        // A share that rounding lifts above the sum of the weights still ends at the last value.
        #expect(quantile([1, 1, 1, 1], 1.0000000001) == 4)
        #expect(Statistics.weightedQuantile([], 0.5) == nil)
    }

    @Test("SCO-1 Without values there is neither median nor usual band")
    func empty() {
        #expect(Statistics.median([]) == nil)
        #expect(Statistics.usual([]) == nil)
        #expect(Statistics.quantile(0.25, of: []) == nil)
        #expect(Statistics.medianAbsoluteDeviation(ascending: [], from: 0) == 0)
    }

    @Test("SCO-1 The interval of a median covers all of few values and narrows with many")
    func interval() {
        #expect(Statistics.medianInterval(of: [1, 2, 3, 4, 5]) == 1...5)
        #expect(Statistics.medianInterval(of: [1, 2, 3, 4, 5, 6]) == 1...6)
        // 100 values: the ranks below which the binomial distribution of 1/2 has 2.5 %.
        #expect(Statistics.medianInterval(of: (1...100).map(Double.init)) == 40...61)
    }
}
