import Fixtures
import Messages
import Statistics
import Testing
import Wire

@testable import Scoring

/// A day among the days before it, like with like.
@Suite struct ComparingTests {
    /// A person whose state is a stationary first-order process, seen by sensors and by answers.
    private struct Person {
        var random: SplitMix
        /// What each day has.
        let watch: Set<Int>
        let answers: Set<Int>
        let days: Int

        /// All inputs; the answers' centre is not the middle of the scale, as with most people.
        mutating func inputs() -> [ScoringInput] {
            var (inputs, state): ([ScoringInput], Double) = ([], 0)
            for day in 0..<days {
                state = 0.5 * state + 0.866 * random.standardNormal()
                func noisy() -> Double { 0.6 * state + 0.8 * random.standardNormal() }
                let (hrv, pulse, rest, steps) = (noisy(), noisy(), noisy(), random.standardNormal())
                let marks = (0..<3).map { _ in noisy() }
                if watch.contains(day) {
                    inputs.append(
                        metrics(
                            day, hrv: 50 + 8 * hrv, nocturnal: 58 - 3 * pulse, resting: 60 - 3 * rest,
                            steps: 8000 + 2500 * steps))
                }
                if answers.contains(day) {
                    func slider(_ value: Double) -> Int32 { Int32(min(max(value.rounded(), 1), 7)) }
                    inputs.append(
                        checkIn(
                            day, stress: slider(3 - marks[0]), energy: slider(5 + marks[1]),
                            sleep: slider(5 + marks[2])))
                }
            }
            return inputs
        }
    }

    private func scores(_ inputs: [ScoringInput]) throws -> [Scoring.DayScore] {
        try ScoreCalculator.states(inputs).map { state in
            try WireDecoder().decode(Scoring.DayScore.self, from: try WireEncoder().encode(state))
        }
    }

    private func comparisons(_ scores: [Scoring.DayScore], from first: Int, through last: Int) -> [Comparison] {
        let comparing = Comparing(scores)
        return scores.filter { (first...last).contains(Int($0.day.number) - Int(day(0).number)) }.compactMap {
            comparing.comparison(of: $0, today: $0.day.advanced(by: 1))
        }
    }

    private func chosen(_ days: Range<Int>, _ share: Double, _ random: inout SplitMix) -> Set<Int> {
        Set(days.filter { _ in Double.random(in: 0..<1, using: &random) < share })
    }

    enum Change: String, CaseIterable {
        case answersBegin, answersEnd, answersPause, watchBegins, watchEnds, watchPauses
    }

    @Test(
        "SCO-9 in the 60 days after a kind of input begins, ends or pauses, a day's place is that of any day",
        arguments: Change.allCases)
    func unbiased(change: Change) throws {
        var random = SplitMix(seed: 39)
        var (shares, raw, outside): ([Double], [Double], Int) = ([], [], 0)
        for _ in 0..<120 {
            let (all, change0, paused) = (0..<200, 140, 140..<170)
            var (watch, answers) = (chosen(all, 0.95, &random), chosen(all, 0.7, &random))
            var first = change0
            switch change {
            case .answersBegin: answers = answers.filter { $0 >= change0 }
            case .answersEnd: answers = answers.filter { $0 < change0 }
            case .answersPause: answers = answers.filter { !paused.contains($0) }
            case .watchBegins: watch = watch.filter { $0 >= change0 }
            case .watchEnds: watch = watch.filter { $0 < change0 }
            case .watchPauses:
                watch = watch.filter { !paused.contains($0) }
                first = paused.upperBound - 30
            }
            var person = Person(random: SplitMix(seed: random.next()), watch: watch, answers: answers, days: 200)
            let scores = try scores(person.inputs())
            let made = comparisons(scores, from: first, through: first + 59)
            shares += made.compactMap(\.share)
            outside += made.count { abs($0.place ?? 0) > 1 }
            let values = scores.map { $0.score(today: $0.day.advanced(by: 1)) ?? 0 }
            for index in scores.indices
            where (first..<first + 60).contains(Int(scores[index].day.number - day(0).number)) {
                let before = values[max(0, index - 90)..<index]
                raw.append(Double(before.count { $0 < values[index] }) / Double(max(1, before.count)))
            }
        }
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        let rate = Double(outside) / Double(shares.count)
        print(
            "\(change): mean place \(mean(shares)) of \(shares.count) days (raw scores \(mean(raw))), outside the range \(rate)"
        )
        #expect(shares.count > 3_000)
        #expect(abs(mean(shares) - 0.5) <= 0.03)
        // Four days in five lie within, and a few more, as the bounds are whole points.
        #expect((0.05...0.22).contains(rate))
    }

    @Test(
        "SCO-9 whoever answers any four days a week sees a comparison from day 21 on, and learning ends after 28 days")
    func learning() throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<50 {
            let answers = Set(
                (0..<12).flatMap { week in (0..<7).shuffled(using: &random).prefix(4).map { 7 * week + $0 } })
            var person = Person(random: SplitMix(seed: random.next()), watch: [], answers: answers, days: 84)
            let scores = try scores(person.inputs())
            let made = comparisons(scores, from: 21, through: 83)
            #expect(made.count { $0.place != nil } * 10 >= made.count * 8)
            for (index, score) in scores.enumerated() {
                guard let comparison = comparisons([Scoring.DayScore](scores[...index]), from: 0, through: 83).last
                else {
                    continue
                }
                let began = try #require(scores.first).day.distance(to: score.day)
                if began >= Comparing.learningDays { #expect(comparison.daysNeeded == 0) }
            }
        }
        // One answer a week: nothing is learned for ever, and four days are compared with.
        var rare = Person(random: random, watch: [], answers: Set(stride(from: 0, to: 84, by: 7)), days: 84)
        let made = comparisons(try scores(rare.inputs()), from: 0, through: 83)
        #expect(made.allSatisfy { $0.daysNeeded == 0 || $0.place == nil })
        #expect(made.last?.place != nil && made.first?.place == nil)
    }

