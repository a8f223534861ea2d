import Hummingbird
import Messages
import Pages

/// Bringing data: imports, sources, device tokens.
extension WebRoutes {
    func addData(to router: Router<EdgeContext>) {
        page("settings/data", on: router) { visit, request, context in try await data(visit, request, context) }
        action("settings/data/sources", on: router) { visit, request, _ in
            let form = try await request.form()
            var order = try await bus.request(SourcesQuery(user: visit.user)).sources.map(\.name)
            if let name = form["rise"], let place = order.firstIndex(of: name), place > 0 {
                order.swapAt(place, place - 1)
                var profile = visit.profile
                profile.sourceOrder = order
                _ = try await profiles.set(.random(), profile)
            }
            return seeOther("/settings/data", toast: "saved")
        }
        action(.makeToken, on: router) { visit, request, context in
            let form = try await request.form()
            do {
                try await confirmed(visit, form, context)
            } catch let error as ServiceError {
                return try await data(visit, request, context, problem: error, at: "password")
            }
            do {
                let scopes = form.all("scope").compactMap { TokenScope(name: $0) }
                let wanted = CreateToken(user: visit.user, label: form["label"] ?? "", scopes: scopes)
                let made = try await tokens.make(wanted, from: "\(context.clientAddress)")
                return try await data(visit, request, context, made: made.secret)
            } catch let error as ServiceError {
                return try await data(visit, request, context, problem: error, at: "label")
            }
        }
        action(.revokeToken, on: router) { visit, _, context in
            _ = try await tokens.revoke(
                try context.entity("id"), of: visit.user, from: "\(context.clientAddress)")
            return seeOther("/settings/data", toast: "saved")
        }
    }

    private var tokens: TokenRoutes { TokenRoutes(credentials: accounts.credentials, record: accounts.record) }

    private func data(
        _ visit: Visit, _ request: Request, _ context: EdgeContext, made: String? = nil, problem: ServiceError? = nil,
        at field: String = "form"
    ) async throws -> Response {
        async let imports = part(ImportList(user: visit.user))
        async let sources = part(SourcesQuery(user: visit.user))
        async let arrivals = part(KindArrivals(user: visit.user))
        async let anchors = part(AnchorsQuery(user: visit.user))
        let tokens = try await accounts.credentials.tokens(of: visit.user, kind: .device).map(\.shown)
        let screen = DataScreen(
            imports: (await imports)?.imports ?? [], sources: (await sources)?.sources ?? [], tokens: tokens,
            arrivals: (await arrivals)?.kinds ?? [], anchors: (await anchors)?.anchors ?? [], made: made,
            address: context.site.origin(request.head.authority), asks: try await asked(visit, at: "/settings/data"),
            problems: problem.map { [field: visit.reader.sentence($0)] } ?? [:], date: visit.date,
            day: visit.profile.calendar.day(millisecond:),
            for: visit.reader)
        return html(
            screen, visit.frame(.settings, request), for: visit.reader,
            status: problem.map { Problem($0).status } ?? .ok)
    }
}
