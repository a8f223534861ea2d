import HealthFormats
import Localization
import Messages
import Testing

@testable import Pages

/// Letters, arrivals and the evening, as pages say them.
@Suite struct LetterScreenTests {
    private static let today = Day(number: 20_700)

    private func reader(_ language: Language, minute: Int = 600, eveningHour: Int = 17) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Self.today,
            minute: minute, eveningHour: eveningHour)
    }

    /// With everything that a letter can have.
    private func letter() -> Letter {
        var letter = Letter(
            id: .random(), at: 5, first: Self.today.advanced(by: -3_900), last: Self.today.advanced(by: -1))
        (letter.days, letter.nights, letter.missing) = (3_483, 3_122, 416)
        (letter.samples, letter.changed) = (1_234_567, 3_900)
        letter.gaps = [LetterGap(from: Self.today.advanced(by: -900), through: Self.today.advanced(by: -800))]
        letter.usuals = [
            ("sleep", 25_800), ("hrv", 41), ("nocturnalHeartRate", 54), ("restingHeartRate", 57),
            ("respiratoryRate", 14.2), ("steps", 8_123),
        ].map { LetterUsual(metric: $0.0, median: $0.1, low: $0.1 * 0.9, high: $0.1 * 1.1) }
        letter.shift = LetterShift(
            metric: "nocturnalHeartRate", day: Self.today.advanced(by: -400), before: 58, after: 52)
        let days = (0..<90).map { Self.today.advanced(by: $0 - 90) }
        letter.charts = ["nocturnalHeartRate", "sleep"].map {
            LetterChart(
                metric: $0, first: days[0], last: days[89], days: days,
                values: days.map { Double($0.number % 7) + 50 })
        }
        return letter
    }

    @Test("WEB-4 A letter has at most 180 words, two charts and one question", arguments: Language.allCases)
    func words(language: Language) throws {
        let keys = Catalogue.shipped(language).keys
        for letter in [letter(), Letter(id: .random(), at: 0, first: Self.today, last: Self.today)] {
            let screen = LetterScreen(letter, date: { _ in "22 November 2026, 07:40" }, for: reader(language))
            let texts =
                [screen.title, screen.date, screen.question] + screen.opening + screen.closing
                + screen.usuals.flatMap { [$0.name, $0.median] } + screen.figures.map(\.name)
            #expect(texts.allSatisfy { !$0.isEmpty && !keys.contains($0) && !$0.contains("{") })
            let count = texts.joined(separator: " ").split { $0.isWhitespace }.count
            #expect(count <= 180, "\(count) words")
            #expect(screen.question.hasSuffix("?"))
            #expect(screen.figures.count == letter.charts.count)
            let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(language))
            #expect(page.contains(screen.title))
            #expect(!page.contains("{{"))
        }
        let short = LetterScreen(
            Letter(id: .random(), at: 0, first: Self.today, last: Self.today), date: { _ in "" }, for: reader(language))
        #expect(short.closing[1] == Catalogue.shipped(language)("letter.tooShort"))
        let full = LetterScreen(letter(), date: { _ in "" }, for: reader(language))
        #expect(full.closing[1].contains("58/min") && full.closing[1].contains("52/min"))
        #expect(full.opening[0].contains(language == .german ? "10 Jahre" : "10 years"))
    }

    @Test("WEB-4 The usual arrival is the time by which most nights came, and unknown for few of them")
    func usual() {
        #expect(UsualArrival.minute(of: [400, 410, 420, 430]) == nil)
        #expect(UsualArrival.minute(of: [460, 400, 410, 900]) == nil)
        #expect(UsualArrival.minute(of: [455, 400, 410, 458, 900]) == 460)
        #expect(UsualArrival.minute(of: [1439, 1439, 1439, 1439, 1439]) == 1435)
    }

    private func today(_ arrivals: [Int]?, _ reader: Reader) -> TodayScreen {
        let report = ScoreReport(day: Self.today.advanced(by: -1), status: .final, score: 50, low: 40, high: 60)
        let recent = RecentDays.Reply(
            days: [ScoredDay(report: report, contributions: [])], scores: [50], sensorDays: 30, sensorDaysNeeded: 7)
        var night = DailyMetrics(day: report.day)
        night.sleep = MetricValue(25_000, .asleep)
        return TodayScreen(
            TodayFacts(
                recent: recent, metrics: [night], checkIns: [], cards: nil, arrivals: arrivals, key: "k"), for: reader)
    }

    @Test("WEB-4 Today says when last night usually comes, by the person's clock")
    func waiting() {
        let known = [455, 400, 410, 458, 459]
        #expect(today(known, reader(.english)).waiting == "It usually comes by 07:40.")
        #expect(today(known, reader(.german)).waiting == "Sie kommt meist bis 07:40.")
        #expect(today([], reader(.german)).waiting == "Wann sie meist kommt, zeigt sich nach fünf Morgen.")
        #expect(today(nil, reader(.english)).waiting == nil)
    }

    @Test("WEB-4 From the evening hour on the evening's question comes first; the hour is a setting")
    func evening() {
        #expect(today(nil, reader(.english, minute: 1_019)).asking?.questions.first?.name == "sleepQuality")
        #expect(today(nil, reader(.english, minute: 1_020)).asking?.questions.first?.name == "energy")
        let late = today(nil, reader(.english, minute: 1_020, eveningHour: 21))
        #expect(!late.isEvening)
        #expect(late.asking?.questions.first?.name == "sleepQuality")
        #expect(today(nil, reader(.english, minute: 1_260, eveningHour: 21)).isEvening)
    }

    @Test(
        "WEB-5 Each kind of data is arriving, stopped or never came, and says how to switch it on",
        arguments: Language.allCases)
    func kinds(language: Language) {
        let reader = reader(language)
        let keys = Catalogue.shipped(language).keys
        func line(_ kind: String, _ back: Int?) -> ArrivalLine {
            ArrivalLine(
                KindArrival(kind: kind, last: back.map { Int64($0) }, days: back == nil ? 0 : 12),
                day: { Self.today.advanced(by: -Int($0)) }, for: reader)
        }
        for kind in SampleKind.shown.map(\.exported.name) {
            let lines = [line(kind, 0), line(kind, 9), line(kind, nil)]
            #expect(lines.map(\.isArriving) == [true, false, false])
            #expect(Set(lines.map(\.state)).count == 3)
            #expect(!keys.contains(lines[0].how) && !keys.contains(lines[0].name) && !lines[0].state.contains("{"))
        }
        #expect(line("sleep", 3).isArriving)
        #expect(!line("sleep", 4).isArriving)
    }

    @Test("WEB-8 An import offers to be undone, or says why it cannot be", arguments: Language.allCases)
    func undo(language: Language) {
        let keys = Catalogue.shipped(language).keys
        func screen(_ change: (inout ImportStatus) -> Void) -> ImportScreen {
            var status = ImportStatus(job: .random(), fileName: "export.zip", phase: .done)
            status.samplesNew = 12
            change(&status)
            return ImportScreen(status, letter: nil, date: { _ in "today" }, for: reader(language))
        }
        let possible = screen { $0.undo = .possible }
        #expect(possible.undo?.contains("12") == true)
        #expect(possible.whyNot == nil)
        for (undo, _) in ImportStatus.Undo.names where undo != .possible {
            let other = screen { $0.undo = undo }
            #expect(other.undo == nil)
            #expect(other.whyNot.map { !keys.contains($0) && !$0.isEmpty } == true)
        }
        let undone = screen { ($0.phase, $0.undoneAt, $0.samplesUndone) = (.undone, 5, 12) }
        #expect(undone.undo == nil)
        #expect(undone.whyNot == nil)
        #expect(undone.undone?.contains("12") == true)
        // What is not counted shows no number.
        let own = screen { ($0.undo, $0.samplesNew) = (.possible, 0) }
        #expect(own.undo.map { !keys.contains($0) && !$0.contains("0") } == true)
        let gone = screen { ($0.phase, $0.undoneAt, $0.samplesUndone) = (.undone, 5, 0) }
        #expect(gone.undone.map { !keys.contains($0) && !$0.contains("0") } == true)
        #expect(!keys.contains(undone.state))
    }

    @Test("WEB-8 An import ends with its days and nights, a refusal with its reason", arguments: Language.allCases)
    func ended(language: Language) {
        var status = ImportStatus(job: .random(), fileName: "export.zip", phase: .reading)
        status.bytesRead = 3
        status.bytesTotal = 12
        func screen(_ letter: Letter? = nil) -> ImportScreen {
            ImportScreen(status, letter: letter, date: { _ in "today" }, for: reader(language))
        }
        #expect(screen().progress == 25)
        #expect(!screen().isDone)
        var letter = Letter(id: status.job, at: 1, first: Day(number: 0), last: Day(number: 1_100))
        letter.days = 1_101
        letter.nights = 1_061
        status.phase = .done
        let done = screen(letter)
        #expect(done.progress == nil)
        #expect(done.isDone && done.hasLetter)
        #expect(
            done.state
                == (language == .english ? "1,101 days, 1,061 nights." : "1.101 Tage, 1.061 Nächte."))
        #expect(screen().state != done.state)
        status.phase = .failed
        #expect(screen(letter).isRefused)
        #expect(!screen(letter).isDone)
    }
}
