import Foundation
import Testing

@testable import Drawing

/// Drawings compared with files, byte by byte. `PULSUM_GENERATE=1` writes the files anew: look at them before they are
/// committed.
@Suite struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Golden")

    private func compare(_ svg: SVGElement, with name: String) throws {
        let made = svg.markup.replacingOccurrences(of: "><", with: ">\n<") + "\n"
        let url = Self.folder.appendingPathComponent(name + ".svg")
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

    private func draw(_ content: Rings.Content, _ description: String) -> SVGElement {
        Rings(content, title: "Wednesday 22 November", description: description).svg
    }

    @Test("LOOK: a scored day")
    func day() throws {
        let day = Rings.ScoredDay(
            today: Self.week[0], standing: Standing(38, among: Self.history), earlier: Array(Self.week.dropFirst()),
            yesterday: Standing(52, among: Self.history), band: 25, number: "47")
        try compare(draw(.day(day), "A little below your usual. Weighs: night pulse, HRV."), with: "rings-day")
    }

    @Test("LOOK: a covered day with a missing and a doubtful signal, and days without score")
    func partial() throws {
        var today = Self.week[2]
        today[.steps] = .doubtful(0.3)
        today[.journal] = .missing
        let day = Rings.ScoredDay(
            today: today, standing: Standing(68, among: Self.history),
            earlier: [nil, Self.week[3], nil, Self.week[4], Self.week[5], Self.week[6]], band: 40, number: nil)
        try compare(draw(.day(day), "A little above."), with: "rings-partial")
    }

    @Test("LOOK: the states without a score")
    func states() throws {
        try compare(draw(.noData, "One answer is enough to begin."), with: "rings-no-data")
        for day in [0, 3, 7] {
            try compare(draw(.warmingUp(day: day), "Day \(day) of 7."), with: "rings-warming-up-\(day)")
        }
        try compare(
            draw(.waiting([.steps: .known(0.2), .energy: .known(0), .stress: .known(0)]), "Last night is missing."),
            with: "rings-waiting")
        try compare(
            draw(.ended(Self.week[0], Standing(38, among: Self.history)), "Your data ends."), with: "rings-ended")
    }

    @Test("LOOK: charts")
    func charts() throws {
        var night = ChartTests.values(30) { 57 + 3 * sin(Double($0) / 4) + Double($0 * 7919 % 7) / 3 }
        night.removeSubrange(11...13)
        night[20] = try #require(ChartValue(day: 23, value: 58, quality: .imputed))
        night[22] = try #require(ChartValue(day: 25, value: 62, quality: .doubtful))
        var pulse = ChartTests.chart(days: 0...29, night)
        pulse.devices = [ChartMark(day: 18, label: "Watch 9", words: "A new device")]
        pulse.marks = [ChartMark(day: 8, label: "i", words: "ill"), ChartMark(day: 9, label: "i", words: "ill")]
        pulse.lastYear = ChartTests.values(30) { 55 + 2 * cos(Double($0) / 5) }
        try compare(try #require(pulse.svg), with: "chart-metric")
        let scores = (0..<30).compactMap { day -> ChartValue? in
            let score = 50 + 14 * sin(Double(day) / 5)
            return ChartValue(day: day, value: score, band: (score - 12)...(score + 12))
        }
        try compare(try #require(ChartTests.chart(.score, days: 0...29, scores, size: .wide).svg), with: "chart-score")
        let steps = ChartTests.values(30) { Double(3_000 + $0 * 7919 % 9_000) }
        try compare(try #require(ChartTests.chart(.total, days: 0...29, steps).svg), with: "chart-total")
        let years = ChartTests.values(730) { 58 + 6 * sin(Double($0) / 60) + Double($0 * 7919 % 13) / 3 }
        try compare(
            try #require(ChartTests.chart(days: 0...729, years, size: .wide).svg), with: "chart-years")
    }

    @Test("LOOK: with and without a tag")
    func tags() throws {
        let tagged: [Double] = (0..<12).map { 59 + Double($0 * 7919 % 7) }
        let others: [Double] = (0..<40).map { 54 + Double($0 * 7919 % 11) / 1.5 }
        let with = try #require(TagComparison.Group("with alcohol", tagged))
        let without = try #require(TagComparison.Group("without", others))
        let comparison = TagComparison(
            with: with, without: without, size: .narrow, title: "4/min higher after alcohol",
            description: "12 days with, 40 without", id: "tag", axis: { "\(Int($0))" })
        try compare(comparison.svg, with: "chart-tags")
        for (value, name) in [(2.0, "lifts"), (-3, "weighs")] {
            try compare(try #require(ContributionBar(value, largest: 4)).svg, with: "contribution-\(name)")
        }
    }
}
