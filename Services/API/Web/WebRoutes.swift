import Bus
import CrisisCards
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import Pages
import ServiceKit

/// The pages for browsers. Every page is registered through `page`, `action` or `open`, which decide who may see it and
/// show errors as a page.
struct WebRoutes: Sendable {
    let accounts: Accounts
    let profiles: Profiles
    let erasures: Erasures
    let bus: any Requesting
    let renderer: PageRenderer
    let journal: JournalRoutes
    let coach: CoachRoutes
    /// Longest body in bytes before sign-in.
    let openBodyBytes: Int
    /// The instant of the last backup; nil if none is known.
    let lastBackup: @Sendable () -> Milliseconds?
    let created: @Sendable () async -> Void
    /// Nil without an identity provider.
    var team: TeamSignIn?
    let said = OneTimeTexts()

    var now: @Sendable () -> Milliseconds { accounts.now }

    func add(to router: Router<EdgeContext>) {
        addSignIn(to: router)
        addOpenID(to: router)
        addOperators(to: router)
        addOffline(to: router)
        addPhone(to: router)
        addToday(to: router)
        addPulse(to: router)
        addCoach(to: router)
        addSafety(to: router)
        addLookBack(to: router)
        addTrends(to: router)
        addJournal(to: router)
        addActions(to: router)
        addValues(to: router)
        addReview(to: router)
        addSettings(to: router)
        addData(to: router)
        addLibrary(to: router)
        addLetters(to: router)
        addSecurity(to: router)
        addGoals(to: router)
        addTerms(to: router)
        addPlans(to: router)
        addRestoring(to: router)
        addHealthRules(to: router)
        addTables(to: router)
    }

    // MARK: Registration

    /// A page that a signed-in person opens.
    /// - Parameter role: that the session needs; nil for any.
    func page(
        _ path: RouterPath, on router: Router<EdgeContext>, as role: Role? = .person,
        _ handler: @escaping @Sendable (Visit, Request, EdgeContext) async throws -> Response
    ) {
        router.get(path) { request, context in
            await shown(request, context) {
                try await handler(try await visit(request, context, as: role), request, context)
            }
        }
    }

    /// A form that a signed-in person sends. The handler answers with `seeOther`, so that reloading does not send it
    /// again.
    /// - Parameter role: that the session needs; nil for any.
    func action(
        _ path: RouterPath, on router: Router<EdgeContext>, as role: Role? = .person,
        _ handler: @escaping @Sendable (Visit, Request, EdgeContext) async throws -> Response
    ) {
        router.post(path) { request, context in
            await shown(request, context) {
                try requireSameOrigin(request, context)
                return try await handler(try await visit(request, context, as: role), request, context)
            }
        }
    }

    /// A guarded form that a signed-in person sends: without the proof of its session it is refused.
    func action(
        _ form: GuardedForm, on router: Router<EdgeContext>,
        _ handler: @escaping @Sendable (Visit, Request, EdgeContext) async throws -> Response
    ) {
        action(RouterPath(form.route), on: router) { visit, request, context in
            let secret = request.cookies[context.site.sessionCookie]?.value ?? ""
            return try await handler(visit, try await request.proven(form, session: secret), context)
        }
    }

    /// A page without sign-in.
    func open(
        _ method: HTTPRequest.Method, _ path: RouterPath, on router: Router<EdgeContext>,
        _ handler: @escaping @Sendable (Request, EdgeContext) async throws -> Response
    ) {
        router.on(path, method: method) { request, context in
            await shown(request, context) {
                try requireSameOrigin(request, context)
                return try await OpenBody(limit: openBodyBytes).handle(request, context: context, next: handler)
            }
        }
    }

    // MARK: Answers

    func html(_ screen: some Screen, _ frame: PageFrame, for reader: Reader, status: HTTPResponse.Status = .ok)
        -> Response
    {
        renderer.response(screen, frame, for: reader, status: status)
    }

    /// Sends the browser to another page of this site after a form.
    /// - Parameter toast: name of a toast, which that page shows once.
    func seeOther(_ path: String, toast: String? = nil) -> Response {
        var target = path.prefix { $0 != "#" } + ""
        if let toast { target += (target.contains("?") ? "&" : "?") + "done=" + toast }
        target += path.drop { $0 != "#" }
        return Response(status: .seeOther, headers: [.location: String(target), .cacheControl: "no-store"])
    }

