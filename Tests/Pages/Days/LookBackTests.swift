import Localization
import Messages
import Testing

@testable import Pages

/// The list of latest values on Look back.
@Suite struct LookBackTests {
    private static let today = Day(number: 20_780)

    private func reader(_ language: Language) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Self.today,
            minute: 600)
    }

    /// Thirty days that end yesterday, the last one different.
    private func metrics(last: Double) -> [DailyMetrics] {
        (0..<30).map { index in
            var metrics = DailyMetrics(day: Self.today.advanced(by: index - 30))
            metrics.restingHeartRate = MetricValue(index == 29 ? last : 55 + Double(index % 3), .provider)
            return metrics
        }
    }

    @Test("WEB: Look back has of each metric the last value, its day, an arrow from the usual, and a line of its days")
    func lines() throws {
        for (last, arrow, key) in [(70.0, "↑", "above"), (56, "→", "usual"), (40, "↓", "below")] {
            for language in Language.allCases {
                let words = Catalogue.shipped(language)
                let reader = reader(language)
                let screen = LookBackScreen(
                    scores: [], metrics: metrics(last: last), breakdown: nil, entries: "", for: reader)
                #expect(screen.trends.count == SignalTable.metrics.count + 1)
                let line = try #require(screen.trends.first { $0.name == words("signal.restingHeartRate") })
                #expect(line.value.hasSuffix(reader.dayNameInSentence(Self.today.advanced(by: -1))), "\(line.value)")
                #expect(line.value.hasPrefix("\(Int(last))") && line.spark?.contains("chart-line") == true)
                #expect(line.arrow == arrow && line.place == words("breakdown.place.\(key)"))
                // What has no value keeps its link.
                let none = try #require(screen.trends.first { $0.name == words("signal.hrv") })
                #expect(none.value.isEmpty && none.arrow == nil && none.address == "/trends?metric=hrv")
                let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader)
                #expect(page.contains("<span data-arrow=\"\(arrow)\"></span>"))
                #expect(page.contains("<span class=\"visually-hidden\">, \(words("breakdown.place.\(key)"))</span>"))
            }
        }
    }

    @Test("WEB: An arrow needs as many days as a usual; the score has none in the list")
    func few() throws {
        let scores = (0..<30).map { index in
            ScoreReport(day: Self.today.advanced(by: index - 30), status: .final, score: index == 29 ? 80 : 50)
        }
        let screen = LookBackScreen(
            scores: scores, metrics: Array(metrics(last: 70).suffix(13)), breakdown: nil, entries: "",
            for: reader(.english))
        #expect(screen.trends[0].value.hasPrefix("80") && screen.trends[0].arrow == nil)
        #expect(screen.trends[0].spark != nil)
        let heart = try #require(screen.trends.first { $0.address.hasSuffix("restingHeartRate") })
        #expect(heart.arrow == nil && heart.spark != nil)
    }
}
