import Localization
import Messages
import Testing

@testable import Pages

@Suite struct CloudScreenTests {
    private static let renderer = Result { try PageRenderer(assets: "/assets/test") }

    private func reader(_ language: Language) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "US"), today: Day(number: 20_780),
            minute: 600)
    }

    private func html(_ screen: some Screen, _ language: Language) throws -> String {
        try Self.renderer.get().html(screen, PageFrame(), for: reader(language))
    }

    private func state(_ version: Int32, _ model: String, endedBy: String? = nil) -> ConsentState {
        let words = Catalogue.shipped(.english)
        return ConsentState(
            granted: false, version: 0, at: nil, copyVersion: version, pending: false,
            banner: version == 1 ? words("mandated.consent.1") : words("mandated.consent.named", ["model": model]),
            hasKey: true, endedBy: endedBy, model: model)
    }

    @Test("GAT-1 the banner names the configured model in both languages, and an unknown wording stands as it is")
    func banner() throws {
        for language in Language.allCases {
            let named = CloudScreen(
                state(1_200_000_000, "gpt-4.1 (OpenAI)", endedBy: "wording"), calls: 3, asks: .nothing,
                for: reader(language))
            #expect(named.banner.contains("gpt-4.1 (OpenAI)"))
            #expect(!named.banner.contains("GPT-5"))
            let page = try html(named, language)
            #expect(page.contains("value=\"1200000000\""))
            #expect(page.contains("href=\"/settings/cloud/preview\""))
            #expect(named.ended != nil)
            #expect(named.calls?.contains("3") == true)
            let mandated = CloudScreen(state(1, "GPT-5"), asks: .nothing, for: reader(language))
            #expect(mandated.banner == Catalogue.shipped(language)("mandated.consent.1"))
        }
        var other = state(1_300_000_000, "x")
        other.banner = "Another wording."
        #expect(CloudScreen(other, asks: .nothing, for: reader(.german)).banner == "Another wording.")
    }

    @Test("GAT-6 receipts and previews are shown line by line, with every byte, and say why a reply was not shown")
    func readable() throws {
        let body =
            #"{"input":"Topic: sleep.\nSuggestion: Dim the lights. <b>","model":"gpt-5"}"#
        let chat = #"{"messages":[{"role":"system","content":"x"},{"role":"user","content":"Topic: mood."}]}"#
        let receipts = ["ok", "secondWall: dose", "http 500"].map { outcome in
            Receipt(
                id: .random(), at: 0, consentVersion: 1, destination: "models.example/v1", body: body, outcome: outcome)
        }
        for language in Language.allCases {
            let words = Catalogue.shipped(language)
            let screen = ReceiptsScreen(receipts, calls: 3, at: { _ in "today" }, older: nil, for: reader(language))
            #expect(
                screen.receipts.map(\.lines)
                    == Array(repeating: ["Topic: sleep.", "Suggestion: Dim the lights. <b>"], count: 3))
            #expect(screen.receipts[0].outcome == words("receipts.outcome.ok"))
            #expect(screen.receipts[1].outcome.contains(words("receipts.reason.dose")))
            #expect(screen.receipts[2].outcome == "http 500")
            let page = try html(screen, language)
            #expect(!page.contains("<b>"), "what a model or a library says is never markup")
            let preview = try html(
                CloudPreviewScreen(
                    PreviewedCall(body: chat, destination: "models.example/v1", gate: "consent"),
                    for: reader(language)), language)
            #expect(preview.contains("Topic: mood."))
            #expect(preview.contains(words("settings.cloud.preview.gate.consent")))
        }
        #expect(SentPrompt.lines(of: "no JSON").isEmpty)
    }
}
