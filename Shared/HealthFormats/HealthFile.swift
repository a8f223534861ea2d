import LocalTime
import Messages

/// A health file as daily metrics, for programs outside Pulsum: bytes in, days out; no bus and no database.
public enum HealthFile {
    /// The daily metrics of an Apple Health export (ING-10 to ING-15).
    /// - Parameters:
    ///   - bytes: `export.xml`, or the zip archive that holds it. The file and its samples are held in memory.
    ///   - zone: IANA name of the time zone that delimits days, such as `Europe/Berlin`; UTC if it is unknown.
    ///   - now: s since 1970; samples that end more than a day later are left out.
    /// - Returns: days with at least one metric, oldest first; the same metrics as an import of the same file.
    /// - Throws: `ImportProblem` if the file is damaged, no export, or above the limits of an import.
    public static func days(ofHealthExport bytes: [UInt8], zone: String, now: Int64) throws -> [DailyMetrics] {
        let calendar = LocalCalendar([ZonePeriod(since: 0, zone: zone)])
        let isZip = bytes.starts(with: Array("PK".utf8))
        let source = MemoryBytes(bytes)
        let stream: any ByteStream
        if isZip {
            let archive = try ZipArchive(source)
            stream = try archive.open(try archive.healthExport())
        } else {
            stream = ByteSlice(source)
        }
        let reader = HealthExportReader(stream, now: now)
        var batch = SampleBatch()
        while !reader.isFinished { try reader.read(elements: 100_000, into: &batch) }
        var samples: [SampleKind: [Sample]] = [:]
        for (kind, read) in batch.samples where SampleKind.metrics.contains(kind) {
            // Exports repeat records that several devices synchronised.
            samples[kind] = Set(read).sorted()
        }
        let reducer = DayReducer(
            order: SourceOrder(Array(batch.sources.values)), calendar: calendar,
            zones: batch.notes.compactMapValues { LocalZone(written: $0) })
        // An evening's sleep belongs to the next day.
        let touched = samples.values.joined().reduce(into: Set<Day>()) { days, sample in
            var day = calendar.day(second: sample.start)
            let last = calendar.day(second: sample.end).advanced(by: 1)
            while day <= last {
                days.insert(day)
                day = day.advanced(by: 1)
            }
        }
        return MetricsHistory.derive(touched.sorted().map { reducer.reduce($0, samples) })
    }
}
