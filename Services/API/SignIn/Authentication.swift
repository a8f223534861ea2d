import Foundation
import HTTPTypes
import Hummingbird
import Messages
import ServiceKit

/// Authenticates requests, browsers by session cookie and devices by bearer token, and enforces `Access.table`.
struct Authentication: RouterMiddleware {
    let credentials: Credentials

    func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
        async throws -> Response
    {
        guard let access = context.endpointPath.flatMap({ Access.of(request.method, $0) }) else {
            throw Problem(status: .forbidden, code: "refused", detail: "Nobody may use this address.")
        }
        guard access != .open else { return try await next(request, context) }
        var context = context
        let identity = try await identity(request, context)
        try access.check(identity, isConfirmed: credentials.isConfirmed(identity))
        context.identity = identity
        return try await next(request, context)
    }

    private func identity(_ request: Request, _ context: EdgeContext) async throws -> Credentials.Token {
        if let token = request.headers.deviceToken {
            guard let found = try await credentials.authenticate(token), found.kind == .device else {
                throw Problem(
                    status: .unauthorized, code: "tokenUnknown",
                    detail: "This device token is not valid (any more): make a new one in the settings.")
            }
            return found
        }
        guard let secret = request.cookies[context.site.sessionCookie]?.value,
            let found = try await credentials.authenticate(secret), found.kind == .session
        else {
            throw Problem(
                status: .unauthorized, code: "signInNeeded",
                detail: "Sign in first: your session is missing or has expired.")
        }
        try requireSameOrigin(request, context)
        return found
    }

    static func sessionCookie(_ secret: String, for site: Site) -> Cookie {
        Cookie(
            name: site.sessionCookie, value: secret, maxAge: Int(Credentials.sessionLifetime / 1000), path: "/",
            secure: site.isSecure, httpOnly: true,
            sameSite: .strict)
    }

    /// Identifies a browser that signed in before; it grants no access.
    static func deviceCookie(_ secret: String, for site: Site) -> Cookie {
        Cookie(
            name: site.deviceCookie, value: secret, maxAge: Int(KnownDeviceRows.lifetime / 1000), path: "/",
            secure: site.isSecure, httpOnly: true,
            sameSite: .strict)
    }

    static func expiredCookie(for site: Site) -> Cookie { expired(site.sessionCookie, site) }

    static func expiredDeviceCookie(for site: Site) -> Cookie { expired(site.deviceCookie, site) }

    private static func expired(_ name: String, _ site: Site) -> Cookie {
        Cookie(name: name, value: "", maxAge: 0, path: "/", secure: site.isSecure, httpOnly: true, sameSite: .strict)
    }
}

extension HTTPFields {
    /// The token from `Authorization: Bearer`, or from `api-key`, the usual set-up of Health Auto Export.
    var deviceToken: String? {
        if let header = self[.authorization], header.hasPrefix("Bearer ") { return String(header.dropFirst(7)) }
        return self[HTTPField.Name("api-key")!]
    }
}

/// Rejects cross-origin requests, in addition to SameSite=Strict: another site's page must not use this site's cookie
/// or create the first account.
func requireSameOrigin(_ request: Request, _ context: EdgeContext) throws {
    guard request.method != .get, request.method != .head else { return }
    let site = request.headers[HTTPField.Name("Sec-Fetch-Site")!]
    let isForeign = site.map { $0 != "same-origin" && $0 != "none" } ?? false
    // An unparsable origin, such as "null", is not ours.
    let isOwn = request.headers[.origin].map { text in
        WebOrigin(text).map { context.site.owns($0, authority: request.head.authority) } ?? false
    }
    guard !isForeign, isOwn != false else {
        throw Problem(
            status: .forbidden, code: "foreignPage",
            detail: "This request came from another site's page and was refused.")
    }
}
