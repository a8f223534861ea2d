import HTTPTypes
import Hummingbird
import Messages
import Storage

/// Counts a person's requests to plans in the database, and refuses those beyond the limit (PLN-8). Of the pages only the
/// form that recomputes is counted, other routes are not.
struct PlanLimit: RouterMiddleware {
    let store: Store
    let now: @Sendable () -> Milliseconds

    func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
        async throws -> Response
    {
        try await count(context.user())
        return try await next(request, context)
    }

    /// - Throws: `Problem`, 429, with the seconds until the next request is accepted.
    func count(_ user: UserID) async throws {
        let now = now()
        let wait = try await store.write { try PlanRequestRows(user: user, transaction: $0).admit(at: now) }
        guard let wait else { return }
        let seconds = (wait + 999) / 1000
        throw Problem(
            status: .tooManyRequests, code: PlanProblem.rateLimited,
            detail: "Plans answer \(RequestWindow.most) requests a minute; the next one is possible in \(seconds) s.",
            retryAfter: max(1, seconds))
    }
}
