import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import Pages
import ServiceKit

/// Signing in and out, and making the first account.
struct SignInPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let accounts: Accounts
    let profiles: Profiles
    let reconfirmer: Reconfirmer
    /// Nil without an identity provider.
    let team: TeamSignIn?
    let example: ExampleDoor
    /// Called after an account was created.
    let created: @Sendable () async -> Void

    func add(to router: Router<EdgeContext>) {
        open(.get, "sign-in", on: router) { request, context in
            if try await accounts.isEmpty(), request.uri.queryParameters["example"] == nil {
                return seeOther("/welcome")
            }
            let reader = request.stranger(at: now())
            let next = SitePath.own(request.uri.queryParameters["next"].map(String.init)) ?? "/"
            let hasEnded = request.uri.queryParameters["ended"] != nil
            let endSession = hasEnded ? await team?.provider.endSessionURL() : nil
            return html(
                SignInScreen(
                    next: next, holdsEntries: request.uri.queryParameters["kept"] != nil,
                    isClearText: context.isClearText, provider: reconfirmer.providerButton(next, for: reader),
                    ended: endSession.map { (team?.name ?? "", $0) }, for: reader), PageFrame(), for: reader)
        }
        open(.post, "sign-in", on: router) { request, context in try await signIn(request, context) }
        open(.get, "welcome", on: router) { request, context in
            guard try await accounts.isEmpty() else { return seeOther("/") }
            let reader = request.stranger(at: now())
            let screen = WelcomeScreen(
                country: ZoneCountries.ofThisMachine ?? reader.settings.region, timeZone: TimeZone.current.identifier,
                isClearText: context.isClearText, hasExampleDoor: context.hasExampleDoor,
                provider: reconfirmer.providerButton("/", for: reader), for: reader)
            return html(screen, PageFrame(), for: reader)
        }
        open(.post, "example", on: router) { request, context in try await openExample(request, context) }
        action("example/leave", on: router) { visit, request, context in
            try await leaveExample(visit, request, context)
        }
        open(.post, "welcome", on: router) { request, context in try await makeAccount(request, context) }
        page("welcome/begin", on: router) { visit, request, context in
            let screen = DoorsScreen(
                name: visit.account.name, hasExampleDoor: context.hasExampleDoor, for: visit.reader)
            return show(screen, in: nil, visit, request)
        }
        action("sign-out", on: router, as: nil) { visit, request, context in
            let form = try await request.form()
            try await accounts.credentials.revoke(visit.identity.id, of: visit.user, kind: .session)
            let own = try await keptSession(visit, request, context)?.token
            if let own {
                try await accounts.credentials.revoke(own.id, of: own.user, kind: .session)
                await accounts.record.note(
                    .sessionsEnded, of: own.user, from: "\(context.clientAddress)", label: own.label)
            }
            await accounts.record.note(
                .sessionsEnded, of: visit.user, from: "\(context.clientAddress)", label: visit.identity.label)
            // The session at the provider goes on; the page then links to its end.
            var response = seeOther((own ?? visit.identity).granted == nil ? "/sign-in" : "/sign-in?ended=1")
            // The browser reports entries of another person that wait to be sent; it has deleted the rest itself.
            let holdsOthers = form["keep"] != nil
            // Browsers obey it over an encrypted connection only, and log an error otherwise.
            if !context.isClearText {
                response.headers[.clearSiteData] = holdsOthers ? "\"cache\"" : "\"cache\", \"storage\""
            }
            response.setCookie(Authentication.expiredCookie(for: context.site))
            response.setCookie(Authentication.expiredDeviceCookie(for: context.site))
            response.setCookie(Authentication.expiredKeptCookie(for: context.site))
            return response
        }
    }

    private func signIn(_ request: Request, _ context: EdgeContext) async throws -> Response {
        let form = try await request.form()
        let next = SitePath.own(form["next"]) ?? "/"
        do {
            let session = try await accounts.signIn(
                name: form["name"] ?? "", password: form.exactly("password"), code: form["code"],
                from: request.visitor(context))
            return openSession(session, next, context)
        } catch {
            let reader = request.stranger(at: now())
            let needsCode = (error as? Problem)?.code == "secondFactorNeeded" || form["code"] != nil
            let isFirst = needsCode && form["code"] == nil
            let problem = (error as? Problem) ?? (error as? ServiceError).map { Problem($0) }
            guard let problem else { throw error }
            let screen = SignInScreen(
                name: form["name"] ?? "", next: next, needsCode: needsCode,
                problems: [
                    needsCode ? "code" : "password": isFirst
                        ? reader.words("signin.codeNeeded") : reader.sentence(problem)
                ],
                isClearText: context.isClearText, provider: reconfirmer.providerButton(next, for: reader), for: reader)
            return html(screen, PageFrame(), for: reader, status: problem.status)
        }
    }

    private func makeAccount(_ request: Request, _ context: EdgeContext) async throws -> Response {
        let form = try await request.form()
        let (name, country) = (form["name"] ?? "", form["country"] ?? "")
        let zone = form["timeZone"] ?? "UTC"
        do {
            let account = try await accounts.create(
                .random(), name: name, password: form.exactly("password"), timeZone: zone, country: country,
                as: .page(code: form["code"] ?? ""))
            await created()
            await accounts.record.note(.accountMade, of: account.user, from: "\(context.clientAddress)")
            let session = try await accounts.open(account.user, from: request.visitor(context))
            return openSession(session, "/welcome/begin", context)
        } catch let error as ServiceError {
            let reader = request.stranger(at: now())
            let screen = WelcomeScreen(
                name: name, country: country, timeZone: zone, code: form["code"] ?? "",
                problems: [
                    Self.field(of: error, name, form.exactly("password"), country, zone): reader.sentence(error)
                ],
                isClearText: context.isClearText, hasExampleDoor: context.hasExampleDoor,
                provider: reconfirmer.providerButton("/", for: reader), for: reader)
            return html(screen, PageFrame(), for: reader, status: Problem(error).status)
        }
    }

    /// The field of the welcome form that a refusal is about.
    private static func field(
        of error: ServiceError, _ name: String, _ password: String, _ country: String, _ zone: String
    ) -> String {
        switch error.code {
        case .conflict: "name"
        case .refused: "code"
        case .invalid:
            if (try? Accounts.named(name)) == nil {
                "name"
            } else if (try? Accounts.validate(password: password)) == nil {
                "password"
            } else {
                TimeZone(identifier: zone) == nil ? "zone" : "country"
            }
        default: "form"
        }
    }

    /// Signs a browser of this machine in as the example person, while there is no account, or for a person who is
    /// signed in, whose own session the browser keeps.
    private func openExample(_ request: Request, _ context: EdgeContext) async throws -> Response {
        let visit = try? await visit(request, context)
        let reader = visit?.reader ?? request.stranger(at: now())
        let isEmpty = try await accounts.isEmpty()
        guard context.hasExampleDoor, isEmpty || visit != nil else {
            throw Problem(
                status: .forbidden, code: "exampleElsewhere",
                detail: "The example opens on the machine that Pulsum runs on.")
        }
        let user = try await example.open(
            inGerman: reader.settings.language == .german, isSignedIn: visit != nil)
        if visit?.user == user { return seeOther("/") }
        let session = try await accounts.open(user, from: request.visitor(context))
        var response = openSession(session, "/", context)
        if visit != nil, let own = request.cookies[context.site.sessionCookie]?.value,
            let token = try await accounts.credentials.authenticate(session.token)
        {
            response.setCookie(Authentication.keptCookie(own, in: token.id, for: context.site))
        }
        return response
    }

    /// Ends the example's session and goes back to the person's own.
    private func leaveExample(_ visit: Visit, _ request: Request, _ context: EdgeContext) async throws -> Response {
        guard visit.account.isExample == true, visit.keepsOwnSession else { return seeOther("/") }
        let own = try await keptSession(visit, request, context)
        try await accounts.credentials.revoke(visit.identity.id, of: visit.user, kind: .session)
        var response = seeOther(own == nil ? "/sign-in" : "/")
        response.setCookie(
            own.map { Authentication.sessionCookie($0.secret, for: context.site) }
                ?? Authentication.expiredCookie(for: context.site))
        response.setCookie(Authentication.expiredKeptCookie(for: context.site))
        return response
    }

    /// The session that this browser keeps while it looks around; nil if there is none or it has ended.
    private func keptSession(
        _ visit: Visit, _ request: Request, _ context: EdgeContext
    ) async throws -> (secret: String, token: Credentials.Token)? {
        guard let secret = Authentication.kept(request, in: visit.identity.id, context.site),
            let token = try await accounts.credentials.authenticate(secret), token.kind == .session
        else { return nil }
        return (secret, token)
    }

    private func openSession(_ session: Accounts.SignedIn, _ next: String, _ context: EdgeContext) -> Response {
        var response = seeOther(next)
        response.setCookie(Authentication.sessionCookie(session.token, for: context.site))
        response.setCookie(Authentication.deviceCookie(session.device, for: context.site))
        response.setCookie(Authentication.expiredKeptCookie(for: context.site))
        return response
    }
}

extension EdgeContext {
    /// Whether this browser may look around with the example person, who is there for this machine only.
    var hasExampleDoor: Bool { isFromThisMachine }
}
