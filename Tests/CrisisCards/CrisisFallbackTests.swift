import Bus
import Messages
import Testing

@testable import CrisisCards

@Suite struct CrisisFallbackTests {
    /// Safety, which judges every text alike or is away.
    private struct Safety: Requesting {
        let level: Verdict.Level?

        func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?)
            async throws -> R.Reply
        {
            guard let level, let reply = Verdict(level: level) as? R.Reply else {
                throw ServiceError(.unavailable, "No worker.")
            }
            return reply
        }
    }

    private func fallback(_ level: Verdict.Level?) -> CrisisFallback {
        CrisisFallback(bus: Safety(level: level), country: "DE", inGerman: false)
    }

    @Test("SAF-4 a text that its service could not use brings a card unless safety says that there is no need")
    func unread() async throws {
        let failure = ServiceError(.conflict, "Another version is stored.")
        for (level, expected) in [(nil, Verdict.Level.caution), (.crisis, .crisis)] as [(Verdict.Level?, Verdict.Level)]
        {
            let error = await #expect(throws: UnreadText.self) {
                try await fallback(level).reading("a text") { throw failure }
            }
            #expect(error?.level == expected && error?.error == failure)
            #expect(error?.card.lines.isEmpty == false)
        }
        for level in [Verdict.Level.safe, .caution] {
            await #expect(throws: failure) { try await fallback(level).reading("a text") { throw failure } }
        }
        // Nobody wrote anything, and a request of an erased person has no writer.
        await #expect(throws: failure) { try await fallback(nil).reading("") { throw failure } }
        let erased = ServiceError(.erased, "The account was erased.")
        await #expect(throws: erased) { try await fallback(nil).reading("a text") { throw erased } }
        #expect(try await fallback(nil).reading("a text") { 7 } == 7)
    }

    @Test("SAF-4 a stored text has its verdict; without one it is judged again, and a card tells when nobody could")
    func stored() async throws {
        let crisis = Verdict(level: .crisis, reason: .selfHarm)
        #expect(await fallback(nil).verdict(crisis, level: nil, on: "a text")?.level == .crisis)
        #expect(await fallback(.crisis).verdict(Verdict(level: .safe), level: nil, on: "a text") == nil)
        #expect(await fallback(.crisis).verdict(nil, level: .safe, on: "a text") == nil)
        #expect(await fallback(.safe).verdict(nil, level: nil, on: "a text") == nil)
        let again = await fallback(.crisis).verdict(nil, level: nil, on: "a text")
        #expect(again?.level == .crisis && again?.card != nil)
        let unread = await fallback(nil).verdict(nil, level: .caution, on: "a text")
        #expect(unread?.level == .caution && unread?.card?.reason == .unavailable)
    }
}
