import Drawing
import Localization
import Messages
import Testing

@testable import Pages

/// Speaking an entry, as its page is delivered.
@Suite struct VoiceTests {
    private func shown(_ voice: Voice?, _ language: Language) throws -> String {
        let reader = Reader(
            DisplaySettings(language: language, region: "DE"), today: Day(number: 20_780), minute: 600)
        let screen = PulseScreen(flags: [], key: "k", voice: voice, for: reader)
        return try PageRenderer(assets: "/assets/test").html(screen, PageFrame(), for: reader)
    }

    @Test(
        "COM-4 SEN-1 speaking is offered where it works; elsewhere the page says why, in every language",
        arguments: Language.allCases)
    func states(language: Language) throws {
        let words = Catalogue.shipped(language)
        func text(_ key: String) -> String { escapedMarkup(words("voice.\(key)")) }
        for state in [TranscriptionState.ready, .failing] {
            let ready = try shown(Voice(.init(state: state), isClearText: false), language)
            #expect(ready.contains("data-voice") && ready.contains(">\(text("speak"))</button>"))
            #expect(ready.contains(#"data-seconds="30" data-rate="16000""#))
            let plain = try shown(Voice(.init(state: state), isClearText: true), language)
            #expect(!plain.contains("data-voice") && plain.contains(">\(text("insecure"))</p>"))
        }
        for isClearText in [true, false] {
            let off = try shown(Voice(.init(state: .notConfigured), isClearText: isClearText), language)
            #expect(!off.contains("data-voice") && off.contains(">\(text("dictation"))</p>"))
            #expect(!off.contains(text("insecure")))
        }
        let unknown = try shown(nil, language)
        #expect(!unknown.contains("data-voice") && !unknown.contains(text("dictation")))
    }
}
