import Foundation
import HTTPTypes
import Hummingbird
import Messages
import ServiceKit

/// Authenticates requests, browsers by session cookie and devices by bearer token, and enforces the access class of each route.
struct Authentication: RouterMiddleware {
    let credentials: Credentials
    /// By method and path, such as `GET /v1/tokens`. A route that is missing is refused.
    let access: [String: Access]

    func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
        async throws -> Response
    {
        guard let access = context.endpointPath.flatMap({ access["\(request.method.rawValue) \($0)"] }) else {
            throw Problem(status: .forbidden, code: "refused", detail: "Nobody may use this address.")
        }
        guard access != .open else { return try await next(request, context) }
        var context = context
        let identity = try await identity(request, context, access)
        try access.check(identity, isConfirmed: credentials.isConfirmed(identity))
        context.identity = identity
        return try await Audience.$current.withValue(identity.kind == .session ? .person : .outward) {
            try await next(request, context)
        }
    }

    /// Before a companion whose token is suspended tries again, s.
    private static let suspendedPause: Int64 = 3_600

    private func identity(
        _ request: Request, _ context: EdgeContext, _ access: Access
    ) async throws -> Credentials.Token {
        if let token = request.headers.deviceToken {
            guard let found = try await credentials.authenticate(token), found.kind == .device else {
                throw Problem(
                    status: .unauthorized, code: "tokenUnknown",
                    detail: "This device token is not valid (any more): make a new one in the settings.")
            }
            guard !found.isSuspended else {
                // A companion that hears 403 may drop its data; the role may return.
                let isCompanion = access == .companion
                throw Problem(
                    status: isCompanion ? .serviceUnavailable : .forbidden, code: "tokenSuspended",
                    detail:
                        "This device token is suspended until its person signs in through the identity provider again.",
                    retryAfter: isCompanion ? Self.suspendedPause : nil)
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
        try requireNoForm(request)
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

    /// A person's own session while the browser looks around as the example person. It counts in the session of the
    /// example that was opened from it, and in no other.
    static func keptCookie(_ secret: String, in example: EntityID, for site: Site) -> Cookie {
        Cookie(
            name: site.keptCookie, value: "\(example).\(secret)", maxAge: Int(Credentials.sessionLifetime / 1000),
            path: "/",
            secure: site.isSecure, httpOnly: true,
            sameSite: .strict)
    }

    /// The secret of the kept session; nil if there is none, or if it was kept in another session of the example.
    static func kept(_ request: Request, in example: EntityID, _ site: Site) -> String? {
        guard let parts = request.cookies[site.keptCookie]?.value.split(separator: ".", maxSplits: 1),
            parts.count == 2, EntityID(String(parts[0])) == example
        else { return nil }
        return String(parts[1])
    }

    static func expiredKeptCookie(for site: Site) -> Cookie { expired(site.keptCookie, site) }

    static func expiredCookie(for site: Site) -> Cookie { expired(site.sessionCookie, site) }

    static func expiredDeviceCookie(for site: Site) -> Cookie { expired(site.deviceCookie, site) }

    private static func expired(_ name: String, _ site: Site) -> Cookie {
        Cookie(name: name, value: "", maxAge: 0, path: "/", secure: site.isSecure, httpOnly: true, sameSite: .strict)
    }
}

extension HTTPFields {
    /// The token from `Authorization: Bearer`, from an `Authorization` of one word, as openScale sync and older versions
    /// of Open Wearables send it, or from `api-key`, the usual set-up of Health Auto Export.
    var deviceToken: String? {
        if let header = self[.authorization] {
            if header.hasPrefix("Bearer ") { return String(header.dropFirst(7)) }
            if !header.isEmpty, !header.contains(" ") { return header }
        }
        return self[HTTPField.Name("api-key")!]
    }
}

/// Rejects what a form of a page can send: no page of ours sends a form to these routes, but markup planted in one of our
/// pages could, of the same origin and with JSON in a field's name. Scripts of our pages name another type of content.
/// Browsers send `Origin` or `Sec-Fetch-Site` with every form; programs that send neither may name any type.
func requireNoForm(_ request: Request) throws {
    let fromPage = request.headers[.origin] != nil || request.headers[HTTPField.Name("Sec-Fetch-Site")!] != nil
    guard request.method != .get, request.method != .head, fromPage else { return }
    let type = (request.headers[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
        .trimmingCharacters(in: .whitespaces)
    // The types of a form's `enctype` (HTML Standard §4.10.21.6).
    let isForm = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"].contains(type)
    guard !isForm, request.headers[HTTPField.Name("Sec-Fetch-Mode")!] != "navigate" else { throw Problem.foreignForm }
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
