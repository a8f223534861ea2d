import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import NIOCore

/// Routes for pairing companions, for what they sent that cannot be read, and for apps that post to a typed address.
struct CompanionEndpoints {
    let accounts: Accounts
    let bus: any Requesting

    var pairings: Pairings { Pairings(accounts: accounts) }
    var receiver: CompanionReceiver {
        CompanionReceiver(bus: bus, credentials: accounts.credentials, pairings: pairings)
    }
    /// Parts of one request to undo.
    private static let parts = 20

    func declare(in endpoints: inout Endpoints) {
        declarePairings(in: &endpoints)
        declareAside(in: &endpoints)
        endpoints.add(
            "POST /v1/companions/hc-webhook", .companion, .data, "Takes what the app HC Webhook sends.",
            request: .file("application/json"), responses: [200: .json(CompanionAnswer.self)]
        ) { try await take($0, $1, .hcWebhook) }
        endpoints.add(
            "POST /v1/companions/openscale", .companion, .data, "Takes what the app openScale sync sends.",
            request: .file("application/json"), responses: [200: .json(CompanionAnswer.self)]
        ) { try await take($0, $1, .openScale) }
        endpoints.add(
            "POST /v1/companions/health-auto-export", .companion, .data,
            "Takes everything that the app Health Auto Export sends.",
            request: .file("application/json"), responses: [200: .json(CompanionAnswer.self)]
        ) { try await take($0, $1, .healthAutoExport) }
        declareHealthBridge(in: &endpoints)
        declareOpenWearables(in: &endpoints)
    }

    private func take(_ request: Request, _ context: EdgeContext, _ app: CompanionApp) async throws -> Response {
        try await CompanionReceiver.answering(app) {
            try Response.json(CompanionAnswer(try await receiver.take(request, context, app)))
        }
    }

