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

    /// What `desk.py` prints.
    private struct Desk: Decodable {
        /// Words of the first letter after the import.
        let letter: Int
        let contributions: Int
        let chart: Int
        let rows: Int
        let entry: Int
        /// Where replies came from: before consent, with it, after it was withdrawn.
        let before: String
        let after: String
        let revoked: String
        let receipts: Int
        /// The body sent to the cloud, as the receipt shows it.
        let receiptBody: String
        /// The texts at the place of the cloud's reply until it was there.
        let stages: [String]
        let secondEnded: Bool
        /// What the page of own suggestions says after a file, how many are left after removing it, and its refusal.
        let libraryAdded: String
        let librariesLeft: Int
        let libraryRefused: String
        let exported: Bool
        let erased: String
        let afterErase: String
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

    @Test(
        "WEB-13 At a desk over https: import, breakdown, trends, letter, journal, a suggestion done, consent with one receipt, withdrawn, a second device, export, erase",
        .timeLimit(.minutes(12)))
    func desk() async throws {
        guard isInstalled else { return }
        let scratch = try Scratch()
        let (certificate, key) = (scratch.file("cert.pem"), scratch.file("key.pem"))
        let made = try TestCertificate()
        try made.write(certificate: certificate, key: key)
        let cloud = try await RecordingServer.start()
        let environment = [
            "PULSUM_TLS_CERT": certificate, "PULSUM_TLS_KEY": key, "PULSUM_HTTP_NAMES": "pulsum.test",
            "PULSUM_CLOUD_URL": cloud.url,
        ]
        let stack = try await Stack.start(environment: environment, scratch: scratch)
        try await stack.during { stack in
            let address = stack.url.replacing("127.0.0.1", with: "pulsum.test").replacing(
                "localhost", with: "pulsum.test")
            let seen = try await run(
                "desk.py", "\(address)/#setup=\(try stack.setUpCode())", made.pin, on: stack, as: Desk.self)
            #expect(seen.letter > 20)
            #expect(seen.contributions == 10 && seen.chart > 0 && seen.rows > 0 && seen.entry == 1)
            #expect(seen.before.contains("this machine") && seen.revoked.contains("this machine"))
            #expect(seen.after.contains("cloud") && seen.receipts == 1)
            #expect(cloud.arrivals.count == 1, "one call, with consent")
            #expect(cloud.arrivals.first.map { String(decoding: $0.body, as: UTF8.self) } == seen.receiptBody)
            #expect(!seen.receiptBody.contains("Maria"))
            let stages = ["Checking content safety…", "Reading your numbers…", "Finding words…"]
            #expect(seen.stages.filter(stages.contains) == stages, "\(seen.stages)")
            #expect(seen.secondEnded && seen.exported)
            #expect(seen.libraryAdded.contains("New: 1") && seen.libraryAdded.contains("no. 2"))
            #expect(seen.librariesLeft == 0 && seen.libraryRefused.contains("not a library"))
            #expect(seen.erased.contains("Everything about you is deleted") && seen.afterErase == "/welcome")
        }
        await cloud.stop()
    }
}
