import Fixtures
import Foundation
import PlansCore
import Testing

@Suite struct ExpenditureFilterTests {
    typealias Record = ExpenditureFilter.Day

    private func filter(_ mean: Double = 2300, _ deviation: Double = 300) -> ExpenditureFilter {
        ExpenditureFilter(prior: (mean, deviation))
    }

    /// Days of a person who expends `expenditure` and eats `intake`, without noise or water.
    private func steady(expenditure: Double, intake: Double, days: Int, from start: Double = 80) -> [Record] {
        (0..<days).map { day in
            Record(
                day: day, kilograms: start + Double(day) * (intake - expenditure) / 7700,
                intake: intake + (day.isMultiple(of: 2) ? 60 : -60))
        }
    }

    @Test("PLN-2 Without data, and before 28 days of weight and intake, the formula's expenditure is used")
    func before() {
        var filter = filter()
        #expect(filter.estimate().source == .formula && filter.estimate().kilocalories == 2300)
        #expect(filter.posterior().kilocalories == 2300 && filter.posterior().days == 0)
        filter.fit(steady(expenditure: 2600, intake: 2600, days: 27))
        #expect(filter.estimate() == Expenditure(kilocalories: 2300, deviation: 300, source: .formula, days: 27))
        // The learned value exists all the same.
        #expect(filter.posterior().kilocalories > 2350)
        filter.add(day: 27, kilograms: 80, intake: 2600)
        let learned = filter.estimate()
        #expect(learned.source == .adaptive && learned.days == 28 && learned.kilocalories > 2400)
        #expect(learned.high - learned.low < 2 * 1.2816 * 300)
    }

    @Test("PLN-2 28 days with too few weigh-ins or records are not enough")
    func tooFew() {
        var (weights, intakes) = (filter(), filter())
        for day in 0..<60 {
            weights.add(day: day, kilograms: 80, intake: day.isMultiple(of: 4) ? 2500 : nil)
            intakes.add(day: day, kilograms: day.isMultiple(of: 10) ? 80 : nil, intake: 2500)
        }
        #expect(weights.estimate().source == .formula && intakes.estimate().source == .formula)
    }

    @Test("PLN-4 A learned expenditure below the resting rate is no answer: the records were incomplete")
    func incomplete() {
        var filter = filter()
        // Records a third of what keeps the weight.
        filter.fit(steady(expenditure: 800, intake: 800, days: 90))
        #expect(filter.estimate().source == .adaptive && filter.estimate().kilocalories < 1300)
        #expect(filter.estimate(above: 1500).source == .formula)
        #expect(filter.estimate(above: 1500).kilocalories == 2300)
    }

    @Test("PLN-2 It converges to the true expenditure, whatever the formula said", arguments: [1900.0, 2300, 2900])
    func converges(expenditure: Double) {
        var filter = filter()
        var distances: [Double] = []
        // Eats what is expended: weight, glycogen and adaptation stay the same.
        for record in steady(expenditure: expenditure, intake: expenditure, days: 120) {
            filter.add(day: record.day, kilograms: record.kilograms, intake: record.intake)
            if [13, 27, 55, 119].contains(record.day) {
                distances.append(abs(filter.posterior().kilocalories - expenditure))
            }
        }
        #expect(distances[3] < 25 && zip(distances, distances.dropFirst()).allSatisfy { $0 >= $1 - 1 })
        let learned = filter.posterior()
        #expect((learned.low...learned.high).contains(expenditure))
    }

    @Test("PLN-2 The rapid loss of the first days is water, not expenditure")
    func firstDays() {
        // A deficit of 500 kcal; 0.9 kg of glycogen and water leave in the first days.
        var (ours, dry) = (filter(2500), 0.0)
        var first: Double?
        for day in 0..<10 {
            let tissue = 80 - Double(day) * 500 / 7700
            let weight = tissue - 0.9 * (1 - exp(-Double(day) / 5))
            first = first ?? weight
            ours.add(day: day, kilograms: weight, intake: 2000)
            dry = 2000 + ((first ?? 0) - weight) * 7700 / Double(max(1, day))
        }
        // The plain balance would say more than 3,100 kcal.
        #expect(dry > 3100 && abs(ours.posterior().kilocalories - 2500) < 120)
    }

    @Test("PLN-2 A missing day is unknown, not zero: gaps widen the interval and do not move the estimate")
    func gaps() {
        let days = steady(expenditure: 2400, intake: 2400, days: 56)
        var (whole, sparse, zeros) = (filter(), filter(), filter())
        for record in days {
            let isKept = record.day % 3 != 1
            whole.add(day: record.day, kilograms: record.kilograms, intake: record.intake)
            sparse.add(day: record.day, kilograms: record.kilograms, intake: isKept ? record.intake : nil)
            zeros.add(day: record.day, kilograms: record.kilograms, intake: isKept ? record.intake : 0)
        }
        let (all, some) = (whole.posterior(), sparse.posterior())
        #expect(abs(all.kilocalories - some.kilocalories) < 80)
        #expect(some.high - some.low > all.high - all.low)
        // A recorded zero is a record that was not made.
        #expect(zeros.posterior() == some)
    }

