import Foundation
import Testing

@testable import Drawing

/// Drawings compared with files, byte by byte. `PULSUM_GENERATE=1` writes the files anew: look at them before they are
/// committed.
@Suite struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Golden")

    private func compare(_ svg: DrawingElement, with name: String) throws {
        let made = svg.markup.replacingOccurrences(of: "><", with: ">\n<") + "\n"
        let suffix = made.hasPrefix("<svg") ? "svg" : "html"
        let url = Self.folder.appendingPathComponent("\(name).\(suffix)")
        if ProcessInfo.processInfo.environment["PULSUM_GENERATE"] == "1" { try Data(made.utf8).write(to: url) }
        #expect(try String(contentsOf: url, encoding: .utf8) == made)
    }

    private static let week: [Rings.Day] = [
        [
            .hrv: .known(-0.5), .nightPulse: .known(-0.8), .restingPulse: .known(-0.3), .breathing: .known(0.1),
            .sleepDebt: .known(-0.4), .sleepQuality: .known(0.66), .steps: .known(0.2), .energy: .known(-0.33),
            .stress: .known(0.1), .journal: .known(-0.2),
        ],
        [.hrv: .known(0.2), .nightPulse: .known(-0.2), .sleepQuality: .known(0.33), .steps: .known(0.6)],
        [.hrv: .known(0.5), .nightPulse: .known(0.4), .energy: .known(0.66), .stress: .known(0.5)],
        [.hrv: .known(0.1), .nightPulse: .known(0.1), .steps: .known(-0.7)],
        [.hrv: .known(-0.9), .nightPulse: .known(-0.6), .sleepDebt: .known(-1)],
        [.hrv: .known(0.3), .sleepQuality: .known(0.2), .journal: .known(0.5)],
        [.hrv: .known(0.6), .nightPulse: .known(0.3)],
    ]
    private static let history = (0..<120).map { Double(30 + $0 * 7 % 41) }

    private func draw(_ content: Rings.Content, _ description: String) -> DrawingElement {
        Rings(content, title: "Wednesday 22 November", description: description).svg
    }

    @Test("LOOK: a scored day")
    func day() throws {
        let day = Rings.ScoredDay(
            today: Self.week[0], standing: Standing(38, among: Self.history), earlier: Array(Self.week.dropFirst()),
            yesterday: Standing(52, among: Self.history), band: 25, number: "47", day: 20_779)
        try compare(draw(.day(day), "A little below your usual. Weighs: night heart rate, HRV."), with: "Rings/day")
    }

    @Test("LOOK: a covered day with a missing and a doubtful signal, and days without score")
    func partial() throws {
        var today = Self.week[2]
        today[.steps] = .doubtful(0.3)
        today[.journal] = .missing
        let day = Rings.ScoredDay(
            today: today, standing: Standing(68, among: Self.history),
            earlier: [nil, Self.week[3], nil, Self.week[4], Self.week[5], Self.week[6]], band: 40, number: nil)
        try compare(draw(.day(day), "A little above."), with: "Rings/partial")
    }

    @Test("LOOK: the states without a score")
    func states() throws {
        try compare(draw(.noData, "One answer is enough to begin."), with: "Rings/no-data")
        for day in [0, 3, 7] {
            try compare(draw(.warmingUp(day: day), "Day \(day) of 7."), with: "Rings/warming-up-\(day)")
        }
        try compare(
            draw(.waiting([.steps: .known(0.2), .energy: .known(0), .stress: .known(0)]), "Last night is missing."),
            with: "Rings/waiting")
        try compare(
            draw(.ended(Self.week[0], Standing(38, among: Self.history)), "Your data ends."), with: "Rings/ended")
    }

    @Test("LOOK: a stage of a night, with one too short to be seen and one over the end")
    func night() throws {
        let lane = NightLane([0.1...0.25, 0.5...0.5001, 0.9...1.2], stage: "deep")
        try compare(lane.svg, with: "Charts/night-lane")
    }

    /// A month of night heart rates with all that can happen in one.
    private func pulse(_ language: String = "en") throws -> TimeChart {
        var night = ChartTests.values(30, from: 31) { 57 + 3 * sin(Double($0) / 4) + Double($0 * 7919 % 7) / 3 }
        night.removeSubrange(11...13)
        night[20] = try #require(ChartValue(day: 54, value: 58, quality: .imputed))
        night[22] = try #require(ChartValue(day: 56, value: 62, quality: .doubtful))
        var pulse = try ChartTests.chart(days: 31...60, night, words: CatalogueWords(language).words())
        pulse.devices = [ChartMark(day: 49, label: "Watch 9", words: "")]
        pulse.marks =
            [39, 40, 41, 52].map { ChartMark(day: $0, label: "i", words: "ill") }
            + [ChartMark(day: 52, label: "m", words: "medication"), ChartMark(day: 60, label: "t", words: "travel")]
        pulse.lastYear = TimeChart.onSameWeeks(ChartTests.values(30, from: 31 - 364) { 55 + 2 * cos(Double($0) / 5) })
        return pulse
    }

    @Test("LOOK: a month of a metric, as figure and as table", arguments: ["en", "de"])
    func month(language: String) throws {
        let pulse = try pulse(language)
        try compare(try #require(pulse.figure), with: "Charts/chart-metric-\(language)")
        try compare(pulse.table.element, with: "Charts/table-metric-\(language)")
    }

    @Test("LOOK: charts")
    func charts() throws {
        let scores = (0..<90).compactMap { day -> ChartValue? in
            let score = 50 + 10 * sin(Double(day) / 9) + Double(day * 7919 % 11) - 5
            let band = Double(8 + day * 31 % 5)
            return (40..<44).contains(day)
                ? nil : ChartValue(day: day, value: score, band: (score - band)...(score + band))
        }
        let score = try ChartTests.chart(.score, days: 0...89, scores, title: "49: as usual")
        try compare(try #require(score.figure), with: "Charts/chart-score")
        let steps = ChartTests.values(7) { Double(3_000 + $0 * 7919 % 9_000) }
        try compare(try #require(ChartTests.chart(.total, days: 0...6, steps).figure), with: "Charts/chart-total")
        var values = ChartTests.values(730) { 58 + 6 * sin(Double($0) / 60) + Double($0 * 7919 % 13) / 3 }
        values.removeSubrange(300..<340)
        var years = try ChartTests.chart(days: 0...729, values)
        years.devices = [ChartMark(day: 410, label: "Watch 9", words: "")]
        try compare(try #require(years.figure), with: "Charts/chart-years")
    }

    @Test("LOOK: a calendar of days", arguments: [("en", 1), ("de", 2)])
    func calendar(language: String, firstWeekday: Int) throws {
        let scores: [Double] = ChartTests.values(400) { 50 + 14 * sin(Double($0) / 23) + Double($0 * 7919 % 23) - 11 }
            .map(\.value)
        let days = (36..<400).filter { day in !(210..<221).contains(day) && day % 41 != 0 }
        let entries =
            days.map { day -> DayCalendar.Entry in
                let standing = Standing(scores[day], among: Array(scores[...day]))
                return DayCalendar.Entry(
                    day: day - 36, step: standing.step, score: "\(Int(scores[day].rounded()))",
                    remarks: day % 50 == 0 ? ["ill"] : [],
                    deeds: day % 9 == 0 ? [.checkIn] : day % 13 == 0 ? [.checkIn, .entry] : [])
            } + [DayCalendar.Entry(day: 212 - 36, step: nil, score: nil, isScored: false, deeds: [.entry])]
        let calendar = DayCalendar(
            days: 0...363, entries: entries, title: "A year", id: "year",
            words: try CatalogueWords(language).words(firstWeekday: firstWeekday), link: { "/breakdown?day=\($0)" })
        try compare(calendar.figure, with: "Charts/calendar-\(language)")
    }

    @Test("LOOK: with and without a tag")
    func tags() throws {
        let tagged: [Double] = (0..<12).map { 59 + Double($0 * 7919 % 7) }
        let others: [Double] = (0..<40).map { 54 + Double($0 * 7919 % 11) / 1.5 }
        let comparison = TagComparison(
            with: try TagComparison.Group("with alcohol", tagged), without: try TagComparison.Group("without", others),
            title: "4/min higher after alcohol", id: "tag", words: try CatalogueWords.english.get(),
            axis: { "\(Int($0))" }, quantity: { "\(Int($0.rounded()))/min" })
        try compare(comparison.figure, with: "Charts/chart-tags")
        try compare(comparison.table.element, with: "Charts/table-tags")
        for (value, name) in [(2.0, "lifts"), (-3, "weighs")] {
            try compare(try #require(ContributionBar(value, largest: 4)).svg, with: "Charts/contribution-\(name)")
        }
    }
}
