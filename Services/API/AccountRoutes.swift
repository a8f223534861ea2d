import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import ServiceKit

/// Set-up, sign-in, profile, device tokens, export and erasure.
struct AccountRoutes {
    let accounts: Accounts
    let profiles: Profiles
    let erasures: Erasures
    let bus: any Requesting

    /// Routes that need no session.
    func addOpen(to group: RouterGroup<EdgeContext>) {
        group.get("setup") { _, context in
            struct Setup: Encodable {
                let needsAccount: Bool
                /// True where the way to this page is not encrypted and leads over a network.
                let clearText: Bool
            }
            return try Response.json(Setup(needsAccount: try await accounts.isEmpty(), clearText: context.isClearText))
        }
        group.post("accounts") { request, context in
            struct Body: Decodable {
                let name: String
                let password: String
                let timeZone: String
                let country: String?
            }
            try refuseForeignPages(request, context)
            let body = try await request.json(Body.self)
            let account = try await accounts.create(
                .random(), name: body.name, password: body.password, timeZone: body.timeZone, country: body.country ?? "", onlyFirst: true)
            return try signedIn(account, secret: try await accounts.issue(.session, to: account.user, label: "browser").secret, context, status: .created)
        }
        group.post("sessions") { request, context in
            struct Body: Decodable {
                let name: String
                let password: String
            }
            try refuseForeignPages(request, context)
            let body = try await request.json(Body.self)
            let session = try await accounts.signIn(name: body.name, password: body.password)
            return try signedIn(try await accounts.account(session.user), secret: session.token, context, status: .created)
        }
    }

    func add(to group: RouterGroup<EdgeContext>) {
        group.get("me") { _, context in try Response.json(try await accounts.account(try context.user())) }
        group.delete("sessions/current") { request, context in
            if let secret = request.cookies[context.site.sessionCookie]?.value { try await accounts.revoke(secret: secret) }
            var response = Response(status: .noContent)
            response.setCookie(Authentication.expiredCookie(for: context.site))
            return response
        }
        group.get("profile") { _, context in try Response.json(try await profiles.profile(try context.user())) }
        group.put("profile") { request, context in
            let user = try context.user()
            var (profile, id) = try await request.command(Profile.self, for: user)
            profile.user = user
            return try Response.json(try await profiles.set(id, profile))
        }
        addTokens(to: group)
        group.get("export") { _, context in try await export(try context.user()) }
        group.post("erase") { request, context in
            struct Body: Decodable { let password: String }
            let user = try context.user()
            let name = try await accounts.account(user).name
            _ = try await accounts.signIn(name: name, password: try await request.json(Body.self).password)
            return try Response.json(try await erasures.start(user), status: .accepted)
        }
    }

    /// Sent as it is gathered. Every service is asked first, so that one that is down is an error and not half a file.
    private func export(_ user: UserID) async throws -> Response {
        let archive = ExportArchive(bus: bus, user: user)
        try await archive.check()
        let body = ResponseBody { writer in
            try await archive.write { try await writer.write(ByteBuffer(bytes: $0)) }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "application/zip", .contentDisposition: "attachment; filename=\"pulsum-export.zip\"", .cacheControl: "no-store"], body: body
        )
    }

    private func addTokens(to group: RouterGroup<EdgeContext>) {
        struct Shown: Encodable {
            let id: EntityID
            let label: String
            let created: Milliseconds
            /// Only in the answer that made it.
            var token: String?
        }
        group.get("tokens") { _, context in
            try Response.json(try await accounts.tokens(of: try context.user(), kind: .device).map { Shown(id: $0.id, label: $0.label, created: $0.created) })
        }
        group.post("tokens") { request, context in
            struct Body: Decodable { let label: String }
            guard context.identity?.kind == .session else {
                throw Problem(status: .forbidden, code: "refused", detail: "A device cannot make tokens: sign in with a browser.")
            }
            let label = try await request.json(Body.self).label
            let made = try await accounts.issue(.device, to: try context.user(), label: label)
            return try Response.json(Shown(id: made.id, label: label, created: accounts.now(), token: made.secret), status: .created)
        }
        group.delete("tokens/{id}") { _, context in
            try await accounts.revoke(try context.entity("id"), of: try context.user())
            return Response(status: .noContent)
        }
    }

    private func signedIn(_ account: Account, secret: String, _ context: EdgeContext, status: HTTPResponse.Status) throws -> Response {
        var response = try Response.json(account, status: status)
        response.setCookie(Authentication.sessionCookie(secret, for: context.site))
        return response
    }
}

extension EdgeContext {
    /// A path parameter that is an identifier.
    func entity(_ name: String) throws -> EntityID {
        guard let id = parameters.get(name).flatMap({ EntityID($0) }) else {
            throw Problem(status: .notFound, code: "notFound", detail: "There is nothing at this address.")
        }
        return id
    }
}
