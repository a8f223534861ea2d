import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import ServiceKit

/// Set-up, sign-in, profile, export and erasure.
struct AccountRoutes {
    let accounts: Accounts
    let profiles: Profiles
    let erasures: Erasures
    let bus: any Requesting

    /// Routes that need no session.
    func addOpen(to group: RouterGroup<EdgeContext>) {
        group.get("setup") { _, _ in
            struct Setup: Encodable { let needsAccount: Bool }
            return try Response.json(Setup(needsAccount: try await accounts.isEmpty()))
        }
        group.post("accounts") { request, context in
            struct Body: Decodable {
                let name: String
                let password: String
                let timeZone: String
                let country: String?
            }
            try refuseForeignPages(request)
            let body = try await request.json(Body.self)
            let account = try await accounts.create(
                .random(), name: body.name, password: body.password, timeZone: body.timeZone, country: body.country ?? "", onlyFirst: true)
            await accounts.record.note(.accountMade, of: account.user, from: "\(context.clientAddress)")
            return try signedIn(account, secret: try await accounts.credentials.issue(.session, to: account.user, label: "browser").secret, status: .created)
        }
        group.post("sessions") { request, context in
            struct Body: Decodable {
                let name: String
                let password: String
            }
            try refuseForeignPages(request)
            let body = try await request.json(Body.self)
            let session: (user: UserID, token: String)
            do {
                session = try await accounts.signIn(name: body.name, password: body.password)
            } catch let error as BusError where error.code == .refused {
                await accounts.record.note(.signInFailed, of: try await accounts.user(named: body.name), from: "\(context.clientAddress)")
                throw error
            }
            await accounts.record.note(.signIn, of: session.user, from: "\(context.clientAddress)")
            return try signedIn(try await accounts.account(session.user), secret: session.token, status: .created)
        }
    }

    func add(to group: RouterGroup<EdgeContext>) {
        group.get("me") { _, context in try Response.json(try await accounts.account(try context.user())) }
        group.delete("sessions/current") { _, context in
            let session = try context.person()
            try await accounts.credentials.revoke(session.id, of: session.user, kind: .session)
            await accounts.record.note(.sessionsEnded, of: session.user, from: "\(context.clientAddress)", label: session.label)
            var response = Response(status: .noContent)
            response.setCookie(Authentication.expiredCookie)
            return response
        }
        group.get("profile") { _, context in try Response.json(try await profiles.profile(try context.user())) }
        group.put("profile") { request, context in
            let user = try context.user()
            var (profile, id) = try await request.command(Profile.self, for: user)
            profile.user = user
            return try Response.json(try await profiles.set(id, profile))
        }
        group.get("export") { _, context in
            let response = try await export(try context.user())
            await accounts.record.note(.exported, of: try context.user(), from: "\(context.clientAddress)")
            return response
        }
        group.post("erase") { _, context in
            let user = try context.user()
            await accounts.record.note(.eraseAsked, of: user, from: "\(context.clientAddress)")
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

    private func signedIn(_ account: Account, secret: String, status: HTTPResponse.Status) throws -> Response {
        var response = try Response.json(account, status: status)
        response.setCookie(Authentication.sessionCookie(secret))
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
