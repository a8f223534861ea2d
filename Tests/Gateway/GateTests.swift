import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(5)), .tags(.processes)) struct GateTests {
    @Test("GAT-4 the gates stand in their order: what fails at several is refused by the first")
    func order() async throws {
        #expect(
            Gate.allCases.map(\.rawValue) == [
                "schema", "consent", "safety", "redaction", "rateLimit", "circuitBreaker", "call", "secondWall",
            ])
        try await GatewayWorld.run { world in
            var request = world.request
            request.rationale = Phrase.Rationale(rawValue: 99)
            world.safety.isDown.withLock { $0 = true }
            #expect(try await world.phrase(request).gate == "schema")
            #expect(try await world.phrase().gate == "consent")
            try await world.consent()
            #expect(try await world.phrase().gate == "safety")
            world.safety.isDown.withLock { $0 = false }
            for _ in 0..<CircuitBreaker.threshold {
                try await world.gateway.store.write { [world] in
                    try BreakerRows(destination: world.gateway.settings.address.destination, transaction: $0).record(
                        .fails, admitted: world.now, world.now)
                }
            }
            #expect(try await world.phrase().gate == "circuitBreaker")
            world.later(CircuitBreaker.pause)
            world.server.answer(.garbage)
            #expect(try await world.phrase().gate == "secondWall")
            #expect(try await world.phrase().gate == "rateLimit")
            world.later()
            world.server.answer(.status(400))
            #expect(try await world.phrase().gate == "call")
            #expect(world.server.arrivals.count == 2)
        }
    }

    @Test("GAT-3 only enumerations, half steps and the shipped library's text leave; no identifier, no time")
    func minimised() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            #expect(
                try await world.phrase().coachReply == "You asked about your sleep. You could try this: Dim the lights!"
            )
            let body = try #require(world.server.arrivals.first).body
            let json = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
            #expect(
                Set(json.keys) == ["model", "instructions", "input", "store", "max_output_tokens", "reasoning", "text"])
            #expect(
                json["input"] as? String == """
                    Tone: calm, brief.
                    Topic: sleep.
                    Situation: this is below their usual level.
                    Compared with their usual, in standard deviations: heart rate variability -1.5; sleep debt +2.0.
                    Suggestion: Dim the lights. Dim the lights an hour before bed.
                    """)
            #expect(json["instructions"] as? String == PromptBuilder.instructions)
            let headers = try #require(world.server.headers.first)
            #expect(
                Set(headers.keys).subtracting([
                    "host", "content-length", "content-type", "accept", "user-agent", "accept-encoding",
                    "transfer-encoding", "connection",
                ])
                .isEmpty)
        }
    }

    @Test("GAT-3 a moment that is not of the shipped library does not travel, neither its text nor its id")
    func ownMoment() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            var request = world.request
            request.topMomentID = "my-own-secret"
            _ = try await world.phrase(request)
            let body = String(decoding: try #require(world.server.arrivals.first).body, as: UTF8.self)
            #expect(!body.contains("my-own-secret"))
            #expect(!body.contains("Suggestion"))
        }
    }

    @Test("GAT-3 values outside the enumerations and ranges are refused")
    func ranges() throws {
        let base = Phrase(
            user: .random(), toneHints: [.calm], topSignal: .sleep, topMomentID: nil, rationale: .asUsual,
            zScoreSummary: [])
        func isRefused(_ change: (inout Phrase) -> Void) -> Bool {
            var request = base
            change(&request)
            do {
                _ = try PromptBuilder(request) { _ in nil }
                return false
            } catch {
                return error.gate == .schema
            }
        }
        #expect(!isRefused { _ in })
        #expect(!isRefused { $0.zScoreSummary = Signal.all.map { SignalStep(signal: $0, halfSteps: -12) } })
        #expect(isRefused { $0.topSignal = Topic(rawValue: 77) })
        #expect(isRefused { $0.toneHints = [Phrase.Tone(rawValue: 0)] })
        #expect(isRefused { $0.toneHints = Array(repeating: .calm, count: 5) })
        #expect(isRefused { $0.zScoreSummary = [SignalStep(signal: .hrv, halfSteps: 13)] })
        #expect(isRefused { $0.zScoreSummary = [SignalStep(signal: .hrv, halfSteps: .min)] })
        #expect(isRefused { $0.zScoreSummary = [SignalStep(signal: Signal(rawValue: 11), halfSteps: 0)] })
        #expect(isRefused { $0.zScoreSummary = Array(repeating: SignalStep(signal: .hrv, halfSteps: 1), count: 2) })
    }

    @Test(
        "GAT-3 half steps in words",
        arguments: [(-3, "-1.5"), (4, "+2.0"), (0, "0.0"), (-1, "-0.5"), (12, "+6.0"), (-12, "-6.0")]
            as [(Int32, String)])
    func halfSteps(_ steps: Int32, _ text: String) throws {
        let words = try PromptBuilder(
            Phrase(
                user: .random(), toneHints: [], topSignal: .hrv, topMomentID: nil, rationale: .askedAbout,
                zScoreSummary: [SignalStep(signal: .hrv, halfSteps: steps)])
        ) { _ in nil }
        #expect(words.text.hasSuffix("heart rate variability \(text)."))
    }

    @Test("SAF-6 safety down, or not pleased: nothing leaves", arguments: [true, false])
    func safety(_ isDown: Bool) async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            world.safety.isDown.withLock { $0 = isDown }
            let gateway = GatewayService(
                store: world.gateway.store, bus: world.safety, cloud: HTTPCloud(),
                settings: GatewayService.Settings(
                    address: world.gateway.settings.address, model: "gpt-5", keyFile: nil,
                    moment: { _ in SafetyDouble.grave }),
                holder: world.gateway.holder, log: world.gateway.log, clock: world.gateway.clock)
            #expect(try await world.phrase(by: gateway) == PhraseReply(gate: "safety"))
            #expect(world.server.arrivals.isEmpty)
        }
    }

    @Test("GAT-4 a text with something like an identifier stays")
    func redaction() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            let gateway = GatewayService(
                store: world.gateway.store, bus: world.safety, cloud: HTTPCloud(),
                settings: GatewayService.Settings(
                    address: world.gateway.settings.address, model: "gpt-5", keyFile: nil,
                    moment: { _ in "Write to jane.doe@example.com." }),
                holder: world.gateway.holder, log: world.gateway.log, clock: world.gateway.clock)
            #expect(try await world.phrase(by: gateway) == PhraseReply(gate: "redaction"))
            #expect(world.server.arrivals.isEmpty)
        }
    }
}
