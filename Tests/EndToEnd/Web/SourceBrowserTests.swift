import Fixtures
import Foundation
import TestTraits
import Testing

/// Adding a source in a real browser, with a stand-in phone for each companion.
@Suite(.needs(.browser), .serialized, .tags(.browser)) struct SourceBrowserTests {
    /// What `sources.py` prints, by companion.
    private struct Seen: Decodable {
        let taps: [String: Int]
        /// From “Add a source” to the first value on the page.
        let seconds: [String: Double]
        /// The status that a second phone with the same code hears.
        let second: [String: Int]
        let arrived: [String: String]
        /// The status that the app hears afterwards.
        let unpaired: [String: Int]
        /// Whether the page saw the phone open the code's address.
        let reached: Bool
        let listed: Int
        let left: Int
    }

    @Test(
        "WEB-6 From “Add a source” to the first value takes at most 90 s and 5 taps with each companion; unpaired, it is refused",
        .timeLimit(.minutes(8)))
    func companions() async throws {
        let (stack, pin) = try await BrowserScript.encryptedStack()
        try await stack.during { stack in
            _ = try await stack.makeAccount()
            let seen: Seen = try await BrowserScript.run(
                "sources.py", [try stack.httpAddress(), pin, BrowserScript.pictures])
            let apps: Set = ["hc-webhook", "open-wearables", "health-bridge", "openscale", "health-auto-export"]
            #expect(Set(seen.taps.keys) == apps && seen.taps.values.allSatisfy { $0 <= 5 }, "\(seen.taps)")
            #expect(Set(seen.seconds.keys) == apps && seen.seconds.values.allSatisfy { $0 <= 90 }, "\(seen.seconds)")
            #expect(seen.second == ["open-wearables": 404, "health-bridge": 400])
            #expect(seen.arrived["hc-webhook"]?.contains("2 readings") == true, "\(seen.arrived)")
            #expect(Set(seen.arrived.keys) == apps)
            #expect(seen.arrived.values.allSatisfy { $0.contains(/newest (yesterday, )?\d\d:\d\d/) }, "\(seen.arrived)")
            #expect(seen.unpaired.count == 5 && seen.unpaired.values.allSatisfy { $0 == 401 }, "\(seen.unpaired)")
            #expect(seen.reached && seen.listed == 5 && seen.left == 4)
        }
    }
}
