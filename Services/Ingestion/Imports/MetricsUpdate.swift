import HealthFormats
import LocalTime
import Messages
import Storage
import SystemKit

/// Recomputes the metrics and the activity of days whose samples changed, and the metrics of later days that depend on
/// them; publishes the days that differ. After a crash it continues, because the marks of changed days are cleared last.
struct MetricsUpdate {
    let steps: Steps
    let user: UserID

    /// Local days read together.
    private static let block = 60
    /// Encrypted bytes read together. At the minimum of three bytes per sample these are 700,000 samples, 28 MB in
    /// memory. Sixty days of a watch need a tenth.
    var blockBytes = 2 << 20
    var clock: @Sendable () -> Milliseconds = WallClock.milliseconds
    /// Days stored per transaction; holds the database's writer for a few milliseconds.
    private static let page = 64

    /// - Parameters:
    ///   - recentOnly: publishes only the most recent days and keeps the marks, because not all samples are stored yet.
    ///   - changed: all changes of samples since the last update, if known; then only days that they can affect are
    ///     computed, not all within their reach.
    ///   - stopped: checked between steps; true throws `CancellationError`, and a later run continues.
    ///   - progress: receives the days done and the total.
    ///   - committing: called in each transaction with the number of days this run has changed so far, including that
    ///     transaction's.
    func run(
        recentOnly: Bool = false, changed: ChangedSamples? = nil, stopped: () -> Bool = { false },
        progress: (Int, Int) throws -> Void = { _, _ in },
        committing: @escaping @Sendable (Int64, Transaction) throws -> Void = { _, _ in }
    ) throws {
        let user = user
        try settleOlder(stopped)
        var dirty = try steps.read { try MetricsRows(user: user, transaction: $0).dirtyDays() }
        guard !dirty.isEmpty else { return }
        // Before all samples of an import are stored, the days before may only seem to be lone.
        let hasMoved = try !recentOnly && settleHistory()
        if hasMoved { dirty = try steps.read { try MetricsRows(user: user, transaction: $0).dirtyDays() } }
        let (rules, catalog) = try steps.read {
            (
                try RuleRows(user: user, transaction: $0).rules(),
                try CatalogRows(user: user, transaction: $0).catalog()
            )
        }
        let reducer = DayReducer(
            order: SourceOrder(catalog.sources, userOrder: rules.sourceOrder), calendar: rules.calendar,
            zones: catalog.zones(), zoneOrigin: rules.zoneOrigin,
            dailySources: Set(catalog.sources.filter { $0.aggregation == HealthAutoExportPoints.day }.map(\.id)),
            identity: catalog.identity)
        var activity = ActivityUpdate(steps: steps, user: user, names: catalog.notes)
        let history = rules.history ?? HistoryStart()
        let days = try affected(dirty.keys, hasMoved ? nil : changed, reducer)
        guard let first = days.first else { return try clean(dirty) }
        // A day depends on at most `reach` earlier days, so earlier ones are not read.
        let known = first.advanced(by: -Int(MetricsHistory.reach))
        let stored = try steps.read {
            try MetricsRows(user: user, transaction: $0).days(from: known, through: Day(number: .max)).map(\.metrics)
        }
        var nights: [Double]?
        var published = Dictionary(stored.map { ($0.day, $0) }, uniquingKeysWith: { $1 })
        var facts = Dictionary(stored.map { ($0.day, MetricsHistory.facts(of: $0)) }, uniquingKeysWith: { $1 })
        var (done, count) = (0, Int64(0))
        let now = clock()
        let today = (day: rules.calendar.day(millisecond: now), at: now)
        for phase in recentOnly ? Self.recentPhase(days) : Self.phases(days) {
            for start in stride(from: phase.days.startIndex, to: phase.days.endIndex, by: Self.block) {
                if stopped() { throw CancellationError() }
                let block = phase.days[start..<min(phase.days.endIndex, start + Self.block)]
                let reduced = try reduce(block, reducer).map(history.counted)
                for fact in reduced { facts[fact.metrics.day] = fact.metrics }
                if changed == nil || hasMoved || !reduced.allSatisfy({ Self.isAsleepAsBefore($0.metrics, published) }) {
                    nights =
                        try nights
                        ?? steps.read { try MetricsRows(user: user, transaction: $0).nights(before: known) }
                }
                // The last days of a large export are read without the kinds that only the activity needs.
                if !recentOnly { activity.add(reduced.map(\.activity)) }
                done += block.count
                try progress(done, days.count)
            }
            count = try publish(
                facts, nights, &published, from: max(phase.shown, first), count, today, stopped: stopped,
                committing: committing)
            try activity.publish(from: max(phase.shown, first), stopped: stopped)
        }
        guard !recentOnly else { return }
        try clean(dirty)
    }

