import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// Screens and states that no journey passes, in a real browser.
@Suite(.needs(.browser), .serialized, .tags(.browser)) struct StateBrowserTests {
    /// What `states.py` prints.
    private struct Seen: Decodable {
        /// The words of Today by person, and of other pages by name, in English.
        let today: [String: String]
        let pages: [String: String]
        let denial: String
        let withheldRings: Int
        let withheldQuestions: Int
        /// Whether the rings moved to their place, how often they were drawn on the second view of the day.
        let settled: Bool
        let settledAgain: Int
        /// Whether breathing began and was ended, by what ended it; its words at 0, 5, 11, 51 and 61 s.
        let breathes: [String: Bool]
        let breath: [String]
        /// With reduced motion: drawings, whether the rings move on a tap, the word.
        let reduced: [BrowserScript.Value]
        /// The field, the focus and the last message after an answer was given up; the field and the last message
        /// after one failed, and the field after leaving the page.
        let givenUp: [String]
        /// Questions on the page that were not there before an answer was given up: after it came and was stored, and
        /// after the same message was sent again.
        let asked: [Int]
        let failed: [String]
        let draftAfterFailure: String
        /// Streams of events of a page that follows changes, and of one that does not.
        let streams: [Int]
        /// By kind of bar, the share of its points that differ from its middle brightness where there is no colour.
        let grey: [String: Double]
        /// What a save made the device do: as usual, with reduced motion, and turned off.
        let felt: [String]
        let printed: Bool
        let sheets: [Int]
    }

    /// A person whose data ends some days ago; without data if `days` is 0.
    private func person(_ name: String, days: Int, ago: Int = 0, until last: Day? = nil, _ stack: Stack) async throws {
        let user = try await stack.makeAccount(name)
        guard days > 0 else { return }
        let path = stack.scratch.file("\(name).zip")
        let last = last ?? World.today().advanced(by: -ago)
        try ExportGenerator(seed: 5, days: days, endingOn: last, recordsPerDay: 8).writeZip(to: path)
        _ = try await stack.importFile(path, for: user)
    }

    /// A person without data whose last answer was given weeks ago.
    private func personWhoComesBack(_ stack: Stack) async throws {
        let user = try await stack.makeAccount("Back")
        let day = World.today().advanced(by: -30)
        _ = try await stack.bus.request(
            SubmitCheckIn(user: user, day: day, at: World.noon(day), stress: 3, energy: 5, sleepQuality: 4))
    }

    @Test(
        "WEB-12 WEB-13 Today's states, pages of single things, what is not there, services that are away, the rings' motion, paper",
        .timeLimit(.minutes(10)))
    func states() async throws {
        try await Stack.run { stack in
            try await person("Early", days: 3, stack)
            try await person("Late", days: 60, ago: 1, stack)
            try await person("Ended", days: 60, ago: 200, stack)
            try await personWhoComesBack(stack)
            try await person("Fresh", days: 0, stack)
            try await person("Full", days: 60, stack)
            try await person("Fixed", days: 120, until: Day("2023-06-30"), stack)
            let trees = stack.scratch.file("trees")
            try FileManager.default.createDirectory(atPath: trees, withIntermediateDirectories: true)
            let services = stack.processIDs(of: .scoring) + stack.processIDs(of: .coaching)
            let seen: Seen = try await BrowserScript.run(
                "states.py",
                [stack.url, BrowserScript.pictures, services.map { "\($0)" }.joined(separator: ","), trees])
            expectWords(seen)
            #expect(seen.denial.hasPrefix("/journal/"))
            #expect(seen.withheldRings == 0 && seen.withheldQuestions == 0)
            #expect(seen.settled && seen.settledAgain == 0)
            #expect(seen.breathes == ["tap": true, "escape": true, "hidden": true])
            #expect(seen.breath == ["Breathe in", "Breathe out", "Breathe in", "Breathe in", "Breathe"])
            #expect(seen.reduced == [.count(0), .count(0), .word("Breathe in")])
            let message = "How did I sleep last week?"
            #expect(seen.givenUp.prefix(2) == [message, "message"] && seen.givenUp.last?.contains("stopped") == true)
            #expect(seen.asked == [1, 1])
            #expect(seen.failed.first == message)
            #expect(seen.failed.last?.contains("Your Pulsum does not answer. Nothing is lost") == true)
            #expect(seen.draftAfterFailure == message)
            #expect(seen.streams.first ?? 0 > 0 && seen.streams.last == 0, "\(seen.streams)")
            #expect(seen.felt == ["12 ", "", ""])
            #expect(seen.printed && seen.sheets == [1, 1])
            let (solid, hatched) = (seen.grey["lifts"] ?? 1, seen.grey["weighs"] ?? 0)
            #expect(solid < 0.05 && hatched > 0.2, "told apart without colour: \(seen.grey)")
            try GoldenTrees.compare(trees, with: "Data", count: 6)
        }
    }

    private func expectWords(_ seen: Seen) {
        for (name, words) in [
            ("Early", "learning what is usual for you"), ("Late", "Last night has not arrived."),
            ("Ended", "Your data ends on"), ("Back", "Welcome back"), ("Fresh", "No score today."),
        ] { #expect(seen.today[name]?.contains(words) == true, "\(name): \(seen.today[name] ?? "")") }
        for (name, words) in [
            ("suggestion", "Source"), ("entry", "Delete this entry"), ("confirm", "password"),
            ("breakdown-without-score", "2019"), ("away-today", "The score does not answer right now."),
            ("away-coach", "The coach does not answer right now."), ("offline", "Pulsum"),
        ] { #expect(seen.pages[name]?.contains(words) == true, "\(name): \(seen.pages[name] ?? "")") }
        for name in ["no-suggestion", "no-entry", "no-value", "away-trends"] {
            #expect(seen.pages[name]?.isEmpty == false, "\(name)")
        }
    }
}
