import Hummingbird
import NIOCore

/// Limits the body of unauthenticated requests to a few KiB, before it is read.
struct OpenBody: RouterMiddleware {
    /// Bytes.
    let limit: Int

    func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
        async throws -> Response
    {
        let tooLarge = Problem(
            status: .contentTooLarge, code: "tooLarge",
            detail: "Before sign-in a request body has at most \(limit >> 10) KiB.")
        guard (request.headers[.contentLength].flatMap { Int($0) } ?? 0) <= limit else { throw tooLarge }
        var request = request
        do {
            request.body = .init(buffer: try await request.body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
        return try await next(request, context)
    }
}
