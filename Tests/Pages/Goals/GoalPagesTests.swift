import Drawing
import Localization
import Messages
import Testing

@testable import Pages

/// The pages about goals and terms as a person sees them.
@Suite struct GoalPagesTests {
    private static let today = Day(year: 2026, month: 11, day: 25)!
    private static let readers = [(Language.english, "US"), (.german, "DE")].map { language, region in
        Reader(DisplaySettings(language: language, region: region), today: today, minute: 600)
    }

    private static func facts() -> RecordFacts { RecordFacts(id: .random(), version: 2, logTime: 0) }

    private static func goal(_ title: String, _ status: GoalStatus = .active, in terms: [EntityID] = []) -> Goal {
        Goal(
            facts: facts(),
            content: GoalContent(
                title: title, start: today, target: today.advanced(by: 60), status: status, targets: [], terms: terms),
            progress: [])
    }

    private static func term(_ status: TermStatus, _ goals: [Goal] = []) -> Term {
        Term(
            facts: facts(),
            content: TermContent(
                start: today.advanced(by: -80), end: today.advanced(by: -11), number: 3, status: status,
                goals: goals.map(\.facts.id)), reflection: status == .completed ? "Calm weeks" : nil)
    }

    private static func html(_ screen: some Screen, _ reader: Reader) throws -> String {
        let frame = PageFrame(.ahead, person: PageFrame.Person(name: "Ada"))
        return try PageRenderer(assets: "/assets/0").html(screen, frame, for: reader)
    }

