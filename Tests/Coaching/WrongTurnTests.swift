import Fixtures
import Foundation
import Language
import Localization
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

    /// Openings of replies to a feeling.
    private static let acknowledgements = ["feeling", "joy", "loss"].flatMap { name in
        (0..<5).flatMap { number in
            [Localization.Language.english, .german].map { Catalogue.shipped($0)("answer.\(name).\(number)") }
        }
    }

    @Test(
        "COA-8 what somebody ate, drank or worked is no trouble, and is not called hard",
        arguments: [
            "I drank too much coffee", "I had too much coffee today.", "Too much coffee today", "I ate too much cake",
            "I ate a whole pizza last night", "I had two glasses of wine with dinner", "I worked late yesterday",
            "I had a lot of meetings today", "We had too many beers on Saturday", "I had too much work this week",
            "I had lunch at my desk", "I drank a lot of water", "Ich habe zu viel Kaffee getrunken",
            "Ich habe gestern lange gearbeitet", "Zu viel Kuchen gegessen", "Wir hatten heute viele Besprechungen",
        ])
    func everyday(_ text: String) async throws {
        let reply = try await ask(text)
        #expect(!Self.acknowledgements.contains { reply.coachReply.contains($0) }, "\(reply.coachReply)")
        #expect(reply.level == .safe)
    }

    @Test(
        "COA-8 trouble at work, or with food, is acknowledged",
        arguments: [
            "I'm so stressed by all this work", "I feel awful after all that food", "I am exhausted from work",
            "Ich bin erschöpft von der Arbeit",
        ])
    func troubles(_ text: String) async throws {
        let reply = try await ask(text)
        #expect(Self.acknowledgements.contains { reply.coachReply.contains($0) }, "\(reply.coachReply)")
    }
}
