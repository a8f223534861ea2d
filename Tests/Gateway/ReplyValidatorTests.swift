import Fixtures
import Messages
import TestTraits
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(5)), .tags(.processes)) struct ReplyValidatorTests {
    private func outcome(_ answer: RecordingServer.Answer) async throws -> (PhraseReply, String?) {
        var result: (PhraseReply, String?)?
        try await GatewayWorld.run { world in
            try await world.consent()
            world.server.answer(answer)
            result = (try await world.phrase(), try await world.receipts().first?.outcome)
        }
        return try #require(result)
    }

    @Test("COA-9 a reply that keeps to its facts passes")
    func passes() async throws {
        let (reply, outcome) = try await outcome(
            .reply(
                coachReply: "Your sleep debt is above your usual level. Why not dim the lights an hour before bed?",
                nextAction: "Dim the lights in good time"))
        #expect(
            reply.coachReply == "Your sleep debt is above your usual level. Why not dim the lights an hour before bed?")
        #expect(reply.nextAction == "Dim the lights in good time")
        #expect(reply.gate == nil)
        #expect(outcome == "ok")
    }

    @Test(
        "COA-9 a reply outside the schema is rejected",
        arguments: [
            "", "[]", "{}", #"{"output":[]}"#,
            #"{"status":"incomplete","output":[{"type":"message","content":[{"type":"output_text","text":"{\"coachReply\":\"Rest your sleep.\",\"nextAction\":null}"}]}]}"#,
            #"{"output":[{"type":"message","content":[{"type":"refusal","refusal":"no"}]}]}"#,
            #"{"output":[{"type":"message","content":[{"type":"output_text","text":"sleep sleep"}]}]}"#,
            #"{"output":[{"type":"message","content":[{"type":"output_text","text":"{\"coachReply\":\"Sleep.\"}"}]}]}"#,
            #"{"output":[{"type":"message","content":[{"type":"output_text","text":"{\"coachReply\":7,\"nextAction\":null}"}]}]}"#,
            #"{"output":[{"type":"message","content":[{"type":"output_text","text":"{\"coachReply\":\"Sleep.\",\"nextAction\":null,\"more\":1}"}]}]}"#,
        ])
    func schema(_ body: String) async throws {
        let (reply, outcome) = try await outcome(.raw(body))
        #expect(reply.gate == "secondWall")
        #expect(reply.coachReply == nil)
        #expect(reply.receipt != nil)
        #expect(outcome == "secondWall: schema")
    }

    @Test("COA-9 a reply about something else is not grounded")
    func ungrounded() async throws {
        let (reply, outcome) = try await outcome(
            .reply(coachReply: "Invest in copper futures and purchase lottery tickets."))
        #expect(reply.gate == "secondWall")
        #expect(outcome == "secondWall: grounding")
    }

    @Test(
        "COA-9 medical claims do not pass",
        arguments: [
            "Your sleep debt means you have insomnia.", "Sleep an hour more to cure your sleep debt.",
            "Take 5 mg of melatonin before bed for your sleep.",
            "Your heart rate variability suggests a heart disease.", "Dim the lights: this treats bad sleep.",
            "Better sleep is guaranteed.",
        ])
    func medical(_ text: String) async throws {
        let (reply, outcome) = try await outcome(.reply(coachReply: text))
        #expect(reply.gate == "secondWall")
        #expect(reply.coachReply == nil)
        let reasons: [ReplyFault] = [.dose, .drug, .diagnosis, .treatment, .promise]
        #expect(reasons.contains { outcome == "secondWall: \($0.rawValue)" })
    }

    @Test("COA-9 a reply that safety does not find safe does not pass")
    func unsafe() async throws {
        let (reply, outcome) = try await outcome(
            .reply(coachReply: "Sleep before bed, dim the lights. \(SafetyDouble.grave) sleep."))
        #expect(reply.gate == "secondWall")
        #expect(outcome == "secondWall: safety")
    }

    @Test("COA-9 a reply with an address to go to does not pass")
    func contact() async throws {
        let (reply, outcome) = try await outcome(
            .reply(coachReply: "Sleep better, dim the lights: https://evil.example/lights"))
        #expect(reply.gate == "secondWall")
        #expect(outcome == "secondWall: link")
    }

    @Test("GAT-8 the reply is cut to two sentences and keeps its marks")
    func twoSentences() throws {
        let reply = try ReplyValidator.sanitised(
            CloudReply(coachReply: " Nice work!\n\nCould you dim\tthe lights?  A third. And 7.5 more.", nextAction: " ")
        )
        #expect(reply == CloudReply(coachReply: "Nice work! Could you dim the lights?", nextAction: nil))
        let decimal = try ReplyValidator.sanitised(
            CloudReply(coachReply: "You slept 7.5 hours. Rest!", nextAction: nil))
        #expect(decimal.coachReply == "You slept 7.5 hours. Rest!")
    }

    @Test(
        "COA-9 nothing, or far too much, is no reply",
        arguments: ["", "  \n", "...", String(repeating: "sleep ", count: 100)])
    func length(_ text: String) {
        #expect(throws: Refusal.self) { try ReplyValidator.sanitised(CloudReply(coachReply: text, nextAction: nil)) }
    }

    @Test("COA-9 grounding is the share of content words that were given")
    func grounding() throws {
        let words = try PromptBuilder(
            Phrase(
                user: .random(), toneHints: [], topSignal: .sleep, topMomentID: "lights", rationale: .belowUsual,
                zScoreSummary: [])
        ) { _ in GatewayWorld.moment }
        let context = ReplyContext(words)
        func score(_ text: String) -> Double { Grounding.share([text], context) }
        #expect(score("Dim lights before bed") == 1)
        #expect(score("Dim lights, purchase copper") == 0.5)
        // Nothing that could be wrong.
        #expect(score("You could try this today") == 1)
    }
}
