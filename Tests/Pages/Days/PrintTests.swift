import Localization
import Messages
import Testing

@testable import Pages

/// The pages for a doctor.
@Suite struct PrintTests {
    private static let today = Day(number: 20_780)

    private func reader(_ language: Language) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Self.today,
            minute: 600)
    }

    private func page(_ screen: PrintScreen, _ language: Language) throws -> String {
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(language))
        #expect(!page.contains("{{") && !page.contains("{count}") && !page.contains("print."))
        return page
    }

    private var days: ClosedRange<Day> { Self.today.advanced(by: -91)...Self.today.advanced(by: -1) }

    private var metrics: [DailyMetrics] {
        (0..<91).map { index in
            var metrics = DailyMetrics(day: days.lowerBound.advanced(by: index))
            // 69 of 91 days.
            if index % 4 != 3 {
                metrics.restingHeartRate = MetricValue(index == 8 ? 49 : 55 + Double(index % 3), .provider)
            }
            return metrics
        }
    }

    private var pressure: KindDaysQuery.Reply {
        let info = KindInfo(
            kind: "bloodPressure", group: "heart", unit: "mmHg", shape: "pair", rule: "mean", levels: [],
            isOfBody: false)
        return KindDaysQuery.Reply(
            info: info,
            days: (0..<20).map {
                KindDay(
                    day: days.lowerBound.advanced(by: $0 * 3), value: 120 + Double($0 % 5), second: 78, count: 2)
            })
    }

    @Test("WEB: The print has the weeks with real dates, and per measurement its coverage, middle, range and extremes")
    func rows() throws {
        for language in Language.allCases {
            let reader = reader(language)
            let formats = reader.formats
            let screen = PrintScreen(days, metrics: metrics, kinds: [pressure], omitted: 2, for: reader)
            #expect(screen.period.contains(formats.dateWithYear(days.lowerBound)))
            #expect(screen.period.contains(formats.dateWithYear(days.upperBound)))
            #expect(screen.rows.count == 2)
            let heart = screen.rows[0]
            #expect(heart.coverage == (language == .german ? "69 von 91 Tagen" : "69 of 91 days"), "\(heart.coverage)")
            #expect(heart.middle.contains("56") && !heart.usual.isEmpty)
            #expect(heart.lowest.contains("49"))
            #expect(heart.lowest.contains(formats.dateWithYear(days.lowerBound.advanced(by: 8))))
            #expect(screen.rows[1].middle.contains("122/78") && screen.rows[1].coverage.contains("20"))
            #expect(screen.more?.contains("2") == true)
            #expect(screen.lengths.filter(\.isSelected).map(\.value) == ["13"])
            #expect(screen.lasts.filter(\.isSelected).map(\.value) == ["\(days.upperBound)"])
            let text = try page(screen, language)
            #expect(text.contains("chart-band") && text.contains("second-page"))
            #expect(text.contains("122/78"))
        }
    }

    @Test("WEB: Nothing measured is said; from few days no usual range is; intimate kinds are not printed")
    func few() throws {
        for language in Language.allCases {
            let empty = PrintScreen(days, metrics: [], kinds: [], omitted: 0, for: reader(language))
            #expect(!empty.hasRows && !empty.hasCharts && empty.more == nil)
            #expect(try page(empty, language).contains(Catalogue.shipped(language)("print.nothing")))
            let few = PrintScreen(
                days, metrics: Array(metrics.prefix(10)), kinds: [], omitted: 0, for: reader(language))
            #expect(few.rows.map(\.usual) == [""])
            // A day that is not in the list of ends is one of them when it was chosen.
            let odd = days.lowerBound...days.upperBound.advanced(by: -3)
            let chosen = PrintScreen(odd, metrics: metrics, kinds: [], omitted: 0, for: reader(language))
            #expect(chosen.lasts.filter(\.isSelected).map(\.value) == ["\(odd.upperBound)"])
            // So is a number of weeks.
            let long = days.upperBound.advanced(by: -69)...days.upperBound
            let tenWeeks = PrintScreen(long, metrics: metrics, kinds: [], omitted: 0, for: reader(language))
            #expect(tenWeeks.lengths.map(\.value) == ["4", "8", "10", "13", "26"])
            #expect(tenWeeks.lengths.filter(\.isSelected).map(\.value) == ["10"])
        }
        for (group, shape, isPrinted) in [
            ("heart", "pair", true), ("body", "quantity", true), ("heart", "event", false),
            ("cycle", "quantity", false), ("medication", "quantity", false), ("alcohol", "quantity", false),
        ] {
            let info = KindInfo(
                kind: "x", group: group, unit: "", shape: shape, rule: "mean", levels: [], isOfBody: false)
            #expect((PrintScreen.place(of: info) != nil) == isPrinted, "\(group)")
        }
    }
}