    /// Finds where the history begins, and marks the days that join it or leave it.
    /// - Returns: false if it begins where it did.
    private func settleHistory() throws -> Bool {
        let user = user
        let (before, history) = try steps.read { transaction in
            let rows = SampleRows(user: user, transaction: transaction)
            func first(_ kinds: [SampleKind]) throws -> Int32 {
                try HistoryStart.first { try rows.days(of: kinds, after: $0, limit: $1) }
            }
            return (
                try RuleRows(user: user, transaction: transaction).rules().history,
                HistoryStart(metrics: try first(SampleKind.metrics), all: try first(SampleKind.daily))
            )
        }
        guard history != before else { return false }
        let old = before ?? HistoryStart()
        try steps.write { transaction in
            let rules = RuleRows(user: user, transaction: transaction)
            var changed = try rules.rules()
            changed.history = history
            try rules.set(changed)
            let (rows, metrics) = (
                SampleRows(user: user, transaction: transaction), MetricsRows(user: user, transaction: transaction)
            )
            let moved = [(old.metrics, history.metrics), (old.all, history.all)]
            let days = try moved.flatMap { try rows.days(min($0, $1)..<max($0, $1)) }
            for day in Set(days) { try metrics.mark(day) }
        }
        return true
    }

    private func clean(_ dirty: [Int32: Int64]) throws {
        let user = user
        try steps.write { try MetricsRows(user: user, transaction: $0).clean(dirty) }
    }

    /// True if the day's sleep is the published one, so that no need or debt of sleep changes by it.
    private static func isAsleepAsBefore(_ facts: DailyMetrics, _ published: [Day: DailyMetrics]) -> Bool {
        let before = published[facts.day]
        return before?.sleep == facts.sleep && (before?.isSomething ?? false) == facts.isSomething
    }

    /// Completes the deletions of earlier releases before any day is computed.
    private func settleOlder(_ stopped: () -> Bool) throws {
        let user = user
        guard try steps.read({ try OriginRows(user: user, transaction: $0).hasOlder() }) else { return }
        let identity = try steps.read { try CatalogRows(user: user, transaction: $0).catalog().identity }
        var settled = Self.page
        while settled == Self.page {
            if stopped() { throw CancellationError() }
            settled = try steps.write {
                try OriginRows(user: user, transaction: $0).settleOlder(limit: Self.page, identity)
            }
        }
    }

    /// Days of history needed before its end for the most recent days to be final.
    static let reachOfRecent = recent.needed + DayReducer.reach.before + DayReducer.reach.after + 5

    private static func recentPhase(_ days: [Day]) -> [(days: ArraySlice<Day>, shown: Day)] {
        guard let last = days.last?.advanced(by: -DayReducer.reach.before) else { return [] }
        let place = days.firstIndex { $0.distance(to: last) < recent.needed } ?? days.startIndex
        return [(days[place...], last.advanced(by: 1 - recent.shown))]
    }

    /// Splits a long history in two (ING-8): the most recent days, with the days they depend on, are published first;
    /// then the rest, oldest first.
    static func phases(_ days: [Day]) -> [(days: ArraySlice<Day>, shown: Day)] {
        let all = (days: days[...], shown: Day(number: .min))
        // Affected days extend beyond the samples: the last of them have no samples of their own.
        guard let first = days.first, let last = days.last?.advanced(by: -DayReducer.reach.before),
            first.distance(to: last) > 2 * recent.needed
        else {
            return [all]
        }
        let place = days.firstIndex { $0.distance(to: last) < recent.needed } ?? days.startIndex
        return [(days[place...], last.advanced(by: 1 - recent.shown)), (days[..<place], all.shown)]
    }

    /// The 30 most recent days are published first. Sleep need depends on 90 nights, sleep debt on a week, a carried
    /// HRV on three days.
    private static let recent = (shown: 30, needed: 30 + 90 + 7)

    /// The local days that samples of these UTC days can affect: see `DayReducer.reach`.
    static func affected(_ utcDays: some Sequence<Int32>) -> [Day] {
        var days = Set<Int32>()
        for day in utcDays {
            days.formUnion((day - Int32(DayReducer.reach.after))...(day + Int32(DayReducer.reach.before)))
        }
        return days.sorted().map(Day.init(number:))
    }

