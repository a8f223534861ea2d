import Foundation
import Messages
import Testing

@testable import ExamplePerson

@Suite struct ExampleGoalsTests {
    private static let today = Day(year: 2026, month: 11, day: 26)!
    private static let years = ExampleYears(today: today, zone: ExamplePerson.zone, seed: ExamplePerson.usualSeed)
    private static let now = years.instant(today, minute: 12 * 60)

    private static func goals(inGerman: Bool = false, _ years: ExampleYears = years) -> ExampleGoals {
        ExampleGoals(years, inGerman: inGerman) { entry, number in
            EntityID(high: entry.rawValue, low: UInt64(number))
        }
    }

    @Test("GOL-5 the example person's goals: the same day and seed give the same table, another seed gives another")
    func deterministic() throws {
        let table = try Self.goals().graph()
        #expect(try Self.goals().graph() == table && table.count < UploadTable.maximumPartBytes)
        let other = ExampleYears(today: Self.today, zone: ExamplePerson.zone, seed: 2)
        #expect(try Self.goals(other).graph() != table)
        #expect(try Self.goals(inGerman: true).graph() != table)
        let read = try #require(try JSONSerialization.jsonObject(with: Data(table)) as? [String: [Any]])
        #expect(Set(read.keys) == ["values", "measures", "goals", "terms", "actions"])
        // Entries refer to those of earlier sections.
        let text = String(decoding: table, as: UTF8.self)
        let places = ["values", "measures", "goals", "terms", "actions"].compactMap { text.range(of: "\"\($0)\":[{") }
        #expect(places.count == 5 && places.map(\.lowerBound) == places.map(\.lowerBound).sorted())
    }

    @Test("GOL-7 the example person's running term is in its sixth week, and the one before is closed with words")
    func terms() throws {
        for offset in 0..<7 {
            let today = Self.today.advanced(by: offset)
            let goals = Self.goals(ExampleYears(today: today, zone: ExamplePerson.zone, seed: 1))
            let (closed, running) = (goals.terms[0], goals.terms[1])
            let (start, end) = (running.content.start, try #require(running.content.end))
            #expect(start.distance(to: today) / 7 == 5 && start.distance(to: end) == TermContent.days - 1)
            #expect(closed.content.end == start.advanced(by: -1) && closed.content.status == .completed)
            #expect((closed.reflection?.count ?? 0) > 100 && running.reflection == nil)
            #expect(running.content.goals.count == 4 && goals.values.count == 3)
            #expect(goals.reviews.map(\.week).allSatisfy { $0 == $0.monday && $0 < today.monday && $0 >= start })
            for goal in goals.goals {
                let content = goal.content
                #expect(content.targets.allSatisfy { $0.value > 0 } && !content.relevance.isEmpty)
                let steps = content.milestones.map(\.target) + content.obligations.map(\.deadline)
                #expect(steps.allSatisfy { content.start <= $0 && $0 <= content.target })
                #expect(content.milestones.compactMap(\.reached).allSatisfy { $0 <= today })
            }
        }
    }

    @Test("GOL-4 the example person's actions lie in their term and before today; a goal closed as reached was reached")
    func actions() throws {
        for inGerman in [false, true] {
            let goals = Self.goals(inGerman: inGerman)
            #expect((40...90).contains(goals.actions.count))
            var sums: [EntityID: Double] = [:]
            for action in goals.actions {
                #expect(action.day < Self.today && action.content.title?.isEmpty == false)
                for contribution in action.content.contributions {
                    let goal = try #require(goals.goals.first { $0.facts.id == contribution.goal }?.content)
                    #expect(goal.start <= action.day && action.day <= goal.target)
                    sums[contribution.goal, default: 0] += contribution.amount
                }
            }
            let shares = goals.goals.map { (sums[$0.facts.id] ?? 0) / $0.content.targets[0].value }
            #expect(shares[0] >= 1 && (0.2..<0.9).contains(shares[1]), "\(shares)")
            // The choir is neither far ahead nor far behind; the others follow from health records.
            #expect((0.4...0.75).contains(shares[5]) && shares[2...4].allSatisfy { $0 == 0 }, "\(shares)")
        }
    }

    @Test("GOL-6 the example person's rules take health records from the term's first day on")
    func rules() throws {
        let goals = Self.goals()
        #expect(goals.rules.map(\.kind) == [.steps, .exercise, .bodyMass])
        let start = goals.terms[1].content.start
        let rows = String(decoding: Self.years.csv(now: Self.now), as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let share = Double(start.distance(to: Self.today)) / Double(TermContent.days)
        #expect(goals.rules.allSatisfy { $0.from == start })
        // Both goals can be met: what was recorded so far is about what the time passed asks for.
        for (rule, (kind, perUnit)) in zip(goals.rules, [("steps", 1), ("exerciseTime", 1.0 / 60)]) {
            let goal = try #require(goals.goals.first { $0.facts.id == rule.goal }?.content)
            #expect(goal.targets.map(\.measure) == [rule.measure])
            let recorded = rows.filter { row in row[0] == kind && Day(row[1].prefix(10)).map { $0 >= start } == true }
            let sum = recorded.compactMap { Double($0[3]) }.reduce(0, +) * perUnit
            #expect((0.75...1.3).contains(sum / goal.targets[0].value / share), "\(kind) \(sum)")
        }
        let weight = try #require(goals.goals.first { $0.facts.id == goals.rules[2].goal }?.content.targets.first)
        // Not below the plan's own aim, which is a healthy weight.
        #expect((68...75).contains(weight.value))
    }
}