    @Test("SCO-9 an answer moves the words by at most one step in 95 % of mornings")
    func mornings() throws {
        var random = SplitMix(seed: 11)
        var (jumps, count) = (0, 0)
        for _ in 0..<12 {
            let (all, last) = (0..<120, 119)
            var person = Person(
                random: SplitMix(seed: random.next()), watch: Set(all), answers: chosen(0..<last, 0.8, &random),
                days: 120)
            let inputs = person.inputs()
            for _ in 0..<6 {
                var places: [Int] = []
                func place(_ stress: Int32?, _ energy: Int32?, _ sleep: Int32?) throws {
                    var check = CheckIn(id: entity(last), day: day(last), at: 0)
                    check.stress = stress
                    check.energy = energy
                    check.sleepQuality = sleep
                    let scores = try scores(inputs + (sleep == nil ? [] : [.checkIn(check)]))
                    let comparison = try #require(comparisons(scores, from: last, through: last).first)
                    let place = try #require(comparison.place)
                    places.append(abs(place) <= 1 ? 0 : place > 0 ? (place > 1.5 ? 2 : 1) : place < -1.5 ? -2 : -1)
                }
                let marks = (0..<3).map { _ in Int32.random(in: 1...7, using: &random) }
                try place(nil, nil, nil)
                try place(nil, nil, marks[0])
                try place(nil, marks[1], marks[0])
                try place(marks[2], marks[1], marks[0])
                for (before, after) in zip(places, places.dropFirst()) {
                    count += 1
                    if abs(before - after) > 1 { jumps += 1 }
                }
            }
        }
        print("answers that move the words by more than a step: \(jumps) of \(count)")
        #expect(count == 216 && jumps * 20 <= count)
    }

    @Test("SCO-9 a signal that too few days have is left out and named; the range is on the scale of the day's number")
    func leftOut() throws {
        var inputs = (0..<40).map { metrics($0, hrv: Double(45 + $0 * 7 % 11), steps: Double(7_000 + 100 * ($0 % 9))) }
        inputs.append(checkIn(39, stress: 1, energy: 7, sleep: 7))
        let scores = try scores(inputs)
        let comparison = try #require(comparisons(scores, from: 39, through: 39).first)
        #expect(Set(comparison.leftOut) == [.stress, .energy, .sleepQuality])
        #expect(comparison.days >= 30)
        let (low, high) = (try #require(comparison.low), try #require(comparison.high))
        let own = try #require(scores.last?.score(today: day(40)))
        let others = scores.dropLast().suffix(20).compactMap { $0.score(today: day(40)) }
        // Three best answers lift the number far above all others; the compared part is as usual.
        #expect(others.allSatisfy { $0 < own - 5 })
        #expect(low < own && own < high && abs(comparison.place ?? 9) <= 1)
        #expect(comparison.reasons.isEmpty)
    }

    @Test("SCO-9 a reason is outside the person's own range, moves the score, and never calls a better value a burden")
    func reasons() throws {
        var inputs = (0..<40).map { metrics($0, hrv: Double(45 + $0 * 7 % 11), nocturnal: Double(56 + $0 * 3 % 5)) }
        inputs[39] = metrics(39, hrv: 20, nocturnal: 58)
        var scores = try scores(inputs)
        var comparison = try #require(comparisons(scores, from: 39, through: 39).first)
        #expect(comparison.reasons.map(\.signal) == [.hrv])
        let hrv = try #require(ScoreTerm.all.firstIndex { $0.signal == .hrv })
        #expect(comparison.reasons.first.map { $0.effect < -0.04 && !$0.isAbove } == true)
        // Outside the range, but by less than the breakdown calls unusual.
        scores[39].contributions[hrv].z = -0.9
        scores[39].contributions[hrv].contribution /= 3
        #expect(comparisons(scores, from: 39, through: 39).first?.reasons.isEmpty == true)
        scores = try self.scores(inputs)
        // A weight that turned: the same low value would lift.
        scores[39].contributions[hrv].weight *= -1
        scores[39].contributions[hrv].contribution *= -1
        comparison = try #require(comparisons(scores, from: 39, through: 39).first)
        #expect(comparison.reasons.isEmpty)
    }

    @Test("SCO-9 withheld days are compared with by nobody")
    func withheld() throws {
        let inputs = (0..<40).map { metrics($0, hrv: Double(45 + $0 * 7 % 11)) }
        var scores = try scores(inputs)
        let all = try #require(comparisons(scores, from: 39, through: 39).first)
        scores[20].kind = .withheld
        let without = try #require(comparisons(scores, from: 39, through: 39).first)
        #expect(without.days == all.days - 1)
    }

    @Test("SCO-9 the range holds four of five next values, of many and of few")
    func range() {
        var random = SplitMix(seed: 5)
        for count in [4, 6, 9, 15, 40, 90] {
            let hits = (0..<4_000).count { _ in
                let values = (0...count).map { _ in random.standardNormal() }
                return UsualRange(Array(values.dropLast()))?.contains(values[count]) ?? false
            }
            #expect((0.78...0.88).contains(Double(hits) / 4_000), "\(count): \(hits)")
        }
        #expect(UsualRange([1, 2, 3]) == nil)
    }
}
