import Localization
import Messages
import Testing

@testable import Pages

/// The form of a goal as a browser sends it.
@Suite struct GoalFormTests {
    private static let english = reader(.english, "GB")
    private static let german = reader(.german, "DE")
    private static let today = Day(year: 2026, month: 11, day: 25)!

    private static func reader(_ language: Language, _ region: String) -> Reader {
        Reader(DisplaySettings(language: language, region: region), today: today, minute: 600)
    }

    private static func measure(_ unit: String, _ kind: MeasureKind) -> Measure {
        Measure(
            facts: RecordFacts(id: .random(), version: 1, logTime: 0), content: MeasureContent(unit: unit, kind: kind))
    }

    private static func draft(_ fields: [String: String]) -> GoalDraft {
        GoalDraft(fields: fields.map { (name: $0.key, value: $0.value) })
    }

    @Test("GOL-2 a stored goal in its form and back is the same goal", arguments: [english, german])
    func identity(reader: Reader) {
        let (measure, value, term) = (Self.measure("km", .distance), EntityID.random(), EntityID.random())
        let goal = GoalContent(
            title: "Run", detailedDescription: "Far", freeformNotes: "n", actionPlan: "p", start: Self.today,
            target: Self.today.advanced(by: 69), termWeeks: 10, status: .onHold, importance: 7, urgency: 3,
            targets: [MeasureTarget(measure: measure.facts.id, value: 1234.567, notes: "x")],
            relevance: [ValueRelevance(value: value, strength: 9)],
            milestones: [
                Milestone(
                    title: "Half", detailedDescription: "d", freeformNotes: "f", target: Self.today.advanced(by: 30),
                    reached: Self.today, importance: 1, urgency: 10)
            ],
            obligations: [
                Obligation(
                    title: "Tell", detailedDescription: "d", freeformNotes: "f", deadline: Self.today.advanced(by: 9),
                    met: Self.today, toWhom: "Ada", consequence: "c", importance: 2, urgency: 4)
            ], terms: [term])
        let draft = GoalDraft(goal, for: reader)
        let sent =
            draft.texts.map { (name: $0.key, value: $0.value) } + [
                (name: "value", value: "\(value)"), (name: "term", value: "\(term)"),
            ]
        let reading = GoalDraft(fields: sent).reading([measure], for: reader)
        #expect(reading.faults == [])
        #expect(reading.newMeasures.isEmpty)
        #expect(reading.content == goal)
    }

