import LocalTime
import Messages

/// Reads the JSON that the Health Auto Export app sends to a REST endpoint (ING-2). Every optional key may be missing;
/// an invalid field rejects only that field. Makes two passes: one for the metrics' names and dates, one for the
/// samples.
package final class HealthAutoExportReader: SampleReader {
    package var samplesRead: Int64 { points.samplesRead }
    package var unknownKinds: [String: Int64] { points.unknownKinds }
    package var unusedReasons: [String: UnusedReason] { points.unusedReasons }
    package private(set) var isFinished = false
    package let exported: (instant: Int64, offset: Int32)? = nil
    package var quarantined: [RejectionReason: Int64] { points.left.counts }
    package var rejectedKinds: [SampleKind: Int64] { points.left.kinds }
    package var skipped: [SkippedPart] { points.left.named }
    package var offset: Int64 { walk.offset }

    private static let workoutKeys: Set<String> = [
        "start", "end", "duration", "name", "source", "activeEnergyBurned", "activeEnergy", "distance", "avgHeartRate",
        "heartRate",
    ]

    private let walk: HealthAutoExportWalk
    private var points: HealthAutoExportPoints
    /// Headers of the metrics, by their number.
    private(set) var metrics: [Int: HealthAutoExportPoints.Metric] = [:]
    /// Rejected records.
    var left: SkippedParts { points.left }

    /// Makes the first pass.
    /// - Parameters:
    ///   - now: s since 1970.
    ///   - calendar: for dates without a time.
    ///   - keepsCut: true to read a document that ends early up to its end.
    /// - Throws: `ImportProblem` if the document is not JSON; nothing of it is then kept.
    package init(_ source: any RandomAccess, now: Int64, calendar: LocalCalendar, keepsCut: Bool = false) throws {
        walk = HealthAutoExportWalk(ByteSlice(source), points: HealthAutoExportPoints.keys, workouts: Self.workoutKeys)
        points = HealthAutoExportPoints(calendar: calendar, now: now)
        let first = HealthAutoExportWalk(ByteSlice(source), points: ["date"], workouts: [])
        var dates: [Int: MetricGrains] = [:]
        func next() throws -> HealthAutoExportWalk.Part? {
            do { return try first.next() } catch {
                guard keepsCut else { throw error }
                return nil
            }
        }
        while let part = try next() {
            switch part {
            case .name(let metric, let text) where metric < ImportLimits.metrics:
                metrics[metric, default: .init()].name = text
            case .units(let metric, let text) where metric < ImportLimits.metrics:
                metrics[metric, default: .init()].units = text
            case .long(let metric) where metric < ImportLimits.metrics:
                metrics[metric, default: .init()].isTooLong = true
            case .point(let metric, _, let point) where metric < ImportLimits.metrics:
                guard let (instant, offset) = HealthAutoExportPoints.date(point["date"], calendar) else { continue }
                dates[metric, default: .init()].see(instant, offset: Int64(offset), calendar)
            case .name, .units, .long, .point, .workout, .other, .odd: continue
            }
        }
        for (metric, var dates) in dates {
            dates.settle()
            metrics[metric, default: .init()].grains = dates
        }
        let daily = metrics.mapValues(\.grains.daily).filter { !$0.value.isEmpty }
        // A single date of a single metric does not prove daily values: a measurement may fall on midnight by chance.
        let isDaily =
            daily.values.reduce(into: Set()) { $0.formUnion($1) }.count > 1
            || Set(daily.keys.compactMap { metrics[$0]?.name }).count > 1
        if isDaily { for metric in daily.keys { metrics[metric]?.isDaily = true } }
        points.setGrains(dates.keys.compactMap { metrics[$0] })
    }

    package func read(elements: Int, into batch: inout SampleBatch) throws {
        for _ in 0..<elements {
            guard let part = try walk.next() else {
                isFinished = true
                return
            }
            switch part {
            case .name, .units, .long: continue
            case .odd(let path): points.left.add(path, .badRow)
            case .other(let section): points.count(section)
            case .point(let index, let place, let point):
                let path = "metrics[\(index)].data[\(place)]"
                if index < ImportLimits.metrics {
                    points.take(point, metrics[index] ?? .init(), path, hasLongText: walk.hasLongText, &batch)
                } else {
                    points.setAside(path, .tooManyMetrics)
                }
            case .workout(let index, let workout):
                points.take(workout: workout, "workouts[\(index)]", hasLongText: walk.hasLongText, &batch)
            }
        }
    }
}

extension HealthAutoExportPoints {
    /// Adds the workout and its totals. Its heart rates, steps and energies are ignored, since they also come as
    /// metrics.
    mutating func take(workout: JSONValue, _ path: String, hasLongText: Bool, _ batch: inout SampleBatch) {
        guard !hasLongText else { return setAside(path, .textTooLong) }
        countWorkout()
        left.kind = .workout
        defer { left.kind = nil }
        guard let start = Self.instant(workout["start"]) else { return left.add("\(path).start", .badDate) }
        guard let end = Self.instant(workout["end"]) else { return left.add("\(path).end", .badDate) }
        var sample = Sample(
            start: start, end: end, value: workout["duration"]?.number ?? Double(end - start), source: 0)
        if let name = workout["name"]?.string {
            sample.note = StableHash.of(name)
            if let reason = batch.name(name, sample.note) { return left.add(path, reason) }
        }
        let source = source(workout)
        put(sample, .workout, source, path, &batch)
        let totals: [(SampleKind, JSONValue?)] = [
            (.workoutEnergy, workout["activeEnergyBurned"] ?? workout["activeEnergy"]),
            (.workoutDistance, workout["distance"]),
            (.workoutHeartRate, workout["avgHeartRate"] ?? workout["heartRate"]?["avg"]),
        ]
        for case (let kind, let total?) in totals {
            guard let value = total["qty"]?.number,
                let factor = UnitConversion.factor(total["units"]?.string ?? "", for: kind)
            else { continue }
            sample.value = value * factor
            if kind.plausible.contains(sample.value) { put(sample, kind, source, path, &batch) }
        }
    }
}
