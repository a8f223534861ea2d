import Fixtures
import Messages
import Storage
import Testing

@testable import Goals

@Suite struct ListTests {
    /// A person with this many goals, each with two targets, a value, a milestone, a term and a contribution.
    private static func world(goals count: Int) async throws -> (World, GoalContent) {
        let world = try World()
        let template = try await GoalTests.parts(world)
        try await world.store.write { transaction in
            for number in 0..<count {
                var content = template
                content.title = "Goal \(number)"
                content.target = template.target.advanced(by: number % 50)
                let id = EntityID(high: 7, low: UInt64(number + 1))
                _ = try GoalCoordinator(user: World.ada, in: transaction).save(
                    SaveGoal(user: World.ada, content: content), id: id, now: World.now)
                let action = ActionContent(
                    title: "Run", start: World.now + Milliseconds(number % 10),
                    measurements: [MeasuredValue(measure: content.targets[0].measure, value: 2)],
                    contributions: [GoalContribution(goal: id, measure: content.targets[0].measure, amount: 2)])
                _ = try ActionCoordinator(user: World.ada, in: transaction).save(
                    SaveAction(user: World.ada, content: action, day: World.start),
                    id: EntityID(high: 8, low: UInt64(number + 1)), now: World.now)
            }
        }
        return (world, template)
    }

    @Test("GOL-3: a list is read in the same number of statements for 1, 100 and 1,000 goals", .timeLimit(.minutes(3)))
    func statements() async throws {
        var counts: Set<[Int]> = []
        for count in [1, 100, 1_000] {
            let (world, _) = try await Self.world(goals: count)
            let goals = try await world.store.statements { transaction in
                let page = try GoalGraphRows(user: World.ada, transaction: transaction).page(
                    GoalsQuery(user: World.ada), limit: 1_001)
                #expect(page.count == count && page.allSatisfy { $0.progress[0].sum == 2 })
                #expect(page.allSatisfy { $0.content.milestones.count == 2 && $0.content.obligations.count == 1 })
            }
            let actions = try await world.store.statements { transaction in
                let page = try ActionRows(user: World.ada, transaction: transaction).page(
                    ActionsQuery(user: World.ada), limit: 1_001)
                #expect(page.count == count)
                #expect(page.allSatisfy { $0.content.contributions.count == 1 })
            }
            let terms = try await world.store.statements { transaction in
                let page = try TermRows(user: World.ada, transaction: transaction).page(
                    TermsQuery(user: World.ada), limit: 10)
                #expect(page[0].content.goals.count == count)
            }
            counts.insert([goals, actions, terms] + (try await Self.views(world, goals: count)))
        }
        #expect(counts.count == 1, "\(counts)")
        #expect(counts.allSatisfy { $0[0] <= 9 && $0[1] <= 5 && $0[2] <= 4 }, "\(counts)")
        #expect(counts.allSatisfy { $0.dropFirst(3).allSatisfy { $0 <= 20 } }, "\(counts)")
    }

    /// The statements of the list with pace, proposals, a read sentence, the overview and a review.
    private static func views(_ world: World, goals count: Int) async throws -> [Int] {
        let asOf = world.asOf()
        return [
            try await world.store.statements { transaction in
                let reply = try GoalsService.goals(
                    GoalsQuery(user: World.ada, asOf: asOf), limit: 1_000, at: asOf.at, transaction)
                #expect(reply.goals.count == count)
                #expect(reply.goals.allSatisfy { $0.state == .behind })
            },
            try await world.store.statements { transaction in
                _ = try GoalsService.proposals(
                    MatchProposals(user: World.ada, from: World.start, through: asOf.today, asOf: asOf), limit: 100,
                    transaction)
            },
            try await world.store.statements { transaction in
                let read = try GoalsService.read(
                    ReadAction(user: World.ada, sentence: "ran 5 km", asOf: asOf),
                    QuickMoment(timeZone: nil, now: asOf), transaction)
                #expect(read.proposals.count == min(count, MatchingGoals.maximumProposals))
            },
            try await world.store.statements { transaction in
                let reply = try GoalsService.overview(
                    GoalsOverview(user: World.ada, asOf: asOf, countsStreak: true), transaction)
                #expect(reply.counts?.goals == Int32(count))
                #expect(reply.counts?.actions == Int32(count))
            },
            try await world.store.statements { transaction in
                _ = try ReviewReader(ReviewQuery(user: World.ada, week: asOf.today, asOf: asOf)).read(transaction)
            },
        ]
    }

