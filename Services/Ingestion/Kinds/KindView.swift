import HealthFormats
import LocalTime
import Messages
import Storage

/// A kind as a person sees it: one row of the table of kinds, or the two halves of a pair.
struct ShownKind {
    let first: HealthKind
    let second: HealthKind?

    var rows: [HealthKind] { [first] + (second.map { [$0] } ?? []) }

    /// All kinds that are not stored as samples, by group and name, pairs under their own name.
    static let all: [ShownKind] = {
        var pairs = Set<String>()
        return KindTable.rows.filter { $0.stored == nil }.compactMap { row in
            guard case .half(let pair) = row.shape else { return ShownKind(first: row, second: nil) }
            guard pairs.insert(pair).inserted else { return nil }
            return ShownKind(first: row, second: KindTable.rows.last { $0.shape == row.shape })
        }.sorted { ($0.first.group.rawValue, $0.name) < ($1.first.group.rawValue, $1.name) }
    }()
    private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    init(first: HealthKind, second: HealthKind?) {
        self.first = first
        self.second = second
    }

    init?(named name: String) {
        guard let known = Self.byName[name] else { return nil }
        self = known
    }

    var name: String {
        if case .half(let pair) = first.shape { return pair }
        return first.name
    }

    /// How a day's value is made. A kind without a rule of its own has the mean of its numbers, or their count.
    private var rule: HealthKind.DayRule {
        switch (first.day, first.shape) {
        case (.own, .quantity), (.own, .half), (.own, .workout): .mean
        case (.own, _): .count
        case (let rule, _): rule
        }
    }

    var info: KindInfo {
        let (shape, levels): (String, [String]) =
            switch first.shape {
            case .half: ("pair", [])
            case .level(let names): ("level", names)
            case .event: ("event", [])
            case .interval: ("interval", [])
            case .quantity, .workout, .stage: ("quantity", [])
            }
        return KindInfo(
            kind: name, group: first.group.rawValue, unit: first.unit, shape: shape, rule: "\(rule)", levels: levels,
            isOfBody: first.isOfBody)
    }

    // MARK: Days

    private static let takenLevel = KindTable.row("medication")?.level("taken")

    /// The level that says that there was nothing: below all others, whatever its number.
    private var absence: Double? {
        guard case .level(let names) = first.shape else { return nil }
        return names.firstIndex(where: KindInfo.absences.contains).map(Double.init)
    }

    /// The days of a range with readings, oldest first.
    /// - Parameter readings: of each row, around the range.
    func days(
        _ readings: [[ChunkReading]], _ range: ClosedRange<Day>, _ calendar: LocalCalendar, sourceOrder: [String]
    ) -> [KindDay] {
        guard let all = readings.first else { return [] }
        let others = readings.count > 1 ? Halves(readings[1]) : nil
        let shown = Self.distinct(all, others, of: self.first).map { all[$0] }
        var values = [self.values(shown, of: all, range, calendar, sourceOrder)]
        if let others {
            let seconds = shown.compactMap { reading in
                var second = reading
                guard let value = others[reading] else { return nil as ChunkReading? }
                second.value = value
                return second
            }
            values.append(self.values(seconds, of: seconds, range, calendar, sourceOrder))
        }
        let first = values[0]
        return first.sorted { $0.key < $1.key }.compactMap { day, found in
            guard second != nil else { return KindDay(day: day, value: found.value, count: found.count) }
            return values.last?[day].map {
                KindDay(day: day, value: found.value, second: $0.value, count: found.count)
            }
        }
    }

    /// What makes a reading the same as that of another app.
    private struct Content: Hashable {
        var start: Int64
        var end: Int64
        var value: Double
        var second: Double?
        var labels: [String]
    }

    /// The indices of readings of a kind without those that another app brought too, which count once.
    static func distinct(_ readings: [ChunkReading], _ seconds: Halves?, of kind: HealthKind) -> [Int] {
        if kind.name == "electrocardiogram" { return distinctRecordings(readings) }
        var seen = Set<Content>()
        return readings.indices.filter { index in
            let reading = readings[index]
            let content = Content(
                start: reading.start, end: reading.end, value: reading.value, second: seconds?[reading],
                labels: reading.labels)
            return seen.insert(content).inserted
        }
    }

    /// As `distinct`, for electrocardiograms: an export says neither their end nor their rate, which is a label of an
    /// app's. Of two with one start and rhythm the one with more labels counts.
    private static func distinctRecordings(_ readings: [ChunkReading]) -> [Int] {
        var known: [Content: Int] = [:]
        for index in readings.indices {
            let reading = readings[index]
            let content = Content(start: reading.start, end: reading.start, value: reading.value, labels: [])
            if let other = known[content], readings[other].labels.count >= reading.labels.count { continue }
            known[content] = index
        }
        return known.values.sorted()
    }

