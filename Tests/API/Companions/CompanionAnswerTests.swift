import Foundation
import Messages
import Testing

@testable import API

/// What each app hears: the table of docs/companions.md.
@Suite struct CompanionAnswerTests {
    @Test(
        "ING-16 An app that can send again hears 503, and a final answer only for its token, its person and its size",
        arguments: CompanionApp.allCases)
    func statuses(app: CompanionApp) {
        let errors: [(error: ServiceError, status: Int)] = [
            (ServiceError(.invalid, ""), 503), (ServiceError(.notFound, ""), 503), (ServiceError(.conflict, ""), 503),
            (ServiceError(.busy, "", retryAfter: 5_000), 503), (ServiceError(.timeout, ""), 503),
            (ServiceError(.unavailable, ""), 503), (ServiceError(.interrupted, ""), 503),
            (ServiceError(.storage, ""), 503), (ServiceError(.refused, ""), 403), (ServiceError(.erased, ""), 410),
        ]
        for (error, status) in errors {
            let heard = CompanionReceiver.heard(Problem(error), by: app)
            #expect(heard.status.code == status, "\(error.code)")
            #expect((heard.retryAfter != nil) == (status == 503))
        }
        #expect(CompanionReceiver.heard(Problem(errors[3].error), by: app).retryAfter == 5)
        let tooLarge = Problem(status: .contentTooLarge, code: "tooLarge", detail: "")
        #expect(CompanionReceiver.heard(tooLarge, by: app).status.code == (app == .openWearables ? 503 : 413))
        for status in [400, 408, 409, 415, 422, 429, 500, 504, 507] {
            let problem = Problem(status: .init(code: status), code: "failed", detail: "")
            #expect(CompanionReceiver.heard(problem, by: app).status.code == 503)
        }
        let unknown = Problem(status: .unauthorized, code: "tokenUnknown", detail: "")
        #expect(CompanionReceiver.heard(unknown, by: app).status.code == 401)
    }

    @Test("ING-16 The link and the settings file have exactly the members that their apps take")
    func files() throws {
        let link = try HealthBridgeInvitation("Home", "https://pulsum.example", "hbi_x", expires: 1_792_396_800_000)
            .link
        let prefix = "healthbridge://pair?payload="
        #expect(link.hasPrefix(prefix) && !link.contains("=="))
        var text = link.dropFirst(prefix.count).replacing("-", with: "+").replacing("_", with: "/")
        while text.count % 4 != 0 { text += "=" }
        let bytes = try #require(Data(base64Encoded: String(text)))
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"expires_at":"2026-10-19T08:00:00Z","invitation_secret":"hbi_x","label":"Home","receiver_url":"https://pulsum.example/v1/batches","redeem_url":"https://pulsum.example/v1/pairing/redeem","schema_id":"health_bridge.receiver_pairing_invitation.v2","schema_version":"2.0.0"}"#
        )
        let settings = try HCWebhookSettings.file("https://pulsum.example/in", token: "secret", now: 1)
        let json = try JSONSerialization.jsonObject(with: Data(settings.utf8)) as? [String: Any]
        #expect(
            json?.keys.sorted() == [
                "appVersion", "enabledDataTypes", "exportedAt", "syncIntervalMinutes", "syncMode", "webhookConfigs",
            ])
        let webhook = try #require((json?["webhookConfigs"] as? [[String: Any]])?.first)
        #expect(webhook.keys.sorted() == ["headers", "isEnabled", "name", "url"])
        #expect(webhook["headers"] as? [String: String] == ["Authorization": "Bearer secret"])
    }
}
