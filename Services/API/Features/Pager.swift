import Bus
import CrisisCards
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import NIOCore
import Pages
import ServiceKit
import Synchronization

/// Finds the visitor of a page, and shows what goes wrong as a page.
struct Pager: Sendable {
    let accounts: Accounts
    let profiles: Profiles
    let renderer: PageRenderer
    /// Longest body in bytes before sign-in.
    let openBodyBytes: Int

    var now: @Sendable () -> Milliseconds { accounts.now }

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
        let account = try await accounts.account(identity.user)
        return Visit(
            identity, account, try await profile, request, at: now(), isClearText: context.isClearText,
            keepsOwnSession: Authentication.kept(request, in: identity.id, context.site) != nil,
            proofs: FormProofs(session: secret))
    }

    /// Shows what a handler throws as a page.
    fileprivate func shown(_ request: Request, _ context: EdgeContext, _ handler: () async throws -> Response) async
        -> Response
    {
        do {
            return try await handler()
        } catch is SignInNeeded {
            // The browser keeps the form until a person has signed in; it cannot see where a redirection leads.
            if request.headers[.heldForm] != nil { return Response(status: .unauthorized) }
            if (try? await accounts.isEmpty()) == true { return Response.seeOther("/welcome") }
            let next = request.method == .get ? request.uri.path : "/"
            return Response.seeOther(next == "/" ? "/sign-in" : "/sign-in?next=\(SitePath.escaped(next))")
        } catch is PersonNeeded {
            return request.method == .get
                ? Response.seeOther("/operators") : await problem(Problem.personNeeded, request, context)
        } catch {
            return await problem(error, request, context)
        }
    }

    private func problem(_ error: any Error, _ request: Request, _ context: EdgeContext) async -> Response {
        let problem = Problem(of: error)
        if problem.status.code >= 500 {
            let error: any Error = (error as? UnreadText)?.error ?? error
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
            return renderer.response(screen, frame, for: reader, status: problem.status)
        }
        let screen = ProblemScreen(
            code: problem.code, problem.words(for: reader), again: again, after: problem.retryAfter, for: reader)
        return renderer.response(screen, frame, for: reader, refused: problem)
    }
}

/// The pages of a feature. Each is registered through `page`, `action` or `open`, which decide who may see it and show
/// errors as a page.
protocol FeaturePages: Sendable {
    var pager: Pager { get }
    var bus: any Requesting { get }
    func add(to router: Router<EdgeContext>)
}

extension FeaturePages {
    var now: @Sendable () -> Milliseconds { pager.now }
    func visit(_ request: Request, _ context: EdgeContext) async throws -> Visit {
        try await pager.visit(request, context)
    }

    /// A page that a signed-in person opens.
    /// - Parameter role: that the session needs; nil for any.
    func page(
        _ path: RouterPath, on router: Router<EdgeContext>, as role: Role? = .person,
        _ handler: @escaping @Sendable (Visit, Request, EdgeContext) async throws -> Response
    ) {
        router.get(path) { request, context in
            await pager.shown(request, context) {
                try await handler(try await pager.visit(request, context, as: role), request, context)
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
            await pager.shown(request, context) {
                try requireSameOrigin(request, context)
                return try await handler(try await pager.visit(request, context, as: role), request, context)
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
            await pager.shown(request, context) {
                try requireSameOrigin(request, context)
                return try await OpenBody(limit: pager.openBodyBytes).handle(request, context: context, next: handler)
            }
        }
    }

    func html(_ screen: some Screen, _ frame: PageFrame, for reader: Reader, status: HTTPResponse.Status = .ok)
        -> Response
    {
        pager.renderer.response(screen, frame, for: reader, status: status)
    }

    /// A screen of the visitor, with the part of the navigation that it belongs to.
    func show(
        _ screen: some Screen, in section: Section?, _ visit: Visit, _ request: Request,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        html(screen, visit.frame(section, request), for: visit.reader, status: status)
    }

    /// See `Response.seeOther`.
    func seeOther(_ path: String, toast: String? = nil) -> Response { .seeOther(path, toast: toast) }

    /// The reply of a request whose failure leaves a part of the page empty; nil then.
    func part<R: BusRequest>(_ request: R) async -> R.Reply? { try? await bus.request(request) }
}

extension Response {
    /// Sends the browser to another page of this site after a form.
    /// - Parameter toast: name of a toast, which that page shows once.
    static func seeOther(_ path: String, toast: String? = nil) -> Response {
        var target = path.prefix { $0 != "#" } + ""
        if let toast { target += (target.contains("?") ? "&" : "?") + "done=" + toast }
        target += path.drop { $0 != "#" }
        return Response(status: .seeOther, headers: [.location: String(target), .cacheControl: "no-store"])
    }
}

/// Paths of this site.
enum SitePath {
    /// A path as a query parameter's value.
    static func escaped(_ path: String) -> String {
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~/"))
        return path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    /// A path of this site that a form or link names; nil for every other address.
    static func own(_ text: String?) -> String? {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return text
    }
}

extension PageRenderer {
    /// A screen as the answer to a request; no browser or proxy keeps it. One with a proof is not compressed, so that its
    /// length tells nothing about it.
    func response(
        _ screen: some Screen, _ frame: PageFrame = PageFrame(), for reader: Reader,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let isGuarded = GuardedForm.templates.contains(type(of: screen).template)
        return Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8",
                .cacheControl: isGuarded ? "no-store, no-transform" : "no-store",
            ],
            body: .init(byteBuffer: ByteBuffer(string: html(screen, frame, for: reader))))
    }

    /// A screen that says why a request was refused, with `Retry-After` where it may succeed later.
    func response(
        _ screen: some Screen, _ frame: PageFrame = PageFrame(), for reader: Reader, refused problem: Problem
    ) -> Response {
        var response = response(screen, frame, for: reader, status: problem.status)
        if let after = problem.retryAfter { response.headers[.retryAfter] = String(after) }
        return response
    }
}

/// Sentences that services composed for one person, from the form that asked for them to the page that shows them once.
/// They are in memory only: after a restart the page shows its own words.
final class OneTimeTexts: Sendable {
    /// Most texts; the oldest is dropped first.
    private static let capacity = 256

    private struct Kept {
        let id: EntityID
        let user: UserID
        let text: String
    }

    private let kept = Mutex<[Kept]>([])

    /// - Returns: the id by which the next page asks for it.
    func keep(_ text: String, for user: UserID) -> EntityID {
        let id = EntityID.random()
        kept.withLock { kept in
            if kept.count == Self.capacity { kept.removeFirst() }
            kept.append(Kept(id: id, user: user, text: text))
        }
        return id
    }

    /// The text, which is forgotten; nil for everybody else's and for one that was shown.
    func take(_ id: EntityID, for user: UserID) -> String? {
        kept.withLock { kept in
            guard let index = kept.firstIndex(where: { $0.id == id && $0.user == user }) else { return nil }
            return kept.remove(at: index).text
        }
    }
}
