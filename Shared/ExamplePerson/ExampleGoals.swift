import Foundation
import Messages

/// Goals of the example person: a closed term with its reflection, and a running one of ten weeks in its sixth week.
/// Steps, exercise and weight come from health records by rules; runs, cooking and singing were entered by hand.
struct ExampleGoals {
    let values: [PersonalValue]
    let measures: [Measure]
    let goals: [Goal]
    /// The closed term, then the running one.
    let terms: [Term]
    /// Those that were entered by hand.
    let actions: [Action]
    /// From the first day of the running term on.
    let rules: [HealthRuleContent]
    /// Weekly reviews of the last three whole weeks, each with the first day of its week.
    let reviews: [(week: Day, content: ReviewContent)]

    /// No action is of the current day or later, so all calls of a day have the same table.
    /// - Parameter id: the id of an entry of a kind, by number; equal for equal arguments.
    init(_ years: ExampleYears, inGerman: Bool, id: (ExampleEntry, Int) -> EntityID) {
        let words = ExampleGoalWords(inGerman: inGerman)
        let begins = years.today.monday.advanced(by: -7 * Self.weeksBefore)
        let earlier = begins.advanced(by: -TermContent.days)
        let (end, earlierEnd) = (begins.advanced(by: TermContent.days - 1), begins.advanced(by: -1))
        func facts(_ entry: ExampleEntry, _ number: Int, _ day: Day) -> RecordFacts {
            RecordFacts(id: id(entry, number), version: 1, logTime: years.instant(day, minute: 20 * 60) * 1000)
        }

        values = words.values.enumerated().map { number, value in
            PersonalValue(
                facts: facts(.value, number, earlier),
                content: ValueContent(
                    title: value.title, level: .major, priority: Int32(10 + 20 * number), lifeDomain: value.domain,
                    alignmentGuidance: value.guidance))
        }
        let kinds: [(unit: String, kind: MeasureKind)] = [
            ("km", .distance), (words.evenings, .count), (words.steps, .count), ("h", .duration), ("kg", .bodyMass),
            ("h", .duration),
        ]
        measures = zip(words.measures, kinds).enumerated().map { number, measure in
            Measure(
                facts: facts(.measure, number, earlier),
                content: MeasureContent(title: measure.0, unit: measure.1.unit, kind: measure.1.kind))
        }
        let targets = [80, 45, 560_000, 26, Self.weight(years, from: begins), 22]
        let relevance: [[(value: Int, strength: Int32)]] = [
            [(0, 8)], [(1, 7), (0, 4)], [(0, 7)], [(0, 9)], [(0, 6)], [(2, 9), (1, 3)],
        ]
        goals = words.goals.enumerated().map { number, goal in
            let isEarlier = number < 2
            var content = GoalContent(
                title: goal.title, actionPlan: goal.plan, start: isEarlier ? earlier : begins,
                target: isEarlier ? earlierEnd : end,
                status: number == 0 ? .completed : number == 1 ? .onHold : .active,
                importance: Int32(8 - number % 3), urgency: 5,
                targets: [MeasureTarget(measure: id(.measure, number), value: targets[number])],
                relevance: relevance[number].map { served in
                    ValueRelevance(value: id(.value, served.value), strength: served.strength)
                })
            if number == 5 {
                content.milestones = [
                    Milestone(
                        title: words.firstPart, target: begins.advanced(by: 35), reached: begins.advanced(by: 33)),
                    Milestone(title: words.rehearsal, target: begins.advanced(by: 66)),
                ]
                content.obligations = [
                    Obligation(title: words.programme, deadline: begins.advanced(by: 56), toWhom: words.choir)
                ]
            }
            return Goal(facts: facts(.goal, number, isEarlier ? earlier : begins), content: content, progress: [])
        }
        terms = [
            Term(
                facts: facts(.term, 0, earlier),
                content: TermContent(
                    theme: words.earlierTheme, start: earlier, end: earlierEnd, number: 1, status: .completed,
                    goals: [0, 1].map { id(.goal, $0) }),
                reflection: words.reflection),
            Term(
                facts: facts(.term, 1, begins),
                content: TermContent(
                    theme: words.theme, start: begins, end: end, number: 2, status: .active,
                    goals: (2...5).map { id(.goal, $0) })),
        ]
        actions = Self.deeds(years, words, from: earlier, running: begins).enumerated().map { number, deed in
            let start = years.instant(deed.day, minute: deed.minute)
            let (measure, goal) = (id(.measure, deed.goal), id(.goal, deed.goal))
            return Action(
                facts: RecordFacts(
                    id: id(.action, number), version: 1, logTime: (start + deed.seconds) * 1000),
                content: ActionContent(
                    title: deed.title, start: start * 1000, duration: deed.seconds,
                    measurements: [MeasuredValue(measure: measure, value: deed.amount)],
                    contributions: [GoalContribution(goal: goal, measure: measure, amount: deed.amount)]),
                day: deed.day)
        }
        rules = zip([.steps, .exercise, .bodyMass], 2...4).map { (kind: HealthRecordKind, number: Int) in
            HealthRuleContent(
                kind: kind, from: begins, title: words.measures[number], measure: id(.measure, number),
                goal: id(.goal, number))
        }
        reviews = words.reviews.enumerated().map { number, content in
            (years.today.monday.advanced(by: -7 * (words.reviews.count - number)), content)
        }
    }

