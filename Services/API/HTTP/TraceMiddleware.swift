import Bus
import HTTPTypes
import Hummingbird
import Tracing

/// Starts a trace for each request, and measures the requests that a person waits for. Every process that handles the
/// request keeps its spans for a while (`pulsum bus trace`).
struct TraceMiddleware: RouterMiddleware {
    static let header = HTTPField.Name("X-Trace-ID")!

    let tracer: BusTracer
    let waits: WaitTimes

    func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
        async throws -> Response
    {
        // The route's pattern: the path itself holds ids.
        let route = context.endpointPath ?? "NotFound"
        let begin = ContinuousClock.now
        let response = try await tracer.withSpan("\(request.method) \(route)", ofKind: .server) { span in
            span.attributes["http.request.method"] = request.method.rawValue
            span.attributes["http.route"] = route
            var response = try await next(request, context)
            span.attributes["http.response.status_code"] = response.status.code
            if response.status.kind == .serverError { span.setStatus(.init(code: .error)) }
            if let trace = TraceContext.current { response.headers[Self.header] = "\(trace.id)" }
            return response
        }
        if response.status.kind == .successful, let kind = Self.wait(request.method, route, request.headers) {
            waits.record(kind, .now - begin)
        }
        return response
    }

    /// The pages that a person opens.
    static let pages: Set<String> = [
        "/", "/actions", "/actions/new", "/breakdown", "/calendar", "/coach", "/goals", "/goals/new", "/journal",
        "/look-back", "/pulse", "/receipts", "/review", "/safety", "/settings", "/settings/account", "/settings/cloud",
        "/settings/cloud/preview", "/settings/data", "/settings/security", "/settings/you", "/sources", "/terms",
        "/trends",
        "/values",
    ]

    /// The wait that ends with the response to a request; nil if no person waits for it, as for a device's requests.
    static func wait(_ method: HTTPRequest.Method, _ route: String, _ headers: HTTPFields) -> WaitTimes.Kind? {
        guard headers.deviceToken == nil else { return nil }
        return switch (method, route) {
        case (.get, _): pages.contains(route) ? .page : nil
        case (.post, "/v1/chat"), (.post, "/coach"): .chat
        default: nil
        }
    }
}
