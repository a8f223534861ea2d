import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// The pages in a real browser.
@Suite(.needs(.browser), .serialized, .tags(.browser)) struct BrowserTests {
    /// What `journey.py` prints.
    private struct Phone: Decodable {
        let hash: String
        let codeShown: Bool
        let country: String
        /// Seconds from the link to the first suggestion.
        let suggestionAfter: Double
        let rings: String
        let isStill: Bool
        let origin: String
        /// Milliseconds from an answered request to the entry on another open page.
        let liveMedian: Double
        /// On a page of the coach that stays open while another browser asks: the question and its answers there, whether
        /// the answers are the same, what was being written, and the field with the focus.
        let followed: Followed
        /// Messages on that page once the other browser deleted the conversation, and what was being written.
        let deleted: [String]
        let firstStop: String
        let afterSkip: String
        let withoutScript: Bool
        let answerWithoutScript: Int
        let undo: Int
        let call: String
        let withheld: Int
        let left: Int
    }

    private struct Followed: Decodable, Equatable {
        let questions: Int
        let answers: Int
        let isSame: Bool
        /// The question on the page that asked it.
        let own: Int
        let written: String
        let focus: String
    }

    @Test(
        "WEB-13 From the set-up link to signing out on a phone in German, on a desk in English, and without script",
        .timeLimit(.minutes(12)))
    func phone() async throws {
        try await Stack.run { stack in
            let export = stack.scratch.file("export.zip")
            try ExportGenerator(seed: 7, days: 14, endingOn: World.today()).writeZip(to: export)
            let seen: Phone = try await BrowserScript.run(
                "journey.py", [try stack.setUpLink(), export, BrowserScript.pictures])
            #expect(seen.hash.isEmpty && !seen.codeShown && seen.country == "DE")
            #expect(seen.suggestionAfter < 90 && !seen.rings.isEmpty && seen.isStill)
            #expect(seen.origin.hasPrefix("KI"))
            // Generous: other tests run at the same time.
            #expect(seen.liveMedian < 2_000)
            print("An entry is on another open page after \(Int(seen.liveMedian)) ms (median of 7).")
            #expect(
                seen.followed
                    == Followed(
                        questions: 1, answers: 1, isSame: true, own: 1, written: "Noch nicht", focus: "message"))
            #expect(seen.deleted == ["0", "Noch nicht"])
            #expect(seen.firstStop == "skip" && seen.afterSkip == "#main")
            #expect(seen.withoutScript && seen.answerWithoutScript == 2 && seen.undo == 1)
            #expect(seen.call == "tel:112" && seen.withheld > 0 && seen.left == 0)
        }
    }
}
