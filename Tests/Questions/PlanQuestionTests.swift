import Localization
import Messages
import Testing

@testable import Questions

/// Questions for the reasons of a plan's targets, and their answers.
@Suite struct PlanQuestionTests {
    /// The anchor vector of PLN-3.
    static let targets = PlannedTargets(
        kilocalories: 2_000, proteinGrams: 165, waterMillilitres: 2_600, weeklyKilograms: -0.5)

    static func plan(
        _ targets: PlannedTargets? = targets, aim: WeightAim = .lose, computed: PlannedTargets? = nil,
        source: PlanEnergy.Source = .formula, floorApplied: Bool = false, paceLimited: Bool = false,
        height: Double = 180
    ) -> Plan {
        Plan(
            id: EntityID(high: 1, low: 1), revision: 1, weekStart: QuestionTests.today,
            weekEnd: QuestionTests.today.advanced(by: 6), status: .active, occasion: .first, computedAt: 0,
            floorApplied: floorApplied, paceLimited: paceLimited, targets: targets, computedTargets: computed,
            energy: PlanEnergy(
                bmr: 1_800, tdee: 2_500, tdeeLow: 2_200, tdeeHigh: 2_800, source: source, equation: .mifflinStJeor,
                days: source == .adaptive ? 28 : 0),
            inputs: PlanInputs(
                sex: .male, ageYears: 40, heightCentimetres: height, kilograms: 75, weightAt: 0, isMeasured: true,
                targetKilograms: 70, aim: aim, activity: .light, bodyFatPercent: nil),
            reasons: [])
    }

    static let questions: [(String, PlanTarget)] = [
        ("why 2,000?", .calories), ("Why 2000 kcal?", .calories), ("why 2k?", .calories),
        ("hey, why is it 2,000 a day?", .calories), ("why so few calories?", .calories),
        ("why only 2000 calories", .calories), ("How did you get 2,000?", .calories),
        ("where does the 2,000 come from?", .calories), ("why is my calorie target so low?", .calories),
        ("why 8368 kJ", .calories), ("why so much protein?", .protein), ("Why 165 g of protein?", .protein),
        ("why 165?", .protein), ("why 165g", .protein), ("why do I need so much water", .water),
        ("why 2.6 litres?", .water), ("why 2,600 ml?", .water), ("why 0.5 kg a week?", .weeklyRate),
        ("why half a kilo per week and why so slow", .weeklyRate), ("why 1.1 lb a week?", .weeklyRate),
        ("warum 2000 kcal?", .calories), ("Warum 2.000?", .calories), ("wieso nur 2000 Kalorien", .calories),
        ("Wie kommst du auf 2.000 kcal?", .calories), ("warum so viel Eiweiß?", .protein),
        ("Weshalb 165 g Protein?", .protein), ("warum soll ich so viel trinken?", .water),
        ("Wieso 2,6 Liter?", .water), ("warum nur 0,5 kg pro Woche?", .weeklyRate),
        ("Warum ist mein Kalorienziel so niedrig?", .calories),
    ]

    @Test("PLN-6 questions for the reasons of a plan's targets are read, in English and German", arguments: questions)
    func asked(_ text: String, _ target: PlanTarget) {
        #expect(PlanQuestion.read(text, targets: Self.targets)?.target == target)
    }

    @Test(
        "Other questions are not",
        arguments: [
            "why is my score low today?", "why did I sleep so little?", "How many steps did I take?", "why 3,000?",
            "why is protein important?", "why did I burn 2,000 calories yesterday?", "How much protein should I eat?",
            "what is 2,000?", "why 2000 steps?", "why?", "warum?", "Warum habe ich so wenig geschlafen?",
            "Ist Eiweiß gesund?", "warum habe ich gestern 2000 kcal verbrannt?", "why am I so tired", "2,000",
            "Wie viel Wasser soll ich trinken?", "wie war mein Schlaf letzte Woche?",
        ])
    func others(_ text: String) {
        #expect(PlanQuestion.read(text, targets: Self.targets) == nil)
    }

    @Test("A number alone is a question only about the plan that has it")
    func numberAlone() {
        #expect(PlanQuestion.read("why 2,000?", targets: nil) == nil)
        let other = PlannedTargets(kilocalories: 1_650, proteinGrams: 120, waterMillilitres: 2_100, weeklyKilograms: 0)
        #expect(PlanQuestion.read("why 2,000?", targets: other) == nil)
        #expect(PlanQuestion.read("why 1,650?", targets: other)?.target == .calories)
        #expect(PlanQuestion.read("why 2.1?", targets: other)?.target == .water)
        #expect(PlanQuestion.read("why so much protein?", targets: nil)?.target == .protein)
    }

    @Test("Numbers are read as people of both countries write them, with their unit")
    func numbers() {
        func values(_ text: String) -> [[Double]] { PlanNumber.all(in: text).map(\.values) }
        #expect(values("2,000") == [[2_000, 2]])
        #expect(values("2.600 ml") == [[2_600, 2.6]])
        #expect(values("2 000 kcal") == [[2_000]])
        #expect(values("2’000") == [[2_000]])
        #expect(values("0,5 kg and 165g") == [[0.5], [165]])
        #expect(values("2k") == [[2_000]])
        #expect(values("1,234,567") == [[1_234_567]])
        #expect(values("1.2.3 and 99999999999") == [])
        #expect(values("no number, at all.") == [])
        #expect(PlanNumber.all(in: "0,5 kg, 165g, 2 l 8 kJ").map(\.unit) == [.kilogram, .gram, .litre, .kilojoule])
    }

