import Fixtures
import Foundation
import Messages

/// Imports a generated Apple Health export through a real broker, ingestion and scoring: time from the zip to durable
/// daily metrics of the whole history and to the first score. Compares with unpacking alone, and with
/// `healthkit-to-sqlite` (PyPI) on a slice of the same file.
///
/// Arguments: `--records N` (9,000,000 of ten years, about 2.2 GB of XML), `--slice N` (100 MB; 0 for none), `--xml`
/// (sends the XML instead of a zip), `--file PATH` (an export to use, made there where it is missing).
enum ImportBenchmark {
    private static let lastDay = Day(number: 20_300)
    private static let days = 3_650

    private struct Export {
        var path: String
        var bytes = 0
        var records = 0
        var heartRates = 0
    }

    static func run(arguments: [String]) async throws {
        func value(_ name: String) -> String? {
            arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
        }
        let scratch = try Scratch()
        defer { scratch.remove() }
        let isZip = !arguments.contains("--xml")
        let generator = generator(records: value("--records").flatMap(Int.init) ?? 9_000_000)
        let export = try make(
            value("--file") ?? scratch.file(isZip ? "export.zip" : "export.xml"), generator, isZip: isZip)
        print(
            "\(export.records) records, \(export.bytes / 1_000_000) MB of XML\(isZip ? ", \(try size(of: export.path) / 1_000_000) MB as a zip" : "")"
        )
        let inflate = isZip ? try Inflate.seconds(export.path) : nil

        let rig = try await ImportRig(scratch.file("data"))
        defer { rig.stop() }
        let whole = try await rig.run(export.path, today: lastDay.advanced(by: 1))
        let again = try await rig.run(export.path, user: whole.user)
        let stored = try rig.heartRateBytes()
        var slice: (ours: Double, theirs: Double?, bytes: Int)?
        let megabytes = value("--slice").flatMap(Int.init) ?? 100
        if megabytes > 0 {
            let cut = try cut(generator, at: megabytes * 1_000_000, to: scratch.file("slice.zip"))
            // Best of several runs each: our first run also fills caches.
            var ours = Double.infinity
            for _ in 0..<3 { ours = min(ours, try await rig.run(scratch.file("slice.zip")).seconds) }
            slice = (
                ours, try await HealthKitToSQLite.seconds(scratch.file("slice.zip"), into: scratch.file("slice.db")),
                cut
            )
        }
        report(export, whole, again, inflate, stored, slice, peak: rig.peakMegabytes)
    }

    private static func report(
        _ export: Export, _ whole: ImportRig.Outcome, _ again: ImportRig.Outcome, _ inflate: Double?,
        _ stored: (sealed: Int, file: Int),
        _ slice: (ours: Double, theirs: Double?, bytes: Int)?, peak: Double
    ) {
        func rate(_ seconds: Double) -> String { Table.number(Double(export.bytes) / 1e6 / seconds) }
        var table = Table("Import of an Apple Health export, from the file", ["", "s", "MB of XML a second"])
        if let inflate {
            table.row(
                "unpacking alone (zlib, one thread): the limit of any reader of a zip", Table.number(inflate),
                rate(inflate))
        }
        table.row("upload, sealed and synced", Table.number(whole.sent), rate(whole.sent))
        if let score = whole.firstScore {
            table.row("first score: the last 30 days, while the rest is read", Table.number(score), "")
        }
        table.row("durable daily metrics of the whole history", Table.number(whole.seconds), rate(whole.seconds))
        table.row(
            "the same file again: \(again.status.samplesNew) new samples, \(again.status.daysChanged) days changed",
            Table.number(again.seconds),
            rate(again.seconds))
        if let slice {
            table.row(
                "a slice of \(slice.bytes / 1_000_000) MB of XML, zipped", Table.number(slice.ours),
                Table.number(Double(slice.bytes) / 1e6 / slice.ours))
            if let theirs = slice.theirs {
                table.row(
                    "  healthkit-to-sqlite", Table.number(theirs), Table.number(Double(slice.bytes) / 1e6 / theirs))
            } else {
                table.row(
                    "  healthkit-to-sqlite is not installed here (deploy/bench installs it where PyPI can be reached)",
                    "", "")
            }
        }
        table.print()
        print(
            "  \(whole.status.samplesRead) samples of used kinds, \(whole.status.samplesNew) new, \(whole.status.daysChanged) days, phase \(whole.status.phase)"
        )
        if let inflate {
            print("  the whole import takes \(Table.number(whole.seconds / inflate)) times as long as unpacking alone")
        }
        Table.goal(
            "s from the file to durable daily metrics of \(export.records) records", measured: whole.seconds, atMost: 40
        )
        if let score = whole.firstScore { Table.goal("s from the file to the first score", measured: score, atMost: 5) }
        Table.goal("MB peak memory of ingestion", measured: peak, atMost: 150)
        Table.goal(
            "bytes sealed per heart rate", measured: Double(stored.sealed) / Double(export.heartRates), atMost: 6)
        Table.goal(
            "bytes of the database file per heart rate", measured: Double(stored.file) / Double(export.heartRates),
            atMost: 6)
        if let slice, let theirs = slice.theirs {
            Table.goal("times as fast as healthkit-to-sqlite", measured: theirs / slice.ours, atLeast: 30)
        }
    }

    // MARK: The file

    /// A generator of ten years with about `records` records; the size of one day is measured.
    private static func generator(records: Int) -> ExportGenerator {
        func generator(_ days: Int, _ perDay: Int) -> ExportGenerator {
            ExportGenerator(seed: 7, days: days, endingOn: lastDay, recordsPerDay: perDay, isCompact: true)
        }
        // Half of the parameter is heart rates, a quarter energies; the rest of a day is constant.
        let perDay = Double(records) / Double(days)
        return generator(days, max(1, Int((perDay - 145) / 0.77)))
    }

    private static func make(_ path: String, _ generator: ExportGenerator, isZip: Bool) throws -> Export {
        var export = Export(path: path)
        if !FileManager.default.fileExists(atPath: path) {
            if isZip { try generator.writeZip(to: path) } else { try generator.writeXML(to: path) }
        }
        try generator.write { bytes in
            export.bytes += bytes.count
            export.records += count("<Record ", bytes)
            export.heartRates += count("\"HKQuantityTypeIdentifierHeartRate\"", bytes)
        }
        return export
    }

    /// Counts occurrences that lie entirely in these bytes: the generator returns whole lines.
    private static func count(_ text: StaticString, _ bytes: [UInt8]) -> Int {
        let length = text.utf8CodeUnitCount
        return bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            var (count, index) = (0, 0)
            while index + length <= bytes.count,
                let found = memchr(base + index, Int32(text.utf8Start[0]), bytes.count - index - length + 1)
            {
                if memcmp(found, text.utf8Start, length) == 0 { count += 1 }
                index = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
            }
            return count
        }
    }

    /// Writes the first `limit` bytes of the same export, with the document closed.
    private static func cut(_ generator: ExportGenerator, at limit: Int, to path: String) throws -> Int {
        struct Enough: Error {}
        var bytes = 0
        let zip = try ZipFile(path: path)
        try zip.add("apple_health_export/export.xml", deflated: true) { sink in
            do {
                try generator.write { part in
                    try sink(part)
                    bytes += part.count
                    if bytes >= limit { throw Enough() }
                }
            } catch is Enough {
                try sink(Array("</HealthData>\n".utf8))
            }
        }
        try zip.finish()
        return bytes
    }

    static func size(of path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
