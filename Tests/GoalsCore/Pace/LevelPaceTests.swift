import Fixtures
import Foundation
import GoalsCore
import Language
import Messages
import Testing

/// Goals whose measure is a level: the weight of a body.
@Suite struct LevelPaceTests {
    private static let start = Day(number: 20_000)
    private static let kilogram = Quantity.bodyMass.canonical
    private static let pound = MeasureUnit.named("lb", of: .bodyMass)

    private func aim(_ target: Double, _ unit: MeasureUnit = kilogram, days: Int? = 70) -> Aim {
        Aim(target: target, unit: unit, start: Self.start, targetDate: days.map { Self.start.advanced(by: $0 - 1) })
    }

    private func weights(_ values: [(day: Int, value: Double)], _ unit: MeasureUnit = kilogram) -> [DatedAmount] {
        values.map { DatedAmount(day: Self.start.advanced(by: $0.day), amount: $0.value, unit: unit) }
    }

    /// A weight on each day of a range, that changes by so much a day.
    private func line(_ days: ClosedRange<Int>, from first: Double, by change: Double) -> [DatedAmount] {
        weights(days.map { ($0, first + change * Double($0)) })
    }

    private func pace(_ values: [DatedAmount], _ target: Double, day: Int, days: Int? = 70) -> LevelPace? {
        LevelPace(of: values, towards: aim(target, days: days), on: Self.start.advanced(by: day))
    }

    @Test("GOL-4: of a level the latest value counts, on its way from the first one to a target below it")
    func falling() throws {
        let read = try #require(pace(line(0...28, from: 80, by: -0.05), 76, day: 28))
        let (latest, expected) = (try #require(read.latest), try #require(read.expected))
        #expect(read.start == 80 && abs(latest - 78.6) < 1e-9)
        // 28 of 70 days: 1.6 of 4 kg were expected; 1.4 is within a week's part.
        #expect(abs(expected - 78.4) < 1e-9 && read.state == .onTrack)
        #expect(abs(read.share - 0.35) < 1e-9 && read.reached == nil && read.daysLeft == 42)
        let (perWeek, needed) = (try #require(read.perWeek), try #require(read.neededPerWeek))
        #expect(abs(perWeek + 0.35) < 1e-6 && abs(needed + 2.6 / 42 * 7) < 1e-9)
        let finish = try #require(read.projection?.finish)
        #expect((52...53).contains(Self.start.advanced(by: 28).distance(to: finish)))
    }

    @Test("GOL-4: a target above the start is the same way upwards, in pounds too")
    func rising() throws {
        let pound = try #require(Self.pound)
        let up = try #require(pace(line(0...28, from: 80, by: 0.05), 84, day: 28))
        let down = try #require(pace(line(0...28, from: 80, by: -0.05), 76, day: 28))
        #expect(up.state == down.state && abs(up.share - down.share) < 1e-9)
        #expect(abs((up.perWeek ?? 0) + (down.perWeek ?? 0)) < 1e-9 && (up.neededPerWeek ?? 0) > 0)
        #expect(up.projection?.finish == down.projection?.finish)
        let kilograms = line(0...28, from: 80, by: -0.05)
        let target = Aim(
            target: 76 / pound.factor, unit: pound, start: Self.start, targetDate: Self.start.advanced(by: 69))
        let inPounds = try #require(LevelPace(of: kilograms, towards: target, on: Self.start.advanced(by: 28)))
        #expect(inPounds.state == down.state && inPounds.projection?.finish == down.projection?.finish)
        let latest = try #require(inPounds.latest)
        #expect(abs(latest - 78.6 / pound.factor) < 1e-9)
    }

    @Test("GOL-4: behind, on track, ahead and done; the day on which the weight was reached and stayed")
    func states() throws {
        func state(_ value: Double, day: Int) -> Pace.State? {
            pace(weights([(0, 80), (day, value)]), 76, day: day)?.state
        }
        #expect(state(80, day: 7) == .onTrack && state(80, day: 21) == .behind)
        #expect(state(78, day: 21) == .ahead && state(76, day: 21) == .done && state(75.2, day: 21) == .done)
        #expect(state(77, day: 75) == .behind && state(81, day: 21) == .behind)
        let back = weights([(0, 80), (10, 75.9), (12, 76.4), (20, 75.8), (25, 75.5)])
        #expect(pace(back, 76, day: 25)?.reached == Self.start.advanced(by: 20))
        #expect(pace(back, 76, day: 25)?.projection == nil && pace(back, 76, day: 25)?.neededPerWeek == nil)
        #expect(pace(back, 76, day: 12)?.reached == nil)
    }

    @Test("GOL-4: the way begins with the last weight before the goal; later and foreign values do not count")
    func begins() throws {
        var values = weights([(-40, 90), (-2, 81), (5, 79), (5, 78.5), (30, 60)])
        values.append(DatedAmount(day: Self.start.advanced(by: 6), amount: 20, unit: Quantity.mass.canonical))
        values.append(DatedAmount(day: Self.start.advanced(by: 6), amount: .nan, unit: Self.kilogram))
        let read = try #require(pace(values, 76, day: 10))
        #expect(read.start == 81 && read.latest == 78.5 && read.share == 0.5)
        let none = try #require(pace([], 76, day: 10))
        #expect(none.start == nil && none.latest == nil && none.state == nil && none.share == 0 && none.daysLeft == 60)
        #expect(pace(weights([(3, 79)]), 76, day: 10)?.start == 79)
        #expect(pace(values, .nan, day: 10) == nil)
    }

    @Test("GOL-4: a target that is the start means to stay: kept within what water moves, done when its time is over")
    func staying() throws {
        #expect(pace(weights([(0, 76), (20, 77)]), 76, day: 20)?.state == .onTrack)
        #expect(pace(weights([(0, 76), (20, 74.9)]), 76, day: 20)?.share == 1)
        #expect(pace(weights([(0, 76), (20, 79)]), 76, day: 20)?.state == .behind)
        let over = try #require(pace(weights([(0, 76), (80, 76.5)]), 76, day: 80))
        #expect(over.state == .done && over.neededPerWeek == nil && over.expected == 76)
    }

    @Test("GOL-4: no finish is projected from few values, from a weight that stays, or in the wrong direction")
    func unprojected() {
        #expect(pace(line(0...3, from: 80, by: -0.2), 76, day: 3)?.projection == nil)
        #expect(pace(weights([(0, 80), (1, 79.9), (2, 79.8), (3, 79.7), (4, 79.6)]), 76, day: 4)?.perWeek == nil)
        #expect(pace(line(0...30, from: 80, by: 0.05), 76, day: 30)?.projection == nil)
        #expect(pace(line(0...30, from: 80, by: -0.0001), 76, day: 30)?.projection?.finish == nil)
        // Water alone: the slope may be none, so the interval has no end.
        let water = weights((0...20).map { ($0, 80 - 0.005 * Double($0) + ($0 % 3 == 0 ? 0.6 : -0.3)) })
        #expect(pace(water, 76, day: 20)?.projection?.latest == nil)
    }

    /// Weights of seven days in ten, with water that lasts from day to day, as `SyntheticEater` has it.
    private func course(_ random: inout SplitMix, days: Int) -> [DatedAmount] {
        func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + .random(in: 0..<1, using: &random) } }
        var water = 0.0
        return (0...days).compactMap { day in
            water = 0.6 * water + 0.32 * normal()
            guard day == 0 || Double.random(in: 0..<1, using: &random) < 0.7 else { return nil }
            return DatedAmount(
                day: Self.start.advanced(by: day), amount: 80 - 0.06 * Double(day) + water, unit: Self.kilogram)
        }
    }