    /// The reply of a request whose failure leaves a part of the page empty; nil then.
    func part<R: BusRequest>(_ request: R) async -> R.Reply? { try? await bus.request(request) }

    // MARK: Sessions

    /// Thrown where a page needs a session: sends the browser to sign in, or to set up the first account.
    private struct SignInNeeded: Error {}
    /// Thrown where a page is a person's: sends an operator without data of their own to the operators' page.
    private struct PersonNeeded: Error {}

    /// - Parameter role: that the session needs; nil for any.
    func visit(_ request: Request, _ context: EdgeContext, as role: Role? = .person) async throws -> Visit {
        guard let secret = request.cookies[context.site.sessionCookie]?.value,
            let identity = try await accounts.credentials.authenticate(secret), identity.kind == .session
        else { throw SignInNeeded() }
        if let role, !identity.roles.contains(role) {
            if role == .person { throw PersonNeeded() }
            throw Problem.operatorNeeded
        }
        // Lets the connection read the body of a signed-in person's form.
        var context = context
        context.identity = identity
        async let profile = profiles.profile(identity.user)
        var account = try await accounts.account(identity.user)
        if account.hasAhead != true, GoalTab.isAhead(request.uri.path) {
            try await profiles.openAhead(identity.user)
            account.hasAhead = true
        }
        return Visit(
            identity, account, try await profile, request, at: now(), isClearText: context.isClearText,
            proofs: FormProofs(session: secret))
    }

    /// Shows what a handler throws as a page.
    private func shown(_ request: Request, _ context: EdgeContext, _ handler: () async throws -> Response) async
        -> Response
    {
        do {
            return try await handler()
        } catch is SignInNeeded {
            // The browser keeps the form until somebody has signed in; it cannot see where a redirection leads.
            if request.headers[Self.heldForm] != nil { return Response(status: .unauthorized) }
            if (try? await accounts.isEmpty()) == true { return seeOther("/welcome") }
            let next = request.method == .get ? request.uri.path : "/"
            return seeOther(next == "/" ? "/sign-in" : "/sign-in?next=\(Self.escaped(next))")
        } catch is PersonNeeded {
            return request.method == .get
                ? seeOther("/operators") : await problem(Problem.personNeeded, request, context)
        } catch {
            return await problem(error, request, context)
        }
    }

    private func problem(_ error: any Error, _ request: Request, _ context: EdgeContext) async -> Response {
        let problem =
            switch error {
            case let problem as Problem: problem
            case let error as ServiceError: Problem(error)
            case let error as any HTTPResponseError:
                error.status == .notFound
                    ? Problem(status: .notFound, code: "notFound", detail: "There is nothing at this address.")
                    : Problem(status: error.status, code: "invalid", detail: "The request cannot be read.")
            default:
                Problem(
                    status: .internalServerError, code: "failed",
                    detail: "Something went wrong on our side: try again.")
            }
        if problem.status.code >= 500 {
            context.logger.warning("page failed", metadata: ["error": "\(ServiceError.logText(error))"])
        }
        return await shown(problem, request, context)
    }

    /// A problem as a page, in the language of the person where one is signed in.
    func shown(_ problem: Problem, _ request: Request, _ context: EdgeContext) async -> Response {
        let visit = try? await visit(request, context)
        let reader = visit?.reader ?? request.stranger(at: now())
        let again = request.method == .get && problem.isRetryable ? request.uri.path : nil
        let frame = visit.map { $0.frame(nil, request) } ?? PageFrame()
        // A person who may be in danger gets the emergency numbers instead of an explanation (SAF-4).
        if let card = problem.crisis {
            let screen = SafetyScreen(card, plan: nil, planNote: reader.sentence(problem), for: reader)
            return html(screen, frame, for: reader, status: problem.status)
        }
        let screen = ProblemScreen(
            code: problem.code, problem.words(for: reader), again: again, after: problem.retryAfter, for: reader)
        return renderer.response(screen, frame, for: reader, refused: problem)
    }

    /// A path as a query parameter's value.
    static func escaped(_ path: String) -> String {
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~/"))
        return path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    /// A path of this site that a form or link names; nil for every other address.
    static func ownPath(_ text: String?) -> String? {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return text
    }
}
