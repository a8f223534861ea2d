import Hummingbird
import Messages
import Pages
import ServiceKit
import SystemKit

/// Setting up a phone, and how this installation is reached.
extension WebRoutes {
    func addPhone(to router: Router<EdgeContext>) {
        page("settings/phone", on: router) { visit, request, context in try await phone(visit, request, context) }
        action(.phone, on: router) { visit, request, context in
            let form = try await request.form()
            do {
                try await confirmed(visit, form, context)
                let wanted = CreateToken(user: visit.user, label: form["label"] ?? "", scopes: [.ingest])
                let made = try await TokenRoutes(credentials: accounts.credentials, record: accounts.record)
                    .make(wanted, from: "\(context.clientAddress)")
                return try await phone(visit, request, context, made: made.secret)
            } catch let error as ServiceError {
                return try await phone(visit, request, context, label: form["label"], problem: error)
            }
        }
        open(.get, "reach", on: router) { request, context in
            // Addresses of the network are for its people: for whoever sets Pulsum up, and for who is signed in.
            let isEmpty = try await accounts.isEmpty()
            let visit = isEmpty ? nil : try await visit(request, context)
            let reader = visit?.reader ?? request.stranger(at: now())
            let site = context.site
            let screen = ReachScreen(
                ReachScreen.Exposure(site.exposure), addresses: site.reachable(request.head.authority), for: reader)
            return html(screen, visit?.frame(.settings, request) ?? PageFrame(), for: reader)
        }
    }

    private func phone(
        _ visit: Visit, _ request: Request, _ context: EdgeContext, made: String? = nil, label: String? = nil,
        problem: ServiceError? = nil
    ) async throws -> Response {
        let tokens = try await accounts.credentials.tokens(of: visit.user, kind: .device).map(\.shown)
        let screen = PhoneScreen(
            address: context.site.reachable(request.head.authority).first,
            isClearText: context.site.exposure == .clearText, made: made, tokens: tokens,
            asks: try await asked(visit, at: "/settings/phone"), label: label,
            problem: problem.map { visit.reader.sentence($0) }, date: visit.date, for: visit.reader)
        return html(
            screen, visit.frame(.settings, request), for: visit.reader,
            status: problem.map { Problem($0).status } ?? .ok)
    }
}

extension ReachScreen.Exposure {
    fileprivate init(_ exposure: HTTPExposure) {
        self =
            switch exposure {
            case .loopback: .loopback
            case .encrypted: .encrypted
            case .proxied: .proxied
            case .clearText: .clearText
            }
    }
}

extension Site {
    /// Origins under which other devices reach this installation, the best first; none if only this machine does.
    /// - Parameter authority: of the request.
    func reachable(_ authority: String?) -> [String] {
        if let publicOrigin, !publicOrigin.isLoopback { return ["\(publicOrigin)"] }
        guard exposure == .encrypted || exposure == .clearText else { return [] }
        let scheme = exposure == .encrypted ? "https" : "http"
        let own = WebOrigin(scheme: scheme, authority: authority ?? "")
        var origins = own.map { $0.isLoopback ? [] : ["\($0)"] } ?? []
        // Addresses of a container are not those of its machine.
        guard published == nil, let port = own?.port else { return origins }
        let suffix = port == (exposure == .encrypted ? 443 : 80) ? "" : ":\(port)"
        for host in names.sorted() + NetworkAddress.ofThisMachine().map({ "\($0)" }) {
            let origin = "\(scheme)://\(host)\(suffix)"
            if !origins.contains(origin) { origins.append(origin) }
        }
        return origins
    }
}

extension WebOrigin {
    fileprivate var isLoopback: Bool { host == "localhost" || NetworkAddress(host)?.isLoopback == true }
}
