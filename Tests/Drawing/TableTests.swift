import Foundation
import Testing

@testable import Drawing

@Suite struct TableTests {
    @Test("LOOK: the table, the readings and the drawing come from the same values")
    func sameValues() throws {
        var values = ChartTests.values(20) { 60 + Double($0 % 3) }
        values.remove(at: 4)
        values[6] = try #require(ChartValue(day: 7, value: 90, quality: .imputed))
        var chart = try ChartTests.chart(days: 0...19, values)
        chart.marks = [ChartMark(day: 2, label: "i", words: "ill")]
        chart.devices = [ChartMark(day: 2, label: "Watch; 9|", words: "")]
        chart.lastYear = ChartTests.values(1, from: 3) { _ in 55 }
        let table = chart.table
        #expect(
            table.headings == ["Day", "Value", "Usual", "Last year", "Notes"])
        #expect(table.rows.count == 20 && table.rows.allSatisfy { $0.cells.count == table.headings.count })
        #expect(table.rows.map(\.day) == (0...19).map { $0 })
        #expect(table.rows[2].cells == ["Sat 3\u{A0}Jan", "62/min", "as usual", "", "new device: Watch; 9|, ill"])
        #expect(table.rows[3].cells[3] == "55/min")
        #expect(table.rows[4].cells == ["Mon 5\u{A0}Jan", "no data", "", "", ""] && table.rows[4].value == nil)
        #expect(table.rows[7].comparison == .above && table.rows[7].cells.last == "estimated")

