import Foundation
import Messages
import Testing

/// JSON bodies that leave lists out.
@Suite struct AbsentListTests {
    @Test("A list that JSON leaves out or sets to null is empty, in a message and within one")
    func absent() throws {
        let goal = try JSONDecoder().decode(
            GoalContent.self,
            from: Data(#"{"title":"Run","start":"2026-05-04","target":"2026-07-01","terms":null}"#.utf8))
        #expect(goal.targets.isEmpty)
        #expect(goal.milestones.isEmpty)
        #expect(goal.terms.isEmpty)
        let action = try JSONDecoder().decode(ActionContent.self, from: Data(#"{"title":"Run","start":0}"#.utf8))
        #expect(action.contributions.isEmpty)
    }

    @Test("A list of another shape, and an absent field that is no list, are still errors")
    func wrong() {
        let bytes = #"{"user":"\#(UserID(high: 1, low: 2))","fileName":"a.json"}"#
        #expect(throws: DecodingError.self, "bytes are no list") {
            try JSONDecoder().decode(ImportLibrary.self, from: Data(bytes.utf8))
        }
        for text in [#"{"title":"Run","start":0,"contributions":{}}"#, #"{"title":"Run"}"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(ActionContent.self, from: Data(text.utf8))
            }
        }
    }
}
