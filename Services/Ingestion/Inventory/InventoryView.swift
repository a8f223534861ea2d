import HealthFormats
import LocalTime
import Messages
import Storage

/// Counts one person's stored samples by day and kind, in a transaction.
struct InventoryView {
    let user: UserID
    let transaction: Transaction

    /// The count of a kind and day, by source.
    private struct Stored {
        var count: Int64 = 0
        var sources: [String: Int32] = [:]
        var arrived: Milliseconds?

        mutating func add(_ source: String, arrived at: Milliseconds? = nil) {
            count += 1
            sources[source, default: 0] += 1
            if let at { arrived = max(arrived ?? at, at) }
        }
    }

    /// A kind of a day.
    private struct Place: Hashable {
        var day: Day
        var kind: String
    }

    /// The name under which a kind is counted; nil for an unknown one, and for a part of another.
    static func name(_ kind: String) -> String? {
        if let stored = SampleKind(named: kind) { return stored.whole.exported.name }
        guard let row = KindTable.row(kind) ?? KindTable.row(healthKit: kind) else {
            return ShownKind(named: kind)?.name
        }
        if case .half(let pair) = row.shape { return pair }
        return row.name
    }

    /// Days of one step, so that no month of a dense kind is in memory.
    private static let daysAtOnce = 7

    func days(_ range: ClosedRange<Day>) throws -> [DayInventory] {
        let calendar = try RuleRows(user: user, transaction: transaction).shownRules().calendar
        let kept = try GroupRows.kept(of: user, transaction)
        var stored: [Place: Stored] = [:]
        var first = range.lowerBound
        while first <= range.upperBound {
            let part = first...min(first.advanced(by: Self.daysAtOnce - 1), range.upperBound)
            // UTC days that reach into a local day.
            let around = (part.lowerBound.number - 1)...(part.upperBound.number + 1)
            try countSamples(around, part, calendar, in: &stored)
            try countReadings(around, part, calendar, kept, in: &stored)
            first = part.upperBound.advanced(by: 1)
        }
        let stated = try stated(range)
        let places = Dictionary(grouping: Set(stored.keys).union(stated.keys), by: \.day)
        return range.map { day in
            let kinds = (places[day] ?? []).sorted { $0.kind < $1.kind }.map { place in
                inventory(of: place.kind, stored[place] ?? Stored(), stated[place] ?? [])
            }
            return DayInventory(day: day, kinds: kinds)
        }
    }

    private func inventory(of kind: String, _ stored: Stored, _ stated: [StatedCount]) -> KindInventory {
        let sources = stored.sources.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let row = KindTable.row(kind) ?? ShownKind(named: kind)?.first
        return KindInventory(
            kind: kind, stored: stored.count,
            sources: sources.map { ReadingSource(name: $0.key, readings: $0.value) }, arrived: stored.arrived,
            stated: stated, isOfBody: row?.isOfBody ?? false)
    }

    private func stated(_ range: ClosedRange<Day>) throws -> [Place: [StatedCount]] {
        var found: [Place: [StatedCount]] = [:]
        for (day, device, stated) in try StatedRows(user: user, transaction: transaction).all(range) {
            for (kind, count) in stated.counts {
                found[Place(day: day, kind: kind), default: []].append(
                    StatedCount(device: device, count: count, at: stated.at))
            }
        }
        return found
    }

    private func countSamples(
        _ around: ClosedRange<Int32>, _ range: ClosedRange<Day>, _ calendar: LocalCalendar,
        in stored: inout [Place: Stored]
    ) throws {
        let rows = SampleRows(user: user, transaction: transaction)
        let names = Dictionary(
            try CatalogRows(user: user, transaction: transaction).shownCatalog().sources.map { ($0.id, $0.name) },
            uniquingKeysWith: { first, _ in first })
        for kind in SampleKind.allCases where !kind.isPart {
            let samples = try rows.shownSamples(kind, around)
            guard !samples.isEmpty else { continue }
            let arrivals = try rows.arrivals(kind, around)
            for sample in samples {
                let place = Place(day: calendar.day(millisecond: sample.start * 1000), kind: kind.exported.name)
                guard range.contains(place.day) else { continue }
                stored[place, default: Stored()].add(
                    names[sample.source] ?? "", arrived: arrivals[sample.chunkDay])
            }
        }
    }

    private func countReadings(
        _ around: ClosedRange<Int32>, _ range: ClosedRange<Day>, _ calendar: LocalCalendar,
        _ kept: Set<HealthKind.Group>, in stored: inout [Place: Stored]
    ) throws {
        guard try !ReadingRows.isEmpty(user, transaction) else { return }
        let rows = ReadingRows(rows: try CompanionRows(user: user, transaction: transaction))
        for kind in ShownKind.all where !kind.first.isIntimate || kept.contains(kind.first.group) {
            let readings = try rows.readings(kind.first, around).flatMap(\.readings)
            guard !readings.isEmpty else { continue }
            let halves = try kind.second.map { second in
                ShownKind.Halves(try rows.readings(second, around).flatMap(\.readings))
            }
            for index in ShownKind.distinct(readings, halves, of: kind.first) {
                let reading = readings[index]
                let place = Place(day: calendar.day(millisecond: reading.start * 1000), kind: kind.name)
                guard range.contains(place.day) else { continue }
                stored[place, default: Stored()].add(reading.source.name)
            }
        }
    }
}
