import HealthFormats
import Messages
import Storage

/// A person's sources by priority, and each source's share of one day's steps (ING-6).
struct SourceStandings {
    let user: UserID
    let transaction: Transaction

    /// Days searched backwards for one with steps.
    private static let reach = 100

    /// - Parameter day: nil for the latest day with steps.
    func reply(_ day: Day?) throws -> SourcesQuery.Reply {
        let rules = try RuleRows(user: user, transaction: transaction).shownRules()
        let catalog = try CatalogRows(user: user, transaction: transaction).shownCatalog()
        let order = SourceOrder(catalog.sources, userOrder: rules.sourceOrder)
        var sources: [SourceStanding] = []
        var shown = Set<String>()
        for source in catalog.sources.sorted(by: { order.rank($0.id) < order.rank($1.id) })
        where shown.insert(source.name).inserted {
            sources.append(
                SourceStanding(
                    name: source.name, kind: source.kind.shown, isChosen: rules.sourceOrder.contains(source.name),
                    devices: catalog.sources.filter { $0.name == source.name }.map(\.id)))
        }
        guard let day = try day ?? latest() else {
            return SourcesQuery.Reply(revision: rules.revision, sources: sources)
        }
        let reach = DayReducer.reach
        let daily = Set(catalog.sources.filter { $0.aggregation == HealthAutoExportPoints.day }.map(\.id))
        let days = (day.number - Int32(reach.before))...(day.number + Int32(reach.after))
        let stored = try SampleRows(user: user, transaction: transaction).shownSamples(.steps, days)
        let names = Dictionary(catalog.sources.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let bounds = rules.calendar.start(of: day)..<rules.calendar.start(of: day.advanced(by: 1))
        let steps = Echoes.removed(
            from: rules.calendar.aligned(stored[...], .steps, daily: daily), within: bounds, order)
        let counted = Cumulative.shares(steps, within: bounds, order: order)
        let shares = Dictionary(grouping: counted) { names[$0.source] }
        let stepsByName = Dictionary(grouping: steps) { names[$0.source] }
        for place in sources.indices {
            guard let own = shares[sources[place].name] else { continue }
            sources[place].counted = own.reduce(0) { $0 + $1.value }
            sources[place].steps =
                Cumulative.total(stepsByName[sources[place].name] ?? [], within: bounds, order: order)?.value
        }
        return SourcesQuery.Reply(revision: rules.revision, sources: sources, day: day)
    }

    private func latest() throws -> Day? {
        let rows = MetricsRows(user: user, transaction: transaction)
        guard let last = try rows.lastDay() else { return nil }
        return try rows.page(from: last.advanced(by: -Self.reach), through: last, limit: Self.reach + 1)
            .last { $0.steps != nil }?.day
    }
}

extension SampleSource.Class {
    fileprivate var shown: SourceStanding.Kind {
        switch self {
        case .watch: .watch
        case .phone: .phone
        case .other: .other
        }
    }
}
