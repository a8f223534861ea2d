import Fixtures
import LocalTime
import Messages
import Testing

@testable import HealthFormats

/// The day of a main sleep of people who work by shifts: by the middle of the sleep, as Pulsum decides, and by a border
/// learned from the last 28 main sleeps, as the source specification asks.
@Suite struct ShiftBorderTests {
    private static let hour = 3600.0
    private static let border: Int64 = 18 * 3600

    private enum Work: CaseIterable {
        case usual, nights, lateNights, rotating, onAndOff
    }

    /// Main sleeps of 120 days in local time, which is UTC here.
    private static func sleeps(_ work: Work, _ random: inout SplitMix) -> [Range<Int64>] {
        func normal(_ mean: Double, _ deviation: Double) -> Double {
            mean + deviation * ((0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) })
        }
        var (sleeps, end): ([Range<Int64>], Int64) = ([], 0)
        for day in 19_000..<19_120 as Range<Int64> {
            // Hour of falling asleep, counted from midnight of the day of waking, and hours asleep.
            let usual = (start: normal(-1, 0.8), length: normal(7.5, 0.7))
            let plan: (start: Double, length: Double) =
                switch (work, day % 21 / 7, day % 7) {
                case (.usual, _, _): usual
                case (.nights, _, _): (normal(8.5, 1.2), normal(6.8, 1))
                case (.lateNights, _, _): (normal(11, 1), normal(7.4, 0.7))
                case (.rotating, 0, _): (normal(-2.5, 0.5), normal(7.3, 0.6))
                case (.rotating, 1, _): (normal(1, 0.8), normal(7.8, 0.7))
                case (.rotating, _, _): (normal(10, 1.3), normal(7, 1))
                case (.onAndOff, _, ..<3): (normal(10.5, 1.3), normal(6.8, 1))
                case (.onAndOff, _, _): usual
                }
            let start = max(day * 86_400 + Int64(plan.start * hour), end + 4 * 3600)
            end = start + Int64(max(plan.length, 3.2) * hour)
            sleeps.append(start..<end)
        }
        return sleeps
    }

    private static func day(_ instant: Int64, from border: Int64) -> Int64 {
        (instant - 1 + 86_400 - border).floorDivided(by: 86_400)
    }

    /// The days as Pulsum finds them.
    private static func byMiddle(_ sleeps: [Range<Int64>]) -> [Int64?] {
        let samples = sleeps.map {
            Sample(start: $0.lowerBound, end: $0.upperBound, value: Double(SleepStage.core.rawValue), source: 1)
        }
        var days = [Int64?](repeating: nil, count: sleeps.count)
        for number in 18_998..<19_124 {
            let first = Int64(number) * 86_400 - Sample.maximumSeconds
            let near = samples.filter { $0.start >= first && $0.start < first + Sample.maximumSeconds + 2 * 86_400 }
            let night = Night(
                Day(number: Int32(number)), near, order: SourceOrder([]), calendar: .utc, zones: [:])
            for session in night.sessions {
                if let place = sleeps.firstIndex(of: session) { days[place] = Int64(number) }
            }
        }
        return days
    }

    /// The days by a border in the middle of the usual waking time, if a share of the last 28 main sleeps ended late.
    private static func byMonth(_ sleeps: [Range<Int64>], often: Double) -> [Int64?] {
        sleeps.indices.map { index in
            let last = sleeps[max(0, index - 28)..<index]
            let late = last.count { $0.upperBound % 86_400 > border }
            guard last.count >= 7, Double(late) >= often * Double(last.count) else {
                return day(sleeps[index].upperBound, from: border)
            }
            let middles = zip(last, last.dropFirst()).map { before, after in
                (before.upperBound + (after.lowerBound - before.upperBound) / 2) % 86_400
            }.sorted()
            let middle = middles[middles.count / 2]
            // A border in the morning begins the day that it lies in.
            let days = day(sleeps[index].upperBound, from: middle)
            return middle < 43_200 ? days - 1 : days
        }
    }

    @Test("ING-13 The middle of a main sleep finds its day more often than a border of the last 28 sleeps")
    func measured() {
        var middleTotal = 0.0
        var monthTotal = [0.1: 0.0, 0.25: 0.0, 0.5: 0.0]
        for work in Work.allCases {
            var (middle, month, count) = (0, [0.1: 0, 0.25: 0, 0.5: 0], 0)
            for seed in 1...40 as ClosedRange<UInt64> {
                var random = SplitMix(seed: seed)
                let sleeps = Self.sleeps(work, &random)
                // The day of waking.
                let right = sleeps.map { ($0.upperBound - 1) / 86_400 }
                count += right.count
                middle += zip(Self.byMiddle(sleeps), right).count { $0 == $1 }
                for often in month.keys {
                    month[often]? += zip(Self.byMonth(sleeps, often: often), right).count { $0 == $1 }
                }
            }
            let shares = month.mapValues { Double($0) / Double(count) }
            print("\(work): middle \(Double(middle) / Double(count)), month \(shares.sorted { $0.key < $1.key })")
            middleTotal += Double(middle) / Double(count)
            for (often, share) in shares { monthTotal[often]? += share }
            if work == .usual { #expect(middle == count) }
        }
        for total in monthTotal.values { #expect(middleTotal > total) }
    }
}
