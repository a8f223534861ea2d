import Drawing
import Foundation
import Localization
import Messages
import Testing

@testable import Pages

/// The sentences of a score in the reader's language.
@Suite struct ScoreWordsTests {
    private static let today = Day(number: 20_700)

    private func reader(_ language: Language) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Self.today,
            minute: 600)
    }

    private func breakdown() -> ScoreBreakdown {
        var parts = [Signal.nocturnalHeartRate, .hrv, .steps, .energy].map { Contribution(signal: $0, weight: 0.2) }
        for index in parts.indices.dropLast() {
            parts[index].value = [54, 41, 8_000][index]
            (parts[index].missing, parts[index].text) = (false, "English.")
        }
        (parts[0].z, parts[0].contribution) = (1.5, -0.1)
        parts[0].baseline = Baseline(median: 50, mad: 2, count: 30, mature: true)
        (parts[1].z, parts[1].contribution, parts[1].lowConfidence) = (0, 0, true)
        parts[2].text = nil
        var report = ScoreReport(day: Self.today.advanced(by: -1), status: .final, score: 48, low: 40, high: 56)
        report.note = "English."
        var breakdown = ScoreBreakdown(
            report: report, bias: 0, contributions: parts, labels: 3, methodology: "English.")
        breakdown.trends = [ScoreTrend(days: 7, scored: 7, mean: 50, change: -4, text: "English.")]
        (breakdown.gaps, breakdown.context, breakdown.contextNotes) = (["English."], [.travel], ["English."])
        return breakdown
    }

    @Test("WEB-10 a breakdown is told in German with its numbers unchanged, and in English as the service sent it")
    func german() {
        let told = reader(.german).spoken(breakdown())
        #expect(
            told.contributions.map(\.text) == [
                "Nachtpuls: 54/min, über deinen üblichen 50/min. Das belastet.",
                "HRV: \(reader(.german).formats.quantity(41, "ms")), aus wenigen Messungen. Das bewegt den Score kaum.",
                nil, nil,
            ], "\(told.contributions.map(\.text))")
        #expect(told.trends.map(\.text) == ["Letzte 7 Tage: 50 im Mittel, 4 niedriger als zuvor."])
        #expect(told.gaps.count == 2 && told.gaps[0].contains("Energie") && told.gaps[1].contains("Schritte"))
        #expect(told.contextNotes.count == 1 && told.contextNotes[0].hasPrefix("Du hast eine Reise"))
        #expect(told.report.note?.hasPrefix("Für heute ist noch nichts angekommen") == true)
        #expect(told.methodology == Catalogue.shipped(.german)("mandated.methodology"))
        #expect(told.report.score == 48)
        #expect(told.contributions.map(\.value) == breakdown().contributions.map(\.value))
        #expect(reader(.english).spoken(breakdown()) == breakdown())
    }

    @Test("WEB-10 every state without a score has its reason in the reader's language")
    func reasons() {
        let states: [ScoreReport.Status] = [.noData, .warmingUp, .withheld]
        let reasons = states.map { status in
            reader(.german).spoken(ScoreReport(day: Self.today, status: status, reason: "English.")).reason ?? ""
        }
        #expect(Set(reasons).count == 3)
        #expect(reasons.allSatisfy { $0.hasSuffix(".") && !$0.contains("api.") })
        #expect(reader(.german).spoken(ScoreReport(day: Self.today, status: .final, score: 50)).reason == nil)
    }

    @Test("LOOK: what lifts and what weighs differ by side, pattern and words, not by colour alone")
    func withoutColour() throws {
        var told = breakdown()
        (told.contributions[2].z, told.contributions[2].contribution) = (1, 0.2)
        let screen = BreakdownScreen(told, mask: nil, for: reader(.english))
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(.english))
        func bar(_ kind: String) throws -> (left: Double, right: Double) {
            let pattern = try Regex(
                "class=\"contribution-\(kind)\" x=\"([0-9.]+)\"[^>]* width=\"([0-9.]+)\"",
                as: (Substring, Substring, Substring).self)
            let match = try #require(try pattern.firstMatch(in: page), "\(kind)")
            let (x, width) = (try #require(Double(match.output.1)), try #require(Double(match.output.2)))
            return (x, x + width)
        }
        #expect(try bar("lifts").left >= bar("weighs").right)
        #expect(page.contains("<pattern"), "the pattern that the style sheet fills with")
        #expect(page.contains("id=\"hatch\""), "the pattern that the style sheet fills with")
        let styles = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Services/API/Assets/drawing.css").standardizedFileURL
        let style = try String(contentsOf: styles, encoding: .utf8)
        #expect(style.contains(".contribution-weighs { fill: url(#hatch);"))
        #expect(style.contains(".contribution-lifts { fill: var("))
        #expect(screen.rows.first { $0.key == "steps" }?.effect?.contains("lifts") == true)
        #expect(screen.rows.first { $0.key == "nocturnalHeartRate" }?.effect?.contains("weighs") == true)
    }
}
