import Foundation
import HTTPTypes
import Hummingbird
import Messages

/// Routes for device tokens and the security record.
struct TokenEndpoints {
    let tokens: DeviceTokens

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/tokens", .session, .accounts, "The person's device tokens, oldest first.",
            responses: [200: .json([DeviceToken].self)]
        ) { _, context in
            try Response.json(try await tokens.all(of: try context.user()))
        }
        endpoints.add(
            "POST /v1/tokens", .recent, .accounts,
            "Makes a device token, with the scope `ingest` unless others are given.",
            request: .json(TokenEndpoints.NewToken.self, limits: ["label": ["minLength": 1, "maxLength": 64]]),
            responses: [201: .json(TokenEndpoints.Made.self)],
            errors: [409: "A device of this name has a token, or there are 100 tokens."]
        ) { request, context in
            let body = try await request.json(NewToken.self)
            let made = try await tokens.make(
                CreateToken(
                    user: try context.user(), label: body.label, scopes: body.scopes ?? [.ingest], expires: body.expires
                ),
                from: "\(context.clientAddress)")
            return try Response.json(Made(made), status: .created)
        }
        endpoints.add(
            "DELETE /v1/tokens/{id}", .session, .accounts, "Revokes a device token; succeeds too where there is none.",
            responses: [204: nil]
        ) { _, context in
            // Idempotent: a repeated request gets the same reply.
            _ = try await tokens.revoke(
                try context.entity("id"), of: try context.user(), from: "\(context.clientAddress)")
            return Response(status: .noContent)
        }
        endpoints.add(
            "GET /v1/security-record", .session, .accounts, "What happened to the account, newest first.",
            query: [.number("limit", 1...1000, "Most entries, 100 by default.")],
            responses: [200: .json([SecurityEntry].self)]
        ) { request, context in
            let limit = try request.query("limit") { Int($0).flatMap { (1...1000).contains($0) ? $0 : nil } } ?? 100
            let found = try await tokens.record.entries(of: try context.user(), limit: limit)
            return try Response.json(found.entries).naming(found.damaged)
        }
    }

    struct NewToken: Decodable {
        let label: String
        let scopes: [TokenScope]?
        /// Milliseconds since 1970.
        let expires: Milliseconds?
    }

    /// A new token with its secret, which only this reply contains.
    struct Made: Codable {
        let id: EntityID
        let label: String
        let scopes: [TokenScope]
        let created: Milliseconds
        let expires: Milliseconds?
        let token: String

        init(_ made: CreateToken.Reply) {
            (id, label, scopes) = (made.token.id, made.token.label, made.token.scopes)
            (created, expires, token) = (made.token.created, made.token.expires, made.secret)
        }
    }
}
