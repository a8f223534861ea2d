import Fixtures
import GoalsCore
import Language
import Messages
import Testing

@Suite struct HealthActionsTests {
    static let day = Day(number: 20_524)
    static let minute = MeasureUnit(kind: .duration, size: 60)

    private func id(_ number: UInt64) -> CoreID { CoreID(high: 0, low: number) }

    private func rule(
        _ number: UInt64, _ kind: HealthKind, activity: String? = nil, value: WorkoutValue = .duration,
        least: Double = 0, unit: MeasureUnit
    ) -> HealthRule {
        HealthRule(
            id: id(number), kind: kind, activity: activity, value: value, least: least, title: "Rule \(number)",
            measure: id(100 + number), unit: unit, goal: number.isMultiple(of: 2) ? id(200) : nil)
    }

    private func rules() throws -> [HealthRule] {
        let minute = try #require(Self.minute)
        let count = Quantity.count.canonical
        let kilometre = try #require(MeasureUnit(kind: .distance, size: 1000))
        return [
            rule(1, .steps, least: 1000, unit: count), rule(2, .mindful, unit: minute),
            rule(3, .workout, activity: "Running", value: .distance, unit: kilometre),
            rule(4, .workout, unit: minute), rule(5, .workout, value: .number, unit: count),
        ]
    }

    private func total(_ kind: HealthKind, _ value: Double, _ revision: Int64 = 1, day: Int = 0) -> HealthRecord {
        HealthRecord(
            source: .day(Self.day.advanced(by: day), kind), revision: revision, content: .total(value))
    }

    private func workout(_ number: UInt64, _ activity: String, _ distance: Double?, _ revision: Int64 = 1)
        -> HealthRecord
    {
        HealthRecord(
            source: .workout(id(number)), revision: revision,
            content: .workout(day: Self.day, activity: activity, duration: 1800, distance: distance))
    }

