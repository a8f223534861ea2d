import Drawing
import Fixtures
import Localization
import Messages
import TestTraits
import Testing

@testable import Pages

/// What goes with the marks that a person notes.
@Suite struct TogetherTests {
    private static let today = Day(number: 20_780)
    private static let days = today.advanced(by: -365)...today

    private func reader(_ language: Language) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Self.today,
            minute: 600)
    }

    private func page(_ screen: TogetherScreen, _ language: Language) throws -> String {
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader(language))
        #expect(!page.contains("{{") && !page.contains("{count}") && !page.contains("together."))
        return page
    }

    private func series(_ subject: TrendSubject, _ values: [Double]) -> TogetherScreen.Series {
        let first = Int(Self.days.lowerBound.number)
        return TogetherScreen.Series(
            subject, values.enumerated().compactMap { ChartValue(day: first + $0.offset, value: $0.element) })
    }

    /// Every so many days of the period, from a day on.
    private func every(_ step: Int, from start: Int = 0, count: Int) -> Set<Day> {
        Set((0..<count).map { Self.days.lowerBound.advanced(by: start + $0 * step) })
    }

    @Test("WEB: what differs in the nights after a tag is found and opens its comparison; the rest is said plainly")
    func found() throws {
        var random = StationaryDays(seed: 11)
        let shifts = every(6, count: 60)
        let sleep = random.values(366, persistence: 0.3).enumerated().map { index, value in
            7 + 0.5 * value - (shifts.contains(Self.days.lowerBound.advanced(by: index - 1)) ? 1.5 : 0)
        }
        let steps = random.values(366, persistence: 0.3).map { 8_000 + 1_000 * $0 }
        let noted = [
            TogetherScreen.Noted(.flag(.illness), on: []),
            TogetherScreen.Noted(.flag(.travel), on: every(9, count: 4)),
            TogetherScreen.Noted(.own("sauna"), on: every(11, count: 33)),
            TogetherScreen.Noted(.own("late shift"), on: shifts),
        ]
        let all = [series(.metric("sleep"), sleep), series(.metric("steps"), steps)]
        for language in Language.allCases {
            let words = Catalogue.shipped(language)
            let screen = TogetherScreen(noted, all, days: Self.days, for: reader(language))
            #expect(screen.found.map(\.name) == ["late shift"])
            let line = try #require(screen.found.first?.lines.first)
            #expect(screen.found.first?.lines.count == 1)
            #expect(line.address == "/compare?metric=sleep&tag=own%3Alate%20shift&on=after&range=year")
            #expect(line.text == words("together.when.night", ["name": words("signal.sleep")]))
            #expect(line.value.hasSuffix(language == .german ? "niedriger" : "lower"), "\(line.value)")
            #expect(screen.alike.map(\.text) == ["sauna"])
            #expect(screen.early.map(\.text) == [words("flag.travel")])
            #expect(screen.early.first?.value.contains("4") == true)
            // Two tags, each with two metrics.
            #expect(screen.rule?.hasPrefix("4") == true)
            #expect(screen.finding == words("together.found"))
            let text = try page(screen, language)
            #expect(text.contains("late shift") && !text.contains(words("flag.illness")))
        }
    }

    @Test("WEB: without tags, with too few days, or without measured days nothing is compared and it is said why")
    func nothing() throws {
        let flat = series(.metric("steps"), [8_000, 9_000])
        let early = TogetherScreen.Noted(.own("sauna"), on: every(9, count: 9))
        let enough = TogetherScreen.Noted(.own("sauna"), on: every(9, count: 10))
        let cases: [(noted: [TogetherScreen.Noted], key: String)] = [
            ([], "nothing"), ([early], "early"), ([enough], "noValues"),
        ]
        for language in Language.allCases {
            for (noted, key) in cases {
                let screen = TogetherScreen(noted, [flat], days: Self.days, for: reader(language))
                #expect(screen.finding == Catalogue.shipped(language)("together.\(key)"))
                #expect(screen.found.isEmpty && screen.rule == nil)
                _ = try page(screen, language)
            }
        }
    }

    @Test("WEB: after their tags are shuffled at most one person in twenty sees a finding", .tags(.exhaustive))
    func shuffled() throws {
        print("shuffled tags: seed 631")
        var random = StationaryDays(seed: 631)
        var shuffle = SplitMix(seed: 631)
        let subjects = TrendSubject.all
        for persistence in [0, 0.5] {
            let people = 60
            let found = (0..<people).count { _ in
                let all = subjects.map { subject in
                    series(subject, random.values(366, persistence: persistence).map { (60 + 3 * $0).rounded() })
                }
                let noted = (0..<5).map { index in
                    let places = (0..<366).shuffled(using: &shuffle).prefix(10 + index * 20)
                    return TogetherScreen.Noted(
                        .own("tag \(index)"), on: Set(places.map { Self.days.lowerBound.advanced(by: $0) }))
                }
                return !TogetherScreen(noted, all, days: Self.days, for: reader(.english)).found.isEmpty
            }
            print("shuffled tags: φ \(persistence): \(found) of \(people) people")
            #expect(found <= people / 20, "φ \(persistence): \(found)")
        }
    }

    @Test("A difference counts from the deviations that so many comparisons need")
    func threshold() {
        #expect(abs(MarkComparison.threshold(comparisons: 1) - 1.96) < 0.001)
        #expect(abs(MarkComparison.threshold(comparisons: 6) - 2.638) < 0.001)
        #expect(abs(MarkComparison.threshold(comparisons: 0) - 1.96) < 0.001)
    }
}
