import Drawing
import Localization
import Messages
import Testing

@testable import Pages

/// The pages of health rules and of tables.
@Suite struct ExchangePagesTests {
    private static let today = Day(number: 20_780)
    private static let steps = Measure(
        facts: RecordFacts(id: EntityID(high: 3, low: 3), version: 1, logTime: 0),
        content: MeasureContent(title: "Steps", unit: "steps", kind: .count, factor: 1))
    private static let goal = Goal(
        facts: RecordFacts(id: EntityID(high: 2, low: 2), version: 1, logTime: 0),
        content: GoalContent(title: "Walk <more>", start: today, target: today.advanced(by: 60), targets: []),
        progress: [])

    private func reader(_ language: Language) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Self.today,
            minute: 600)
    }

    private func page(_ screen: some Screen, _ language: Language = .english) throws -> String {
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(language))
        #expect(!page.contains("{") && !page.contains("healthrules.") && !page.contains("goaltables."))
        return page
    }

    private func rule(_ kind: HealthRecordKind, activity: String? = nil, least: Double? = nil) -> StoredHealthRule {
        StoredHealthRule(
            facts: RecordFacts(id: EntityID(high: 9, low: UInt64(kind.rawValue)), version: 4, logTime: 0),
            content: HealthRuleContent(
                kind: kind, activity: activity, quantity: kind == .workout ? .number : nil, least: least,
                from: Self.today, title: "Moved", measure: Self.steps.facts.id, goal: Self.goal.facts.id),
            actions: 12)
    }

    private func facts(_ rules: [StoredHealthRule], _ records: [StagedRecord] = []) -> HealthScreen.Facts {
        var counts: [String: Int64] = [:]
        for record in records { counts["\(record.state)", default: 0] += 1 }
        var facts = HealthScreen.Facts(
            rules: rules, staged: StagedHealthQuery.Reply(records: records, counts: counts))
        (facts.measures, facts.goals) = ([Self.steps], [Self.goal])
        return facts
    }

    @Test("GOL-6 a rule stands with what it is about and what comes of it", arguments: Language.allCases)
    func rules(language: Language) throws {
        let rules = HealthRecordKind.names.map {
            rule($0.value, activity: $0.value == .workout ? "running" : nil, least: 5_000)
        }
        let words = reader(language).words
        let shown = try page(HealthScreen(facts(rules), key: "k", for: reader(language)), language)
        #expect(shown.contains(words("healthrules.match.activity", ["activity": "running"])))
        #expect(shown.contains(words("healthrules.quantity.number")))
        #expect(shown.contains("Walk &lt;more&gt;") && shown.contains(words("healthrules.actions", count: 12)))
        #expect(shown.contains("href=\"/actions/health/\(rules[0].facts.id)\""))
        for kind in HealthRecordKind.names { #expect(shown.contains(words("healthrules.kind.\(kind.name)"))) }
        var quiet = facts(rules, [StagedRecord(id: .random(), kind: .steps, day: Self.today, state: .unmatched)])
        quiet.isQuiet = true
        let calm = try page(HealthScreen(quiet, key: "k", for: reader(language)), language)
        #expect(!calm.contains(words("healthrules.actions", count: 12)))
        #expect(!calm.contains(words("healthrules.waiting.unmatched", count: 1)))
    }

    @Test("GOL-6 a record that waits says why, and can be read again", arguments: Language.allCases)
    func waiting(language: Language) throws {
        let records = [
            StagedRecord(
                id: .random(), kind: .workout, day: Self.today, state: .failed, value: 1_800, activity: "running",
                distance: 5_200, errors: [FieldError(field: "measure", code: .unitMismatch)]),
            StagedRecord(id: .random(), kind: .steps, day: Self.today, state: .unmatched, value: 8_000),
            StagedRecord(id: .random(), kind: .protein, day: Self.today, state: .unmatched, value: 82),
        ]
        let words = reader(language).words
        let shown = try page(HealthScreen(facts([], records), key: "k", for: reader(language)), language)
        for key in ["error.measure", "waiting.isFailed", "waiting.isUnmatched", "waiting.again"] {
            #expect(shown.contains(escapedMarkup(words("healthrules.\(key)"))), "\(key)")
        }
        #expect(shown.contains("action=\"/actions/health/reparse\"") && shown.contains("running"))
        #expect(shown.contains("82\u{202F}g"))
        let none = try page(HealthScreen(facts([]), key: "k", for: reader(language)), language)
        #expect(none.contains(words("healthrules.waiting.none")) && !none.contains("/reparse"))
        #expect(none.contains("<details open><summary>\(words("healthrules.add"))"), "the form is open without a rule")
    }

    @Test(
        "PLN-10 rules and records about food say that amounts are put away; the form keeps them",
        arguments: Language.allCases)
    func away(language: Language) throws {
        let words = reader(language).words
        var food = rule(.kilocalories)
        food.numbersHidden = true
        var record = StagedRecord(id: .random(), kind: .protein, day: Self.today, state: .unmatched)
        record.numbersHidden = true
        let shown = try page(
            HealthScreen(facts([food, rule(.steps, least: 5_000)], [record]), key: "k", for: reader(language)), language
        )
        let note = escapedMarkup(words("goals.away"))
        #expect(shown.ranges(of: note).count == 2, "the rule and the records")
        #expect(shown.contains(reader(language).formats.amount(5_000, in: Self.steps.content)))
        let form = try page(
            HealthRuleScreen(food, measures: [Self.steps], goals: [Self.goal], key: "k", for: reader(language)),
            language)
        #expect(form.contains("name=\"away\" value=\"1\"") && form.contains(escapedMarkup(words("goals.awayForm"))))
        #expect(RuleDraft(fields: [(name: "away", value: "1")]).isAway && !RuleDraft(fields: []).isAway)
        let plain = try page(
            HealthRuleScreen(
                rule(.steps), measures: [Self.steps], goals: [Self.goal], key: "k", for: reader(language)), language)
        #expect(!plain.contains("name=\"away\""))
    }

    @Test("GOL-2 the form of a rule makes the first measure, and says what does not go together")
    func form() throws {
        let reader = reader(.english)
        func reading(_ fields: [String: String], _ measures: [Measure] = []) -> RuleDraft.Reading {
            RuleDraft(fields: fields.map { (name: $0.key, value: $0.value) }).reading(measures, for: reader)
        }
        let first = reading([
            "kind": "steps", "title": "Walked", "unit": "steps", "least": "5,000", "quantity": "number",
        ])
        #expect(first.faults.isEmpty && first.newMeasure?.kind == .count && first.newMeasure?.unit == "steps")
        #expect(first.content.least == 5_000 && first.content.quantity == nil)
        let known = reading(["kind": "steps", "title": "Walked", "unit": "steps"], [Self.steps])
        #expect(known.newMeasure == nil && known.content.measure == Self.steps.facts.id)
        let far = reading([
            "kind": "workout", "title": "Ran", "measure": "unit:km", "quantity": "distance", "least": "0",
        ])
        #expect(far.newMeasure?.kind == .distance && far.content.quantity == .distance && far.content.least == nil)
        let wrong = reading(["kind": "sleep", "activity": "running", "least": "much", "from": "soon"])
        #expect(Set(wrong.faults.map(\.field)) == ["title", "measure", "least", "from"])
        #expect(wrong.misplaced["activity"] != nil)
        let shown = try page(
            HealthScreen(
                facts([]), form: RuleDraft(fields: [(name: "title", value: "My <walk>")]),
                faults: TypedForm(faults: ["title": "Shorter, please."]), key: "k", for: reader))
        #expect(
            shown.contains("value=\"My &lt;walk&gt;\"") && shown.contains("id=\"title-fault\">Shorter, please.</p>"))
    }

    @Test("GOL-6 a stored rule comes back into its form, and can be deleted with or without its actions")
    func change() throws {
        let shown = try page(
            HealthRuleScreen(
                rule(.workout, activity: "running", least: 2.5), measures: [Self.steps], goals: [Self.goal], key: "k7",
                for: reader(.german)), .german)
        #expect(shown.contains("value=\"running\"") && shown.contains("value=\"2,5\""))
        #expect(shown.contains("<option value=\"\(Self.steps.facts.id)\" selected>"))
        #expect(shown.contains("<option value=\"\(Self.goal.facts.id)\" selected>"))
        let form = try #require(shown.split(separator: "/delete\"").last?.split(separator: "</form>").first)
        #expect(form.contains("name=\"key\" value=\"k7\"") && form.contains("name=\"version\" value=\"4\""))
        #expect(form.contains("name=\"keep\""))
    }

    @Test(
        "GOL-5 a preview names each bad row by its line, and only a good table can be brought in",
        arguments: Language.allCases)
    func preview(language: Language) throws {
        func shown(_ report: TableReport, _ status: TableImportPhase? = nil) throws -> String {
            try page(
                TableScreen(
                    EntityID(high: 7, low: 7), .actions, report, status: status, sentence: { "Wrong \($0.field)." },
                    key: "k", for: reader(language)), language)
        }
        let words = reader(language).words
        var bad = TableReport(rows: 900, added: 600, bad: 300, unknownColumns: ["Mood"])
        bad.badRows = (1...300).map { BadRow(line: $0 + 1, errors: [FieldError(field: "day", code: .notADay)]) }
        let refused = try shown(bad)
        #expect(
            refused.contains(words("goaltables.line", ["line": "2"]))
                && refused.contains("<strong>day</strong> Wrong day."))
        #expect(refused.contains(words("goaltables.further", count: 100)) && refused.contains("Mood"))
        #expect(!refused.contains("<form"))
        let good = try shown(TableReport(rows: 3, added: 1, changed: 1, unchanged: 1))
        #expect(
            good.contains("action=\"/goals/tables/\(EntityID(high: 7, low: 7))\"") && good.contains("value=\"actions\"")
        )
        #expect(try shown(TableReport(rows: 1, unchanged: 1)).contains(words("goaltables.nothing")))
        for phase in TableImportPhase.names {
            let page = try shown(TableReport(rows: 3, added: 3), phase.value)
            #expect(page.contains(words("goaltables.phase.\(phase.name)")) && !page.contains("<form"))
            let goesOn = [.writing, .undoing].contains(phase.value)
            #expect(page.contains(words("goaltables.reload")) == goesOn)
        }
    }

    @Test(
        "GOL-5 each table can be taken out, and a file is chosen in a form that needs no script",
        arguments: Language.allCases)
    func tables(language: Language) throws {
        let shown = try page(
            TablesScreen(
                kind: .terms, maximumMebibytes: 8, key: "k", problem: "No <file>.", for: reader(language)),
            language)
        for kind in TableKind.names { #expect(shown.contains("href=\"/v1/goals/table?kind=\(kind.name)\"")) }
        #expect(shown.contains("enctype=\"multipart/form-data\"") && shown.contains("name=\"key\" value=\"k\""))
        #expect(shown.contains("<option value=\"terms\" selected>") && shown.contains("No &lt;file&gt;."))
    }
}
