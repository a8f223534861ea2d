import Foundation
import Messages
import TestTraits
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(2)), .tags(.processes)) struct PreviewTests {
    @Test("GAT-6 a preview is byte for byte what a call sends; it sends nothing and leaves no receipt")
    func preview() async throws {
        try await GatewayWorld.run { world in
            let request = PhrasePreview(user: world.user, phrase: world.request)
            let before = try await world.gateway.preview(request)
            #expect(before.gate == "consent")
            try await world.consent()
            let preview = try await world.gateway.preview(request)
            #expect(preview.gate == nil)
            #expect(preview.body == before.body)
            #expect(world.server.arrivals.isEmpty)
            #expect(try await world.receipts().isEmpty)
            _ = try await world.phrase()
            let arrival = try #require(world.server.arrivals.first)
            #expect(Array(preview.body.utf8) == arrival.body)
            #expect(preview.destination == (try await world.receipts().first?.destination))
            world.safety.isDown.withLock { $0 = true }
            #expect(try await world.gateway.preview(request).gate == "safety")
        }
    }

    @Test("GAT-3 a preview of a request outside the enumerations is refused")
    func invalid() async throws {
        try await GatewayWorld.run { world in
            var request = world.request
            request.rationale = Phrase.Rationale(rawValue: 99)
            await #expect(throws: ServiceError.self) {
                try await world.gateway.preview(PhrasePreview(user: world.user, phrase: request))
            }
        }
    }

    @Test("GAT-6 calls are counted from the start of the period, failed ones and tests among them")
    func usage() async throws {
        try await GatewayWorld.run { world in
            try await world.consent()
            _ = try await world.phrase()
            world.later()
            world.server.answer(.status(400))
            _ = try await world.phrase()
            let second = world.now
            func calls(_ since: Milliseconds) async throws -> Int64 {
                try await world.gateway.usage(CloudUsage(user: world.user, since: since)).calls
            }
            #expect(try await calls(0) == 2)
            #expect(try await calls(second) == 1)
            #expect(try await calls(second + 1) == 0)
            #expect(try await world.gateway.usage(CloudUsage(user: .random(), since: 0)).calls == 0)
        }
    }
}
