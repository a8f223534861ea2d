import LocalTime
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Reduces one day's samples to its metrics; expected values are computed by hand.
@Suite(.tags(.processes)) struct ReductionTests {
    private let day = Day("2024-03-05") ?? Day(number: 0)
    private let midnight = utc("2024-03-05 00:00:00")
    private let reducer = DayReducer(order: SourceOrder([watch, phone]), calendar: LocalCalendar([]), zones: [:])

    private func at(
        _ minutes: Double, _ length: Double, _ value: Double, _ source: SampleSource = watch, note: UInt64 = 0
    ) -> Sample {
        let start = midnight + Int64(minutes * 60)
        return Sample(start: start, end: start + Int64(length * 60), value: value, source: source.id, note: note)
    }

    private func reduce(_ samples: [SampleKind: [Sample]], _ reducer: DayReducer? = nil, day: Day? = nil)
        -> DailyMetrics
    {
        (reducer ?? self.reducer).reduce(day ?? self.day, samples.mapValues { $0.sorted() })
    }

    /// 23:00 to 06:00 with half an hour awake.
    private var sleep: [Sample] {
        [at(-60, 180, 3), at(120, 30, 2), at(150, 120, 4), at(270, 90, 5), at(-80, 460, 0, phone)]
    }

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
        let rates = stride(from: 0.0, to: 1440, by: 5).map {
            at($0, 0, $0 >= 600 && $0 < 700 ? 55 : $0 >= 800 && $0 < 900 ? 50 : 70)
        }
        let hrv = [at(610, 1, 41), at(650, 1, 47), at(690, 1, 43), at(850, 1, 99)]
        let steps = [at(800, 100, 30)]
        let value = reduce([.heartRate: rates, .heartRateVariability: hrv, .steps: steps]).hrv
        // 800–900 has less movement but includes walking; the first hour from 600 holds two samples.
        #expect(value == MetricValue(44, .sedentary, device: watch.id, samples: 2, lowConfidence: true))
        #expect(reduce([.heartRateVariability: hrv]).hrv == nil)
    }

    @Test("ING-11 The time-weighted tenth percentile of the night needs twenty samples")
    func nocturnal() {
        // Every five minutes at night: 60, with a dip to 50 for 30 of 420 minutes and to 52 for another 20.
        let rates = stride(from: -60.0, to: 360, by: 5).map {
            at($0, 0, $0 >= 0 && $0 < 30 ? 50 : $0 >= 100 && $0 < 120 ? 52 : 60)
        }
        let value = reduce([.sleep: sleep, .heartRate: rates]).nocturnalHeartRate
        #expect(value == MetricValue(52, .asleep, device: watch.id, samples: 84))
        #expect(reduce([.sleep: sleep, .heartRate: Array(rates.prefix(19))]).nocturnalHeartRate == nil)
        #expect(reduce([.sleep: sleep, .heartRate: Array(rates.prefix(20))]).nocturnalHeartRate != nil)
        // A burst of fast beats within a minute has the weight of one minute.
        let burst = rates + (1..<60).map { at(200 + Double($0) / 60, 0, 40) }
        #expect(reduce([.sleep: sleep, .heartRate: burst]).nocturnalHeartRate?.value == 52)
    }

    @Test("ING-12 The provider's resting heart rate, else the calmest half hour of the day")
    func resting() {
        let rates = stride(from: 0.0, to: 1440, by: 5).map {
            at($0, 0, $0 >= 700 && $0 < 730 ? 56 : $0 < 300 ? 45 : 75)
        }
        let steps = [at(500, 60, 900)]
        let own = [at(0, 1380, 58), at(0, 1400, 57), at(1440, 100, 61), at(-1440, 100, 62)]
        #expect(
            reduce([.heartRate: rates, .restingHeartRate: own, .steps: steps]).restingHeartRate
                == MetricValue(57, .provider, device: watch.id, samples: 2))
        #expect(
            reduce([.heartRate: rates, .steps: steps]).restingHeartRate
                == MetricValue(56, .lowActivity, device: watch.id, samples: 6))
        #expect(reduce([.heartRate: rates, .steps: [at(480, 840, 9000)]]).restingHeartRate == nil)
    }

    @Test("ING-14 Steps are the rounded daily total, absent without motion data")
    func steps() {
        #expect(reduce([.steps: [at(100, 10, 100.4), at(200, 10, 50.3), at(-5, 10, 10)]]).steps?.value == 156)
        #expect(reduce([.heartRate: [at(1, 0, 60)]]).steps == nil)
    }

    @Test("ING-15 Respiratory rate is the mean during sleep")
    func respiration() {
        let value = reduce([.sleep: sleep, .respiratoryRate: [at(0, 30, 14), at(200, 30, 15), at(700, 30, 30)]])
            .respiratoryRate
        #expect(value == MetricValue(14.5, .asleep, device: watch.id, samples: 2))
    }

    @Test("COM-1 The night's own time zone decides its day, the profile's that of everything else")
    func zones() throws {
        let tokyo = try #require(LocalZone(name: "Asia/Tokyo"))
        let berlin = LocalCalendar([ZonePeriod(since: 0, zone: "Europe/Berlin")])
        let reducer = DayReducer(order: SourceOrder([watch]), calendar: berlin, zones: [7: tokyo])
        // 09:00 in Tokyo on the 6th is 01:00 in Berlin on the 6th, and 00:00 in UTC.
        let end = 24.0 * 60
        #expect(
            reduce([.sleep: [at(end - 300, 300, 1, note: 7)]], reducer, day: day.advanced(by: 1)).sleep?.value == 18_000
        )
        // 18:30 in Tokyo on the 5th is 10:30 in Berlin on the 5th.
        let nap = [at(9.5 * 60 - 300, 300, 1, note: 7)]
        #expect(reduce([.sleep: nap], reducer).sleep == nil)
        #expect(reduce([.sleep: nap], reducer, day: day.advanced(by: 1)).sleep?.value == 18_000)
        #expect(reduce([.sleep: [at(9.5 * 60 - 300, 300, 1)]], reducer).sleep?.value == 18_000)
        #expect(reduce([.steps: [at(-30, 10, 100)]], reducer).steps?.value == 100)
    }

    @Test(
        "COM-1 Days of 23 and 25 hours hold all their samples and only those",
        arguments: [("2024-03-31", 23), ("2024-10-27", 25), ("2024-06-01", 24)])
    func daylightSaving(text: String, hours: Int) throws {
        let rules = LocalCalendar([ZonePeriod(since: 0, zone: "Europe/Berlin")])
        let day = try #require(Day(text))
        let (start, end) = (rules.start(of: day), rules.start(of: day.advanced(by: 1)))
        #expect(end - start == Int64(hours) * 3600)
        let reducer = DayReducer(order: SourceOrder([watch]), calendar: rules, zones: [:])
        // One step per minute from an hour before to an hour after.
        let samples = stride(from: start - 3600, to: end + 3600, by: 60).map {
            Sample(start: $0, end: $0 + 60, value: 1, source: watch.id)
        }
        #expect(reducer.reduce(day, [.steps: samples]).steps?.value == Double(hours * 60))
        #expect(rules.day(second: start) == day)
        #expect(rules.day(second: start - 1) == day.advanced(by: -1))
        #expect(rules.day(second: end - 1) == day)
    }

    @Test(
        "ING-12 Low activity is looked for from 08:00 to 22:00 by the clock on the wall, on days of 23 and 25 hours too",
        arguments: ["2024-03-31", "2024-10-27", "2024-06-01"])
    func daytime(text: String) throws {
        let calendar = LocalCalendar([ZonePeriod(since: 0, zone: "Europe/Berlin")])
        let day = try #require(Day(text))
        let reducer = DayReducer(order: SourceOrder([watch]), calendar: calendar, zones: [:])
        let (eight, ten) = (calendar.instant(of: day, at: 8 * 3600), calendar.instant(of: day, at: 22 * 3600))
        /// Resting heart rate of a day at 70 but for half an hour at 50.
        func value(calmFrom start: Int64) -> Double? {
            let rates = stride(from: calendar.start(of: day), to: calendar.start(of: day.advanced(by: 1)), by: 300).map
            { at in
                Sample(start: at, end: at, value: at >= start && at < start + 1800 ? 50 : 70, source: watch.id)
            }
            return reducer.reduce(day, [.heartRate: rates]).restingHeartRate?.value
        }
        #expect(value(calmFrom: eight) == 50)
        #expect(value(calmFrom: ten - 1800) == 50)
        #expect(value(calmFrom: eight - 1800) == 70)
        #expect(value(calmFrom: ten) == 70)
    }

    @Test(
        "ING-12 Steps of the day before yesterday say nothing about today's activity: low confidence without today's own"
    )
    func motionOfOtherDays() {
        let rates = stride(from: 0.0, to: 1440, by: 5).map { at($0, 0, 60) }
        #expect(
            reduce([.heartRate: rates, .steps: [at(-2 * 1440 + 600, 10, 100)]]).restingHeartRate?.lowConfidence == true)
        #expect(reduce([.heartRate: rates, .steps: [at(-10, 5, 100)]]).restingHeartRate?.lowConfidence == true)
        #expect(reduce([.heartRate: rates, .steps: [at(1200, 10, 100)]]).restingHeartRate?.lowConfidence == false)
        #expect(reduce([.heartRate: rates, .steps: [at(-10, 20, 100)]]).restingHeartRate?.lowConfidence == false)
    }

    @Test("SCO-1 Steps carry the source that counted most of them, by what counted and not by what was said")
    func stepsDevice() {
        let both = [at(100, 10, 100), at(100, 10, 900, phone), at(200, 10, 90, phone)]
        #expect(reduce([.steps: both]).steps == MetricValue(190, .total, device: watch.id, samples: 3))
        #expect(reduce([.steps: both + [at(300, 10, 20, phone)]]).steps?.device == phone.id)
        #expect(reduce([.steps: [at(100, 10, 0, phone), at(200, 10, 0)]]).steps?.device == watch.id)
    }
}
