import Fixtures
import Foundation
import Messages
import Testing

/// The pages in a real browser.
@Suite(.serialized) struct BrowserTests {
    /// Installed by `deploy/install test`.
    private static let python =
        (ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache")
        + "/pulsum/browser-tools/bin/python"

    /// What every script prints.
    private struct Faults: Decodable {
        /// Errors at the console and of scripts, shifts of the layout, refusals of the Content-Security-Policy.
        let problems: [String]
        /// Requests to other addresses.
        let foreign: [String]
        /// Pages that scroll sideways.
        let wide: [String]
    }

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
        let firstStop: String
        let afterSkip: String
        let withoutScript: Bool
        let answerWithoutScript: Int
        let undo: Int
        let call: String
        let withheld: Int
        let left: Int
    }

    /// Runs a script of `Browser` with a set-up link, a health export of two weeks and the folder for screenshots, and
    /// checks what no page may do.
    /// - Parameter more: further arguments of the script.
    private func run<Seen: Decodable>(
        _ script: String, _ link: String, _ more: String..., on stack: Stack, as: Seen.Type
    ) async throws -> Seen {
        let export = stack.scratch.file("export.zip")
        let today = World.today()
        try ExportGenerator(seed: 7, days: 14, endingOn: today).writeZip(to: export)
        let folder = ProcessInfo.processInfo.environment["PULSUM_SCREENSHOTS"] ?? "-"
        let path = Repository.path("Tests/EndToEnd/Web/Browser/\(script)")
        let result = try await Executable.run(Self.python, [path, link, export, folder] + more)
        try #require(result.status == 0, "\(result.errors.suffix(3000))")
        let output = Data(result.output.utf8)
        let faults = try JSONDecoder().decode(Faults.self, from: output)
        #expect(faults.problems.isEmpty && faults.foreign.isEmpty && faults.wide.isEmpty, "\(faults)")
        let axe = (try JSONSerialization.jsonObject(with: output) as? [String: Any])?["axe"] as? [String: Any]
        #expect(axe?.isEmpty == true, "\(axe ?? [:])")
        return try JSONDecoder().decode(Seen.self, from: output)
    }

    private var isInstalled: Bool {
        if FileManager.default.isExecutableFile(atPath: Self.python) { return true }
        print("skipped: deploy/install test could not install the browser")
        return false
    }

    @Test(
        "WEB-13 From the set-up link to signing out on a phone in German, on a desk in English, and without script",
        .timeLimit(.minutes(12)))
    func phone() async throws {
        guard isInstalled else { return }
        try await Stack.run { stack in
            let link = "\(stack.url)/#setup=\(try stack.setUpCode())"
            let seen = try await run("journey.py", link, on: stack, as: Phone.self)
            #expect(seen.hash.isEmpty && !seen.codeShown && seen.country == "DE")
            #expect(seen.suggestionAfter < 90 && !seen.rings.isEmpty && seen.isStill)
            #expect(seen.origin.hasPrefix("KI"))
            // Generous: other tests run beside this one.
            #expect(seen.liveMedian < 2_000)
            print("An entry is on another open page after \(Int(seen.liveMedian)) ms (median of 7).")
            #expect(seen.firstStop == "skip" && seen.afterSkip == "#main")
            #expect(seen.withoutScript && seen.answerWithoutScript == 2 && seen.undo == 1)
            #expect(seen.call == "tel:112" && seen.withheld > 0 && seen.left == 0)
        }
    }
}
