import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension RightNumbers {
    /// The context flags that exclude a day from baselines and learning.
    @Suite(.serialized, .tags(.processes, .sharedStack)) struct ContextMaskTests {
        @Test(
            "SCO-7 Illness masks at first, a switch per flag, over HTTP and the command line, and the breakdown says so",
            .timeLimit(.minutes(3)))
        func switches() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                #expect(try await browser.get("/v1/context-mask").json["flags"] as? [String] == ["illness"])
                let day = try #require(try await browser.post("/v1/check-ins", ["stress": 5]).json["day"] as? String)
                func masked() async throws -> [String]? {
                    try await browser.get("/v1/score/breakdown?day=\(day)").json["masked"] as? [String]
                }
                #expect(try await masked() == [])
                #expect(
                    try await browser.put("/v1/days/\(day)/context", ["flags": ["illness", "alcohol"]]).status == 200)
                #expect(try await masked() == ["illness"])
                #expect(
                    try await browser.put("/v1/context-mask", ["flags": ["travel", "alcohol"]]).json["flags"]
                        as? [String] == ["alcohol", "travel"])
                #expect(try await masked() == ["alcohol"])
                let notes =
                    try await browser.get("/v1/score/breakdown?day=\(day)").json["contextNotes"] as? [String] ?? []
                let printed = try await stack.pulsum("breakdown", "--day", day)
                #expect(notes.count == 3 && notes.allSatisfy(printed.output.contains), "\(notes)")
                #expect(try await stack.pulsum("context", "mask").output.contains("alcohol, travel"))
                #expect(try await stack.pulsum("context", "mask", "--none").output.contains("Every day counts"))
                #expect(try await masked() == [])
                #expect(try await browser.get("/v1/context-mask").json["flags"] as? [String] == [])
                #expect(try await browser.put("/v1/context-mask", ["flags": ["sadness"]]).status == 400)
            }
        }
    }
}
