import CrisisCards
import HTTPTypes
import Hummingbird
import Logging
import Messages
import NIOCore
import NIOHTTP1

/// Converts errors thrown by routes to problem details, or to a page for a person's browser. An internal error does not
/// reveal its cause.
struct ProblemMiddleware: RouterMiddleware {
    /// The declared routes, such as `GET /v1/tokens`.
    var routes: [String] = []
    /// Shows a problem as a page; nil without pages.
    var page: (@Sendable (Problem, Request, EdgeContext) async -> Response)?

    /// A browser that opens an address gets a page; what programs ask for, and everything below `/v1`, gets details.
    private func answer(_ problem: Problem, _ request: Request, _ context: EdgeContext) async throws -> Response {
        let path = request.uri.path
        guard let page, path != "/v1", !path.hasPrefix("/v1/"),
            request.headers[values: .accept].contains(where: { $0.contains("text/html") })
        else { return try problem.response(from: request, context: context) }
        return await page(problem, request, context)
    }

    /// Methods of the routes at a path, sorted; empty if there is none.
    private func methods(at path: String) -> [String] {
        let parts = path.split(separator: "/")
        let matching = routes.filter { route in
            let pattern = route.drop { $0 != "/" }.split(separator: "/")
            return pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        // A route that names the path counts before one with a parameter.
        let fewest = matching.map { route in route.count { $0 == "{" } }.min()
        return matching.filter { route in route.count { $0 == "{" } == fewest }
            .map { String($0.prefix { $0 != " " }) }.sorted()
    }

    func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
        async throws -> Response
    {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as HTTPParserError {
            // The HTTP layer answers malformed HTTP and closes the connection.
            throw error
        } catch let error as HTTPError where error.status == .notFound {
            let methods = methods(at: request.uri.path)
            let problem =
                methods.isEmpty
                ? Problem.nothingHere
                : Problem(
                    status: .methodNotAllowed, code: "methodNotAllowed",
                    detail: "This address does not take \(request.method.rawValue).")
            response = try await answer(problem, request, context)
            if !methods.isEmpty { response.headers[.allow] = methods.joined(separator: ", ") }
        } catch {
            let problem = Problem(of: error)
            let error: any Error = (error as? UnreadText)?.error ?? error
            let details: Logger.Metadata = ["error": "\(ServiceError.logText(error))"]
            if (error as? ServiceError)?.cause != nil {
                context.logger.warning("request failed", metadata: details)
            } else if problem.status == .internalServerError, !(error is ServiceError), !(error is Problem) {
                context.logger.error("request failed", metadata: details)
            }
            response = try await answer(problem, request, context)
        }
        response.headers[.contentSecurityPolicy] =
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
        // The microphone is for entries that are spoken.
        response.headers[HTTPField.Name("Permissions-Policy")!] = "camera=(), geolocation=(), microphone=(self)"
        response.headers[.xContentTypeOptions] = "nosniff"
        // Not “no-referrer”: browsers then send forms with the origin “null”, which is refused as foreign.
        response.headers[HTTPField.Name("Referrer-Policy")!] = "same-origin"
        return response
    }
}
