import Fixtures
import Foundation
import TestTraits
import Testing

/// What a person reads where a request fails, in a real browser.
@Suite(.needs(.browser), .serialized, .tags(.browser)) struct ErrorBrowserTests {
    /// What `errors.py` prints.
    private struct Seen: Decodable {
        /// By variant: the title of a page that came too late, title and line of one whose service is away, and the title
        /// once it opened by itself.
        let late: [String: String]
        let away: [String: [Line]]
        let reopened: [String: String]
        /// The line while a message is tried again; field, messages and whether it was asked again once it was answered;
        /// field, line and requests where it was given up.
        let cut: String
        let answered: [Line]
        /// How far the bottom of an answer is below the top of the composer, and its height, pixels.
        let inSight: [Double]
        let lost: [Line]
        /// Requests and entries in the browser while the server was busy, and entries in the journal afterwards.
        let waits: [Int]
        let sent: Int
        let upload: String
        /// The line of a request over its limit, how often it was sent, and the line at its end.
        let busy: String
        let tries: Int
        let givenUp: String
    }

    /// A part of the output.
    private enum Line: Decodable, Equatable {
        case word(String)
        case words([String])
        case count(Int)
        case truth(Bool)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let truth = try? value.decode(Bool.self) {
                self = .truth(truth)
            } else if let count = try? value.decode(Int.self) {
                self = .count(count)
            } else if let words = try? value.decode([String].self) {
                self = .words(words)
            } else {
                self = .word(try value.decode(String.self))
            }
        }
    }

    @Test(
        "LOOK PLN-8 Late, away, cut off and over a limit are told apart, in both languages; what may be sent again is, after the time that the server names and three times at most",
        .timeLimit(.minutes(6)))
    func kinds() async throws {
        try await Stack.run { stack in
            _ = try await stack.makeAccount()
            let plans = try #require(stack.processIDs(of: .plans).first)
            let seen: Seen = try await BrowserScript.run(
                "errors.py", [try stack.httpAddress(), "\(plans)", BrowserScript.pictures])
            #expect(seen.late["desk-light-en"].map { $0 == "No answer in time" } ?? true)
            #expect(seen.late["phone-dark-de"] == "Keine Antwort zur rechten Zeit")
            #expect(
                seen.away == [
                    "phone-dark-de": [
                        .word("Gerade nicht erreichbar"),
                        .words(["Diese Seite öffnet sich in 10\u{202F}s noch einmal."]),
                    ],
                    "desk-light-en": [
                        .word("Not available right now"), .words(["This page opens again in 10\u{202F}s."]),
                    ],
                ])
            #expect(seen.reopened == ["phone-dark-de": "Frühere Pläne", "desk-light-en": "Earlier plans"])
            #expect(seen.cut.hasPrefix("Dein Pulsum antwortet nicht. Nächster Versuch in "))
            #expect(seen.answered == [.word(""), .count(1), .truth(true)])
            // The bottom of an answer that is higher than the composer is above it.
            #expect(seen.inSight[0] <= 0 && seen.inSight[1] > 100, "\(seen.inSight)")
            #expect(
                seen.lost == [
                    .word("Und heute?"),
                    .word("Dein Pulsum antwortet nicht. Nichts ist verloren: Versuch es noch einmal."), .count(4),
                ])
            #expect(seen.waits == [1, 1] && seen.sent == 1)
            #expect(seen.upload.hasPrefix("Dein Pulsum antwortet nicht. Das Senden brach ab."))
            #expect(seen.busy.hasPrefix("Pulsum kann das gerade nicht annehmen. Nächster Versuch in "))
            #expect(seen.tries == 4)
            #expect(seen.givenUp == "Das hast du in einer Minute zu oft angefragt.")
        }
    }
}
