import Bus
import Fixtures
import Foundation
import Messages

/// Lists, actions and the overview of the goals service over the bus, in a stack with every service in its own process.
///
/// One person has 1,000 goals, each with two targets and a value; another has 50,000 actions of five years, each with a
/// contribution. An added action is durable, judged by safety and answered whole.
///
/// Arguments: `--actions N` (50,000).
enum GoalsBenchmark {
    private static let goals = 1_000

    static func run(arguments: [String]) async throws {
        let place = arguments.firstIndex(of: "--actions")
        let actions = place.flatMap { $0 + 1 < arguments.count ? Int(arguments[$0 + 1]) : nil } ?? 50_000
        let stack = try await Stack.start()
        do {
            let many = try await GoalsPerson(stack, "Many", goals: goals, actions: goals * 10)
            let busy = try await GoalsPerson(stack, "Busy", goals: 20, actions: actions)
            try await stack.settle()
            let list = try await Latencies("list of 1,000 goals with pace") { _ in
                let query = GoalsQuery(user: many.user, limit: 1_000, asOf: many.asOf)
                return try await stack.bus.request(query, budget: .seconds(30)).goals.count == goals
            }
            let page = try await Latencies("page of 100") { _ in
                let query = GoalsQuery(user: many.user, limit: 100, asOf: many.asOf)
                return try await stack.bus.request(query).goals.count == 100
            }
            let add = try await Latencies("action with a contribution, durable") { round in
                let content = busy.action(back: round % 60, goal: round)
                let command = SaveAction(user: busy.user, content: content.0, day: content.1)
                return try await stack.bus.request(command).action.content.contributions.count == 1
            }
            let overview = try await Latencies("overview, \(actions) actions") { _ in
                let query = GoalsOverview(user: busy.user, asOf: busy.asOf, countsStreak: true)
                return try await stack.bus.request(query).counts != nil
            }
            let read = try await Latencies("sentence read") { round in
                let query = ReadAction(
                    user: busy.user, sentence: "ran \(round % 20 + 1) km this morning", asOf: busy.asOf)
                return try await stack.bus.request(query).action != nil
            }
            try await stack.stop()
            Latencies.printTable("Goals over the bus, ms", [list, page, add, overview, read])
            Table.goal("ms for a list of 1,000 goals, p99", measured: list.p99, atMost: 25)
            Table.goal("ms for an added action, p99", measured: add.p99, atMost: 10)
            Table.goal("ms for the overview, p99", measured: overview.p99, atMost: 30)
        } catch {
            _ = try? await stack.stop()
            throw error
        }
    }
}

/// A made-up person with goals and actions.
private struct GoalsPerson: Sendable {
    let user: UserID
    let today: Day
    let asOf: AsOf
    private let measure: EntityID
    private let goals: [EntityID]

    init(_ stack: Stack, _ name: String, goals count: Int, actions: Int) async throws {
        let user = try await stack.makeAccount(name, zone: "UTC")
        let at = Milliseconds(Date().timeIntervalSince1970 * 1000)
        let today = Day(number: Int32(at / 86_400_000))
        func measure(_ unit: String, _ kind: MeasureKind) async throws -> EntityID {
            let content = MeasureContent(title: "Measure in \(unit)", unit: unit, kind: kind)
            return try await stack.bus.request(SaveMeasure(user: user, content: content)).measure.facts.id
        }
        let (distance, pages) = (try await measure("km", .distance), try await measure("pages", .count))
        var values: [EntityID] = []
        for title in ["Health", "Family", "Learning", "Nature", "Calm"] {
            let content = ValueContent(title: title)
            values.append(try await stack.bus.request(SaveValue(user: user, content: content)).value.facts.id)
        }
        let term = try await stack.bus.request(
            SaveTerm(user: user, content: TermContent(start: today.advanced(by: -60)))
        ).term.facts.id
        let (allValues, start) = (values, today.advanced(by: -60))
        let goals = try await inParallel(count) { number in
            let content = GoalContent(
                title: "Goal number \(number)", start: start, target: today.advanced(by: 10 + number % 60),
                targets: [MeasureTarget(measure: distance, value: 300), MeasureTarget(measure: pages, value: 900)],
                relevance: [ValueRelevance(value: allValues[number % allValues.count])],
                terms: number < 400 ? [term] : [])
            let command = SaveGoal(user: user, content: content)
            return try await stack.bus.request(command, budget: .seconds(60)).goal.facts.id
        }
        (self.user, self.today, self.measure, self.goals) = (user, today, distance, goals)
        asOf = AsOf(at: at, today: today)
        let person = self
        _ = try await inParallel(actions) { number in
            // Spread evenly over the days: five years for the many, two months for the few of each goal.
            let days = actions > 20_000 ? 1_825 : 60
            let (content, day) = person.action(back: number % days, goal: number / days + number)
            let command = SaveAction(user: user, content: content, day: day)
            return try await stack.bus.request(command, budget: .seconds(60)).action.facts.id
        }
    }

    /// An action some days ago that counts for a goal.
    func action(back: Int, goal: Int) -> (ActionContent, Day) {
        let day = today.advanced(by: -back)
        let amount = Double(goal % 9 + 1)
        let content = ActionContent(
            title: "Run", start: Milliseconds(day.number) * 86_400_000 + 28_800_000 + Milliseconds(goal),
            duration: 1_800,
            measurements: [MeasuredValue(measure: measure, value: amount)],
            contributions: [GoalContribution(goal: goals[goal % goals.count], measure: measure, amount: amount)])
        return (content, day)
    }
}
