import Fixtures
import Localization
import Messages
import Testing

@testable import Pages

@Suite struct CalendarTests {
    private static let today = Day(number: 20_780)

    private func reader(_ language: Language) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Self.today,
            minute: 600)
    }

    /// Scores of the last days: 50, and at the end the given ones.
    private func scores(_ last: Double...) -> [ScoreReport] {
        let values = Array(repeating: 50.0, count: 120) + last
        return values.enumerated().map { index, value in
            var report = ScoreReport(
                day: Self.today.advanced(by: index + 1 - values.count), status: .final, score: value)
            report.comparison = Comparison(value, usually: 44...56)
            return report
        }
    }

    @Test("WEB-1 the calendar shows each day by its comparison, and opens its breakdown")
    func steps() throws {
        let screen = CalendarScreen(
            scores(80, 20), until: Self.today, isCovered: false, hasOlder: true, for: reader(.english))
        let figure = try #require(screen.figure)
        #expect(figure.contains("/breakdown?day=\(Self.today)"))
        #expect(figure.contains("calendar-1"))
        #expect(figure.contains("calendar-5"))
        #expect(screen.finding.contains("1"))
        #expect(screen.older == "/calendar?until=\(Self.today.advanced(by: -365))")
        #expect(screen.newer == nil)
        #expect(screen.table?.contains("<table") == true)
    }

    @Test("WEB-4 the calendar does not show today's number before the check-in")
    func covered() throws {
        func figure(_ isCovered: Bool) throws -> String {
            try #require(
                CalendarScreen(
                    scores(83), until: Self.today, isCovered: isCovered, hasOlder: false, for: reader(.german)
                ).figure)
        }
        #expect(try figure(false).contains("83"))
        #expect(try !figure(true).contains("· 83"))
    }

    @Test("WEB-1 a year without scores says so, and leads to the others")
    func empty() {
        let last = Self.today.advanced(by: -400)
        let screen = CalendarScreen([], until: last, isCovered: false, hasOlder: false, for: reader(.german))
        #expect(screen.figure == nil)
        #expect(screen.finding == "In diesem Jahr gibt es keinen Score.")
        #expect(screen.newer == "/calendar?until=\(last.advanced(by: 365))")
        #expect(screen.older == nil)
    }
}