    /// Phrases that no catalogue has show as their key, and placeholders without a value keep their braces.
    private static func isWhole(_ page: String) -> Bool {
        !page.contains(/[> "](goals|terms|goalTabs)\.[a-z]/) && !page.contains("{")
    }

    @Test("PLN-10 a goal without its amounts says so, and its form asks for no target", arguments: readers)
    func away(reader: Reader) throws {
        var goal = Self.goal("Lighter")
        goal.numbersHidden = true
        let around = GoalSurroundings(measures: [], values: [], terms: [])
        let note = escapedMarkup(reader.words("goals.away"))
        let list = try Self.html(
            GoalsScreen(
                GoalsQuery.Reply(goals: [goal, Self.goal("Run")]), measures: [], running: nil, terms: [],
                filter: GoalsScreen.Filter(), further: nil, for: reader), reader)
        #expect(Self.isWhole(list) && list.ranges(of: note).count == 1)
        let page = try Self.html(GoalScreen(goal, isQuiet: false, around, key: "k", for: reader), reader)
        #expect(Self.isWhole(page) && page.contains(note) && page.contains("name=\"away\" value=\"1\""))
        let fields = [("title", "Lighter"), ("start", "2026-11-25"), ("target", "2026-12-25")]
        func codes(_ more: [(String, String)]) -> [FieldError.Code] {
            GoalDraft(fields: (fields + more).map { (name: $0.0, value: $0.1) }).reading([], for: reader).faults
                .map(\.code)
        }
        #expect(codes([]).isEmpty && codes([("away", "1")]).isEmpty)
        #expect(
            !(try Self.html(GoalScreen(Self.goal("Run"), isQuiet: false, around, key: "k", for: reader), reader))
                .contains("name=\"away\""))
    }

    @Test("OWN-3 every word of the pages about goals exists", arguments: readers)
    func words(reader: Reader) throws {
        let goals = GoalStatus.names.map { Self.goal("Run", $0.value) }
        let terms = TermStatus.names.map { Self.term($0.value, goals) }
        let around = GoalSurroundings(measures: [], values: [], terms: terms)
        let list = GoalsScreen(
            GoalsQuery.Reply(goals: goals), measures: [], running: nil, terms: terms, filter: GoalsScreen.Filter(),
            further: "/goals?after=1.2", for: reader)
        let draft = GoalDraft(today: Self.today, term: nil)
        var pages = [
            try Self.html(list, reader), try Self.html(GoalFormScreen(draft, around, key: "k", for: reader), reader),
            try Self.html(
                TermsScreen(terms, running: nil, all: terms, goals: goals, key: "k", further: nil, for: reader), reader),
            try Self.html(GoalScreen(goals[0], isQuiet: false, around, key: "k", for: reader), reader),
        ]
        for term in terms {
            pages.append(try Self.html(TermScreen(term, all: terms, goals: goals, key: "k", for: reader), reader))
        }
        for page in pages { #expect(Self.isWhole(page)) }
        #expect(pages.allSatisfy { $0.contains("href=\"/goals\" aria-current=\"page\"") })
        for kind in MeasureKind.names { #expect(reader.words.contains("goals.kind.\(kind.name)")) }
    }

    @Test("GOL-2 an error stands at its field, and the typed text is kept", arguments: readers)
    func fault(reader: Reader) throws {
        let fields = [
            (name: "title", value: "Read <more>"), (name: "targets[0].value", value: "many"),
            (name: "milestones[0].title", value: "Half"), (name: "start", value: "2026-11-25"),
        ]
        let faults = TypedForm(
            faults: ["targets[0].value": "A number, please.", "milestones[0].target": "A day.", "terms[0]": "Gone."])
        let around = GoalSurroundings(measures: [], values: [], terms: [])
        let page = try Self.html(
            GoalFormScreen(GoalDraft(fields: fields), around, key: "k", faults: faults, for: reader), reader)
        #expect(page.contains("value=\"Read &lt;more&gt;\"") && page.contains("value=\"many\""))
        #expect(page.contains("<p class=\"error\" id=\"targets[0].value-fault\">A number, please.</p>"))
        #expect(
            page.contains("aria-invalid=\"true\" aria-describedby=\"targets[0].value-advice targets[0].value-fault\""))
        // A fault of a field that the form does not show is placed above it; a folded part with a fault is open.
        #expect(page.contains("<p class=\"error\" role=\"alert\">Gone.</p>"))
        #expect(page.contains("<details open><summary>\(reader.words("goals.form.steps"))"))
    }

    @Test("GOL-4 a closed term offers its unfinished goals, none of them chosen", arguments: readers)
    func carrying(reader: Reader) throws {
        let goals = [Self.goal("Run"), Self.goal("Read", .completed), Self.goal("Sing", .onHold)]
        let closed = Self.term(.completed, goals)
        let page = try Self.html(
            TermScreen(closed, all: [closed], goals: goals, key: "k", for: reader), reader)
        let form = try #require(page.split(separator: "/carry\"").last?.split(separator: "</form>").first)
        #expect(form.contains("Run") && form.contains("Sing") && !form.contains("Read") && !form.contains("checked"))
        #expect(page.contains("Calm weeks") && !page.contains("/close\""))
        let running = Self.term(.active, goals)
        let open = try Self.html(
            TermScreen(running, all: [running], goals: goals, key: "k", for: reader), reader)
        #expect(open.contains("/close\"") && !open.contains("/carry\""))
    }

    @Test("GOL-4 the goals of a term have a form that moves each up or down; one alone has none", arguments: readers)
    func moving(reader: Reader) throws {
        let goals = [Self.goal("Run"), Self.goal("Read"), Self.goal("Sing")]
        func page(_ goals: [Goal]) throws -> String {
            let term = Self.term(.active, goals)
            return try Self.html(TermScreen(term, all: [term], goals: goals, key: "k", for: reader), reader)
        }
        let shown = try page(goals)
        #expect(shown.split(separator: "/move\"").count == 4)
        #expect(
            shown.split(separator: "value=\"up\"").count == 3 && shown.split(separator: "value=\"down\"").count == 3)
        #expect(shown.contains("name=\"goal\" value=\"\(goals[1].facts.id)\""))
        #expect(try !page([goals[0]]).contains("/move\""))
    }

    @Test("GOL-4 each step of a goal is marked with one button, and a mark is taken back with one", arguments: readers)
    func marking(reader: Reader) throws {
        var goal = Self.goal("Run")
        goal.content.milestones = [
            Milestone(title: "Half", target: Self.today.advanced(by: 30)),
            Milestone(title: "Start", target: Self.today.advanced(by: 2), reached: Self.today),
        ]
        goal.content.obligations = [Obligation(title: "Register", deadline: Self.today.advanced(by: 9))]
        let around = GoalSurroundings(measures: [], values: [], terms: [])
        let page = try Self.html(GoalScreen(goal, isQuiet: false, around, key: "k", for: reader), reader)
        let forms = page.split(separator: "/step\"").dropFirst().compactMap { $0.split(separator: "</form>").first }
        #expect(forms.count == 3)
        #expect(forms[0].contains("name=\"milestone\" value=\"1\"") && forms[0].contains("name=\"day\" value=\"\""))
        #expect(forms[0].contains(reader.words("goals.way.takeBack")))
        #expect(forms[1].contains("name=\"obligation\" value=\"0\""))
        #expect(forms[2].contains("name=\"milestone\" value=\"0\"") && forms[2].contains("value=\"\(Self.today)\""))
        #expect(forms.allSatisfy { $0.contains("name=\"version\" value=\"2\"") && $0.contains("name=\"key\"") })
    }

    @Test("GOL-9 every form that deletes carries an idempotency key", arguments: readers)
    func deletionKeys(reader: Reader) throws {
        let term = Self.term(.active)
        let around = GoalSurroundings(measures: [], values: [], terms: [])
        for page in [
            try Self.html(GoalScreen(Self.goal("Run"), isQuiet: false, around, key: "k7", for: reader), reader),
            try Self.html(TermScreen(term, all: [term], goals: [], key: "k7", for: reader), reader),
        ] {
            let form = try #require(page.split(separator: "/delete\"").last?.split(separator: "</form>").first)
            #expect(form.contains("name=\"key\" value=\"k7\""))
        }
    }

    @Test("WEB-2 the bar of a phone has Ahead like the rest, for who never used it too")
    func ahead() throws {
        let reader = Self.readers[0]
        let frame = PageFrame(.settings, person: PageFrame.Person(name: "Ada"))
        let page = try PageRenderer(assets: "/assets/0").html(
            SettingsScreen(name: "Ada", states: [:], for: reader), frame, for: reader)
        #expect(page.split(separator: "<li><a href=\"/goals\"").count == 2)
    }

    @Test("GOL-4 a new term follows the last one, and never begins in the past")
    func start() {
        #expect(TermDraft.start(after: [], today: Self.today) == Self.today)
        #expect(TermDraft.start(after: [Self.term(.completed)], today: Self.today) == Self.today)
        var later = Self.term(.active)
        later.content.end = Self.today.advanced(by: 5)
        #expect(TermDraft.start(after: [later], today: Self.today) == Self.today.advanced(by: 6))
        later.content.status = .cancelled
        #expect(TermDraft.start(after: [later], today: Self.today) == Self.today)
    }

    @Test("GOL-7 a quiet day shows neither week nor progress", arguments: readers)
    func quiet(reader: Reader) throws {
        let term = RunningTerm(
            term: .random(), number: 3, title: nil, theme: nil, start: Self.today, end: Self.today.advanced(by: 69),
            week: 1, weeks: 10)
        var goal = Self.goal("Run")
        goal.progress = [TargetProgress(measure: .random(), sum: 1, target: 2, contributions: 1)]
        func page(_ isQuiet: Bool) throws -> String {
            try Self.html(
                GoalsScreen(
                    GoalsQuery.Reply(goals: [goal], isQuiet: isQuiet), measures: [], running: term, terms: [],
                    filter: GoalsScreen.Filter(), further: nil, for: reader), reader)
        }
        let week = reader.words("terms.week", ["week": "1", "weeks": "10"])
        #expect(try page(false).contains(week) && page(false).contains("<progress"))
        #expect(try !page(true).contains(week) && !page(true).contains("<progress") && page(true).contains("Run"))
    }
}
