import Drawing
import Localization
import Messages
import Testing

@testable import Pages

/// The page of the plan as a person sees it.
@Suite struct PlanPagesTests {
    private typealias World = PlanFixtures

    @Test("OWN-3 PLN-5 every word of the pages of plans exists, whatever the occasion", arguments: World.readers)
    func words(reader: Reader) throws {
        for occasion in PlanOccasion.names {
            for source in PlanEnergy.Source.names {
                let plan = World.plan(occasion: occasion.value, source: source.value)
                let page = try World.page(World.facts(World.changed(plan)), reader)
                #expect(World.isWhole(page), "\(occasion.name)")
                #expect(page.contains("href=\"/plan\" aria-current=\"page\""))
            }
        }
        for facts in [World.facts(nil), World.facts(nil, body: BodyProfile(user: World.body.user))] {
            #expect(World.isWhole(try World.page(facts, reader)))
        }
        let past = PlanStatus.names.map { status in
            PastPlan(
                plan: World.plan(status: status.value, from: World.today.advanced(by: -7)),
                adherence: PlanAdherence(intakeDays: 5, daysNear: 3, meanKilocalories: 2_010, weightChange: -0.4))
        }
        let history = PlanHistoryScreen(
            PlanHistory.Reply(plans: past, next: nil, numbersHidden: false), chosen: (nil, nil), further: "/x",
            date: { _ in "07:40" }, for: reader)
        #expect(World.isWhole(try World.html(history, reader)))
        let profile = PlanProfileScreen(BodyDraft(World.body, for: reader), revision: 3, key: "k", for: reader)
        #expect(World.isWhole(try World.html(profile, reader)))
    }

    @Test("PLN-3 PLN-5 PLN-6 targets with their reasons, the change as an adjustment, how sure the energy is")
    func plan() throws {
        let reader = World.readers[0]
        let page = try World.page(World.facts(World.changed(World.plan())), reader)
        let text = World.text(page)
        for sentence in [
            "About 2,000\u{202F}kcal a day", "The plan was adjusted", "2,100\u{202F}kcal a day before",
            "2 weeks earlier than before", "between 2,350\u{202F}kcal and 2,650\u{202F}kcal",
            "This is known fairly well.",
            "It takes a little longer this way", "in about 14 weeks", "Position Stand (2017)",
        ] {
            #expect(text.contains(sentence), "\(sentence)")
        }
        #expect(page.matches(of: /<details id="why-/).count == 4)
        #expect(page.contains("href=\"https://doi.org/10.1186/x\""))
        #expect(page.contains("class=\"chart-score-band\"") && page.contains("data-plan=\"\(World.at)\""))
        // Nothing scolds, and nothing is red.
        #expect(!page.contains("class=\"danger\"") && !text.contains("fail"))
    }

    @Test("PLN-10 a notice of care has words and help lines, and no number of body or food", arguments: World.readers)
    func care(reader: Reader) throws {
        for reason in CareNotice.Reason.names {
            var facts = World.facts(
                PlanReply(plan: nil, care: CareNotice(reason: reason.value, country: "DE")))
            let line = CrisisCard.Line(name: "Helpline", phone: "", text: "", url: "https://help.example")
            facts.resources = CrisisCard(
                title: "", message: "", emergencyNumber: "112", lines: [line], disclaimer: "", country: "DE",
                checkedOn: World.today, exercise: nil, plan: nil, reason: .disorderedEating, emergencies: [],
                countryHint: nil)
            let page = try World.page(facts, reader)
            #expect(World.isWhole(page) && page.contains("Helpline"), "\(reason.name)")
            #expect(page.contains(escapedMarkup(reader.words("plan.care.\(reason.name).title"))))
            #expect(!World.text(page).contains(/[0-9]/), "\(reason.name)")
            #expect(!page.contains("data-weigh") && !page.contains("<svg class=\"chart"))
        }
    }

    @Test("PLN-10 numbers are put away and come back with one tap; meanwhile none is shown", arguments: World.readers)
    func away(reader: Reader) throws {
        let shown = try World.page(World.facts(World.changed(World.plan())), reader)
        #expect(shown.contains("name=\"shown\" value=\"0\""))
        for forCare in [false, true] {
            let reply = PlanReply(plan: World.plan(nil), numbersHidden: true, hiddenForCare: forCare)
            let page = try World.page(World.facts(reply), reader)
            #expect(World.isWhole(page) && page.contains("name=\"shown\" value=\"1\""))
            #expect(!World.text(page).contains(/[0-9]/))
            #expect(page.contains("href=\"/safety\">\(reader.words("nav.safety"))</a></p>") == forCare)
        }
    }

