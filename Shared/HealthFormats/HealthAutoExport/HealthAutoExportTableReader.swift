import LocalTime
import Messages

/// Reads the CSV of the Health Auto Export app: one row per day (hour, minute), one column per metric with its unit,
/// such as `Heart Rate [Avg] (count/min)` (ING-2). Dates are local times. Makes two passes: one for the date format and
/// the times of each metric's rows, one for the samples.
package final class HealthAutoExportTableReader: SampleReader {
    package var samplesRead: Int64 { points.samplesRead }
    package var unknownKinds: [String: Int64] { points.unknownKinds }
    package var unusedReasons: [String: UnusedReason] { points.unusedReasons }
    package private(set) var isFinished = false
    package let exported: (instant: Int64, offset: Int32)? = nil
    package var quarantined: [RejectionReason: Int64] { points.left.counts }
    package var rejectedKinds: [SampleKind: Int64] { points.left.kinds }
    package var skipped: [SkippedPart] { points.left.named }
    package var offset: Int64 { rows.offset }
    package var isTable: Bool { true }

    /// The member of a metric's point that a column holds.
    private struct Cell {
        /// Index in `metrics`.
        var metric: Int
        /// The member's name in the app's JSON.
        var key: String
    }

    private static let dateNames: Set<String> = ["date", "date/time"]
    private static let memberKeys = [
        "asleep": "asleep", "in bed": "inBed", "core": "core", "deep": "deep", "rem": "rem", "awake": "awake",
        "total": "totalSleep",
        "total sleep": "totalSleep", "avg": "Avg", "min": "Min", "max": "Max",
    ]

    private let rows: CSVRows
    private var metrics: [HealthAutoExportPoints.Metric] = []
    /// By column index, the date's included; nil for a column without a name. At most `ImportLimits.metrics` value
    /// columns.
    private var cells: [Cell?] = []
    /// Number of columns in the header, those beyond the limit included.
    private let width: Int
    private var points: HealthAutoExportPoints
    private let order: TableDate.Order?

    /// Makes the first pass.
    /// - Parameters:
    ///   - now: s since 1970.
    ///   - calendar: the person's calendar, in whose zones the dates are.
    /// - Throws: `ImportProblem` for an empty file or an invalid row.
    package init(_ source: any RandomAccess, now: Int64, calendar: LocalCalendar) throws {
        points = HealthAutoExportPoints(calendar: calendar, now: now)
        let first = CSVRows(ByteSlice(source))
        guard let header = try first.next() else { throw ImportProblem.notAHealthExport }
        var known: [String: Int] = [:]
        width = header.count
        cells = [nil]
        for name in header.dropFirst().prefix(ImportLimits.metrics) {
            guard let (named, key) = Self.column(name) else {
                cells.append(nil)
                continue
            }
            let index = known[named.name] ?? metrics.count
            if index == metrics.count {
                var metric = named
                metric.isDaily = true
                known[named.name] = index
                metrics.append(metric)
            }
            cells.append(Cell(metric: index, key: key))
        }
        var search = TableDate.OrderSearch()
        /// Indices of the metrics with a value, by date; at most two times a date and metric decide.
        var times: [TableDate.Key: [Int: TableDate.Times]] = [:]
        while let row = try first.next() {
            guard let date = row.first.flatMap(TableDate.init) else { continue }
            search.see(date)
            guard times.count < MetricGrains.maximumDays || times[date.key] != nil else { continue }
            for (place, cell) in cells.prefix(row.count).enumerated() {
                guard let cell, !row[place].isEmpty, HealthAutoExportPoints.kind(metrics[cell.metric].name) != nil
                else { continue }
                times[date.key, default: [:]][cell.metric, default: .init()].see(date.time)
            }
        }
        order = search.order
        for (key, metricTimes) in times {
            guard let day = key.day(order ?? .monthFirst) else { continue }
            for (metric, times) in metricTimes {
                for time in times.seen {
                    let instant = calendar.instant(of: day, at: time)
                    let offset = Int64(day.number) * Int64(HealthAutoExportPoints.day) + time - instant
                    metrics[metric].grains.see(instant, offset: offset, calendar)
                }
            }
        }
        for index in metrics.indices { metrics[index].grains.settle() }
        points.setGrains(metrics)
        rows = CSVRows(ByteSlice(source))
        _ = try rows.next()
    }

    /// Returns true if the first line of `head`, the start of a file, has a date column and a column of a used metric.
    package static func isHeader(_ head: some Sequence<UInt8>) -> Bool {
        let line = String(decoding: head.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
            .split(separator: ",").map(String.init)
        guard let first = CSVRows.names(Array(line.prefix(1))).first, dateNames.contains(first) else { return false }
        return line.dropFirst().contains { column($0).flatMap { HealthAutoExportPoints.kind($0.metric.name) } != nil }
    }

    /// Parses a column's name: `Heart Rate [Avg] (count/min)` is heart_rate in count/min, member `Avg`.
    private static func column(_ text: String) -> (metric: HealthAutoExportPoints.Metric, key: String)? {
        var text = Substring(text)
        while text.last == " " || text.last == "\"" { text.removeLast() }
        text = text.drop { $0 == " " || $0 == "\"" }
        var metric = HealthAutoExportPoints.Metric()
        if text.last == ")", let unit = text.firstRange(of: " (") {
            metric.units = String(text[unit.upperBound...].dropLast())
            text = text[..<unit.lowerBound]
        }
        var key = "qty"
        if text.last == "]", let member = text.firstRange(of: " [") {
            let name = text[member.upperBound...].dropLast()
            key = memberKeys[name.lowercased()] ?? String(name)
            text = text[..<member.lowerBound]
        }
        metric.name = text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
        metric.isTooLong = metric.name.utf8.count > ImportLimits.text
        return metric.name.isEmpty ? nil : (metric, key)
    }

    package func read(elements: Int, into batch: inout SampleBatch) throws {
        // Each row holds up to `metrics.count` points.
        for _ in 0..<max(1, elements / max(metrics.count, 1)) {
            let line = rows.line
            guard let row = try rows.next() else {
                isFinished = true
                return
            }
            if row.count == 1, row[0].isEmpty { continue }
            take(row, line, &batch)
        }
    }

    private func take(_ row: [String], _ line: Int, _ batch: inout SampleBatch) {
        guard let date = row.first.flatMap(TableDate.init), let day = date.day(order ?? .monthFirst),
            order != nil || date.day(.dayFirst) == day
        else {
            return points.setAside("line \(line)", .badDate)
        }
        let hasLongText = row.contains { $0.utf8.count > ImportLimits.text }
        let text = self.text(points.calendar.instant(of: day, at: date.time))
        // Iterates over the row's own cells, so that a header of thousands of columns costs nothing in short rows.
        var members: [Int: [String: JSONValue]] = [:]
        for place in 1..<max(1, min(row.count, width)) {
            let text = row[place].filter { $0 != " " }
            guard !text.isEmpty else { continue }
            guard place < cells.count else {
                points.setAside("line \(line) column \(place + 1)", .tooManyMetrics)
                continue
            }
            if let cell = cells[place] { members[cell.metric, default: [:]][cell.key] = .string(text) }
        }
        for (index, var point) in members.sorted(by: { $0.key < $1.key }) {
            point["date"] = .string(text)
            let metric = metrics[index]
            points.take(.object(point), metric, "line \(line) \(metric.name)", hasLongText: hasLongText, &batch)
        }
    }

    /// An instant in the format of the app's JSON, with the person's UTC offset.
    private func text(_ instant: Int64) -> String {
        let offset = Int64(points.calendar.zone(second: instant).offset(at: instant))
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return
            "\(UTCDate.text(instant + offset).dropLast())\(offset < 0 ? "-" : "+")\(two(abs(offset) / 3600)):\(two(abs(offset) / 60 % 60))"
    }
}