    /// Whole weeks of the running term before the current one.
    private static let weeksBefore = 5

    /// The weight to reach, kg: what the first weigh-in of the term leaves after ten weeks at a quarter of a kilogram.
    private static func weight(_ years: ExampleYears, from first: Day) -> Double {
        let weighed = zip(years.days, years.body.records).compactMap { entry, record in
            record.kilograms.map { (day: entry.day, kilograms: $0) }
        }
        let began = weighed.first { $0.day >= first } ?? weighed.last
        return ((began?.kilograms ?? ExampleBody.first) - 2.5).rounded()
    }

    // MARK: Actions

    /// Something done by hand for the goal of this number, in the unit of the goal's measure.
    private struct Deed {
        let goal: Int
        let title: String
        let day: Day
        let minute: Int
        let seconds: Int64
        let amount: Double
    }

    private static func deeds(
        _ years: ExampleYears, _ words: ExampleGoalWords, from first: Day, running: Day
    ) -> [Deed] {
        years.days.filter { $0.day >= first && $0.day < years.today && $0.event == .none }.flatMap { entry -> [Deed] in
            var random = SeededGenerator(years.seed, 12, entry.day.number)
            let weekday = entry.day.monday.distance(to: entry.day)
            let shift = Int(15 * random.unit())
            guard entry.day < running else { return sung(entry.day, weekday, shift, words, &random) }
            var deeds: [Deed] = []
            if weekday == 1 || weekday == 6 {
                // Runs become longer week by week, as far as the noise lets them.
                let week = Double(first.distance(to: entry.day) / 7)
                let kilometres = (weekday == 1 ? 2.9 : 3.6) + 0.23 * week + 0.3 * random.normal()
                let amount = (max(1.5, kilometres) * 10).rounded() / 10
                deeds.append(
                    Deed(
                        goal: 0, title: words.run[weekday == 1 ? 0 : 1], day: entry.day, minute: 17 * 60 + 40 + shift,
                        seconds: Int64(amount * (6.4 - 0.05 * week)) * 60, amount: amount))
            }
            if random.unit() < 0.3 {
                deeds.append(
                    Deed(
                        goal: 1, title: words.cooked.randomElement(using: &random) ?? "", day: entry.day,
                        minute: 19 * 60 + shift, seconds: 45 * 60, amount: 1))
            }
            return deeds
        }
    }

    /// The rehearsal on Wednesday, and singing at home on some other days.
    private static func sung(
        _ day: Day, _ weekday: Int, _ shift: Int, _ words: ExampleGoalWords, _ random: inout SeededGenerator
    ) -> [Deed] {
        if weekday == 2 {
            return [Deed(goal: 5, title: words.sung[0], day: day, minute: 19 * 60 + 30, seconds: 5_400, amount: 1.5)]
        }
        guard [0, 3, 5].contains(weekday), random.unit() < 0.65 else { return [] }
        let quarters = 1 + Int(2.5 * random.unit())
        return [
            Deed(
                goal: 5, title: words.sung[1], day: day, minute: 18 * 60 + shift, seconds: Int64(quarters) * 900,
                amount: Double(quarters) / 4)
        ]
    }

    // MARK: Table

    /// Everything that is no rule and no review, as the goals service imports it (`TableKind.graph`).
    func graph() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Entries refer to those of earlier sections.
        let sections: [(name: String, entries: [any Message])] = [
            ("values", values), ("measures", measures), ("goals", goals), ("terms", terms), ("actions", actions),
        ]
        let texts = try sections.map { section in
            let entries = try section.entries.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
            return "\"\(section.name)\":[\(entries.joined(separator: ","))]"
        }
        return Array("{\(texts.joined(separator: ","))}".utf8)
    }
}

/// Kinds of entries, each with its own ids.
enum ExampleEntry: UInt64 {
    case value = 14
    case measure, goal, term, action
}