    // MARK: Answers

    private func writer(_ language: Language = .english) -> AnswerWriter {
        AnswerWriter(language, region: language == .german ? "DE" : "IE", today: QuestionTests.today, turn: 0)
    }

    private func text(_ target: PlanTarget, _ plan: Plan, _ language: Language = .english) throws -> String {
        let text = try #require(writer(language).reason(target, of: plan))
        return text.replacing("\u{202F}", with: " ")
    }

    @Test("PLN-6 the reason of a target has the plan's own numbers, in at most two sentences")
    func answers() throws {
        #expect(
            try text(.calories, Self.plan())
                == "2,000 kcal a day is 500 kcal less than the 2,500 kcal or so that you use, and your body takes that from what it has stored. What you use is an estimate, 1,800 kcal at rest times 1.389 for your activity, and lies between 2,200 kcal and 2,800 kcal four times in five."
        )
        #expect(
            try text(.protein, Self.plan())
                == "165 g of protein a day is 2.2 g for each kilogram of 75.0 kg. While you eat less than you use, this keeps more of the muscle."
        )
        #expect(try text(.water, Self.plan()).hasPrefix("2.6 l of water a day is 35 ml for each kilogram of 75.0 kg"))
        #expect(
            try text(.weeklyRate, Self.plan()).hasPrefix(
                "About 0.5 kg a week follows from 500 kcal less each day than you use, 3,500 kcal in a week: "))
        #expect(
            try text(.calories, Self.plan(), .german).hasPrefix(
                "2.000 kcal am Tag sind 500 kcal weniger als die etwa 2.500 kcal, die du verbrauchst, und "))
        #expect(writer().reason(.calories, of: Self.plan(nil)) == nil)
    }

    @Test("PLN-6 the second sentence says what binds: the hand, the floor, the pace, the learned expenditure")
    func second() throws {
        #expect(try text(.calories, Self.plan(source: .adaptive)).contains("learned from 28 days"))
        #expect(try text(.calories, Self.plan(floorApplied: true)).contains("Plans stop here"))
        #expect(try text(.calories, Self.plan(paceLimited: true)).contains("1 % of your weight"))
        #expect(try text(.weeklyRate, Self.plan(paceLimited: true)).contains("1 % of your weight"))
        // A body mass index of 30 is 70 kg at this height.
        let capped = try text(.protein, Self.plan(height: 152.753))
        #expect(capped.contains("2.4 g for each kilogram of 70.0 kg") && capped.contains("stored fat"))
        var hand = Self.targets
        hand.kilocalories = 2_100
        #expect(
            try text(.calories, Self.plan(hand, computed: Self.targets)).hasSuffix(
                "You set this yourself; the plan computed 2,000 kcal."))
        #expect(try text(.protein, Self.plan(hand, computed: Self.targets)).contains("keeps more of the muscle"))
        let even = PlannedTargets(kilocalories: 2_500, proteinGrams: 135, waterMillilitres: 2_600, weeklyKilograms: 0)
        #expect(
            try text(.calories, Self.plan(even, aim: .maintain)).hasPrefix("2,500 kcal a day is about what you use"))
        #expect(try text(.weeklyRate, Self.plan(even, aim: .maintain)).hasPrefix("What you eat and what you use"))
    }

    @Test(
        "PLN-6 the coach says sentences of the plan's page, by the same rule", arguments: [Language.english, .german])
    func oneComposer(_ language: Language) throws {
        let formats = Formats(
            DisplaySettings(language: language, region: language == .german ? "DE" : "IE"), .shipped(language))
        var hand = Self.targets
        hand.proteinGrams = 150
        let plans = [
            Self.plan(), Self.plan(source: .adaptive), Self.plan(floorApplied: true), Self.plan(paceLimited: true),
            Self.plan(height: 150), Self.plan(hand, computed: Self.targets), Self.plan(aim: .gain),
        ]
        for plan in plans {
            for explanation in formats.explanations(of: plan) {
                let reason = try #require(writer(language).reason(explanation.target, of: plan))
                let page = explanation.explanation + " " + explanation.science
                for sentence in reason.split(separator: ". ") {
                    #expect(page.contains(sentence), "\(sentence)")
                }
            }
        }
    }

    @Test("PLN-5 PLN-6 up to 50 kcal from the expenditure count as even, on the page and for the coach")
    func even() throws {
        for (kilocalories, isEven) in [(2_450, true), (2_449, false), (2_550, true), (2_551, false)] {
            let targets = PlannedTargets(
                kilocalories: Int32(kilocalories), proteinGrams: 135, waterMillilitres: 2_600, weeklyKilograms: 0)
            let plan = Self.plan(targets, aim: .maintain)
            #expect(try text(.calories, plan).contains("is about what you use") == isEven)
            let page = Formats(DisplaySettings(language: .english, region: "IE"), .shipped(.english))
                .explanations(of: plan)
            #expect(page[0].explanation.contains("is about what you use") == isEven)
            #expect(page[3].explanation.hasPrefix("What you eat and what you use are about equal") == isEven)
        }
    }

    @Test("PLN-2 the factor of the activity is told as it is, without rounding it to two digits")
    func factor() throws {
        var plan = Self.plan()
        plan.energy?.tdee = 1_800 * 1.375
        #expect(try text(.calories, plan).contains("times 1.375 for your activity"))
        let page = Formats(DisplaySettings(language: .german, region: "DE"), .shipped(.german)).explanations(of: plan)
        #expect(page[0].science.contains("mal 1,375 für deine Bewegung"))
    }
}
