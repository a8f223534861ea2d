import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// Accessibility of every page, found out in a real browser.
@Suite(.needs(.browser), .serialized, .tags(.browser)) struct AccessibilityTests {
    /// What `accessibility.py` prints.
    private struct Seen: Decodable {
        /// What had the focus without a ring round it, and what the bar covered meanwhile.
        let unmarked: [String]
        let covered: [String]
        /// Pages that look different two and eight seconds after loading.
        let moving: [String]
        /// Stops of the focus on each page.
        let reached: [Int]
        /// How many different days the crosshair and the calendar read out after four keys each.
        let readings: Int
        let days: Int
        /// A row of the breakdown that was opened, an entry that was edited, a setting that was switched on.
        let opened: Int
        let edited: String
        let streak: Int
        /// Whether a scale of the dialog could be cleared.
        let cleared: Bool
        /// Stops of the focus outside the open dialog, and the page on which the focus is after it was closed.
        let dialog: [BrowserScript.Value]
        /// The country that was typed at welcome, and the drawings on Today after an import, both by keyboard.
        let country: String
        let begun: Int
    }

    /// Width, size of text, colours and language; the script knows the settings of each name.
    private static let variants = RunSize.part(
        of: [
            "empty-320-dark-de", "320-dark-en", "768-light-de", "390-200-de", "390-forced-en", "1280-dark-de",
        ], count: 2)

    @Test(
        "WEB-12 Every page by theme, language, size, larger text and forced colours; as a screen reader hears it; by keyboard alone",
        .timeLimit(.minutes(20)))
    func everyPage() async throws {
        try await Stack.run { stack in
            let export = stack.scratch.file("export.zip")
            let today = World.today(in: "UTC")
            try ExportGenerator(seed: 9, days: 60, endingOn: today, recordsPerDay: 8).writeZip(to: export)
            let (trees, ahead) = (stack.scratch.file("trees"), stack.scratch.file("ahead"))
            for folder in [trees, ahead] {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            let seen: Seen = try await BrowserScript.run(
                "accessibility.py",
                [
                    try stack.setUpLink(), export, BrowserScript.pictures, trees, ahead,
                    Self.variants.joined(separator: ","),
                ])
            #expect(seen.unmarked == [] && seen.covered == [] && seen.moving == [])
            #expect(seen.reached.count == 10 && seen.reached.allSatisfy { (10..<150).contains($0) }, "\(seen.reached)")
            #expect(seen.readings >= 3 && seen.days >= 3)
            #expect(seen.country == "GB" && seen.begun == 1)
            #expect(seen.opened == 1 && seen.edited.hasSuffix(" It rained.") && seen.streak == 1 && seen.cleared)
            #expect(seen.dialog == [.count(0), .word("/pulse")], "stops outside, and where the focus is afterwards")
            try GoldenTrees.compare(trees, with: "Empty", count: 12)
            try GoldenTrees.compare(ahead, with: "Ahead", count: 9)
        }
    }
}
