import Fixtures
import Foundation
import TestTraits
import Testing

/// The pages of goals in a real browser.
@Suite(.needs(.browser), .serialized, .tags(.browser)) struct GoalBrowserTests {
    /// The output of `goals.py`.
    private struct Seen: Decodable {
        let values: [String]
        /// The title in the refused form, and its fields with a fault.
        let kept: String
        let refused: Int
        let goal: String
        let inTerm: [String]
        /// Title and amount that the sentence was read as, and the actions that were stored before saving.
        let read: [String]
        let unsaved: Int
        let progress: String
        let sum: String
        let answer: String
        let closed: Bool
        /// Forms that close the closed term.
        let canClose: Int
        /// Whether a milestone is marked; the goals of the term after one moved up, and after it was deleted and restored.
        let marked: Bool
        let moved: [String]
        let deleted: Bool
        let restored: String
        let placed: [String]
        /// Proposals before and after one was turned down.
        let dismissed: [Int]
        /// Rules after one was added to that of the goal, and after it was deleted.
        let rules: [String]
        let rulesLeft: [String]
        /// Bad rows of a table, the values after a good one, and whether the goals were exported and change nothing.
        let lines: [String]
        let imported: [String]
        let exported: Bool
        let unchanged: Bool
    }

    @Test(
        "GOL-1 GOL-5 GOL-6 GOL-7 GOL-10 WEB-13 From an empty account to a closed term: value, goal, term, a sentence that counts, review, undo, order, rule, tables, reflection",
        .timeLimit(.minutes(5)))
    func closedTerm() async throws {
        try await Stack.run { stack in
            let seen: Seen = try await BrowserScript.run("goals.py", [try stack.setUpLink(), BrowserScript.pictures])
            #expect(seen.values == ["Health"])
            #expect(seen.kept == "Run 100 km" && seen.refused >= 1)
            #expect(seen.goal == "Run 100 km" && seen.inTerm == ["Run 100 km"])
            #expect(seen.read == ["Ran", "5"] && seen.unsaved == 0)
            #expect(seen.progress == "5" && seen.sum.contains("5 of 100"))
            #expect(seen.answer == "A run in the rain.")
            #expect(seen.closed && seen.canClose == 0)
            #expect(seen.marked && seen.moved == ["Read 12 books", "Run 100 km"])
            #expect(seen.deleted && seen.restored == "Read 12 books" && seen.placed == seen.moved)
            #expect(seen.dismissed == [1, 0])
            #expect(Set(seen.rules) == ["Run 100 km", "Walked"] && seen.rulesLeft == ["Run 100 km"])
            #expect(seen.lines == ["Line 3", "Line 4"])
            #expect(seen.imported == ["Calm", "Family", "Health"] && seen.exported && seen.unchanged)
        }
    }
}
