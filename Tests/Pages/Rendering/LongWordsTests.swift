import Localization
import Messages
import Testing

@testable import Pages

/// Where long German words divide.
@Suite struct LongWordsTests {
    /// Letters of a word that does not fit on a phone's line at twice the size of text.
    private static let length = 13

    @Test("DESIGN: every long word of a German name of a signal or kind can divide, and no other name changes")
    func names() {
        for language in Language.allCases {
            let words = Catalogue.shipped(language)
            let keys = words.keys.filter { key in
                ["signal.", "kind.name.", "source.kind.", "inventory.kind."].contains { key.hasPrefix($0) }
            }
            #expect(keys.count > 100)
            for key in keys {
                let name = words(key)
                let shown = LongWords.breakable(name)
                #expect(shown.replacing("\u{00AD}", with: "") == name)
                guard language == .german else {
                    #expect(shown == name)
                    continue
                }
                // Soft hyphens are no letters.
                let parts = shown.split(whereSeparator: { !$0.isLetter })
                #expect(parts.allSatisfy { $0.count < Self.length }, "\(shown)")
                let isLong = name.split(whereSeparator: { !$0.isLetter }).contains { $0.count >= Self.length }
                #expect(shown.unicodeScalars.contains("\u{00AD}") == isLong, "\(name)")
            }
        }
    }

    @Test("DESIGN: a page shows the name with its parts; its title and its search have the name")
    func shown() throws {
        let reader = Reader(DisplaySettings(language: .german, region: "DE"), today: Day(number: 20_000), minute: 600)
        let info = KindInfo(
            kind: "oxygenSaturation", group: "breath", unit: "%", shape: "quantity", rule: "mean", levels: [],
            isOfBody: false)
        let summary = KindSummary(info: info, days: [KindDay(day: reader.today, value: 97, count: 1)])
        let screen = KindsScreen([summary], metrics: [], search: "sauerstoffsättigung", for: reader)
        let line = try #require(screen.groups.first?.kinds.first)
        #expect(line.name == "Sauerstoffsättigung" && line.shownName == "Sauerstoff\u{00AD}sättigung")
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader)
        #expect(page.contains("<span>Sauerstoff\u{00AD}sättigung</span>"))
    }
}
