import Foundation
import Localization
import Messages
import Testing

@testable import Pages

/// The links from metrics and words of the pages to the shipped explanations.
@Suite struct GlossaryTests {
    private static let names = [Glossary.metrics, Glossary.terms, Glossary.kinds].flatMap(\.keys)

    private func reader(_ language: Language) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "GB"), today: Day(number: 20_780),
            minute: 600)
    }

    @Test("WEB: every signal and daily metric has an explanation")
    func metrics() {
        let keys = SignalTable.entries.map(\.key) + SignalTable.metrics.map(\.key)
        #expect(Set(keys) == Set(Glossary.metrics.keys))
        #expect(Set(Self.names).count == Self.names.count)
    }

    @Test("WEB: every metric, word and kind of the glossary has an explanation and a question in both languages")
    func explanations() throws {
        for language in Language.allCases {
            let reader = reader(language)
            for name in Self.names {
                let explanation = try #require(Glossary.explanation(of: name), "\(name)")
                let screen = ExplanationScreen(explanation, for: reader)
                #expect(!screen.title.isEmpty && screen.parts.allSatisfy { !$0.text.isEmpty }, "\(language): \(name)")
                #expect(reader.words.contains("glossary.\(name)"), "\(language): \(name)")
                let link = try #require(reader.explained(name))
                #expect(link.question.hasSuffix("?"), "\(language): \(name)")
                #expect(link.explanation == ExplanationScreen.address(explanation.id))
            }
            for kind in Glossary.kinds.keys { #expect(reader.words.contains("kind.name.\(kind)"), "\(kind)") }
        }
        #expect(reader(.english).explained("none") == nil)
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Services/API/Pages/Templates").standardizedFileURL

    @Test("WEB: templates name words of the glossary only, and each of its words is on some page")
    func templates() throws {
        var used: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
        where path.hasSuffix(".mustache") {
            let source = try String(contentsOf: Self.folder.appendingPathComponent(path), encoding: .utf8)
            let pieces = source.components(separatedBy: "{{#glossary.").dropFirst()
            for piece in pieces {
                let name = String(piece.prefix { $0 != "}" })
                #expect(piece.hasPrefix("\(name)}}{{> glossary-link}}{{/glossary.\(name)}}"), "\(path): \(name)")
                used.insert(name)
            }
        }
        #expect(used == Set(Glossary.terms.keys))
    }

    @Test("WEB: the names of metrics and words are followed by links to them", arguments: Language.allCases)
    func links(language: Language) throws {
        let reader = reader(language)
        let renderer = try PageRenderer(assets: "/assets/0")
        let lookBack = LookBackScreen(scores: [], metrics: [], breakdown: nil, entries: "", for: reader)
        var page = renderer.html(lookBack, PageFrame(), for: reader)
        func expectLink(_ id: String, _ name: String) {
            let start = "<a class=\"explained\" href=\"/explanations/pulsum.\(id)\"><span></span>"
            let end = "<span class=\"visually-hidden\">\(reader.words("glossary.\(name)"))</span></a>"
            #expect(page.contains(start + end), "\(name)")
        }
        expectLink("wellbeing-score", "score")
        expectLink("hrv", "hrv")

        var part = Contribution(signal: .restingHeartRate, weight: -1)
        (part.value, part.z, part.missing) = (52, 1.2, false)
        let report = ScoreReport(day: reader.today, status: .final, score: 50, low: 40, high: 60)
        let breakdown = ScoreBreakdown(
            report: report, bias: 0, contributions: [part], labels: 3, methodology: "")
        page = renderer.html(BreakdownScreen(breakdown, mask: nil, for: reader), PageFrame(), for: reader)
        expectLink("resting-pulse", "restingHeartRate")
        expectLink("wellbeing-score", "score")
        expectLink("usual-band", "usual")
        expectLink("score-weights", "weights")

        var metrics = DailyMetrics(day: reader.today)
        metrics.restingHeartRate = MetricValue(55, .provider)
        let kinds = ["bloodPressure", "handwashing"].map { kind in
            let info = KindInfo(
                kind: kind, group: kind == "handwashing" ? "hygiene" : "heart", unit: "mmHg", shape: "quantity",
                rule: "mean", levels: [], isOfBody: false)
            return KindSummary(info: info, days: [KindDay(day: reader.today, value: 1, second: nil, count: 1)])
        }
        page = renderer.html(
            KindsScreen(kinds, metrics: [metrics], search: "", for: reader), PageFrame(), for: reader)
        expectLink("resting-pulse", "restingHeartRate")
        expectLink("blood-pressure", "bloodPressure")
        // A kind without an explanation has no link.
        #expect(page.contains("/kinds/handwashing") && page.ranges(of: "class=\"explained\"").count == 2)

        var letter = Letter(id: .random(), at: 0, first: reader.today.advanced(by: -900), last: reader.today)
        letter.gaps = [LetterGap(from: reader.today.advanced(by: -90), through: reader.today.advanced(by: -80))]
        letter.usuals = [LetterUsual(metric: "sleep", median: 25_800, low: 25_000, high: 26_000)]
        letter.shift = LetterShift(
            metric: "nocturnalHeartRate", day: reader.today.advanced(by: -400), before: 58, after: 52)
        page = renderer.html(LetterScreen(letter, date: { _ in "" }, for: reader), PageFrame(), for: reader)
        expectLink("usual-band", "usual")
        expectLink("sleep-need", "sleep")
        expectLink("gaps", "gaps")
        expectLink("night-pulse", "nocturnalHeartRate")
        #expect(page.ranges(of: "class=\"explained\"").count == 4)
        letter.gaps = []
        letter.shift = nil
        page = renderer.html(LetterScreen(letter, date: { _ in "" }, for: reader), PageFrame(), for: reader)
        #expect(page.ranges(of: "class=\"explained\"").count == 2)
    }
}
