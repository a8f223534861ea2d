import Fixtures
import Localization
import Messages
import TestTraits
import Testing

@testable import Questions

/// How often the coach calls a difference one where nothing changed (COA-6).
@Suite(.tags(.exhaustive)) struct NoiseTests: AnswerSuite {
    private static let persistences = [0, 0.5, 0.8]
    /// Histories of each persistence.
    private static let count = RunSize.isWhole ? 1_000 : 200

    /// Prints how many of the histories are called different, and expects at most a twentieth of them, with two standard
    /// errors of a gate's few.
    private func expect(_ name: String, seed: UInt64, _ isFound: (inout StationaryDays, Double, Int) -> Bool) {
        print("\(name): seed \(seed)")
        var random = StationaryDays(seed: seed)
        for persistence in Self.persistences {
            let found = (0..<Self.count).count { isFound(&random, persistence, $0) }
            print("\(name) of nothing: φ \(persistence): \(found) of \(Self.count)")
            let chance = 0.05 * Double(Self.count)
            #expect(Double(found) <= chance + 2 * (chance * 0.95).squareRoot(), "\(name), φ \(persistence): \(found)")
        }
    }

    private func rounded(_ values: [Double], _ gaps: Set<Int> = []) -> [Double?] {
        values.enumerated().map { gaps.contains($0) ? nil : (60 + 5 * $1).rounded() }
    }

    @Test("COA-6 two periods of a history without a change differ by no more than chance")
    func compared() {
        expect("periods", seed: 620) { random, persistence, number in
            let values = rounded(
                random.values(200, persistence: persistence), random.gaps(200, share: number % 2 == 0 ? 0 : 0.2))
            let now = Period(Self.today.advanced(by: [-6, -29, 0][number % 3])...Self.today, "lately")
            let before = now.days.lowerBound.advanced(by: -1)
            let then = Period(before.advanced(by: -60)...before, "before")
            let answer = writer().compare(numbers(.metric("restingHeartRate"), values), now, with: then)
            return answer.text.contains("outside")
        }
    }

    @Test("COA-6 weekdays of a history without a change differ by no more than chance")
    func weekdays() {
        expect("weekdays", seed: 621) { random, persistence, number in
            let values = rounded(random.values([35, 63, 180][number % 3], persistence: persistence))
            let answer = writer().weekdays(
                numbers(.metric("restingHeartRate"), values), period(180), isHighest: true)
            return answer.text.contains("more than")
        }
    }

    @Test("COA-6 two histories without a link are called linked as seldom as the interval says")
    func linked() {
        expect("links", seed: 622) { random, persistence, number in
            let count = [60, 120, 180][number % 3]
            let pair = (0..<2).map { _ in rounded(random.values(count, persistence: persistence)) }
            let influence = Influence(
                numbers(.metric("steps"), pair[0]), on: numbers(.metric("hrv"), pair[1]), in: period(180))
            return influence.isClear
        }
    }

    @Test("COA-5 days after weeks of suggestions differ by no more than chance")
    func effects() {
        expect("effects", seed: 623) { random, persistence, _ in
            let values = rounded(random.values(365, persistence: persistence))
            let done = random.stretches(8, of: 14, in: 365).map { Self.today.advanced(by: $0 - 364) }
            return Outcome(completed: Set(done), scores: numbers(.score, values).series)?.isClear ?? false
        }
    }

    @Test("COA-6 a real difference between two periods is found")
    func real() {
        var random = StationaryDays(seed: 624)
        let found = (0..<50).count { _ in
            let values = random.values(240, persistence: 0.5).enumerated().map { $0 < 150 ? $1 : $1 + 2 }
            let now = Period(Self.today.advanced(by: -59)...Self.today, "lately")
            let then = Period(Self.today.advanced(by: -220)...Self.today.advanced(by: -100), "before")
            let pulse = numbers(.metric("restingHeartRate"), rounded(values))
            return writer().compare(pulse, now, with: then).text.contains("outside")
        }
        #expect(found >= 45, "\(found) of 50")
    }
}
