import Fixtures
import Foundation
import Messages
import Synchronization
import Testing

@testable import Goals
@testable import Storage

/// A person who sees no numbers of food and weight: entries are shown without them, and nothing of them is lost.
@Suite struct NumbersAwayTests {
    /// A person with a goal in kilocalories and kilometres, one in kilograms, an action that counts for the first, rules
    /// about food and steps, and records that wait.
    private struct Person {
        let feed: HealthFeed
        let energy, way, mass: EntityID
        let mixed, weight: EntityID
        let action: EntityID
        let rule: EntityID
        var world: World { feed.world }

        init() async throws {
            feed = try HealthFeed()
            let world = feed.world
            (energy, way) = (try await world.measure("kcal", .count), try await world.measure("km"))
            mass = try await world.measure("kg", .mass)
            func goal(_ title: String, _ targets: [MeasureTarget]) async throws -> EntityID {
                try await world.goal(
                    GoalContent(
                        title: title, start: World.start, target: World.start.advanced(by: 70), targets: targets))
            }
            mixed = try await goal(
                "Eat and run",
                [
                    MeasureTarget(measure: energy, value: 123_457.875, notes: "All."),
                    MeasureTarget(measure: way, value: 300),
                ])
            weight = try await goal("Lighter", [MeasureTarget(measure: mass, value: 71.25)])
            action = try await world.action(
                ActionContent(
                    title: "Picnic", start: World.now,
                    measurements: [
                        MeasuredValue(measure: energy, value: 1_847.375), MeasuredValue(measure: way, value: 5),
                    ],
                    contributions: [
                        GoalContribution(goal: mixed, measure: energy, amount: 1_847.375),
                        GoalContribution(goal: mixed, measure: way, amount: 5),
                    ]))
            rule = try await feed.rule(.kilocalories, title: "Ate", measure: energy, least: 1_203.625).facts.id
            let steps = try await world.measure("steps", .count)
            try await feed.rule(.steps, title: "Walked", measure: steps, least: 4_321)
            try await feed.deliver(
                IntakeRecorded(
                    user: World.ada, revision: 1, day: World.start, proteinGrams: 163.5, waterMillilitres: 2_611.125),
                HealthFeed.workout(1))
        }

        /// Plans tell whether numbers are away.
        func tell(_ areAway: Bool, _ revision: UInt64) async throws {
            let event = PlanUpdated(
                user: World.ada, revision: revision, plan: nil, care: nil, numbersHidden: areAway)
            try await world.store.write { [service = world.service] in try service.apply(event, $0) }
        }

        func goal(_ id: EntityID) async throws -> Goal {
            try await world.service.goals(GoalsQuery(user: World.ada, goal: id, asOf: world.asOf())).goals[0]
        }

        func picnic() async throws -> Action {
            try await world.service.actions(ActionsQuery(user: World.ada, action: action)).actions[0]
        }

        func edit(_ goal: Goal, keeps: Bool? = nil, _ change: (inout GoalContent) -> Void) async throws -> Goal {
            var content = goal.content
            change(&content)
            let request = SaveGoal(
                user: World.ada, edited: EditedVersion(id: goal.facts.id, version: goal.facts.version),
                content: content, keepsHidden: keeps)
            return try await world.service.save(request, id: .random()).goal
        }

        /// Everything that a person can be shown, as JSON.
        func shown() async throws -> String {
            let (service, asOf) = (world.service, world.asOf())
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            var texts = [
                try encoder.encode(try await service.goals(GoalsQuery(user: World.ada, asOf: asOf))),
                try encoder.encode(try await service.actions(ActionsQuery(user: World.ada))),
                try encoder.encode(
                    try await service.proposals(
                        MatchProposals(user: World.ada, from: World.start, through: asOf.today, asOf: asOf))),
                try encoder.encode(try await service.overview(GoalsOverview(user: World.ada, asOf: asOf))),
                try encoder.encode(try await feed.service.rules(HealthRulesQuery(user: World.ada))),
                try encoder.encode(try await feed.service.staged(StagedHealthQuery(user: World.ada))),
            ]
            for kind in TableKind.names { texts.append(Data(try await world.exported(kind.value))) }
            return texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        }
    }

    /// Amounts of food and weight of `Person`.
    private static let amounts = ["123457.875", "71.25", "1847.375", "1203.625", "163.5", "2611.125"]
    /// Its other amounts.
    private static let others = ["300", "4321", "5000"]

