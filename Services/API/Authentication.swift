import Foundation
import HTTPTypes
import Hummingbird
import Messages
import ServiceKit

/// Finds out who sent a request: a browser by its session cookie, a device by its bearer token.
struct Authentication: RouterMiddleware {
    let accounts: Accounts

    func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response) async throws -> Response {
        var context = context
        if let token = request.deviceToken {
            guard let found = try await accounts.authenticate(token), found.kind == .device else {
                throw Problem(status: .unauthorized, code: "tokenUnknown", detail: "This device token is not valid (any more): make a new one in the settings.")
            }
            context.identity = .init(user: found.user, kind: found.kind)
        } else if let secret = request.cookies[context.site.sessionCookie]?.value, let found = try await accounts.authenticate(secret), found.kind == .session {
            try refuseForeignPages(request, context)
            context.identity = .init(user: found.user, kind: found.kind)
        } else {
            throw Problem(status: .unauthorized, code: "signInNeeded", detail: "Sign in first: your session is missing or has expired.")
        }
        return try await next(request, context)
    }

    static func sessionCookie(_ secret: String, for site: Site) -> Cookie {
        Cookie(
            name: site.sessionCookie, value: secret, maxAge: Int(Accounts.sessionLifetime / 1000), path: "/", secure: site.isSecure, httpOnly: true,
            sameSite: .strict)
    }

    static func expiredCookie(for site: Site) -> Cookie {
        Cookie(name: site.sessionCookie, value: "", maxAge: 0, path: "/", secure: site.isSecure, httpOnly: true, sameSite: .strict)
    }
}

extension Request {
    /// Of `Authorization: Bearer`, or of `api-key`, as Health Auto Export is commonly set up.
    fileprivate var deviceToken: String? {
        if let header = headers[.authorization], header.hasPrefix("Bearer ") { return String(header.dropFirst(7)) }
        return headers[HTTPField.Name("api-key")!]
    }
}

/// A page of another site must not act with this site's cookie, or set up the first account (besides SameSite=Strict).
func refuseForeignPages(_ request: Request, _ context: EdgeContext) throws {
    guard request.method != .get, request.method != .head else { return }
    let site = request.headers[HTTPField.Name("Sec-Fetch-Site")!]
    let isForeign = site.map { $0 != "same-origin" && $0 != "none" } ?? false
    // What is no origin is "null", a page without one: it is not ours.
    let isOwn = request.headers[.origin].map { text in
        WebOrigin(text).map { context.site.owns($0, authority: request.head.authority) } ?? false
    }
    guard !isForeign, isOwn != false else {
        throw Problem(status: .forbidden, code: "foreignPage", detail: "This request came from another site's page and was refused.")
    }
}
