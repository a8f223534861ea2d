import Localization
import Messages
import Testing

@testable import Pages

/// That every word of a page exists in every language.
@Suite struct WordTests {
    private static let languages = Language.allCases

    @Test("OWN-3 English and German have the same phrases, placeholders and plural forms")
    func catalogues() {
        #expect(Catalogue.shipped(.english).differences(from: .shipped(.german)).isEmpty)
    }

    @Test("DESIGN: every signal and metric of the table has a name in every language", arguments: languages)
    func signals(language: Language) {
        let keys = Catalogue.shipped(language).keys
        let names = SignalTable.entries.map(\.key) + SignalTable.metrics.map(\.key)
        for name in Set(names) { #expect(keys.contains("signal.\(name)")) }
        for entry in SignalTable.entries {
            #expect(keys.contains("today.up.\(entry.key)") && keys.contains("today.down.\(entry.key)"))
        }
        for (_, flag) in ContextFlag.names {
            #expect(keys.contains("flag.\(flag)") && keys.contains("breakdown.note.\(flag)"))
        }
        for (_, event) in SecurityEvent.names { #expect(keys.contains("security.event.\(event)")) }
        for (_, badge) in EvidenceBadge.names { #expect(keys.contains("today.evidence.\(badge)")) }
        for (_, source) in ChatReply.Source.names { #expect(keys.contains("coach.origin.\(source)")) }
        for page in SettingsPage.allCases { #expect(keys.contains("settings.page.\(page.rawValue)")) }
        for range in TrendRange.allCases { #expect(keys.contains("trends.range.\(range.rawValue)")) }
    }
}
