import Fixtures
import Messages
import Testing

@testable import Goals

@Suite struct ValidatorTests {
    private static let measure = EntityID(high: 9, low: 9)

    private static func goal(_ change: (inout GoalContent) -> Void) async -> [String: FieldError.Code] {
        var content = GoalContent(
            title: "Run", start: World.start, target: World.start.advanced(by: 70),
            targets: [MeasureTarget(measure: measure, value: 1)])
        change(&content)
        let changed = content
        return await wrongFields { try GoalValidator.form(changed) }
    }

    @Test("GOL-2: all wrong fields of a goal are reported at once, each with its place")
    func all() async {
        let wrong = await Self.goal {
            $0.title = " \n"
            $0.actionPlan = String(repeating: "x", count: 4_001)
            $0.target = $0.start
            $0.importance = 11
            $0.targets = [
                MeasureTarget(measure: Self.measure, value: -1), MeasureTarget(measure: Self.measure, value: .nan),
            ]
            $0.milestones = [Milestone(title: nil, target: $0.start)]
            $0.status = GoalStatus(rawValue: 77)
        }
        #expect(
            wrong == [
                "title": .titleNeeded, "actionPlan": .tooLong, "target": .endBeforeStart, "importance": .outOfRange,
                "targets[0].value": .outOfRange, "targets[1].value": .outOfRange, "targets[1].measure": .repeated,
                "milestones[0].title": .textNeeded, "status": .unknownChoice,
            ])
    }

    @Test("GOL-2: a goal has a measurable target; steps lie within its days; ranks have their range")
    func single() async {
        #expect(await Self.goal { _ in } == [:])
        #expect(await Self.goal { $0.targets = [] } == ["targets": .targetNeeded])
        #expect(await Self.goal { $0.targets[0].value = 0 } == ["targets[0].value": .outOfRange])
        #expect(await Self.goal { $0.targets[0].value = .infinity } == ["targets[0].value": .outOfRange])
        #expect(
            await Self.goal { $0.obligations = [Obligation(title: "Pay", deadline: $0.target.advanced(by: 1))] }
                == ["obligations[0].deadline": .outsideGoal])
        #expect(await Self.goal { $0.relevance = [ValueRelevance(value: .random(), strength: 0)] } != [:])
        #expect(await Self.goal { $0.termWeeks = 0 } == ["termWeeks": .outOfRange])
        #expect(
            await Self.goal { $0.targets = (0..<21).map { _ in MeasureTarget(measure: .random(), value: 1) } }
                == ["targets": .tooMany])
    }

    @Test("Bad input: days at the edge of what can be stored are refused, never computed with")
    func edges() async {
        for number in [Int32.min, -25_568, 84_006, Int32.max] {
            let day = Day(number: number)
            #expect(await Self.goal { $0.start = day }["start"] == .dayOutOfRange)
            #expect(await Self.goal { $0.target = day }["target"] != nil)
            #expect(await wrongFields { try TermValidator.form(TermContent(start: day), isClosed: false) } != [:])
            let action = ActionContent(title: "Run", start: World.now)
            #expect(await wrongFields { try ActionValidator.form(action, day: day) } == ["start": .dayOutOfRange])
        }
        for start in [Milliseconds.min, .max] {
            let action = ActionContent(title: "Run", start: start)
            #expect(
                await wrongFields { try ActionValidator.form(action, day: World.start) } == ["start": .dayOutOfRange])
        }
        #expect(
            await Self.goal {
                $0.start = FieldChecks.days.lowerBound
                $0.target = FieldChecks.days.upperBound
            } == [:])
        let last = TermContent(start: FieldChecks.days.upperBound.advanced(by: -69))
        #expect(await wrongFields { try TermValidator.form(last, isClosed: false) } == [:])
        let late = TermContent(start: FieldChecks.days.upperBound.advanced(by: -68))
        #expect(await wrongFields { try TermValidator.form(late, isClosed: false) } == ["end": .dayOutOfRange])
    }

    @Test("Bad input: a text of 10 MB is refused as too long")
    func long() async {
        let text = String(repeating: "ä", count: 5 << 20)
        #expect(await Self.goal { $0.title = text } == ["title": .tooLong])
        #expect(await Self.goal { $0.title = String(repeating: "ä", count: 200) } == [:])
        #expect(await wrongFields { try ValueValidator.form(ValueContent(title: "x", freeformNotes: text)) } != [:])
    }

    @Test("GOL-2: everything but a goal needs a title or a description")
    func wording() async {
        let action = ActionContent(start: World.now, duration: -1)
        #expect(
            await wrongFields { try ActionValidator.form(action, day: World.start) }
                == ["title": .textNeeded, "duration": .outOfRange])
        let described = ActionContent(detailedDescription: "Ran.", start: World.now)
        #expect(await wrongFields { try ActionValidator.form(described, day: World.start) } == [:])
        #expect(
            await wrongFields { try ValueValidator.form(ValueContent(title: "\t", priority: 101)) }
                == ["title": .textNeeded, "priority": .outOfRange])
    }

    @Test("GOL-2: a known unit has its kind and factor; an unknown one says how it converts, unless it counts")
    func units() async {
        func wrong(_ unit: String, _ kind: MeasureKind, _ factor: Double? = nil) async -> [String: FieldError.Code] {
            await wrongFields {
                try MeasureValidator.form(MeasureContent(title: "x", unit: unit, kind: kind, factor: factor))
            }
        }
        #expect(await wrong("km", .distance) == [:])
        #expect(await wrong("km", .duration) == ["unit": .unitMismatch])
        #expect(await wrong("km", .distance, 999) == ["factor": .unitMismatch])
        #expect(await wrong("pages", .count) == [:])
        #expect(await wrong("furlong", .distance) == ["unit": .unitUnknown])
        #expect(await wrong("furlong", .distance, 201.168) == [:])
        #expect(await wrong("furlong", .distance, 0) == ["factor": .outOfRange])
        #expect(await wrong("", .count) == ["unit": .textNeeded])
        #expect(await wrong("x", MeasureKind(rawValue: 9)) == ["kind": .unknownChoice, "unit": .unitUnknown])
    }
}
