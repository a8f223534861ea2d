import Localization
import Messages
import Testing

@testable import Pages

/// The pages of actions, of values and of the weekly review.
@Suite struct ActionPagesTests {
    private static let today = Day(number: 20_780)
    private static let run = EntityID(high: 1, low: 1)
    private static let goal = EntityID(high: 2, low: 2)
    private static let distance = Measure(
        facts: RecordFacts(id: EntityID(high: 3, low: 3), version: 1, logTime: 0),
        content: MeasureContent(title: "Running", unit: "km", kind: .distance, factor: 1_000))

    private func reader(_ language: Language) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Self.today,
            minute: 600)
    }

    private func page(_ screen: some Screen, _ language: Language = .english) throws -> String {
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(language))
        #expect(!page.contains("{{"))
        #expect(!page.contains("actionpages."))
        return page
    }

    private func action(_ contributions: [GoalContribution] = []) -> Action {
        Action(
            facts: RecordFacts(id: Self.run, version: 7, logTime: 0),
            content: ActionContent(
                title: "Run <by> the river", start: 0, duration: 1_800,
                measurements: [MeasuredValue(measure: Self.distance.facts.id, value: 5.5)],
                contributions: contributions),
            day: Self.today)
    }

    @Test("GOL-10 a contribution survives its way through a form")
    func token() {
        let contribution = GoalContribution(goal: Self.goal, measure: Self.distance.facts.id, amount: 3.106_855)
        #expect(CountToken("\(CountToken(contribution))")?.contribution == contribution)
        for text in ["", "1.2.3", "\(Self.goal).\(Self.goal).", "\(Self.goal).\(Self.goal).inf"] {
            #expect(CountToken(text) == nil, "\(text)")
        }
    }

    @Test(
        "GOL-10 a proposal stands with its reason and a button; the list names what counts",
        arguments: Language.allCases)
    func actions(language: Language) throws {
        let contribution = GoalContribution(goal: Self.goal, measure: Self.distance.facts.id, amount: 5.5)
        var facts = ActionsScreen.Facts(actions: [(action: action([contribution]), minute: 445)])
        facts.measures = [Self.distance.facts.id: Self.distance]
        facts.goals = [Self.goal: "Run 100 km"]
        let proposal = MatchProposal(
            goal: Self.goal, title: "Run 100 km",
            reasons: [MatchReason(.measure, measure: Self.distance.facts.id), MatchReason(.words, words: ["run"])],
            contributions: [contribution])
        facts.unmatched = [UnmatchedAction(action: action(), proposals: [proposal])]
        let shown = try page(ActionsScreen(facts, key: "k", for: reader(language)), language)
        let words = reader(language).words
        #expect(shown.contains("Run &lt;by&gt; the river"))
        #expect(shown.contains(words("actionpages.actions.countsFor", ["goals": "Run 100 km"])))
        #expect(shown.contains(words("actionpages.reason.measure", ["measure": "Running"])))
        #expect(shown.contains("action=\"/actions/\(Self.run)/count\""))
        #expect(shown.contains("name=\"count\" value=\"\(CountToken(contribution))\""))
        #expect(shown.contains("name=\"version\" value=\"7\""))
    }

    @Test(
        "GOL-10 the preview of a sentence says what is not kept",
        arguments: [(Language.english, "Not kept: 5 km."), (.german, "Nicht gespeichert wird: 5 km.")])
    func unkept(language: Language, sentence: String) throws {
        var facts = ActionScreen.Facts()
        facts.sentence = "ran 5 km for half an hour"
        facts.unmeasured = [ReadAmount(kind: .distance, value: 5000), ReadAmount(kind: .duration, value: 1800)]
        func shown() throws -> String {
            let form = ActionForm(ActionContent(title: "Ran", start: 0, duration: 1800), day: Self.today, minute: 445)
            return try page(ActionScreen(form, facts, key: "k", for: reader(language)), language)
                .replacing("\u{202F}", with: " ")
        }
        #expect(try shown().contains(sentence))
        facts.measures = [Self.distance]
        #expect(try shown().contains(sentence))
        facts.unmeasured.removeFirst()
        #expect(try !shown().contains(sentence.prefix(while: { $0 != ":" })))
    }

    @Test("GOL-2 a fault stands at its row, and what was typed is kept")
    func rowFault() throws {
        var form = ActionForm(action().content, day: Self.today, minute: 445)
        #expect(form.time == "07:25" && form.minutes == "30" && form.rows[0].value == "5.5")
        form.rows[0].value = "five"
        form.rows[0].problem = "Enter a number."
        var facts = ActionScreen.Facts()
        facts.measures = [Self.distance]
        let shown = try page(
            ActionScreen(form, facts, key: "k", problems: ["start": "Choose a day."], for: reader(.english)))
        #expect(shown.contains("<p class=\"error\" role=\"alert\" id=\"problem-1\">Enter a number.</p>"))
        #expect(shown.contains("value=\"five\" aria-invalid=\"true\" aria-describedby=\"problem-1\""))
        #expect(shown.contains("id=\"problem-start\">Choose a day.</p>"))
        #expect(shown.contains("action=\"/actions\""))
        #expect(!shown.contains("/delete\""))
    }

    @Test("GOL-8 score and actions are told as a correlation with its interval", arguments: Language.allCases)
    func together(language: Language) throws {
        func shown(_ correlation: DayCorrelation?) throws -> String {
            let reply = ReviewQuery.Reply(week: Self.today.monday, review: nil, correlation: correlation)
            return try page(
                ReviewScreen(reply, before: nil, overview: nil, key: "k", for: reader(language)), language)
        }
        let words = reader(language).words
        let clear = try shown(DayCorrelation(days: 40, coefficient: 0.45, low: 0.16, high: 0.67))
        #expect(clear.contains(words("actionpages.together.same")))
        #expect(clear.contains(words("actionpages.together.strength.strong")))
        #expect(clear.contains(words("actionpages.together.caution")))
        let unclear = try shown(DayCorrelation(days: 14, coefficient: 0.1, low: -0.45, high: 0.6))
        #expect(unclear.contains(words("actionpages.together.unclear")))
        #expect(try shown(nil).contains(words("actionpages.together.notYet")))
    }

    @Test("GOL-7 on a quiet day nothing is counted or asked, and the own goals stay in reach")
    func quiet() throws {
        let reply = ReviewQuery.Reply(week: Self.today.monday, review: nil, isQuiet: true)
        let term = RunningTerm(
            term: Self.goal, number: 3, title: nil, theme: "Outside", start: Self.today, end: Self.today, week: nil,
            weeks: 10)
        let shown = try page(
            ReviewScreen(
                reply, before: nil, overview: GoalsOverview.Reply(isQuiet: true, term: term), key: "k",
                for: reader(.english)))
        let words = reader(.english).words
        #expect(shown.contains("href=\"/goals\""))
        #expect(shown.contains("Outside"))
        #expect(!shown.contains(words("actionpages.together.title")))
        #expect(!shown.contains("<table"))
        #expect(shown.contains("<summary>\(words("actionpages.review.write"))</summary>"))
    }

    @Test("GOL-7 the overview says the week of the term, and time and actions for each value beside its rank")
    func overview() throws {
        let term = RunningTerm(
            term: Self.goal, number: 3, title: nil, theme: nil, start: Self.today, end: Self.today, week: 4, weeks: 10)
        let balance = ValueBalance(
            value: Self.goal, title: "Health", priority: 1, stated: 0.6, actions: 8, seconds: 7_200, actionShare: 0.5,
            timeShare: 0.25)
        let counts = OverviewCounts(
            actions: 16, seconds: 28_800, days: 12, actionsThisWeek: 3, goals: 4, completed: 1)
        let overview = GoalsOverview.Reply(isQuiet: false, term: term, values: [balance], counts: counts)
        let reply = ReviewQuery.Reply(week: Self.today.monday, review: nil)
        let shown = try page(ReviewScreen(reply, before: nil, overview: overview, key: "k", for: reader(.english)))
        #expect(shown.contains("Week 4 of 10"))
        #expect(shown.contains("<th scope=\"row\">Health</th>"))
        #expect(shown.contains("60\u{202F}%"))
        #expect(shown.contains("8 · 50\u{202F}%"))
        #expect(!shown.contains("in a row"), "a streak only for a person who turned it on")
    }

    @Test("GOL-1 ranks of values are folded until one of them has a fault")
    func ranks() throws {
        func shown(_ problems: [String: String]) throws -> String {
            try page(ValuesScreen([], older: nil, key: "k", problems: problems, for: reader(.english)))
        }
        let summary = "<summary>\(reader(.english).words("actionpages.values.ranks"))</summary>"
        #expect(try shown([:]).contains("<details>\(summary)"))
        let wrong = try shown(["priority": "Enter a number from 1 to 100."])
        #expect(wrong.contains("<details open>\(summary)"))
        #expect(wrong.contains("id=\"problem-priority\">Enter a number from 1 to 100.</p>"))
    }
}
