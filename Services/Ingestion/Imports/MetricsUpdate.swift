import HealthFormats
import LocalTime
import Messages
import Storage

/// Computes again the metrics of the days whose samples changed, and what later days owe to them; publishes the days
/// that came out different. Runs on a `WorkThread`. Restarting it after a crash continues where the marks were left.
struct MetricsUpdate {
    let store: Store
    let user: UserID

    /// Local days that are read together.
    private static let block = 60
    /// Sealed bytes that are read together: at three bytes a sample, the least there can be, 700,000 samples, 28 MB.
    /// Sixty days of a watch come to a tenth.
    var blockBytes = 2 << 20
    /// Days that one transaction stores: it holds the writer for a few milliseconds.
    private static let page = 64

    /// - Parameters:
    ///   - recentOnly: publishes the most recent days alone and leaves the marks, as not all samples are there yet.
    ///   - stopped: asked between steps; true ends it early, to be continued.
    ///   - progress: days done and in all.
    ///   - committing: hears in each transaction how many days this run has changed so far, that one's included.
    func run(
        recentOnly: Bool = false, stopped: () -> Bool = { false }, progress: (Int, Int) throws -> Void = { _, _ in },
        committing: @escaping @Sendable (Int64, Transaction) throws -> Void = { _, _ in }
    ) throws {
        let (user, store) = (user, store)
        try settleOlder(stopped)
        let dirty = try WorkThread.wait { try await store.read { try $0.dirtyDays(user) } }
        guard !dirty.isEmpty else { return }
        let (rules, catalog) = try WorkThread.wait {
            try await store.read { (try $0.rules(user), try $0.catalog(user)) }
        }
        let reducer = DayReducer(
            order: SourceOrder(catalog.sources, userOrder: rules.sourceOrder), calendar: rules.calendar,
            zones: catalog.zones(), zoneOrigin: rules.zoneOrigin,
            dailySources: Set(catalog.sources.filter { $0.aggregation == HealthAutoExportPoints.day }.map(\.id)))
        let days = Self.affected(dirty.keys)
        guard let first = days.first else { return }
        // A day depends on at most `reach` days before it; earlier ones are not read.
        let known = first.advanced(by: -Int(MetricsHistory.reach))
        let (stored, nights) = try WorkThread.wait {
            try await store.read {
                (
                    try $0.metrics(user, from: known, through: Day(number: .max)).map(\.metrics),
                    try $0.nights(user, before: known)
                )
            }
        }
        var published = Dictionary(stored.map { ($0.day, $0) }, uniquingKeysWith: { $1 })
        var facts = Dictionary(stored.map { ($0.day, MetricsHistory.facts(of: $0)) }, uniquingKeysWith: { $1 })
        var (done, count) = (0, Int64(0))
        for phase in recentOnly ? Self.recentPhase(days) : Self.phases(days) {
            for start in stride(from: phase.days.startIndex, to: phase.days.endIndex, by: Self.block) {
                if stopped() { throw CancellationError() }
                let block = phase.days[start..<min(phase.days.endIndex, start + Self.block)]
                for fact in try reduce(block, reducer) { facts[fact.day] = fact }
                done += block.count
                try progress(done, days.count)
            }
            count = try publish(
                facts, nights, &published, from: max(phase.shown, first), count, stopped: stopped,
                committing: committing)
        }
        guard !recentOnly else { return }
        try WorkThread.wait { try await store.write { try $0.clean(dirty, user) } }
    }

    /// Removes samples that an earlier release left behind deletions, before any day is computed from them.
    private func settleOlder(_ stopped: () -> Bool) throws {
        let (user, store) = (user, store)
        guard try WorkThread.wait({ try await store.read { try $0.hasOlderOrigins(user) } }) else { return }
        let identity = try WorkThread.wait { try await store.read { try $0.catalog(user).identity } }
        var settled = Self.page
        while settled == Self.page {
            if stopped() { throw CancellationError() }
            settled = try WorkThread.wait {
                try await store.write { try $0.settleOlder(limit: Self.page, identity, user) }
            }
        }
    }

    /// How many days before its end a history must be known for, so that its most recent days are what they stay.
    static let reachOfRecent = recent.needed + DayReducer.reach.before + DayReducer.reach.after + 5

    private static func recentPhase(_ days: [Day]) -> [(days: ArraySlice<Day>, shown: Day)] {
        guard let last = days.last?.advanced(by: -DayReducer.reach.before) else { return [] }
        let place = days.firstIndex { $0.distance(to: last) < recent.needed } ?? days.startIndex
        return [(days[place...], last.advanced(by: 1 - recent.shown))]
    }

