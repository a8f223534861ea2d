import Fixtures
import Foundation
import TestTraits
import Testing

/// Today in a real browser: answers in place, and the first screen of a phone.
@Suite(.needs(.browser), .serialized, .tags(.browser, .deadline)) struct TodayBrowserTests {
    /// What `today.py` prints.
    private struct Seen: Decodable {
        /// What each tap's line says, and how long the quickest took, ms.
        let lines: [String]
        let quickest: Double
        /// How far the questions moved on the screen, px.
        let moved: Double
        /// The chosen answers of the page, and those that are stored.
        let pressed: [String]
        let stored: [[BrowserScript.Value]]
        let focus: String
        /// The form that has the focus after its answer was taken back.
        let afterTakingBack: String
        /// The focus and the number of buttons after the suggestion was done, and after that was taken back.
        let offered: [BrowserScript.Value]
        let days: Int
        let energies: [Int]
        let stresses: [Int]
        /// Whether the page was never loaded again.
        let isSame: Bool
        /// The stored answers on energy after one whose page could not be read.
        let reloaded: [Int]
        let first: [String: Screen]
        /// Whether the questions have a column of their own, beginning with the day.
        let columns: [Bool]

        /// Top and bottom of the parts of a page, px.
        struct Screen: Decodable {
            let standing: [Double]
            let range: [Double]?
            let night: [Double]
            let scale: [Double]
            let rings: [Double]
            let bar: Double
            let number: Int
            let lanes: Int

            enum CodingKeys: String, CodingKey {
                case standing = "#standing"
                case range = ".range"
                case night = ".night"
                case scale = ".asking .scale"
                case rings = ".rings-box"
                case bar, number, lanes
            }
        }
    }

    @Test(
        "WEB-4 Answers are saved in place within 200 ms and corrected by a tap; a phone's first screen shows day, night and question",
        .timeLimit(.minutes(5)))
    func today() async throws {
        try await Stack.run { stack in
            _ = try await stack.makeAccount("Fresh")
            let user = try await stack.makeAccount("Full")
            let path = stack.scratch.file("full.zip")
            try ExportGenerator(seed: 5, days: 60, endingOn: World.today(), recordsPerDay: 8).writeZip(to: path)
            _ = try await stack.importFile(path, for: user)
            let seen: Seen = try await BrowserScript.run("today.py", [stack.url, BrowserScript.pictures])
            #expect(seen.lines == ["6 of 7", "5 of 7", "2 of 7", "3 of 7", "1 of 7", "4 of 7"])
            #expect(seen.isSame && abs(seen.moved) < 1, "moved \(seen.moved) px")
            // Other tests that run at the same time can only add to it.
            #expect(
                MachinePace.allows(.milliseconds(seen.quickest), below: .milliseconds(200), .wall),
                "\(seen.quickest) ms")
            #expect(seen.pressed.sorted() == ["energy 3", "sleepQuality 6", "stress 4"])
            let stored = [("energy", 3), ("sleepQuality", 6), ("stress", 4)]
            #expect(seen.stored == stored.map { [.word($0.0), .count($0.1)] })
            #expect(seen.focus == "energy 2" && seen.afterTakingBack == "stress")
            #expect(seen.offered == [.word("restored"), .count(1), .word("completed"), .count(2)])
            #expect(seen.days == 2 && seen.energies == [2, 7] && seen.stresses.isEmpty)
            #expect(seen.reloaded == [4, 7])
            for (name, screen) in seen.first {
                let bottom = [screen.standing, screen.range ?? [], screen.night, screen.scale].joined().max() ?? 0
                #expect(bottom <= screen.bar, "\(name): \(screen)")
                #expect(screen.rings[1] - screen.rings[0] <= 0.4 * 844, "\(name)")
            }
            let (covered, answered) = (try #require(seen.first["covered"]), try #require(seen.first["answered"]))
            #expect(covered.number == 0 && covered.lanes == 0)
            #expect(answered.number == 1 && answered.lanes > 1 && answered.range != nil)
            #expect(seen.columns == [true, true])
        }
    }
}
