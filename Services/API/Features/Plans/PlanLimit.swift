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
            detail:
                "Plans answer \(RequestWindow.maximumRequests) requests a minute; the next one is possible in \(seconds) s.",
            retryAfter: max(1, seconds))
    }
}

/// The instants of a person's latest requests to plans: at most 20 in any minute (PLN-8).
struct RequestWindow: Equatable, Sendable {
    /// Requests in a minute.
    static let maximumRequests = 20
    /// A minute in milliseconds.
    static let length: Milliseconds = 60_000

    /// Oldest first, at most `maximumRequests`, ms since 1970.
    private(set) var recent: [Milliseconds] = []

    init() {}

    /// Instants of 8 bytes each, big endian; bytes of another length are an empty window.
    init(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count % 8 == 0, bytes.count <= 8 * Self.maximumRequests else { return }
        recent = stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reduce(0) { $0 << 8 | Milliseconds($1) }
        }
    }

    var bytes: [UInt8] {
        recent.flatMap { instant in (0..<8).map { UInt8(truncatingIfNeeded: instant >> (56 - 8 * $0)) } }
    }

    /// Counts a request.
    /// - Returns: nil if it is within the limit; otherwise the milliseconds until the next one is, and nothing is
    ///   counted.
    mutating func admit(at now: Milliseconds) -> Milliseconds? {
        // An instant after now was counted before the clock was set back.
        recent.removeAll { $0 > now || $0 <= now - Self.length }
        guard recent.count >= Self.maximumRequests else {
            recent.append(now)
            return nil
        }
        return recent[0] + Self.length - now
    }
}