    @Test("GOL-6: records become actions by the person's rules, in the measure's unit; the others wait")
    func derived() throws {
        let records = [
            total(.steps, 8000), total(.steps, 500, day: 1), total(.mindful, 600), total(.sleep, 28_000),
            workout(1, "running", 5000), workout(2, "Yoga", nil),
        ]
        let result = HealthActions(rules: Array(try rules().prefix(4)), records: records)
        let byRule = Dictionary(grouping: result.actions) { $0.key.rule.low }
        #expect(byRule[1]?.map(\.value.amount) == [8000])
        #expect(byRule[2]?.first?.value.amount == 10 && byRule[2]?.first?.value.goal == id(200))
        #expect(byRule[3]?.map(\.value.amount) == [5])
        #expect(byRule[4]?.map(\.value.amount) == [30, 30])
        #expect(
            result.unmatched == [
                .day(Self.day, .sleep), .day(Self.day.advanced(by: 1), .steps),
            ])
    }

    @Test("GOL-6: a restated day updates its action, and a deleted sample deletes it")
    func restated() throws {
        let rules = try rules()
        let first = HealthActions(rules: rules, records: [total(.steps, 8000)])
        let restated = HealthActions(rules: rules, records: [total(.steps, 9000, 2), total(.steps, 8000)])
        let key = HealthActionID(rule: id(1), source: .day(Self.day, .steps))
        #expect(first.changes(to: restated) == [.update(key, try #require(restated.actions[key]))])
        #expect(restated.actions[key]?.amount == 9000)
        for gone in [HealthRecord.Content.deleted, .total(0), .total(.nan), .total(999)] {
            let record = HealthRecord(source: .day(Self.day, .steps), revision: 3, content: gone)
            let later = HealthActions(rules: rules, records: [record, total(.steps, 9000, 2)])
            #expect(restated.changes(to: later) == [.delete(key)], "\(gone)")
        }
        #expect(first.changes(to: first).isEmpty)
        #expect(HealthActions().changes(to: first) == [.add(key, try #require(first.actions[key]))])
    }

    @Test("GOL-6: a rule whose measure has another quantity matches nothing, and the record waits")
    func mismatch() {
        let result = HealthActions(
            rules: [rule(1, .steps, unit: Quantity.mass.canonical)], records: [total(.steps, 8000)])
        #expect(result.actions.isEmpty && result.unmatched == [.day(Self.day, .steps)])
    }

    @Test("GOL-6: a changed rule updates its actions, a removed one takes them along, and no other")
    func changedRule() throws {
        var rules = try rules()
        let records = [total(.steps, 8000), total(.mindful, 600)]
        let before = HealthActions(rules: rules, records: records)
        rules[0].title = "Walked"
        let renamed = HealthActions(rules: rules, records: records)
        #expect(before.changes(to: renamed).map(\.id.rule) == [id(1)])
        let removed = HealthActions(rules: Array(rules.dropFirst()), records: records)
        let key = HealthActionID(rule: id(1), source: .day(Self.day, .steps))
        #expect(renamed.changes(to: removed) == [.delete(key)])
        #expect(removed.unmatched == [.day(Self.day, .steps)])
    }

    @Test("GOL-6: a part of the records changes the actions of its sources only")
    func scope() throws {
        let rules = try rules()
        let all = HealthActions(rules: rules, records: [total(.steps, 8000), total(.steps, 7000, day: 1)])
        let part = HealthActions(rules: rules, records: [total(.steps, 8500, 2)])
        let changes = all.changes(to: part, of: [.day(Self.day, .steps)])
        #expect(changes.map(\.id.source) == [.day(Self.day, .steps)])
    }

    // MARK: Laws

    private func random(_ generator: inout SplitMix) -> HealthRecord {
        let revision = Int64.random(in: 1...4, using: &generator)
        if Bool.random(using: &generator) {
            let kind = HealthKind(rawValue: .random(in: 1...4, using: &generator)) ?? .steps
            let source = HealthSource.day(Self.day.advanced(by: .random(in: 0...2, using: &generator)), kind)
            let contents: [HealthRecord.Content] = [
                .deleted, .total(0), .total(.random(in: 0...2000, using: &generator)),
            ]
            return HealthRecord(
                source: source, revision: revision, content: contents.randomElement(using: &generator) ?? .deleted)
        }
        let contents: [HealthRecord.Content] = [
            .deleted, .workout(day: Self.day, activity: "Running", duration: 600, distance: 2000),
            .workout(day: Self.day.advanced(by: 1), activity: "Yoga", duration: 900, distance: nil),
        ]
        return HealthRecord(
            source: .workout(id(.random(in: 1...3, using: &generator))), revision: revision,
            content: contents.randomElement(using: &generator) ?? .deleted)
    }

    @Test("GOL-6: the order of records and their repetition change nothing, and changes lead from old to new")
    func laws() throws {
        var generator = SplitMix(seed: 9)
        let rules = try rules()
        for _ in 0..<2000 {
            let records = (0..<Int.random(in: 0...12, using: &generator)).map { _ in random(&generator) }
            let result = HealthActions(rules: rules, records: records)
            let repeated = (records + records).shuffled(using: &generator)
            #expect(HealthActions(rules: rules, records: repeated) == result)
            let old = HealthActions(
                rules: rules, records: (0..<5).map { _ in random(&generator) })
            let changes = old.changes(to: result)
            #expect(Set(changes.map(\.id)).count == changes.count)
            var applied = old
            applied.apply(changes)
            #expect(applied.actions == result.actions)
            applied.apply(changes)
            #expect(applied.actions == result.actions && applied.changes(to: result).isEmpty)
            for (id, action) in result.actions { #expect(action.amount > 0, "\(id)") }
        }
    }

    @Test("GOL-6: day by day, as events arrive late and twice, each record ends as exactly one action of each rule")
    func exactlyOnce() throws {
        var generator = SplitMix(seed: 10)
        let rules = try rules()
        for _ in 0..<300 {
            let records = (0..<10).map { _ in random(&generator) }
            let events = (records + records.prefix(4)).shuffled(using: &generator)
            var stored = HealthActions()
            var known: [HealthSource: [HealthRecord]] = [:]
            for event in events {
                known[event.source, default: []].append(event)
                let part = HealthActions(rules: rules, records: known[event.source] ?? [])
                stored.apply(stored.changes(to: part, of: [event.source]))
            }
            #expect(stored.actions == HealthActions(rules: rules, records: records).actions)
        }
    }
}
