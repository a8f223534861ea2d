import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages

/// Routes of the apps and libraries of Open Wearables, for iPhone and Android.
extension CompanionEndpoints {
    private static let app = CompanionApp.openWearables
    /// Events of one report.
    private static let maximumEvents = 100
    /// Types that are counted.
    private static let maximumTypes = 300

    func declareOpenWearables(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /api/v1/invitation-code/redeem", .open, .data,
            "Open Wearables exchanges the code of a pairing for an access token and a refresh token.",
            request: .json(OpenWearablesCode.self), responses: [200: .json(OpenWearablesTokens.self)],
            errors: [404: "The code is unknown, used or too old.", 422: "This is not a code."]
        ) { request, context in
            let body = try await request.json(OpenWearablesCode.self)
            guard body.code.wholeMatch(of: /[A-Z2-9]{8}/) != nil else {
                throw Problem(
                    status: .unprocessableContent, code: "invalid",
                    detail: "A code has eight capital letters and digits.")
            }
            guard let pair = try await pairings.redeem(code: body.code, from: "\(context.clientAddress)") else {
                throw Problem(
                    status: .notFound, code: "notFound", detail: "This code is not valid (any more): pair again.")
            }
            return try Response.json(OpenWearablesTokens(pair, user: "\(pair.user)"))
        }
        endpoints.add(
            "POST /api/v1/token/refresh", .open, .data,
            "Open Wearables exchanges its refresh token for a new pair; the one before is good for ten minutes more.",
            request: .json(OpenWearablesRefresh.self), responses: [200: .json(OpenWearablesTokens.self)],
            errors: [401: "The refresh token is not valid (any more): pair again."]
        ) { request, context in
            // 4xx signs the person out of the app, for whatever reason.
            let body = try await request.json(OpenWearablesRefresh.self)
            return try await CompanionReceiver.answering(Self.app) {
                guard
                    let pair = try await pairings.refresh(
                        body.refreshToken, from: "\(context.clientAddress)")
                else {
                    throw Problem(
                        status: .unauthorized, code: "tokenUnknown",
                        detail: "This refresh token is not valid (any more): pair the app again.")
                }
                return try Response.json(OpenWearablesTokens(pair, user: nil))
            }
        }
        endpoints.add(
            "POST /api/v1/sdk/users/{user}/sync", .companion, .data, "Takes a chunk of Open Wearables.",
            request: .file("application/json"), responses: [202: .json(OpenWearablesReceipt.self)],
            handler: take)
        endpoints.add(
            "POST /api/v1/sdk/users/{user}/sync/apple", .companion, .data,
            "Takes a chunk of an older app.",
            request: .file("application/json"), responses: [202: .json(OpenWearablesReceipt.self)],
            handler: take)
        endpoints.add(
            "POST /api/v1/sdk/users/{user}/logs", .companion, .data,
            "Takes what Open Wearables reports about a long synchronisation: counts by type and the time they cover.",
            request: .file("application/json"), responses: [202: .json(OpenWearablesReceipt.self)]
        ) { request, context in
            try await CompanionReceiver.answering(Self.app) {
                let user = try Self.owner(context)
                let pairing = try await pairings.use(try context.known(), by: Self.app)
                // A report that cannot be read is worth nothing.
                if let report = try? await request.json(OpenWearablesReport.self) {
                    try await note(report, pairing, user)
                }
                return try Response.json(OpenWearablesReceipt(nil, user), status: .accepted)
            }
        }
        endpoints.add(
            "DELETE /api/v1/users/{user}/connections/apple", .companion, .data,
            "Open Wearables signs out. What it brought stays.", responses: [204: nil]
        ) { _, context in
            let user = try Self.owner(context)
            let pairing = try await pairings.use(try context.known(), by: Self.app)
            try await pairings.end(pairing.id, of: user, from: "\(context.clientAddress)")
            return Response(status: .noContent)
        }
    }

    private func take(_ request: Request, _ context: EdgeContext) async throws -> Response {
        try await CompanionReceiver.answering(Self.app) {
            let user = try Self.owner(context)
            let status = try await receiver.take(request, context, Self.app)
            return try Response.json(OpenWearablesReceipt(status, user), status: .accepted)
        }
    }

    /// The person of the token, who is also the one of the path.
    private static func owner(_ context: EdgeContext) throws -> UserID {
        let user = try context.user()
        guard context.parameters.get("user")?.lowercased() == "\(user)" else {
            throw Problem(status: .forbidden, code: "refused", detail: "This token is another person's.")
        }
        return user
    }

    /// A date as the app wrote it; nil for a longer text.
    private static func date(_ text: String) -> String? { text.utf8.count <= 40 ? text : nil }

    private func note(_ report: OpenWearablesReport, _ pairing: Pairing, _ user: UserID) async throws {
        try await pairings.change(pairing.id, of: user) { pairing, _ in
            var progress = pairing.progress ?? Pairing.Progress(types: [:])
            for event in report.events.prefix(Self.maximumEvents) {
                for entry in event.dataTypeCounts ?? []
                where entry.type.utf8.count <= 100
                    && (progress.types[entry.type] != nil || progress.types.count < Self.maximumTypes)
                {
                    progress.types[entry.type] = entry.count
                }
                if let range = event.timeRange {
                    progress.start = range.startDate.flatMap(Self.date)
                    progress.end = range.endDate.flatMap(Self.date)
                }
            }
            if !progress.types.isEmpty { pairing.progress = progress }
        }
    }
}

struct OpenWearablesCode: Decodable {
    let code: String
}

struct OpenWearablesRefresh: Decodable {
    let refreshToken: String

    enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }
}

struct OpenWearablesTokens: Codable {
    let accessToken: String
    var tokenType = "bearer"
    let refreshToken: String
    var expiresIn = Pairings.accessLifetime / 1000
    let userID: String?

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
        case userID = "user_id"
    }

    init(_ pair: Pairings.Pair, user: String?) {
        accessToken = pair.access
        refreshToken = pair.refresh
        userID = user
    }
}

struct OpenWearablesReceipt: Codable {
    var statusCode = 202
    let response: CompanionAnswer?
    let userID: String

    enum CodingKeys: String, CodingKey {
        case statusCode = "status_code"
        case response
        case userID = "user_id"
    }

    init(_ status: ImportStatus?, _ user: UserID) {
        response = status.map(CompanionAnswer.init)
        userID = "\(user)"
    }
}

/// A report of the app: nothing else of it is read.
struct OpenWearablesReport: Decodable, Sendable {
    struct Event: Decodable {
        struct Count: Decodable {
            let type: String
            let count: Int64
        }
        struct Range: Decodable {
            let startDate: String?
            let endDate: String?
        }
        let dataTypeCounts: [Count]?
        let timeRange: Range?
    }
    let events: [Event]
}