    @Test("PLN-2 Days without any entry count like days with a missing one")
    func absentDays() {
        var (absent, named) = (filter(), filter())
        for record in steady(expenditure: 2400, intake: 2400, days: 40) where record.day % 5 != 2 {
            absent.add(day: record.day, kilograms: record.kilograms, intake: record.intake)
        }
        for record in steady(expenditure: 2400, intake: 2400, days: 40) {
            let isThere = record.day % 5 != 2
            named.add(
                day: record.day, kilograms: isThere ? record.kilograms : nil, intake: isThere ? record.intake : nil)
        }
        #expect(absent == named)
    }

    @Test("PLN-2 Outliers of weight and half-recorded days move the estimate little; a new level of weight is accepted")
    func outliers() {
        let days = steady(expenditure: 2400, intake: 2400, days: 56)
        var (clean, dirty, moved) = (filter(), filter(), filter())
        for record in days {
            let weight = record.kilograms ?? 80
            clean.add(day: record.day, kilograms: weight, intake: record.intake)
            let intake = record.intake ?? 2400
            dirty.add(
                day: record.day, kilograms: record.day % 17 == 9 ? weight + 14 : weight,
                intake: record.day % 11 == 7 ? intake * 0.4 : record.day == 30 ? 24_000 : intake)
            // Another scale from the 20th day on, which reads 4 kg more.
            moved.add(day: record.day, kilograms: record.day < 20 ? weight : weight + 4, intake: intake)
        }
        let truth = clean.posterior().kilocalories
        #expect(abs(dirty.posterior().kilocalories - truth) < 70)
        #expect(abs(moved.posterior().kilocalories - truth) < 100)
        #expect(abs((moved.tissueKilograms ?? 0) - 84) < 0.5)
    }

    @Test("PLN-2 Impossible values count as missing")
    func impossible() {
        var (filter, other) = (filter(), filter())
        for record in steady(expenditure: 2400, intake: 2400, days: 30) {
            filter.add(day: record.day, kilograms: record.kilograms, intake: record.intake)
            other.add(day: record.day, kilograms: record.kilograms, intake: record.intake)
        }
        for (weight, intake) in [(Double.nan, 1e9), (-80, -2000), (5000, .infinity), (.infinity, .nan)] {
            other.add(day: 30, kilograms: weight, intake: intake)
        }
        #expect(filter == other)
        // A day before the last one changes nothing.
        other.add(day: 12, kilograms: 300, intake: 9000)
        #expect(filter == other)
    }

    @Test("PLN-2 After half a year without a weigh-in the old weight does not count as a change")
    func longGap() {
        var filter = filter(2300)
        filter.fit(steady(expenditure: 2600, intake: 2600, days: 60))
        let before = filter.posterior()
        for day in 240..<250 { filter.add(day: day, kilograms: 95, intake: 2600) }
        let after = filter.posterior()
        #expect(after.kilocalories > 2300 && after.kilocalories < before.kilocalories + 120)
        #expect(after.high - after.low > before.high - before.low)
    }

    @Test("PLN-2 The order of the days changes nothing, nor that the later ones are added to a copy")
    func order() {
        let days = steady(expenditure: 2400, intake: 2100, days: 50)
        var (ordered, shuffled) = (filter(), filter())
        var random = SplitMix(seed: 5)
        ordered.fit(days)
        shuffled.fit(days.shuffled(using: &random))
        #expect(ordered == shuffled)
        var half = filter()
        half.fit(days.prefix(25))
        let copy = half
        half.fit(days.suffix(25))
        #expect(half == ordered && copy != half)
    }

    @Test("PLN-2 Nothing that can be recorded gives an estimate that is no number")
    func finite() {
        var random = SplitMix(seed: 6)
        for _ in 0..<200 {
            var filter = ExpenditureFilter(
                prior: (.random(in: 500...9000, using: &random), .random(in: 1...900, using: &random)),
                hasCycle: Bool.random(using: &random))
            var day = 0
            for _ in 0..<150 {
                day += Int.random(in: 1...(Bool.random(using: &random) ? 2 : 40), using: &random)
                filter.add(
                    day: day, kilograms: Bool.random(using: &random) ? .random(in: 20...400, using: &random) : nil,
                    intake: Bool.random(using: &random) ? .random(in: 1...30_000, using: &random) : nil)
                let learned = filter.posterior()
                guard learned.kilocalories.isFinite, learned.low <= learned.high, learned.high.isFinite else {
                    Issue.record("after \(day) days: \(learned)")
                    return
                }
            }
        }
    }
}
