import Localization
import Messages
import Testing

@testable import Questions

/// Questions about goals, and their answers from the goals themselves.
@Suite struct GoalQuestionTests {
    static let questions: [(String, GoalQuestion.Kind)] = [
        ("What are my goals?", .list), ("which goals do I have", .list),
        ("hey, can you show me my goals please?", .list),
        ("my goals", .list), ("Do you know my goals?", .list), ("Welche Ziele habe ich?", .list),
        ("Was sind meine Ziele?", .list), ("Kennst du meine Ziele?", .list),
        ("How is my goal going?", .progress), ("How are my goals coming along?", .progress),
        ("Am I on track?", .progress), ("How far am I with my goal?", .progress),
        ("Wie läuft mein Ziel?", .progress), ("Bin ich auf Kurs?", .progress),
        ("Wie weit bin ich mit meinem Ziel?", .progress),
        ("What is left this week?", .week), ("what's left to do this week", .week),
        ("Was bleibt diese Woche noch?", .week), ("Was steht diese Woche noch an?", .week),
        ("What do I still need to do this week?", .week), ("Was muss ich diese Woche noch tun?", .week),
        ("Was steht diese Woche an?", .week), ("What remains until Sunday?", .week),
        ("Tell me about my goals", .list), ("How many goals do I have?", .list),
        ("What goals am I working on?", .list), ("Show me my goal", .list), ("List all my goals", .list),
        ("What were my goals again?", .list), ("Do I have a goal?", .list), ("Zeig mir meine Ziele", .list),
        ("Zeige meine Ziele", .list), ("Welche Ziele verfolge ich?", .list), ("Wie viele Ziele habe ich?", .list),
        ("What's my running goal?", .list), ("Was ist mein Laufziel?", .list), ("When is my goal due?", .list),
        ("What's the status of my goals?", .progress), ("Give me an update on my goals", .progress),
        ("What's left for my goal?", .progress), ("Am I close to my goal?", .progress),
        ("Did I hit my goal?", .progress), ("Will I make my goal?", .progress), ("How do my goals look?", .progress),
        ("Am I behind?", .progress), ("Am I on pace?", .progress), ("Bin ich im Plan?", .progress),
        ("Bin ich im Zeitplan?", .progress), ("Wie läuft's mit meinen Zielen?", .progress),
        ("Wie sieht es mit meinen Zielen aus?", .progress), ("Schaffe ich mein Ziel?", .progress),
        ("Wie ist der Stand meiner Ziele?", .progress),
    ]

    @Test("GOL-8 questions about goals are read, in English and German", arguments: questions)
    func asked(_ text: String, _ kind: GoalQuestion.Kind) {
        let question = GoalQuestion.read(text)
        #expect(question?.kind == kind)
        #expect(question.map { $0.saysGoal || $0.impliesGoals } == true)
    }