    /// Those of them that the changes can affect, if these are known.
    private func affected(
        _ utcDays: some Sequence<Int32>, _ changed: ChangedSamples?, _ reducer: DayReducer
    ) throws -> [Day] {
        let days = Self.affected(utcDays)
        guard let changed, !changed.reachFurther, let first = days.first, let last = days.last else { return days }
        return reducer.days(days, touchedBy: changed, sleep: try samples(Self.tellingNights, first, last))
    }

    private static let tellingNights = SampleKind.allCases.filter(\.tellsNights)

    /// The samples that these days can depend on.
    private func samples(_ kinds: [SampleKind], _ first: Day, _ last: Day) throws -> [SampleKind: [Sample]] {
        let range = (first.number - Int32(DayReducer.reach.before))...(last.number + Int32(DayReducer.reach.after))
        let user = user
        return try steps.read { try SampleRows(user: user, transaction: $0).samples(kinds, range) }
    }

    private func reduce(_ days: ArraySlice<Day>, _ reducer: DayReducer) throws -> [(
        metrics: DailyMetrics, activity: DayActivity
    )] {
        // A block may have gaps of years, so only neighbouring days are read together.
        var result: [(metrics: DailyMetrics, activity: DayActivity)] = []
        var rest = days
        while let first = rest.first {
            let near = rest.prefix { Int($0.number - first.number) < Self.block * 2 }
            let run = try fitting(near)
            rest = rest.dropFirst(run.count)
            guard let last = run.last else { break }
            let samples = try samples(SampleKind.daily, first, last)
            result += run.map { reducer.reduceAll($0, samples) }
        }
        return result
    }

    /// The longest prefix of these days whose samples within reach have at most `blockBytes`; at least one day.
    private func fitting(_ days: ArraySlice<Day>) throws -> ArraySlice<Day> {
        guard let first = days.first, let last = days.last, first < last else { return days }
        let (before, after) = (Int32(DayReducer.reach.before), Int32(DayReducer.reach.after))
        let user = user
        let sizes = try steps.read {
            try SampleRows(user: user, transaction: $0).sizes(
                SampleKind.daily, (first.number - before)...(last.number + after))
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

    /// Publishes the days from `first` on that differ from their published metrics.
    /// - Parameters:
    ///   - nights: see `MetricsHistory.derive`; nil if no sleep changed: need and debt are then those published.
    ///   - today: the current local date and instant: when the night before arrived, if it is among the days.
    /// - Returns: `count` plus the number of changed days.
    private func publish(
        _ facts: [Day: DailyMetrics], _ nights: [Double]?, _ published: inout [Day: DailyMetrics], from first: Day,
        _ count: Int64, _ today: (day: Day, at: Milliseconds), stopped: () -> Bool,
        committing: @escaping @Sendable (Int64, Transaction) throws -> Void
    ) throws -> Int64 {
        var derived = MetricsHistory.derive(facts.values.sorted { $0.day < $1.day }, nights: nights ?? [])
        if nights == nil {
            for index in derived.indices {
                let before = published[derived[index].day]
                (derived[index].sleepNeed, derived[index].sleepDebt) = (before?.sleepNeed, before?.sleepDebt)
            }
        }
        var changed = derived.filter { published[$0.day] != $0 }
        let present = Set(derived.map(\.day))
        changed += published.values.filter { $0.isSomething && !present.contains($0.day) }.map {
            DailyMetrics(day: $0.day)
        }
        changed = changed.filter { $0.day >= first }.sorted { $0.day < $1.day }
        var count = count
        let user = user
        for start in stride(from: 0, to: changed.count, by: Self.page) {
            if stopped() { throw CancellationError() }
            let (page, before) = (Array(changed[start..<min(changed.count, start + Self.page)]), count)
            let hasArrived =
                published[today.day]?.sleep == nil
                && page.contains { $0.day == today.day && $0.sleep.map { !$0.imputed } ?? false }
            count = try steps.write { transaction in
                let rows = MetricsRows(user: user, transaction: transaction)
                let count = try page.reduce(into: before) { $0 += try rows.put($1) ? 1 : 0 }
                if hasArrived {
                    try ArrivalRows(user: user, transaction: transaction).note(night: today.day, at: today.at)
                }
                try committing(count, transaction)
                return count
            }
        }
        for day in changed { published[day.day] = day }
        return count
    }
}