    @Test("GOL-2 all faults of a form are told at once, by the places of its filled rows")
    func faults() {
        let draft = Self.draft([
            "start": "2026-11-25", "target": "", "importance": "11", "targets[3].value": "many",
            "milestones[1].title": "Half",
        ])
        let reading = draft.reading([], for: Self.english)
        #expect(
            Set(reading.faults.map(\.field)) == [
                "title", "target", "importance", "targets[0].value", "milestones[0].target",
            ])
        #expect(draft.texts["targets[0].value"] == "many")
    }

    @Test("GOL-2 days of a form are shown and read in the person's order", arguments: [english, german])
    func days(reader: Reader) {
        let (start, target) = (reader.formats.typed(Self.today), reader.formats.typed(Self.today.advanced(by: 69)))
        let reading = Self.draft(["title": "Run", "start": start, "target": target]).reading([], for: reader)
        #expect(reading.faults == [])
        #expect(reading.content.start == Self.today && reading.content.target == Self.today.advanced(by: 69))
        let wrong = Self.draft(["title": "Run", "start": start, "target": "soon"]).reading([], for: reader)
        #expect(wrong.faults.map(\.field) == ["target"] && wrong.faults.map(\.code) == [.dayOutOfRange])
        let form = TypedForm(["start": "\(Self.today)", "target": "soon"], faults: ["target": "No day."])
        let shown = GoalField("start", "Start", .day(reader.formats), in: form, advice: "From when on.")
        #expect(shown.typed == start && shown.isDay && !shown.isLine)
        #expect(shown.advice == "From when on. \(reader.formats.typedExample)" && shown.described == "start-advice")
        let refused = GoalField("target", "Until", .day(reader.formats), in: form)
        #expect(refused.typed == "soon" && refused.isInvalid && refused.described == "target-advice target-fault")
        let line = GoalField("title", "Title", .line(200), in: form)
        #expect(line.isLine && !line.isDay && line.advice == nil && line.described == nil)
    }

    @Test("GOL-2 a goal without an amount is once a week, in the measure that says how often")
    func often() {
        let fields = ["title": "Meditate more often", "start": "2026-11-25", "target": "2027-02-02", "counts": "1"]
        let fresh = Self.draft(fields).reading([], for: Self.english)
        #expect(fresh.faults.isEmpty)
        #expect(fresh.newMeasures.map(\.content.unit) == ["times"])
        #expect(fresh.content.targets.map(\.value) == [10])
        let facts = RecordFacts(id: .random(), version: 1, logTime: 0)
        let stored = Measure(facts: facts, content: MeasureContent(.count, unit: "Mal", .shipped(.german)))
        let known = Self.draft(fields).reading([stored], for: Self.english)
        #expect(known.newMeasures.isEmpty && known.content.targets.map(\.measure) == [facts.id])
        // So is a number alone.
        let alone = Self.draft(fields.merging(["targets[0].value": "20"]) { $1 }).reading([stored], for: Self.english)
        #expect(alone.faults.isEmpty && alone.content.targets == [MeasureTarget(measure: facts.id, value: 20)])
        // A measure that was made before a refusal adds no row.
        var again = Self.draft(fields)
        again.use(facts.id, forTarget: 0)
        #expect(again.texts["targets[0].measure"] == nil)
        #expect(again.counts && !Self.draft(["title": "x"]).counts)
    }

    @Test("GOL-2 an amount may be typed with its unit, and “times” is how often")
    func amountWithUnit() {
        func parts(_ text: String) -> [String]? { GoalDraft.amountAndUnit(text).map { [$0.amount, $0.unit] } }
        #expect(parts("100 km") == ["100", "km"] && parts("2,5h") == ["2,5", "h"])
        #expect(parts("1.5 fl oz") == ["1.5", "fl oz"])
        for text in ["", "20", "many", "km 5", "5 km a week", "3x", "1e5", "5 km²"] {
            #expect(parts(text) == nil, "\(text)")
        }
        let fields = ["title": "t", "start": "2026-11-25", "target": "2027-02-02"]
        let typed = Self.draft(fields.merging(["targets[0].value": "100 km"]) { $1 })
        let reading = typed.reading([], for: Self.english)
        #expect(reading.faults.isEmpty && reading.content.targets.map(\.value) == [100])
        #expect(reading.newMeasures.map(\.content) == [MeasureContent(.distance, unit: "km", .shipped(.english))])
        let own = Self.measure("km", .distance)
        #expect(typed.reading([own], for: Self.english).content.targets.map(\.measure) == [own.facts.id])
        let often = Self.draft(fields.merging(["targets[0].value": "20 times"]) { $1 }).reading([], for: Self.english)
        #expect(often.faults.isEmpty && often.content.targets.map(\.value) == [20])
        #expect(often.newMeasures.map(\.content) == [MeasureContent.times(.shipped(.english))])
        // A measure that is chosen stays.
        let chosen = Self.draft(
            fields.merging(["targets[0].value": "5 km", "targets[0].measure": "unit:mi"]) { $1 }
        ).reading([], for: Self.english)
        #expect(chosen.faults.map(\.field) == ["targets[0].value"])
    }

    @Test("GOL-2 a new goal asks three things; the rest is folded until it has a value or an error")
    func threeFields() throws {
        let around = GoalSurroundings(measures: [], values: [], terms: [])
        let renderer = try PageRenderer(assets: "/assets/0")
        let frame = PageFrame(.ahead, person: PageFrame.Person(name: "Ada"))
        func form(_ draft: GoalDraft, _ faults: [String: String] = [:]) throws -> String {
            let screen = GoalFormScreen(
                draft, around, key: "k", faults: TypedForm(faults: faults), for: Self.english)
            let sent = renderer.html(screen, frame, for: Self.english).split(separator: "action=\"/goals\"").last
            return String(try #require(sent?.split(separator: "</form>").first))
        }
        func names(_ part: some StringProtocol) -> [String] {
            String(part).matches(of: /<(?:input|select|textarea)[^>]* name="([^"]+)"/).map { String($0.output.1) }
                .filter { $0 != "key" }
        }
        let words = Self.english.words
        let unit = "<summary>\(words("goals.form.unitSummary"))"
        let more = "<summary>\(words("goals.form.more"))"
        let fresh = try form(GoalDraft(today: Self.today, term: nil))
        let first = try #require(fresh.split(separator: "<details").first)
        #expect(names(first) == ["title", "targets[0].value", "target"])
        #expect(fresh.contains("<details>\(unit)") && fresh.contains("<details>\(more)"))
        // Everything is still in the form.
        for name in ["targets[0].measure", "targets[0].unit", "counts", "start", "milestones[0].title", "termWeeks"] {
            #expect(names(fresh).contains(name), "\(name)")
        }
        let fields = ["title": "t", "start": "2026-11-25", "target": "2027-02-02", "counts": "1"]
        let withUnit = try form(Self.draft(fields.merging(["targets[0].value": "12 books"]) { $1 }))
        #expect(withUnit.contains("value=\"books\"") && withUnit.contains("<details open>\(unit)"))
        #expect(withUnit.contains("<details>\(more)"))
        let refused = try form(Self.draft(fields), ["targets[0].measure": "Which?"])
        #expect(refused.contains("<details open>\(unit)"))
        let described = try form(Self.draft(fields.merging(["detailedDescription": "Far"]) { $1 }))
        #expect(described.contains("<details>\(unit)") && described.contains("<details open>\(more)"))
    }

    @Test("GOL-6 a goal counts by itself what its unit fits, and nothing where it does not")
    func counted() {
        func rule(_ title: String, _ unit: String, _ kind: MeasureKind) -> String? {
            CountedGoal.rule(
                title, in: MeasureContent(title: nil, unit: unit, kind: kind), .random(), for: .random(),
                from: Day(number: 20_000)
            ).map { "\($0.kind) \($0.activity ?? "") \($0.quantity.map { "\($0)" } ?? "")" }
        }
        #expect(rule("Count my runs", "runs", .count) == "workout running number")
        #expect(rule("Mehr Sport", "Läufe", .count) == "workout running number")
        #expect(rule("Run 100 km", "km", .distance) == "workout running distance")
        #expect(rule("Schwimmen", "h", .duration) == "workout swimming duration")
        #expect(rule("Meditate more", "min", .duration) == "mindful  ")
        #expect(rule("10,000 a day", "steps", .count) == "steps  ")
        #expect(rule("Schwimmen gehen", "km", .distance) == "workout swimming distance")
        #expect(rule("Klavier-Training", "h", .duration) == nil)
        #expect(rule("Sport", "Trainings", .count) == "workout  number")
        #expect(rule("Work out", "workouts", .count) == "workout  number")
        #expect(rule("Run errands", "times", .count) == nil)
        #expect(rule("Read 12 books", "books", .count) == nil)
        #expect(rule("Run lighter", "kg", .mass) == nil)
        #expect(rule("Read", "min", .duration) == nil)
    }

    @Test("GOL-10 a sentence ticks the one goal that it names")
    func ticked() {
        func proposal(_ kinds: MatchReason.Kind..., counts: Bool = true) -> MatchProposal {
            let goal = EntityID.random()
            return MatchProposal(
                goal: goal, title: "", reasons: kinds.map { MatchReason($0) },
                contributions: counts ? [GoalContribution(goal: goal, measure: .random(), amount: 1)] : [])
        }
        func ticks(_ proposals: [MatchProposal]) -> [Bool] { ActionForm.offers(proposals).map(\.isTicked) }
        #expect(ticks([proposal(.measure, .words), proposal(.measure)]) == [true, false])
        #expect(ticks([proposal(.measure)]) == [false])
        #expect(ticks([proposal(.words), proposal(.measure, .words)]) == [false, false])
        #expect(ticks([proposal(.words, counts: false), proposal(.words)]) == [true])
    }

    @Test("GOL-2 a unit that no measure has makes one, and one that a measure has takes it")
    func measures() {
        let fields = [
            "title": "t", "start": "2026-11-25", "target": "2027-02-02", "targets[0].value": "5",
            "targets[0].measure": "unit:km", "targets[1].value": "300", "targets[1].unit": "pages",
        ]
        let fresh = Self.draft(fields).reading([], for: Self.english)
        #expect(fresh.faults == [])
        #expect(fresh.newMeasures.map(\.row) == [0, 1])
        #expect(fresh.newMeasures.map(\.content.unit) == ["km", "pages"])
        #expect(fresh.newMeasures.map(\.content.kind) == [.distance, .count])
        let (own, pages) = (Self.measure("km", .distance), Self.measure("pages", .count))
        let stored = Self.draft(fields).reading([own, pages], for: Self.english)
        #expect(stored.newMeasures.isEmpty)
        #expect(stored.content.targets.map(\.measure) == [own.facts.id, pages.facts.id])
        // A known unit that is typed keeps its kind.
        let typed = Self.draft(
            fields.merging(["targets[0].measure": "", "targets[0].unit": "km"]) { $1 }
        ).reading([own, pages], for: Self.english)
        #expect(typed.faults.isEmpty && typed.content.targets.map(\.measure) == [own.facts.id, pages.facts.id])
    }

    @Test("GOL-2 typed amounts follow the reader's separators")
    func amounts() {
        for (text, value) in [("1,234.5", 1234.5), ("1234.5", 1234.5), ("1,234", 1234), ("2,5", 2.5), ("0.125", 0.125)]
        {
            #expect(Self.english.amount(typed: text) == value, "\(text)")
        }
        for (text, value) in [("1.234,5", 1234.5), ("1234,5", 1234.5), ("1.234", 1234), ("2.5", 2.5), ("0,125", 0.125)]
        {
            #expect(Self.german.amount(typed: text) == value, "\(text)")
        }
        for text in ["", "x", "5 km", "1.2.3", "nan", "inf"] {
            #expect(Self.english.amount(typed: text) == nil, "\(text)")
            #expect(Self.german.amount(typed: text) == nil, "\(text)")
        }
    }

    @Test("GOL-4 pace is said without pressure, and a quiet day says none of it", arguments: [english, german])
    func pace(reader: Reader) throws {
        let measure = Self.measure("km", .distance)
        let pace = TargetPace(
            state: .behind, share: 0.2, expected: 20, perWeek: 1, neededPerWeek: 4.5, daysLeft: 40,
            finish: Self.today.advanced(by: 100), earliest: Self.today.advanced(by: 80))
        let content = GoalContent(
            title: "Run", start: Self.today, target: Self.today.advanced(by: 69),
            targets: [MeasureTarget(measure: measure.facts.id, value: 50)])
        let progress = TargetProgress(measure: measure.facts.id, sum: 10, target: 50, contributions: 3, pace: pace)
        let goal = Goal(
            facts: RecordFacts(id: .random(), version: 4, logTime: 0), content: content, progress: [progress],
            state: .behind)
        let around = GoalSurroundings(measures: [measure], values: [], terms: [])
        let needed = reader.words("goals.pace.behindWith", ["amount": reader.formats.quantity(4.5, "km", digits: 1)])
        let renderer = try PageRenderer(assets: "/assets/0")
        let frame = PageFrame(.ahead, person: PageFrame.Person(name: "Ada"))
        let page = renderer.html(
            GoalScreen(goal, isQuiet: false, around, key: "k", for: reader), frame, for: reader)
        #expect(page.contains(needed))
        #expect(page.contains("value=\"20\""))
        #expect(page.contains("name=\"version\" value=\"4\""))
        let quiet = renderer.html(
            GoalScreen(goal, isQuiet: true, around, key: "k", for: reader), frame, for: reader)
        #expect(!quiet.contains(needed))
        #expect(!quiet.contains("<progress"))
        #expect(quiet.contains("<h1>Run</h1>"))
    }
}