    @Test(
        "PLN-9 PLN-10 what a slow browser shows of a kept page has no number, and the page has its state's version",
        arguments: World.readers)
    func kept(reader: Reader) throws {
        var facts = World.facts(World.changed(World.plan()))
        facts.version = "a1b2.7"
        let page = try World.page(facts, reader)
        #expect(page.contains(" data-version=\"a1b2.7\"") && World.text(page).contains(/[0-9]/))
        // As the service worker cuts it.
        let empty = page.replacing(/(?s)<!--plan-->.*?<!--\/plan-->/, with: "")
        #expect(!World.text(empty).contains(/[0-9]/), "\(World.text(empty))")
        for part in ["data-plan-status", "data-plan-again", "data-plan-progress", " data-kind=\"plan\""] {
            #expect(empty.contains(part), "\(part)")
        }
        #expect(page.contains("data-asking=\"\(escapedMarkup(reader.words("plan.asking")))\""))
    }

    @Test(
        "PLN-10 the body profile shows no weight and no body fat while numbers are away, and says so",
        arguments: World.readers)
    func awayProfile(reader: Reader) throws {
        var body = World.body
        (body.weightKilograms, body.targetKilograms, body.bodyFatPercent) = (75, 68, 24.5)
        let shown = PlanProfileScreen(BodyDraft(body, for: reader), revision: 3, key: "k", for: reader)
        let away = PlanProfileScreen(
            BodyDraft(body.withoutNumbers, for: reader), revision: 3, key: "k", isAway: true, for: reader)
        func typed(_ page: String, _ name: String) throws -> String? {
            let field = try Regex("name=\"\(name)\"[^>]* value=\"([^\"]*)\"", as: (Substring, Substring).self)
            return page.firstMatch(of: field).map { String($0.1) }
        }
        let (before, page) = (try World.html(shown, reader), try World.html(away, reader))
        #expect(World.isWhole(page) && page.contains("name=\"away\" value=\"1\"") && !before.contains("name=\"away\""))
        #expect(World.text(page).contains(escapedMarkup(reader.words("plan.body.away"))))
        for name in ["weight", "target", "bodyFat"] {
            #expect(try typed(before, name)?.isEmpty == false && typed(page, name)?.isEmpty == true, "\(name)")
        }
        #expect(try typed(page, "height")?.isEmpty == false && page.contains("<option value=\"female\" selected"))
    }

