import Foundation
import Messages
import Storage

/// A person's samples, metrics and imports as files in open formats (OWN-2), in pages.
struct UserExport {
    let transaction: Transaction
    let user: UserID

    /// Where a page begins, as text: `metrics`, or `samples/<kind>/<UTC day>` behind the chunk before.
    private static let samples = "samples"
    private static let chunksRead = 256
    private static let pageBytes = 700_000

    func page(_ cursor: String?) throws -> ExportUser.Reply {
        guard let cursor else { return try first() }
        let parts = cursor.split(separator: "/")
        guard parts.count == 3, parts[0] == Self.samples, let kind = Int(parts[1]), let day = Int32(parts[2]) else {
            throw BusError(.invalid, "This is not a place in an export; start from the first page.")
        }
        return try samples(after: (kind, day))
    }

    private func first() throws -> ExportUser.Reply {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let imports = try transaction.imports(user, limit: 10_000)
        guard try !imports.isEmpty || transaction.value(Int.self, "SELECT 1 FROM samples WHERE user = ? LIMIT 1", [user]) != nil else {
            return ExportUser.Reply(files: [])
        }
        var csv = "day,metric,value,unit,derivation,samples,imputed,lowConfidence\n"
        for (day, _) in try transaction.metrics(user, from: Day(number: .min), through: Day(number: .max)) { Self.append(day, &csv) }
        return ExportUser.Reply(
            files: [
                ExportFile(name: "ingestion/imports.json", content: [UInt8](try encoder.encode(imports))),
                ExportFile(name: "ingestion/daily-metrics.csv", content: Array(csv.utf8)),
                ExportFile(name: "ingestion/samples.csv", content: Array("kind,start,end,value,unit,source\n".utf8)),
            ], next: "\(Self.samples)/0/0")
    }

    private static func append(_ day: DailyMetrics, _ csv: inout String) {
        let values: [(String, MetricValue?, String)] = [
            ("hrv", day.hrv, "ms"), ("nocturnalHeartRate", day.nocturnalHeartRate, "count/min"), ("restingHeartRate", day.restingHeartRate, "count/min"),
            ("sleep", day.sleep, "s"), ("sleepDebt", day.sleepDebt, "s"), ("steps", day.steps, "count"), ("respiratoryRate", day.respiratoryRate, "count/min"),
        ]
        for (name, value, unit) in values {
            guard let value else { continue }
            csv += "\(day.day),\(name),\(value.value),\(unit),\(value.derivation),\(value.samples),\(value.imputed),\(value.lowConfidence)\n"
        }
        if let need = day.sleepNeed { csv += "\(day.day),sleepNeed,\(need),s,total,,false,false\n" }
    }

    private func samples(after place: (kind: Int, day: Int32)) throws -> ExportUser.Reply {
        let catalog = try transaction.catalog(user)
        let names = Dictionary(catalog.sources.map { ($0.id, Self.quoted($0.name)) }, uniquingKeysWith: { first, _ in first })
        var (csv, last) = ("", place)
        let chunks = try transaction.chunks(after: place, limit: Self.chunksRead, user)
        for chunk in chunks {
            let (name, unit) = chunk.kind.exported
            for sample in chunk.samples {
                csv += "\(name),\(Self.date(sample.start)),\(Self.date(sample.end)),\(sample.value),\(unit),\(names[sample.source] ?? "")\n"
            }
            last = (Int(chunk.kind.rawValue), chunk.day)
            if csv.utf8.count > Self.pageBytes { break }
        }
        guard !chunks.isEmpty else { return ExportUser.Reply(files: []) }
        return ExportUser.Reply(
            files: [ExportFile(name: "ingestion/samples.csv", content: Array(csv.utf8))], next: "\(Self.samples)/\(last.kind)/\(last.day)")
    }

    /// RFC 3339 in UTC.
    static func date(_ instant: Int64) -> String {
        let day = instant.floorDivided(by: 86_400)
        let second = instant - day * 86_400
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(Day(number: Int32(clamping: day)))T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
    }

    /// A CSV field (RFC 4180).
    static func quoted(_ text: String) -> String {
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
