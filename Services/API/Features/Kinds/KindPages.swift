import Actions
import Bus
import Hummingbird
import Messages
import Pages

/// The browser of kinds of health data.
struct KindPages: FeaturePages {
    let pager: Pager
    let bus: any Requesting
    let reconfirmer: Reconfirmer

    private var kinds: KindActions { KindActions(bus: bus) }
    /// Readings of a page.
    private static let readings: Int32 = 100

    func add(to router: Router<EdgeContext>) {
        page("kinds", on: router) { visit, request, _ in
            let days = MetricsQuery(
                user: visit.user, from: visit.today.advanced(by: -TrendFacts.usualDays), through: visit.today)
            async let metrics = part(days)
            async let breakdown = part(BreakdownQuery(user: visit.user, today: visit.today))
            let search = request.uri.queryParameters["q"].flatMap { JournalEndpoints.decoded(String($0)) } ?? ""
            let screen = KindsScreen(
                try await kinds.all(of: visit.user), metrics: (await metrics)?.days ?? [], breakdown: await breakdown,
                search: String(search.prefix(100)), for: visit.reader)
            return show(screen, in: .lookBack, visit, request)
        }
        page("kinds/{kind}", on: router) { visit, request, context in
            try await kind(visit, request, context)
        }
        page("inventory", on: router) { visit, request, _ in
            let day = try request.scoredDay("day") ?? visit.today
            let inventory = try await kinds.inventory(day...day, of: visit.user).first
            let screen = InventoryScreen(
                inventory ?? DayInventory(day: day, kinds: []), moment: visit.date, for: visit.reader)
            return show(screen, in: .lookBack, visit, request)
        }
        action(.removeKind, on: router) { visit, request, context in
            do {
                try await reconfirmer.check(visit, try await request.form(), context)
                _ = try await kinds.remove(context.parameters.get("kind") ?? "", of: visit.user)
                return seeOther("/kinds", toast: "deleted")
            } catch let error as ServiceError where error.code == .refused {
                return try await kind(visit, request, context, problem: error)
            }
        }
    }

    private func kind(
        _ visit: Visit, _ request: Request, _ context: EdgeContext, problem: ServiceError? = nil
    ) async throws -> Response {
        let name = context.parameters.get("kind") ?? ""
        let range = try request.query("range") { TrendRange(rawValue: $0) } ?? .month
        let shown = visit.today.advanced(by: 1 - (range.days ?? 366))...visit.today
        let first = min(shown.lowerBound, visit.today.advanced(by: -TrendFacts.usualDays))
        let days = try await kinds.days(of: name, first...visit.today, of: visit.user)
        let page = try await kinds.readings(
            of: name, after: request.uri.queryParameters["after"].map(String.init), limit: Self.readings,
            of: visit.user)
        let facts = KindScreen.Facts(
            days.info, range, days: shown, values: days.days, readings: page.readings, next: page.next)
        let screen = KindScreen(
            facts, moment: visit.dateOrTime, asks: try await reconfirmer.asks(visit, at: "/kinds/\(name)"),
            problem: problem.map { visit.reader.sentence($0) }, for: visit.reader)
        return show(screen, in: .lookBack, visit, request, status: problem.map { Problem($0).status } ?? .ok)
    }
}
