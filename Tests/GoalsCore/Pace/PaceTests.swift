import Fixtures
import GoalsCore
import Language
import Messages
import Testing

@Suite struct PaceTests {
    static let start = Day(number: 20_000)
    static let kilometre = MeasureUnit(kind: .distance, size: 1000)
    static let times = Quantity.count.canonical

    private func aim(_ target: Double, _ unit: MeasureUnit = times, days: Int? = 70) -> Aim {
        Aim(
            target: target, unit: unit, start: Self.start, targetDate: days.map { Self.start.advanced(by: $0 - 1) })
    }

    private func done(_ amounts: [Int: Double], _ unit: MeasureUnit = times) -> [DatedAmount] {
        amounts.map { DatedAmount(day: Self.start.advanced(by: $0.key), amount: $0.value, unit: unit) }
    }

    @Test("GOL-4: sum, expectation, pace and the amount per week that would be needed")
    func reading() throws {
        // Twenty runs in ten weeks; seven after four weeks.
        let runs = done([0: 1, 4: 1, 8: 1, 12: 1, 16: 1, 20: 1, 24: 1])
        let pace = try #require(Pace(of: runs, towards: aim(20), on: Self.start.advanced(by: 28)))
        #expect(pace.sum == 7 && pace.expected == 8 && pace.share == 0.35 && pace.state == .onTrack)
        #expect(pace.daysLeft == 42 && pace.reached == nil && pace.ignored == 0)
        #expect(abs(try #require(pace.neededPerWeek) - 13.0 / 6) < 1e-12)
        #expect(abs(try #require(pace.perWeek) - 7.0 / 29 * 7) < 1e-12)
        // 13 runs at 7 in 29 days take 53.9 days.
        let projection = try #require(pace.projection)
        #expect(projection.finish == Self.start.advanced(by: 28 + 54))
        let (earliest, latest) = (try #require(projection.earliest), try #require(projection.latest))
        #expect(earliest < Self.start.advanced(by: 28 + 54) && latest > Self.start.advanced(by: 28 + 54))
    }

    @Test("GOL-4: the states of a goal, without blame for a rest day or a missing piece")
    func states() {
        func state(_ amounts: [Int: Double], _ target: Double, day: Int, days: Int? = 70) -> Pace.State? {
            Pace(of: done(amounts), towards: aim(target, days: days), on: Self.start.advanced(by: day))?.state
        }
        #expect(state([:], 20, day: 0) == .onTrack && state([:], 20, day: 7) == .onTrack)
        #expect(state([:], 20, day: 8) == .behind)
        #expect(state([3: 12], 20, day: 28) == .ahead && state([3: 20], 20, day: 28) == .done)
        // One piece of work is not behind before its date.
        #expect(state([:], 1, day: 69) == .onTrack && state([:], 1, day: 70) == .behind)
        #expect(state([80: 1], 1, day: 80) == .done)
        #expect(state([:], 20, day: 400, days: nil) == .onTrack)
        // A week of training with its target of 7.
        #expect(state([0: 1, 1: 1], 7, day: 3, days: 7) == .onTrack)
        #expect(state([0: 1], 7, day: 5, days: 7) == .behind)
    }

    @Test("GOL-4: nothing is expected or projected before the start; earlier amounts count in the sum")
    func beforeStart() throws {
        let early = done([-3: 2])
        let pace = try #require(Pace(of: early, towards: aim(10), on: Self.start.advanced(by: -1)))
        #expect(pace.sum == 2 && pace.expected == 0 && pace.state == .onTrack)
        #expect(pace.projection == nil && pace.perWeek == nil)
        #expect(abs(try #require(pace.neededPerWeek) - 0.8) < 1e-12)
        let later = try #require(Pace(of: early, towards: aim(10), on: Self.start.advanced(by: 7)))
        #expect(later.sum == 2 && later.perWeek == 0 && later.projection == nil)
        // An amount dated after today has not happened.
        let ahead = try #require(Pace(of: done([9: 5]), towards: aim(10), on: Self.start.advanced(by: 7)))
        #expect(ahead.sum == 0 && ahead.ignored == 0)
    }

    @Test("GOL-4: targets of zero, reversed dates, gaps and numbers that are none give finite readings")
    func edges() throws {
        let zero = try #require(Pace(of: [], towards: aim(0), on: Self.start))
        #expect(zero.state == .done && zero.share == 1 && zero.neededPerWeek == nil)
        #expect(Pace(of: [], towards: aim(.nan), on: Self.start) == nil)
        #expect(Pace(of: [], towards: aim(.infinity), on: Self.start) == nil)
        let reversed = try #require(Pace(of: [], towards: aim(5, days: -10), on: Self.start))
        #expect(reversed.state == .behind && reversed.daysLeft == 0 && reversed.neededPerWeek == nil)
        let odd = [
            DatedAmount(day: Self.start, amount: .nan, unit: Self.times),
            DatedAmount(day: Self.start, amount: 1e300, unit: Self.times),
            DatedAmount(day: Self.start, amount: 3, unit: Quantity.mass.canonical),
            DatedAmount(day: Self.start, amount: 2, unit: Self.times),
        ]
        let pace = try #require(Pace(of: odd, towards: aim(5), on: Self.start))
        #expect(pace.sum == 2 && pace.ignored == 3)
        // After a gap of nine weeks the rate is that of all weeks, and a corrected amount counts less.
        let gap = try #require(
            Pace(of: done([0: 5, 1: -1]), towards: aim(20), on: Self.start.advanced(by: 63)))
        #expect(gap.sum == 4 && gap.state == .behind && gap.projection?.latest == nil)
        #expect(MeasureUnit(kind: .mass, size: 0) == nil && MeasureUnit(kind: .mass, size: .nan) == nil)
    }

