import Bus
import HTTPTypes
import Hummingbird

/// Starts a trace for each request. Every process that handles it keeps its spans for a while (`pulsum bus trace`).
struct TraceMiddleware: RouterMiddleware {
    static let header = HTTPField.Name("X-Trace-ID")!

    func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
        async throws -> Response
    {
        let trace = TraceContext.sampled()
        var response = try await trace.scope { try await next(request, context) }
        response.headers[Self.header] = "\(trace.id)"
        return response
    }
}