    private func declarePairings(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/companions", .session, .data, "The person's paired companions, oldest first.",
            responses: [200: .json([Source].self)]
        ) { _, context in
            try Response.json(
                try await pairings.all(of: try context.user()).map {
                    Source($0.pairing, $0.token, isPaired: $0.isPaired)
                })
        }
        endpoints.add(
            "POST /v1/companions", .recent, .data,
            "Pairs a companion: makes the token, the code or the invitation that its app takes.",
            request: .json(NewSource.self, limits: ["label": ["minLength": 1, "maxLength": 64]]),
            responses: [201: .json(NewPairing.self)],
            errors: [409: "A source of this name exists, or there are 100."]
        ) { request, context in
            let body = try await request.json(NewSource.self)
            let made = try await pairings.make(
                body.companion, label: body.label, member: body.member, for: try context.user(),
                from: "\(context.clientAddress)")
            let address = context.site.reachable(request.head.authority).first
            return try Response.json(
                try NewPairing(made, body.companion, address: address, now: accounts.now()), status: .created)
        }
        endpoints.add(
            "DELETE /v1/companions/{id}", .session, .data,
            "Ends a pairing; what it brought stays. Succeeds too where there is none.", responses: [204: nil]
        ) { _, context in
            try await pairings.end(
                try context.entity("id"), of: try context.user(), from: "\(context.clientAddress)")
            return Response(status: .noContent)
        }
        endpoints.add(
            "DELETE /v1/companions/{id}/data", .recent, .data,
            "Undoes what a pairing brought, also one that has ended, a part at a time: repeat it while `hasMore` is true.",
            responses: [200: .json(ForgetCompanion.Reply.self)]
        ) { _, context in
            return try Response.json(try await undo(try context.entity("id"), of: try context.user()))
        }
    }

    /// Undoes a part of what a pairing brought.
    /// - Throws: `Problem`, 404.
    func undo(_ id: EntityID, of user: UserID) async throws -> ForgetCompanion.Reply {
        guard let pairing = try await pairings.pairing(id, of: user) else {
            throw Problem(status: .notFound, code: "notFound", detail: "There is no such pairing (any more).")
        }
        let device = Credentials.Token.device(of: user, pairing: pairing.id)
        var done = ForgetCompanion.Reply(removed: 0, hasMore: true)
        for _ in 0..<Self.parts where done.hasMore {
            let part = try await bus.request(ForgetCompanion(user: user, device: device))
            done.removed += part.removed
            done.hasMore = part.hasMore
        }
        if !done.hasMore { try await pairings.forget(pairing.id, of: user) }
        return done
    }

    private func declareAside(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/companions/aside", .session, .data,
            "Bodies of companions that could not be read, newest first. Their bytes are in the export.",
            responses: [200: .json(AsideQuery.Reply.self)]
        ) { _, context in
            try Response.json(try await bus.request(AsideQuery(user: try context.user())))
        }
        endpoints.add(
            "GET /v1/companions/aside/{id}", .session, .data, "The bytes of a body that could not be read.",
            responses: [200: .file("application/octet-stream")], errors: [404: "There is no such body (any more)."]
        ) { [bus] _, context in
            let (user, id) = (try context.user(), try context.entity("id"))
            guard let first = try await bus.request(AsidePiece(user: user, id: id, number: 0)).bytes else {
                throw Problem.nothingHere
            }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "application/octet-stream", .cacheControl: "no-store",
                    .contentDisposition: "attachment; filename=\"\(id).body\"",
                ],
                body: ResponseBody { writer in
                    var (bytes, number) = (Optional(first), Int32(0))
                    while let piece = bytes {
                        try await writer.write(ByteBuffer(bytes: piece))
                        number += 1
                        bytes = try await bus.request(AsidePiece(user: user, id: id, number: number)).bytes
                    }
                    try await writer.finish(nil)
                })
        }
        endpoints.add(
            "DELETE /v1/companions/aside/{id}", .session, .data,
            "Deletes a body that could not be read; succeeds too where there is none.", responses: [204: nil]
        ) { _, context in
            _ = try await bus.request(RemoveAside(user: try context.user(), id: try context.entity("id")))
            return Response(status: .noContent)
        }
    }

    struct NewSource: Decodable {
        let companion: CompanionApp
        let label: String
        let member: String?
    }

    /// A paired companion.
    struct Source: Codable {
        let id: EntityID
        let companion: String
        let label: String
        let member: String?
        let created: Milliseconds
        /// When its token was last used, to the minute.
        let used: Milliseconds?
        /// False if no token opens anything for it.
        let isPaired: Bool
        /// When it ended; what it brought can still be undone.
        let ended: Milliseconds?
        /// Counts by type of a long synchronisation, as the app said.
        let types: [String: Int64]?

        init(_ pairing: Pairing, _ token: Credentials.Token?, isPaired: Bool) {
            id = pairing.id
            companion = pairing.companion
            label = pairing.label
            member = pairing.member
            created = pairing.created
            used = token?.used
            self.isPaired = isPaired
            ended = pairing.ended
            types = pairing.progress?.types
        }
    }

    /// A new pairing with its secret, which only this reply contains.
    struct NewPairing: Codable {
        let id: EntityID
        let companion: String
        let label: String
        /// The URL that the app posts to; absent if no address is known that a phone can reach.
        let address: String?
        let token: String?
        let code: String?
        /// Opens the app with everything that it needs.
        let link: String?
        /// A settings file of the app.
        let settings: String?
        /// When the code, the link, or the token that nobody used ends.
        let expires: Milliseconds

        init(_ made: Pairings.Made, _ app: CompanionApp, address: String?, now: Milliseconds) throws {
            id = made.pairing.id
            companion = app.rawValue
            label = made.pairing.label
            self.address = address.map { app == .openWearables ? $0 : $0 + app.path }
            token = made.token
            code = made.code
            expires = made.expires
            link = try address.flatMap { address in
                if app == .healthAutoExport {
                    return made.token.map { HealthAutoExportLink.automation(address + app.path, token: $0) }
                }
                return try made.invitation.map {
                    try HealthBridgeInvitation(made.pairing.label, address, $0, expires: made.expires).link
                }
            }
            settings =
                app == .hcWebhook
                ? try address.flatMap { address in
                    try made.token.map { try HCWebhookSettings.file(address + app.path, token: $0, now: now) }
                } : nil
        }
    }
}
