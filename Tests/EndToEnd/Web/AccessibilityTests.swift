import Fixtures
import Foundation
import Messages
import Testing

/// Accessibility of every page, found out in a real browser.
@Suite(.serialized) struct AccessibilityTests {
    /// Installed by `deploy/install test`.
    private static let python =
        (ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache")
        + "/pulsum/browser-tools/bin/python"

    /// What `accessibility.py` prints.
    private struct Seen: Decodable {
        let problems: [String]
        let foreign: [String]
        let wide: [String]
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
        /// The country that was typed at welcome, and the drawings on Today after an import, both by keyboard.
        let country: String
        let begun: Int
    }

    @Test(
        "WEB-12 Every page by theme, language, size, larger text and forced colours; as a screen reader hears it; by keyboard alone",
        .timeLimit(.minutes(20)))
    func everyPage() async throws {
        guard FileManager.default.isExecutableFile(atPath: Self.python) else {
            return print("skipped: deploy/install test could not install the browser")
        }
        try await Stack.run { stack in
            let export = stack.scratch.file("export.zip")
            let today = Day(number: Int32(Date().timeIntervalSince1970 / 86_400))
            try ExportGenerator(seed: 9, days: 60, endingOn: today, recordsPerDay: 8).writeZip(to: export)
            let trees = stack.scratch.file("trees")
            try FileManager.default.createDirectory(atPath: trees, withIntermediateDirectories: true)
            let folder = ProcessInfo.processInfo.environment["PULSUM_SCREENSHOTS"] ?? "-"
            let script = Repository.path("Tests/EndToEnd/Web/Browser/accessibility.py")
            let link = "\(stack.url)/#setup=\(try stack.setUpCode())"
            let result = try await Executable.run(Self.python, [script, link, export, folder, trees])
            try #require(result.status == 0, "\(result.errors.suffix(3000))")
            let seen = try JSONDecoder().decode(Seen.self, from: Data(result.output.utf8))
            #expect(seen.problems + seen.foreign + seen.wide == [])
            let axe = (try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])?["axe"]
            #expect((axe as? [String: Any])?.isEmpty == true, "\(axe ?? "")")
            #expect(seen.unmarked == [] && seen.covered == [] && seen.moving == [])
            #expect(seen.reached.count == 9 && seen.reached.allSatisfy { (10..<150).contains($0) }, "\(seen.reached)")
            #expect(seen.readings >= 3 && seen.days >= 3)
            #expect(seen.country == "GB" && seen.begun == 1)
            #expect(seen.opened == 1 && seen.edited.hasSuffix(" It rained.") && seen.streak == 1 && seen.cleared)
            let dialog = (try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])?["dialog"]
            #expect(dialog as? NSArray == [0, "/pulse"] as NSArray, "stops outside, and where the focus is afterwards")
            try GoldenTrees.compare(trees, count: 10)
        }
    }
}
