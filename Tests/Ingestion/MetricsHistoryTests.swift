import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Values of a day that depend on earlier days.
@Suite(.tags(.processes)) struct MetricsHistoryTests {
    private let first = Day(number: 19_000)

    private func day(_ offset: Int, hrv: Double? = nil, sleep: Double? = nil, steps: Double? = nil) -> DailyMetrics {
        var metrics = DailyMetrics(day: first.advanced(by: offset))
        metrics.hrv = hrv.map { MetricValue($0, .asleep, device: 7, samples: 4) }
        metrics.sleep = sleep.map { MetricValue($0, .total, lowConfidence: $0 < 10_800) }
        metrics.steps = steps.map { MetricValue($0, .total) }
        return metrics
    }

    @Test("ING-10 HRV is carried for three days at most, flagged, then absent")
    func carried() {
        let days = MetricsHistory.derive(
            [day(0, hrv: 50)] + (1...6).map { day($0, steps: 1) } + [day(7, hrv: 60), day(8, steps: 1)])
        #expect(days.map(\.hrv?.value) == [50, 50, 50, 50, nil, nil, nil, 60, 60])
        #expect(days.map { $0.hrv?.imputed ?? false } == [false, true, true, true, false, false, false, false, true])
        #expect(days[1].hrv?.derivation == .asleep)
    }

    @Test(
        "SCO-4 ING-10 What a day shows is the same whether or not later days have arrived: a day without any sample stays empty, and what is carried counts through it"
    )
    func gaps() {
        let facts = [day(0, hrv: 50, sleep: 25_200), day(3, steps: 1), day(4, steps: 1), day(30, hrv: 60)]
        let days = MetricsHistory.derive(facts)
        #expect(days.map(\.day) == facts.map(\.day))
        #expect(days.map(\.hrv?.value) == [50, 50, nil, 60])
        for count in facts.indices { #expect(MetricsHistory.derive(Array(facts[..<count])) == Array(days[..<count])) }
    }

    @Test(
        "ING-13 Derived from six days before and the nights behind them, days are what they are in their whole history")
    func window() {
        let facts = (0..<300).map {
            day($0, hrv: $0 % 9 < 4 ? nil : 50, sleep: $0 % 4 == 0 ? nil : 24_000 + Double($0 * 37 % 5000), steps: 5)
        }
        let whole = MetricsHistory.derive(facts)
        for first in stride(from: 6, to: 300, by: 17) {
            let known = first - Int(MetricsHistory.reach)
            let nights = facts[..<known].compactMap(MetricsHistory.validNight).suffix(MetricsHistory.maximumNights)
            #expect(
                MetricsHistory.derive(Array(facts[known...]), nights: Array(nights)).dropFirst(first - known)
                    == whole[first...])
        }
    }

    @Test(
        "ING-13 Sleep need is 7.5 h until there are 14 valid nights, then their upper quartile within 6.75 and 8.25 h")
    func need() {
        func needs(_ nights: [Double]) -> [Double?] {
            MetricsHistory.derive(nights.enumerated().map { day($0, sleep: $1) }).map(\.sleepNeed)
        }
        let needed = needs((0..<20).map { 25_200 + Double($0) * 100 })
        #expect(needed[12] == 27_000)
        // 14 values 25,200 … 26,500: rank 9.75.
        #expect(needed[13] == 26_175)
        #expect(needs(Array(repeating: 36_000, count: 20)).last == 29_700)
        #expect(needs(Array(repeating: 20_000, count: 20)).last == 24_300)
        // Only the last 90 valid nights count; short nights are invalid.
        #expect(needs(Array(repeating: 25_000, count: 20) + Array(repeating: 28_000, count: 90)).last == 28_000)
        #expect(needs(Array(repeating: 25_000, count: 13) + [5000]).last == 27_000)
    }

    @Test("ING-13 Sleep debt is a week's, from at least four valid nights of the last seven days")
    func debt() {
        let three = MetricsHistory.derive([day(0, sleep: 25_200), day(1, sleep: 25_200), day(2, sleep: 25_200)])
        #expect(three.allSatisfy { $0.sleepDebt == nil })
        let four = MetricsHistory.derive((0..<4).map { day($0 * 2, sleep: 25_200) })
        #expect(four.last?.sleepDebt == MetricValue(12_600, .total, samples: 4))
        let rested = MetricsHistory.derive((0..<7).map { day($0, sleep: 30_000) })
        #expect(rested.last?.sleepDebt?.value == 0)
        let old = MetricsHistory.derive((0..<4).map { day($0, sleep: 25_200) } + [day(10, sleep: 25_200)])
        #expect(old.last?.sleepDebt == nil)
    }

    @Test("SCO-1 Sleep debt carries the device of most of its nights, and changes over once")
    func debtDevice() {
        let days = MetricsHistory.derive(
            (0..<14).map { offset in
                var day = day(offset, sleep: 25_200)
                day.sleep?.device = offset < 7 ? 1 : 2
                return day
            })
        #expect(days.compactMap(\.sleepDebt).map(\.device) == [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2])
    }

    @Test("ING-13 A night under three hours is not a valid night")
    func invalid() {
        let days = MetricsHistory.derive((0..<4).map { day($0, sleep: $0 == 2 ? 9000 : 25_200) })
        #expect(days.last?.sleepDebt == nil)
    }

    @Test("ING-5 Deriving twice changes nothing")
    func idempotent() {
        let facts = (0..<200).map {
            day(
                $0, hrv: $0 % 5 == 0 ? nil : 40 + Double($0 % 7),
                sleep: $0 % 3 == 0 ? nil : 25_000 + Double($0 * 37 % 4000), steps: 5)
        }
        let once = MetricsHistory.derive(facts)
        #expect(MetricsHistory.derive(once.map(MetricsHistory.facts(of:)).filter(\.isSomething)) == once)
    }
}
