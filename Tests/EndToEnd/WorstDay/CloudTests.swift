import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// Consent, verified on the wire: a real server records every request.
@Suite(.serialized, .tags(.processes)) struct CloudTests {
    @Test(
        "GAT-1 GAT-6 SAF-4: nothing leaves without consent, exactly the receipt's bytes with it, nothing after it is withdrawn or in a crisis",
        .timeLimit(.minutes(5)))
    func consent() async throws {
        let cloud = try await RecordingServer.start()
        try await Stack.run(environment: ["PULSUM_CLOUD_URL": cloud.url]) { stack in
            let user = try await stack.makeAccount()
            _ = try await stack.importFile(try World.export(in: stack.scratch, days: 40), for: user)
            try await stack.settle()
            _ = try await stack.bus.request(SetCloudKey(user: user, key: "sk-test-0123456789abcdef"))
            func chat(_ text: String) async throws -> ChatReply {
                try await stack.bus.request(Chat(user: user, text: text, at: World.noon(World.lastDay), country: "US"))
            }

            // Off by default.
            let before = try await chat("How can I sleep better?")
            #expect(before.source == .composed && before.gate == "consent")
            #expect(await cloud.bodies().isEmpty)

            // With consent: the receipt states exactly what the server received.
            let granted = try await stack.consent(of: user)
            #expect(granted.granted && granted.version == 1)
            let phrased = try await chat("How can I sleep better?")
            #expect(phrased.source == .cloud, "the gate was \(phrased.gate ?? "none")")
            let bodies = await cloud.bodies()
            #expect(bodies.count == 1)
            let receipts = try await stack.bus.request(ReceiptsQuery(user: user)).receipts
            // What would be sent is what was sent, and looking sends nothing.
            let preview = try await stack.bus.request(
                CloudPreview(user: user, at: World.noon(World.lastDay), today: World.lastDay, topic: .sleep))
            #expect(preview.gate == nil && preview.destination == receipts.first?.destination)
            #expect(preview.body.contains("Topic: sleep."))
            #expect(try await stack.bus.request(CloudUsage(user: user, since: 0)).calls == Int64(receipts.count))
            #expect(await cloud.bodies().count == 1)
            #expect(receipts.map { Array($0.body.utf8) } == bodies)
            #expect(receipts.first?.outcome == "ok" && receipts.first?.consentVersion == 1)
            let sent = String(decoding: bodies.first ?? [], as: UTF8.self)
            #expect(!sent.contains("sleep better?"), "the person's words travelled")
            #expect(!sent.contains(user.description))
            #expect(sent.contains("\"store\":false") || sent.contains("\"store\" : false"))

            // A crisis text stays local, with or without consent.
            let crisis = try await chat(World.crisisText)
            #expect(crisis.level == .crisis && crisis.crisis?.emergencyNumber == "911")
            #expect(crisis.crisis?.lines.contains { $0.phone.contains("988") } == true)
            #expect(await cloud.bodies().count == 1)
            // SAF-5: the conversation also stays local for 24 hours.
            #expect(try await chat("How can I sleep better?").source != .cloud)
            #expect(await cloud.bodies().count == 1)

            // After the withdrawal.
            let withdrawn = try await stack.bus.request(SetConsent(user: user, granted: false, copyVersion: 1, at: 2))
            #expect(!withdrawn.granted && !withdrawn.pending)
            let direct = await #expect(throws: ServiceError.self) {
                try await stack.bus.request(
                    Phrase(
                        user: user, toneHints: [.calm], topSignal: .sleep, topMomentID: nil, rationale: .askedAbout,
                        zScoreSummary: []))
            }
            #expect(direct?.code == .refused, "only coaching may ask for phrasing")
            #expect(await cloud.bodies().count == 1)
        }
        await cloud.stop()
    }

    @Test("GAT-5: an unreachable cloud ends in the local reply, never in an error", .timeLimit(.minutes(3)))
    func unreachable() async throws {
        try await Stack.run(environment: ["PULSUM_CLOUD_URL": "http://127.0.0.1:9/v1"]) { stack in
            let user = try await stack.makeAccount()
            _ = try await stack.bus.request(SetCloudKey(user: user, key: "sk-test-0123456789abcdef"))
            _ = try await stack.consent(of: user)
            let reply = try await stack.bus.request(
                Chat(user: user, text: "How can I sleep better?", at: World.noon(World.lastDay), country: "US"))
            #expect(reply.source == .composed && reply.gate == "call")
            #expect(!reply.coachReply.isEmpty)
            let receipt = try #require(try await stack.bus.request(ReceiptsQuery(user: user)).receipts.first)
            #expect(receipt.outcome != "ok" && receipt.outcome != "open")
        }
    }
}
