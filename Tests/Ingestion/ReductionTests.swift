import Messages
import Testing

@testable import Ingestion

/// One day's samples → its metrics, with numbers worked out by hand.
@Suite struct ReductionTests {
    private let day = Day("2024-03-05") ?? Day(number: 0)
    private let midnight = utc("2024-03-05 00:00:00")
    private let reducer = DayReducer(order: SourceOrder([watch, phone]), rules: ZoneRules([], exportOffset: 0), zones: [:])

    private func at(_ minutes: Double, _ length: Double, _ value: Double, _ source: SampleSource = watch, note: UInt64 = 0) -> Sample {
        let start = midnight + Int64(minutes * 60)
        return Sample(start: start, end: start + Int64(length * 60), value: value, source: source.id, note: note)
    }

    private func reduce(_ samples: [SampleKind: [Sample]], _ reducer: DayReducer? = nil, day: Day? = nil) -> DailyMetrics {
        (reducer ?? self.reducer).reduce(day ?? self.day, samples.mapValues { $0.sorted() })
    }

    /// 23:00 to 06:00 with half an hour awake.
    private var sleep: [Sample] { [at(-60, 180, 3), at(120, 30, 2), at(150, 120, 4), at(270, 90, 5), at(-80, 460, 0, phone)] }

    @Test("ING-13 Total sleep time is the stages, without time awake or merely in bed")
    func totalSleep() {
        let value = reduce([.sleep: sleep]).sleep
        #expect(value?.value == 23_400.0)
        #expect(value?.lowConfidence == false)
        #expect(value?.device == watch.id)
    }

    @Test("ING-13 A session belongs to the day its end falls in, from 18:00 to 18:00")
    func sessions() {
        func night(endingAt minutes: Double) -> [SampleKind: [Sample]] { [.sleep: [at(minutes - 240, 240, 1)]] }
        #expect(reduce(night(endingAt: -360)).sleep == nil)
        #expect(reduce(night(endingAt: -359)).sleep?.value == 14_400)
        #expect(reduce(night(endingAt: 18 * 60)).sleep?.value == 14_400)
        #expect(reduce(night(endingAt: 18 * 60 + 1)).sleep == nil)
        // A gap of 89 minutes belongs to the session, one of 90 ends it.
        #expect(reduce([.sleep: [at(-500, 120, 1), at(-380 + 89, 60, 1)]]).sleep?.value == 10_800.0)
        #expect(reduce([.sleep: [at(-500, 120, 1), at(-380 + 90, 60, 1)]]).sleep?.value == 3600.0)
    }

    @Test("ING-13 Less than three hours are shown with low confidence")
    func shortNight() {
        #expect(reduce([.sleep: [at(0, 179, 1)]]).sleep?.lowConfidence == true)
        #expect(reduce([.sleep: [at(0, 180, 1)]]).sleep?.lowConfidence == false)
    }

    @Test("ING-10 HRV is the median of what was measured asleep; fewer than three are of low confidence")
    func variability() {
        let samples = [at(10, 1, 40), at(125, 1, 400), at(200, 1, 60), at(300, 1, 44), at(600, 1, 90)]
        let value = reduce([.sleep: sleep, .heartRateVariability: samples]).hrv
        #expect(value == MetricValue(44, .asleep, device: watch.id, samples: 3))
        let few = reduce([.sleep: sleep, .heartRateVariability: [samples[0], samples[2]]]).hrv
        #expect(few == MetricValue(50, .asleep, device: watch.id, samples: 2, lowConfidence: true))
    }

    @Test("ING-10 Without sleep it is that of the calmest window without steps, the earliest of equal ones")
    func sedentary() {
        let rates = stride(from: 0.0, to: 1440, by: 5).map { at($0, 0, $0 >= 600 && $0 < 700 ? 55 : $0 >= 800 && $0 < 900 ? 50 : 70) }
        let hrv = [at(610, 1, 41), at(650, 1, 47), at(690, 1, 43), at(850, 1, 99)]
        let steps = [at(800, 100, 30)]
        let value = reduce([.heartRate: rates, .heartRateVariability: hrv, .steps: steps]).hrv
        // 800–900 is calmer but walked through; the first hour from 600 holds two samples.
        #expect(value == MetricValue(44, .sedentary, device: watch.id, samples: 2, lowConfidence: true))
        #expect(reduce([.heartRateVariability: hrv]).hrv == nil)
    }

    @Test("ING-11 The time-weighted tenth percentile of the night needs twenty samples")
    func nocturnal() {
        // Every five minutes in the night, 60 with a dip to 50 for 30 of 420 minutes and to 52 for another 20.
        let rates = stride(from: -60.0, to: 360, by: 5).map { at($0, 0, $0 >= 0 && $0 < 30 ? 50 : $0 >= 100 && $0 < 120 ? 52 : 60) }
        let value = reduce([.sleep: sleep, .heartRate: rates]).nocturnalHeartRate
        #expect(value == MetricValue(52, .asleep, device: watch.id, samples: 84))
        #expect(reduce([.sleep: sleep, .heartRate: Array(rates.prefix(19))]).nocturnalHeartRate == nil)
        #expect(reduce([.sleep: sleep, .heartRate: Array(rates.prefix(20))]).nocturnalHeartRate != nil)
        // A burst of fast beats within a minute weighs a minute.
        let burst = rates + (1..<60).map { at(200 + Double($0) / 60, 0, 40) }
        #expect(reduce([.sleep: sleep, .heartRate: burst]).nocturnalHeartRate?.value == 52)
    }

