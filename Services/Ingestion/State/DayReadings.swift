import HealthFormats
import LocalTime
import Messages
import Storage

/// The readings behind a day's metric, in a transaction.
struct DayReadings {
    let user: UserID
    let transaction: Transaction

    private static let usualLimit: Int32 = 100

    /// - Throws: `ServiceError(.invalid)` for an unknown metric, limit or cursor.
    func reply(_ request: ReadingsQuery) throws -> ReadingsQuery.Reply {
        guard let metric = SignalTable.metric(request.metric), let reducer = MetricReducer.of(request.metric) else {
            throw ServiceError(
                .invalid,
                "There is no such metric; it is one of \(SignalTable.metrics.map(\.key).joined(separator: ", ")).")
        }
        let limit = Int(request.limit ?? Self.usualLimit)
        guard (1...Int(ReadingsQuery.maximumReadings)).contains(limit) else {
            throw ServiceError(.invalid, "Between 1 and \(ReadingsQuery.maximumReadings) readings come at once.")
        }
        let place = try request.cursor.map(Place.init)
        let stored = try MetricsRows(user: user, transaction: transaction).page(
            from: request.day, through: request.day, limit: 1)
        guard let day = stored.first, let value = metric.value(day) else {
            return ReadingsQuery.Reply(value: nil)
        }
        let (all, names) = try readings(of: reducer, value, on: day.day)
        let counts = all.reduce(into: [String: Int32]()) { $0[names[$1.sample.source] ?? "", default: 0] += 1 }
        let first = place.map { place in
            (all.firstIndex { $0.sample.start >= place.start } ?? all.count) + place.skipped
        }
        let page = all.dropFirst(first ?? 0).prefix(limit)
        var reply = ReadingsQuery.Reply(
            value: value, total: Int32(clamping: all.count),
            sources: counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
                ReadingSource(name: $0.key, readings: $0.value)
            })
        var arrivals: [SampleKind: [Int32: Milliseconds]] = [:]
        for (kind, sample) in page {
            if arrivals[kind] == nil {
                arrivals[kind] = try SampleRows(user: user, transaction: transaction).arrivals(
                    kind, Self.around(day.day))
            }
            let (name, unit) = kind.exported
            reply.readings.append(
                Reading(
                    kind: name, start: sample.start * 1000, end: sample.end * 1000, value: sample.value, unit: unit,
                    source: names[sample.source] ?? "", arrived: arrivals[kind]?[sample.chunkDay]))
        }
        if let last = page.last, page.endIndex < all.count {
            let same = all[..<page.endIndex].count { $0.sample.start == last.sample.start }
            reply.next = Place(start: last.sample.start, skipped: same).text
        }
        return reply
    }

    private static func around(_ day: Day) -> ClosedRange<Int32> {
        let reach = DayReducer.reach
        return (day.number - Int32(reach.before))...(day.number + Int32(reach.after))
    }

    /// The readings, by start, and the names of their sources.
    private func readings(
        of metric: MetricReducer, _ value: MetricValue, on day: Day
    ) throws -> (all: [(kind: SampleKind, sample: Sample)], names: [UInt64: String]) {
        let rules = try RuleRows(user: user, transaction: transaction).shownRules()
        let catalog = try CatalogRows(user: user, transaction: transaction).shownCatalog()
        let rows = SampleRows(user: user, transaction: transaction)
        var samples: [SampleKind: [Sample]] = [:]
        for kind in metric.kinds { samples[kind] = try rows.shownSamples(kind, Self.around(day)) }
        let reducer = DayReducer(
            order: SourceOrder(catalog.sources, userOrder: rules.sourceOrder), calendar: rules.calendar,
            zones: catalog.zones(), zoneOrigin: rules.zoneOrigin,
            dailySources: Set(catalog.sources.filter { $0.aggregation == HealthAutoExportPoints.day }.map(\.id)))
        let all = reducer.readings(of: metric, value, on: day, samples).flatMap { part in
            part.samples.map { (kind: part.kind, sample: $0) }
        }
        return (
            all.sorted { $0.sample < $1.sample },
            Dictionary(catalog.sources.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        )
    }

    /// Start of a page: after so many readings with this start, so that readings that arrive meanwhile do not shift it.
    private struct Place {
        var start: Int64
        var skipped: Int

        init(start: Int64, skipped: Int) { (self.start, self.skipped) = (start, skipped) }

        /// - Throws: `ServiceError(.invalid)`.
        init(_ text: String) throws {
            let parts = text.split(separator: "/")
            guard parts.count == 2, let start = Int64(parts[0]), let skipped = Int(parts[1]), (0...1 << 20) ~= skipped
            else { throw ServiceError(.invalid, "This is not a place in the readings; start from the first page.") }
            self.init(start: start, skipped: skipped)
        }

        var text: String { "\(start)/\(skipped)" }
    }
}
