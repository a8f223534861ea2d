import Fixtures
import Foundation
import Language
import Messages
import TestTraits
import Testing

@testable import Coaching

/// Questions that were once answered as something else.
@Suite(.needs(.sentenceModel)) struct WrongTurnTests {
    private static let embedder = Result {
        try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
    }

    private func ask(_ text: String) async throws -> ChatReply {
        let world = try await World(embedder: try Self.embedder.get())
        try await world.hear(score: 45, [(.stress, 0.9), (.sleepDebt, 2), (.hrv, -1.5)])
        return try await world.say(text)
    }

    @Test(
        "COA-8 each is answered as what it asks",
        arguments: [
            ("rmssd", "status"), ("hrv", "status"), ("steps", "status"), ("Schritte?", "status"),
            ("I have insomnia", "feelings"), ("my anxiety is spiking", "feelings"),
            ("Am I sleeping less than in spring?", "compare"), ("Any tips against afternoon tiredness?", "howTo"),
            ("Wie komme ich abends besser runter?", "howTo"), ("Can you see my journal?", "meta"),
            ("Liest du mein Tagebuch?", "meta"), ("What helps my score the most?", "cause"),
            ("What helps my sleep?", "howTo"), ("Do I have insomnia?", "medical"),
            ("I am worried about a lump", "medical"),
        ])
    func kinds(_ text: String, _ kind: String) async throws {
        let reply = try await ask(text)
        #expect(reply.kind == kind, "\(reply.coachReply)")
    }

    @Test("COA-8 what is normal among people is answered by the sentence with the numbers")
    func normal() async throws {
        #expect(try await ask("What is a normal respiratory rate at night?").coachReply.contains("12 and 19"))
        #expect(try await ask("Was ist eine normale Atemfrequenz in der Nacht?").coachReply.contains("12 und 19"))
        #expect(try await ask("What is respiratory rate?").coachReply.contains("breaths per minute"))
    }

    @Test("COA-8 the coach says what it knows of the journal")
    func journal() async throws {
        #expect(try await ask("Can you see my journal?").coachReply.contains("the mood of your journal"))
    }
}
