import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(2)), .tags(.processes)) struct ShapeTests {
    private static let input =
        #"Tone: calm, brief.\nTopic: sleep.\nSituation: this is below their usual level.\nCompared with their usual, in standard deviations: heart rate variability -1.5; sleep debt +2.0.\nSuggestion: Dim the lights. Dim the lights an hour before bed."#
    private static let schema =
        #"{"additionalProperties":false,"properties":{"coachReply":{"type":"string"},"nextAction":{"type":["string","null"]}},"required":["coachReply","nextAction"],"type":"object"}"#

    private static func quoted(_ text: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(text), as: UTF8.self)
    }

    @Test("GAT-8 the bytes of the Responses API, with the least effort of the model")
    func responses() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            _ = try await world.phrase()
            let arrival = try #require(world.server.arrivals.first)
            #expect(arrival.path == "/v1/responses")
            let expected =
                #"{"input":"\#(Self.input)","instructions":\#(try Self.quoted(PromptBuilder.instructions)),"max_output_tokens":1000,"model":"gpt-5","reasoning":{"effort":"minimal"},"store":false,"text":{"format":{"name":"coach_reply","schema":\#(Self.schema),"strict":true,"type":"json_schema"}}}"#
            #expect(String(decoding: arrival.body, as: UTF8.self) == expected)
        }
    }

    @Test("GAT-8 the bytes of chat completions for a model that is not in the table: same prompt, same schema")
    func chatCompletions() async throws {
        try await GatewayWorld.run { world in
            world.server.answer(
                .chat(#"{"coachReply":"Dim the lights an hour before bed.","nextAction":null}"#))
            let gateway = try world.anotherGateway(shape: .chatCompletions, model: "small-model")
            try await world.consent(by: gateway)
            let reply = try await world.phrase(by: gateway)
            #expect(reply.coachReply == "Dim the lights an hour before bed.")
            let arrival = try #require(world.server.arrivals.first)
            #expect(arrival.path == "/v1/chat/completions")
            let expected =
                #"{"max_tokens":2000,"messages":[{"content":\#(try Self.quoted(PromptBuilder.instructions)),"role":"system"},{"content":"\#(Self.input)","role":"user"}],"model":"small-model","response_format":{"json_schema":{"name":"coach_reply","schema":\#(Self.schema),"strict":true},"type":"json_schema"}}"#
            #expect(String(decoding: arrival.body, as: UTF8.self) == expected)
            let receipt = try #require(try await world.receipts().first)
            #expect(Array(receipt.body.utf8) == arrival.body)
            #expect(receipt.destination.hasSuffix("/v1/chat/completions"))
        }
    }

    @Test("GAT-8 OpenAI's own chat completions are told not to store")
    func store() throws {
        func body(_ model: String, isOpenAI: Bool) throws -> [String: Any] {
            let bytes = try CloudBody(
                model: CloudModel(model), shape: .chatCompletions, isOpenAI: isOpenAI, instructions: "a", input: "b"
            ).bytes()
            return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        }
        let there = try body("gpt-5.1", isOpenAI: true)
        #expect(there["store"] as? Bool == false && there["reasoning_effort"] as? String == "none")
        #expect(there["max_completion_tokens"] as? Int == 500 && there["max_tokens"] == nil)
        #expect(try body("small-model", isOpenAI: false)["store"] == nil)
    }

    @Test(
        "GAT-8 a chat completion that deviates from its form is no reply",
        arguments: [
            #"{"choices":[]}"#, #"{"choices":[{"message":{"content":null,"refusal":"no"}}]}"#,
            #"{"choices":[{"message":{"content":"{\"coachReply\":\"Sleep.\",\"nextAction\":null}"},"finish_reason":"length"}]}"#,
            #"{"choices":[{"message":{"content":"Sleep."},"finish_reason":"stop"}]}"#,
            #"{"output":[{"type":"message","content":[{"type":"output_text","text":"{\"coachReply\":\"Sleep.\",\"nextAction\":null}"}]}]}"#,
        ])
    func deviating(_ body: String) {
        #expect(CloudReply(response: Array(body.utf8), shape: .chatCompletions) == nil)
    }

    @Test(
        "GAT-8 effort and bound follow the model",
        arguments: [
            ("gpt-5", "minimal", 1_000), ("gpt-5-mini", "minimal", 1_000), ("gpt-5-2025-08-07", "minimal", 1_000),
            ("gpt-5-pro", "high", 8_000), ("gpt-5-chat-latest", nil, 500), ("gpt-5-codex", "low", 2_000),
            ("gpt-5.1", "none", 500), ("gpt-5.2-pro", "medium", 8_000), ("gpt-5.1-codex", "low", 2_000),
            ("o3-mini", "low", 2_000), ("gpt-4.1", nil, 500), ("mistral-small", nil, 2_000),
        ] as [(String, String?, Int)])
    func models(_ name: String, _ effort: String?, _ tokens: Int) {
        let model = CloudModel(name)
        #expect(model.effort == effort)
        #expect(model.tokens == tokens)
    }
}
