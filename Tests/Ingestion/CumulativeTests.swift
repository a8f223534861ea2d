import Fixtures
import LocalTime
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Compares ING-6 with an oracle that evaluates every second.
@Suite(.tags(.processes)) struct CumulativeTests {
    private let order = SourceOrder([watch, phone, scale])

    private func steps(_ source: SampleSource, _ from: Int64, _ to: Int64, _ value: Double) -> Sample {
        Sample(start: from, end: to, value: value, source: source.id)
    }

    private func total(_ samples: [Sample], _ interval: Range<Int64> = 0..<86_400, order: SourceOrder? = nil) -> Double?
    {
        Cumulative.total(samples.sorted(), within: interval, order: order ?? self.order)?.value
    }

    @Test("ING-6 The watch's time counts for the watch, the rest for the phone")
    func overlap() {
        let samples = [steps(watch, 100, 200, 100), steps(phone, 150, 350, 200)]
        #expect(total(samples) == 250)
        #expect(total(samples, order: SourceOrder([watch, phone], userOrder: ["Phone"])) == 250)
    }

    @Test("ING-6 Midnight splits a sample pro rata")
    func midnight() {
        let sample = [steps(watch, 86_300, 86_500, 200)]
        #expect(total(sample) == 100)
        #expect(total(sample, 86_400..<172_800) == 100)
    }

    @Test("ING-6 Within one source exact duplicates drop and others sum")
    func duplicates() {
        #expect(total([steps(watch, 0, 100, 50), steps(watch, 0, 100, 50), steps(watch, 50, 150, 30)]) == 80)
    }

    @Test("ING-6 An instantaneous sample counts whole, unless a better source covers its instant")
    func instants() {
        #expect(total([steps(phone, 150, 150, 7), steps(watch, 200, 300, 10)]) == 17)
        #expect(total([steps(phone, 250, 250, 7), steps(watch, 200, 300, 10)]) == 10)
        #expect(total([steps(phone, 300, 300, 7), steps(watch, 200, 300, 10)]) == 17)
        #expect(total([steps(watch, 250, 250, 7), steps(phone, 200, 300, 10)]) == 17)
        #expect(total([steps(watch, 86_400, 86_400, 7)]) == nil)
    }

    @Test("COM-3 A day without samples has no total; one with samples of zero has a total of zero")
    func absent() {
        #expect(total([]) == nil)
        #expect(total([steps(watch, 10, 20, 0)]) == 0)
    }

    @Test("ING-6 2,000 random days agree with integration second by second to 1e-9")
    func oracle() {
        var random = SplitMix(seed: 42)
        for round in 0..<2000 {
            let samples = (0..<Int.random(in: 1...14, using: &random)).map { _ in
                let start = Int64.random(in: -40...220, using: &random)
                let length = Int.random(in: 0...3, using: &random) == 0 ? 0 : Int64.random(in: 1...90, using: &random)
                return steps(
                    [watch, phone, scale].randomElement(using: &random) ?? watch, start, start + length,
                    Double(Int.random(in: 0...500, using: &random)))
            }
            let interval: Range<Int64> = 0..<Int64.random(in: 100...200, using: &random)
            let (expected, actual) = (bySeconds(samples, interval), total(samples, interval))
            #expect((expected == nil) == (actual == nil), "round \(round)")
            if let expected, let actual {
                #expect(abs(expected - actual) <= 1e-9 * max(1, abs(expected)), "round \(round)")
            }
        }
    }

    /// The rule as specified, one second at a time.
    private func bySeconds(_ samples: [Sample], _ interval: Range<Int64>) -> Double? {
        let samples = Array(Set(samples))
        var (sum, any) = (0.0, false)
        for second in interval {
            let active = samples.filter { $0.start <= second && second < $0.end }
            if let best = active.map({ order.rank($0.source) }).min() {
                any = true
                for sample in active where order.rank(sample.source) == best {
                    sum += sample.value / Double(sample.end - sample.start)
                }
            }
            for sample in samples where sample.start == sample.end && sample.start == second {
                any = true
                let rank = order.rank(sample.source)
                let isCovered = samples.contains { other in
                    order.rank(other.source) < rank
                        && (other.start <= second && second < other.end
                            || (other.start == second && other.end == second))
                }
                if !isCovered { sum += sample.value }
            }
        }
        return any ? sum : nil
    }

    @Test(
        "ING-6 Sleep of several sources: what the watch describes is the watch's, be it as awake; in bed never hides sleep"
    )
    func sleepSources() {
        func stage(_ source: SampleSource, _ from: Int64, _ to: Int64, _ stage: SleepStage) -> Sample {
            Sample(start: from, end: to, value: Double(stage.rawValue), source: source.id)
        }
        let midnight: Int64 = 86_400 * 100
        let samples = [
            stage(phone, midnight, midnight + 28_800, .asleepUnspecified),
            stage(phone, midnight - 600, midnight + 30_000, .inBed),
            stage(watch, midnight + 3600, midnight + 7200, .core),
            stage(watch, midnight + 7200, midnight + 9000, .awake),
        ].sorted()
        let night = Night(Day(number: 100), samples, order: order, calendar: LocalCalendar([]), zones: [:])
        #expect(night.asleep.length == 27_000)
        #expect(night.device == phone.id)
        let phoneFirst = SourceOrder([watch, phone], userOrder: ["Phone"])
        #expect(
            Night(Day(number: 100), samples, order: phoneFirst, calendar: LocalCalendar([]), zones: [:]).asleep.length
                == 28_800)
    }
}
