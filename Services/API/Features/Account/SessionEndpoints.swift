import Foundation
import HTTPTypes
import Hummingbird
import Messages

/// Routes for sign-in, sign-out, the list of sessions, and the password change.
struct SessionEndpoints {
    let accounts: Accounts

    /// Registers the routes that need no session.
    func declareOpen(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/sessions", .open, .accounts, "Signs in; sets the session's cookie.",
            request: .json(SessionEndpoints.NewSession.self), responses: [201: .json(Account.self)],
            errors: [401: "The code of the second factor is needed.", 403: "A wrong name, password or code."]
        ) { request, context in
            let body = try await request.json(NewSession.self)
            let session = try await accounts.signIn(
                name: body.name, password: body.password, code: body.code, from: request.visitor(context))
            return try Response.signedIn(try await accounts.account(session.user), session, context.site)
        }
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/sessions", .session, .accounts, "The person's sessions, newest first.",
            responses: [200: .json([SessionEndpoints.Session].self)]
        ) { _, context in
            let own = try context.person()
            return try Response.json(
                try await accounts.credentials.tokens(of: own.user, kind: .session).reversed().map {
                    Session(id: $0.id, device: $0.label, created: $0.created, used: $0.used, current: $0.id == own.id)
                })
        }
        endpoints.add(
            "DELETE /v1/sessions/current", .session, .accounts, "Signs out.", responses: [204: nil]
        ) { _, context in
            let own = try context.person()
            try await accounts.credentials.revoke(own.id, of: own.user, kind: .session)
            await accounts.record.note(.sessionsEnded, of: own.user, from: "\(context.clientAddress)", label: own.label)
            return Response.signedOut(context.site)
        }
        endpoints.add(
            "DELETE /v1/sessions/{id}", .session, .accounts, "Ends one session.", responses: [204: nil]
        ) { _, context in
            let (own, id) = (try context.person(), try context.entity("id"))
            guard let ended = try await accounts.credentials.revoke(id, of: own.user, kind: .session) else {
                throw ServiceError(.notFound, "This session has ended already.")
            }
            await accounts.record.note(
                .sessionsEnded, of: own.user, from: "\(context.clientAddress)", label: ended)
            return id == own.id ? Response.signedOut(context.site) : Response(status: .noContent)
        }
        // Ends all sessions; `?current=false` keeps the one of this request.
        endpoints.add(
            "DELETE /v1/sessions", .session, .accounts, "Ends all sessions.",
            query: [.flag("current", "`false` keeps the session of this request.")], responses: [204: nil]
        ) { request, context in
            let own = try context.person()
            let keepsCurrent = try request.query("current", { Bool($0) }) == false
            try await accounts.credentials.endSessions(of: own.user, except: keepsCurrent ? own.id : nil)
            await accounts.record.note(.sessionsEnded, of: own.user, from: "\(context.clientAddress)")
            return keepsCurrent ? Response(status: .noContent) : Response.signedOut(context.site)
        }
        // It carries the password itself.
        endpoints.add(
            "PUT /v1/password", .session, .accounts, "Changes the password and ends the other sessions.",
            request: .json(SessionEndpoints.NewPassword.self, limits: ["new": ["minLength": 10]]), responses: [204: nil]
        ) { request, context in
            let own = try context.person()
            let body = try await request.json(NewPassword.self)
            try Accounts.validate(password: body.new)
            try await accounts.confirm(own, password: body.old, from: "\(context.clientAddress)")
            try await accounts.setPassword(
                body.new, of: own.user, keeping: own.id, device: request.deviceCookie(context.site))
            await accounts.record.note(
                .passwordChanged, of: own.user, from: "\(context.clientAddress)", label: own.label)
            return Response(status: .noContent)
        }
    }
}

extension SessionEndpoints {
    struct NewSession: Decodable {
        let name: String
        let password: String
        /// Code of the second factor.
        let code: String?
    }

    struct Session: Codable {
        let id: EntityID
        /// Browser and system, such as “Firefox on Linux”.
        let device: String
        let created: Milliseconds
        /// To the minute; absent if unused since sign-in.
        let used: Milliseconds?
        /// True for the session of this request.
        let current: Bool
    }

    struct NewPassword: Decodable {
        let old: String
        let new: String
    }
}

extension Response {
    /// The account, with the session cookie and the device cookie that identifies this browser.
    static func signedIn(_ account: Account, _ session: Accounts.SignedIn, _ site: Site) throws -> Response {
        var response = try Response.json(account, status: .created)
        response.setCookie(Authentication.sessionCookie(session.token, for: site))
        response.setCookie(Authentication.deviceCookie(session.device, for: site))
        return response
    }

    static func signedOut(_ site: Site) -> Response {
        var response = Response(status: .noContent)
        response.setCookie(Authentication.expiredCookie(for: site))
        return response
    }
}

extension Request {
    /// Browser and system, such as “Firefox on Linux”.
    var browser: String { BrowserFamily.name(headers[.userAgent]) }

    /// The device cookie of a browser that signed in before.
    func deviceCookie(_ site: Site) -> String? { cookies[site.deviceCookie]?.value }

    func visitor(_ context: EdgeContext) -> SignInOrigin {
        SignInOrigin(
            address: "\(context.clientAddress)", isFromThisMachine: context.isFromThisMachine,
            device: deviceCookie(context.site), family: browser)
    }
}

/// Re-checks the password before sensitive requests (`Access.recent`).
struct ConfirmEndpoint {
    let accounts: Accounts

    struct Confirmation: Decodable {
        /// If absent, the request only asks whether the password was checked recently.
        let password: String?
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/sessions/current/confirm", .session, .accounts,
            "Checks the password once more; without a password, asks whether it was checked within 15 minutes.",
            request: .json(ConfirmEndpoint.Confirmation.self), responses: [204: nil]
        ) { request, context in
            let session = try context.person()
            guard let password = try await request.json(Confirmation.self).password else {
                guard accounts.credentials.isConfirmed(session) else { throw Problem.confirmationNeeded(session) }
                return Response(status: .noContent)
            }
            try await accounts.confirm(session, password: password, from: "\(context.clientAddress)")
            return Response(status: .noContent)
        }
    }
}
