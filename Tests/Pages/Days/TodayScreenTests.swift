import Drawing
import Fixtures
import Localization
import Messages
import Testing

@testable import Pages

/// Every state of Today, as its page says and draws it.
@Suite struct TodayScreenTests {
    private static let today = Day(number: 20_780)

    private func reader(_ language: Language = .english, minute: Int = 480) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Self.today,
            minute: minute)
    }

    private static func contribution(
        _ signal: Signal, z: Double, _ contribution: Double, imputed: Bool = false
    ) -> Contribution {
        var part = Contribution(signal: signal, weight: signal == .nocturnalHeartRate ? -1 : 1)
        (part.value, part.z, part.contribution) = (50, z, contribution)
        (part.missing, part.imputed) = (false, imputed)
        return part
    }

    private static let parts = [
        contribution(.nocturnalHeartRate, z: 2.4, -0.6), contribution(.sleepQuality, z: 0.7, 0.3),
        contribution(.hrv, z: 0.2, 0.01, imputed: true), Contribution(signal: .stress, weight: -1),
    ]

    private static let reasons = [
        Comparison.Reason(signal: .nocturnalHeartRate, effect: -0.6, isAbove: true),
        Comparison.Reason(signal: .sleepQuality, effect: 0.3, isAbove: true),
    ]

    /// Forty days of rising scores, the last of them the one shown.
    private func facts(
        _ status: ScoreReport.Status, back: Int = 0, score: Double? = nil, nights: [Int] = [0, 1],
        scores: [Double] = (0..<40).map { 40 + Double($0) / 2 }, sensorDays: Int32 = 7, answered: [CheckInSlider] = [],
        cover: DisplaySettings.Cover = .always, showsNumber: Bool = false
    ) -> TodayFacts {
        let day = Self.today.advanced(by: -back)
        var report = ScoreReport(
            day: day, status: status, score: score, low: score.map { $0 - 10 }, high: score.map { $0 + 10 })
        report.comparison = score.map { Comparison($0, usually: 44...56, reasons: Self.reasons) }
        let isEmpty = status == .noData || status == .withheld
        let earlier = (1...6).map { ago in
            var report = ScoreReport(
                day: day.advanced(by: -ago), status: .final, score: scores.dropLast(ago - 1).last, low: 40, high: 60)
            report.comparison = report.score.map { Comparison($0, usually: 44...56) }
            return ScoredDay(report: report, contributions: Self.parts)
        }
        var checkIn = CheckIn(id: .random(), day: Self.today, at: 0)
        for slider in answered {
            switch slider {
            case .stress: checkIn.stress = 4
            case .energy: checkIn.energy = 4
            case .sleepQuality: checkIn.sleepQuality = 4
            }
        }
        let recent = RecentDays.Reply(
            days: [ScoredDay(report: report, contributions: isEmpty ? [] : Self.parts)] + earlier,
            scores: scores + [score].compactMap { $0 }, sensorDays: sensorDays, sensorDaysNeeded: 7)
        let card = Card(
            moment: "m", title: "Breathe out longer", body: "b", caution: nil, badge: .strong, sourceURL: nil,
            estimatedSeconds: 120)
        var cards = CardsQuery.Reply(cards: [card])
        cards.today = DaySuggestion(card: card)
        return TodayFacts(
            recent: recent,
            metrics: nights.map { back in
                var metrics = DailyMetrics(day: Self.today.advanced(by: -back))
                metrics.sleep = MetricValue(25_000, .asleep)
                return metrics
            },
            checkIns: answered.isEmpty ? [] : [.init(checkIn, minute: 470)],
            cards: cards, arrivals: [455, 400, 410, 458, 459], cover: cover, showsNumber: showsNumber, key: "k")
    }

    private func page(_ facts: TodayFacts, _ reader: Reader) throws -> String {
        let page = try PageRenderer(assets: "/assets/0").html(TodayScreen(facts, for: reader), PageFrame(), for: reader)
        #expect(!page.contains("{{"))
        #expect(!page.contains("{day}"))
        #expect(!page.contains("state."))
        return page
    }

    private func lines(_ page: String) -> Int { page.matches(of: /class="ring-today/).count }

    @Test(
        "LOOK no data: dotted circle, the one answer, the way to data and to the example", arguments: Language.allCases)
    func noData(language: Language) throws {
        let words = Catalogue.shipped(language)
        var facts = facts(.noData, nights: [], scores: [], sensorDays: 0)
        let page = try page(facts, reader(language))
        #expect(page.contains(words("state.noData")))
        #expect(page.contains("class=\"ring-usual\""))
        #expect(lines(page) == 0)
        #expect(page.contains("href=\"/settings/data\""))
        #expect(page.contains(words("state.lookAround")))
        #expect(page.contains("/welcome/begin#example"))
        #expect(!page.contains("action=\"/example\""))
        facts.hasExampleDoor = true
        #expect(try self.page(facts, reader(language)).contains("action=\"/example\""))
    }

    @Test("LOOK warming up: the day of seven, and the circle closes", arguments: Language.allCases)
    func warmingUp(language: Language) throws {
        let page = try page(facts(.warmingUp, nights: [0, 1, 2], scores: [], sensorDays: 3), reader(language))
        #expect(page.contains(Catalogue.shipped(language)("state.warmingUp", ["day": "3", "days": "7"])))
        #expect(lines(page) == 1)
        #expect(!page.contains("ring-number"))
    }

    @Test(
        "LOOK waiting: the normal morning, also when steps of today are there: the sentence, the usual time, both ways",
        arguments: Language.allCases)
    func waiting(language: Language) throws {
        let (reader, words) = (reader(language), Catalogue.shipped(language))
        // Nothing of today; steps alone without a usual; steps with yesterday's as a score.
        let mornings = [
            facts(.final, back: 1, score: 52, nights: [1, 2]), facts(.warmingUp, nights: [1, 2]),
            facts(.provisional, score: 52, nights: [1, 2]),
        ]
        for facts in mornings {
            let (screen, page) = (TodayScreen(facts, for: reader), try page(facts, reader))
            #expect(screen.standing == words("state.waiting"))
            #expect(screen.waiting == words("state.waitingUsually", ["time": "07:40"]))
            #expect(!page.contains("ring-number"))
            #expect(!page.contains("ring-fill"))
            #expect(screen.breakdown == nil)
            #expect(page.contains(words("state.openSenderElsewhere")))
            #expect(page.contains("id=\"sleepQuality\""))
            #expect(screen.soFar == nil)
            #expect(screen.step == 3)
            #expect(screen.lastScore?.isEmpty == false)
        }
        #expect(
            TodayScreen(mornings[2], for: reader).lastScore
                == "\(words("common.yesterday")): \(words("api.today.step.1")).")
        // The phone that has the app opens it.
        var here = mornings[0]
        here.sender = .here
        #expect(try page(here, reader).contains("href=\"com.HealthExport://\""))
        here.arrivals = []
        #expect(try !page(here, reader).contains("com.HealthExport"))
    }

    @Test("LOOK waiting: a person without nights does not wait for one", arguments: Language.allCases)
    func withoutNights(language: Language) throws {
        let words = Catalogue.shipped(language)
        var facts = facts(.final, back: 1, score: 52, nights: [])
        facts.arrivals = []
        let screen = TodayScreen(facts, for: reader(language))
        #expect(screen.standing == words("state.nothingYet") && screen.waiting == nil)
        #expect(screen.lastScore == "\(words("common.yesterday")): \(words("api.today.step.3")).")
        #expect(try !page(facts, reader(language)).contains(words("state.waiting")))
    }

    @Test("LOOK waiting: while nothing is compared, what was answered yesterday is named", arguments: Language.allCases)
    func lastAnswers(language: Language) throws {
        var facts = facts(.final, back: 1, score: 52, nights: [])
        facts.recent?.days[0].report.comparison = Comparison(days: 1, daysNeeded: 9)
        // Without an answer, the last day that was compared.
        let compared = try #require(facts.recent?.days[1].report.day)
        let name = reader(language).dayName(compared)
        #expect(TodayScreen(facts, for: reader(language)).lastScore?.hasPrefix(name) == true)
        let yesterday = Self.today.advanced(by: -1)
        var morning = CheckIn(id: .random(), day: yesterday, at: 0)
        morning.sleepQuality = 5
        morning.energy = 6
        var evening = CheckIn(id: .random(), day: yesterday, at: 1)
        evening.energy = 4
        facts.earlier = [.init(morning, minute: 470), .init(evening, minute: 1_200)]
        #expect(
            TodayScreen(facts, for: reader(language)).lastScore
                == (language == .german
                    ? "Gestern: Schlafqualität 5 von 7 und Energie 4 von 7."
                    : "Yesterday: sleep quality 5 of 7 and energy 4 of 7."))
        // The first days have no score.
        var first = facts
        first.recent?.days[0].report = ScoreReport(day: yesterday, status: .warmingUp)
        first.recent?.sensorDays = 0
        let learning = TodayScreen(first, for: reader(language))
        #expect(learning.standing.contains("7") && learning.lastScore?.contains("4") == true)
        // Not those of a withheld day.
        facts.recent?.days[0].report = ScoreReport(day: yesterday, status: .withheld)
        facts.recent?.days[1].report.score = nil
        let screen = TodayScreen(facts, for: reader(language))
        #expect(screen.lastScore?.contains("von 7") != true && screen.lastScore?.contains("of 7") != true)
    }

    @Test("LOOK waiting: open arcs of what is known of today, none of what is carried over")
    func arcs() throws {
        // Night heart rate and sleep quality stand apart; HRV is an estimate from the days before.
        let known = try page(facts(.warmingUp, nights: [1]), reader())
        #expect(lines(known) == 2)
        #expect(!known.contains("ring-doubtful"))
        #expect(lines(try page(facts(.final, back: 1, score: 50, nights: [1]), reader())) == 0)
        var steps = facts(.warmingUp, nights: [1])
        steps.recent?.days[0].contributions = [Self.contribution(.steps, z: 1, 0.2)]
        #expect(lines(try page(steps, reader())) == 0)
    }

    @Test("LOOK waiting: an answer of today gives a score, and that the night is missing stays said")
    func answered() throws {
        let facts = facts(.provisional, score: 30, nights: [1, 2], answered: [.sleepQuality])
        let (screen, page) = (TodayScreen(facts, for: reader()), try page(facts, reader()))
        #expect(screen.standing == Catalogue.shipped(.english)("standing.5"))
        #expect(screen.step == 5)
        #expect(page.contains("Last night has not arrived. It usually comes by 07:40."))
        #expect(page.contains(">30<"))
        #expect(screen.soFar == nil)
    }

    @Test(
        "SCO-5 somebody with years of data is never told that Pulsum gets to know their usual",
        arguments: Language.allCases)
    func changeOfDevice(language: Language) throws {
        let (words, facts) = (Catalogue.shipped(language), facts(.warmingUp))
        let page = try page(facts, reader(language))
        #expect(page.contains(words("state.learningAgain")))
        #expect(page.contains(words("state.notComparableWhy", ["days": "7"])))
        #expect(!page.contains(words("state.warmingUp", ["day": "7", "days": "7"])))
        // Without nights, an answer that was taken back leaves nothing to compare.
        #expect(
            DayStatus(self.facts(.noData, nights: []).recent, [], today: Self.today) == .notComparable(daysNeeded: 7))
    }

    @Test(
        "OWN-2 a damaged score of the latest day is named, not called a day without data",
        arguments: Language.allCases)
    func damaged(language: Language) throws {
        let (words, reader) = (Catalogue.shipped(language), reader(language))
        let facts = facts(.damaged, sensorDays: 0)
        let page = try page(facts, reader)
        #expect(page.contains(words("state.damaged", ["date": reader.formats.dateWithYear(Self.today)])))
        #expect(page.contains(words("state.damagedWhy")))
        #expect(!page.contains(words("state.noData")) && !page.contains("ring-number"))
        #expect(DayStatus(facts.recent, [], today: Self.today) == .damaged(Self.today))
    }

    @Test(
        "LOOK ended: outline only, with the date of the last day, also of an archive that arrived lately",
        arguments: Language.allCases)
    func ended(language: Language) throws {
        let reader = reader(language)
        var facts = facts(.final, back: 40, score: 50, nights: [])
        facts.arrived = Self.today.advanced(by: -1)
        let page = try page(facts, reader)
        #expect(page.contains(reader.formats.dateWithYear(Self.today.advanced(by: -40))))
        #expect(lines(page) > 0)
        #expect(!page.contains("ring-fill"))
        #expect(!page.contains("ring-number"))
        #expect(
            DayStatus(self.facts(.final, back: 3, score: 50).recent, [], today: Self.today) != .ended(last: Self.today))
        let last = Self.today.advanced(by: -13)
        #expect(
            DayStatus(self.facts(.final, back: 13, score: 50).recent, [], today: Self.today) == .ended(last: last))
    }

    @Test(
        "LOOK back after a while: one welcoming sentence, nothing compared, counted or reminded of",
        arguments: Language.allCases)
    func back(language: Language) throws {
        let (reader, words) = (reader(language), Catalogue.shipped(language))
        let absences: [(Int, ScoreReport.Status)] = [(14, .final), (40, .warmingUp), (400, .withheld)]
        for (days, status) in absences {
            let last = Self.today.advanced(by: -days)
            var facts = facts(status, back: days, score: status == .final ? 50 : nil, nights: [])
            facts.arrived = last
            facts.letter = .init(address: "/letters/week/\(last)", isAboutWeek: true)
            facts.hasNewPlan = true
            let device = DeviceHabits(
                device: 1, lastPost: 1, lastNew: 1, kinds: ["sleep"],
                findings: [ArrivalProblem(fault: "silent", since: 1, interval: 1, isSure: true)])
            facts.trouble = TodayTrouble([("iPhone", device)], date: { _ in "yesterday" }, for: reader)
            let (screen, page) = (TodayScreen(facts, for: reader), try page(facts, reader))
            #expect(screen.standing == words("state.back") && page.contains(words("state.back")))
            #expect(screen.sentence == nil && screen.range == nil && screen.lastScore == nil)
            #expect(screen.waiting == nil && screen.soFar == nil && screen.breakdown == nil)
            #expect(screen.weighs.isEmpty && screen.lifts.isEmpty && screen.step == 3)
            #expect(screen.letter == nil && screen.trouble == nil && !screen.hasNewPlan)
            #expect(lines(page) == 0 && !page.contains(reader.formats.dateWithYear(last)))
            #expect(page.contains("id=\"sleepQuality\""))
        }
    }

    @Test("COA-5 the suggestion of the day has its reason, and is answered on Today", arguments: Language.allCases)
    func suggestionOfDay(language: Language) throws {
        let reader = reader(language)
        var facts = facts(.provisional, score: 50)
        facts.cards?.today?.card.why = "Because of X."
        func section(_ facts: TodayFacts) throws -> String {
            let page = try page(facts, reader)
            let start = try #require(page.range(of: "data-live=\"suggestion\"")?.lowerBound)
            return String(page[start...].split(separator: "</section>", maxSplits: 1)[0])
        }
        let open = try section(facts)
        #expect(open.contains("Because of X.") && open.contains("action=\"/suggestions/m\""))
        #expect(open.contains("value=\"completed\">") && open.contains("value=\"declined\">"))
        #expect(open.contains("value=\"restored\" hidden>"))
        facts.cards?.today?.action = .completed
        facts.cards?.today?.answers = 1
        facts.answeredAt = 490
        let done = try section(facts)
        #expect(done.contains("value=\"completed\" hidden>") && done.contains("value=\"restored\">"))
        #expect(done.contains(reader.words("today.answer.completed", ["time": reader.time(minute: 490)])))
        #expect(
            done.firstMatch(of: /name="key" value="([^"]+)"/)?.1 != open.firstMatch(of: /name="key" value="([^"]+)"/)?.1
        )
        facts.cards?.today?.action = .declined
        #expect(try section(facts).contains(reader.words("today.answer.declined")))
    }

    @Test("SCO-7 withheld: no rings, number, suggestion or question, and the way to the safety plan")
    func withheld() throws {
        let page = try page(facts(.withheld), reader())
        #expect(page.contains("No score today."))
        #expect(page.contains("href=\"/safety\""))
        for part in ["ring-", "Breathe out longer", "/check-ins", "/breakdown", "number=shown"] {
            #expect(!page.contains(part), "\(part)")
        }
    }

    @Test("WEB-4 open: so far, and which measurement of these days is still missing; a closed day says neither")
    func open() throws {
        let screen = TodayScreen(facts(.provisional, score: 52), for: reader())
        #expect(screen.soFar == nil, "stress is a question of the page")
        var waiting = facts(.provisional, score: 52)
        waiting.recent?.days[1].contributions.append(Self.contribution(.steps, z: 1, 0.2))
        waiting.recent?.days[0].contributions.append(contentsOf: [
            Contribution(signal: .steps, weight: 1), Contribution(signal: .respiratoryRate, weight: -1),
        ])
        #expect(TodayScreen(waiting, for: reader()).soFar == "The day is still open; missing so far: steps.")
        #expect(screen.weighs.map(\.name) == ["Night heart rate"])
        #expect(screen.lifts.map(\.name) == ["Sleep quality"])
        #expect(TodayScreen(facts(.final, score: 52), for: reader()).soFar == nil)
        let page = try page(facts(.provisional, score: 52), reader())
        #expect(page.contains("ring-fill"))
        #expect(page.matches(of: /ring-earlier/).count == 6)
    }

    @Test("SCO-9 the range and its days stand with the number, and hide with it", arguments: Language.allCases)
    func range(language: Language) throws {
        let shown = try page(facts(.final, score: 52), reader(language))
        #expect(
            shown.contains(
                language == .german ? "52 · meist 44 bis 56, aus 40 Tagen" : "52 · usually 44 to 56, from 40 days"))
        #expect(
            try !page(facts(.final, score: 52, cover: .never), reader(language)).contains(
                language == .german ? "meist 44" : "usually 44"))
    }

    @Test("SCO-9 too few days are said to be learned from; what is not compared is named", arguments: Language.allCases)
    func learning(language: Language) throws {
        let words = Catalogue.shipped(language)
        var facts = facts(.final, score: 52)
        facts.recent?.days[0].report.comparison = Comparison(days: 4, daysNeeded: 9)
        let screen = TodayScreen(facts, for: reader(language))
        #expect(screen.standing == words("standing.learning.both", ["days": "4", "needed": "9"]))
        #expect(screen.sentence == nil && screen.range == nil && screen.weighs.isEmpty && screen.lifts.isEmpty)
        facts.recent?.days[0].contributions = [Self.contribution(.energy, z: 1, 0.2)]
        #expect(
            TodayScreen(facts, for: reader(language)).standing
                == words("standing.learning.answers", ["days": "4", "needed": "9"]))
        facts.recent?.days[0].report.comparison = Comparison(days: 3, daysNeeded: 0)
        #expect(TodayScreen(facts, for: reader(language)).standing == words("standing.none"))
        facts.recent?.days[0].report.comparison = Comparison(52, usually: 44...56, leftOut: [.energy, .stress])
        let page = try page(facts, reader(language))
        #expect(page.contains(words("today.usual")))
        #expect(
            page.contains(
                language == .german
                    ? "noch nicht verglichen: Energie und Stress." : "not compared yet: energy and stress."))
    }

    @Test("SCO-9 a day outside its range is not explained by the other side alone")
    func sides() {
        let reasons = [Comparison.Reason(signal: .hrv, effect: -0.2, isAbove: false)]
        var facts = facts(.final, score: 60)
        facts.recent?.days[0].report.comparison = Comparison(60, usually: 44...56, reasons: reasons)
        let screen = TodayScreen(facts, for: reader())
        #expect(screen.weighs.isEmpty && screen.lifts.isEmpty)
        #expect(screen.sentence == Catalogue.shipped(.english)("today.together"))
        facts.recent?.days[0].report.comparison = Comparison(50, usually: 44...56, reasons: reasons)
        #expect(TodayScreen(facts, for: reader()).weighs.map(\.name) == ["HRV"])
    }

    @Test("LOOK the number is covered until the day's check-in, a tap, always or never, as the person chose")
    func cover() throws {
        func shows(_ cover: DisplaySettings.Cover, _ answered: [CheckInSlider] = [], tapped: Bool = false) throws
            -> Bool
        {
            let facts = facts(.provisional, score: 52, answered: answered, cover: cover, showsNumber: tapped)
            let page = try page(facts, reader())
            #expect(page.contains("/?number=shown") != page.contains("ring-number"))
            return page.contains("ring-number")
        }
        #expect(try !shows(.afterCheckIn) && shows(.afterCheckIn, [.energy]) && shows(.afterCheckIn, tapped: true))
        #expect(try shows(.always) && !shows(.never, [.energy]) && shows(.never, tapped: true))
    }

    @Test(
        "While sleep is not answered nothing on the page repeats the night's measurements", arguments: Language.allCases
    )
    func coveredReasons(language: Language) throws {
        let words = Catalogue.shipped(language)
        let name = words("signal.nocturnalHeartRate").lowercased()
        func shown(_ answered: [CheckInSlider], _ cover: DisplaySettings.Cover = .afterCheckIn) throws -> String {
            try self.page(self.facts(.provisional, score: 52, answered: answered, cover: cover), reader(language))
        }
        for text in [try shown([]), try shown([.energy]), try shown([.energy], .never)] {
            #expect(!text.lowercased().contains(name) && !text.contains(words("today.up.nocturnalHeartRate")))
            #expect(!text.contains(words("today.usual")) && !text.contains("class=\"chip weighs\""))
            #expect(text.contains("class=\"chip lifts\"") && text.contains("ring-today"))
        }
        let all = try shown([.sleepQuality])
        #expect(all.lowercased().ranges(of: name).count > 1 && all.contains(words("today.up.nocturnalHeartRate")))
        // Without a measured night there is nothing to repeat.
        var facts = self.facts(.provisional, score: 52, cover: .afterCheckIn)
        facts.recent?.days[0].contributions = [Self.contribution(.energy, z: 1, 0.2)]
        facts.recent?.days[0].report.comparison = Comparison(52, usually: 44...56)
        #expect(TodayScreen(facts, for: reader(language)).sentence == words("today.usual"))
    }

    @Test("WEB-4 an answer is chosen in its question, which then corrects it; the evening asks for energy again")
    func answers() throws {
        let facts = facts(.provisional, score: 52, answered: [.energy, .stress])
        let card = try #require(TodayScreen(facts, for: reader()).asking)
        #expect(card.questions.map(\.name) == ["sleepQuality", "energy", "stress"])
        #expect(card.questions.map(\.isAnswered) == [false, true, true])
        #expect(card.questions[1].corrects == "\(facts.checkIns[0].checkIn.id)" && card.questions[0].corrects.isEmpty)
        #expect(card.questions[1].choices.map(\.pressed).firstIndex(of: "true") == 3)
        #expect(card.questions[1].answer == "4 of 7, 07:50")
        let page = try page(facts, reader())
        #expect(page.contains("name=\"energy\" value=\"4\" aria-pressed=\"true\""))
        #expect(page.matches(of: /aria-pressed="true"/).count == 2)
        let evening = try #require(TodayScreen(facts, for: reader(minute: 1_200)).asking)
        #expect(evening.questions.map(\.name) == ["energy", "stress", "sleepQuality"])
        #expect(evening.questions.map(\.isAnswered) == [false, true, false])
    }

    @Test("WEB-4 stress is asked in full until its first answer of a week", arguments: Language.allCases)
    func wording(language: Language) throws {
        let words = Catalogue.shipped(language)
        func asked(daysAgo: Int) throws -> CheckInCard.Question {
            var facts = facts(.provisional, score: 52)
            let day = Self.today.advanced(by: -daysAgo)
            var checkIn = CheckIn(id: .random(), day: day, at: 0)
            checkIn.stress = 3
            facts.earlier = [.init(checkIn, minute: 470)]
            return try #require(TodayScreen(facts, for: reader(language)).asking?.questions.last)
        }
        let sinceMonday = Self.today.monday.distance(to: Self.today)
        let (late, early) = (try asked(daysAgo: sinceMonday), try asked(daysAgo: sinceMonday + 1))
        #expect(late.text == words("today.short.stress") && late.explain.hasPrefix(words("today.question.stress")))
        #expect(early.text == words("today.question.stress") && early.explain == words("today.explain.stress"))
    }

    @Test("WEB-4 yesterday has questions of its own, with what was answered for it")
    func yesterday() throws {
        var facts = facts(.provisional, score: 52)
        let day = Self.today.advanced(by: -1)
        var checkIn = CheckIn(id: .random(), day: day, at: 0)
        checkIn.energy = 2
        facts.earlier = [.init(checkIn, minute: 1_300)]
        let card = try #require(TodayScreen(facts, for: reader()).asking)
        #expect(card.yesterday.allSatisfy { $0.day == "\(day)" && $0.id == "yesterday-\($0.name)" })
        #expect(card.yesterday[1].choices[1].pressed == "true" && card.yesterday[1].answer == "2 of 7")
        #expect(card.questions.allSatisfy { $0.day == nil && !$0.isAnswered })
        #expect(Set((card.questions + card.yesterday).map(\.key)).count == 6)
    }

    @Test("WEB-1 the own tags that are used most are noted with a tap; another tap takes one away")
    func ownTags() throws {
        var facts = facts(.provisional, score: 50)
        #expect(!(try page(facts, reader())).contains("action=\"/tags\""))
        let often = ["Coffee", "a <b>"] + (1...7).map { "tag \($0)" }
        facts.writer = "w"
        facts.tagMinutes = ["coffee": 460]
        facts.tags = DayTagsQuery.Reply(
            days: [DayTags(day: Self.today, tags: ["Coffee", "rare"])], known: often + ["rare"])
        let quick = try #require(CheckInCard(facts, for: reader()).quick)
        #expect(quick.tags.map(\.text) == Array(often.prefix(8)) + ["rare"])
        #expect(quick.tags.filter { $0.pressed == "true" }.map(\.text) == ["Coffee", "rare"])
        #expect(quick.tags.allSatisfy { ($0.wanted == "0") == ($0.pressed == "true") })
        #expect(quick.tags.map(\.time).filter { !$0.isEmpty } == [reader().time(minute: 460)])
        #expect(Set(quick.tags.map(\.id)).count == 9 && quick.key.hasPrefix("w."))
        facts.tags?.changes = 3
        #expect(CheckInCard(facts, for: reader()).quick?.key != quick.key, "another key after each change")
        let shown = try page(facts, reader())
        #expect(shown.contains("a &lt;b&gt;") && !shown.contains("a <b>"))
        #expect(shown.matches(of: /action="\/tags"/).count == 10, "nine tags and the field for a new one")
        // Nobody has words but their own.
        facts.tags = DayTagsQuery.Reply(days: [], known: [])
        let first = try page(facts, reader())
        #expect(first.matches(of: /action="\/tags"/).count == 1 && first.contains("name=\"newTag\""))
    }

    @Test("ING-20 one quiet line says that a source is silent, and none on the day of a crisis card")
    func trouble() throws {
        let device = DeviceHabits(
            device: 1, lastPost: 1, lastNew: 1, kinds: ["sleep"],
            findings: [ArrivalProblem(fault: "silent", since: 1, interval: 1, isSure: true)])
        var facts = facts(.provisional, score: 50)
        facts.trouble = TodayTrouble([("iPhone", device)], date: { _ in "yesterday" }, for: reader())
        let shown = try page(facts, reader())
        #expect(shown.contains("iPhone has sent nothing since yesterday.") && shown.contains("href=\"/sources\""))
        facts.cards?.crisis = CrisisCard(
            title: "t", message: "m", emergencyNumber: "112", lines: [], disclaimer: "d", country: "",
            checkedOn: Self.today)
        #expect(!(try page(facts, reader())).contains("source-trouble"))
        var withheld = self.facts(.withheld)
        withheld.trouble = facts.trouble
        #expect(!(try page(withheld, reader())).contains("source-trouble"))
    }

    @Test("WEB-1 a service that does not answer is said, and the questions stay")
    func away() throws {
        let page = try page(TodayFacts(recent: nil, checkIns: [], cards: nil, key: "k"), reader())
        #expect(page.contains("The score does not answer right now."))
        #expect(page.contains("/check-ins"))
        #expect(page.contains("The coach does not answer right now."))
    }

    @Test("LOOK the rings show a helpful deviation as a bulge, an estimate dashed, a missing value open")
    func signals() {
        let day = DayRings.signals(Self.parts)
        // A high night heart rate weighs; sleep quality lifts by its whole value.
        guard case .known(let pulse)? = day[.nightPulse], case .known(let quality)? = day[.sleepQuality] else {
            Issue.record("not known")
            return
        }
        #expect(abs(pulse + 0.8) < 1e-9 && abs(quality - 0.7) < 1e-9 && day[.stress] == .missing)
        if case .doubtful? = day[.hrv] {} else { Issue.record("an estimate is doubtful") }
    }
}
