import Localization
import Messages
import TestTraits
import Testing

@testable import Pulsum

/// `pulsum goals add` and `edit`: which measure is meant, and what a refused goal says.
@Suite(.tags(.processes)) struct GoalWritingTests {
    private static func measure(_ id: UInt64, _ content: MeasureContent) -> Measure {
        Measure(facts: RecordFacts(id: EntityID(high: 0, low: id), version: 1, logTime: 0), content: content)
    }

    private static let measures = [
        measure(1, MeasureContent(title: "Running", unit: "km", kind: .distance)),
        measure(2, MeasureContent(title: "Cycling", unit: "km", kind: .distance)),
        measure(3, MeasureContent(title: "pages", unit: "pages", kind: .count)),
    ]

    private func meant(_ text: String, _ language: Language = .english) throws -> MeasureNames.Meant {
        try MeasureNames(measures: Self.measures, words: .shipped(language)).meant(text)
    }

    @Test(
        "GOL-1 a measure is meant by its id, its name, its unit or its kind and unit",
        arguments: [
            ("Running", 1), ("cycling (km)", 2), ("00000000-0000-0000-0000-000000000002", 2), ("Pages", 3),
            ("count:pages", 3),
        ])
    func stored(text: String, id: UInt64) throws {
        #expect(try meant(text) == .stored(EntityID(high: 0, low: id)))
    }

    @Test("GOL-1 a common unit and a kind with a unit make a measure that is not there yet")
    func fresh() throws {
        #expect(try meant("H") == .fresh(MeasureContent(title: "Time", unit: "h", kind: .duration)))
        #expect(try meant("min", .german) == .fresh(MeasureContent(title: "Zeit", unit: "min", kind: .duration)))
        #expect(try meant("kg") == .fresh(MeasureContent(title: "Weight", unit: "kg", kind: .mass)))
        #expect(try meant("bodyMass:kg") == .fresh(MeasureContent(title: "Body weight", unit: "kg", kind: .bodyMass)))
        #expect(try meant("count: laps") == .fresh(MeasureContent(title: "laps", unit: "laps", kind: .count)))
    }

    @Test("GOL-2 a name that nothing or several have is refused with what could be written instead")
    func unclear() throws {
        let several = try #require(throws: CLIError.self) { try meant("km") }.description
        #expect(several.contains("Running (km) \(EntityID(high: 0, low: 1))") && several.contains("Cycling (km)"))
        let unknown = try #require(throws: CLIError.self) { try meant("Swiming") }.description
        #expect(unknown.contains("count:Swiming") && unknown.contains("Running (km), Cycling (km), pages."))
        #expect(throws: CLIError.self) { try meant("speed:km") }
    }

    @Test("GOL-2 each wrong field is named by its option, with what has to change")
    func faults() {
        let goal = GoalContent(
            title: "", start: Day(number: 0), target: Day(number: 0),
            targets: [MeasureTarget(measure: EntityID(high: 0, low: 2), value: -1)])
        func line(_ field: String, _ code: FieldError.Code, _ low: Double? = nil, _ high: Double? = nil) -> String {
            GoalsFormatter(Self.measures).line(FieldError(field: field, code: code, low: low, high: high), of: goal)
        }
        #expect(line("title", .titleNeeded) == "title: Give the goal a title.")
        #expect(line("target", .endBeforeStart) == "--by: Choose an end after the start.")
        #expect(line("importance", .outOfRange, 1, 10) == "--importance: Enter a number from 1 to 10.")
        #expect(line("targets", .targetNeeded).hasPrefix("--measure, --target: "))
        #expect(line("targets[0].value", .outOfRange, 0, 10) == "--target of Cycling: Enter a number from 0 to 10.")
        #expect(line("targets[0].measure", .unknownReference).hasPrefix("--measure Cycling: "))
        #expect(line("milestones[1].target", .outsideGoal).hasPrefix("milestone 2: "))
        #expect(line("relevance[0].value", .unknownReference).hasPrefix("--value: "))
        let refusal = GoalsFormatter.refusal(["--by: a", "--target of b: c"]).description
        #expect(refusal == "Nothing was saved.\n  --by: a\n  --target of b: c")
    }
}
