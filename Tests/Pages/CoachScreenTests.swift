import Drawing
import Localization
import Messages
import Testing

@testable import Pages

/// The coach's page: questions to begin with, the chart of an answer, the cloud out of reach, suggestions' states.
@Suite struct CoachScreenTests {
    private static let today = Day(number: 20_780)

    private func reader(_ language: Language = .english, minute: Int = 600) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Self.today,
            minute: minute)
    }

    private func page(_ facts: CoachFacts, _ language: Language = .english) throws -> String {
        let reader = reader(language)
        let page = try PageRenderer(assets: "/assets/0").html(
            CoachScreen(facts, for: reader), PageFrame(.coach), for: reader)
        #expect(!page.contains("{{"))
        #expect(!page.contains("{mine}"))
        #expect(!page.contains("{time}"))
        return page
    }

    // MARK: Starters

    private func part(_ signal: Signal, z: Double, _ contribution: Double) -> Contribution {
        var part = Contribution(signal: signal, weight: 0.3)
        (part.value, part.z, part.contribution, part.missing) = (50, z, contribution, false)
        part.baseline = Baseline(median: 50, mad: 2, count: 60, mature: true)
        return part
    }

    private func recent(
        _ status: ScoreReport.Status = .provisional, age: Int = 0, scores: Int = 60, parts: [Contribution] = []
    ) -> RecentDays.Reply {
        let score = [.provisional, .final].contains(status) ? 48.0 : nil
        let report = ScoreReport(day: Self.today.advanced(by: -age), status: status, score: score)
        return RecentDays.Reply(
            days: [ScoredDay(report: report, contributions: parts)], scores: Array(repeating: 50, count: scores),
            sensorDays: scores > 0 ? 60 : 0, sensorDaysNeeded: 7)
    }

    @Test("WEB-2 the first questions are about what stands out, how something else went, and what to do")
    func starters() {
        let parts = [
            part(.steps, z: 4, 0.9), part(.hrv, z: 0.2, 0.02), part(.nocturnalHeartRate, z: 2, -0.4),
            part(.sleepDebt, z: -0.5, 0.1),
        ]
        #expect(
            Starters(recent(parts: parts), for: reader()).questions == [
                "Why is my night heart rate higher than usual?", "Has my sleep debt changed since last month?",
                "What should I do today?",
            ])
        #expect(
            Starters(recent(parts: parts), for: reader(.german, minute: 1_200)).questions == [
                "Warum ist mein Nachtpuls höher als sonst?",
                "Hat sich mein Schlafdefizit seit letztem Monat verändert?",
                "Was soll ich heute Abend tun?",
            ])
        let quiet = Starters(recent(parts: [part(.hrv, z: 0.3, 0.1)]), for: reader()).questions
        #expect(quiet[0] == "Why is my score what it is today?" && quiet[1] == "Has my HRV changed since last month?")
        let young = Starters(recent(scores: 20, parts: parts), for: reader()).questions
        #expect(young[1] == "How did I sleep this week?")
    }

    @Test("WEB-2 without data of one's own, and after a crisis, no question asks for numbers that are not there")
    func withoutData() {
        let none = Starters(nil, for: reader()).questions
        #expect(none == ["What can you do?", "How can I sleep better?", "What is heart rate variability?"])
        #expect(Starters(recent(.noData, scores: 0), for: reader()).questions == none)
        #expect(Starters(recent(.withheld, parts: [part(.hrv, z: 3, 1)]), for: reader()).questions == none)
        let ended = Starters(recent(.final, age: 200, parts: [part(.hrv, z: 3, 1)]), for: reader()).questions
        #expect(ended[0] == "How did I sleep in May 2026?", "\(ended)")
        for minute in [600, 1_200] {
            let young = Starters(recent(.warmingUp, scores: 0), for: reader(minute: minute)).questions
            #expect(young.count == 3)
            #expect(!young.contains { $0.contains("score") || $0.contains("usual") })
        }
    }

    // MARK: Answers

    private func facts(_ reply: ChatReply?) -> CoachFacts {
        var facts = CoachFacts(cards: CardsQuery.Reply(cards: []), at: 10_000_000, key: "k1")
        (facts.asked, facts.reply) = ("Is my pulse better than in spring?", reply)
        return facts
    }

    @Test("WEB-2 an answer from one's numbers carries the chart it was read from, with a table; older ones link to it")
    func chart() throws {
        var reply = ChatReply(coachReply: "Yes.", source: .composed, level: .safe, gate: "numbers")
        let days = Self.today.advanced(by: -13)...Self.today
        reply.chart = ChatChart(metric: "nocturnalHeartRate", from: days.lowerBound, through: days.upperBound)
        var facts = facts(reply)
        let subject = try #require(TrendSubject("nocturnalHeartRate"))
        let values = (0..<90).compactMap { ChartValue(day: Int(Self.today.number) - $0, value: 52 + Double($0 % 5)) }
        facts.chart = TrendFacts(
            subject, .all, days: days, values: values.reversed(), comparesYear: false)
        facts.turns = [ChatTurn(at: 1, text: "And before?", reply: reply)]
        for (language, name) in [(Language.english, "Night heart rate"), (.german, "Nachtpuls")] {
            let shown = try page(facts, language)
            // A narrow and a wide drawing of one figure, in the new answer alone.
            #expect(shown.components(separatedBy: "<svg class=\"chart ").count == 3)
            #expect(shown.contains("id=\"answer-k1-reading\""))
            #expect(shown.contains("<p class=\"label\">\(name), "))
            #expect(shown.contains("<table"))
            #expect(shown.contains("id=\"answer-k1-table\""))
            #expect(shown.components(separatedBy: "/trends?metric").count == 3)
        }
        facts.chart = nil
        #expect(try !page(facts).contains("<svg class=\"chart "))
        // Answers of check-ins have no page of trends.
        reply.chart?.metric = "energy"
        #expect(try !page(self.facts(reply)).contains("/trends?"))
    }

    @Test("WEB turns of the conversation have numbers, by which an open page takes over what is new; others have none")
    func numbers() throws {
        let reply = ChatReply(coachReply: "Rest.", source: .composed, level: .safe)
        var facts = facts(reply)
        facts.turns = [ChatTurn(at: 7, text: "And before?", reply: reply)]
        let shown = try page(facts)
        for number in ["7", "10000000"] {
            #expect(shown.contains("<article class=\"message mine\""))
            #expect(shown.contains("data-turn=\"?\(number)\""))
            #expect(shown.contains("<article class=\"message\" data-turn=\"\(number)\">"))
        }
        #expect(shown.components(separatedBy: "data-turn=").count == 5)
        // The same message, sent again under its key, is the turn that is stored.
        facts.turns = [ChatTurn(at: 7, text: try #require(facts.asked), reply: reply)]
        #expect(try !page(facts).contains("10000000"))
        // Safety found something: the message does not enter the conversation, and no page may take it away.
        let cautious = ChatReply(coachReply: "That sounds hard.", source: .composed, level: .caution, gate: "safety")
        let apart = try page(self.facts(cautious))
        #expect(apart.contains("That sounds hard."))
        #expect(!apart.contains("data-turn="))
        #expect(apart.contains("data-live=\"kept\" hidden"))
        #expect(!shown.contains("data-live=\"kept\" hidden"))
    }

    @Test(
        "WEB-2 “You’re offline” is said only with the consent and the cloud out of reach, and not for long",
        arguments: [
            ("call", true), ("circuitBreaker", true), ("consent", false), ("safety", false), ("rateLimit", false),
            ("redaction", false), ("secondWall", false), ("unavailable", false), ("numbers", false),
            ("language", false),
        ])
    func offline(gate: String, isSaid: Bool) throws {
        let reply = ChatReply(coachReply: "Rest.", source: .composed, level: .safe, gate: gate)
        for (language, text) in [
            (Language.english, "You&#39;re offline — using on-device coaching."),
            (.german, "Du bist offline – das Coaching läuft auf diesem Gerät."),
        ] {
            #expect(try page(facts(reply), language).contains(text) == isSaid)
            var later = facts(nil)
            later.turns = [ChatTurn(at: later.at - 60_000, text: "Hello", reply: reply)]
            #expect(try page(later, language).contains(text) == isSaid)
            later.at += 3_600_000
            #expect(try !page(later, language).contains(text))
        }
        let cloud = ChatReply(coachReply: "Rest.", source: .cloud, level: .safe)
        #expect(try page(facts(cloud)).contains("data-reach hidden"))
    }

    @Test("LOOK: a suggestion that was put off says so and is not put off again; what was done is listed with its time")
    func states() throws {
        let cards = ["one", "two"].map {
            Card(
                moment: $0, title: "Title \($0)", body: "Body.", caution: nil, badge: .strong, sourceURL: nil,
                estimatedSeconds: 60)
        }
        var facts = CoachFacts(cards: CardsQuery.Reply(cards: cards), key: "k")
        facts.time = { "at \($0)" }
        func count(_ text: String) throws -> Int { try page(facts).components(separatedBy: text).count - 1 }
        #expect(try count("value=\"accepted\"") == 2 && count("Done today") == 0)
        facts.cards?.answered = [
            AnsweredCard(moment: "one", title: "Title one", language: "en", action: .accepted, at: 5),
            AnsweredCard(moment: "three", title: "Title three", language: "en", action: .completed, at: 7),
        ]
        #expect(try count("value=\"accepted\"") == 1 && count("<p class=\"label\">Later today</p>") == 1)
        #expect(try count("Done today") == 1 && count("at 7") == 1 && count("/suggestions/three") == 1)
    }

    @Test("WEB-2 a suggestion's page names kind, year and strength of its source") func source() throws {
        var card = Card(
            moment: "one", title: "Title", body: "Body.", caution: nil, badge: .strong,
            sourceURL: "https://example.org",
            estimatedSeconds: 60)
        (card.sourceKind, card.sourceYear, card.sourceTitle) = ("review", 2021, "Naps")
        let page = try PageRenderer(assets: "/assets/0").html(
            SuggestionScreen(card, for: reader()), PageFrame(.coach), for: reader())
        #expect(page.contains("Review · 2021 · well studied"))
        #expect(page.contains(">Naps</a>"))
    }

    @Test("COA-4: a suggestion's page says what the days after such ones were like, where that is known")
    func outcome() throws {
        var card = Card(
            moment: "builtin:nap", title: "Nap", body: "Rest.", caution: nil, badge: .medium, sourceURL: nil,
            estimatedSeconds: 60)
        func page() throws -> String {
            try PageRenderer(assets: "/assets/0").html(
                SuggestionScreen(card, for: reader()), PageFrame(.coach), for: reader())
        }
        #expect(try !page().contains("pairs of days"))
        card.outcome = "Your score was 2 points higher (24 pairs of days), which does not prove that it is the cause."
        #expect(try page().contains("24 pairs of days), which does not prove"))
    }

    @Test("LOOK: on a phone the suggestions come before the conversation")
    func order() throws {
        let page = try page(facts(nil))
        let cards = try #require(page.range(of: "id=\"cards-title\""))
        let talk = try #require(page.range(of: "id=\"talk-title\""))
        #expect(cards.lowerBound < talk.lowerBound)
    }
}