    /// The other halves of pairs: of the same record, or of a record of the same instant and source.
    struct Halves {
        private struct Place: Hashable {
            var start: Int64
            var source: UInt64
        }
        private var byRecord: [EntityID: [Int64: Double]] = [:]
        private var byPlace: [Place: Double] = [:]

        init(_ readings: [ChunkReading]) {
            for reading in readings {
                byRecord[reading.record, default: [:]][reading.start] = reading.value
                byPlace[Place(start: reading.start, source: reading.source.id)] = reading.value
            }
        }

        subscript(_ reading: ChunkReading) -> Double? {
            byRecord[reading.record]?[reading.start]
                ?? byPlace[Place(start: reading.start, source: reading.source.id)]
        }
    }

    /// - Parameters:
    ///   - distinct: the readings that count.
    ///   - all: those of every app.
    private func values(
        _ distinct: [ChunkReading], of all: [ChunkReading], _ range: ClosedRange<Day>, _ calendar: LocalCalendar,
        _ sourceOrder: [String]
    ) -> [Day: (value: Double, count: Int32)] {
        let distinct = rule == .taken ? distinct.filter { $0.value == Self.takenLevel } : distinct
        let byDay = Dictionary(grouping: distinct) { calendar.day(millisecond: $0.start * 1000) }
        if rule == .sum { return Self.sums(all, range, byDay.mapValues(\.count), calendar, sourceOrder) }
        var days: [Day: (value: Double, count: Int32)] = [:]
        for (day, readings) in byDay where range.contains(day) {
            let values = readings.map(\.value)
            let value: Double? =
                switch rule {
                case .mean: values.reduce(0, +) / Double(values.count)
                case .maximum: values.filter { $0 != absence }.max() ?? absence
                case .last: readings.max { ($0.end, $0.start) < ($1.end, $1.start) }?.value
                case .count, .taken, .own, .sum: Double(readings.reduce(0) { $0 + $1.times })
                }
            if let value { days[day] = (value, Int32(clamping: readings.count)) }
        }
        return days
    }

    /// Totals of amounts that several devices may have counted at the same time (ING-6).
    private static func sums(
        _ readings: [ChunkReading], _ range: ClosedRange<Day>, _ counts: [Day: Int], _ calendar: LocalCalendar,
        _ sourceOrder: [String]
    ) -> [Day: (value: Double, count: Int32)] {
        let sources = Dictionary(readings.map { ($0.source.id, $0.source) }) { $1 }
        let order = SourceOrder(Array(sources.values), userOrder: sourceOrder)
        let samples = Dictionary(grouping: readings.map(\.sample), by: \.chunkDay)
        var days: [Day: (value: Double, count: Int32)] = [:]
        for day in range {
            let near = (day.number - 2)...(day.number + 1)
            let around = near.flatMap { samples[$0] ?? [] }.sorted()
            guard !around.isEmpty else { continue }
            let bounds = calendar.start(of: day)..<calendar.start(of: day.advanced(by: 1))
            guard let total = Cumulative.total(around, within: bounds, order: order) else { continue }
            days[day] = (total.value, Int32(clamping: counts[day] ?? 0))
        }
        return days
    }
}

extension HealthKind {
    /// Food, energy and the size of the body.
    var isOfBody: Bool { group == .body || group == .nutrition || unit.hasPrefix("kcal") || unit == "kg" }
}

/// One person's kinds that are not stored as samples, in a transaction, as the person sees them.
struct KindView {
    let user: UserID
    let transaction: Transaction
    private let rows: CompanionRows
    private let readings: ReadingRows

    /// Calendar days of a summary.
    private static let summarized = 14
    /// UTC days around a local one from which a reading may reach into it.
    private static let reach: (before: Int32, after: Int32) = (2, 1)
    /// Local days of one step, so that no year of readings is in memory.
    private static let daysAtOnce = 7
    /// Most UTC days of one step for a page of readings.
    private static let daysOfPage = 8

    init(user: UserID, transaction: Transaction) throws {
        self.user = user
        self.transaction = transaction
        rows = try CompanionRows(user: user, transaction: transaction)
        readings = ReadingRows(rows: rows)
    }

    /// - Throws: `ServiceError(.notFound)` for a kind that does not exist, and for an intimate one without an answer.
    func kind(_ name: String) throws -> ShownKind {
        guard let kind = ShownKind(named: name), try !kind.first.isIntimate || isKept(kind.first.group) else {
            throw ServiceError(.notFound, "There is no such kind.")
        }
        return kind
    }

    private func isKept(_ group: HealthKind.Group) throws -> Bool {
        try GroupRows.kept(of: user, transaction).contains(group)
    }