    @Test(
        "Advice, plans and numbers of the body are not about goals",
        arguments: [
            "How can I reach my goals?", "What goals should I set?", "Why am I behind on my goal?",
            "help me with my goal",
            "I want to set a goal", "What is my calorie goal?", "How did I sleep this week?", "How is my sleep going?",
            "Wie erreiche ich mein Ziel?", "Warum erreiche ich mein Ziel nicht?", "wie war meine Woche?", "hello", "",
            "How much sleep is left this week?", "Ich will mir ein Ziel setzen",
        ])
    func others(_ text: String) { #expect(GoalQuestion.read(text) == nil) }

    @Test(
        "Statements, feelings and questions about something else get no answer from goals",
        arguments: [
            "My husband left me this week", "I left my job this week", "I have nothing left to give this week",
            "My rent is due this week", "I have to do a presentation this week and I'm scared",
            "Meine Oma fehlt mir diese Woche so sehr", "Mir fehlt diese Woche jede Motivation",
            "Diese Woche ist alles offen, ich habe Angst", "Die Miete ist diese Woche fällig",
            "I feel like a failure because I'm behind on my goals", "I'm behind on my goals again and ashamed",
            "I will never reach my goal, I'm worthless", "I reached my goal and feel empty",
            "Is it bad to starve to reach my goal?", "Best way to reach my goal weight?",
            "Ich habe mein Ziel erreicht und bin trotzdem traurig", "I can't get back on track",
            "I need to get back on track with eating", "My boss says I'm not on track and will fire me",
            "Is my diet on track?", "Ich bin nicht auf Kurs, ich bin am Ende", "What's going on in my mind?",
            "My mind is going crazy", "I'm going to bed at 12", "I'm going to lose my job",
            "I'm going for a run now", "My time is going by so fast", "How much time do I have left to live?",
            "I have 10 minutes to go before a meeting, I'm nervous", "My weight is going up and I hate it",
            "Ich komme nicht voran und will nicht mehr lesen", "How many workouts did I do this week?",
            "How far am I from being healthy?", "How far is my house from work?", "How much protein did I eat?",
            "How are you doing?", "How am I doing?", "What should I do this week?",
        ])
    func elsewhere(_ text: String) {
        let goals = Self.goals(running: 5, books: 2)
        #expect(GoalQuestion.read(text).flatMap { writer().answer($0, from: goals) } == nil)
    }

    @Test(
        "Without the word a message is about goals only if it names one",
        arguments: [
            ("How far am I with running?", "Run 100 km"), ("How many kilometres did I run?", "Run 100 km"),
            ("How far have I run?", "Run 100 km"), ("wie weit bin ich mit dem Lesen?", "Lesen"),
            ("How many books are left?", "Lesen"), ("How many books have I read?", "Lesen"),
            ("How much have I run?", "Run 100 km"), ("how am I doing with 100 km?", "Run 100 km"),
            ("How is it going?", nil), ("How many kilometres is it to the moon?", nil), ("How far is the moon?", nil),
            ("how am I doing with my taxes?", nil),
        ])
    func named(_ text: String, _ title: String?) {
        let goals = Self.goals(running: 5, books: 2)
        let answer = GoalQuestion.read(text).flatMap { writer().answer($0, from: goals) }
        if let title {
            #expect(answer?.text.contains("“\(title)”") == true, "\(answer?.text ?? "nil")")
            #expect(answer?.text.contains("“\(title == "Lesen" ? "Run 100 km" : "Lesen")”") == false)
        } else {
            #expect(answer == nil)
        }
    }

    // MARK: Answers

    private static let km = EntityID(high: 1, low: 1)
    private static let count = EntityID(high: 1, low: 2)
    private static let kg = EntityID(high: 1, low: 3)
    private static let run = EntityID(high: 2, low: 1)
    private static let read = EntityID(high: 2, low: 2)

    private static func measure(_ id: EntityID, _ title: String, _ unit: String, _ kind: MeasureKind)
        -> Messages.Measure
    {
        Messages.Measure(
            facts: RecordFacts(id: id, version: 1, logTime: 0, level: .safe),
            content: MeasureContent(title: title, unit: unit, kind: kind, factor: kind == .distance ? 1_000 : nil))
    }

    private static func goal(
        _ id: EntityID, _ title: String, _ measure: EntityID, _ sum: Double, of target: Double, needs: Double? = nil,
        start: Int = 0, level: Verdict.Level = .safe, status: GoalStatus = .active, hidden: Bool? = nil
    ) -> Goal {
        let first = QuestionTests.today.monday.advanced(by: start)
        let content = GoalContent(
            title: title, start: first, target: first.advanced(by: 69), status: status,
            targets: hidden == true ? [] : [MeasureTarget(measure: measure, value: target)])
        let pace = TargetPace(state: .behind, share: sum / target, neededPerWeek: needs)
        return Goal(
            facts: RecordFacts(id: id, version: 1, logTime: 0, level: level), content: content,
            progress: hidden == true
                ? [] : [TargetProgress(measure: measure, sum: sum, target: target, contributions: 1, pace: pace)],
            numbersHidden: hidden)
    }

    private static func goals(running: Double, books: Double, actions: [Action] = [], isQuiet: Bool = false)
        -> PersonGoals
    {
        PersonGoals(
            [
                goal(run, "Run 100 km", km, running, of: 100, needs: 9.5),
                goal(read, "Lesen", count, books, of: 20, needs: 1.8),
            ],
            measures: [measure(km, "Distance", "km", .distance), measure(count, "Books", "books", .count)],
            actions: actions, isQuiet: isQuiet)
    }

    private func writer(_ language: Language = .english) -> AnswerWriter {
        AnswerWriter(language, region: language == .german ? "DE" : "IE", today: QuestionTests.today, turn: 0)
    }

    private func text(_ message: String, _ goals: PersonGoals, _ language: Language = .english) throws -> String {
        let question = try #require(GoalQuestion.read(message))
        return try #require(writer(language).answer(question, from: goals)).text.replacing("\u{202F}", with: " ")
    }

    @Test("GOL-8 the answers name the stored amounts, dates and what is left, without pressure")
    func answers() throws {
        let goals = Self.goals(running: 5, books: 2)
        let answer1 = try text("What are my goals?", goals)
        #expect(
            answer1
                == "You have 2 goals: “Run 100 km”, 5 of 100 km until 12 Jul 2026; “Lesen”, 2 of 20 books until 12 Jul 2026."
        )
        let answer2 = try text("How far am I with running?", goals)
        #expect(
            answer2
                == "“Run 100 km”: 5 of 100 km since 4 May 2026, until 12 Jul 2026. About 9.5 km a week would get there."
        )
        let answer3 = try text("Wie weit bin ich mit dem Laufen von 100 km?", goals, .german)
        #expect(
            answer3
                == "„Run 100 km“: 5 von 100 km seit 4. Mai 2026, bis 12. Juli 2026. Mit etwa 9,5 km pro Woche kommst du hin."
        )
    }

    @Test("GOL-8 what is left this week is its part of what remained on Monday, less what was done since")
    func week() throws {
        // Ten weeks: a tenth of 100 km and of 20 books. 4,000 m count for km.
        let run = Action(
            facts: RecordFacts(id: EntityID(high: 3, low: 1), version: 1, logTime: 0, level: .safe),
            content: ActionContent(
                title: "Run", start: 0,
                contributions: [GoalContribution(goal: Self.run, measure: Self.km, amount: 4)]),
            day: QuestionTests.today)
        let goals = Self.goals(running: 4, books: 20, actions: [run])
        let answer4 = try text("What is left this week?", goals)
        #expect(answer4 == "Still to go this week: about 6 km for “Run 100 km”.")
        let ahead = Action(
            facts: run.facts,
            content: ActionContent(
                title: "Run", start: 0,
                contributions: [GoalContribution(goal: Self.run, measure: Self.km, amount: 40)]),
            day: QuestionTests.today)
        let answer5 = try text("What is left this week?", Self.goals(running: 40, books: 20, actions: [ahead]))
        #expect(answer5 == "You have done this week's share of your goals.")
        let answer6 = try text("What is left this week?", Self.goals(running: 0, books: 0))
        #expect(answer6 == "Still to go this week: about 10 km for “Run 100 km” and about 2 books for “Lesen”.")
    }

    @Test("GOL-8 steps that are due by Sunday are left, too")
    func steps() throws {
        var goal = Self.goal(Self.run, "Run 100 km", Self.km, 100, of: 100)
        goal.content.milestones = [
            Milestone(title: "Shoes", target: QuestionTests.today.advanced(by: 2)),
            Milestone(title: "Done before", target: QuestionTests.today, reached: QuestionTests.today),
            Milestone(title: "Later", target: QuestionTests.today.advanced(by: 7)),
        ]
        let known = PersonGoals(
            [goal], measures: [Self.measure(Self.km, "Distance", "km", .distance)], actions: [], isQuiet: false)
        let answer = try text("What is left this week?", known)
        #expect(answer == "You have done this week's share of your goals. Due by Sunday: “Shoes” (Wed 6 May).")
    }

    @Test(
        "SCO-7 after a crisis goals are named without amounts and dates; a goal with a crisis in its text is not named")
    func quiet() throws {
        let quiet = try text("How is my goal going?", Self.goals(running: 5, books: 2, isQuiet: true))
        #expect(quiet.contains("“Lesen”"))
        #expect(!quiet.contains("5"))
        #expect(!quiet.contains("2026"))
        let grave = PersonGoals(
            [
                Self.goal(Self.run, "Not to be named", Self.km, 1, of: 2, level: .crisis),
                Self.goal(Self.read, "Put aside", Self.km, 1, of: 2, status: .onHold),
            ], measures: [], actions: [], isQuiet: false)
        let answer7 = try text("What are my goals?", grave)
        #expect(answer7 == "You have no goals yet. You can set one under Ahead.")
    }

    @Test("PLN-10 amounts that are put away are not named, and amounts of food and weight are marked")
    func food() throws {
        let measures = [Self.measure(Self.kg, "Weight", "kg", .bodyMass)]
        let hidden = PersonGoals(
            [Self.goal(Self.run, "Lighter", Self.kg, 80, of: 70, hidden: true)], measures: measures, actions: [],
            isQuiet: false)
        let answer8 = try text("How is my goal going?", hidden)
        #expect(answer8 == "“Lighter” runs from 4 May 2026 to 12 Jul 2026; its amounts are put away.")
        let shown = PersonGoals(
            [Self.goal(Self.run, "Lighter", Self.kg, 80, of: 70)], measures: measures, actions: [], isQuiet: false)
        let question = try #require(GoalQuestion.read("How is my goal going?"))
        #expect(writer().answer(question, from: shown)?.namesFoodOrWeight == true)
        #expect(writer().answer(question, from: Self.goals(running: 1, books: 1))?.namesFoodOrWeight == false)
    }

    @Test("SAF-1 PLN-10 a goal whose texts are not judged is not named, and amounts of food and weight can be left out")
    func careful() throws {
        var unjudged = Self.goal(Self.run, "Not judged yet", Self.km, 1, of: 2)
        unjudged.facts.level = nil
        let measures = [Self.measure(Self.kg, "Weight", "kg", .bodyMass)]
        let known = PersonGoals(
            [unjudged, Self.goal(Self.read, "Lighter", Self.kg, 80, of: 70)], measures: measures, actions: [],
            isQuiet: false, hidesFoodAndWeight: true)
        let answer = try text("What are my goals?", known)
        #expect(answer == "You have 1 goal: “Lighter” until 12 Jul 2026.")
    }

    @Test("Without goals only a message that says so gets an answer")
    func none() {
        let none = PersonGoals([], measures: [], actions: [], isQuiet: false)
        #expect(GoalQuestion.read("Am I on track?").flatMap { writer().answer($0, from: none) } == nil)
        #expect(GoalQuestion.read("What are my goals?").flatMap { writer().answer($0, from: none) } != nil)
    }
}
