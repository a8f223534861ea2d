import Bus
import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

extension RightNumbers {
    /// Changes of journal entries: lists, score and open pages follow.
    @Suite(.serialized, .tags(.processes, .sharedStack)) struct JournalScoreTests {
        @Test(
            "SEN-1 SCO-2 SEN-6 Over HTTP an entry is found, edited, corrected, kept out, deleted and restored, and the score follows",
            .timeLimit(.minutes(3)))
        func http() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                let lines = try await browser.events("/v1/events")
                let heard = Mutex<[String]>([])
                let listening = Task {
                    for try await line in lines { heard.withLock { $0.append(line) } }
                }
                defer { listening.cancel() }
                try await eventually("the page listens") {
                    heard.withLock { $0.contains("event: ready") } ? () : nil
                }
                let first = try await browser.post("/v1/journal", ["text": "A calm and happy day beside the Müritz."])
                #expect(first.status == 201)
                // An open page hears of the entry, of its analysis and of the score, from three services in any order.
                for name in ["JournalSaved", "JournalEntryChanged", "ScoreUpdated"] {
                    try await eventually("the open page hears \(name)") {
                        heard.withLock { $0.contains { $0.contains("\"\(name)\"") } } ? () : nil
                    }
                }
                let id = try #require(first.json["id"] as? String)
                let day = try #require(first.json["day"] as? String)
                let path = "/v1/journal/\(id)"
                /// The day's sentiment in the score's breakdown; nil if none counts.
                func counts(_ name: String, _ check: @escaping @Sendable (Double?) -> Bool) async throws {
                    _ = try await eventually("the score follows: \(name)") { () -> Bool? in
                        let parts =
                            try await browser.get("/v1/score/breakdown?day=\(day)").json["contributions"]
                            as? [[String: Any]] ?? []
                        let journal = parts.first { $0["signal"] as? String == "sentiment" }
                        return check(journal?["value"] as? Double) ? true : nil
                    }
                }
                let sentiment = try #require(try await browser.analysis(of: first)["sentiment"] as? Double)
                try await counts("written") { $0 == nil ? false : abs(($0 ?? 0) - sentiment) < 1e-9 }

                #expect(try await browser.get(path).json["text"] as? String == first.json["text"] as? String)
                #expect(try await browser.get("/v1/journal?month=\(day.prefix(7))").list.count == 1)
                #expect(try await browser.get("/v1/journal?month=1999-01").list.isEmpty)
                #expect(try await browser.get("/v1/journal?month=99").status == 400)
                #expect(try await browser.get("/v1/journal/months").list.first?["entries"] as? Int == 1)
                #expect(try await browser.get("/v1/journal/search?q=muritz").list.first?["id"] as? String == id)
                #expect(try await browser.get("/v1/journal/search?q=").status == 400)
                #expect(try await stack.pulsum("journal", "search", "müritz").output.contains("beside the Müritz"))

                let revision = try #require(first.json["revision"] as? Int)
                let edited = try await browser.put(
                    path, ["text": "A terrible, sad and lonely day.", "revision": revision])
                #expect(edited.status == 200 && edited.json["at"] as? Int == first.json["at"] as? Int)
                #expect(try await browser.put(path, ["text": "Mine.", "revision": revision]).status == 409)
                try await counts("edited") { ($0 ?? 1) < 0 }

                let corrected = try await browser.put("\(path)/mood", ["value": 0.5])
                #expect(corrected.status == 200 && corrected.json["word"] as? String == "pleasant")
                try await counts("corrected") { $0.map { abs($0 - 0.5) < 1e-9 } ?? false }
                #expect(try await browser.put("\(path)/mood", ["value": 2]).status == 400)
                #expect(try await browser.put("\(path)/mood", ["value": 0.5, "keptOut": true]).status == 200)
                try await counts("kept out") { $0 == nil }
                #expect(try await browser.put("\(path)/mood", [:]).status == 200)
                try await counts("taken back") { ($0 ?? 1) < 0 }

                #expect(try await browser.delete(path).status == 204)
                #expect(try await browser.get(path).status == 404)
                #expect(try await browser.get("/v1/journal").list.isEmpty)
                try await counts("deleted") { $0 == nil }
                #expect(try await browser.post("\(path)/restore").status == 200)
                #expect(try await browser.get("/v1/journal").list.count == 1)
                try await counts("restored") { ($0 ?? 1) < 0 }
            }
        }
    }
}
