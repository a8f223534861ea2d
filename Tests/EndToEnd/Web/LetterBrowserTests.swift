import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// Letters, arrivals and undoing in a real browser.
@Suite(.needs(.browser), .serialized, .tags(.browser)) struct LetterBrowserTests {
    /// What `letters.py` prints.
    private struct Seen: Decodable {
        let never: Int
        let arriving: Int
        /// What the page of the ended import says, and where it leads.
        let end: String
        let endLinks: [String]
        let letter: String
        let charts: Int
        /// Pages of the printed letter, on A4 and on Letter.
        let sheets: [Int]
        let evening: String
        /// Widths of the rings in the evening.
        let rings: [Int]
        let questionFirst: Bool
        let firstField: String
        let undone: String
        let lettersLeft: Int
        let recorded: Bool
    }

    @Test(
        "WEB-13 After an import its letter is on Today, prints on one page, and goes when the import is undone",
        .timeLimit(.minutes(8)))
    func letter() async throws {
        try await Stack.run { stack in
            let export = stack.scratch.file("export.zip")
            let today = World.today()
            try ExportGenerator(seed: 9, days: 60, endingOn: today, recordsPerDay: 8).writeZip(to: export)
            let seen: Seen = try await BrowserScript.run(
                "letters.py", [try stack.setUpLink(), export, BrowserScript.pictures])
            #expect(seen.never == 6 && seen.arriving > 3)
            #expect(seen.end.contains("Tage") && seen.end.contains("Nächte"), "\(seen.end)")
            #expect(seen.endLinks.count == 2)
            #expect(seen.letter.split { $0.isWhitespace }.count <= 220 && seen.charts == 2, "\(seen.letter)")
            #expect(seen.sheets == [1, 1])
            #expect(seen.evening == "12" && seen.rings == [160, 160])
            #expect(seen.questionFirst && seen.firstField == "energy")
            #expect(seen.undone.contains("samples were removed"))
            #expect(seen.lettersLeft == 0 && seen.recorded)
        }
    }
}
