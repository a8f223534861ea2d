import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// A language model on the person's machine, in the cascades of the real processes.
@Suite(.serialized, .tags(.deadline)) struct LocalModelTests {
    @Test(
        "SEN-3 SAF-2 SAF-4: a local model's word counts in the journal and in the chat; nothing of it reaches the cloud; without it the other steps answer",
        .timeLimit(.minutes(5)))
    func cascade() async throws {
        let (model, cloud) = (try await RecordingServer.start(), try await RecordingServer.start())
        let environment = [
            "PULSUM_LOCAL_MODEL_URL": model.url, "PULSUM_LOCAL_MODEL_NAME": "small", "PULSUM_CLOUD_URL": cloud.url,
        ]
        try await Stack.run(environment: environment) { stack in
            _ = try await stack.bus.request(
                CreateAccount(name: "Ada", password: "correct horse battery", timeZone: "Europe/Berlin"))
            let browser = Browser(stack.url)
            _ = try await browser.post("/v1/sessions", ["name": "Ada", "password": "correct horse battery"])
            func journal(_ text: String) async throws -> [String: Any] {
                let answer = try await browser.post("/v1/journal", ["text": text])
                return answer.json["analysis"] as? [String: Any] ?? [:]
            }

            // Safety asks first, sentiment second.
            model.answer(.chat(#"{"level":"safe","reason":"none"}"#), .chat(#"{"kind":"some","sentiment":0.625}"#))
            let kind = try await journal("A walk with the quetzalcanary, happy and calm.")
            #expect(kind["provider"] as? String == "localModel" && kind["sentiment"] as? Double == 0.625)
            #expect(model.arrivals.count == 2)

            // The model detects a danger that no word of the text names.
            model.answer(.chat(#"{"level":"crisis","reason":"abuseOrDanger"}"#))
            let chat = try await browser.post("/v1/chat", ["text": "How can I sleep better?"])
            #expect(chat.json["level"] as? String == "crisis" && chat.json["source"] as? String == "fixed")
            #expect(await cloud.bodies().isEmpty)

            // With the model stopped, the head or the lexicon replies, and the person gets no error.
            await model.stop()
            let alone = try await journal("Another happy day, what a joy.")
            #expect(["head", "lexicon"].contains(alone["provider"] as? String))
            #expect((alone["verdict"] as? [String: Any])?["level"] as? String == "safe")
            #expect(!stack.logText.contains("quetzalcanary"))
        }
        await cloud.stop()
    }

    @Test("SEN-3 SAF-2: a public address is refused at the start, in a sentence", .timeLimit(.minutes(2)))
    func publicAddress() async throws {
        for service in ["safety", "sentiment", "coaching"] {
            let scratch = try Scratch()
            let result = try await Executable.run(
                Executable.folder.appendingPathComponent("pulsum-" + service).path, [],
                environment: [
                    "PULSUM_DATA": scratch.file("data"), "PULSUM_LOCAL_MODEL_URL": "https://8.8.8.8/v1",
                    "PULSUM_LOCAL_MODEL_NAME": "m",
                ])
            #expect(result.status != 0)
            #expect((result.output + result.errors).contains("8.8.8.8 is a public address"))
            scratch.remove()
        }
    }
}