    @Test("GOL-3: pages follow each other without gaps or repeats, in the stated order")
    func pages() async throws {
        let (world, _) = try await Self.world(goals: 120)
        var (goals, goalsAfter): ([Goal], ListCursor?) = ([], nil)
        repeat {
            let page = try await world.service.goals(GoalsQuery(user: World.ada, limit: 7, after: goalsAfter))
            #expect(page.goals.count == 7 || page.next == nil)
            (goals, goalsAfter) = (goals + page.goals, page.next)
        } while goalsAfter != nil
        #expect(Set(goals.map(\.facts.id)).count == 120)
        #expect(goals.count == 120)
        #expect(
            zip(goals, goals.dropFirst()).allSatisfy {
                ($0.content.target, $0.facts.id) < ($1.content.target, $1.facts.id)
            })
        var (actions, actionsAfter): ([Action], ListCursor?) = ([], nil)
        repeat {
            let page = try await world.service.actions(ActionsQuery(user: World.ada, limit: 11, after: actionsAfter))
            (actions, actionsAfter) = (actions + page.actions, page.next)
        } while actionsAfter != nil
        #expect(Set(actions.map(\.facts.id)).count == 120)
        #expect(actions.count == 120)
        #expect(
            zip(actions, actions.dropFirst()).allSatisfy {
                ($0.content.start, $0.facts.id) > ($1.content.start, $1.facts.id)
            })
        #expect(await code { _ = try await world.service.goals(GoalsQuery(user: World.ada, limit: 0)) } == .invalid)
        #expect(await code { _ = try await world.service.goals(GoalsQuery(user: World.ada, limit: 1_001)) } == .invalid)
    }

    @Test("GOL-3: a goal is read the same in a page of all goals, in a page of some and alone")
    func wholeAndPart() async throws {
        let (world, template) = try await Self.world(goals: 20)
        // One without parts but its targets, and one of another person.
        var plain = template
        (plain.title, plain.terms, plain.relevance, plain.milestones, plain.obligations) = ("Plain", [], [], [], [])
        try await world.goal(plain)
        try await world.goal(try await GoalTests.parts(world, of: World.ben), of: World.ben)
        let asOf = world.asOf()
        let all = try await world.service.goals(GoalsQuery(user: World.ada, limit: 100, asOf: asOf))
        #expect(all.goals.count == 21)
        #expect(all.next == nil)
        let active = try await world.service.goals(GoalsQuery(user: World.ada, status: .active, asOf: asOf))
        #expect(active == all)
        let first = try await world.service.goals(GoalsQuery(user: World.ada, limit: 5, asOf: asOf))
        #expect(first.goals == Array(all.goals.prefix(5)))
        #expect(first.next != nil)
        for goal in all.goals {
            let alone = try await world.service.goals(GoalsQuery(user: World.ada, goal: goal.facts.id, asOf: asOf))
            #expect(alone.goals == [goal])
        }
    }

    @Test("GOL-3: filters by term, status, value and dates, and by a goal's actions")
    func filters() async throws {
        let world = try World()
        let content = try await GoalTests.parts(world)
        let whole = try await world.goal(content)
        var plain = content
        (plain.title, plain.terms, plain.relevance, plain.status) = ("Plain", [], [], .onHold)
        (plain.milestones, plain.obligations) = ([], [])
        (plain.start, plain.target) = (World.start.advanced(by: 100), World.start.advanced(by: 110))
        let later = try await world.goal(plain)
        func found(
            term: EntityID? = nil, status: GoalStatus? = nil, value: EntityID? = nil, from: Day? = nil,
            through: Day? = nil
        ) async throws -> [EntityID] {
            try await world.service.goals(
                GoalsQuery(
                    user: World.ada, term: term, status: status, value: value, from: from, through: through)
            ).goals.map(\.facts.id)
        }
        #expect(try await found() == [whole, later])
        #expect(try await found(term: content.terms[0]) == [whole])
        #expect(try await found(status: .onHold) == [later])
        #expect(try await found(value: content.relevance[0].value) == [whole])
        #expect(try await found(from: World.start.advanced(by: 71)) == [later])
        #expect(try await found(through: World.start.advanced(by: 99)) == [whole])
        #expect(try await found(term: content.terms[0], status: .onHold) == [])
        let measure = content.targets[0].measure
        let run = try await world.action(
            ActionContent(
                title: "Run", start: World.now,
                contributions: [GoalContribution(goal: whole, measure: measure, amount: 1)]))
        try await world.action(ActionContent(title: "Rest", start: World.now))
        let actions = try await world.service.actions(ActionsQuery(user: World.ada, goal: whole)).actions
        #expect(actions.map(\.facts.id) == [run])
    }
}
