import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Messages
import NIOCore
import Testing

@testable import API

/// Routes of companions over a bus of closures.
@Suite struct CompanionRouterTests {
    private static func post(
        _ path: String, _ token: String, bytes: Int = 2, in world: FeatureWorld
    ) async throws -> (status: Int, retryAfter: String?) {
        try await world.client.execute(
            uri: path, method: .post, headers: [.authorization: "Bearer \(token)"],
            body: ByteBuffer(repeating: 0x20, count: bytes)
        ) { ($0.status.code, $0.headers[.retryAfter]) }
    }

    private static func pairings(_ world: FeatureWorld) -> Pairings { Pairings(accounts: world.application.accounts) }

    @Test("SEC-14 A companion whose token is suspended hears 503, other devices 403")
    func suspended() async throws {
        try await FeatureWorld.run { world in
            let accounts = world.application.accounts
            let token = try #require(
                try await Self.pairings(world).make(
                    .healthAutoExport, label: "export", member: nil, for: world.user, from: "10.0.0.1"
                ).token)
            let device = try await accounts.credentials.issue(.device, to: world.user, label: "script").secret
            try await accounts.credentials.store.write { [user = world.user] transaction in
                let rows = IdentityRows(transaction: transaction)
                _ = try rows.link(Data(repeating: 1, count: 32), to: user, at: 1)
                try rows.setSuspended(true, user)
            }
            let answer = try await Self.post("/v1/companions/health-auto-export", token, in: world)
            #expect(answer.status == 503 && answer.retryAfter != nil)
            #expect(try await Self.post("/v1/ingest/health-auto-export", device, in: world).status == 403)
            #expect(world.bus.sent(PostSamples.self).isEmpty)
        }
    }

    @Test("ING-16 openScale sync needs a pairing that says which user of the scale is its person")
    func member() async throws {
        try await FeatureWorld.run { world in
            let pairings = Self.pairings(world)
            let made = try await pairings.make(
                .openScale, label: "scale", member: "Mia", for: world.user, from: "10.0.0.1")
            world.bus.on(PostSamples.self) { request in
                var status = ImportStatus(job: request.job, fileName: request.fileName, phase: .done)
                status.companion = request.companion.map { CompanionReceipt(sender: $0) }
                status.companion?.member = "7"
                return status
            }
            for member in ["Mia", "7"] {
                #expect(try await Self.post("/v1/companions/openscale", made.token ?? "", in: world).status == 200)
                #expect(world.bus.sent(PostSamples.self).last?.companion?.member == member)
            }
            try await pairings.change(made.pairing.id, of: world.user) { pairing, _ in pairing.member = nil }
            #expect(try await Self.post("/v1/companions/openscale", made.token ?? "", in: world).status == 403)
        }
    }

    @Test("ING-16 Two bodies with one Idempotency-Key are two posts; a body without a byte is taken, and is none")
    func keys() async throws {
        try await FeatureWorld.run { world in
            let made = try await Self.pairings(world).make(
                .hcWebhook, label: "webhook", member: nil, for: world.user, from: "10.0.0.1")
            world.bus.on(PostSamples.self) {
                ImportStatus(job: $0.job, fileName: $0.fileName, phase: .done)
            }
            for bytes in [2, 3, 0] {
                let status = try await world.client.execute(
                    uri: "/v1/companions/hc-webhook", method: .post,
                    headers: [.authorization: "Bearer \(made.token ?? "")", .idempotencyKey: "same"],
                    body: ByteBuffer(repeating: 0x20, count: bytes)
                ) { $0.status.code }
                #expect(status == 200)
            }
            let sent = world.bus.sent(PostSamples.self)
            #expect(sent.map(\.bytes.count) == [2, 3] && Set(sent.map(\.job)).count == 2)
        }
    }

    @Test("ING-16 SEC-11 What is left of a body that is too large or broke off is discarded")
    func discarded() async throws {
        try await FeatureWorld.run { world in
            let made = try await Self.pairings(world).make(
                .openScale, label: "scale", member: "Mia", for: world.user, from: "10.0.0.1")
            world.bus.on(BeginUpload.self) { UploadState(job: $0.job, offset: 0) }
            world.bus.on(UploadChunk.self) { UploadState(job: $0.job, offset: $0.offset + Int64($0.bytes.count)) }
            world.bus.on(DiscardUpload.self) { _ in Empty() }
            let path = "/v1/companions/openscale"
            let bytes = Int(CompanionApp.openScale.maximumBytes) + 1
            #expect(try await Self.post(path, made.token ?? "", bytes: bytes, in: world).status == 413)
            #expect(world.bus.sent(DiscardUpload.self).count == 1)
            // The start of its import has no answer.
            #expect(try await Self.post(path, made.token ?? "", bytes: 1 << 20, in: world).status == 503)
            #expect(world.bus.sent(DiscardUpload.self).map(\.job).last == world.bus.sent(BeginUpload.self).last?.job)
            #expect(world.bus.sent(DiscardUpload.self).count == 2)
        }
    }

    @Test("ING-16 Health Bridge hears 202 only for a batch whose import has ended, and 409 for an older baseline")
    func healthBridge() throws {
        var status = ImportStatus(job: .random(), fileName: "batch", phase: .reading)
        for phase in [ImportStatus.Phase.uploading, .queued, .reading, .reducing] {
            status.phase = phase
            #expect { try CompanionEndpoints.answer(status) } throws: { error in
                guard let error = error as? ServiceError else { return false }
                return CompanionReceiver.heard(Problem(error), by: .healthBridge).status.code == 503
            }
        }
        status.companion = CompanionReceipt(sender: CompanionSender(companion: "health-bridge", device: 1))
        for phase in [ImportStatus.Phase.done, .failed] {
            status.phase = phase
            #expect(try CompanionEndpoints.answer(status).status == .accepted)
        }
        status.companion?.minimumEpoch = 3
        #expect(try CompanionEndpoints.answer(status).status == .conflict)
    }
}
