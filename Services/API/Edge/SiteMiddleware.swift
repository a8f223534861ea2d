import HTTPTypes
import Hummingbird

/// Runs before authentication and all routes: sets each request's site and client address, and refuses unencrypted
/// requests that bypass the proxy.
struct SiteMiddleware: RouterMiddleware {
    static let forwardedFor = HTTPField.Name("X-Forwarded-For")!

    let site: Site

    func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
        async throws -> Response
    {
        var context = context
        context.site = site
        context.clientAddress = site.client(
            peer: context.peerAddress, forwarded: request.headers[values: Self.forwardedFor])
        if site.exposure == .proxied, !context.peerAddress.isLoopback, !site.trusts(context.peerAddress) {
            throw Problem(
                status: .forbidden, code: "encryptionNeeded",
                detail:
                    "This way in is not encrypted and is for the proxy only: open \(site.publicOrigin.map { "\($0)" } ?? "the https address")."
            )
        }
        var response = try await next(request, context)
        if site.isSecure, site.sendsHSTS { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        return response
    }
}
