import Localization
import Messages
import Testing

@testable import Pages

/// The card of last night, and the sleep that it is made from.
@Suite struct NightCardTests {
    private static let today = Day(number: 20_780)
    /// 23:00 of the evening before, ms since 1970.
    private static let evening = Milliseconds(today.number) * 86_400_000 - 3_600_000

    /// - Parameter minutes: since 23:00.
    private static func reading(_ stage: Int, _ minutes: Range<Int64>, source: String = "Watch", unit: String = "stage")
        -> Reading
    {
        Reading(
            kind: "sleep", start: evening + minutes.lowerBound * 60_000, end: evening + minutes.upperBound * 60_000,
            value: Double(stage), unit: unit, source: source)
    }

    /// 23:00 to 06:00 with half an hour awake, and a nap from 13:00 to 13:20.
    private static let night = [
        reading(0, 0..<450), reading(3, 0..<120), reading(4, 120..<200), reading(2, 200..<230), reading(5, 230..<420),
        reading(3, 840..<860),
    ]

    private func reader(_ language: Language = .english) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Self.today,
            minute: 480)
    }

    private func facts(
        back: Int = 0, readings: [Reading] = night, beats: Double = 52, z: Double = 0.4, answered: Bool = false,
        reasons: [Comparison.Reason] = [], cover: DisplaySettings.Cover = .afterCheckIn, showsNumber: Bool = false
    ) -> TodayFacts {
        let day = Self.today.advanced(by: -back)
        var metrics = DailyMetrics(day: day)
        metrics.sleep = MetricValue(24_600, .asleep)
        metrics.nocturnalHeartRate = MetricValue(beats, .asleep)
        metrics.hrv = MetricValue(41, .asleep, imputed: true)
        var part = Contribution(signal: .nocturnalHeartRate, weight: -1)
        (part.value, part.z, part.missing) = (beats, z, false)
        part.baseline = Baseline(median: 50, mad: 2, count: 30, mature: true)
        var report = ScoreReport(day: day, status: .provisional, score: 50, low: 40, high: 60)
        report.comparison = Comparison(50, usually: 44...56, reasons: reasons)
        var checkIn = CheckIn(id: .random(), day: Self.today, at: 0)
        checkIn.sleepQuality = answered ? 5 : nil
        checkIn.energy = 4
        var facts = TodayFacts(
            recent: .init(
                days: [ScoredDay(report: report, contributions: [part])], scores: [], sensorDays: 7, sensorDaysNeeded: 7
            ),
            metrics: [metrics], checkIns: [.init(checkIn, minute: 470)], cards: nil, cover: cover,
            showsNumber: showsNumber, key: "k")
        facts.night = .init(metrics, sleep: SleepNight(readings, total: 24_600)) { Int($0 / 60_000 % 1_440) }
        return facts
    }

    private func card(_ facts: TodayFacts, _ language: Language = .english) throws -> NightCard {
        try #require(TodayScreen(facts, for: reader(language)).night)
    }

    @Test("The longest session is the night, the others are naps; time awake is not sleep")
    func sessions() throws {
        let night = try #require(SleepNight(Self.night.shuffled(), total: 24_600))
        #expect(night.main == Self.evening..<(Self.evening + 420 * 60_000))
        #expect(night.asleep == 390 * 60_000)
        #expect(night.naps.count == 1 && night.stretches.map(\.stage) == [.core, .deep, .awake, .rem])
        #expect(SleepNight([Self.reading(1, 0..<400)], total: 24_000)?.stretches == [], "one stage is no strip")
    }

    @Test("ING-6 Times and stages are shown only of readings that make up the day's sleep")
    func counted() throws {
        let phone = Self.reading(1, 10..<300, source: "Phone")
        let one = try #require(SleepNight(Self.night, total: 24_600))
        // Of several sources the one that was counted.
        #expect(SleepNight(Self.night + [phone], total: 24_600) == one)
        // Both counted: the night is that of both, the stages are those of the watch.
        let both = try #require(SleepNight(Self.night + [phone], total: 26_400))
        #expect(both.asleep == 420 * 60_000 && both.stretches == one.stretches)
        // Neither: a third of the night was counted from each.
        #expect(SleepNight(Self.night + [phone], total: 20_000) == nil)
        // The total of an app has no times, even next to a nap that has.
        #expect(SleepNight([Self.reading(24_000, 0..<400, unit: "s"), Self.reading(2, 0..<30)], total: 25_800) == nil)
        // Many short stretches are not more than few long ones.
        let short = (0..<20).map { Self.reading($0 % 2 == 0 ? 3 : 5, $0..<($0 + 1), source: "Band") }
        #expect(SleepNight(Self.night + short, total: 24_600)?.stretches == one.stretches)
        let nap = try card(facts(readings: [Self.reading(24_000, 0..<400, unit: "s"), Self.reading(2, 0..<30)]))
        #expect(nap.asleep == "6\u{202F}h 50\u{202F}min" && nap.times == nil && nap.naps == nil)
    }

    @Test("Until sleep is answered the card shows duration and times only", arguments: Language.allCases)
    func covered(language: Language) throws {
        let card = try card(facts(), language)
        #expect(card.asleep == "6\u{202F}h 30\u{202F}min" && card.times?.hasPrefix("23:00") == true)
        #expect(card.isCovered && card.lanes.isEmpty && card.figures.isEmpty && card.finding == nil)
        let page = try PageRenderer(assets: "/assets/0").html(
            TodayScreen(facts(), for: reader(language)), PageFrame(), for: reader(language))
        #expect(!page.contains("night-span") && !page.contains("52/min"))
        let shown = try #require(page.firstMatch(of: /data-live="night"[^>]*>(?s:(.*?))<\/section>/)).output.1
        #expect(shown.matches(of: /class="reading"/).isEmpty, "the sentence of the page is not that of the night")
        #expect(page.contains(Catalogue.shipped(language)("night.covered")))
        for shown in [facts(answered: true), facts(cover: .always), facts(cover: .never, showsNumber: true)] {
            #expect(try !self.card(shown, language).isCovered)
        }
        #expect(try self.card(facts(cover: .never)).isCovered)
    }

    @Test("An answer shows stages, measurements with their usual, and one sentence", arguments: Language.allCases)
    func shown(language: Language) throws {
        let words = Catalogue.shipped(language)
        let card = try card(facts(answered: true), language)
        #expect(card.lanes.map(\.name) == ["awake", "rem", "core", "deep"].map { words("night.stage.\($0)") })
        #expect(card.lanes.map(\.amount).first == "30\u{202F}min")
        #expect(card.figures.map(\.amount) == ["52/min"], "an estimate is not shown")
        #expect(
            card.figures.first?.usual == words("night.usual", ["range": language == .german ? "47 bis 53" : "47–53"]))
        #expect(card.finding == nil, "breathing was not compared")
        var whole = facts(answered: true)
        var breaths = try #require(whole.recent?.days[0].contributions.first)
        breaths.signal = .respiratoryRate
        whole.recent?.days[0].contributions.append(breaths)
        func finding(_ derivation: MetricValue.Derivation) throws -> NightCard {
            var metrics = try #require(whole.night?.metrics)
            metrics.respiratoryRate = MetricValue(14, derivation)
            whole.night = .init(metrics, sleep: nil) { _ in 0 }
            return try self.card(whole, language)
        }
        #expect(try finding(.asleep).finding == words("night.sentence.usual") && finding(.asleep).figures.count == 2)
        // The mean of a whole day is not that of the night.
        #expect(try finding(.daily).finding == nil && finding(.daily).figures.count == 1)
        #expect(card.naps?.contains("13:00") == true)
        #expect(
            try self.card(facts(beats: 56, z: 2, answered: true), language).finding
                == words("night.sentence.nocturnalHeartRate.above"))
    }

    private static let beats = Comparison.Reason(signal: .nocturnalHeartRate, effect: -0.3, isAbove: true)

    @Test("SCO-9 The night's sentence and that of the day agree on what is unusual", arguments: Language.allCases)
    func agreement(language: Language) throws {
        let words = Catalogue.shipped(language)
        func said(_ facts: TodayFacts) -> [String?] {
            let screen = TodayScreen(facts, for: reader(language))
            return [screen.sentence, screen.night?.finding]
        }
        // A third of all nights lie as far outside as this one.
        #expect(said(facts(beats: 54, z: 1.3, answered: true)) == [words("today.usual"), nil])
        let above = words("night.sentence.nocturnalHeartRate.above")
        #expect(
            said(facts(beats: 54, z: 1.3, answered: true, reasons: [Self.beats]))
                == [words("today.up.nocturnalHeartRate"), above])
        // Far outside, but without weight in the score: that nothing is unusual is not said.
        #expect(said(facts(beats: 57, z: 2.3, answered: true)) == [nil, above])
        // The day's reason, within its range as it is written: the night does not deny it.
        var near = facts(beats: 53.4, z: 1.15, answered: true, reasons: [Self.beats])
        var breaths = try #require(near.recent?.days[0].contributions.first)
        breaths.signal = .respiratoryRate
        breaths.z = 0
        near.recent?.days[0].contributions.append(breaths)
        var metrics = try #require(near.night?.metrics)
        metrics.respiratoryRate = MetricValue(14, .asleep)
        near.night = .init(metrics, sleep: nil) { _ in 0 }
        #expect(said(near) == [words("today.up.nocturnalHeartRate"), nil])
        // The unusual night is the one before: it says nothing about today.
        var before = facts(back: 1, beats: 57, z: 2.3, answered: true, cover: .always)
        before.recent?.days.insert(try #require(facts().recent?.days.first), at: 0)
        #expect(said(before) == [words("today.usual"), above])
    }

    @Test("A number that is written as the bound of its range is not called unusual", arguments: Language.allCases)
    func bound(language: Language) throws {
        // The usual is 47.03 to 52.97.
        let card = try card(facts(beats: 53.4, z: 1.15, answered: true), language)
        #expect(card.figures.map(\.amount) == ["53/min"] && card.figures.first?.usual?.contains("53") == true)
        #expect(card.finding == nil)
        let above = try self.card(facts(beats: 53.6, z: 1.21, answered: true, reasons: [Self.beats]), language)
        #expect(above.figures.map(\.amount) == ["54/min"])
        #expect(above.finding == Catalogue.shipped(language)("night.sentence.nocturnalHeartRate.above"))
        let below = try self.card(facts(beats: 46.8, z: -1.08, answered: true), language)
        #expect(below.figures.map(\.amount) == ["47/min"] && below.finding == nil)
    }

    @Test(
        "While last night is awaited, the one before is shown, covered as its day's answer says; without nights no card"
    )
    func before() throws {
        #expect(try card(facts(back: 1, answered: true)).isCovered, "today's answer is about another night")
        var known = facts(back: 1)
        var then = CheckIn(id: .random(), day: Self.today.advanced(by: -1), at: 0)
        then.sleepQuality = 4
        known.earlier = [.init(then, minute: 470)]
        let card = try card(known)
        #expect(card.title == "The night before" && !card.isCovered && card.figures.count == 1)
        var none = facts()
        none.night = nil
        let screen = TodayScreen(none, for: reader())
        #expect(screen.night == nil)
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader())
        #expect(page.contains("data-live=\"night\"></section>"), "a piece that a later night can fill")
    }

    @Test("A sleep that lies mostly by day is not called a night", arguments: Language.allCases)
    func byDay(language: Language) throws {
        let words = Catalogue.shipped(language)
        // Minutes since 23:00.
        func title(_ minutes: Range<Int64>, back: Int = 0) throws -> String {
            var facts = facts(back: back)
            let total = Double(minutes.count * 60)
            let metrics = try #require(facts.night?.metrics)
            let sleep = try #require(SleepNight([Self.reading(1, minutes)], total: total))
            facts.night = .init(metrics, sleep: sleep) { Int($0 / 60_000 % 1_440) }
            return try self.card(facts, language).title
        }
        // 08:47 to 14:38, after a shift at night.
        #expect(try title(587..<938) == words("night.lastSleep"))
        #expect(try title(587..<938, back: 1) == words("night.sleepYesterday"))
        // 04:30 to 12:30 is a late night; 05:30 to 13:30 is not.
        #expect(try title(330..<810) == words("night.title"))
        #expect(try title(390..<870) == words("night.lastSleep"))
        #expect(try title(-120..<240) == words("night.title") && title(0..<420, back: 1) == words("night.before"))
        var unknown = facts()
        let metrics = try #require(unknown.night?.metrics)
        unknown.night = .init(metrics, sleep: nil) { _ in 720 }
        #expect(try self.card(unknown, language).title == words("night.title"))
    }

    @Test("After a while the night is shown while its usual is learned again", arguments: Language.allCases)
    func back(language: Language) throws {
        let words = Catalogue.shipped(language)
        var facts = facts(answered: true)
        facts.recent?.days[0].report = ScoreReport(day: Self.today, status: .warmingUp)
        facts.recent?.days[0].contributions[0].z = nil
        facts.recent?.days[0].contributions[0].baseline = nil
        let screen = TodayScreen(facts, for: reader(language))
        #expect(screen.standing == words("state.learningAgain") && screen.sentence == nil)
        let card = try #require(screen.night)
        #expect(card.title == words("night.title") && card.times?.hasPrefix("23:00") == true)
        #expect(card.figures.map(\.amount) == ["52/min"] && card.figures.first?.usual == nil && card.finding == nil)
    }

    @Test("SCO-7 a withheld day shows no night, neither today nor the day after; nor does one that is not known")
    func withheld() throws {
        for back in [0, 1] {
            var facts = facts(back: back, answered: true, cover: .always)
            let day = Self.today.advanced(by: -back)
            facts.recent?.days[0].report = ScoreReport(day: day, status: .withheld)
            var latest = ScoreReport(day: Self.today, status: .provisional, score: 50, low: 40, high: 60)
            latest.comparison = Comparison(50, usually: 44...56)
            if back == 1 { facts.recent?.days.insert(ScoredDay(report: latest, contributions: []), at: 0) }
            #expect(TodayScreen(facts, for: reader()).night == nil)
            facts.recent = nil
            #expect(TodayScreen(facts, for: reader()).night == nil, "scoring is away")
        }
    }
}