    @Test(
        "PLN-6 a person who reads pounds reads no kilogram, one who reads kilograms no pound",
        arguments: Language.allCases)
    func units(language: Language) {
        func texts(_ units: DisplaySettings.Units) -> String {
            let settings = DisplaySettings(language: language, region: "US", units: units, clock: .twelveHours)
            let formats = Formats(settings, .shipped(language))
            let plans = [World.plan(), World.plan(source: .adaptive)]
            return plans.flatMap(formats.explanations).map { $0.explanation + $0.science }.joined(separator: " ")
        }
        let (pounds, kilograms) = (texts(.unitedStates), texts(.metric))
        #expect(!pounds.lowercased().contains("kilogram"))
        #expect(!pounds.contains("\u{202F}kg"))
        #expect(pounds.contains(language == .english ? "1.0\u{202F}g for each pound of" : "1,0\u{202F}g je lb von"))
        #expect(pounds.contains(language == .english ? "3,500\u{202F}kcal" : "3.500\u{202F}kcal"))
        #expect(!kilograms.contains("pound") && !kilograms.contains("\u{202F}lb"))
        #expect(
            kilograms.contains(
                language == .english ? "2.2\u{202F}g for each kilogram of" : "2,2\u{202F}g je Kilogramm von"))
    }

    @Test("PLN-6 the explanation of a target counts from the person's own numbers")
    func explanations() {
        let formats = World.readers[0].formats
        var heavy = World.plan()
        heavy.inputs?.kilograms = 130
        let plain = formats.explanations(of: World.plan())
        #expect(plain.map(\.target) == [.calories, .protein, .water, .weeklyRate])
        #expect(plain[0].explanation.contains("500\u{202F}kcal less"))
        #expect(plain[1].explanation.contains("1.0\u{202F}g for each pound"))
        #expect(plain[2].explanation.contains("2.6\u{202F}l"))
        #expect(plain[3].explanation.contains("3,500\u{202F}kcal in a week"))
        #expect(formats.explanations(of: heavy)[1].explanation.contains("stored fat"))
        let byHand = World.plan(
            computed: PlannedTargets(
                kilocalories: 2_100, proteinGrams: 165, waterMillilitres: 2_600, weeklyKilograms: -0.4))
        #expect(formats.explanations(of: byHand)[0].explanation.contains("the plan computed 2,100\u{202F}kcal"))
        #expect(formats.explanations(of: World.plan(nil)).isEmpty)
        #expect(formats.name(of: World.plan()) == "Weekly Plan - week of Nov 25, 2026")
    }

    @Test("PLN-9 a weight that is older than the stored one is a question with both", arguments: World.readers)
    func question(reader: Reader) throws {
        var facts = World.facts(World.changed(World.plan()))
        facts.question = PlanFacts.StaleWeight(texts: ["weight": "74"], kilograms: 74, written: 1)
        let page = try World.page(facts, reader)
        #expect(World.isWhole(page) && page.contains("name=\"replace\" value=\"1\""))
        #expect(page.contains("name=\"weight\" value=\"74\"") && page.contains("name=\"written\" value=\"1\""))
        #expect(World.text(page).contains(reader.formats.mass(kilograms: 75)))
    }

    @Test("PLN-5 two plans beside each other: the chosen ones, else the latest two")
    func pair() {
        let reader = World.readers[0]
        let plans = (0..<3).map { week in
            PastPlan(
                plan: World.plan(status: .completed, from: World.today.advanced(by: -7 * week)),
                adherence: PlanAdherence(intakeDays: 6, daysNear: 4, meanKilocalories: nil, weightChange: nil))
        }
        func pair(_ chosen: (EntityID?, EntityID?)) -> PlanHistoryScreen.Pair? {
            PlanHistoryScreen(
                PlanHistory.Reply(plans: plans, next: nil, numbersHidden: false), chosen: chosen, further: nil,
                date: { "\($0)" }, for: reader
            ).pair
        }
        let titles = plans.map { "\(reader.days(of: $0.plan)), computed \(World.at)" }
        #expect(pair((nil, nil))?.firstName == titles[1] && pair((nil, nil))?.secondName == titles[0])
        #expect(pair((plans[2].plan.id, plans[1].plan.id))?.firstName == titles[2])
        let rows = pair((nil, nil))?.rows ?? []
        #expect(rows.contains { $0.name == "of them near the target" && $0.one == "4" })
        #expect(!rows.contains { $0.name.contains("mean of a day") }, "a row without a value is left out")
        let away = PlanHistoryScreen(
            PlanHistory.Reply(plans: plans, next: nil, numbersHidden: true), chosen: (nil, nil), further: nil,
            date: { "\($0)" }, for: reader)
        #expect(away.pair == nil && away.isAway)
    }

    @Test("PLN-9 trends draw weights that were typed beside readings, with the corridor that was expected")
    func typedWeights() throws {
        let reader = World.readers[1]
        var facts = TrendFacts(
            .score, .month, days: World.today.advanced(by: -27)...World.today, values: [], comparesYear: false)
        facts.course = [
            CourseDay(day: World.today.advanced(by: -9), kilograms: 75.3),
            CourseDay(
                day: World.today.advanced(by: -2), kilograms: 74.8, expectedLow: 74, expectedHigh: 75.6, isStated: true),
            CourseDay(day: World.today.advanced(by: -1), expectedLow: 73.9, expectedHigh: 75.55),
            CourseDay(day: World.today, expectedLow: 73.8, expectedHigh: 75.5),
        ]
        let chart = try #require(TrendScreen(facts, for: reader).course?.weight)
        for text in ["75,3", "74,8"] { #expect(chart.table.contains(text), "\(text)") }
        #expect(chart.finding.contains("74,8") && chart.figure.contains("<path"))
        #expect(try World.html(TrendScreen(facts, for: reader), reader).contains(chart.finding))
    }
}
