import Fixtures
import Foundation
import Messages
import Testing

/// Letters, arrivals and undoing in a real browser.
@Suite(.serialized) struct LetterBrowserTests {
    /// Installed by `deploy/install test`.
    private static let python =
        (ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache")
        + "/pulsum/browser-tools/bin/python"

    /// What `letters.py` prints.
    private struct Seen: Decodable {
        let problems: [String]
        let foreign: [String]
        let wide: [String]
        let never: Int
        let arriving: Int
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
        guard FileManager.default.isExecutableFile(atPath: Self.python) else {
            return print("skipped: deploy/install test could not install the browser")
        }
        try await Stack.run { stack in
            let export = stack.scratch.file("export.zip")
            let today = World.today()
            try ExportGenerator(seed: 9, days: 60, endingOn: today, recordsPerDay: 8).writeZip(to: export)
            let script = Repository.path("Tests/EndToEnd/Web/Browser/letters.py")
            let folder = ProcessInfo.processInfo.environment["PULSUM_SCREENSHOTS"] ?? "-"
            let link = "\(stack.url)/#setup=\(try stack.setUpCode())"
            let result = try await Executable.run(Self.python, [script, link, export, folder])
            try #require(result.status == 0, "\(result.errors.suffix(3000))")
            let seen = try JSONDecoder().decode(Seen.self, from: Data(result.output.utf8))
            #expect(seen.problems + seen.foreign + seen.wide == [])
            let axe = (try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])?["axe"]
            #expect((axe as? [String: Any])?.isEmpty == true, "\(axe ?? "")")
            #expect(seen.never == 6 && seen.arriving > 3)
            #expect(seen.letter.split { $0.isWhitespace }.count <= 220 && seen.charts == 2, "\(seen.letter)")
            #expect(seen.sheets == [1, 1])
            #expect(seen.evening == "12" && seen.rings == [160, 160])
            #expect(seen.questionFirst && seen.firstField == "energy")
            #expect(seen.undone.contains("samples were removed"))
            #expect(seen.lettersLeft == 0 && seen.recorded)
        }
    }
}