    /// A long history in two parts (ING-8): the most recent days are published first, from as many days as they depend
    /// on; then the rest, oldest first.
    static func phases(_ days: [Day]) -> [(days: ArraySlice<Day>, shown: Day)] {
        let all = (days: days[...], shown: Day(number: .min))
        // Samples reach days behind them: the last of these have none of their own.
        guard let first = days.first, let last = days.last?.advanced(by: -DayReducer.reach.before),
            first.distance(to: last) > 2 * recent.needed
        else {
            return [all]
        }
        let place = days.firstIndex { $0.distance(to: last) < recent.needed } ?? days.startIndex
        return [(days[place...], last.advanced(by: 1 - recent.shown)), (days[..<place], all.shown)]
    }

    /// 30 days are shown first; a sleep need looks 90 nights back, a debt a week, a carried HRV three days.
    private static let recent = (shown: 30, needed: 30 + 90 + 7)

    /// The local days that samples of these UTC days can reach: see `DayReducer.reach`.
    static func affected(_ utcDays: some Sequence<Int32>) -> [Day] {
        var days = Set<Int32>()
        for day in utcDays {
            days.formUnion((day - Int32(DayReducer.reach.after))...(day + Int32(DayReducer.reach.before)))
        }
        return days.sorted().map(Day.init(number:))
    }

    private func reduce(_ days: ArraySlice<Day>, _ reducer: DayReducer) throws -> [DailyMetrics] {
        // A block may have gaps of years: runs of neighbours are read together.
        var result: [DailyMetrics] = []
        var rest = days
        while let first = rest.first {
            let near = rest.prefix { Int($0.number - first.number) < Self.block * 2 }
            let run = try fitting(near)
            rest = rest.dropFirst(run.count)
            guard let last = run.last else { break }
            let range = (first.number - Int32(DayReducer.reach.before))...(last.number + Int32(DayReducer.reach.after))
            let (user, store) = (user, store)
            let samples = try WorkThread.wait {
                try await store.read { transaction in
                    Dictionary(
                        uniqueKeysWithValues: try SampleKind.metrics.map {
                            ($0, try transaction.samples($0, range, user))
                        })
                }
            }
            result += run.map { reducer.reduce($0, samples) }
        }
        return result
    }

    /// As many of these days as have samples for `blockBytes` within reach; at least one.
    private func fitting(_ days: ArraySlice<Day>) throws -> ArraySlice<Day> {
        guard let first = days.first, let last = days.last, first < last else { return days }
        let (before, after) = (Int32(DayReducer.reach.before), Int32(DayReducer.reach.after))
        let (user, store) = (user, store)
        let sizes = try WorkThread.wait {
            try await store.read {
                try $0.sizes(SampleKind.metrics, (first.number - before)...(last.number + after), user)
            }
        }
        guard sizes.values.reduce(0, +) > blockBytes else { return days }
        var (sum, read) = (0, first.number - before)
        let fitting = days.prefix { day in
            while read <= day.number + after {
                sum += sizes[read] ?? 0
                read += 1
            }
            return sum <= blockBytes
        }
        return fitting.isEmpty ? days.prefix(1) : fitting
    }

    /// Publishes what differs from what was published, from a day on.
    /// - Returns: `count` and the days that changed.
    private func publish(
        _ facts: [Day: DailyMetrics], _ nights: [Double], _ published: inout [Day: DailyMetrics], from first: Day,
        _ count: Int64, stopped: () -> Bool,
        committing: @escaping @Sendable (Int64, Transaction) throws -> Void
    ) throws -> Int64 {
        let derived = MetricsHistory.derive(facts.values.sorted { $0.day < $1.day }, nights: nights)
        var changed = derived.filter { published[$0.day] != $0 }
        let present = Set(derived.map(\.day))
        changed += published.values.filter { $0.isSomething && !present.contains($0.day) }.map {
            DailyMetrics(day: $0.day)
        }
        changed = changed.filter { $0.day >= first }.sorted { $0.day < $1.day }
        var count = count
        let (user, store) = (user, store)
        for start in stride(from: 0, to: changed.count, by: Self.page) {
            if stopped() { throw CancellationError() }
            let (page, before) = (Array(changed[start..<min(changed.count, start + Self.page)]), count)
            count = try WorkThread.wait {
                try await store.write { transaction in
                    let count = try page.reduce(into: before) { $0 += try transaction.put($1, user) ? 1 : 0 }
                    try committing(count, transaction)
                    return count
                }
            }
        }
        for day in changed { published[day.day] = day }
        return count
    }
}