    /// A page of summaries, by group and name.
    /// - Parameters:
    ///   - last: the last kind of the page before; nil for the first page.
    ///   - readingsOfPage: readings after which the page ends.
    func summaries(after last: String?, readingsOfPage: Int = 50_000) throws -> KindsQuery.Reply {
        let kept = try GroupRows.kept(of: user, transaction)
        let rules = try RuleRows(user: user, transaction: transaction).shownRules()
        let first = last.flatMap { last in ShownKind.all.firstIndex { $0.name == last } }.map { $0 + 1 } ?? 0
        var (found, read): ([KindSummary], Int) = ([], 0)
        for kind in ShownKind.all[first...] where !kind.first.isIntimate || kept.contains(kind.first.group) {
            guard let last = try readings.last(kind.first) else { continue }
            let through = Day(number: last + Self.reach.after)
            let range = through.advanced(by: -Int(Self.reach.after) - Self.summarized)...through
            let days = try days(of: kind, range, rules, &read)
            if !days.isEmpty { found.append(KindSummary(info: kind.info, days: Array(days.suffix(Self.summarized)))) }
            if read > readingsOfPage { return KindsQuery.Reply(kinds: found, next: kind.name) }
        }
        return KindsQuery.Reply(kinds: found)
    }

    func days(of kind: ShownKind, _ range: ClosedRange<Day>) throws -> [KindDay] {
        var read = 0
        return try days(of: kind, range, RuleRows(user: user, transaction: transaction).shownRules(), &read)
    }

    private func days(
        of kind: ShownKind, _ range: ClosedRange<Day>, _ rules: PersonRules, _ read: inout Int
    ) throws -> [KindDay] {
        var found: [KindDay] = []
        var first = range.lowerBound
        while first <= range.upperBound {
            let part = first...min(first.advanced(by: Self.daysAtOnce - 1), range.upperBound)
            let around = (part.lowerBound.number - Self.reach.before)...(part.upperBound.number + Self.reach.after)
            let all = try kind.rows.map { row in try readings.readings(row, around).flatMap(\.readings) }
            read += all.reduce(0) { $0 + $1.count }
            found += kind.days(all, part, rules.calendar, sourceOrder: rules.sourceOrder)
            first = part.upperBound.advanced(by: 1)
        }
        return found
    }

    // MARK: Readings

    /// Start of a page: readings of earlier UTC days, and of its own day those before a number.
    private struct Place {
        var day: Int32
        var count: Int

        init(day: Int32, count: Int) {
            self.day = day
            self.count = count
        }

        /// - Throws: `ServiceError(.invalid)`.
        init(_ text: String) throws {
            let parts = text.split(separator: ".")
            guard parts.count == 2, let day = Int32(parts[0]), let count = Int(parts[1]), count >= 0 else {
                throw ServiceError(.invalid, "This is not a place in the readings; start from the first page.")
            }
            self.init(day: day, count: count)
        }

        var text: String { "\(day).\(count)" }
    }

    /// A page of readings, the newest first.
    /// - Throws: `ServiceError(.invalid)` for a cursor that is none.
    func page(of kind: ShownKind, after cursor: String?, limit: Int) throws -> (readings: [KindReading], next: String?)
    {
        let place = try cursor.map(Place.init)
        var found: [KindReading] = []
        var end = place?.day ?? .max
        // A dense day fills a page alone.
        var daysAtOnce = 1
        while true {
            let days = try readings.readings(kind.first, .min...end, limit: daysAtOnce)
            for (day, chunk) in days.reversed() {
                let count = day == place?.day ? min(place?.count ?? chunk.count, chunk.count) : chunk.count
                let seconds = try kind.second.map { row in
                    ShownKind.Halves(try readings.readings(row, day...day).flatMap(\.readings))
                }
                for index in ShownKind.distinct(chunk, seconds, of: kind.first).reversed() where index < count {
                    guard found.count < limit else { return (found, Place(day: day, count: index + 1).text) }
                    let own = chunk[index]
                    found.append(
                        KindReading(
                            start: own.start * 1000, end: own.end * 1000, value: own.value,
                            second: seconds?[own], labels: own.labels, source: own.source.name))
                }
            }
            guard days.count == daysAtOnce, let first = days.first?.day, first > .min else { return (found, nil) }
            end = first - 1
            daysAtOnce = min(2 * daysAtOnce, Self.daysOfPage)
        }
    }

    // MARK: Deletion

    /// Records, and days, that one transaction looks at.
    private static let page = (records: 500, days: 10)
    /// The cursor after all records.
    private static let afterRecords = EntityID(high: .max, low: .max)

    /// Deletes a kind from the first records by id after one, nil at first. Its readings go after the last of them, so that
    /// a deletion that broke off shows what is left.
    func remove(_ kind: ShownKind, after cursor: EntityID?) throws -> RemoveKind.Reply {
        let names = Set(kind.rows.map(\.name))
        var (removed, next) = try rows.strip(names, after: cursor, limit: Self.page.records)
        for row in kind.rows where next == nil {
            let part = try readings.remove(row, limit: Self.page.days)
            removed += part.imported
            if part.hasMore { next = Self.afterRecords }
        }
        return RemoveKind.Reply(removed: removed, next: next)
    }
}
