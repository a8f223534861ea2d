import Foundation
import HealthFormats
import LocalTime
import Messages
import Storage

/// Exports a person's samples, metrics and imports as files in open formats (OWN-2), in pages.
struct UserExport {
    let user: UserID
    let transaction: Transaction

    /// Start of a page, as text: `imports/<number before>`, `metrics/<first day>`, `totals/<first day>`,
    /// `masses/<first day>`, `intakes/<first day>`, `workouts/<first day>`, `samples/<kind>/<UTC day>/<samples before>`,
    /// which starts inside a chunk, or after it without the last number, `readings/<id before>/<header>`,
    /// `imported/<kind>/<UTC day before>/<readings before>/<header>`, or `aside/<id>/<pieces before>`. A header is 1 if an
    /// earlier page has it, else 0.
    enum Place {
        case imports(Int)
        case metrics(Day)
        case totals(Day)
        case masses(Day)
        case intakes(Day)
        case workouts(Day)
        case samples(kind: Int, day: Int32, before: Int?)
        case readings(after: EntityID?, hasHeader: Bool)
        case imported(after: ReadingRows.Address?, before: Int, hasHeader: Bool)
        case aside(body: EntityID?, piece: Int)

        init?(_ cursor: String) {
            let parts = cursor.split(separator: "/", omittingEmptySubsequences: false)
            let numbers = parts.dropFirst().compactMap { Int32($0) }
            if parts.count == 3, parts[0] == "readings" {
                self = .readings(after: EntityID(String(parts[1])), hasHeader: parts[2] == "1")
                return
            }
            if parts.count == 5, parts[0] == "imported" {
                guard let day = Int32(parts[2]), let before = Int32(parts[3]), before >= 0 else { return nil }
                let kind = EntityID(String(parts[1]))
                guard kind != nil || parts[1].isEmpty else { return nil }
                self = .imported(
                    after: kind.map { ReadingRows.Address(kind: $0, day: day) }, before: Int(before),
                    hasHeader: parts[4] == "1")
                return
            }
            if parts.count == 3, parts[0] == "aside" {
                self = .aside(body: EntityID(String(parts[1])), piece: Int(max(0, Int32(parts[2]) ?? 0)))
                return
            }
            switch (parts.first, numbers.count) {
            case ("imports", 1): self = .imports(Int(numbers[0]))
            case ("metrics", 1): self = .metrics(Day(number: numbers[0]))
            case ("totals", 1): self = .totals(Day(number: numbers[0]))
            case ("masses", 1): self = .masses(Day(number: numbers[0]))
            case ("intakes", 1): self = .intakes(Day(number: numbers[0]))
            case ("workouts", 1): self = .workouts(Day(number: numbers[0]))
            case ("samples", 2): self = .samples(kind: Int(numbers[0]), day: numbers[1], before: nil)
            case ("samples", 3):
                self = .samples(kind: Int(numbers[0]), day: numbers[1], before: Int(max(0, numbers[2])))
            default: return nil
            }
        }

        var cursor: String {
            switch self {
            case .imports(let before): "imports/\(before)"
            case .metrics(let day): "metrics/\(day.number)"
            case .totals(let day): "totals/\(day.number)"
            case .masses(let day): "masses/\(day.number)"
            case .intakes(let day): "intakes/\(day.number)"
            case .workouts(let day): "workouts/\(day.number)"
            case .samples(let kind, let day, let before): "samples/\(kind)/\(day)" + (before.map { "/\($0)" } ?? "")
            case .readings(let last, let hasHeader):
                "readings/\(last.map { "\($0)" } ?? "")/\(hasHeader ? 1 : 0)"
            case .imported(let last, let before, let hasHeader):
                "imported/\(last.map { "\($0.kind)" } ?? "")/\(last?.day ?? 0)/\(before)/\(hasHeader ? 1 : 0)"
            case .aside(let body, let piece): "aside/\(body.map { "\($0)" } ?? "")/\(piece)"
            }
        }
    }

