import Fixtures
import Language
import LocalModel
import Logging
import Messages
import TestTraits
import Testing

@testable import Safety

/// The local model's stage, against a real HTTP server.
@Suite(.tags(.processes)) struct LocalRiskTests {
    private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    /// Safe by rules and head.
    private let calm = "I had a good day in the garden."

    private func verdict(
        _ text: String, _ answer: RecordingServer.Answer, until deadline: ContinuousClock.Instant = .now + .seconds(30)
    ) async throws -> (
        Verdict, asked: Int
    ) {
        let server = try await RecordingServer.start()
        server.answer(answer)
        let model = try #require(try LocalModel(url: server.url, name: "m", injections: InjectionDetector()))
        let service = SafetyService(model: LocalRisk(model, log: log))
        let verdict = try await service.classify(Classify(text: text, country: "US"), until: deadline)
        let asked = server.arrivals.count
        await server.stop()
        return (verdict, asked)
    }

    @Test("SAF-2 the graver verdict wins: the model raises, with the card of its reason", .timeLimit(.minutes(1)))
    func raises() async throws {
        let (crisis, _) = try await verdict(calm, .chat(#"{"level":"crisis","reason":"abuseOrDanger"}"#))
        #expect(crisis.level == .crisis)
        #expect(crisis.reason == .abuseOrDanger)
        #expect(crisis.rules == ["localModel"])
        #expect(crisis.card?.title == "You deserve to be safe")
        let (caution, _) = try await verdict(calm, .chat(#"{"level":"caution","reason":"concernForOthers"}"#))
        #expect(caution.level == .caution)
        #expect(caution.reason == .concernForOthers)
        #expect(caution.card == nil)
        // The level counts even if the reason does not match it.
        let (odd, _) = try await verdict(calm, .chat(#"{"level":"crisis","reason":"none"}"#))
        #expect(odd.level == .crisis)
        #expect(odd.reason == .selfHarm)
        #expect(odd.card != nil)
    }

    @Test(
        "SAF-2 a model that says safe, or lies, makes nothing milder; a crisis does not wait for it",
        .timeLimit(.minutes(1)))
    func neverMilder() async throws {
        let safe = RecordingServer.Answer.chat(#"{"level":"safe","reason":"none"}"#)
        let (crisis, asked) = try await verdict("I want to kill myself tonight.", safe)
        #expect(crisis.level == .crisis)
        #expect(crisis.card != nil)
        #expect(asked == 0)
        let rules = SafetyService().self
        let heavy = "Everything feels hopeless and I am so tired of it all."
        var local = await rules.verdict(heavy)
        local.withoutModel = true
        #expect(local.level == .caution)
        #expect(try await verdict(heavy, safe).0 == local)
        var foreign = await rules.verdict(
            "Je suis allé au marché avec ma soeur ce matin et nous avons mangé une glace.")
        foreign.withoutModel = true
        #expect(foreign.reason == .unknownLanguage)
        #expect(
            try await verdict("Je suis allé au marché avec ma soeur ce matin et nous avons mangé une glace.", safe).0
                == foreign)
    }

    @Test("SAF-2 a refusal or a guardrail is caution, never safe", .timeLimit(.minutes(1)))
    func refusal() async throws {
        for answer in [
            RecordingServer.Answer.chat("I'm sorry, I can't discuss this."),
            .failure(400, #"{"error":{"code":"content_filter"}}"#),
        ] {
            let (verdict, _) = try await verdict(calm, answer)
            #expect(verdict.level == .caution)
            #expect(verdict.reason == .distress)
        }
    }

    @Test(
        "SAF-2 SAF-6 what is broken, malformed or late falls to the classifier's verdict, within the budget",
        .timeLimit(.minutes(1)))
    func falls() async throws {
        for answer in [
            RecordingServer.Answer.status(500), .garbage, .chat(#"{"level":"panic","reason":"none"}"#), .chat("yes"),
        ] {
            #expect(try await verdict(calm, answer).0 == Verdict(level: .safe, withoutModel: true))
        }
        let begin = ContinuousClock.now
        let (late, _) = try await verdict(calm, .hold, until: begin + Classify.budget)
        #expect(late == Verdict(level: .safe, withoutModel: true))
        // It stops at the earlier of its own limit and the remaining budget; the margin allows for a busy machine.
        #expect(ContinuousClock.now - begin < .seconds(5))
    }
}
