import Fixtures
import Messages
import Statistics
import Testing

@testable import Scoring

@Suite struct BaselineTests {
    private func history(_ values: [Double], from offset: Int = 0) -> BaselineHistory {
        var history = BaselineHistory()
        for (index, value) in values.enumerated() {
            history.enter(MetricValue(value, .asleep, device: 1), on: day(offset + index))
        }
        return history
    }

    @Test("SCO-1 median, MAD and z of a hand-computed week")
    func handComputed() throws {
        // Sorted 40 44 46 50 52 58 70: median 50, deviations 10 6 4 0 2 8 20, their median 6.
        let week = history([50, 40, 58, 44, 70, 46, 52])
        let comparison = try #require(week.compare(MetricValue(32, .asleep, device: 1), on: day(7), floor: 3))
        #expect(comparison.baseline == Baseline(median: 50, mad: 6, count: 7, mature: false))
        #expect(comparison.z == (32.0 - 50) / (1.4826 * 6))
    }

    @Test("SCO-1 an even count takes the mean of the middle two")
    func evenCount() throws {
        let comparison = try #require(
            history([1, 2, 3, 4, 5, 6, 7, 8]).compare(MetricValue(1, .asleep, device: 1), on: day(8), floor: 3))
        #expect(comparison.baseline.median == 4.5)
        #expect(comparison.baseline.mad == 2)
    }

    @Test("SCO-1 median and MAD agree with the published values of the chem data (Venables & Ripley 2002)")
    func reference() throws {
        let chem = [
            2.2, 2.2, 2.4, 2.4, 2.5, 2.7, 2.8, 2.9, 3.03, 3.03, 3.1, 3.37, 3.4, 3.4, 3.4, 3.5, 3.6, 3.7, 3.7, 3.7, 3.7,
            3.77, 5.28, 28.95,
        ]
        let median = try #require(Statistics.median(ascending: chem))
        #expect(abs(median - 3.385) < 1e-12)
        #expect(abs(1.4826 * Statistics.medianAbsoluteDeviation(ascending: chem, from: median) - 0.52632) < 1e-5)
    }

    @Test("SCO-1 the running window gives what sorting gives, to the bit, through gaps and repeated values")
    func runningWindow() throws {
        var random = SplitMix(seed: 77)
        var history = BaselineHistory()
        var entered: [(day: Int, value: Double)] = []
        var offset = 0
        for _ in 0..<3_000 {
            offset += random.next() % 20 == 0 ? Int.random(in: 1...45, using: &random) : 1
            let value =
                Bool.random(using: &random)
                ? Double(Int.random(in: 40...50, using: &random)) : 45 + 5 * random.standardNormal()
            let values = entered.suffix(40).filter { $0.day >= offset - 30 }.map(\.value).sorted()
            if values.count >= 7 {
                let median = try #require(Statistics.median(ascending: values))
                let mad = try #require(Statistics.median(values.map { abs($0 - median) }))
                let expected = Baseline(
                    median: median, mad: mad, count: Int32(values.count), mature: values.count >= 21)
                #expect(history.baseline(on: day(offset)) == expected)
            } else {
                #expect(history.baseline(on: day(offset)) == nil)
            }
            history.enter(MetricValue(value, .asleep, device: 1), on: day(offset))
            entered.append((offset, value))
        }
    }

    @Test("SCO-1 six values are no baseline, seven are, twenty-one are mature")
    func counts() {
        #expect(history(Array(repeating: 50, count: 6)).baseline(on: day(6)) == nil)
        #expect(history(Array(repeating: 50, count: 7)).baseline(on: day(7))?.mature == false)
        #expect(history(Array(repeating: 50, count: 20)).baseline(on: day(20))?.mature == false)
        #expect(history(Array(repeating: 50, count: 21)).baseline(on: day(21))?.mature == true)
    }

    @Test("SCO-1 only the previous 30 calendar days count, so early days cannot anchor it")
    func window() {
        var old = history(Array(repeating: 20, count: 10))
        for offset in 10..<40 { old.enter(MetricValue(60, .asleep, device: 1), on: day(offset)) }
        #expect(old.baseline(on: day(40)) == Baseline(median: 60, mad: 0, count: 30, mature: true))
        #expect(old.baseline(on: day(41))?.count == 29)
        #expect(old.baseline(on: day(62))?.count == 8)
        #expect(old.baseline(on: day(64)) == nil)
    }

    @Test("SCO-1 the floor keeps a quiet week from making noise significant", arguments: SensorMetric.all)
    func floors(_ metric: SensorMetric) throws {
        let quiet = history(Array(repeating: 50, count: 10))
        let comparison = try #require(
            quiet.compare(MetricValue(50 + metric.floor, .asleep, device: 1), on: day(10), floor: metric.floor))
        #expect(abs(comparison.z - 1) < 1e-9)
    }

    @Test("SCO-1 the floors are those of the specification")
    func floorValues() { #expect(SensorMetric.all.prefix(6).map(\.floor) == [3, 1, 1, 3_600, 750, 0.3]) }

    @Test("SCO-1 imputed and low-confidence values never enter")
    func onlyMeasured() {
        var week = history([50, 40, 58, 44, 70, 46, 52])
        let before = week.baseline(on: day(9))
        week.enter(MetricValue(500, .asleep, device: 1, imputed: true), on: day(7))
        week.enter(MetricValue(500, .asleep, device: 2, lowConfidence: true), on: day(8))
        #expect(week.baseline(on: day(9)) == before)
        #expect(week.count == 7)
    }

    @Test("SCO-1 another device starts a new segment")
    func device() {
        var week = history(Array(repeating: 50, count: 20))
        let other = MetricValue(90, .asleep, device: 2)
        #expect(week.compare(other, on: day(20), floor: 3) == nil)
        week.enter(other, on: day(20))
        #expect(week.baseline(on: day(21)) == nil)
        #expect(week.ewma == 90)
        for offset in 21..<27 { week.enter(other, on: day(offset)) }
        #expect(week.baseline(on: day(27)) == Baseline(median: 90, mad: 0, count: 7, mature: false))
        // When the first device is worn again, it continues with its own baseline while its days are within the window.
        #expect(week.compare(MetricValue(50, .asleep, device: 1), on: day(27), floor: 3)?.baseline.count == 20)
        #expect(week.compare(MetricValue(50, .asleep, device: 1), on: day(44), floor: 3) == nil)
    }

    @Test("SCO-1 devices that take turns by day have a baseline each, and none restarts")
    func alternating() throws {
        var history = BaselineHistory()
        var random = SplitMix(seed: 5)
        for offset in 0..<40 {
            let isWatch = offset % 2 == 0
            let value = MetricValue(
                (isWatch ? 9_000 : 6_000) + 100 * random.standardNormal(), .total, device: isWatch ? 1 : 2)
            if offset >= 20 {
                let comparison = try #require(history.compare(value, on: day(offset), floor: 750))
                #expect(comparison.baseline.count >= 10)
                #expect(abs(comparison.z) < 1)
                #expect(abs(comparison.baseline.median - (isWatch ? 9_000 : 6_000)) < 200)
            }
            history.enter(value, on: day(offset))
        }
    }

    @Test("SCO-1 the first named device continues the segment of values without a single device")
    func named() {
        var history = BaselineHistory()
        for offset in 0..<8 { history.enter(MetricValue(50, .asleep), on: day(offset)) }
        #expect(history.compare(MetricValue(50, .asleep, device: 4), on: day(8), floor: 3)?.baseline.count == 8)
        history.enter(MetricValue(50, .asleep, device: 4), on: day(8))
        #expect(history.compare(MetricValue(50, .asleep, device: 4), on: day(9), floor: 3)?.baseline.count == 9)
        #expect(history.compare(MetricValue(50, .asleep), on: day(9), floor: 3)?.baseline.count == 9)
    }

    @Test("SCO-1 another derivation is a kind of its own and leaves the first one's baseline alone")
    func derivation() {
        var week = history(Array(repeating: 50, count: 10))
        let sedentary = MetricValue(30, .sedentary, device: 1)
        #expect(week.compare(sedentary, on: day(10), floor: 3) == nil)
        week.enter(sedentary, on: day(10))
        #expect(week.compare(MetricValue(53, .asleep, device: 1), on: day(11), floor: 3)?.baseline.count == 10)
    }

    @Test("SCO-1 a value of no single device continues the segment")
    func mixedDevices() {
        var week = history(Array(repeating: 50, count: 10))
        week.enter(MetricValue(51, .asleep), on: day(10))
        #expect(week.compare(MetricValue(50, .asleep, device: 1), on: day(11), floor: 3)?.baseline.count == 11)
    }

    @Test("SCO-1 the displayed mean moves a fifth of the way each day")
    func ewma() { #expect(history([50, 60, 40]).ewma == 49.6) }
}