        let markup = try #require(chart.svg(.narrow)).markup
        let readings = try #require(markup.firstMatch(of: /data-readings="([^"]*)"/)).output.1.split(separator: ";")
            .map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
        #expect(readings.count == 20 && readings.allSatisfy { $0.count == 3 })
        #expect(readings[2][2] == "Sat 3 Jan · 62/min · as usual · new device: Watch  9  · ill")
        #expect(readings[4][1].isEmpty && readings[4][2] == "Mon 5 Jan · no data")
        #expect(markup.contains("cx=\"\(readings[2][0])\" cy=\"\(readings[2][1])\""))
        let last = "Tue 20 Jan · 61/min · as usual"
        #expect(try #require(chart.figure).markup.contains(">\(last)</p>") && readings[19][2] == last)
    }

    @Test("LOOK: more than a year is listed by ISO weeks in every region, with quartiles")
    func weeks() throws {
        let values = ChartTests.values(500) { Double($0 % 7) }
        for firstWeekday in [1, 2] {
            // Day 0 is a Thursday.
            let words = try CatalogueWords("en").words(firstWeekday: firstWeekday)
            let table = try ChartTests.chart(days: 0...499, values, words: words).table
            #expect(table.headings == ["Week of", "Middle value", "Middle half", "Usual"])
            #expect(table.rows.prefix(3).map(\.day) == [0, 4, 11])
            #expect(Array(table.rows[1].cells.dropFirst()) == ["3/min", "2–5", "as usual"])
        }
    }

    @Test("LOOK: last year's values stand on the same weekday")
    func sameWeeks() throws {
        let moved = TimeChart.onSameWeeks([try #require(ChartValue(day: 3, value: 1))])
        #expect(moved.map(\.day) == [367] && CivilDate.weekday(3) == CivilDate.weekday(367))
        // Beyond 92 days it is the median of the week; days 4 to 10 are one from Monday on. There are 15 Thursdays.
        var chart = try ChartTests.chart(days: 0...99, ChartTests.values(100) { Double($0) })
        chart.lastYear = ChartTests.values(100) { $0 % 2 == 0 ? 90 : Double($0) }
        #expect(chart.slots[4...10].allSatisfy { $0.lastYear?.value == 90 } && chart.slots[0].lastYear?.value == 46.5)
        let drawn = try #require(chart.svg(.wide)).markup.firstMatch(of: /class="chart-last-year" d="([^"]*)"/)
        #expect(drawn?.output.1.count { $0 == "L" } == 14)
    }

    @Test("LOOK: a description has the range and what is missing")
    func summary() throws {
        let chart = try ChartTests.chart(days: 0...9, ChartTests.values(8) { 50 + Double($0) })
        #expect(
            chart.summary
                == "Thu 1 Jan to Sat 10 Jan. From 50/min to 57/min. Your usual: 51–56. No data on 2 of 10 days.")
    }

    @Test("LOOK: labels of an axis: days of a week, four dates, months and years, as many as have room")
    func labels() throws {
        let words = try CatalogueWords.english.get()
        func labels(_ last: Int, _ size: ChartSize = .narrow) -> [String] {
            ChartAxis.labels(0...last, size, words).map(\.text)
        }
        #expect(labels(6) == ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"])
        #expect(labels(29) == ["1 Jan", "11 Jan", "20 Jan", "30 Jan"])
        #expect(labels(364) == ["1970", "Apr", "Jul", "Oct"])
        #expect(ChartAxis.labels(100...464, .narrow, words).map(\.text) == ["Jul 1970", "Oct", "1971", "Apr"])
        #expect(labels(729, .wide) == ["1970", "Jul", "1971", "Jul"])
        #expect(labels(3_649) == ["1970", "1975"])
        for last in stride(from: 7, to: 9_000, by: 97) {
            #expect((2...6).contains(labels(last, .wide).count) || last == 7, "\(last)")
        }
    }

    @Test("Dates of the calendar agree with Foundation's")
    func dates() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for day in stride(from: -100_000, through: 100_000, by: 17) {
            let date = CivilDate(day: day)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(day) * 86_400))
            #expect(parts.day == date.date && parts.month == date.month && parts.weekday == CivilDate.weekday(day))
            #expect(date.day == day)
        }
        #expect(
            CivilDate(year: 2024, month: 11, date: 5).firstOfMonth(after: 2) == .init(year: 2025, month: 1, date: 1))
    }

    @Test("LOOK: the calendar links each day with a score, leaves gaps, and begins weeks as the region does")
    func calendar() throws {
        let entries = [
            DayCalendar.Entry(day: 0, step: .wellBelow, score: "31", remarks: ["ill"]),
            DayCalendar.Entry(day: 33, step: nil, score: nil), DayCalendar.Entry(day: 99, step: .above, score: "60"),
        ]
        func calendar(_ firstWeekday: Int) throws -> DayCalendar {
            DayCalendar(
                days: 0...40, entries: entries, title: "Year", id: "c",
                words: try CatalogueWords("en").words(firstWeekday: firstWeekday), link: { "/day/\($0)?a&b" })
        }
        let markup = try calendar(2).figure.markup
        #expect(markup.matches(of: /<a\s/).count == 2 && markup.contains(#"href="/day/33?a&amp;b""#))
        #expect(markup.contains(#"aria-label="Thu 1 Jan · 31 · well below your usual · ill""#))
        #expect(markup.contains("January 1970") && markup.contains("February 1970") && !markup.contains("March"))
        #expect(markup.contains("No score on 39 of 41 days."))
        let places = try ["February 1970", "January 1970"].map { try #require(markup.range(of: $0)).lowerBound }
        #expect(places == places.sorted(), "the latest month first")
        // Each day of the range has its number, and no other day of its months.
        #expect(markup.matches(of: /class="calendar-number"/).count == 41)
        #expect(markup.contains(#"<text class="calendar-number" x="73" y="25" aria-hidden="true">1</text>"#))
        // 1 January 1970 was a Thursday: the fourth place from Monday, the fifth from Sunday.
        #expect(markup.contains(#"class="calendar-target" x="72" y="18""#))
        #expect(try calendar(1).figure.markup.contains(#"class="calendar-target" x="96" y="18""#))
        let table = try calendar(2).table
        #expect(
            table.rows.count == 41 && table.rows[0].cells == ["Thu 1\u{A0}Jan", "31", "well below your usual", "ill"])
        #expect(table.rows[1].cells == ["Fri 2\u{A0}Jan", "no score", "", ""])
    }

    @Test("LOOK: the text alternative of the rings names step, what lifts, what weighs, what is missing")
    func rings() throws {
        let day: Rings.Day = [
            .hrv: .known(-0.4), .nightPulse: .known(-0.8), .sleepQuality: .known(0.6), .steps: .doubtful(0.3),
            .energy: .known(0.05), .stress: .missing,
        ]
        let standing = Standing(place: -1.2, share: 0.2)
        let summary = RingsSummary(
            .day(.init(today: day, standing: standing, earlier: [], band: 10, number: nil)))
        #expect(summary.lifts == [.sleepQuality, .steps] && summary.weighs == [.nightPulse, .hrv])
        #expect(summary.missing == [.stress], "what a day does not name is not missing")
        #expect(
            summary.text(try CatalogueWords.english.get()) == """
                A little below your usual. Lifts: sleep quality, steps. Weighs: night heart rate, HRV. Uncertain: steps. \
                No data: stress.
                """)
        #expect(RingsSummary(.warmingUp(day: 3)).missing.isEmpty)
        let german = try CatalogueWords("de").words()
        #expect(RingsSummary(.warmingUp(day: 3)).text(german).hasPrefix("Tag 3 von 7"))
        #expect(Rings(.noData, title: "t", words: german).description == "Es ist noch nichts angekommen.")
    }

    @Test("WEB: every word of a drawing exists in both languages, and none is left over", arguments: ["en", "de"])
    func catalogues(language: String) throws {
        let catalogue = try CatalogueWords(language)
        let words = catalogue.words()
        for signal in RingSignal.allCases {
            let day: Rings.Day = [signal: .known(1)]
            _ = RingsSummary(.ended(day, .uncompared)).text(words)
        }
        let mixed: Rings.Day = [.hrv: .known(-1), .steps: .doubtful(1), .energy: .missing]
        for content in [Rings.Content.noData, .warmingUp(day: 1), .waiting(mixed)] {
            _ = RingsSummary(content).text(words)
        }
        for score in [-40, 5, 50, 96, 140] {
            let standings = [Standing(Double(score), among: (1...100).map(Double.init)), .uncompared]
            for standing in standings {
                let day = Rings.ScoredDay(today: mixed, standing: standing, earlier: [], band: 1, number: nil)
                _ = RingsSummary(.day(day)).text(words)
            }
        }
        for (kind, last) in [(ChartKind.metric, 9), (.score, 9), (.metric, 399)] {
            var values = (0..<last).compactMap {
                ChartValue(day: $0, value: Double($0 * 31 % 17), quality: [.measured, .imputed, .doubtful][$0 % 3])
            }
            if kind == .score { values = values.compactMap { ChartValue(day: $0.day, value: 50, band: 40...60) } }
            var chart = try ChartTests.chart(kind, days: 0...last, values, words: words)
            chart.devices = [ChartMark(day: 2, label: "w", words: "")]
            chart.entries = [1]
            chart.lastYear = values.filter { $0.quality == .measured }
            chart.corridor = [ChartValue(day: 1, value: 50, band: 40...60)].compactMap { $0 }
            _ = (chart.figure, chart.table)
        }
        let group = try TagComparison.Group("a", (0..<10).map(Double.init))
        let tags = TagComparison(
            with: group, without: group, title: "", id: "t", words: words, axis: { "\($0)" }, quantity: { "\($0)" })
        _ = (tags.figure, tags.table, TagComparison.TooFewDays(name: "", days: 1).text(words))
        let entry = DayCalendar.Entry(
            day: 0, step: .usual, score: nil, remarks: ["ill"], deeds: [.checkIn, .entry])
        let calendar = DayCalendar(
            days: 0...400, entries: [entry], title: "", id: "c", words: words, link: { "\($0)" })
        _ = (calendar.figure, calendar.table)
        #expect(catalogue.wrong.isEmpty, "\(catalogue.wrong.sorted())")
        let unused = catalogue.phrases.keys.filter { $0.hasPrefix("drawing.") }.filter { !catalogue.used.contains($0) }
        #expect(unused.isEmpty, "\(unused.sorted())")
    }
}