    @Test("GOL-4: the interval of the finish holds the true day in two of three courses at least, and is no dragnet")
    func interval() throws {
        var random = SplitMix(seed: 11)
        let truth = Self.start.advanced(by: 84)
        var (held, widths) = (0, [Int]())
        for _ in 0..<600 {
            let read = try #require(pace(course(&random, days: 42), 75, day: 42, days: 200))
            guard let projection = read.projection, let earliest = projection.earliest else { continue }
            if earliest <= truth, projection.latest.map({ $0 >= truth }) ?? true { held += 1 }
            if let latest = projection.latest { widths.append(earliest.distance(to: latest)) }
        }
        #expect((400...560).contains(held), "\(held) of 600")
        #expect(widths.count > 500 && widths.sorted()[widths.count / 2] < 40)
    }

    @Test("GOL-4: all numbers of a level are finite, the finish lies in its interval, and nothing lies in the past")
    func finite() throws {
        var random = SplitMix(seed: 12)
        for _ in 0..<3_000 {
            let values = (0..<Int.random(in: 0...14, using: &random)).map { _ in
                DatedAmount(
                    day: Self.start.advanced(by: .random(in: -10...130, using: &random)),
                    amount: .random(in: 40...160, using: &random), unit: Self.kilogram)
            }
            let (target, day) = (Double.random(in: 40...160, using: &random), Int.random(in: -20...150, using: &random))
            let read = try #require(pace(values, target, day: day, days: Bool.random(using: &random) ? 90 : nil))
            let numbers = [read.start, read.latest, read.expected, read.share, read.perWeek, read.neededPerWeek]
            #expect(numbers.compactMap(\.self).allSatisfy(\.isFinite) && (0...1).contains(read.share))
            guard let projection = read.projection else { continue }
            let days = [projection.earliest, projection.finish, projection.latest].compactMap(\.self)
            #expect(days == days.sorted() && days.allSatisfy { $0 > Self.start.advanced(by: day) })
        }
    }

    @Test("GOL-2: energy, drink and the weight of a body have units that convert, each within its kind")
    func units() throws {
        func convert(_ value: Double, _ from: String, _ to: String, _ kind: Quantity) throws -> Double? {
            try #require(MeasureUnit.named(from, of: kind)).convert(
                value, to: try #require(MeasureUnit.named(to, of: kind)))
        }
        for (value, from, to, kind, expected) in [
            (1.0, "kcal", "kJ", Quantity.energy, 4.184), (8_368, "kJ", "kcal", .energy, 2_000),
            (2, "l", "ml", .volume, 2_000), (25, "cl", "ml", .volume, 250), (3, "dl", "l", .volume, 0.3),
            (1, "cup", "fl oz", .volume, 8), (1, "pt", "cup", .volume, 2), (20, "imp fl oz", "imp pt", .volume, 1),
            (1, "fl oz", "ml", .volume, 29.573_529_562_5), (11, "st", "lb", .bodyMass, 154),
            (75, "kg", "lb", .bodyMass, 165.346_696_6),
        ] {
            let converted = try #require(try convert(value, from, to, kind))
            #expect(abs(converted - expected) < 1e-6 * expected, "\(value) \(from)")
        }
        #expect(MeasureUnit.named("kg")?.kind == .mass && MeasureUnit.named("kg", of: .bodyMass)?.kind == .bodyMass)
        #expect(MeasureUnit.named("kg", of: .volume) == nil && MeasureUnit.named("st") == nil)
        #expect(Quantity.bodyMass.canonical.convert(1, to: Quantity.mass.canonical) == nil)
        #expect(Quantity.allCases.filter { !$0.converts } == [.count])
    }
}
