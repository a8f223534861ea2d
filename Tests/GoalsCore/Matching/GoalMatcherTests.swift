import Fixtures
import GoalsCore
import Language
import Localization
import Messages
import Testing

@Suite struct GoalMatcherTests {
    static let day = Day(number: 20_524)
    private let kilometres = CoreID(high: 0, low: 1)
    private let miles = CoreID(high: 0, low: 2)
    private let pages = CoreID(high: 0, low: 3)

    private func unit(_ kind: Quantity, _ size: Double) throws -> MeasureUnit {
        try #require(MeasureUnit(kind: kind, size: size))
    }

    private func goal(_ number: UInt64, _ title: String, _ targets: [MatchedGoal.Target], days: Int? = 30)
        -> MatchedGoal
    {
        MatchedGoal(
            id: CoreID(high: 1, low: number), title: title, start: Self.day.advanced(by: -30),
            targetDate: days.map { Self.day.advanced(by: $0) }, targets: targets)
    }

    private func run() throws -> MatchedAction {
        let unit = try unit(.distance, 1000)
        return MatchedAction(
            title: "Ran in the park", day: Self.day,
            values: [MatchedAction.Value(measure: kilometres, unit: unit, amount: 5)])
    }

    @Test("GOL-10: proposals come in order, each with its reasons and the amount that would count")
    func order() throws {
        let (km, mile) = (try unit(.distance, 1000), try unit(.distance, 1609.344))
        let inKilometres = MatchedGoal.Target(measure: kilometres, unit: km)
        let inMiles = MatchedGoal.Target(measure: miles, unit: mile)
        let goals = [
            goal(1, "Move 100 miles", [inMiles]), goal(2, "Cover 500 km", [inKilometres]),
            goal(3, "Visit every park", []),
            goal(4, "Read 20 books", [.init(measure: pages, unit: try unit(.count, 1))]),
            goal(5, "Run to the park", [inKilometres], days: nil), goal(6, "Old goal", [inKilometres], days: -1),
            goal(7, "Walk 300 km", [inKilometres], days: 10),
        ]
        let proposals = GoalMatcher(language: .english).proposals(for: try run(), among: goals)
        #expect(proposals.map(\.goal.low) == [5, 3, 7, 2, 1])
        let first = try #require(proposals.first)
        #expect(first.counted == [.init(measure: kilometres, amount: 5)])
        #expect(
            first.reasons == [
                .measure(kilometres), .period(first: Self.day.advanced(by: -30), last: nil), .words(["run", "park"]),
            ])
        #expect(proposals[1].counted.isEmpty)
        let last = try #require(proposals.last)
        #expect(last.reasons.first == .quantity(.distance))
        #expect(abs(try #require(last.counted.first).amount - 5 / 1.609344) < 1e-12)
    }

    @Test("GOL-10: the period holds its first and its last day")
    func period() throws {
        let target = MatchedGoal.Target(measure: kilometres, unit: try unit(.distance, 1000))
        let goals = [
            goal(1, "a", [target], days: 0), goal(2, "b", [target], days: -1),
            MatchedGoal(
                id: CoreID(high: 1, low: 3), title: "c", start: Self.day, targetDate: nil, targets: [target]),
            MatchedGoal(
                id: CoreID(high: 1, low: 4), title: "d", start: Self.day.advanced(by: 1), targetDate: nil,
                targets: [target]),
        ]
        let proposals = GoalMatcher(language: .english).proposals(for: try run(), among: goals)
        #expect(proposals.map(\.goal.low) == [1, 3])
    }

    @Test("GOL-10: pages are not push-ups, and of two lengths none is taken")
    func quantities() throws {
        let matcher = GoalMatcher(language: .german)
        let count = try unit(.count, 1)
        let read = MatchedAction(
            title: "Gelesen", day: Self.day, values: [.init(measure: pages, unit: count, amount: 30)])
        let pushUps = goal(1, "Liegestütze", [.init(measure: CoreID(high: 0, low: 9), unit: count)])
        #expect(matcher.proposals(for: read, among: [pushUps]).isEmpty)
        var run = try run()
        run.values.append(.init(measure: CoreID(high: 0, low: 8), unit: try unit(.distance, 1), amount: 100))
        let walk = goal(2, "Wandern", [.init(measure: miles, unit: try unit(.distance, 1609.344))])
        #expect(matcher.proposals(for: run, among: [walk]).isEmpty)
        let german = goal(3, "Jeden Tag Klavier üben", [])
        let played = MatchedAction(title: "Klavier geübt", day: Self.day, values: [])
        #expect(matcher.proposals(for: played, among: [german]).first?.reasons.last == .words(["klavier", "uben"]))
        // A measure whose unit was changed to another kind counts nothing.
        let odd = goal(4, "Odd", [.init(measure: kilometres, unit: try unit(.mass, 1))])
        #expect(matcher.proposals(for: try self.run(), among: [odd]).isEmpty)
    }

    @Test("GOL-10: the proposals do not depend on the order of the goals")
    func orderFree() throws {
        var generator = SplitMix(seed: 8)
        let km = try unit(.distance, 1000)
        let titles = ["Run", "Park", "Run in the park", "Read", "Swim"]
        for _ in 0..<300 {
            let goals = (0..<8).map { number in
                goal(
                    UInt64(number), titles.randomElement(using: &generator) ?? "",
                    Bool.random(using: &generator) ? [.init(measure: kilometres, unit: km)] : [],
                    days: Bool.random(using: &generator) ? nil : .random(in: -2...9, using: &generator))
            }
            let matcher = GoalMatcher(language: .english)
            let proposals = matcher.proposals(for: try run(), among: goals)
            #expect(proposals == matcher.proposals(for: try run(), among: goals.shuffled(using: &generator)))
            #expect(proposals.allSatisfy { !$0.counted.isEmpty || $0.reasons.count > 1 })
        }
    }
}
