import Fixtures
import Foundation
import Language
import LocalModel
import Messages
import Moments
import Questions
import TestTraits
import Testing

@testable import Coaching

/// The local model's phrasing, against a real HTTP server on this machine.
@Suite(.serialized, .tags(.processes)) struct LocalPhraserTests {
    private func withServer(_ body: (RecordingServer, World) async throws -> Void) async throws {
        let server = try await RecordingServer.start()
        let model = try #require(try LocalModel(url: server.url, name: "small-1", injections: InjectionDetector()))
        do {
            try await body(server, try await World(model: model))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func chat(_ text: String) throws -> RecordingServer.Answer {
        .chat(String(decoding: try JSONEncoder().encode(["reply": text]), as: UTF8.self))
    }

    @Test("COA-10 a configured local model phrases a composed reply, and the reply says so", .timeLimit(.minutes(1)))
    func phrased() async throws {
        try await withServer { server, world in
            server.answer(.status(500))
            let plain = try await world.say("Wie kann ich besser schlafen?")
            #expect(plain.source == .composed, "the composed reply stands")
            let title = try #require(Moments.shipped[plain.moment ?? ""]?.german?.title)
            // The next suggestion is another one, so its title is read from the request.
            server.answer(.status(500))
            let other = try await world.say("etwas anderes", at: World.at + 60_000)
            let second = try #require(Moments.shipped[other.moment ?? ""]?.german?.title)
            #expect(second != title)
            let body = try #require(server.arrivals.last.map { String(decoding: $0.body, as: UTF8.self) })
            #expect(body.contains(AnswerWriter.phrase(second)))
            #expect(!body.contains("etwas anderes"))
        }
        try await withServer { server, world in
            let third = try await Self.german(world)
            server.answer(try chat("Wie gefragt kommt hier etwas für dich: „\(third.title)“, \(third.duration)."))
            let reply = try await world.say("Wie kann ich besser schlafen?", at: World.at + 7_200_000)
            if reply.moment == third.moment { #expect(reply.source == .localModel, "\(reply.coachReply)") }
            #expect(PhraseWall.sentences(reply.coachReply) <= 2)
        }
    }

    /// What the coach will suggest, from a world of its own.
    private static func german(_ world: World) async throws -> (moment: String, title: String, duration: String) {
        let twin = try await World()
        let reply = try await twin.say("Wie kann ich besser schlafen?", at: World.at + 7_200_000)
        let moment = try #require(Moments.shipped[reply.moment ?? ""])
        let minutes = (Int(moment.estimatedSeconds ?? 60) + 59) / 60
        return (
            moment.id, AnswerWriter.phrase(moment.german?.title ?? moment.title),
            minutes == 1 ? "etwa eine Minute" : "etwa \(minutes) Minuten"
        )
    }

    @Test("COA-9 COA-10 a phrasing that safety does not call safe is not shown", .timeLimit(.minutes(1)))
    func unsafe() async throws {
        try await withServer { server, world in
            let third = try await Self.german(world)
            server.answer(try chat("Hier ist etwas: „\(third.title)“, \(third.duration)."))
            // Safe for the message, and a caution for the phrasing.
            world.others.judge(Verdict(level: .safe), then: Others.caution)
            let reply = try await world.say("Wie kann ich besser schlafen?", at: World.at + 7_200_000)
            #expect(reply.source == .composed)
        }
    }

    // MARK: The wall

    private static let composed =
        "You slept 7 h 12 min a night over the last seven days (from 5 of 7 nights). You could try “Dim the lights”, about 5 minutes."
    private static let wall = PhraseWall(composed: composed, title: "Dim the lights", inGerman: false)

    @Test(
        "COA-10 the wall lets through what keeps numbers, units and title",
        arguments: [
            composed,
            "Over the last seven days you slept 7 h 12 min a night, from 5 of 7 nights. “Dim the lights” takes about 5 minutes and could be worth a try.",
            "Your nights were 7 h 12 min long over the last seven days (5 of 7 nights). How about “Dim the lights”, which takes about 5 minutes?",
        ])
    func passes(text: String) { #expect(Self.wall.passes(text), "\(text)") }

    @Test(
        "COA-10 the wall refuses other numbers, lost titles, a third sentence, markup, turned comparisons and claims",
        arguments: [
            "", "You slept well.",
            "You slept 8 h 12 min a night over the last seven days (from 5 of 7 nights). You could try “Dim the lights”, about 5 minutes.",
            "You slept 7 h 12 min a night on thirteen days (from 5 of 7 nights). You could try “Dim the lights”, about 5 minutes.",
            "You slept 7 h 12 min a night (from 5 of 7 nights), 10 % up. You could try “Dim the lights”, about 5 minutes.",
            "You slept 7 h 12 min a night over the last seven days (from 5 of 7 nights). You could try to dim lights, about 5 minutes.",
            "You slept 7 h 12 min a night (from 5 of 7 nights). Try “Dim the lights”, about 5 minutes. Sleep well!",
            "You slept **7 h 12 min** a night over the last seven days (5 of 7 nights). You could try “Dim the lights”, about 5 minutes.",
            "You slept 7 h 12 min a night over the last seven days (5 of 7 nights).\nYou could try “Dim the lights”, about 5 minutes.",
            "You slept 7 h 12 min a night, above your usual (5 of 7 nights). You could try “Dim the lights”, about 5 minutes.",
            "You slept 7 h 12 min a night (5 of 7 nights), which is bad. You could try “Dim the lights”, about 5 minutes.",
            "You slept 7 h 12 min a night (5 of 7 nights). “Dim the lights” for about 5 minutes will cure your insomnia.",
            "You slept 7 h 12 min a night (5 of 7 nights). Take melatonin and try “Dim the lights”, about 5 minutes.",
            "You slept 7 h 12 min a night (5 of 7 nights). Try “Dim the lights” for 5 minutes, see http://example.org.",
            "You did not sleep 7 h 12 min a night (5 of 7 nights). You could try “Dim the lights”, about 5 minutes.",
            "Du hast in den letzten Tagen 7 h 12 min je Nacht geschlafen (5 von 7 Nächten). Versuche doch „Dim the lights“, etwa 5 Minuten lang.",
            "You slept 7 h 12 min a night twice over (5 of 7 nights). You could try “Dim the lights”, about 5 minutes.",
            composed + String(repeating: " and so on", count: 40),
        ])
    func refuses(text: String) { #expect(!Self.wall.passes(text), "\(text)") }

    @Test("COA-10 whatever digits are changed in a phrasing, it is refused")
    func digits() {
        var random = SplitMix(seed: 3)
        let characters = Array(Self.composed)
        for _ in 0..<300 {
            var changed = characters
            let places = changed.indices.filter { changed[$0].isNumber }
            let place = places.randomElement(using: &random) ?? 0
            let digit = Character("\(Int.random(in: 0...9, using: &random))")
            changed[place] = digit
            let text = String(changed)
            #expect(Self.wall.passes(text) == (text == Self.composed), "\(text)")
        }
    }

    @Test("COA-6 sentences are counted as a reader counts them")
    func counting() {
        for (text, count) in [
            ("One. Two.", 2), ("You slept 7.5 h. Good?", 2), ("Am 3. März warst du wach. Gut.", 2), ("One", 1),
            ("“Walk.” Then rest.", 2), ("", 0), ("Approx. six steps.", 1),
        ] {
            #expect(PhraseWall.sentences(text) == count, "\(text)")
        }
    }
}
