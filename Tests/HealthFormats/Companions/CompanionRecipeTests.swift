import Foundation
import Messages
import Testing

@testable import HealthFormats

/// The decoder of docs/adding-a-companion.md.
@Suite struct CompanionRecipeTests {
    @Test("The recipe's decoder is the one that is compiled here") func sameText() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("docs/adding-a-companion.md"), encoding: .utf8)
        let code = try String(contentsOf: folder.appendingPathComponent("ExampleReader.swift"), encoding: .utf8)
        let body = try #require(code.ranges(of: "/// Posts of Example").first)
        #expect(page.contains(code[body.lowerBound...]))
    }

    @Test("It decodes, counts what it does not know, and says the same in any order") func decodes() {
        let example = CompanionExample(ExampleReader.self)
        let bodies = [("10:00", 61), ("11:00", 62)].map { time, pulse in
            #"{"rows":[{"id":"a","type":"pulse","time":"2026-10-30T08:00:00Z","value":\#(pulse),"unit":"bpm","mood":1},{"type":"aura"},{"type":"pulse","time":"soon"}],"sent":"2026-10-30T\#(time):00Z"}"#
        }
        let post = example.decode(bodies[0])
        #expect(post.unknownKinds == ["aura": 1])
        #expect(post.unknownFields == ["rows.mood": 1])
        #expect(post.left.counts == [.badDate: 1])
        #expect(CompanionExample.values(example.fold(bodies), "heartRate") == [62])
        #expect(CompanionExample.values(example.fold(bodies.reversed()), "heartRate") == [62])
    }
}
