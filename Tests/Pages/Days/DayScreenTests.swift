import Drawing
import Fixtures
import Localization
import Messages
import Statistics
import TestTraits
import Testing

@testable import Pages

/// Readings, comparisons, circumstances that go on, and how well the score knew its person.
@Suite struct DayScreenTests {
    private static let today = Day(number: 20_780)

    private func reader(_ language: Language) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Self.today,
            minute: 600)
    }

    /// The page as text, complete: every phrase exists and every placeholder is filled.
    private func page(_ screen: some Screen, _ language: Language) throws -> String {
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(language))
        #expect(!page.contains("{{"))
        #expect(!page.contains("{count}"))
        #expect(!page.contains("{date}"))
        return page
    }

    private func metric(_ key: String) throws -> DailyMetric {
        try #require(SignalTable.metrics.first { $0.key == key })
    }

    @Test("ING-6 readings show time, value and source in words, how the value follows, and the next page")
    func readings() throws {
        for language in Language.allCases {
            let keys = Catalogue.shipped(language).keys
            for (derivation, _) in MetricValue.Derivation.names { #expect(keys.contains("readings.how.\(derivation)")) }
            let reply = ReadingsQuery.Reply(
                value: MetricValue(25_200, .total), total: 102,
                sources: [ReadingSource(name: "Watch", readings: 100), ReadingSource(name: "", readings: 2)],
                readings: [
                    Reading(
                        kind: "sleep", start: 0, end: 3_600_000, value: 4, unit: "stage", source: "Watch",
                        arrived: 9_000_000),
                    Reading(kind: "sleepTotal", start: 60_000, end: 60_000, value: 25_200, unit: "s", source: ""),
                ], next: "60/1")
            let screen = ReadingsScreen(
                reply, of: try metric("sleep"), on: Self.today, moment: { "at \($0)" }, time: { "t\($0 / 60_000)" },
                for: reader(language))
            #expect(screen.readings[0].value == Catalogue.shipped(language)("readings.stage.4"))
            #expect(screen.readings[0].time.contains("t0") && screen.readings[0].time.contains("t60"))
            #expect(screen.readings[1].time == "t1" && screen.arrived?.contains("at 9000000") == true)
            #expect(screen.readings[1].source == Catalogue.shipped(language)("readings.unknownSource"))
            let text = try page(screen, language)
            #expect(text.contains("after=60&#x2F;1") || text.contains("after=60/1"))
            #expect(text.contains("102"))
            #expect(text.contains("Watch"))
            let empty = ReadingsScreen(
                ReadingsQuery.Reply(value: nil), of: try metric("hrv"), on: Self.today, moment: { _ in "" },
                time: { _ in "" }, for: reader(language))
            #expect(!empty.hasReadings)
            #expect(empty.value == nil)
            _ = try page(empty, language)
        }
    }

    @Test("SCO-4 each answer to a slider can be deleted where it is listed, and the day answered anew")
    func answers() throws {
        for language in Language.allCases {
            let given = [(3, 420), (5, 1_200)].map { value, minute in
                TodayFacts.TimedCheckIn(
                    CheckIn(id: .random(), day: Self.today, at: 0, stress: Int32(value)), minute: minute)
            }
            let text = try page(
                ReadingsScreen(given, of: .stress, on: Self.today.advanced(by: -1), key: "k", for: reader(language)),
                language)
            for answer in given { #expect(text.contains("action=\"/check-ins/\(answer.checkIn.id)/delete\"")) }
            #expect(text.contains("name=\"day\" value=\"\(Self.today.advanced(by: -1))\""))
            #expect(text.matches(of: /name="stress" value="[1-7]"/).count == 7)
            // Readings of a metric and journal entries have neither.
            let entries = ReadingsScreen([], on: Self.today, for: reader(language))
            #expect(try !page(entries, language).contains("/check-ins"))
        }
    }

    private func facts(_ values: [Double], _ range: TrendRange = .year) -> TrendFacts {
        let first = Self.today.advanced(by: 1 - values.count)
        return TrendFacts(
            .metric("restingHeartRate"), range, days: first...Self.today,
            values: values.enumerated().compactMap {
                ChartValue(day: Int(first.number) + $0.offset, value: $0.element)
            }, comparesYear: false)
    }

    @Test("SCO-1 a trend's sentence and its band have the same median, also for an even number of days")
    func median() throws {
        // Median 55, band 55 ± 7.4; the upper of the two middle values is 60.
        let values = Array(repeating: 50.0, count: 10) + Array(repeating: 60.0, count: 9) + [65]
        let facts = facts(values, .month)
        let history = facts.values.map(\.value)
        #expect(Statistics.usual(history)?.median == 55)
        for language in Language.allCases {
            let reader = reader(language)
            let trend = TrendScreen(facts, for: reader)
            let metric = try metric("restingHeartRate")
            let amount = { (value: Double) in reader.amount(value, of: metric) }
            #expect(
                trend.finding
                    == reader.words("trends.finding.above", ["value": amount(65), "difference": amount(10)]))
        }
    }

    @Test("WEB: own tags are marks below a trend, and remarks of their days in its table")
    func tagMarks() throws {
        var facts = facts((0..<31).map { 54 + Double($0 % 3) }, .month)
        facts.tags = [DayTags(day: Self.today.advanced(by: -20), tags: ["late <shift>"])]
        facts.contexts = [DayContext(day: Self.today.advanced(by: -9), flags: [.travel])]
        for language in Language.allCases {
            let text = try page(TrendScreen(facts, for: reader(language)), language)
            #expect(text.contains("class=\"chart-mark\"") && text.contains("late &lt;shift&gt;</td>"))
            #expect(!text.contains("<shift>"))
            #expect(text.contains("\(Catalogue.shipped(language)("flag.travel"))</td>"))
        }
    }

    @Test("WEB: days with journal entries are dots below a trend; days with notes are listed and open, without text")
    func entryMarks() throws {
        var facts = facts((0..<30).map { 54 + Double($0 % 3) }, .month)
        let (day, other) = (Self.today.advanced(by: -20), Self.today.advanced(by: -5))
        facts.tags = [DayTags(day: day, tags: ["late <shift>"])]
        facts.entries = [day, other, Self.today.advanced(by: -300)]
        for language in Language.allCases {
            let (words, screen) = (Catalogue.shipped(language), TrendScreen(facts, for: reader(language)))
            #expect(screen.marked.map(\.address) == ["/breakdown?day=\(other)", "/breakdown?day=\(day)"])
            let entry = words("drawing.chart.entry")
            #expect(screen.marked.map(\.text) == [entry, "late <shift>, \(entry)"])
            #expect(screen.unlisted == nil && screen.hasEntries)
            let text = try page(screen, language)
            #expect(text.contains("class=\"chart-entry\"") && text.contains(words("trends.entries")))
            #expect(text.contains("<a class=\"line\" href=\"/breakdown?day=\(other)\">"))
            #expect(!text.contains("<shift>") && !text.contains(words("trends.weekly")))
            let none = TrendScreen(self.facts([54, 55], .month), for: reader(language))
            #expect(!none.hasMarked && !none.hasEntries)
            #expect(try !page(none, language).contains(words("trends.marked")))
        }
        facts = TrendFacts(
            facts.subject, .year, days: Self.today.advanced(by: -364)...Self.today, values: facts.values,
            comparesYear: false)
        facts.entries = (0..<130).map { Self.today.advanced(by: -$0) }
        let many = TrendScreen(facts, for: reader(.english))
        #expect(many.marked.count == 100 && many.unlisted == "30 earlier days are not listed.")
    }

    @Test("WEB: from a year on a trend has weekly medians and says so, and each week of its table opens its days")
    func weekly() throws {
        let values = (0..<366).map { 54 + Double($0 % 3) }
        for language in Language.allCases {
            let words = Catalogue.shipped(language)
            let year = TrendScreen(facts(values, .year), for: reader(language))
            let text = try page(year, language)
            #expect(year.isWeekly && text.contains(words("trends.weekly")) && text.contains("chart-quartiles"))
            #expect((53...54).contains(year.table.components(separatedBy: "<tr>").count - 2))
            // Each week ends with a Sunday, the last one today.
            let ends = year.table.matches(of: /range=week(?:&amp;|&)until=([0-9-]+)/).compactMap { Day($0.output.1) }
            #expect(ends.last == Self.today && ends.dropLast().allSatisfy { ($0.number + 3) % 7 == 6 })
            #expect(!year.table.contains("/breakdown"))
            let quarter = TrendScreen(facts(Array(values.prefix(90)), .quarter), for: reader(language))
            #expect(!quarter.isWeekly && quarter.table.contains("/breakdown?day=\(Self.today)"))
            #expect(try !page(quarter, language).contains(words("trends.weekly")))
        }
    }

    @Test("WEB: a trend leads to as many days before and after it, names its unit, and its table opens each day")
    func moves() throws {
        let values = (0..<30).map { 54 + Double($0 % 3) }
        for language in Language.allCases {
            let now = TrendScreen(facts(values, .month), for: reader(language))
            #expect(now.later == nil)
            let before = Self.today.advanced(by: -30)
            #expect(now.earlier == "/trends?metric=restingHeartRate&range=month&until=\(before)")
            let text = try page(now, language)
            #expect(text.contains(Catalogue.shipped(language)("trends.axis.perMinute")))
            #expect(text.contains("href=\"/breakdown?day=\(Self.today)\""))
            let formats = reader(language).formats
            #expect(text.contains("value=\"\(formats.typed(Self.today))\"") && text.contains(formats.typedExample))
            // The 30 days before, of which nothing is known.
            let past = TrendFacts(
                .metric("restingHeartRate"), .month, days: before.advanced(by: -29)...before, values: [],
                comparesYear: true)
            let gap = TrendScreen(past, for: reader(language))
            #expect(gap.earlier == nil && gap.later == "/trends?metric=restingHeartRate&range=month&year=1")
            // A longer or shorter trend ends with the same day and keeps the comparison, as does another metric.
            #expect(gap.ranges.allSatisfy { $0.address.contains("until=\(before)") == !$0.address.contains("=all") })
            #expect(gap.ranges.allSatisfy { $0.address.hasSuffix("&year=1") })
            let kept = try page(gap, language)
            #expect(kept.contains("<input type=\"hidden\" name=\"until\" value=\"\(before)\">"))
            #expect(gap.keptQuery == "&until=\(before)&year=1" && now.keptQuery.isEmpty)
            #expect(try page(gap, language).contains(Catalogue.shipped(language)("trends.later")))
            // 60 days back, later is the 30 days before these.
            let last = before.advanced(by: -30)
            let older = TrendFacts(
                .metric("restingHeartRate"), .month, days: last.advanced(by: -29)...last, values: [],
                comparesYear: false)
            #expect(TrendScreen(older, for: reader(language)).later?.hasSuffix("&until=\(before)") == true)
            let all = TrendScreen(facts(values, .all), for: reader(language))
            #expect(all.earlier == nil && all.later == nil && !all.hasMoves)
        }
        for metric in SignalTable.metrics {
            #expect(Catalogue.shipped(.english).contains("trends.axis.\(metric.unit.style)"), "\(metric.key)")
        }
    }

    @Test("SCO-1 a new device is a dashed line with its name, from its first day on; a stand-in is none")
    func devices() throws {
        let first = Self.today.advanced(by: -39)
        let days = (0..<40).map { number -> DailyMetrics in
            var metrics = DailyMetrics(day: first.advanced(by: number))
            let device: UInt64 = number == 5 ? 9 : number < 20 ? 1 : number < 30 ? 2 : 3
            metrics.restingHeartRate = MetricValue(55, .provider, device: device)
            return metrics
        }
        let sources = [("Watch", [UInt64(1)]), ("New watch", [2, 3]), ("Phone", [9])].map { name, devices in
            SourceStanding(name: name, kind: .watch, isChosen: false, devices: devices)
        }
        let subject = TrendSubject.metric("restingHeartRate")
        let found = TrendFacts.devices(of: subject, days, sources)
        #expect(found == [.init(name: "New watch", day: first.advanced(by: 20))])
        #expect(TrendFacts.devices(of: .score, days, sources).isEmpty)
        for language in Language.allCases {
            var facts = facts((0..<40).map { 54 + Double($0 % 3) }, .quarter)
            facts.devices = found
            let text = try page(TrendScreen(facts, for: reader(language)), language)
            #expect(text.contains("chart-device"))
            #expect(text.contains(">New watch<"))
            // The title of page and chart name what is shown.
            let name = Catalogue.shipped(language)("signal.restingHeartRate")
            #expect(text.contains("<h1 class=\"rail-title\">\(name)</h1>"))
            #expect(text.contains("<title>\(name) ·"))
            #expect(text.contains(">\(name): "))
        }
    }

    @Test("SCO-7 days with a circumstance are compared from ten days each on, on the day or the day after it")
    func comparison() throws {
        // Every fourth day is noted; the day after it is higher.
        let values = (0..<80).map { number -> Double in
            let usual = 55 + Double(number % 3)
            return number % 4 == 1 ? usual + 10 : usual
        }
        let first = Self.today.advanced(by: -79)
        func noted(_ count: Int) -> Set<Day> { Set((0..<count).map { first.advanced(by: $0 * 4) }) }
        for language in Language.allCases {
            func screen(_ count: Int, _ isDayAfter: Bool) -> CompareScreen {
                CompareScreen(
                    facts(values), with: .flag(.alcohol), on: noted(count), isDayAfter: isDayAfter,
                    for: reader(language))
            }
            let words = Catalogue.shipped(language)
            let few = screen(6, true)
            #expect(few.figure == nil, "\(few.finding)")
            #expect(
                few.finding.hasSuffix(language == .german ? "6 von 10 Tagen" : "6 of 10 days yet"), "\(few.finding)")
            let ending = words("compare.finding.higher").split(separator: "}").last ?? "?"
            #expect(screen(20, true).finding.hasSuffix(ending))
            #expect(screen(20, true).figure?.contains("tag-median") == true)
            #expect(screen(20, true).table != nil)
            #expect(screen(20, false).finding != screen(20, true).finding)
            _ = try page(few, language)
            #expect(try page(screen(20, true), language).contains("tag-interval"))
        }
    }

    @Test("SCO-7 stretches of days in a history without a change are called different in few cases", .tags(.exhaustive))
    func noise() {
        print("tagged stretches of nothing: seed 630")
        var random = StationaryDays(seed: 630)
        let words = Catalogue.shipped(.english)
        let same = words("compare.finding.same").split(separator: "}").last ?? "?"
        for persistence in [0, 0.5, 0.8] {
            let found = (0..<200).count { _ in
                let values = random.values(92, persistence: persistence).map { (60 + 5 * $0).rounded() }
                let noted = random.stretches(2, of: 7, in: 92)
                let screen = CompareScreen(
                    facts(values), with: .flag(.travel),
                    on: Set(noted.map { Self.today.advanced(by: $0 - 91) }), isDayAfter: false, for: reader(.english))
                return screen.figure != nil && !screen.finding.hasSuffix(same)
            }
            print("tagged stretches of nothing: φ \(persistence): \(found) of 200")
            #expect(found <= 10, "φ \(persistence): \(found)")
        }
    }

    @Test("SCO-5 the record says how many answers lay inside, both errors, and that few are few")
    func known() throws {
        func screen(_ shown: TrackRecord, _ computed: TrackRecord, _ language: Language = .english) -> KnownScreen {
            KnownScreen(TrackRecordQuery.Reply(shown: shown, computed: computed), for: reader(language))
        }
        let few = screen(TrackRecord(answers: 6), TrackRecord(answers: 9))
        #expect(few.few == "9 of 10 answers yet.")
        #expect(few.inside == nil)
        #expect(few.basis == nil)
        let full = TrackRecord(answers: 40, inside: 34, compared: 39, error: 9.24, lastError: 12.6)
        let shown = screen(full, TrackRecord(answers: 200))
        #expect(shown.inside?.hasPrefix("34 of 40 answers (85%)") == true)
        #expect(shown.errors?.contains("9.2") == true)
        #expect(shown.errors?.contains("12.6") == true)
        #expect(shown.basis == Catalogue.shipped(.english)("known.shown"))
        var worse = full
        worse.error = 14
        #expect(screen(full, full).verdict != screen(worse, full).verdict)
        let computed = screen(TrackRecord(answers: 3), full, .german)
        #expect(computed.basis?.contains("3 von 10") == true)
        #expect(computed.inside?.contains("85\u{202F}%") == true)
        var reply = TrackRecordQuery.Reply(shown: full, computed: full)
        (reply.nightUnseen, reply.nightSeen) = (full, TrackRecord(answers: 9, compared: 9, error: 3))
        #expect(KnownScreen(reply, for: reader(.english)).night == nil)
        reply.nightSeen = worse
        let night = KnownScreen(reply, for: reader(.english)).night ?? ""
        #expect(night.contains("9.2") && night.contains("14"))
        #expect(try page(KnownScreen(reply, for: reader(.english)), .english).contains("14.0"))
        for language in Language.allCases {
            _ = try page(screen(full, full, language), language)
            _ = try page(screen(TrackRecord(), TrackRecord(), language), language)
        }
    }

    private func contribution(_ signal: Signal, z: Double, _ contribution: Double, median: Double = 54)
        -> Contribution
    {
        var part = Contribution(signal: signal, weight: -0.1)
        (part.value, part.z, part.contribution, part.missing) = (median + 2 * z, z, contribution, false)
        part.baseline = Baseline(median: median, mad: 2 / 1.4826, count: 30, mature: true)
        return part
    }

    @Test(
        "WEB-4 the breakdown and the trend call the same value usual or not",
        arguments: [(0.7, "usual"), (-0.9, "usual"), (1.4, "above"), (-2.5, "below")])
    func agreement(z: Double, place: String) throws {
        let part = contribution(.nocturnalHeartRate, z: z, -0.1 * z)
        var breakdown = ScoreBreakdown(
            report: ScoreReport(day: Self.today, status: .final, score: 50, low: 40, high: 60), bias: 0,
            contributions: [part], labels: 0, methodology: "")
        breakdown.masked = []
        // One without a value has no words for its effect, and nothing that a screen reader says in their place.
        breakdown.contributions.append(Contribution(signal: .hrv, weight: 0.1))
        for language in Language.allCases {
            let text = try page(BreakdownScreen(breakdown, mask: [], for: reader(language)), language)
            #expect(text.components(separatedBy: "<span class=\"visually-hidden\"> ").count == 2)
            let (reader, words) = (reader(language), Catalogue.shipped(language))
            let screen = BreakdownScreen(breakdown, mask: [], row: "hrv", for: reader)
            let row = screen.rows[0]
            #expect(screen.rows.map(\.isOpen) == [false, true])
            #expect(try page(screen, language).contains("id=\"row-hrv\" open>"))
            // The longest bar has 0.1 · |z| logits, 25 points each; a short one is drawn against 0.2.
            let points = (max(0.1 * abs(z), 0.2) * 25).rounded()
            #expect(screen.scale == words("breakdown.scale", ["points": reader.formats.number(points)]))
            #expect(row.place == words("breakdown.place.\(place)"))
            var facts = TrendFacts(
                .metric("nocturnalHeartRate"), .month, days: Self.today.advanced(by: -30)...Self.today,
                values: [ChartValue(day: Int(Self.today.number), value: part.value ?? 0)].compactMap { $0 },
                comparesYear: false)
            facts.usual = TrendFacts.usual(facts.subject, breakdown)
            let trend = TrendScreen(facts, for: reader)
            let key = place == "usual" ? "usual" : place
            let ending = words("trends.finding.\(key)").split(separator: "}").last ?? ""
            #expect(trend.finding.hasSuffix(ending), "\(trend.finding)")
        }
    }

    @Test("SCO-7 what goes on is shown with its first day and ends with one press; it is not offered again")
    func lasting() throws {
        let context = LastingContext(id: .random(), flag: .illness, from: Self.today.advanced(by: -4))
        for language in Language.allCases {
            let pulse = PulseScreen(flags: [.illness, .travel], lasting: [context], key: "k", for: reader(language))
            #expect(pulse.flags.count == ContextFlag.all.count - 1)
            #expect(pulse.flags.contains { $0.isSet })
            #expect(pulse.lasting[0].through == "\(Self.today)")
            let text = try page(pulse, language)
            #expect(text.contains("/contexts/\(context.id)/end") || text.contains("&#x2F;contexts"))
            let breakdown = ScoreBreakdown(
                report: ScoreReport(day: Self.today.advanced(by: -2), status: .noData), bias: 0, contributions: [],
                labels: 0, methodology: "")
            let screen = BreakdownScreen(breakdown, mask: [], lasting: [context], for: reader(language))
            #expect(screen.lasting[0].end == Catalogue.shipped(language)("lasting.endedHere"))
            _ = try page(screen, language)
        }
    }

    @Test("WEB-1 the calendar names years, and marks check-ins and entries also on days without a score")
    func calendar() throws {
        let scores = (0..<100).map {
            ScoreReport(day: Self.today.advanced(by: $0 - 110), status: .final, score: 50 + Double($0 % 7))
        }
        for language in Language.allCases {
            let screen = CalendarScreen(
                scores, until: Self.today, isCovered: false, hasOlder: false,
                deeds: [Self.today: [.checkIn, .entry], Self.today.advanced(by: -20): [.entry]],
                contexts: [DayContext(day: Self.today.advanced(by: -20), flags: [.travel])], for: reader(language))
            let figure = try #require(screen.figure)
            #expect(figure.contains("2025"))
            #expect(figure.contains("2026"))
            #expect(figure.contains("calendar-check-in"))
            #expect(figure.contains("calendar-entry"))
            #expect(figure.contains(Catalogue.shipped(language)("drawing.calendar.deed.entry")))
            // Every month has the same height.
            #expect(Set(figure.matches(of: /calendar-month" viewBox="([^"]+)"/).map { String($0.output.1) }).count == 1)
            #expect(screen.finding.contains("265"))
            #expect(screen.finding.contains("365"))
        }
    }
}
