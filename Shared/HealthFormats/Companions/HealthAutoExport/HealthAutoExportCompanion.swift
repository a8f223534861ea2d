import LocalTime
import Messages

/// Posts of Health Auto Export (iPhone), all sections. The kinds of `SampleKind` come from `HealthAutoExportReader`, as
/// they do for files; the other metrics, workouts with their details, moods, symptoms, medicines, the cycle and
/// electrocardiograms are read here. The body has no time: of what was edited the last arrival stays.
package enum HealthAutoExportCompanion: CompanionReader {
    package static let name = "health-auto-export"
    package static let versions = "JSON version 2"
    package static let order = CompanionOrder.arrival

    package static func decode(
        _ body: any RandomAccess, _ context: CompanionContext, page: (inout CompanionPost) -> Void
    ) -> CompanionPost {
        var post = CompanionPost()
        let now = context.received / 1000
        guard
            let reader = try? HealthAutoExportReader(body, now: now, calendar: context.calendar, keepsCut: true)
        else {
            post.problem = .notJSON
            return post
        }
        var batch = SampleBatch()
        var totals: [String: CompanionRecord] = [:]
        do {
            while !reader.isFinished {
                try reader.read(elements: 1_000, into: &batch)
                guard batch.count >= maximumSamples else { continue }
                stored(&batch, context, &totals, &post)
                page(&post)
            }
        } catch {
            post.problem = error as? ImportProblem ?? .truncated(at: reader.offset)
        }
        post.left = reader.left
        let sections = HealthAutoExportSections(received: context.received, latest: context.latest)
        // Counted here again, with the kinds that only this reader knows.
        for (name, count) in reader.unknownKinds
        where HealthAutoExportMetrics.kinds[name] == nil && !HealthAutoExportSections.names.contains(name) {
            ImportLimits.count(name, by: count, in: &post.unknownKinds)
        }
        stored(&batch, context, &totals, &post)
        post.records += totals.sorted { $0.key < $1.key }.map(\.value)
        page(&post)
        let metrics = HealthAutoExportMetrics(
            headers: reader.metrics, received: context.received, latest: context.latest, calendar: context.calendar)
        metrics.read(body, into: &post, page: page)
        let problem = CompanionBody(body).walk(
            inside: ["data"], without: HealthAutoExportSections.traces,
            wants: { !$0.hasSuffix("metrics") },
            member: { key, value in
                if value != .null { ImportLimits.count(key, in: &post.unknownFields) }
            },
            element: { place, value, isWhole in
                // Of metrics their points are counted, which alone show whether they are intimate.
                guard !place.array.hasSuffix("metrics") else { return }
                post.receive(place.array)
                sections.take(place, value, isWhole, &post)
                page(&post)
            })
        post.problem = post.problem ?? problem
        return post
    }

    /// Samples of the file reader that are in memory together; more than a post of two days has.
    private static let maximumSamples = 20_000

    /// Takes the samples of the file reader as records, each under its place.
    /// - Parameter totals: those of nights, of which a day may have several.
    private static func stored(
        _ batch: inout SampleBatch, _ context: CompanionContext, _ totals: inout [String: CompanionRecord],
        _ post: inout CompanionPost
    ) {
        let received = Double(context.received)
        let (sources, notes) = (batch.sources, batch.notes)
        batch.takeChunks { kind, _, samples in
            guard !kind.isOfWorkout else { return }
            let row = KindTable.row(kind)
            for sample in samples {
                guard let source = sources[sample.source] else { continue }
                let isDay = source.aggregation == HealthAutoExportPoints.day
                let start = isDay ? Int64(context.calendar.writtenDay(of: sample, kind).number) : sample.start
                var key = "\(name)/\(row.name)/\(isDay ? "day" : "at")/\(start)/\(isDay ? "" : source.name)"
                // Several stages begin at one instant; a night that is sent again is longer.
                if kind == .sleep { key += "/\(Int(sample.value))" }
                let version =
                    kind == .sleep ? CompanionVersion(Double(sample.end), received) : CompanionVersion(received)
                let reading = HealthReading(row, sample.start, sample.end, sample.value)
                if kind == .sleepTotal, totals[key] != nil {
                    if totals[key]?.readings.contains(reading) == false { totals[key]?.readings.append(reading) }
                    continue
                }
                var record = CompanionRecord(key, version, [reading], source)
                record.offset = notes[sample.note].flatMap { LocalZone(written: $0) }.map {
                    Int32(clamping: $0.offset(at: sample.end))
                }
                if kind == .sleepTotal { totals[key] = record } else { post.records.append(record) }
            }
        }
    }
}
