import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Localization
import Messages
import OpenID
import Pages

/// Signing in through the identity provider, fresh logins, and the link of an account.
struct OpenIDPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let accounts: Accounts
    /// Nil without an identity provider.
    let team: TeamSignIn?
    /// Called after an account was created.
    let created: @Sendable () async -> Void

    func add(to router: Router<EdgeContext>) {
        guard let team else { return }
        open(.get, "openid/sign-in", on: router) { request, context in
            try await leave(for: .signIn, team, request, context, request.stranger(at: now()))
        }
        page("openid/confirm", on: router, as: nil) { visit, request, context in
            try await leave(
                for: .confirm(session: visit.identity.id, user: visit.user), team, request, context, visit.reader)
        }
        page("openid/link", on: router) { visit, request, context in
            guard accounts.credentials.isConfirmed(visit.identity) else {
                return seeOther("/confirm?next=/openid/link")
            }
            return try await leave(
                for: .link(session: visit.identity.id, user: visit.user), team, request, context, visit.reader)
        }
        open(.get, "openid/callback", on: router) { request, context in
            try await comeBack(team, request, context)
        }
        action(.unlink, on: router) { visit, request, context in
            guard accounts.credentials.isConfirmed(visit.identity) else {
                return seeOther("/confirm?next=/settings/security")
            }
            try await accounts.unlink(visit.user)
            await accounts.record.note(
                .identityUnlinked, of: visit.user, from: "\(context.clientAddress)", label: visit.identity.label)
            return seeOther("/settings/security", toast: "changed")
        }
    }

    // MARK: Out and back

    /// Sends the browser to the provider.
    private func leave(
        for purpose: LoginAttempt.Purpose, _ team: TeamSignIn, _ request: Request, _ context: EdgeContext,
        _ reader: Reader
    ) async throws -> Response {
        let next = SitePath.own(request.uri.queryParameters["next"].map(String.init))
        let attempt = LoginAttempt(purpose, next: next ?? (purpose.isLink ? "/settings/security" : "/"), at: now())
        do {
            let url = try await team.provider.authorizationURL(for: attempt, redirect: redirect(request, context))
            var response = onward(to: url, for: reader)
            let sealed = try attempt.sealed(by: try await accounts.keys(.attempt))
            response.setCookie(context.site.attempt(sealed, seconds: Int(LoginAttempt.lifetime / 1000)))
            return response
        } catch let error as OpenIDError {
            return await explainFailure(error, attempt, context, reader)
        }
    }

    private func comeBack(_ team: TeamSignIn, _ request: Request, _ context: EdgeContext) async throws -> Response {
        let sealed = request.cookies[context.site.attemptCookie]?.value ?? ""
        let attempt = LoginAttempt(sealed: sealed, by: try await accounts.keys(.attempt), now: now())
        let parameters = request.uri.queryParameters
        let answer = Provider.Answer { parameters[$0[...]].map(String.init) }
        let reader = request.stranger(at: now())
        // Another site that leads here does not end a sign-in that is under way.
        guard let attempt, answer.answers(attempt) else {
            return await explainFailure(.wrongState, attempt, context, reader)
        }
        var response: Response
        do {
            try await accounts.use(attempt, from: "\(context.clientAddress)")
            let identity = try await team.provider.identity(
                from: answer, for: attempt, redirect: redirect(request, context))
            response = try await finish(attempt, identity, team.roles(of: identity), request, context)
            try await accounts.forgiveLogin(from: "\(context.clientAddress)")
        } catch let error as OpenIDError {
            response = await explainFailure(error, attempt, context, reader)
        }
        response.setCookie(context.site.attempt("", seconds: 0))
        return response
    }

    private func finish(
        _ attempt: LoginAttempt, _ identity: Provider.Identity, _ roles: Set<Role>, _ request: Request,
        _ context: EdgeContext
    ) async throws -> Response {
        let reader = request.stranger(at: now())
        switch attempt.purpose {
        case .signIn:
            let zone = identity.zone.flatMap { TimeZone(identifier: $0) } ?? .current
            let (session, isNew) = try await accounts.signIn(
                identity, roles: roles, zone: zone.identifier, country: reader.settings.region,
                from: request.visitor(context))
            if isNew { await created() }
            var next = isNew ? "/welcome/begin" : attempt.next
            if !roles.contains(.person) { next = "/operators" }
            var response = onward(to: next, for: reader)
            response.setCookie(Authentication.sessionCookie(session.token, for: context.site))
            response.setCookie(Authentication.deviceCookie(session.device, for: context.site))
            response.setCookie(Authentication.expiredKeptCookie(for: context.site))
            return response
        case .confirm(let session, let user):
            try await accounts.confirm(session, of: user, by: identity, roles: roles)
        case .link(let session, let user):
            try await accounts.link(identity, to: user, in: session, roles: roles)
            await accounts.record.note(
                .identityLinked, of: user, from: "\(context.clientAddress)", label: request.browser)
        }
        return onward(to: attempt.next, for: reader)
    }

    /// A page that leads on by itself (see `OnwardScreen`).
    private func onward(to address: String, for reader: Reader) -> Response {
        var response = html(OnwardScreen(to: address, for: reader), PageFrame(), for: reader)
        response.headers[HTTPField.Name("Refresh")!] = "0;url=\(address)"
        return response
    }

    /// Says why it failed, with a way to begin again.
    private func explainFailure(
        _ error: OpenIDError, _ attempt: LoginAttempt?, _ context: EdgeContext, _ reader: Reader
    ) async -> Response {
        let address = "\(context.clientAddress)"
        context.logger.notice("sign-in through the provider failed", metadata: ["reason": "\(error.logText)"])
        if error.isSuspicious { await accounts.record.note(.signInFailed, of: attempt?.user, from: address) }
        let problem = Problem(error)
        let start = attempt?.start ?? "/openid/sign-in"
        let screen = ProblemScreen(
            code: problem.code, problem.words(for: reader),
            again: "\(start)?next=\(SitePath.escaped(attempt?.next ?? "/"))", for: reader)
        return html(screen, PageFrame(), for: reader, status: problem.status)
    }

    /// The address to come back to, as registered at the provider.
    private func redirect(_ request: Request, _ context: EdgeContext) -> String {
        context.site.origin(request.head.authority) + "/openid/callback"
    }
}

extension LoginAttempt.Purpose {
    fileprivate var isLink: Bool { if case .link = self { true } else { false } }
}

extension LoginAttempt {
    /// The path at which it begins.
    fileprivate var start: String {
        switch purpose {
        case .signIn: "/openid/sign-in"
        case .confirm: "/openid/confirm"
        case .link: "/openid/link"
        }
    }

    /// Whose session began it; nil for a sign-in.
    fileprivate var user: UserID? {
        switch purpose {
        case .signIn: nil
        case .confirm(_, let user), .link(_, let user): user
        }
    }
}

extension Site {
    /// The cookie of an attempt. Not `SameSite=Strict`, because the provider's page leads back; it gives no access.
    fileprivate func attempt(_ value: String, seconds: Int) -> Cookie {
        Cookie(
            name: attemptCookie, value: value, maxAge: seconds, path: "/", secure: isSecure, httpOnly: true,
            sameSite: .lax)
    }
}