    @Test("PLN-10 GOL-3 GOL-5 GOL-6 while numbers are away no list, overview or table has an amount of food or weight")
    func lists() async throws {
        let person = try await Person()
        let before = try await person.shown()
        for amount in Self.amounts + Self.others { #expect(before.contains(amount), "\(amount)") }
        #expect(!before.contains("numbersHidden"))
        try await person.tell(true, 1)
        let away = try await person.shown()
        for amount in Self.amounts { #expect(!away.contains(amount), "\(amount)") }
        for amount in Self.others { #expect(away.contains(amount), "\(amount)") }
        let goal = try await person.goal(person.mixed)
        #expect(goal.numbersHidden == true)
        #expect(goal.state == nil)
        #expect(goal.content.targets.map(\.measure) == [person.way])
        #expect(goal.progress.map(\.sum) == [5])
        let weight = try await person.goal(person.weight)
        #expect(weight.numbersHidden == true)
        #expect(weight.content.targets.isEmpty)
        #expect(weight.content.title == "Lighter")
        let action = try await person.picnic()
        #expect(action.numbersHidden == true)
        #expect(action.content.contributions.map(\.measure) == [person.way])
        // An older event changes nothing; another person's numbers are their own.
        try await person.tell(false, 1)
        #expect(try await person.goal(person.mixed).numbersHidden == true)
        let bens = try await person.world.measure("kcal", .count, of: World.ben)
        let ben = GoalContent(
            title: "Eat", start: World.start, target: World.start.advanced(by: 7),
            targets: [MeasureTarget(measure: bens, value: 9)])
        _ = try await person.world.goal(ben, of: World.ben)
        let his = try await person.world.service.goals(GoalsQuery(user: World.ben)).goals
        #expect(his[0].content.targets.count == 1 && his[0].numbersHidden == nil)
        try await person.tell(false, 2)
        #expect(try await person.shown() == before)
    }

    @Test("PLN-10 open pages hear when amounts are hidden or shown, and not of other changes of a plan")
    func told() async throws {
        let person = try await Person()
        let heard = Heard()
        person.world.store.onCommit { events in
            heard.count.withLock { $0 += events.count { $0.type == GoalNumbersChanged.type } }
        }
        var counts: [Int] = []
        for (areAway, revision) in [(false, 1), (true, 2), (true, 3), (true, 3), (false, 4)] as [(Bool, UInt64)] {
            try await person.tell(areAway, revision)
            counts.append(heard.count.withLock { $0 })
        }
        #expect(counts == [0, 1, 1, 1, 2])
    }

    private final class Heard: Sendable {
        let count = Mutex(0)
    }

    @Test("PLN-10 OWN-2 the export of a person has every amount")
    func export() async throws {
        let person = try await Person()
        try await person.tell(true, 1)
        let export = GoalsExport(store: person.world.store)
        var (text, cursor): (String, String?) = ("", nil)
        repeat {
            let page = try await export.page(World.ada, cursor)
            for file in page.files { text += String(decoding: file.content, as: UTF8.self) }
            cursor = page.next
        } while cursor != nil
        for amount in Self.amounts + Self.others { #expect(text.contains(amount), "\(amount)") }
    }

    @Test("PLN-10 GOL-1 a change that could not name hidden amounts keeps them in their order; named ones are replaced")
    func changes() async throws {
        let person = try await Person()
        let (before, picnic) = (try await person.goal(person.mixed), try await person.picnic())
        let lighter = try await person.goal(person.weight)
        try await person.tell(true, 1)
        // Read without them, changed and saved, also a goal that seems to have no target at all.
        _ = try await person.edit(try await person.goal(person.mixed)) { $0.title = "Run" }
        _ = try await person.edit(try await person.goal(person.weight)) { $0.importance = 9 }
        var action = try await person.picnic()
        action.content.title = "Feast"
        let saved = try await person.world.service.save(
            SaveAction(
                user: World.ada, edited: EditedVersion(id: person.action, version: 1), content: action.content,
                day: action.day), id: .random()
        ).action
        #expect(saved.numbersHidden == true)
        #expect(saved.content.measurements.map(\.measure) == [person.way])
        let rule = try await person.feed.service.rules(HealthRulesQuery(user: World.ada, rule: person.rule)).rules[0]
        #expect(rule.numbersHidden == true)
        #expect(rule.content.least == nil)
        var content = rule.content
        content.title = "Meals"
        let edited = EditedVersion(id: person.rule, version: rule.facts.version)
        _ = try await person.feed.service.save(
            SaveHealthRule(user: World.ada, edited: edited, content: content), id: .random())
        try await person.tell(false, 2)
        let after = try await person.goal(person.mixed)
        #expect(after.content.title == "Run")
        #expect(after.content.targets == before.content.targets)
        #expect(after.progress == before.progress)
        #expect(try await person.goal(person.weight).content.targets == lighter.content.targets)
        #expect(try await person.picnic().content.measurements == picnic.content.measurements)
        #expect(try await person.picnic().content.contributions == picnic.content.contributions)
        let kept = try await person.feed.service.rules(HealthRulesQuery(user: World.ada, rule: person.rule)).rules[0]
        #expect(kept.content.title == "Meals")
        #expect(kept.content.least == 1_203.625)

        try await person.tell(true, 3)
        let named = try await person.edit(try await person.goal(person.mixed)) {
            $0.targets.append(MeasureTarget(measure: person.energy, value: 99))
        }
        #expect(named.content.targets.map(\.measure) == [person.way], "what is typed is taken, and not shown")
        try await person.tell(false, 4)
        #expect(try await person.goal(person.mixed).content.targets.map(\.value) == [300, 99])
    }

    @Test("PLN-10 GOL-9 a form that was read without amounts keeps them when it is sent after numbers are back")
    func lateForm() async throws {
        let person = try await Person()
        let before = try await person.goal(person.mixed)
        try await person.tell(true, 1)
        let read = try await person.goal(person.mixed)
        try await person.tell(false, 2)
        let saved = try await person.edit(read, keeps: read.numbersHidden) { $0.urgency = 9 }
        #expect(saved.content.targets == before.content.targets)
        #expect(saved.content.urgency == 9)
        // Without the mark a change replaces the whole graph, as ever.
        let less = try await person.edit(saved) { $0.targets.removeFirst() }
        #expect(less.content.targets.map(\.measure) == [person.way])
    }

    @Test("PLN-10 GOL-5 a table that was taken out without amounts changes nothing when it comes back in")
    func tables() async throws {
        let person = try await Person()
        let before = try await person.world.state()
        try await person.tell(true, 1)
        var files: [TableKind: [UInt8]] = [:]
        for kind in TableKind.names { files[kind.value] = try await person.world.exported(kind.value) }
        #expect(String(decoding: files[.goals] ?? [], as: UTF8.self).contains(",hidden\r\n"))
        #expect(!String(decoding: files[.values] ?? [], as: UTF8.self).contains("hidden"))
        for areAway in [true, false] {
            try await person.tell(areAway, areAway ? 2 : 3)
            for (kind, file) in files {
                let status = try await person.world.importing(file, kind)
                #expect(status.phase == .done, "\(kind) \(status.report)")
                #expect(status.report.changed == 0, "\(kind) \(status.report)")
                #expect(status.report.unknownColumns.isEmpty)
            }
            let after = try await person.world.state()
            #expect(after.goals == before.goals)
            #expect(after.actions == before.actions)
        }
        // In an empty account a goal without any target left is refused by line, and nothing is written.
        let ben = try await person.world.importing(try #require(files[.goals]), .goals, of: World.ben)
        #expect(ben.phase == .refused)
        #expect(ben.report.badRows.flatMap(\.errors).contains { $0.code == .targetNeeded })
    }

    @Test("PLN-10 energy, drink and mass are hidden by unit or name; ways, times and things are not")
    func measures() {
        let hidden: [(String, String, MeasureKind)] = [
            ("Energy", "kcal", .count), ("Energie", "kJ", .count), ("Eaten calories", "pieces", .count),
            ("Water", "ml", .count), ("Wasser", "l", .count), ("Body", "kg", .mass), ("Body", "lb", .mass),
            ("Protein", "g", .mass), ("Kalorien", "Kalorien", .count), ("Weight", "kg", .bodyMass),
            ("Eaten", "kJ", .energy), ("Tea", "cup", .volume),
        ]
        let shown: [(String, String, MeasureKind)] = [
            ("Running", "km", .distance), ("Steps", "steps", .count), ("Reading", "min", .duration),
            ("Calls", "calls", .count), ("Laps", "laps", .count), ("Share", "%", .ratio), ("Meals", "meals", .count),
        ]
        for (title, unit, kind) in hidden {
            #expect(MeasureContent(title: title, unit: unit, kind: kind).isFoodOrWeight, "\(title)")
        }
        for (title, unit, kind) in shown {
            #expect(!MeasureContent(title: title, unit: unit, kind: kind).isFoodOrWeight, "\(title)")
        }
    }

    @Test("PLN-10 numbers stay away until plans that were restored tell their state again; erasing forgets it")
    func restored() async throws {
        let person = try await Person()
        try await person.tell(true, 9)
        try await person.world.store.write { [service = person.world.service] in
            try service.resetProducer(.plans, World.ada, $0)
        }
        #expect(try await person.goal(person.mixed).numbersHidden == true)
        try await person.tell(false, 1)
        #expect(try await person.goal(person.mixed).numbersHidden == nil)
        _ = try await person.world.store.erase(World.ada)
        let rows = try await person.world.store.read {
            try $0.value(Int.self, "SELECT count(*) FROM numbers") ?? -1
        }
        #expect(rows == 0)
        #expect(await code { try await person.tell(true, 2) } == .erased)
    }
}