    private static let importsRead = 50
    private static let daysRead = 1000
    private static let lettersRead = 50
    private static let chunksRead = 256
    /// Limit on samples per page. A row has about 100 bytes, with the longest names six thousand; `pageBytes` then ends
    /// the page earlier.
    private static let samplesRead = 20_000
    static let pageBytes = 700_000

    func page(_ cursor: String?) throws -> ExportUser.Reply {
        guard let place = Place(cursor ?? "imports/0") else {
            throw ServiceError(.invalid, "This is not a place in an export; start from the first page.")
        }
        switch place {
        case .imports(let before): return try imports(after: before)
        case .metrics(let day): return try metrics(from: day)
        case .totals(let day): return try totals(from: day)
        case .masses(let day): return try masses(from: day)
        case .intakes(let day): return try intakes(from: day)
        case .workouts(let day): return try workouts(from: day)
        case .samples(let kind, let day, let before): return try samples(from: (kind, day), before: before)
        case .readings(let last, let hasHeader): return try readings(after: last, hasHeader: hasHeader)
        case .imported(let last, let before, let hasHeader):
            return try imported(after: last, before: before, hasHeader: hasHeader)
        case .aside(let body, let piece): return try aside(body, piece)
        }
    }

    /// The pages together form one JSON array.
    private func imports(after before: Int) throws -> ExportUser.Reply {
        let (imports, end) = try ImportRows(user: user, transaction: transaction).page(
            limit: Self.importsRead, offset: before)
        guard
            try before > 0 || !imports.isEmpty || !SampleRows(user: user, transaction: transaction).isEmpty()
        else {
            return ExportUser.Reply(files: try summaryFiles())
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var content = Array((before == 0 ? "[" : "").utf8)
        for (index, status) in imports.enumerated() {
            content += Array((before + index == 0 ? "\n" : ",\n").utf8) + [UInt8](try encoder.encode(status))
        }
        let isLast = imports.count < Self.importsRead
        if isLast { content += Array("\n]\n".utf8) }
        let next = isLast ? Place.metrics(Day(number: .min)) : Place.imports(end)
        var files = [ExportFile(name: "ingestion/imports.json", content: content)]
        if isLast { files += try summaryFiles() }
        return ExportUser.Reply(files: files, next: next.cursor)
    }

    /// The letters, the arrivals of the last nights, when devices usually deliver, what they say that they have, what
    /// exports say of the person, and the answers about intimate kinds; no file for what there is none of.
    private func summaryFiles() throws -> [ExportFile] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let letters = try LetterRows(user: user, transaction: transaction).letters(limit: Self.lettersRead)
        let nights = try ArrivalRows(user: user, transaction: transaction).nights()
        let answers = try GroupRows.all(of: user, transaction).filter {
            $0.answered != nil
        }
        let habits = try HabitRows(user: user, transaction: transaction).exported()
        let stated = try StatedRows(user: user, transaction: transaction).exported()
        let owners = try RuleRows(user: user, transaction: transaction).shownRules().owners
        var files: [ExportFile] = []
        func add(_ name: String, _ rows: [some Encodable]) throws {
            guard !rows.isEmpty else { return }
            let lines = try rows.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
            files.append(ExportFile(name: name, content: Array("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8)))
        }
        try add("ingestion/letters.json", letters)
        try add("ingestion/nights.json", nights)
        try add("ingestion/arrivals.json", habits)
        try add("ingestion/stated-counts.json", stated)
        try add("ingestion/person.json", owners)
        try add("ingestion/intimate-kinds.json", answers)
        return files
    }

    private func metrics(from first: Day) throws -> ExportUser.Reply {
        let days = try MetricsRows(user: user, transaction: transaction).page(
            from: first, through: Day(number: .max), limit: Self.daysRead)
        var table = TableWriter(.archive)
        if first.number == .min {
            table.append(written: "day,metric,value,unit,derivation,samples,imputed,lowConfidence")
        }
        for day in days { Self.append(day, to: &table) }
        let files = [ExportFile(name: "ingestion/daily-metrics.csv", content: table.bytes)]
        if let last = days.last, days.count == Self.daysRead {
            return ExportUser.Reply(files: files, next: Place.metrics(last.day.advanced(by: 1)).cursor)
        }
        return ExportUser.Reply(files: files, next: Place.totals(Day(number: .min)).cursor)
    }

    /// Totals of days; no file without any.
    private func totals(from first: Day) throws -> ExportUser.Reply {
        let days = try ActivityRows(user: user, transaction: transaction).totalsPage(
            from: first, through: Day(number: .max), limit: Self.daysRead)
        let header = "day,steps,mindful,sleep,exercise"
        return table("day-totals", header, days, \.day, from: first, Place.totals, Place.masses) {
            Self.line($0.day, [$0.steps, $0.mindful, $0.sleep, $0.exercise])
        }
    }

    /// Body mass of days; no file without any.
    private func masses(from first: Day) throws -> ExportUser.Reply {
        let days = try BodyRows(user: user, transaction: transaction).bodyMassesPage(
            from: first, through: Day(number: .max), limit: Self.daysRead)
        let header = "day,kilograms,at"
        return table("body-mass", header, days, \.day, from: first, Place.masses, Place.intakes) { day in
            day.deleted ? nil : "\(day.day),\(day.kilograms),\(UTCDate.text(day.at / 1_000))"
        }
    }

    /// Food and drink of days; no file without any.
    private func intakes(from first: Day) throws -> ExportUser.Reply {
        let days = try BodyRows(user: user, transaction: transaction).intakesPage(
            from: first, through: Day(number: .max), limit: Self.daysRead)
        let header = "day,kilocalories,protein,water"
        return table("intake", header, days, \.day, from: first, Place.intakes, Place.workouts) {
            Self.line($0.day, [$0.kilocalories, $0.proteinGrams, $0.waterMillilitres])
        }
    }

    /// One page of a table of days; no file without any.
    /// - Parameters:
    ///   - line: the row's numbers and dates; nil for no row.
    ///   - more: the place in this table; a full page goes on there.
    ///   - then: the place in the next table.
    private func table<Row>(
        _ name: String, _ header: String, _ rows: [Row], _ day: (Row) -> Day, from first: Day,
        _ more: (Day) -> Place, _ then: (Day) -> Place, _ line: (Row) -> String?
    ) -> ExportUser.Reply {
        var table = TableWriter(.archive)
        if first.number == .min { table.append(written: header) }
        for row in rows { if let line = line(row) { table.append(written: line) } }
        let files = rows.isEmpty ? [] : [ExportFile(name: "ingestion/\(name).csv", content: table.bytes)]
        guard let last = rows.last, rows.count == Self.daysRead else {
            return ExportUser.Reply(files: files, next: then(Day(number: .min)).cursor)
        }
        return ExportUser.Reply(files: files, next: more(day(last).advanced(by: 1)).cursor)
    }

    private static func line(_ day: Day, _ values: [Double?]) -> String {
        "\(day),\(values.map { $0.map { "\($0)" } ?? "" }.joined(separator: ","))"
    }

    /// Workouts in whole days; no file without any.
    private func workouts(from first: Day) throws -> ExportUser.Reply {
        let rows = ActivityRows(user: user, transaction: transaction)
        var workouts = try rows.workoutsPage(from: first, through: Day(number: .max), limit: Self.daysRead)
        var next: Day?
        if let last = workouts.last?.day, workouts.count == Self.daysRead {
            next = last.advanced(by: 1)
            workouts.removeAll { $0.day == last }
            workouts += try rows.workoutsPage(from: last, through: last)
        }
        var table = TableWriter(.archive)
        if first.number == .min { table.append(written: "day,start,duration,activity,distance") }
        for workout in workouts where !workout.deleted {
            table.append([
                .plain("\(workout.day)"), .plain(UTCDate.text(workout.start / 1_000)), .plain("\(workout.duration)"),
                .text(workout.activity), .plain(workout.distance.map { "\($0)" } ?? ""),
            ])
        }
        var files = workouts.isEmpty ? [] : [ExportFile(name: "ingestion/workouts.csv", content: table.bytes)]
        if let next { return ExportUser.Reply(files: files, next: Place.workouts(next).cursor) }
        files.append(
            ExportFile(
                name: "ingestion/samples.csv",
                content: Array(
                    "kind,start,end,value,unit,source,model,hardware,aggregation,zone,zoneFrom,activity\n".utf8)))
        return ExportUser.Reply(files: files, next: Place.samples(kind: 0, day: 0, before: nil).cursor)
    }

    private static func append(_ day: DailyMetrics, to table: inout TableWriter) {
        for metric in SignalTable.metrics {
            guard let value = metric.value(day) else { continue }
            let note = "\(value.samples),\(value.imputed),\(value.lowConfidence)"
            table.append(
                written:
                    "\(day.day),\(metric.key),\(value.value),\(metric.unit.symbol),\(value.derivation),\(note)")
        }
        if let need = day.sleepNeed { table.append(written: "\(day.day),sleepNeed,\(need),s,total,,false,false") }
    }

    /// - Parameter before: number of samples of the chunk that were already exported; nil if the chunk is complete.
    private func samples(from place: (kind: Int, day: Int32), before: Int?) throws -> ExportUser.Reply {
        let (catalog, rules) = try (
            CatalogRows(user: user, transaction: transaction).shownCatalog(),
            RuleRows(user: user, transaction: transaction).shownRules()
        )
        let sources = Dictionary(
            catalog.sources.map { ($0.id, Self.columns(of: $0)) }, uniquingKeysWith: { first, _ in first })
        let (calendar, origin) = (rules.calendar, rules.zoneOrigin)
        func own(_ sample: Sample, _ kind: SampleKind) -> String {
            let note = catalog.notes[sample.note].map(TableWriter.field)
            if kind.isOfWorkout { return "\(calendar.zone(second: sample.start).name),\(origin),\(note ?? "")" }
            return note.map { "\($0),\(ZoneNote.Origin.sample)," }
                ?? "\(calendar.zone(second: sample.start).name),\(origin),"
        }
        var table = TableWriter(.archive)
        func page(_ next: Place) -> ExportUser.Reply {
            ExportUser.Reply(
                files: [ExportFile(name: "ingestion/samples.csv", content: table.bytes)], next: next.cursor)
        }
        let rows = SampleRows(user: user, transaction: transaction)
        var last = place
        var chunks: [(kind: SampleKind, day: Int32, samples: [Sample])] = []
        if before != nil, let kind = SampleKind(rawValue: UInt8(clamping: place.kind)) {
            chunks.append((kind, place.day, try rows.shownSamples(kind, place.day...place.day)))
        }
        if place == (0, 0) { try rows.nameWithoutPlace() }
        chunks += try rows.chunks(after: place, limit: Self.chunksRead, samples: Self.samplesRead)
        for (number, chunk) in chunks.enumerated() {
            let (name, unit) = chunk.kind.exported
            let told = number == 0 ? before ?? 0 : 0
            for (index, sample) in chunk.samples.enumerated().dropFirst(told) {
                if table.bytes.count > Self.pageBytes {
                    return page(.samples(kind: Int(chunk.kind.rawValue), day: chunk.day, before: index))
                }
                // Sleep stages by name; other values with all digits.
                let value = chunk.kind == .sleep ? SleepStage(rawValue: Int(sample.value)).map { "\($0)" } : nil
                table.append(
                    written:
                        "\(name),\(UTCDate.text(sample.start)),\(UTCDate.text(sample.end)),\(value ?? "\(sample.value)"),\(unit),\(sources[sample.source] ?? ",,,"),\(own(sample, chunk.kind))"
                )
            }
            last = (Int(chunk.kind.rawValue), chunk.day)
        }
        guard !chunks.isEmpty else {
            return ExportUser.Reply(files: [], next: Place.readings(after: nil, hasHeader: false).cursor)
        }
        return page(.samples(kind: last.kind, day: last.day, before: nil))
    }

    private static func columns(of source: SampleSource) -> String {
        [source.name, source.model, source.hardware, source.aggregation.map { "\($0)" } ?? ""].map(TableWriter.field)
            .joined(separator: ",")
    }
}