    @Test("GOL-4: a ratio is kept, not collected")
    func ratio() throws {
        let percent = try #require(MeasureUnit(kind: .ratio, size: 0.01))
        let nights = done([0: 90, 3: 70, 5: 80], percent)
        let pace = try #require(Pace(of: nights, towards: aim(80, percent), on: Self.start.advanced(by: 10)))
        #expect(abs(pace.sum - 80) < 1e-9 && pace.expected == 80 && pace.state == .onTrack)
        #expect(pace.projection == nil && pace.neededPerWeek == nil)
        let over = try #require(Pace(of: nights, towards: aim(80, percent), on: Self.start.advanced(by: 70)))
        #expect(over.state == .done)
        let low = try #require(Pace(of: nights, towards: aim(95, percent), on: Self.start.advanced(by: 10)))
        #expect(low.state == .behind)
    }

    @Test("GOL-4: the day on which the target was reached")
    func reached() throws {
        let pace = try #require(
            Pace(of: done([0: 4, 5: 6, 9: 1]), towards: aim(10), on: Self.start.advanced(by: 20)))
        #expect(pace.reached == Self.start.advanced(by: 5) && pace.share == 1 && pace.projection == nil)
    }

    // MARK: Laws

    private func random(_ generator: inout SplitMix, _ unit: MeasureUnit) -> (Aim, [DatedAmount], Day) {
        let aim = Aim(
            target: .random(in: 1...100, using: &generator), unit: unit, start: Self.start,
            targetDate: Bool.random(using: &generator)
                ? Self.start.advanced(by: .random(in: 0...120, using: &generator)) : nil)
        let amounts = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
            DatedAmount(
                day: Self.start.advanced(by: .random(in: -10...130, using: &generator)),
                amount: .random(in: 0...20, using: &generator), unit: unit)
        }
        return (aim, amounts, Self.start.advanced(by: .random(in: -20...150, using: &generator)))
    }

    @Test("GOL-4: more contributions never lower sum, share or state, nor postpone the finish; order does not matter")
    func monotone() throws {
        var generator = SplitMix(seed: 1)
        for _ in 0..<3000 {
            let (aim, amounts, today) = random(&generator, Self.kilometre ?? Self.times)
            let less = try #require(Pace(of: Array(amounts.dropLast()), towards: aim, on: today))
            let more = try #require(Pace(of: amounts, towards: aim, on: today))
            #expect(Pace(of: amounts.shuffled(using: &generator), towards: aim, on: today) == more)
            #expect(more.sum >= less.sum && more.share >= less.share && more.state >= less.state)
            if let early = more.projection?.finish, let late = less.projection?.finish { #expect(early <= late) }
            if let more = more.neededPerWeek, let less = less.neededPerWeek { #expect(more <= less) }
            let tomorrow = try #require(Pace(of: amounts, towards: aim, on: today.advanced(by: 1)))
            if let before = more.expected, let after = tomorrow.expected { #expect(before <= after) }
        }
    }

    @Test("GOL-4: all numbers are finite, the finish lies in its interval, and nothing lies in the past")
    func finite() throws {
        var generator = SplitMix(seed: 2)
        for _ in 0..<3000 {
            let (aim, amounts, today) = random(&generator, Self.times)
            let pace = try #require(Pace(of: amounts, towards: aim, on: today))
            let numbers = [pace.sum, pace.expected, pace.share, pace.perWeek, pace.neededPerWeek].compactMap(\.self)
            #expect(numbers.allSatisfy { $0.isFinite && $0 >= 0 })
            guard let projection = pace.projection else { continue }
            let days = [projection.earliest, projection.finish, projection.latest].compactMap(\.self)
            #expect(days == days.sorted() && days.allSatisfy { $0 > today })
            if projection.finish != nil { #expect(projection.earliest != nil) }
            if projection.latest != nil { #expect(projection.finish != nil) }
        }
    }

    @Test("GOL-4: kilometres, miles and metres tell the same story")
    func units() throws {
        var generator = SplitMix(seed: 3)
        let mile = try #require(MeasureUnit(kind: .distance, size: 1609.344))
        let metre = Quantity.distance.canonical
        for _ in 0..<2000 {
            let (aim, amounts, today) = random(&generator, metre)
            var inMiles = aim
            (inMiles.unit, inMiles.target) = (mile, try #require(metre.convert(aim.target, to: mile)))
            let mixed = try amounts.map { one in
                Bool.random(using: &generator)
                    ? one
                    : DatedAmount(
                        day: one.day, amount: try #require(metre.convert(one.amount, to: mile)), unit: mile)
            }
            let metres = try #require(Pace(of: amounts, towards: aim, on: today))
            let miles = try #require(Pace(of: mixed, towards: inMiles, on: today))
            let sum = try #require(mile.convert(miles.sum, to: metre))
            #expect(abs(sum - metres.sum) < 1e-9 * max(1, metres.sum))
            #expect(miles.state == metres.state && miles.projection?.finish == metres.projection?.finish)
        }
        #expect(metre.convert(1, to: Quantity.mass.canonical) == nil)
    }

    @Test("GOL-4: of finishes at an even rate, about four in five lie in the interval")
    func coverage() throws {
        var generator = SplitMix(seed: 4)
        var (inside, all) = (0, 0)
        for _ in 0..<1500 {
            // A person who acts on two days in five, with amounts between 1 and 3.
            var sums: [DatedAmount] = []
            var (sum, day, finish) = (0.0, 0, Int?.none)
            while finish == nil {
                if Double.random(in: 0..<1, using: &generator) < 0.4 {
                    let amount = Double.random(in: 1...3, using: &generator)
                    sum += amount
                    sums.append(DatedAmount(day: Self.start.advanced(by: day), amount: amount, unit: Self.times))
                    if sum >= 50 { finish = day }
                }
                day += 1
            }
            guard let finish, finish > 21 else { continue }
            let today = Self.start.advanced(by: 20)
            let pace = try #require(Pace(of: sums, towards: aim(50), on: today))
            let projection = try #require(pace.projection)
            let end = Self.start.advanced(by: finish)
            all += 1
            let isAfter = projection.earliest.map { $0 <= end } ?? false
            if isAfter, projection.latest.map({ end <= $0 }) ?? true { inside += 1 }
        }
        let share = Double(inside) / Double(all)
        #expect((0.75...0.95).contains(share), "\(share) of \(all)")
    }
}
