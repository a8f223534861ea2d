import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// A sync that says what is wrong with it, in real processes whose clock is set forward hour by hour.
@Suite(.serialized, .tags(.processes)) struct ArrivalTests {
    private static func body(at time: Int, kinds: Set<String>) -> [UInt8] {
        func text(_ seconds: Int) -> String {
            Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
        }
        let pulse = #","heart_rate":[{"bpm":61,"time":"\#(text(time - 600))"}]"#
        let steps = #","steps":[{"count":40,"start_time":"\#(text(time - 900))","end_time":"\#(text(time - 600))"}]"#
        return Array(
            "{\"timestamp\":\"\(text(time))\"\(kinds.contains("pulse") ? pulse : "")\(kinds.contains("steps") ? steps : "")}"
                .utf8)
    }

    @Test(
        "ING-20 WEB-6 SEC-1 A phone that falls silent is on the page of sources, on Today and in the API, until it is revoked",
        .timeLimit(.minutes(8)))
    func silent() async throws {
        let scratch = try Scratch()
        let clock = try await SteppedClock(in: scratch)
        let stack = try await Stack.start([], environment: clock.environment, scratch: scratch)
        try await stack.during { stack in
            let phone = try await PairedPhone("hc-webhook", stack)
            let now = Int(Date().timeIntervalSince1970)
            var hours = 0
            func post(_ kinds: Set<String> = ["pulse", "steps"]) async throws {
                hours += 3
                try clock.step(to: hours * 3600)
                let answer = try await phone.deliver(Self.body(at: now + hours * 3600, kinds: kinds))
                #expect(answer.status == 200, "\(answer.text)")
            }
            for _ in 0..<72 { try await post() }
            func findings() async throws -> [[String: Any]] {
                let sources = try await phone.browser.get("/v1/sources/arrivals").list
                #expect(sources.count == 1 && sources.first?["label"] as? String == "phone")
                return sources.first?["findings"] as? [[String: Any]] ?? []
            }
            #expect(try await findings().isEmpty)
            #expect(!(try await phone.browser.get("/").text).contains("source-trouble"))
            // No other kind is of the heart: only days without one are a fault.
            for _ in 0..<26 { try await post(["steps"]) }
            let partial = try await findings()
            #expect(partial.map { $0["fault"] as? String } == ["partial"])
            #expect(partial.first?["kinds"] as? [String] == ["heartRate"])
            #expect(try await phone.browser.get("/sources").text.contains("although the rest arrives: Heart rate"))
            hours += 27
            try clock.step(to: hours * 3600)
            #expect(try await findings().map { $0["fault"] as? String } == ["silent"])
            let page = try await phone.browser.get("/sources").text
            #expect(page.contains("Nothing has arrived since") && page.contains("Battery, and choose unrestricted"))
            let today = try await phone.browser.get("/").text
            #expect(today.contains("phone has sent nothing since") && today.contains("href=\"/sources\""))
            // No device reads it.
            let denied = try await Browser(stack.url).get("/v1/sources/arrivals", headers: phone.headers)
            #expect(denied.status == 403)
            let source = try #require(try await phone.browser.get("/v1/companions").list.first)
            #expect(try await phone.browser.delete("/v1/companions/\(source["id"] as? String ?? "")").status == 204)
            #expect(try await phone.browser.get("/v1/sources/arrivals").list.isEmpty)
            #expect(!(try await phone.browser.get("/").text).contains("source-trouble"))
            try await eventually("the habits of a revoked device are gone", within: .seconds(30)) { () -> Void? in
                try await stack.bus.request(HabitsQuery(user: phone.user)).devices.isEmpty ? () : nil
            }
        }
    }
}
