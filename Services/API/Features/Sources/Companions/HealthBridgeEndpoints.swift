import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages

/// Routes of Health Bridge for AI: batch v1, pairing v2. The app compares these answers to the letter.
extension CompanionEndpoints {
    func declareHealthBridge(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /health", .open, .data, "Says to Health Bridge that Pulsum is there.",
            responses: [200: .json(HealthBridgeHealth.self)]
        ) { _, _ in try Response.json(HealthBridgeHealth()) }
        endpoints.add(
            "POST /v1/pairing/redeem", .open, .data,
            "Health Bridge exchanges an invitation: the credential that it made becomes its token.",
            request: .json(HealthBridgeRedemption.self),
            responses: [
                200: .json(HealthBridgeCompletion.self), 400: .json(HealthBridgeRefusal.self),
                429: .json(HealthBridgeRefusal.self),
            ]
        ) { request, context in
            do {
                let body = try await request.json(HealthBridgeRedemption.self)
                let label = try await pairings.redeem(
                    invitation: body.invitationSecret ?? body.invitationCode ?? "",
                    installation: body.installationID, credential: body.deviceCredential,
                    from: "\(context.clientAddress)")
                guard let label else { return try Self.refusal("pairing_invitation_invalid", .badRequest) }
                let origin = context.site.origin(request.head.authority)
                return try Response.json(
                    HealthBridgeCompletion(label: label, receiverURL: origin + CompanionApp.healthBridge.path))
            } catch let error as ServiceError where error.code == .busy {
                var refusal = try Self.refusal("pairing_rate_limited", .tooManyRequests)
                refusal.headers[.retryAfter] = "\(max(1, (error.retryAfter ?? 60_000) / 1000))"
                return refusal
            } catch let problem as Problem where problem.status == .badRequest {
                return try Self.refusal("pairing_invitation_invalid", .badRequest)
            }
        }
        endpoints.add(
            "POST /v1/batches", .companion, .data, "Takes a batch of Health Bridge.",
            request: .file("application/json"),
            responses: [202: .json(HealthBridgeReceipt.self), 409: .json(HealthBridgeConflict.self)]
        ) { request, context in
            try await CompanionReceiver.answering(.healthBridge) {
                try Self.answer(try await receiver.take(request, context, .healthBridge))
            }
        }
    }

    /// - Throws: `ServiceError(.busy)` while the import has not ended: the app's outbox forgets what was accepted, and a
    ///   snapshot may still be refused. It sends the same batch again, which changes nothing.
    static func answer(_ status: ImportStatus) throws -> Response {
        guard status.phase.isEnded else {
            throw ServiceError(.busy, "This batch is being imported: send it again.", retryAfter: 15_000)
        }
        if let minimum = status.companion?.minimumEpoch {
            return try Response.json(HealthBridgeConflict(minimumResetEpoch: minimum), status: .conflict)
        }
        return try Response.json(HealthBridgeReceipt(status), status: .accepted)
    }

    private static func refusal(_ error: String, _ status: HTTPResponse.Status) throws -> Response {
        try Response.json(HealthBridgeRefusal(error: error), status: status)
    }
}

struct HealthBridgeHealth: Codable {
    var status = "ok"
}

struct HealthBridgeRefusal: Codable {
    let error: String
}

struct HealthBridgeRedemption: Decodable {
    let invitationSecret: String?
    let invitationCode: String?
    let installationID: String
    let deviceCredential: String

    enum CodingKeys: String, CodingKey {
        case invitationSecret = "invitation_secret"
        case invitationCode = "invitation_code"
        case installationID = "installation_id"
        case deviceCredential = "device_credential"
    }
}

struct HealthBridgeCompletion: Codable {
    var schemaID = "health_bridge.receiver_pairing_completion.v1"
    var schemaVersion = "1.0.0"
    let label: String
    let receiverURL: String

    enum CodingKeys: String, CodingKey {
        case schemaID = "schema_id"
        case schemaVersion = "schema_version"
        case label
        case receiverURL = "receiver_url"
    }
}

struct HealthBridgeConflict: Codable {
    var error = "sleep_baseline_reset_epoch_conflict"
    let minimumResetEpoch: Int64

    enum CodingKeys: String, CodingKey {
        case error
        case minimumResetEpoch = "minimum_reset_epoch"
    }
}

/// The answer after which the app removes a batch from its outbox.
struct HealthBridgeReceipt: Codable {
    var status = "accepted"
    var source = "receiver"
    let sourceCount: Int64
    let healthTypeCount: Int64
    let sampleCount: Int64
    let workoutCount: Int64
    let sleepSessionCount: Int64
    let deletedRecordCount: Int64
    let syncCursorCount: Int64

    enum CodingKeys: String, CodingKey {
        case status
        case source
        case sourceCount = "source_count"
        case healthTypeCount = "health_type_count"
        case sampleCount = "sample_count"
        case workoutCount = "workout_count"
        case sleepSessionCount = "sleep_session_count"
        case deletedRecordCount = "deleted_record_count"
        case syncCursorCount = "sync_cursor_count"
    }

    init(_ import: ImportStatus) {
        let received = `import`.companion?.received ?? [:]
        sourceCount = received["sources"] ?? 0
        healthTypeCount = received["health_types"] ?? 0
        sampleCount = received["samples"] ?? 0
        workoutCount = received["workouts"] ?? 0
        sleepSessionCount = received["sleep_sessions"] ?? 0
        deletedRecordCount = received["deleted_records"] ?? 0
        syncCursorCount = received["sync.cursors"] ?? 0
    }
}

/// The link that the app opens. It takes exactly these members.
struct HealthBridgeInvitation: Encodable {
    let expiresAt: String
    let invitationSecret: String
    let label: String
    let receiverURL: String
    let redeemURL: String
    let schemaID = "health_bridge.receiver_pairing_invitation.v2"
    let schemaVersion = "2.0.0"

    enum CodingKeys: String, CodingKey {
        case expiresAt = "expires_at"
        case invitationSecret = "invitation_secret"
        case label
        case receiverURL = "receiver_url"
        case redeemURL = "redeem_url"
        case schemaID = "schema_id"
        case schemaVersion = "schema_version"
    }

    init(_ label: String, _ address: String, _ secret: String, expires: Milliseconds) {
        self.label = label
        receiverURL = address + CompanionApp.healthBridge.path
        redeemURL = address + "/v1/pairing/redeem"
        invitationSecret = secret
        expiresAt = Date(timeIntervalSince1970: Double(expires / 1000)).formatted(.iso8601)
    }

    var link: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return "healthbridge://pair?payload=" + Pairings.base64(try encoder.encode(self))
        }
    }
}
