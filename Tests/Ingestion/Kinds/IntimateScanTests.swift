import Fixtures
import Foundation
import Messages
import Testing

@testable import HealthFormats

/// What a search for names of intimate kinds finds in a body that nobody could read.
@Suite struct IntimateScanTests {
    private static func groups(_ body: String) throws -> Set<String> {
        Set(try IntimateScan(MemoryBytes(Array(body.utf8))).groups.map(\.rawValue))
    }

    /// Data in which every short name occurs.
    private static let encoded: String = {
        var random = SplitMix(seed: 7)
        let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let noise = String((0..<20_000).map { _ in signs[Int(random.next() % 64)] })
        return noise + "mood/acne+drugFever" + noise + "=="
    }()

    @Test("ING-18 Encoded data and words that only contain a name are no name; names around them are")
    func noise() throws {
        let encoded = Self.encoded
        for text in [#"{"route":"\#(encoded)""#, #"{"route":"\#(encoded)","steps":[{"count":1"#, encoded] {
            #expect(try Self.groups(text).isEmpty)
        }
        #expect(try Self.groups(#"{"title":"Medicine ball","note":"prevalence and equivalence""#).isEmpty)
        #expect(try Self.groups(#"{"mood":[{"route":"\#(encoded)""#) == ["mind"])
        #expect(try Self.groups(#"{"route":"\#(encoded)","acne":1"#) == ["symptoms"])
        #expect(try Self.groups("mood \(encoded)") == ["mind"])
        #expect(try Self.groups("\(encoded) mood") == ["mind"])
    }

    @Test(
        "ING-18 A name is found however it is written and wherever the body breaks off",
        arguments: [
            "mood", #"{"mood_score":3"#, "HKCategoryTypeIdentifierMoodChanges", "a/mood", "mood=3", "x+Mood+y",
            "date;MOOD;value", "daily mood log", "medicine", #"{"stateOfMind":[{"valence":-1"#,
        ])
    func names(body: String) throws {
        #expect(try !Self.groups(body).isEmpty)
        let long = String(repeating: "steps,1\n", count: 400)
        #expect(try !Self.groups(long + body + "\n" + long).isEmpty)
        #expect(try !Self.groups(String(repeating: "a ", count: 2_000) + body).isEmpty)
    }
}
