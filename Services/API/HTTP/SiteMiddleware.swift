import HTTPTypes
import Hummingbird
import Localization
import NIOCore
import ServiceKit
import SystemKit

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
        context.isFromThisMachine = site.isFromThisMachine(peer: context.peerAddress, request.head)
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

/// Serves requests only for host names that an outsider cannot point to this machine. Otherwise a page of another site,
/// whose name is rebound to this address, would count as same-origin (DNS rebinding). Anyone in a local network can
/// claim `.local` names and single-label names, so these must be configured.
struct KnownHosts: RouterMiddleware {
    let site: Site

    func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
        async throws -> Response
    {
        guard Self.isKnown(request.head.authority ?? "", site) else {
            if request.headers[values: .accept].contains(where: { $0.contains("text/html") }) {
                return Self.page(Language.preferred(request.headers[.acceptLanguage] ?? "") ?? .english)
            }
            throw Problem(
                status: .misdirectedRequest, code: "unknownHost",
                detail:
                    "Pulsum does not answer under this name: use the address of the machine, or add the name to PULSUM_HTTP_NAMES."
            )
        }
        return try await next(request, context)
    }

    /// A page for a person, without style or script, which are refused under this name too.
    private static func page(_ language: Language) -> Response {
        let words = Catalogue.shipped(language)
        let body = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(words("problem.kind.refused")) · Pulsum</title>
            <h1>\(words("problem.kind.refused"))</h1>
            <p>\(words("api.problem.unknownHost"))</p>
            </html>

            """
        return Response(
            status: .misdirectedRequest, headers: [.contentType: "text/html; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(string: body)))
    }

    /// True for IP addresses, `localhost`, the host of the public URL and configured names.
    static func isKnown(_ authority: String, _ site: Site) -> Bool {
        guard let host = WebOrigin(scheme: "http", authority: authority)?.host else { return false }
        return host == "localhost" || NetworkAddress(host) != nil || host == site.publicOrigin?.host
            || site.names.contains(host)
    }
}