    @Test("ING-12 The provider's resting heart rate, else the calmest half hour of the day")
    func resting() {
        let rates = stride(from: 0.0, to: 1440, by: 5).map { at($0, 0, $0 >= 700 && $0 < 730 ? 56 : $0 < 300 ? 45 : 75) }
        let steps = [at(500, 60, 900)]
        let own = [at(0, 1380, 58), at(0, 1400, 57), at(1440, 100, 61), at(-1440, 100, 62)]
        #expect(
            reduce([.heartRate: rates, .restingHeartRate: own, .steps: steps]).restingHeartRate == MetricValue(57, .provider, device: watch.id, samples: 2))
        #expect(reduce([.heartRate: rates, .steps: steps]).restingHeartRate == MetricValue(56, .lowActivity, device: watch.id, samples: 6))
        #expect(reduce([.heartRate: rates, .steps: [at(480, 840, 9000)]]).restingHeartRate == nil)
    }

    @Test("ING-14 Steps are the rounded daily total, absent without motion data")
    func steps() {
        #expect(reduce([.steps: [at(100, 10, 100.4), at(200, 10, 50.3), at(-5, 10, 10)]]).steps?.value == 156)
        #expect(reduce([.heartRate: [at(1, 0, 60)]]).steps == nil)
    }

    @Test("ING-15 Respiratory rate is the mean during sleep")
    func respiration() {
        let value = reduce([.sleep: sleep, .respiratoryRate: [at(0, 30, 14), at(200, 30, 15), at(700, 30, 30)]]).respiratoryRate
        #expect(value == MetricValue(14.5, .asleep, device: watch.id, samples: 2))
    }

    @Test("COM-1 The night's own time zone decides its day, the profile's that of everything else")
    func zones() throws {
        let tokyo = try #require(LocalZone(name: "Asia/Tokyo"))
        let berlin = ZoneRules([ZonePeriod(since: 0, zone: "Europe/Berlin")], exportOffset: 0)
        let reducer = DayReducer(order: SourceOrder([watch]), rules: berlin, zones: [7: tokyo])
        // 09:00 in Tokyo on the 6th is 01:00 in Berlin on the 6th, and 00:00 in UTC.
        let end = 24.0 * 60
        #expect(reduce([.sleep: [at(end - 300, 300, 1, note: 7)]], reducer, day: day.advanced(by: 1)).sleep?.value == 18_000)
        // 18:30 in Tokyo on the 5th is 10:30 in Berlin on the 5th.
        let nap = [at(9.5 * 60 - 300, 300, 1, note: 7)]
        #expect(reduce([.sleep: nap], reducer).sleep == nil)
        #expect(reduce([.sleep: nap], reducer, day: day.advanced(by: 1)).sleep?.value == 18_000)
        #expect(reduce([.sleep: [at(9.5 * 60 - 300, 300, 1)]], reducer).sleep?.value == 18_000)
        #expect(reduce([.steps: [at(-30, 10, 100)]], reducer).steps?.value == 100)
    }

    @Test("COM-1 Days of 23 and 25 hours hold all their samples and only those", arguments: [("2024-03-31", 23), ("2024-10-27", 25), ("2024-06-01", 24)])
    func daylightSaving(text: String, hours: Int) throws {
        let rules = ZoneRules([ZonePeriod(since: 0, zone: "Europe/Berlin")], exportOffset: 0)
        let day = try #require(Day(text))
        let (start, end) = (rules.start(of: day), rules.start(of: day.advanced(by: 1)))
        #expect(end - start == Int64(hours) * 3600)
        let reducer = DayReducer(order: SourceOrder([watch]), rules: rules, zones: [:])
        // One step per minute from an hour before to an hour after.
        let samples = stride(from: start - 3600, to: end + 3600, by: 60).map { Sample(start: $0, end: $0 + 60, value: 1, source: watch.id) }
        #expect(reducer.reduce(day, [.steps: samples]).steps?.value == Double(hours * 60))
        #expect(rules.day(of: start) == day && rules.day(of: start - 1) == day.advanced(by: -1) && rules.day(of: end - 1) == day)
    }

    @Test("COM-1 Days partition time through journeys and changes of clocks")
    func partition() {
        let journeys = [
            ZonePeriod(since: 0, zone: "Europe/Berlin"), ZonePeriod(since: utc("2024-03-01 12:00:00") * 1000, zone: "America/Los_Angeles"),
            ZonePeriod(since: utc("2024-04-01 07:30:00") * 1000, zone: "Pacific/Auckland"),
            ZonePeriod(since: utc("2024-09-01 03:00:00") * 1000, zone: "Pacific/Apia"),
        ]
        let rules = ZoneRules(journeys, exportOffset: 0)
        var last = rules.start(of: day.advanced(by: -30))
        for step in -29...400 {
            let next = rules.start(of: day.advanced(by: step))
            #expect(next >= last)
            if next > last {
                #expect(rules.day(of: next) >= day.advanced(by: step))
                #expect(rules.day(of: next - 1) < day.advanced(by: step))
            }
            last = next
        }
    }

    @Test("COM-1 Without a profile the phone's offset at export counts")
    func exportOffset() {
        let rules = ZoneRules([], exportOffset: -18_000)
        #expect(rules.start(of: day) == midnight + 18_000)
        #expect(ZoneRules([ZonePeriod(since: 0, zone: "Not/AZone")], exportOffset: 3600).start(of: day) == midnight - 3600)
    }
}
