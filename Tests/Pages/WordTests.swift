import Drawing
import HealthFormats
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

    @Test("WEB-3 each place of the rings has the signal whose name it shows, and no signal has another's place")
    func rings() {
        let placed = SignalTable.entries.filter { $0.ring != .nowhere }
        let places = placed.map { DayRings.place($0.signal) }
        #expect(Set(places) == Set(RingSignal.allCases))
        #expect(places.count == RingSignal.allCases.count)
        for entry in placed {
            let names = DayRings.place(entry.signal).map { place in
                Self.languages.map { Catalogue.shipped($0)("drawing.signal.\(place)").lowercased() }
            }
            #expect(
                names == Self.languages.map { Catalogue.shipped($0)("signal.\(entry.key)").lowercased() },
                "\(entry.key)")
        }
    }

    @Test(
        "DESIGN: every signal, metric and kind of data of the tables has its words in every language",
        arguments: languages)
    func signals(language: Language) {
        let keys = Catalogue.shipped(language).keys
        let names = SignalTable.entries.map(\.key) + SignalTable.metrics.map(\.key)
        var needed = Set(names).map { "signal.\($0)" }
        for entry in SignalTable.entries {
            needed += ["today.up", "today.down", "coaching.now", "coaching.past"].map { "\($0).\(entry.key)" }
            if entry.caution != nil { needed.append("coaching.caution.\(entry.key)") }
            if Starters.asked.contains(entry.signal) { needed.append("coach.mine.\(entry.key)") }
        }
        for name in Set(names) {
            needed += ["answer.name", "answer.bare", "answer.explain"].map { "\($0).\(name)" }
        }
        for kind in SampleKind.shown.map(\.exported.name) {
            needed += ["arrivals.kind.\(kind)", "arrivals.how.\(kind)"]
        }
        #expect(needed.filter { !keys.contains($0) }.sorted() == [], "words that \(language) lacks")
        for (_, flag) in ContextFlag.names {
            #expect(keys.contains("flag.\(flag)"))
            #expect(keys.contains("breakdown.note.\(flag)"))
        }
        for (_, event) in SecurityEvent.names { #expect(keys.contains("security.event.\(event)")) }
        for (_, badge) in EvidenceBadge.names { #expect(keys.contains("today.evidence.\(badge)")) }
        for (_, source) in ChatReply.Source.names { #expect(keys.contains("coach.origin.\(source)")) }
        for page in SettingsPage.allCases { #expect(keys.contains("settings.page.\(page.rawValue)")) }
        for range in TrendRange.allCases { #expect(keys.contains("trends.range.\(range.rawValue)")) }
    }
}
