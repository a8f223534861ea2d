import Messages
import TestTraits
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(2)), .tags(.processes)) struct WordingTests {
    @Test("GAT-1 the wording for GPT-5 is the mandated one, version 1")
    func mandated() throws {
        let copy = ConsentCopy(model: "gpt-5", address: try CloudAddress("https://api.openai.com/v1"))
        #expect(copy.version == 1)
        #expect(
            copy.banner
                == "Pulsum can optionally use GPT-5 to phrase brief coaching text. If you allow cloud processing, Pulsum sends only minimized context (no journals, no raw health data, no identifiers). PII is redacted. You can turn this off anytime in Settings ▸ Cloud Processing."
        )
    }

    @Test("GAT-1 another model or provider is named, and is a version of its own that stays the same")
    func named() throws {
        func copy(_ model: String, _ url: String) throws -> ConsentCopy {
            ConsentCopy(model: model, address: try CloudAddress(url))
        }
        let copies = [
            try copy("gpt-5", "https://api.openai.com/v1"), try copy("gpt-4.1", "https://api.openai.com/v1"),
            try copy("gpt-5", "https://models.example/v1"), try copy("small", "http://localhost:8000/v1"),
        ]
        #expect(copies.map(\.name) == ["GPT-5", "gpt-4.1 (OpenAI)", "gpt-5 (models.example)", "small (localhost)"])
        #expect(Set(copies.map(\.version)).count == copies.count)
        #expect(copies.dropFirst().allSatisfy { $0.version > 1_000_000 })
        for copy in copies { #expect(copy.banner.contains("optionally use \(copy.name) to phrase")) }
        #expect(try copy("small", "http://localhost:8000/v1") == copies[3])
    }

    @Test(
        "GAT-1 consent holds for the wording it was given to: with another model nothing leaves until it is given anew")
    func anew() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            let other = try world.anotherGateway(model: "gpt-4.1")
            let state = try await other.consentState(world.user)
            #expect(!state.granted)
            #expect(!state.pending)
            #expect(state.endedBy == "wording")
            #expect(state.banner.contains("gpt-4.1"))
            #expect(state.model == "gpt-4.1 (127.0.0.1)")
            #expect(try await world.phrase(by: other).gate == "consent")
            #expect(world.server.arrivals.isEmpty)
            // A grant of the former wording is refused.
            let late = SetConsent(
                user: world.user, granted: true, copyVersion: world.gateway.settings.copy.version, at: 1,
                follows: state.record)
            await #expect(throws: ServiceError.self) { try await other.setConsent(late, id: .random()) }
            #expect(try await world.consent(by: other).granted)
            #expect(try await world.phrase(by: other).coachReply != nil)
            #expect(try await world.gateway.consentState(world.user).granted == false)
        }
    }
}
